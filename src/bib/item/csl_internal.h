/* SPDX-License-Identifier: MIT */
/*
 * Between the parts of the reader of CSL-JSON and CSL-YAML. Private to bib/item.
 */
#ifndef DOSSIER_BIB_ITEM_CSL_INTERNAL_H
#define DOSSIER_BIB_ITEM_CSL_INTERNAL_H

#include "bib/item/read.h"

/** Rich text of a string of CSL-YAML. */
struct str csl_markdown(struct arena *a, struct str s);
/** Reads a date value; returns false when nothing is in it. Faults go to `d`. */
bool csl_date(const struct node *n, struct item_date *out, struct diags *d);

#endif
