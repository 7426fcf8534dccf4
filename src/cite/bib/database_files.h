/* SPDX-License-Identifier: MIT */
/*
 * Large .bib files with an index. When such a file is read for the first time, an index with the
 * place of each entry is written. Later only the requested entries are read.
 *
 * The content of a database never depends on an index: with and without an index, the items, their
 * order, and the diagnostics (once sorted) with their places are the same. If an index is missing,
 * damaged, of another version, or older than the last change of its file, it is silently ignored
 * and written again. If an error is found later, when items have already been used,
 * bib_cache_failed() returns true, and the caller must start again without the index.
 */
#ifndef DOSSIER_BIB_DATABASE_FILES_H
#define DOSSIER_BIB_DATABASE_FILES_H

#include "cite/bib/bib.h"
#include "core/base/file.h"

/** The folder of indexes, and conditions for the files that get an index. */
struct bib_cache_options {
    /* the files that may be read, see file_read_inside(); NULL: all files */
    const struct file_fence *fence;
    struct str dir; /* the folder, which is created if necessary; empty: indexes are not used */
    size_t least;   /* the minimum size in bytes of a .bib with an index; 0: BIB_CACHE_MIN */
    size_t entries; /* only a .bib with more entries gets an index; smaller databases are read whole
                       (LIMIT_EAGER_ITEMS) */
    /* the current time in seconds since 1970, to recognize new files; 0: use the clock */
    int64_t now;
};

#define BIB_CACHE_MIN (1024u * 1024u)

/**
 * Reads a database file like file_read_stream() and bib_read(), or opens it with its index. `*text`
 * becomes the text of the file, or empty if an index is used; `text` may be NULL. Returns 0, or the
 * errno value if the file cannot be read.
 */
int bib_read_file(struct bib *b, struct str path, const struct bib_cache_options *o,
                  struct str *text, struct diags *d);
/** Whether an index has failed, so that entries may be missing. The file of that index is
 * removed. */
bool bib_cache_failed(const struct bib *b);
/** Closes all indexes and frees the texts of their files, to which spans point. */
void bib_close_files(struct bib *b);

#endif
