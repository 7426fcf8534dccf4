/* SPDX-License-Identifier: MIT */
/*
 * Pages to a PDF file in memory. The only room that sees libharu and zlib.
 */
#ifndef DOSSIER_PDF_PDF_H
#define DOSSIER_PDF_PDF_H

#include "base/buf.h"
#include "layout/model/page.h"

/** What a file can claim to be; a set. The empty one claims nothing but PDF 1.7 (ISO 32000-1). */
enum pdf_standard {
    PDF_UA_1 = 1, /* ISO 14289-1 */
    PDF_A_2A = 2, /* ISO 19005-2, level A: tagged; of the three at most one */
    PDF_A_2U = 4, /* level U: text can be read */
    PDF_A_3A = 8  /* ISO 19005-3, level A: 2A with files of any kind inside */
};

/** What an attached file is to the document (ISO 19005-3, 6.8, AFRelationship). */
enum pdf_relation { PDF_RELATION_SOURCE, PDF_RELATION_DATA };

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
    unsigned standards;  /* enum pdf_standard; with attachments PDF/A means PDF_A_3A */
    bool required;       /* a standard that cannot be claimed is an error, at `asked` */
    struct span asked;
    const struct pdf_attachment *attachments;
    size_t nattachments;
};

/**
 * Writes the document: subset fonts with ToUnicode, tags, outline, links, named destinations, page
 * labels, XMP, output intent, attached files, object and xref streams. The same pages give the same
 * bytes. Tags and output intent are there whatever is claimed. What would make a claim of
 * conformance a lie (a figure without alternative text, a glyph no font has) withdraws the claim.
 * Returns false with a diagnostic when libharu gives up (out of memory, a limit of the format) or a
 * font cannot be subset; `out` then holds nothing of use.
 */
bool pdf_write(struct buf *out, const struct pages *pages, const struct pdf_options *opt,
               struct diags *d);
/** libharu's version for `--version`. */
const char *pdf_library_version(void);

#endif
