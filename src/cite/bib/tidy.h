/* SPDX-License-Identifier: MIT */
/*
 * A .bib written tidily, and whether it still says the same.
 */
#ifndef DOSSIER_BIB_TIDY_H
#define DOSSIER_BIB_TIDY_H

#include "cite/bib/item/item.h"

/**
 * The text tidied: '=' aligned, types and names of fields in lower case, quotes as braces, months
 * as macros, and with `sort` the fields of each entry in their usual order. Keys, values, comments
 * and all text between entries stay. An entry whose item would not be the same afterwards is left
 * as it is; `*left` counts them. Tidying twice is tidying once. Faults of the source go to `d`.
 * Returns false, and reports it, when the text cannot be tidied without changing an item.
 */
bool bib_tidy(struct source *src, bool sort, struct buf *out, size_t *left, struct diags *d);

#endif
