/* SPDX-License-Identifier: MIT */
/*
 * Pages to a PDF file in memory. The only room that sees libharu and libdeflate.
 */
#ifndef DOSSIER_PDF_PDF_H
#define DOSSIER_PDF_PDF_H

#include "core/base/buf.h"
#include "print/layout/model/page.h"

/**
 * What a file can claim to be; a set. The empty one claims nothing but PDF 1.7 (ISO 32000-1). Of
 * PDF/UA and of PDF/A at most one each, all of one version of PDF (pdf_standards_version()).
 */
enum pdf_standard {
    PDF_UA_1 = 1 << 0, /* ISO 14289-1 */
    PDF_UA_2 = 1 << 1, /* ISO 14289-2 */
    PDF_A_1B = 1 << 2, /* ISO 19005-1, level B: it looks the same for ever */
    PDF_A_2B = 1 << 3, /* ISO 19005-2 */
    PDF_A_2U = 1 << 4, /* level U: its text can be read as well */
    PDF_A_2A = 1 << 5, /* level A: and it is tagged */
    PDF_A_3B = 1 << 6, /* ISO 19005-3: part 2 with files of any kind inside */
    PDF_A_3U = 1 << 7,
    PDF_A_3A = 1 << 8,
    PDF_A_4 = 1 << 9,   /* ISO 19005-4 */
    PDF_A_4F = 1 << 10, /* with files of any kind inside */
    PDF_2_0 = 1 << 11   /* nothing more than ISO 32000-2 */
};

/** All of PDF/A. */
#define PDF_ANY_A                                                                                  \
    ((unsigned)(PDF_A_1B | PDF_A_2B | PDF_A_2U | PDF_A_2A | PDF_A_3B | PDF_A_3U | PDF_A_3A |       \
                PDF_A_4 | PDF_A_4F))
/** Those that let files of any kind in. */
#define PDF_ANY_FILES ((unsigned)(PDF_A_3B | PDF_A_3U | PDF_A_3A | PDF_A_4F))

/** The version of PDF that a set of standards is about, times ten: 14, 17 or 20. */
int pdf_standards_version(unsigned standards);
/** Whether formulas are to carry MathML: in PDF/UA-2, unless PDF/A forbids files inside. */
bool pdf_standards_mathml(unsigned standards);

/** What an attached file is to the document or an element (ISO 19005-3, 6.8; ISO 32000-2, table 43,
 * AFRelationship). */
enum pdf_relation { PDF_RELATION_SOURCE, PDF_RELATION_DATA, PDF_RELATION_SUPPLEMENT };

/** A file that travels inside. */
struct pdf_attachment {
    struct str name;        /* relative, with '/' between folders; no two are the same */
    struct str mime;        /* "text/markdown" */
    struct str description; /* what viewers show, or empty */
    enum pdf_relation relation;
    struct str bytes;
};

struct pdf_options {
    int64_t epoch;       /* SOURCE_DATE_EPOCH for the dates; negative: no dates */
    struct str producer; /* "dossier 0.1" */
    unsigned standards;  /* enum pdf_standard; with attachments PDF/A is one of PDF_ANY_FILES */
    bool required;       /* a standard that cannot be claimed is an error, at `asked` */
    struct span asked;
    const struct pdf_attachment *attachments;
    size_t nattachments;
    struct timings *timings; /* core/base/timings.h; NULL: nobody asks */
    struct recall *recall;   /* of files that were written before, of pages that were set with the
                                same fonts and paragraphs (shaper_recall()); or NULL */
    struct pool *pool;       /* core/base/pool.h: compresses large files; NULL: no threads */
};

/**
 * Writes the document: subset fonts with ToUnicode, tags, outline, links, named destinations, page
 * labels, XMP, output intent, attached files, object and xref streams. The same pages give the same
 * bytes. Tags and output intent are there whatever is claimed. What would make a claim of
 * conformance a lie (a figure without alternative text, a glyph no font has) withdraws the claim;
 * what the claim leaves no room for (a see-through picture in PDF/A-1) is put otherwise where that
 * looks the same.
 * Returns false with a diagnostic when libharu gives up (out of memory, a limit of the format) or a
 * font cannot be subset; `out` then holds nothing of use.
 */
bool pdf_write(struct buf *out, const struct pages *pages, const struct pdf_options *opt,
               struct diags *d);
/** libharu's version for `--version`. */
const char *pdf_library_version(void);

#endif
