/* SPDX-License-Identifier: MIT */
/* Merges the extras of an item for formats in which each name may occur once. */
#ifndef DOSSIER_BIB_ITEM_EXTRAS_H
#define DOSSIER_BIB_ITEM_EXTRAS_H

#include "cite/bib/item/item.h"

/** The extras of an item, in the arena. Those of the same name are joined by "; ". */
struct item_extra *item_merged_extras(struct arena *a, const struct item *it, size_t *n);

#endif
