/* SPDX-License-Identifier: MIT */
/*
 * Text functions for all readers of references.
 */
#ifndef DOSSIER_BIB_ITEM_ITEM_TEXT_H
#define DOSSIER_BIB_ITEM_ITEM_TEXT_H

#include "core/base/arena.h"

/** Whether a text has white space. */
bool bib_has_space(struct str s);
/** The length of a usual prefix of a DOI ("https://doi.org/", "doi:") at the start of a text, or 0.
 */
size_t bib_doi_prefix(struct str s);
/** Returns the letters and digits of a text, folded (unicode_fold()), in the arena. The result is
 * equal for different spellings of a text. */
struct str bib_squeeze(struct arena *a, struct str text);

#endif
