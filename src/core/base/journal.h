/* SPDX-License-Identifier: MIT */
/*
 * The journal of files that change together, as its reader sees it; others have core/base/file.h.
 */
#ifndef DOSSIER_BASE_JOURNAL_H
#define DOSSIER_BASE_JOURNAL_H

#include "core/base/file.h"

#define FILE_JOURNAL_MOST (1024u * 1024u * 1024u) /* bytes of a journal */

/** What a journal says of a file; slices of its text. */
struct file_journal_entry {
    struct str path, before, after;
};

/** Reads a journal into `out`, which has FILE_CHANGES_MOST; `*n` becomes how many there are. False:
 * it is none, or not whole. */
bool file_journal_read(struct str text, struct file_journal_entry *out, size_t *n);

#endif
