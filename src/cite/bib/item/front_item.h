/* SPDX-License-Identifier: MIT */
/*
 * Works as the front matter of their pages describes them: HugoBlox' `content/publication`,
 * academicpages' `_publications`, Quarto's `citation` and articles, al-folio's posts. What the
 * keys mean is decided here alone.
 */
#ifndef DOSSIER_BIB_ITEM_FRONT_ITEM_H
#define DOSSIER_BIB_ITEM_FRONT_ITEM_H

#include "cite/bib/item/item.h"
#include "core/data/data_node.h"

/** Who knows what a page only names. */
struct item_page_host {
    /** The full name of a person that a page knows by a word ("admin", HugoBlox' folders of
     * authors); empty when nobody is called so. NULL: nobody is known. */
    struct str (*person)(void *user, struct str word);
    void *user;
};

/**
 * The work that a page's front matter describes, under `key`; NULL when it describes none, for lack
 * of a title. Strings are Markdown; the item has slices of the tree's. Everything has its place in
 * the page's source. Beside CSL's variables it has these extras, as databases name them: `pdf`,
 * `code`, `slides`... and `url_NAME` for further links, `selected`, `abbr`, `permalink`. A key that
 * is one slip away from one that means something is reported.
 */
struct item *item_of_page(struct arena *a, const struct node *front, struct str key,
                          const struct item_page_host *host, struct diags *d);
/** Whether a page with this front matter is kept back: `draft: true`, `published: false`. */
bool item_page_is_draft(const struct node *front);
/** What works are called when their page does not say it: "index.md" after its folder, others after
 * their file. */
struct str item_page_key(struct str path);

/**
 * A work of a database and of its page: bibliographic data are the database's, and the page's where
 * it has none; links, keywords, marks of authors and what else is not CSL's are the page's.
 */
struct item *item_with_page(struct arena *a, const struct item *it, const struct item *page);

#endif
