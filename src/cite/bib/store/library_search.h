/* SPDX-License-Identifier: MIT */
/*
 * Searches items in memory. The query language and the results are those of the library
 * (cite/bib/store/store.h).
 */
#ifndef DOSSIER_BIB_STORE_LIBRARY_SEARCH_H
#define DOSSIER_BIB_STORE_LIBRARY_SEARCH_H

#include "cite/bib/item/item.h"
#include "cite/bib/store/store.h"

/** Whether an item meets all conditions of a query. Words are compared after folding, so case,
 * accents and punctuation do not matter. Temporary text is put into `scratch`. */
bool bib_search_matches(struct arena *scratch, const struct bib_store_query *q,
                        const struct item *it);

#endif
