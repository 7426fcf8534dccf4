/* SPDX-License-Identifier: MIT */
/*
 * What all readers of references ask of a text: white space, lines, words of a list, the front of a
 * DOI.
 */
#ifndef DOSSIER_BIB_ITEM_ITEM_TEXT_H
#define DOSSIER_BIB_ITEM_ITEM_TEXT_H

#include "core/base/arena.h"

/** Whether a word is in a table that is sorted by bytes. */
bool bib_is_among(struct str word, const struct str *sorted, size_t n);
/** Whether there is white space in it. */
bool bib_has_space(struct str s);
/** Offset of the next byte that is no white space, from `at`. */
size_t bib_skip_space(struct str s, size_t at);
/** Offset of the next newline from `at`, or of the end. */
size_t bib_line_end(struct str s, size_t at);
/** How many bytes of what people write before a DOI are at the front: "https://doi.org/", "doi:".
 */
size_t bib_doi_prefix(struct str s);
/** Letters and digits of a text alone, folded (unicode_fold()), in the arena: what two ways of
 * writing the same have in common. */
struct str bib_squeeze(struct arena *a, struct str text);

#endif
