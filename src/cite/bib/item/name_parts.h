/* SPDX-License-Identifier: MIT */
/*
 * Names that are written as one text where an item should have their parts.
 */
#ifndef DOSSIER_BIB_ITEM_NAME_PARTS_H
#define DOSSIER_BIB_ITEM_NAME_PARTS_H

#include "cite/bib/item/item.h"

/**
 * One name: "Family, Given", "Family, Suffix, Given" (BibTeX's order), "Given Family", where the
 * lower-case words before the last are a particle; "others" stands for et al. The parts
 * are slices of `text` or live in `a`. False when there is no name in it.
 */
bool item_name_of_text(struct arena *a, struct str text, struct item_name *out);
/** "R.J." are two initials: a blank goes between them, as people mean it and csl needs it. */
struct str bib_part_initials(struct arena *a, struct str given);

#endif
