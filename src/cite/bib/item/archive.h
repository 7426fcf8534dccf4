/* SPDX-License-Identifier: MIT */
/*
 * Identifiers in archives of preprints, and numbers that stand in place of pages: what databases
 * say of them in many ways, and CSL in one.
 */
#ifndef DOSSIER_BIB_ITEM_ARCHIVE_H
#define DOSSIER_BIB_ITEM_ARCHIVE_H

#include "cite/bib/item/item.h"

/** A work at arXiv: its identifier, with its version, and its class; both are slices of what was
 * read. */
struct bib_arxiv {
    struct str id, class; /* "2401.00002v1", "cs.CL"; the latter often empty */
};

/** Reads a text that is nothing but an identifier of arXiv ("2401.00002", "hep-th/9901001v3"),
 * perhaps with "arXiv:" or the address before it and the class in brackets behind it (arXiv
 * identifier scheme, 2007). */
bool bib_arxiv_read(struct str s, struct bib_arxiv *out);
/** Finds the first identifier in a text that stands behind "arXiv:" or in an address of arXiv. */
bool bib_arxiv_find(struct str s, struct bib_arxiv *out);
/** What stands before an identifier in the address of an archive ("arxiv", "jstor", "pubmed",
 * "googlebooks", "hdl", in any case), or the empty slice. */
struct str bib_archive_address(struct str name);

/** Says that a work lies at arXiv: `archive`, `archive_location` and, with a class,
 * `archive_collection`. What the item says already stays. */
void item_set_arxiv(struct arena *a, struct item *it, struct bib_arxiv x, struct span at);
/** The identifier of an item that lies at arXiv by its `archive` and `archive_location`. */
bool item_arxiv(const struct item *it, struct bib_arxiv *out);

/** Sets the number of an article in a journal without pages. It is the `number` (CSL 1.0.2,
 * appendix IV; "Article 105" in styles that ask for it), and stands in place of pages in all
 * others. In other works it is the `page` alone. A variable that is set already stays. */
void item_set_article_number(struct arena *a, struct item *it, struct rich number, struct span at);

#endif
