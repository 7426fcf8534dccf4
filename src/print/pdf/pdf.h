/* SPDX-License-Identifier: MIT */
/*
 * Writes pages as a PDF file in memory. The only module that sees libharu and libdeflate.
 */
#ifndef DOSSIER_PDF_PDF_H
#define DOSSIER_PDF_PDF_H

#include "core/base/buf.h"
#include "print/layout/model/page.h"

/**
 * The standards that a file can claim; a set. The empty set claims only PDF 1.7 (ISO 32000-1). At
 * most one each of PDF/UA and PDF/A, all for one version of PDF (pdf_standards_version()).
 */
enum pdf_standard {
    PDF_UA_1 = 1 << 0, /* ISO 14289-1 */
    PDF_UA_2 = 1 << 1, /* ISO 14289-2 */
    PDF_A_1B = 1 << 2, /* ISO 19005-1, level B: visual appearance is preserved */
    PDF_A_2B = 1 << 3, /* ISO 19005-2 */
    PDF_A_2U = 1 << 4, /* level U: text can be extracted as Unicode */
    PDF_A_2A = 1 << 5, /* level A: also tagged */
    PDF_A_3B = 1 << 6, /* ISO 19005-3: part 2 with embedded files of any kind */
    PDF_A_3U = 1 << 7,
    PDF_A_3A = 1 << 8,
    PDF_A_4 = 1 << 9,   /* ISO 19005-4 */
    PDF_A_4F = 1 << 10, /* with embedded files of any kind */
    PDF_2_0 = 1 << 11   /* only ISO 32000-2 */
};

/** All of PDF/A. */
#define PDF_ANY_A                                                                                  \
    ((unsigned)(PDF_A_1B | PDF_A_2B | PDF_A_2U | PDF_A_2A | PDF_A_3B | PDF_A_3U | PDF_A_3A |       \
                PDF_A_4 | PDF_A_4F))
/** The standards that allow embedded files of any kind. */
#define PDF_ANY_FILES ((unsigned)(PDF_A_3B | PDF_A_3U | PDF_A_3A | PDF_A_4F))

/** The version of PDF that a set of standards is based on, times ten: 14, 17 or 20. */
int pdf_standards_version(unsigned standards);
/** Whether formulas get MathML: in PDF/UA-2, unless PDF/A forbids embedded files. */
bool pdf_standards_mathml(unsigned standards);

/** The relation of an attached file to the document or element (ISO 19005-3, 6.8; ISO 32000-2,
 * table 43, AFRelationship). */
enum pdf_relation { PDF_RELATION_SOURCE, PDF_RELATION_DATA, PDF_RELATION_SUPPLEMENT };

/** An embedded file. */
struct pdf_attachment {
    struct str name;        /* relative, with '/' between folders; all different */
    struct str mime;        /* "text/markdown" */
    struct str description; /* shown by viewers; may be empty */
    enum pdf_relation relation;
    struct str bytes;
};

struct pdf_options {
    int64_t epoch;       /* SOURCE_DATE_EPOCH for the dates; negative: no dates */
    struct str producer; /* "dossier 0.1" */
    unsigned standards;  /* enum pdf_standard; with attachments PDF/A is one of PDF_ANY_FILES */
    bool required;       /* a standard that cannot be claimed is an error, reported at `asked` */
    struct span asked;
    const struct pdf_attachment *attachments;
    size_t nattachments;
    struct timings *timings; /* core/base/timings.h; may be NULL */
    struct pool *pool;       /* core/base/pool.h: compresses large files; NULL: no threads */
};

/** Seconds since 1970 as "2026-01-31T12:00:00Z" (W3C-DTF); empty for negative ones and years beyond
 * 9999. */
struct str pdf_date_iso(struct arena *a, int64_t epoch);
/**
 * Writes the document: subset fonts with ToUnicode, tags, outline, links, named destinations, page
 * labels, XMP, output intent, attached files, object and cross-reference streams. Equal pages give
 * equal bytes. Tags and output intent are written for all standards. A fault that makes a claim
 * false (a figure without alternative text, a missing glyph) withdraws the claim; a transparent
 * picture in PDF/A-1 is blended with white instead. Returns false with a diagnostic if libharu
 * fails (out of memory, a limit of the format) or a font cannot be subset; `out` is then
 * meaningless.
 */
bool pdf_write(struct buf *out, const struct pages *pages, const struct pdf_options *opt,
               struct diags *d);
/** libharu's version for `--version`. */
const char *pdf_library_version(void);

#endif
