/* SPDX-License-Identifier: MIT */
/*
 * Searches items in memory with the query language of the library (cite/bib/store/store.h), with
 * the same results.
 */
#ifndef DOSSIER_BIB_STORE_LIBRARY_SEARCH_H
#define DOSSIER_BIB_STORE_LIBRARY_SEARCH_H

#include "cite/bib/item/item.h"
#include "cite/bib/store/store.h"

/** Whether the item meets all conditions of the query. Words are compared folded: case, accents and
 * punctuation do not count. Temporary text goes into `scratch`. */
bool bib_search_matches(struct arena *scratch, const struct bib_store_query *q,
                        const struct item *it);

#endif
