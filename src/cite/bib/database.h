/* SPDX-License-Identifier: MIT */
/*
 * The database from within: between its parts, and for who checks it. Private to bib/.
 *
 * Invariants: 1. An entry stands in `entries` from the moment its source is scanned; a .bib's entry
 * gets its item when it is first asked for, all others have it at once. 2. `keys` leads to the
 * first entry of a key; entries of inline references come before those of files. 3. All memory is
 * the arena's.
 */
#ifndef DOSSIER_BIB_DATABASE_H
#define DOSSIER_BIB_DATABASE_H

#include "cite/bib/bib.h"
#include "cite/bib/item/read.h"

struct bib {
    struct arena *arena;
    struct bibtex_host host;       /* what readers see of it */
    struct bib_entry_list entries; /* those of inline references first */
    size_t ninline;
    struct map keys;    /* first entry of each key, hidden ones too */
    struct map aliases; /* keys that entries have had; of the first `naliased` entries */
    size_t naliased;
    struct str *key_list; /* for bib_keys() */
    size_t nkey_list;
    struct bib_attached *attached; /* libraries, in the order in which they are asked */
    struct bib_cached *cached;     /* files of which only an index was read, in their order */
    bool torn;                     /* bib_is_torn() */
    struct map file_parts;         /* bib_digest()'s, by name of the file */
    struct bib_entry *decoded;     /* the last entry that was read into a scratch arena */
    struct bib_entry_list *record; /* when set: what bib_add() is given is noted here, too */
    struct diags *said;            /* of bib_share(); NULL: the database is one document's */
    bool all_decoded;              /* bib_tell_all() has seen to that */
};

/** A library that answers for keys that no file has. */
struct bib_attached {
    struct bib_store *store;
    struct bib_attached *next;
};

/** The entry of a key in the files, also in those that are only indexed; NULL when they have none.
 */
struct bib_entry *bib_find(struct bib *b, struct str key);

/** How many entries the indexed files have, those of xdata not counted. */
size_t bib_cached_count(const struct bib *b);
/** The entry of a key in the indexed files, or NULL. */
struct bib_entry *bib_cached_find(struct bib *b, struct str key);
/** The entry of the indexed files that has had a key (biblatex's `ids`), or NULL. */
struct bib_entry *bib_cached_alias(struct bib *b, struct str key);
/** The entry at place `*i` of the database when it is an indexed file's. When it is none, NULL, and
 * `*i` becomes its place among the others; when the index has failed, NULL and SIZE_MAX. */
struct bib_entry *bib_cached_at(struct bib *b, size_t *i);
/** Makes room in a list of `n` keys of the other entries for those of the indexed files, and puts
 * them there. */
void bib_cached_keys(struct bib *b, struct str *keys, size_t n);

/** The entry of a key in the libraries, added to the database; NULL when they have none. */
struct bib_entry *bib_attached_find(struct bib *b, struct str key);

/**
 * Adds an entry (with key, key_span, span) behind the others and reports its key when it is taken.
 * A hidden one can only be found by its key.
 */
void bib_add(struct bib *b, struct bib_entry *e, struct diags *d);
/** Adds items in their order, as bib_add() does. */
void bib_add_items(struct bib *b, const struct item_list *items, struct diags *d);
/** Says that the key of `e` is that of `first`, an entry before it. */
void bib_report_duplicate(const struct bib_entry *first, const struct bib_entry *e,
                          struct diags *d);

#endif
