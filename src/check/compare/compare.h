/* SPDX-License-Identifier: MIT */
/*
 * Compares two versions of a document and marks what has changed in the newer one.
 *
 * Two resolved trees are compared, not two sources: line ends, marks of lists, the way emphasis is
 * written, and numbers that moved are no changes. Blocks are aligned first, then the words in each
 * pair of blocks. Knows no files.
 */
#ifndef DOSSIER_COMPARE_COMPARE_H
#define DOSSIER_COMPARE_COMPARE_H

#include "model/doc/doc.h"

/**
 * Puts every inserted word of `doc` into a span of class "ins", and adds every word that only
 * `older` has as a DOC_STRIKE at its place. Without the struck words the document reads as before
 * the call; without the inserted ones it reads as `older`, except for numbers. Numbers of deleted
 * notes follow those of all others.
 *
 * Both documents are resolved. `older` is not changed, but its arena must live as long as `doc`,
 * which borrows its texts.
 */
void compare_mark(struct doc *doc, const struct doc *older);

#endif
