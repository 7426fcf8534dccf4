/* SPDX-License-Identifier: MIT */
/*
 * The database for the other files of bib and for bib/check. Private to bib.
 *
 * Invariants: 1. An entry is in `entries` once its source is scanned; an entry of a .bib gets its
 * item on first use, others have it at once. 2. `keys` leads to the first entry of a key; entries
 * of inline references come before those of files. 3. All memory is the arena's.
 */
#ifndef DOSSIER_BIB_DATABASE_H
#define DOSSIER_BIB_DATABASE_H

#include "cite/bib/bib.h"
#include "cite/bib/item/read.h"

struct bib {
    struct arena *arena;
    struct bibtex_host host;       /* the database as its readers see it */
    struct bib_entry_list entries; /* the first `ninline` come from the front matter */
    size_t ninline;
    struct map keys;    /* key -> its first entry; hidden entries are included */
    struct map aliases; /* former key -> entry; covers the first `naliased` entries */
    size_t naliased;
    struct str *key_list; /* for bib_keys() */
    size_t nkey_list;
    struct bib_attached *attached; /* libraries, in the order of search */
    struct bib_index
        *cached; /* files that are read through their index, in the order of the document */
    bool torn;   /* bib_is_torn() */
    struct map file_parts;         /* name of a file -> its part of the digest; for bib_digest() */
    struct bib_entry *decoded;     /* the last entry that was decoded into a scratch arena */
    struct bib_entry_list *record; /* if set: bib_add() appends its entries here, too */
    struct diags *shared;          /* of bib_share(); NULL: the database has one document */
    bool all_decoded;              /* set by bib_tell_all() */
};

/** A library that is searched for keys that no file has. */
struct bib_attached {
    struct bib_store *store;
    struct bib_attached *next;
};

/** The entry of a key in the files, indexed ones included, or NULL. */
struct bib_entry *bib_find(struct bib *b, struct str key);

/** The number of entries of the indexed files, without those of xdata. */
size_t bib_cached_count(const struct bib *b);
/** The entry of a key in the indexed files, or NULL. */
struct bib_entry *bib_cached_find(struct bib *b, struct str key);
/** The entry of the indexed files with a former key (biblatex's `ids`), or NULL. */
struct bib_entry *bib_cached_alias(struct bib *b, struct str key);
/** The entry at place `*i` of the database, if an indexed file has it. Else NULL, and `*i` becomes
 * its place among the others; NULL and SIZE_MAX when the index has failed. */
struct bib_entry *bib_cached_at(struct bib *b, size_t *i);
/** Inserts the keys of the indexed files into a list of the other entries' `n` keys. */
void bib_cached_keys(struct bib *b, struct str *keys, size_t n);

/** The entry of a key in the libraries, added to the database, or NULL. */
struct bib_entry *bib_attached_find(struct bib *b, struct str key);

/**
 * Adds an entry (with key, key_span, span) at the end and reports a duplicate key. A hidden one is
 * found only by its key.
 */
void bib_add(struct bib *b, struct bib_entry *e, struct diags *d);
/** Adds items in their order, as bib_add() does. */
void bib_add_items(struct bib *b, const struct item_list *items, struct diags *d);
/** Reports that the keys of `e` and of `first`, an entry before it, are the same. */
void bib_report_duplicate(const struct bib_entry *first, const struct bib_entry *e,
                          struct diags *d);

#endif
