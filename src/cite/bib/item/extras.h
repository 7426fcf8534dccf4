/* SPDX-License-Identifier: MIT */
/* Merges the extras of an item for formats in which each name may occur once. */
#ifndef DOSSIER_BIB_ITEM_EXTRAS_H
#define DOSSIER_BIB_ITEM_EXTRAS_H

#include "cite/bib/item/item.h"

/** The extras of an item, with those of the same name joined by "; ". In the arena. */
struct item_extra *item_merged_extras(struct arena *a, const struct item *it, size_t *n);

#endif
