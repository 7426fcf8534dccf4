/* SPDX-License-Identifier: MIT */
/*
 * Identifiers in preprint archives, and article numbers in place of pages. Databases write them in
 * many forms, but CSL has only one form.
 */
#ifndef DOSSIER_BIB_ITEM_ARCHIVE_H
#define DOSSIER_BIB_ITEM_ARCHIVE_H

#include "cite/bib/item/item.h"

/** An identifier of arXiv with its version, and its class. Both are slices of the input. */
struct bib_arxiv {
    struct str id, class; /* "2401.00002v1", "cs.CL"; the class is often empty */
};

/** Reads a text that consists of one identifier of arXiv ("2401.00002", "hep-th/9901001v3"), with
 * or without "arXiv:" or an address before it and the class in brackets after it (arXiv identifier
 * scheme, 2007). */
bool bib_arxiv_read(struct str s, struct bib_arxiv *out);
/** Finds the first identifier of a text that follows "arXiv:" or is in an address of arXiv. */
bool bib_arxiv_find(struct str s, struct bib_arxiv *out);
/** Returns the part of an address before the identifier, for an archive ("arxiv", "jstor",
 * "pubmed", "googlebooks", "hdl", in upper or lower case). Empty for other names. */
struct str bib_archive_address(struct str name);

/** Records that a work is at arXiv: sets `archive`, `archive_location` and, if there is a class,
 * `archive_collection`. Variables that the item already has are not changed. */
void item_set_arxiv(struct arena *a, struct item *it, struct bib_arxiv x, struct span at);
/** Reads the identifier of an item whose `archive` is arXiv. Returns false for other items. */
bool item_arxiv(const struct item *it, struct bib_arxiv *out);

/** Returns the address of an item's eprint (the extras `eprint` and `eprinttype` of a .bib). It is
 * empty if the item has none, or if the item's URL contains the identifier of the eprint. */
struct str item_eprint_address(struct arena *a, const struct item *it);
/** Whether a work is an article of a journal, magazine or newspaper. */
bool item_is_article(const struct item *it);
/** Sets the number of an article without pages. In a journal it becomes the `number` (CSL 1.0.2,
 * appendix IV; "Article 105" in some styles) and also the `page`, for all other styles. In a
 * conference paper it becomes only the `number`, because styles print "p." before a page. In other
 * works it becomes only the `page`. Variables that are set already are not changed. */
void item_set_article_number(struct arena *a, struct item *it, struct rich number, struct span at);

#endif
