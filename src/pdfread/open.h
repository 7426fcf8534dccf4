/* SPDX-License-Identifier: MIT */
/*
 * What the files share that read PDFs by libqpdf. Private to pdfread.
 */
#ifndef DOSSIER_PDFREAD_OPEN_H
#define DOSSIER_PDFREAD_OPEN_H

#include "base/arena.h"
#include "base/buf.h"
#include "diag/diag.h"

#include <qpdf/qpdf-c.h>

/** Opens a PDF; `bytes` is borrowed until pdfread_close(). NULL with a diagnostic when it is none,
 * encrypted with a password, or damaged beyond repair. */
qpdf_data pdfread_open(struct str name, struct str bytes, struct span at, struct diags *d);
void pdfread_close(qpdf_data pdf);

/* content.c */
/** A content stream without marked content. `*cmyk` becomes true when it sets such colours. */
struct str pdfread_content(struct arena *a, struct str content, bool *cmyk);

#endif
