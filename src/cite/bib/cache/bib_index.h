/* SPDX-License-Identifier: MIT */
/*
 * The index of a large .bib file. It has the place of each entry, so that only the requested
 * entries are read. Private to bib; its public interface is cite/bib/database_files.h.
 *
 * An index is a value of the cache (core/memo/store.h); its key is the path of the .bib. The
 * content of a database never depends on an index. An index that is missing, damaged, or older than
 * the last change of its file is not opened. If the text of the file later turns out not to be the
 * expected one, the index has failed: it returns no more entries, and the items that it has
 * returned must not be used.
 *
 * The entries have numbers in the order of the file, but entries of @xdata come after all others.
 */
#ifndef DOSSIER_BIB_CACHE_BIB_INDEX_H
#define DOSSIER_BIB_CACHE_BIB_INDEX_H

#include "cite/bib/bibtex/bibtex.h"
#include "core/base/file.h"
#include "core/memo/store.h"

/** The place of an entry in the .bib. */
struct bib_place {
    uint32_t begin, behind;
    uint32_t unclosed; /* 1: the closing brace of the entry is missing */
};

/** A key or a former key of an entry. Only its hash is in the index; its text is in the entry. */
struct bib_name {
    uint32_t hash; /* the lower half of str_hash() of the name */
    uint32_t entry;
};

/** An entry with the same key as `first`, an earlier entry of the file. */
struct bib_repeated {
    uint32_t entry, first;
};

/** The value that is kept in the cache. */
struct bib_index_value {
    struct file_id file;            /* the identity of the .bib */
    bool classic;                   /* the file is for BibTeX, not for biblatex */
    uint64_t nvisible;              /* the number of entries that are not @xdata */
    const struct bib_place *places; /* the places of all entries, by their numbers */
    size_t nplaces;
    /* names sorted by hash, then by entry; a key of several entries is listed once */
    const struct bib_name *keys, *aliases;
    size_t nkeys, naliases;
    const struct bib_repeated *twins;
    size_t ntwins;
    const uint64_t *sums; /* the checksums of the blocks of the .bib, see core/base/window.h */
    size_t nsums;
    const uint32_t *counts; /* the result of source_line_counts() */
    size_t ncounts;
    const uint32_t *key_ends; /* the end of each entry's key in `key_text` */
    size_t nkey_ends;
    struct str key_text;
    struct bibtex_macro *macros; /* the macros of the scan, in the order of their definitions */
    size_t nmacros;
    struct str *braced; /* the names that titles protect with braces */
    size_t nbraced;
    struct diag *notes; /* the diagnostics of the scan, without those about repeated keys */
    size_t nnotes;
};

struct bib_index {
    struct bib_index *next; /* the next index of the database */
    /* the number that the first entry of the index has in the database; set by the caller */
    size_t base;
    struct bib_index_value v;
    struct memo_entry at; /* the place of the index in the cache */
    struct arena *arena;
    struct bibtex *file;
    struct window *window;
    struct bib_entry **entry; /* the entries by number; NULL: not read yet */
    bool failed;
};

/** Returns the place in the cache `dir` for the index of a .bib. `path` must be absolute. */
struct memo_entry bib_index_place(struct str dir, struct str path);
/** Opens the index of a file. Its entries use `host`. Close the index with bib_index_close(). If
 * there is no valid index, returns NULL and changes nothing else. */
struct bib_index *bib_index_open(struct arena *a, const struct memo_entry *at, struct str path,
                                 const struct file_id *id, const struct bibtex_host *host);
/** Returns entry number `number` after reading it from the .bib. NULL if the index has failed. */
struct bib_entry *bib_index_entry(struct bib_index *c, size_t number);
/** Returns the first entry with the key `key`, or NULL. */
struct bib_entry *bib_index_find(struct bib_index *c, struct str key);
/** Returns the first entry whose field `ids` lists `key` as a former key, or NULL. */
struct bib_entry *bib_index_find_alias(struct bib_index *c, struct str key);
/** Returns the key of entry number `number`. The .bib is not read. */
struct str bib_index_key(const struct bib_index *c, size_t number);
/** Defines the macros of the scan and repeats its diagnostics. */
void bib_index_take_notes(struct bib_index *c, struct diags *d);
/** Whether the index has failed. */
bool bib_index_failed(const struct bib_index *c);
/** Closes the index and frees the text of its .bib, to which spans point. */
void bib_index_close(struct bib_index *c);

/** Saves the index of a .bib that was just scanned. A file with too many entries or diagnostics
 * gets no index. All `entries` must be from this file. `notes` are the diagnostics of the scan.
 * Returns 0 or an errno value. */
int bib_index_save(const struct memo_entry *at, const struct bibtex *file, const struct file_id *id,
                   const struct bib_entry_list *entries, struct diag *const *notes, size_t nnotes);

#endif
