/* SPDX-License-Identifier: MIT */
/*
 * Joins PDFs into one: their pages with links, bookmarks, page labels, forms and tags (ISO
 * 32000-1).
 */
#ifndef DOSSIER_PDFREAD_JOIN_H
#define DOSSIER_PDFREAD_JOIN_H

#include "print/pdfread/document.h"

/** A PDF that is joined with others. */
struct pdfread_part {
    /* the document, which the caller opened in the same arena as the others */
    struct pdfread_document *doc;
    struct str title; /* the title of the part's bookmark, in UTF-8 */
};

/** Appends the joined PDF to `out`. Each part has a bookmark, which contains the part's own
 * bookmarks. Names of destinations of a part get a prefix if an earlier part has one of these
 * names. The tags of the parts become one tree. Entries of a part's catalog that concern only the
 * part as a document, such as scripts and attachments, are omitted. The same parts give the same
 * bytes. Returns the number of pages, or 0 if a part cannot be joined. */
size_t pdfread_join(struct arena *a, const struct pdfread_part *parts, size_t n, struct str title,
                    struct str lang, struct buf *out);

#endif
