/* SPDX-License-Identifier: MIT */
/* Merges the extras of an item for formats that allow each name once. */
#ifndef DOSSIER_BIB_ITEM_EXTRAS_H
#define DOSSIER_BIB_ITEM_EXTRAS_H

#include "cite/bib/item/item.h"

/** The extras of an item; those with one name are joined with "; ". In the arena. */
struct item_extra *item_merged_extras(struct arena *a, const struct item *it, size_t *n);

#endif
