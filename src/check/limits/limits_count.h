/* SPDX-License-Identifier: MIT */
/*
 * Counts the words and characters of a text, for limits.c. Private to the module.
 */
#ifndef DOSSIER_CHECK_LIMITS_COUNT_H
#define DOSSIER_CHECK_LIMITS_COUNT_H

#include "model/doc/doc.h"

/** The counts of a text. Notes are counted, and reference lists are not. A formula is counted as
 * one word of one character. */
struct limits_count {
    size_t words;
    size_t characters; /* number of characters other than white space */
    /* number of characters if white space between two words counts as one, and so does the end of a
     * paragraph */
    size_t with_spaces;
};

/** Counts the text of the siblings from `first` up to, but not including, `end`. If `end` is NULL,
 * counts up to the last sibling. */
void limits_count(const struct doc_node *first, const struct doc_node *end,
                  struct limits_count *out);
/** Counts the text of a part of the document. The name of a part is the id or the title of a
 * section, the id of a division or another block, or "abstract". A section is counted without its
 * heading. Returns false if there is no such part. */
bool limits_count_part(const struct doc *doc, struct str name, struct limits_count *out);
/** Returns the id or title that is most similar to a misspelt name. Empty if none is similar.
 * Allocated in `a`. */
struct str limits_nearest_part(struct arena *a, const struct doc *doc, struct str name);

#endif
