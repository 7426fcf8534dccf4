/* SPDX-License-Identifier: MIT */
/*
 * Compares two versions of a document and marks what has changed in the newer version.
 *
 * Two resolved trees are compared, and not two sources. So differences in line ends, list markers,
 * the notation of emphasis, and numbers that have moved are not changes. Blocks are aligned first,
 * then the words in each pair of blocks. This module uses no files.
 */
#ifndef DOSSIER_COMPARE_COMPARE_H
#define DOSSIER_COMPARE_COMPARE_H

#include "model/doc/doc.h"

/**
 * Puts every inserted word of `doc` into a span of class "ins". Adds every word that only `older`
 * has, in a DOC_STRIKE at its place. Without the struck words, the document is the same as before
 * the call. Without the inserted words, it is the same as `older`, except for numbers. Numbers of
 * deleted notes follow the numbers of all other notes.
 *
 * Both documents must be resolved. `older` is not changed, but its arena must live as long as
 * `doc`, which borrows its texts.
 */
void compare_mark(struct doc *doc, const struct doc *older);

#endif
