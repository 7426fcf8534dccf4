/* SPDX-License-Identifier: MIT */
/*
 * Limits on the input that several files need or that users may meet. Each is reported as a
 * diagnostic when it is reached. The numbers are far above what any real document needs and far
 * below what would exhaust the machine. Limits of a single algorithm (digits of a number, letters
 * of a pattern) are defined where they are used.
 */
#ifndef DOSSIER_BASE_BOUNDS_H
#define DOSSIER_BASE_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

/* Maximum bytes of finished outputs in memory. LIMIT_HELD is for outputs that are written after the
 * last document of a batch, LIMIT_WAITING for those of documents that were built before their
 * turn. */
#define LIMIT_HELD (256u * 1024u * 1024u)
#define LIMIT_WAITING (32u * 1024u * 1024u)
#define LIMIT_BUF (1024u * 1024u * 1024u)      /* bytes in one string builder */
#define LIMIT_SOURCE (256u * 1024u * 1024u)    /* bytes in one document */
#define LIMIT_DATABASE (1024u * 1024u * 1024u) /* bytes in one citation database */
#define LIMIT_FIELD (1024u * 1024u)          /* bytes in one field of a .bib file after expansion */
#define LIMIT_STYLE (8u * 1024u * 1024u)     /* bytes in one CSL style or locale */
#define LIMIT_FRONT_MATTER (1024u * 1024u)   /* bytes of YAML front matter */
#define LIMIT_CV (16u * 1024u * 1024u)       /* bytes in the data file of a CV */
#define LIMIT_DATA_DEPTH 64                  /* maximum nesting in YAML and JSON */
#define LIMIT_CSS_DEPTH 32                   /* nesting of blocks in a style sheet */
#define LIMIT_CSS (1024u * 1024u)            /* bytes in one style sheet */
#define LIMIT_XML_PART (32u * 1024u * 1024u) /* bytes in one part of a Word file */
#define LIMIT_XML_DEPTH 256                  /* nesting of XML */
#define LIMIT_DOC_DEPTH 200                  /* nesting of the document tree */
#define LIMIT_WAITING_FLOATS 100             /* floats that may wait for a later column */
#define LIMIT_MACRO_DEPTH 64                 /* nested calls of CSL macros */
#define LIMIT_CROSSREF_DEPTH 16              /* length of a chain of crossrefs in a .bib file */
#define LIMIT_INHERITED_FIELDS 200           /* fields of a .bib entry that other entries inherit */
#define LIMIT_TEX_DEPTH 64                   /* nested groups in TeX text and math */
#define LIMIT_MATH_CELLS 4096                /* rows times columns of one table in a formula */
#define LIMIT_MACROS 1000                    /* TeX macros in one document */
#define LIMIT_MACRO_EXPANSIONS 1000          /* macro expansions in one formula */
#define LIMIT_MACRO_BYTES (128u * 1024u)     /* bytes of text from macros in one formula */
#define LIMIT_LIQUID_WORK (256u * 1024u * 1024u) /* bytes that Liquid processes per document */
#define LIMIT_LIQUID_OUTPUT (4u * 1024u * 1024u) /* bytes that Liquid may add to its input */
#define LIMIT_LIQUID_LOOPS 100000u               /* iterations of all Liquid loops together */
#define LIMIT_LIQUID_DEPTH 16                    /* nesting of Liquid includes */
#define LIMIT_EAGER_ITEMS 2000 /* entries up to which a build decodes whole databases */
#define LIMIT_DIAGS 1000       /* diagnostics shown for one job */
#define LIMIT_FIXES 1000000u   /* diagnostics kept in one round of --fix */
#define LIMIT_GUESSES 400000u  /* names that "did you mean" compares for one job */
#define LIMIT_IMAGE_FILE (256u * 1024u * 1024u) /* bytes in one image file */
#define LIMIT_IMAGE_PIXELS 50000000u /* pixels in one image: A4 at 600 dpi has 35 million */
#define LIMIT_SVG_ELEMENTS 200000u   /* elements of one SVG image with every <use> expanded */
/* work of the filters of an SVG image in units of 10 ns: 40 s in all */
#define LIMIT_SVG_WORK 4000000000u
#define LIMIT_IMAGE_SIDE 65500u          /* pixels along one side: the limit of the JPEG format */
#define LIMIT_PDF (256u * 1024u * 1024u) /* bytes in a PDF that is read */
#define LIMIT_PDF_DEPTH 100              /* nesting of values in a PDF */
#define LIMIT_PDF_OBJECTS 2000000u       /* objects of a PDF that is inspected */
#define LIMIT_PDF_VALUES (256u * 1024u * 1024u) /* bytes of the text of a PDF's objects */
/* bytes of a PDF's streams after decompression */
#define LIMIT_PDF_STREAMS (512u * 1024u * 1024u)
#define LIMIT_PDF_CONTENT (256u * 1024u * 1024u) /* bytes of page content that is interpreted */
#define LIMIT_PDF_PAGES 100000u                  /* pages of a PDF that is inspected */
#define LIMIT_PDF_NAMES 500000u                  /* links and named destinations of a PDF */
#define LIMIT_PDF_ELEMENTS 4000000u              /* structure elements of a PDF */
#define LIMIT_PDF_RUNS 4000000u                  /* pieces of text in a PDF */
#define LIMIT_PDF_TEXT (64u * 1024u * 1024u)     /* bytes of text extracted from a PDF */
#define LIMIT_PDF_CODES 16000000u                /* character codes of all fonts of a PDF */
#define LIMIT_FORM_OBJECTS 50000u /* objects of a PDF page that is used as an image */
/* bytes of a PDF page that is used as an image, after decompression */
#define LIMIT_FORM_BYTES (128u * 1024u * 1024u)
#define LIMIT_ATTACHMENT (64u * 1024u * 1024u)         /* bytes in one file attached to a PDF */
#define LIMIT_ATTACHMENTS_TOTAL (256u * 1024u * 1024u) /* bytes in all attached files together */
#define LIMIT_ATTACHMENTS 1000u                        /* files attached to a PDF */
#define LIMIT_READ_SECONDS 30u                         /* CPU seconds for reading a PDF */
#define LIMIT_READ_MEMORY (1024ul * 1024ul * 1024ul)   /* address space while reading a PDF */

/* Small input could produce large output by repetition. These limits apply to the totals for a
 * whole document or database: each total may reach a fixed minimum plus a multiple of the size of
 * the input. */

/* Bytes that the macros of all formulas produce, for each byte of the document. */
#define LIMIT_SUM_MACROS (64u * 1024u)
#define LIMIT_SUM_MACROS_TIMES 4
/* Bytes of addresses that links copy from link definitions, for each byte of the document. */
#define LIMIT_SUM_LINKS (256u * 1024u)
#define LIMIT_SUM_LINKS_TIMES 4
/* Bytes that .bib entries copy from @string, crossref and xdata, for each byte of the database. */
#define LIMIT_SUM_FIELDS (256u * 1024u)
#define LIMIT_SUM_FIELDS_TIMES 16

/* The number of works in all lists of works together, for each work of the databases. People in
 * lists of people have the same limit. */
#define LIMIT_SUM_WORKS 1000
#define LIMIT_SUM_WORKS_TIMES 8
/* Bytes of nodes that divisions of class `cv` make, for each byte of the document and of the CV's
 * data file. */
#define LIMIT_SUM_CV (2u * 1024u * 1024u)
#define LIMIT_SUM_CV_TIMES 100

#define LIMIT_SUM_PIXELS (2048ull * 1024 * 1024) /* bytes of decoded pixels in a document's PDF */

/** Returns the limit of a sum for an input of `input` bytes. */
static inline size_t limit_sum(size_t floor, size_t times, size_t input) {
    return input > (SIZE_MAX - floor) / times ? SIZE_MAX : floor + times * input;
}

#endif
