/* SPDX-License-Identifier: MIT */
/*
 * The difference between two texts, line by line, in unified format (POSIX diff -u).
 */
#ifndef DOSSIER_BASE_DIFF_H
#define DOSSIER_BASE_DIFF_H

#include "core/base/buf.h"

/** Appends the differences with three lines of context under the names `old_name` and `new_name`.
 * Appends nothing when the texts are equal. */
void diff_unified(struct buf *out, struct str old_name, struct str new_name, struct str old_text,
                  struct str new_text);

#endif
