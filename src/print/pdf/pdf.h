/* SPDX-License-Identifier: MIT */
/*
 * Writes pages as a PDF file in memory. No other module uses libharu.
 */
#ifndef DOSSIER_PDF_PDF_H
#define DOSSIER_PDF_PDF_H

#include "core/base/buf.h"
#include "print/layout/model/page.h"

/**
 * The standards that a file can claim, as bits of a set. The empty set claims only PDF 1.7 (ISO
 * 32000-1). A set has at most one PDF/UA standard and at most one PDF/A standard, and both are for
 * the same version of PDF (pdf_standards_version()).
 */
enum pdf_standard {
    PDF_UA_1 = 1 << 0, /* ISO 14289-1 */
    PDF_UA_2 = 1 << 1, /* ISO 14289-2 */
    PDF_A_1B = 1 << 2, /* ISO 19005-1, level B: visual appearance is preserved */
    PDF_A_2B = 1 << 3, /* ISO 19005-2 */
    PDF_A_2U = 1 << 4, /* level U: text can be extracted as Unicode */
    PDF_A_2A = 1 << 5, /* level A: the document is also tagged */
    PDF_A_3B = 1 << 6, /* ISO 19005-3: part 2 with embedded files of any kind */
    PDF_A_3U = 1 << 7,
    PDF_A_3A = 1 << 8,
    PDF_A_4 = 1 << 9,   /* ISO 19005-4 */
    PDF_A_4F = 1 << 10, /* ISO 19005-4 with embedded files of any kind */
    PDF_2_0 = 1 << 11   /* ISO 32000-2 only */
};

/** All standards of PDF/A. */
#define PDF_ANY_A                                                                                  \
    ((unsigned)(PDF_A_1B | PDF_A_2B | PDF_A_2U | PDF_A_2A | PDF_A_3B | PDF_A_3U | PDF_A_3A |       \
                PDF_A_4 | PDF_A_4F))

/** The version of PDF on which a set of standards is based, times ten: 14, 17 or 20. */
int pdf_standards_version(unsigned standards);
/** Whether formulas get MathML. They do in PDF/UA-2, unless PDF/A forbids embedded files. */
bool pdf_standards_mathml(unsigned standards);

/** The relation of an attached file to the document or element (ISO 19005-3, 6.8; ISO 32000-2,
 * table 43, AFRelationship). */
enum pdf_relation { PDF_RELATION_SOURCE, PDF_RELATION_DATA, PDF_RELATION_SUPPLEMENT };

/** An embedded file. */
struct pdf_attachment {
    struct str name;        /* a relative path, with '/' between folders; all names are different */
    struct str mime;        /* the MIME type: "text/markdown" */
    struct str description; /* a text that viewers show; may be empty */
    enum pdf_relation relation;
    struct str bytes;
};

struct pdf_options {
    int64_t epoch;       /* the time for all dates, from SOURCE_DATE_EPOCH; negative: no dates */
    struct str producer; /* the program's name: "dossier 0.1" */
    unsigned standards;  /* bits of enum pdf_standard; with attachments, PDF/A must be PDF/A-3 or
                            PDF/A-4f */
    bool required;       /* an error is reported at `asked` if a standard cannot be claimed */
    struct span asked;
    const struct pdf_attachment *attachments;
    size_t nattachments;
    /* the record of the time that stages take, or NULL; see core/base/timings.h */
    struct timings *timings;
    struct pool *pool; /* threads that compress large files; NULL: none */
};

/** Seconds since 1970 as "2026-01-31T12:00:00Z" (W3C-DTF). Empty for negative seconds and for years
 * after 9999. */
struct str pdf_date_iso(struct arena *a, int64_t epoch);
/**
 * Writes the document: subset fonts with ToUnicode, tags, outline, links, named destinations, page
 * labels, XMP, output intent, attached files, object streams and cross-reference streams. Equal
 * pages give equal bytes. Tags and output intent are written even if no standard requires them. A
 * fault that makes a claim false (a figure without alternative text, a missing glyph) removes the
 * claim. But a transparent picture in PDF/A-1 is blended with white. Returns false, with a
 * diagnostic, if libharu fails (no memory, or a limit of the format) or a font cannot be subset.
 * `out` is then meaningless.
 */
bool pdf_write(struct buf *out, const struct pages *pages, const struct pdf_options *opt,
               struct diags *d);
/** libharu's version for `--version`. */
const char *pdf_library_version(void);

#endif
