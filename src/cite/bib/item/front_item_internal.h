/* SPDX-License-Identifier: MIT */
/*
 * Between the parts of the reader of pages' front matter. Private to bib/item.
 */
#ifndef DOSSIER_BIB_ITEM_FRONT_ITEM_INTERNAL_H
#define DOSSIER_BIB_ITEM_FRONT_ITEM_INTERNAL_H

#include "cite/bib/item/front_item.h"

struct item_page {
    struct arena *a;
    const struct node *front; /* of the page */
    struct node *csl;         /* the work in CSL's names, as far as it is known */
    const struct item_page_host *host;
};

/** Says something of the work, under CSL's name or a database's, unless it is said already or is
 * nothing; `from` is where it stands. */
void item_page_put(struct item_page *p, struct str name, const struct node *from, struct str text);
/** Says who they are: a list of names and maps, or one text with several names. Marks of equal and
 * corresponding authors come from `author_notes` and from the maps. */
void item_page_names(struct item_page *p, struct str name, const struct node *n);
/** Takes from a reference that is written out what the page says nowhere else: its authors, where
 * they can be told, and a DOI, where it is of that title. */
void item_page_cited_text(struct item_page *p, const struct node *n);

#endif
