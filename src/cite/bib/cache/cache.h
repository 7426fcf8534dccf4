/* SPDX-License-Identifier: MIT */
/*
 * The index of a large .bib file. It has the place of each entry, so that only the requested
 * entries are read. Private to bib; its public interface is cite/bib/database_files.h.
 *
 * The content of a database never depends on an index. An index cannot be opened if it is missing,
 * damaged, of another version, or older than the last change of its file. If an error is found
 * later, the index has failed: it returns no more entries, and the items that it has returned must
 * not be used.
 */
#ifndef DOSSIER_BIB_CACHE_CACHE_H
#define DOSSIER_BIB_CACHE_CACHE_H

#include "cite/bib/bibtex/bibtex.h"
#include "core/base/file.h"

struct bib_index;
struct bib_cache_twin;

#define BIB_INDEX_NONE UINT32_MAX

/** Opens the index of a file and checks its head, blocks and notes. Its entries use `host`. Returns
 * NULL, without other effects, if the index cannot be trusted. bib_index_close() frees it. */
struct bib_index *bib_index_open(struct arena *a, struct str path, const struct file_id *id,
                                 struct str index_path, const struct bibtex_host *host);
/** Sets the place of its first entry in the database. */
void bib_index_place(struct bib_index *c, size_t base);
/** The number of entries without those of @xdata, which follow the others. */
size_t bib_index_count(const struct bib_index *c);
/** The entry with a number, read from the .bib. NULL if the index has failed. */
struct bib_entry *bib_index_entry(struct bib_index *c, uint32_t number);
/** The number of the first entry that has a key, or BIB_INDEX_NONE. */
uint32_t bib_index_find(struct bib_index *c, struct str key);
/** The first entry that lists a former key in its field `ids`. NULL if the key is unknown or the
 * index has failed. */
struct bib_entry *bib_index_find_alias(struct bib_index *c, struct str key);
typedef void bib_index_key_fn(uint32_t number, struct str key, void *user);
/** Calls `fn` for the key of each entry, by number. Returns false if the index has failed. */
bool bib_index_each_key(struct bib_index *c, bib_index_key_fn *fn, void *user);
/** The entries whose key is that of an earlier entry of the file. */
const struct bib_cache_twin *bib_index_twins(const struct bib_index *c, size_t *n);
/** Reads the whole index and checks it. Returns false if it has failed. */
bool bib_index_read_all(struct bib_index *c);
/** The number of diagnostics of the scan. */
size_t bib_index_note_count(const struct bib_index *c);
/** Defines the macros of the scan and repeats its diagnostics. */
void bib_index_take_notes(struct bib_index *c, struct diags *d);
/** Whether the index has failed. */
bool bib_index_failed(const struct bib_index *c);
/** Removes the file of the index. */
void bib_index_remove(const struct bib_index *c);
/** Closes the index and frees the text of its .bib, to which spans point. */
void bib_index_close(struct bib_index *c);

#endif
