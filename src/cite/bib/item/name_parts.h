/* SPDX-License-Identifier: MIT */
/* Splits a name into its parts. */
#ifndef DOSSIER_BIB_ITEM_NAME_PARTS_H
#define DOSSIER_BIB_ITEM_NAME_PARTS_H

#include "cite/bib/item/item.h"

/**
 * Reads one name: "Family, Given"; "Family, Suffix, Given" (BibTeX's order); or "Given Family", in
 * which lower-case words before the last word are a particle. "others" means et al. The parts are
 * slices of `text` or are in the arena. Returns false when there is no name.
 */
bool item_name_of_text(struct arena *a, struct str text, struct item_name *out);
/** Separates joined initials, as csl needs them: "R.J." becomes "R. J.". */
struct str bib_part_initials(struct arena *a, struct str given);

#endif
