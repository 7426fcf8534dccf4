/* SPDX-License-Identifier: MIT */
/*
 * The store of computed values: the one cache on disk. README.md describes what is kept in it and
 * when a value is valid.
 *
 * A value has a kind and a key. The key contains all that is known before the computation runs: the
 * program, its options, names of files. What only the computation finds out, its inputs, is part of
 * the value, and whoever loads the value checks them (inputs.h).
 *
 *     CACHE/memo/SHARD/DIGEST.KIND       SHARD: the first digit of the digest of the key
 *
 * Each file has a head with that digest and a checksum of everything. A file that is damaged, of
 * another form or under the wrong name has no value, and is removed. Folders are for their owner
 * alone (0700), and so are files (0600). Files are replaced as a whole: several processes may use
 * one store.
 */
#ifndef DOSSIER_MEMO_STORE_H
#define DOSSIER_MEMO_STORE_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/digest.h"

enum memo_kind {
    MEMO_RESULT, /* the result of a document: inputs, findings, outputs */
    MEMO_OUTPUT, /* the bytes of an output file, by their digest */
    MEMO_INDEX,  /* where the entries of a .bib are */
    MEMO_TREE,   /* a citation style or locale: its text, and its XML as a tree */
    MEMO_ANSWER, /* what a service on the network has answered */
    MEMO_KINDS
};

/** Adds what identifies this build of the program to a key: the digest of a sequence of fields
 * (core/base/digest.h). Returns false if that is not possible. */
bool memo_add_program(struct digest_sum *key);

/** A place in a store. */
struct memo_entry {
    struct str cache; /* the folder; empty: nothing is kept */
    enum memo_kind kind;
    struct digest digest; /* of the key */
};
/** The place for a key, which ends with it. */
struct memo_entry memo_entry_of(struct str cache, enum memo_kind kind, struct digest_sum *key);
/** The path of its file, in the arena. */
struct str memo_path(struct arena *a, const struct memo_entry *e);

/** Loads the value into the arena, aligned to 8 bytes. Returns a NULL pointer if there is none. */
struct str memo_load(struct arena *a, const struct memo_entry *e);
/** Saves the value. Returns 0 or an errno value. */
int memo_save(const struct memo_entry *e, struct str value);

/** Holds a folder of values to `max` bytes: the rule for pruning, which memo_save() applies. */
void memo_prune(struct str shard, uint64_t max);
#define MEMO_SHARD_MAX ((uint64_t)128 << 20) /* bytes: ten thousand documents with their pages */

/** A checksum that shows damage, not malice; `seed` tells equal texts in different places apart. */
uint64_t memo_sum(struct str s, uint64_t seed);

#endif
