/* SPDX-License-Identifier: MIT */
/* Shared by the files of the front-matter reader. Private to bib/item. */
#ifndef DOSSIER_BIB_ITEM_FRONT_ITEM_INTERNAL_H
#define DOSSIER_BIB_ITEM_FRONT_ITEM_INTERNAL_H

#include "cite/bib/item/front_item.h"

struct item_page {
    struct arena *a;
    const struct node *front; /* of the page */
    struct node *csl;         /* the work so far, with CSL's names */
    const struct item_page_host *host;
};

/** Sets a variable under CSL's name or a database's, unless it is set or empty; `from` is its
 * place. */
void item_page_put(struct item_page *p, struct str name, const struct node *from, struct str text);
/** Sets names from a list of names and maps, or from one text with several names. Marks of equal
 * and corresponding authors come from `author_notes` and the maps. */
void item_page_names(struct item_page *p, struct str name, const struct node *n);
/** Takes data that the page has nowhere else from a formatted reference: its authors, if they can
 * be recognized, and a DOI, if the title is there. */
void item_page_cited_text(struct item_page *p, const struct node *n);

#endif
