/* SPDX-License-Identifier: MIT */
/*
 * The index of a large .bib file: where each entry stands, so that only those are read that are
 * asked for. Private to bib/; cite/bib/database_files.h is what others see.
 *
 * What a database says never depends on whether there was an index. One that is not there, of
 * another version, damaged, or of a file that has changed since cannot be opened. One of which it
 * turns out only later that it cannot be trusted has failed: it answers no more, and items that it
 * gave are not to be used.
 */
#ifndef DOSSIER_BIB_CACHE_CACHE_H
#define DOSSIER_BIB_CACHE_CACHE_H

#include "cite/bib/bibtex/bibtex.h"
#include "core/base/file.h"

struct bib_index;
struct bib_cache_twin;

#define BIB_INDEX_NONE UINT32_MAX

/** Opens an index of a file, whose entries will ask `host`; NULL, with nothing done, when it is not
 * to be trusted. All that can be checked at once is sound. bib_index_close() gives it back. */
struct bib_index *bib_index_open(struct arena *a, struct str path, const struct file_id *id,
                                 struct str index_path, const struct bibtex_host *host);
/** Its first entry is to have this place in the database. */
void bib_index_place(struct bib_index *c, size_t base);
/** How many entries it has, those of xdata not counted: these come behind the others. */
size_t bib_index_count(const struct bib_index *c);
/** The entry of a number, read from the .bib. NULL when the index has failed. */
struct bib_entry *bib_index_entry(struct bib_index *c, uint32_t number);
/** The number of the first entry that has a key, or BIB_INDEX_NONE. */
uint32_t bib_index_find(struct bib_index *c, struct str key);
/** The first entry that has had a key, by its field `ids`; NULL when there is none, or the index
 * has failed. */
struct bib_entry *bib_index_find_alias(struct bib_index *c, struct str key);
typedef void bib_index_key_fn(uint32_t number, struct str key, void *user);
/** Calls for the key of each entry, by number. Returns false when the index has failed. */
bool bib_index_each_key(struct bib_index *c, bib_index_key_fn *fn, void *user);
/** Entries whose key an earlier one of the file has. */
const struct bib_cache_twin *bib_index_twins(const struct bib_index *c, size_t *n);
/** Reads all of it and looks whether it is what was written; returns false when it has failed. */
bool bib_index_read_all(struct bib_index *c);
/** How many diagnostics the scan had. */
size_t bib_index_note_count(const struct bib_index *c);
/** Defines the macros that the scan found, and repeats its diagnostics. */
void bib_index_take_notes(struct bib_index *c, struct diags *d);
/** Whether it has turned out to be wrong. */
bool bib_index_failed(const struct bib_index *c);
/** Removes its file. */
void bib_index_remove(const struct bib_index *c);
/** Gives back what it holds open, with the text that spans of its file point into. */
void bib_index_close(struct bib_index *c);

#endif
