/* SPDX-License-Identifier: MIT */
/*
 * A database file that is read on another thread, before a database wants it. Of formats whose
 * items are known from their own text alone (CSL-JSON); and only a file in which nothing is wrong:
 * any other is read anew by who wants it, who says what is wrong with it.
 */
#ifndef DOSSIER_BIB_AHEAD_H
#define DOSSIER_BIB_AHEAD_H

#include "cite/bib/bib.h"
#include "core/base/file.h"

struct bib_ahead;

/** Whether a file of this name can be read ahead. */
bool bib_can_read_ahead(struct str path);
/** A file that bib_ahead_read() will read, as bib_read_file() would. The fence is borrowed. Give it
 * back with bib_ahead_drop(), NULL too. */
struct bib_ahead *bib_ahead_new(struct str path, const struct file_fence *fence) ATTR_MUST_USE;
/** Reads the file; any thread, one at a time. `ahead`: a struct bib_ahead, for core/base/pool.h. */
void bib_ahead_read(void *ahead);
/**
 * Puts the items of a file that was read into a database, which has their memory from now on;
 * `*text` becomes the file's. False, with nothing done, where the file is to be read.
 */
bool bib_ahead_take(struct bib_ahead *ahead, struct bib *b, struct str *text, struct diags *d);
void bib_ahead_drop(struct bib_ahead *ahead);

#endif
