/* SPDX-License-Identifier: MIT */
/*
 * Pages to a PDF file in memory. The only room that sees libharu and zlib.
 */
#ifndef DOSSIER_PDF_PDF_H
#define DOSSIER_PDF_PDF_H

#include "base/buf.h"
#include "layout/page.h"

struct pdf_options {
    int64_t epoch;       /* SOURCE_DATE_EPOCH for the dates; negative: no dates */
    struct str producer; /* "dossier 0.1" */
};

/**
 * Writes the document: subset fonts with ToUnicode, tags, outline, links, named destinations, page
 * labels, XMP, output intent (PDF/UA-1 and PDF/A-2a), object and xref streams. The same pages give
 * the same bytes. What would make a claim of conformance a lie (a figure without alternative text,
 * a glyph no font has) withdraws the claim. Returns false with a diagnostic when libharu gives up
 * (out of memory, a limit of the format) or a font cannot be subset; `out` then holds nothing of
 * use.
 */
bool pdf_write(struct buf *out, const struct pages *pages, const struct pdf_options *opt,
               struct diags *d);
/** libharu's version for `--version`. */
const char *pdf_library_version(void);

#endif
