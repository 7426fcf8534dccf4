/* SPDX-License-Identifier: MIT */
/*
 * Declarations shared by the files that use libqpdf. Internal to print/pdfread.
 */
#ifndef DOSSIER_PDFREAD_OPEN_H
#define DOSSIER_PDFREAD_OPEN_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/module.h"
#include "core/diag/diag.h"

#include <qpdf/qpdf-c.h>

struct pdfread_calls {
#define CALL(name) MODULE_FIELD(name)
#include "print/pdfread/qpdf_calls.def"
#undef CALL
};

/** libqpdf, which is loaded when the first PDF is opened, and one open PDF. */
struct pdfread_lib {
    struct pdfread_calls calls;
    qpdf_data data;
};

/** Calls a function of libqpdf for an open PDF. The name is given without "qpdf_": QPDF(pdf,
 * oh_is_array, value). */
#define QPDF(lib, name, ...) ((lib)->calls.qpdf_##name((lib)->data, ##__VA_ARGS__))

/** Opens a PDF. `bytes` is borrowed until pdfread_close(). Returns NULL with a diagnostic if it is
 * not a PDF, is encrypted with a password, or is damaged beyond repair. */
struct pdfread_lib *pdfread_open(struct str name, struct str bytes, struct span at,
                                 struct diags *d);
void pdfread_close(struct pdfread_lib *pdf);

/** Features in a content stream that standards forbid. */
struct pdfread_seen {
    bool cmyk;           /* the content uses device CMYK colours */
    bool later;          /* the content has numbers that are too large for PDF 1.4 */
    const char *foreign; /* a description of something that all parts of PDF/A forbid, or NULL */
};
/** Copies a content stream without the operators that mark content; the content stays. Forbidden
 * features are added to `seen` (unmark_content.c). */
struct str pdfread_content(struct arena *a, struct str content, struct pdfread_seen *seen);

/** The unpacked size for any filter that expands data: "/FlateDecode", "/LZWDecode" or
 * "/RunLengthDecode". Counting stops above `most` (expand.c). */
size_t pdfread_filter_size(struct str data, struct str filter, size_t most);
/** Whether the unpacked size of a stream is at most `most` bytes. The stream is not unpacked for
 * this. */
bool pdfread_fits(struct pdfread_lib *pdf, qpdf_oh stream, size_t most);
/** Whether the object streams and cross-reference streams of a file have at most `most` bytes
 * together. libqpdf unpacks them when it opens the file. */
bool pdfread_opens_small(struct str file, size_t most);

#endif
