/* SPDX-License-Identifier: MIT */
/*
 * The files attached to a finished PDF. No other module uses a library that reads PDF.
 *
 * The library is libqpdf with its C interface. Its licence, Apache-2.0, is compatible with MIT
 * (MuPDF is AGPL, poppler GPL). Its interface is stable: Debian 12 (11.3) and 13 (12.2) have the
 * same functions. It needs zlib, libjpeg and the C++ runtime, but no graphical toolkit.
 */
#ifndef DOSSIER_PDFREAD_PDFREAD_H
#define DOSSIER_PDFREAD_PDFREAD_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

/** An attached file. */
struct pdfread_file {
    struct str name; /* the name in the PDF, in UTF-8: any text, so not a safe path */
    struct str mime; /* the MIME type: "text/markdown", or empty */
    bool is_source;  /* the document was made from the file (AFRelationship Source) */
    struct str data;
};

struct pdfread_files {
    /* the files in the order of the names in the PDF, then the associated files */
    struct pdfread_file *p;
    size_t n;
};

/**
 * Finds the embedded files (ISO 32000-1, 7.11.4) and the associated files (ISO 19005-3, 6.8) of a
 * PDF. `name` is used in diagnostics; `bytes` is the whole file. All results are in the arena.
 *
 * Returns false, with a diagnostic, if the file is not a PDF, is encrypted with a password, or is
 * damaged beyond repair. An attached file that cannot be read is reported and omitted. Files larger
 * than LIMIT_ATTACHMENT, and files after the first LIMIT_ATTACHMENTS, are omitted too. The memory
 * that libqpdf itself needs is bounded only by the limits of the process.
 */
bool pdfread_attachments(struct arena *a, struct str name, struct str bytes,
                         struct pdfread_files *out, struct diags *d);

/** Whether the bytes are a PDF. PDF readers search for the header in the first 1024 bytes (ISO
 * 32000-1, annex H, 3.4.1). */
bool pdfread_is_pdf(struct str bytes);

/** libqpdf's version for `--version`. */
const char *pdfread_library_version(void);

#endif
