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
/** What content does that standards forbid. */
struct pdfread_seen {
    bool cmyk;           /* colours of a printing press */
    bool later;          /* numbers that PDF 1.4 cannot hold */
    const char *foreign; /* what no PDF/A may hold, in words; NULL: nothing */
};
/** A content stream without marked content; what it does is added to `seen`. */
struct str pdfread_content(struct arena *a, struct str content, struct pdfread_seen *seen);

/* expand.c */
/** How many bytes a zlib stream (RFC 1950) stands for; counting stops above `most`. */
size_t pdfread_flate_size(struct str data, size_t most);
/** The same of a filter that makes data grow: "/FlateDecode", "/LZWDecode" or "/RunLengthDecode".
 */
size_t pdfread_filter_size(struct str data, struct str filter, size_t most);
/** Whether a stream has at most so many bytes when it is unpacked; found without unpacking it. */
bool pdfread_fits(qpdf_data pdf, qpdf_oh stream, size_t most);
/** Whether a file's streams of objects and references have at most so many bytes in all: libqpdf
 * unpacks them whole when it opens it. */
bool pdfread_opens_small(struct str file, size_t most);

#endif
