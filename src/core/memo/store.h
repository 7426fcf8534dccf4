/* SPDX-License-Identifier: MIT */
/*
 * The store of computed values: the only cache on disk. README.md describes which values are kept
 * and when a value is valid.
 *
 * A value has a kind and a key. The key contains all that is known before the computation runs: the
 * program, its options, names of files. The inputs, which only the computation finds out, are part
 * of the value. The code that loads the value checks them (inputs.h).
 *
 *     CACHE/memo/SHARD/DIGEST.KIND       SHARD: the first digit of the digest of the key
 *
 * Each file has a head with that digest and a checksum of everything. A file that is damaged, of
 * another format or under the wrong name is ignored and removed. Only the owner may read folders
 * (mode 0700) and files (0600). Files are replaced as a whole, so several processes may use one
 * store.
 */
#ifndef DOSSIER_MEMO_STORE_H
#define DOSSIER_MEMO_STORE_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/digest.h"

enum memo_kind {
    MEMO_RESULT, /* the result of a document: inputs, findings, outputs */
    MEMO_OUTPUT, /* the bytes of an output file; the key is their digest */
    MEMO_INDEX,  /* the places of the entries in a .bib file */
    MEMO_TREE,   /* a citation style or locale: its text, and its XML as a tree */
    MEMO_ANSWER, /* the answer of a service on the network */
    MEMO_KINDS
};

/** Adds the identity of this build of the program to a key. The key is the digest of a sequence of
 * fields (core/base/digest.h). Returns false if the identity is not known. */
bool memo_add_program(struct digest_sum *key);

/** A place in a store. */
struct memo_entry {
    struct str cache; /* the folder of the cache; empty: nothing is kept */
    enum memo_kind kind;
    struct digest digest; /* the digest of the key */
};
/** Returns the place in the store for a key. It completes the digest of the key. */
struct memo_entry memo_entry_of(struct str cache, enum memo_kind kind, struct digest_sum *key);
/** Returns the path of the value's file, in the arena. */
struct str memo_path(struct arena *a, const struct memo_entry *e);

/** Loads the value into the arena, aligned to 8 bytes. Returns a NULL pointer if it is missing or
 * damaged. */
struct str memo_load(struct arena *a, const struct memo_entry *e);
/** Saves the value. Returns 0 or an errno value. */
int memo_save(const struct memo_entry *e, struct str value);

/** Removes old values until the folder has at most `max` bytes. memo_save() calls it; see the rule
 * in store.c. */
void memo_prune(struct str shard, uint64_t max);
/* the maximum size of a shard in bytes: room for ten thousand documents with their pages */
#define MEMO_SHARD_MAX ((uint64_t)128 << 20)

/** A checksum that detects damage, but not forgery. With different values of `seed`, equal texts in
 * different places have different checksums. */
uint64_t memo_sum(struct str s, uint64_t seed);

#endif
