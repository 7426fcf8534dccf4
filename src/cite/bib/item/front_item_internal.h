/* SPDX-License-Identifier: MIT */
/* Everything that the files of the front-matter reader share. Private to bib/item. */
#ifndef DOSSIER_BIB_ITEM_FRONT_ITEM_INTERNAL_H
#define DOSSIER_BIB_ITEM_FRONT_ITEM_INTERNAL_H

#include "cite/bib/item/front_item.h"

struct item_page {
    struct arena *a;
    const struct node *front; /* the front matter of the page */
    struct node *csl;         /* the work so far, with the names of CSL */
    const struct item_page_host *host;
};

/** Sets a variable, given by its name in CSL or in databases, unless it is set already or the value
 * is empty. `from` gives its place. */
void item_page_put(struct item_page *p, struct str name, const struct node *from, struct str text);
/** Sets names from a list of names and maps, or from a text with several names. The marks of equal
 * and corresponding authors come from `author_notes` and from the maps. */
void item_page_names(struct item_page *p, struct str name, const struct node *n);
/** Takes data from a formatted reference that the page does not give elsewhere: the authors, if
 * they can be recognized, and a DOI, if the reference contains the title. */
void item_page_cited_text(struct item_page *p, const struct node *n);

#endif
