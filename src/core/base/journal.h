/* SPDX-License-Identifier: MIT */
/*
 * The format of journals: private to the module. Other modules use core/base/file.h.
 */
#ifndef DOSSIER_BASE_JOURNAL_H
#define DOSSIER_BASE_JOURNAL_H

#include "core/base/file.h"

#define FILE_JOURNAL_MAX (1024u * 1024u * 1024u) /* bytes of a journal */

/** A file in a journal. The members are slices of the journal's text. */
struct file_journal_entry {
    struct str path, before, after;
};

/** Reads a journal into `out`, an array of FILE_CHANGES_MAX; `*n` becomes the number of files.
 * Returns false when the text is not a complete journal. */
bool file_journal_read(struct str text, struct file_journal_entry *out, size_t *n);

#endif
