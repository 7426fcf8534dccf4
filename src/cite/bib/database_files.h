/* SPDX-License-Identifier: MIT */
/*
 * Large .bib files by their index. Reading one for the first time leaves a file behind that says
 * where each entry stands; the next time only the entries that are asked for are read.
 *
 * What a database says never depends on whether there was an index: the same items, in the same
 * order, with the same diagnostics (once sorted) at the same places. An index that is not there, of
 * another version, damaged, or of a file that has changed since is silently passed over and written
 * anew. So is one of which it turns out only later that it cannot be trusted, but then items have
 * been given out: bib_cache_failed() says so, and whoever asked has to begin again without.
 */
#ifndef DOSSIER_BIB_DATABASE_FILES_H
#define DOSSIER_BIB_DATABASE_FILES_H

#include "cite/bib/bib.h"
#include "core/base/file.h"

/** Where indexes lie, and what is worth one. */
struct bib_cache_options {
    const struct file_fence *fence; /* what may be read: file_read_inside(); NULL: anything */
    struct str dir; /* made when it is needed; empty: no indexes are read or written */
    size_t least;   /* bytes of a .bib that is worth an index; 0: BIB_CACHE_LEAST */
    size_t entries; /* and entries that it must have more of; whoever reads smaller databases whole
                       (LIMIT_EAGER_ITEMS) gains nothing from an index */
    int64_t now; /* seconds since 1970, to tell a file that may still be written to; 0: the clock */
};

#define BIB_CACHE_LEAST (1024u * 1024u)

/**
 * Reads a database file, as file_read_stream() and bib_read() do, or takes what is asked for from
 * its index. `*text` (NULL: not wanted) becomes its text, empty when it was not read as a whole.
 * Returns 0 or the errno value with which the file could not be read.
 */
int bib_read_file(struct bib *b, struct str path, const struct bib_cache_options *o,
                  struct str *text, struct diags *d);
/** Whether an index has turned out to be wrong: what was looked up since may be missing. Its file
 * is removed. */
bool bib_cache_failed(const struct bib *b);
/** Gives back what indexes hold open, with the texts that spans of their files point into. */
void bib_close_files(struct bib *b);

#endif
