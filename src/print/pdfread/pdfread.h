/* SPDX-License-Identifier: MIT */
/*
 * The files attached to a finished PDF. The only module that sees a library that reads PDF.
 *
 * The library is libqpdf with its C interface. Its licence, Apache-2.0, is compatible with MIT
 * (MuPDF is AGPL, poppler GPL); its interface is stable: Debian 12 (11.3) and 13 (12.2) have the
 * same functions; it needs zlib, libjpeg and the C++ runtime, but no toolkit.
 */
#ifndef DOSSIER_PDFREAD_PDFREAD_H
#define DOSSIER_PDFREAD_PDFREAD_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

/** An attached file. */
struct pdfread_file {
    struct str name; /* as written in the PDF, in UTF-8: any text, not a safe path */
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
 * PDF. `name` is used in diagnostics; `bytes` is the whole file. All results are in `a`.
 *
 * False, with a diagnostic, if it is no PDF, encrypted with a password, or damaged beyond repair.
 * An attached file that cannot be read is reported and omitted. Files over LIMIT_ATTACHMENT and
 * more files than LIMIT_ATTACHMENTS are not taken; what libqpdf unpacks to find them is only
 * limited by the limits of the process.
 */
bool pdfread_attachments(struct arena *a, struct str name, struct str bytes,
                         struct pdfread_files *out, struct diags *d);

/** libqpdf's version for `--version`. */
const char *pdfread_library_version(void);

#endif
