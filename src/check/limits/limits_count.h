/* SPDX-License-Identifier: MIT */
/*
 * Counts the words and characters of a text, for limits.c. Private to the module.
 */
#ifndef DOSSIER_CHECK_LIMITS_COUNT_H
#define DOSSIER_CHECK_LIMITS_COUNT_H

#include "model/doc/doc.h"

/** The numbers of a text. Notes count, and reference lists do not. A formula counts as one word of
 * one character. */
struct limits_count {
    size_t words;
    size_t characters;  /* without white space */
    size_t with_spaces; /* white space between two words counts as one, and so does the end of a
                           paragraph */
};

/** Counts the text of siblings: from `first` up to, not including, `end`; NULL: up to the last. */
void limits_count(const struct doc_node *first, const struct doc_node *end,
                  struct limits_count *out);
/**
 * Counts the text of a part of the document: a section by its id or its title, without its heading;
 * a div or another block by its id; "abstract". Returns false when there is no such part.
 */
bool limits_count_part(const struct doc *doc, struct str name, struct limits_count *out);
/** The id or title that is nearest to a misspelt name; empty when none is near. Allocated in `a`.
 */
struct str limits_nearest_part(struct arena *a, const struct doc *doc, struct str name);

#endif
