/* SPDX-License-Identifier: MIT */
/*
 * What travels inside a finished PDF: the files attached to it. The only room that sees a library
 * that reads PDF; knows nothing of what the files mean.
 *
 * The library is libqpdf by its C interface: Apache-2.0, which goes with MIT (MuPDF is AGPL,
 * poppler GPL); the interface is kept stable, and Debian 12 (11.3) and 13 (12.2) have the same
 * functions; it stands on zlib, libjpeg and the C++ runtime, on no toolkit.
 */
#ifndef DOSSIER_PDFREAD_PDFREAD_H
#define DOSSIER_PDFREAD_PDFREAD_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

/** A file inside. */
struct pdfread_file {
    struct str name; /* as the PDF says it, UTF-8: anything at all, no path yet */
    struct str mime; /* "text/markdown", or empty */
    bool is_source;  /* the document was made from it (AFRelationship Source) */
    struct str data;
};

struct pdfread_files {
    struct pdfread_file *p; /* in the order of the PDF's names, then of its associated files */
    size_t n;
};

/**
 * Finds the embedded files (ISO 32000-1, 7.11.4) and the associated files (ISO 19005-3, 6.8) of a
 * PDF. `name` is what diagnostics call it; `bytes` is the whole file. All results are in `a`.
 *
 * False, with a diagnostic, when it is no PDF, is encrypted with a password, or is damaged beyond
 * repair. A file inside that cannot be read is reported and left out. Files over LIMIT_ATTACHMENT
 * are not taken, nor more than LIMIT_ATTACHMENTS of them; what libqpdf unpacks on the way to them
 * is bounded by the process's limits alone.
 */
bool pdfread_attachments(struct arena *a, struct str name, struct str bytes,
                         struct pdfread_files *out, struct diags *d);

/** libqpdf's version for `--version`. */
const char *pdfread_library_version(void);

#endif
