/* SPDX-License-Identifier: MIT */
/*
 * CSL-JSON items for programs that use the processor alone (the public API) and for its tests.
 */
#ifndef DOSSIER_CSL_ITEMS_H
#define DOSSIER_CSL_ITEMS_H

#include "bib/item/item.h"
#include "data/node.h"

/** Reads one CSL-JSON item. Values of a wrong kind are reported and left out. Lives in `a`. */
struct item *csl_item_read(struct arena *a, const struct node *n, struct diags *d);
/** Reads a date written as text: ISO 8601, "May 2005", "Spring 1999 - Summer 2001", "100 BC",
 * "2005?". What is none is kept in `raw`. */
void csl_date_read(struct arena *a, struct str text, struct item_date *out);

#endif
