/* SPDX-License-Identifier: MIT */
/*
 * The database, for the other files of bib and for bib/check. Private to bib.
 *
 * Invariants:
 *
 * 1. An entry is in `entries` once its source is scanned. An entry of a .bib gets its item on first
 * use; other entries have their item at once.
 *
 * 2. `keys` leads to the first entry of a key; entries of inline references come before those of
 * files.
 *
 * 3. All memory is in the arena.
 */
#ifndef DOSSIER_BIB_DATABASE_H
#define DOSSIER_BIB_DATABASE_H

#include "cite/bib/bib.h"
#include "cite/bib/item/read.h"

struct bib {
    struct arena *arena;
    /* the interface through which readers of .bib files use the database */
    struct bibtex_host host;
    struct bib_entry_list entries; /* the first `ninline` entries come from the front matter */
    size_t ninline;
    struct map keys;    /* maps a key to its first entry; hidden entries are included */
    struct map aliases; /* maps a former key to an entry; covers the first `naliased` entries */
    size_t naliased;
    struct str *key_list; /* the result of bib_keys() */
    size_t nkey_list;
    struct bib_attached *attached; /* the libraries, in the order in which they are searched */
    /* the files that are read through their index, in the order of the document */
    struct bib_index *cached;
    bool torn;             /* the result of bib_is_torn() */
    struct map file_parts; /* maps the name of a file to its part of the digest, for bib_digest() */
    struct bib_entry *decoded;     /* the last entry that was decoded into a scratch arena */
    struct bib_entry_list *record; /* if set, new entries are also appended to this list */
    struct diags *shared; /* set by bib_share(); NULL: the database belongs to one document */
    bool all_decoded;     /* set by bib_tell_all() */
};

/** A library that is searched for keys that no file has. */
struct bib_attached {
    struct bib_store *store;
    struct bib_attached *next;
};

/** Returns the entry with this key in the files, including indexed ones, or NULL. */
struct bib_entry *bib_find(struct bib *b, struct str key);

/** Returns the number of entries in the indexed files, without @xdata. */
size_t bib_cached_count(const struct bib *b);
/** The entry with this key in the indexed files, or NULL. */
struct bib_entry *bib_cached_find(struct bib *b, struct str key);
/** Returns the entry in the indexed files with a former key (biblatex's `ids`), or NULL. */
struct bib_entry *bib_cached_alias(struct bib *b, struct str key);
/** Returns the entry at place `i` of the database, or NULL when there is none or its index has
 * failed. */
struct bib_entry *bib_entry_at(struct bib *b, size_t i);
/** Merges the keys of the indexed files into `keys`, which has `n` keys of other entries. */
void bib_cached_keys(struct bib *b, struct str *keys, size_t n);

/** Returns the entry with this key in the libraries, which is added to the database, or NULL. */
struct bib_entry *bib_attached_find(struct bib *b, struct str key);

/** Adds an item at the end, reports a duplicate key, and returns the item's entry. */
struct bib_entry *bib_add_item(struct bib *b, struct item *it, struct diags *d);
/** Reports that `e` has the same key as `first`, an earlier entry. */
void bib_report_duplicate(const struct bib_entry *first, const struct bib_entry *e,
                          struct diags *d);

#endif
