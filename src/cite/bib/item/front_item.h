/* SPDX-License-Identifier: MIT */
/*
 * Works that the front matter of their pages describes: `content/publication` of HugoBlox,
 * `_publications` of academicpages, `citation` and articles of Quarto, posts of al-folio. This
 * module defines the meaning of their keys.
 */
#ifndef DOSSIER_BIB_ITEM_FRONT_ITEM_H
#define DOSSIER_BIB_ITEM_FRONT_ITEM_H

#include "cite/bib/item/item.h"
#include "core/data/data_node.h"

/** Look-ups that the caller provides. */
struct item_page_host {
    /** Returns the full name of a person whom a page names by one word, such as "admin" in
     * HugoBlox. Returns an empty text for an unknown person. The pointer may be NULL. */
    struct str (*person)(void *user, struct str word);
    void *user;
};

/**
 * Returns the work that a page's front matter describes, with the key `key`. Returns NULL when it
 * has no title. Strings are Markdown; the item has slices of the tree. All values have places in
 * the page's source. In addition to CSL's variables the item has extras, named as in databases:
 * `pdf`, `code`, `slides`... and `url_NAME` for further links, `selected`, `abbr`, `permalink`. A
 * key that is one edit away from a known key is reported.
 */
struct item *item_of_page(struct arena *a, const struct node *front, struct str key,
                          const struct item_page_host *host, struct diags *d);
/** Whether the page is a draft: `draft: true`, `published: false`. */
bool item_page_is_draft(const struct node *front);
/** The default key for the work of a page: the folder of "index.md", otherwise the name of the
 * file. */
struct str item_page_key(struct str path);

/**
 * Merges a work of a database with its page. Bibliographic data come from the database, or from the
 * page where the database has none. Links, keywords, marks of authors and other extras come from
 * the page.
 */
struct item *item_with_page(struct arena *a, const struct item *it, const struct item *page);

#endif
