/* SPDX-License-Identifier: MIT */
/*
 * The limits on what input may ask for that more than one file knows, or that users may meet: each
 * is reported as a diagnostic when it is hit. The numbers are far above what any real document
 * needs and far below what hurts. Bounds of one algorithm (digits of a number, letters of a
 * pattern) stand where they are used.
 */
#ifndef DOSSIER_BASE_BOUNDS_H
#define DOSSIER_BASE_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

#define LIMIT_HELD (256u * 1024u * 1024u) /* bytes of outputs that wait for the last document */
#define LIMIT_WAITING                                                                              \
    (32u * 1024u * 1024u) /* and of documents of a batch that are built before their turn */
#define LIMIT_BUF (1024u * 1024u * 1024u)      /* bytes in one string builder */
#define LIMIT_SOURCE (256u * 1024u * 1024u)    /* bytes in one document */
#define LIMIT_DATABASE (1024u * 1024u * 1024u) /* bytes in one citation database */
#define LIMIT_FIELD (1024u * 1024u)        /* bytes in one field of a .bib, macros written out */
#define LIMIT_STYLE (8u * 1024u * 1024u)   /* bytes in one CSL style or locale */
#define LIMIT_FRONT_MATTER (1024u * 1024u) /* bytes of YAML front matter */
#define LIMIT_CV (16u * 1024u * 1024u)     /* bytes in a CV as data */
#define LIMIT_DATA_DEPTH 64                /* nesting of YAML, JSON */
#define LIMIT_CSS_DEPTH 32                 /* nesting of blocks in a style sheet */
#define LIMIT_CSS (1024u * 1024u)          /* bytes in one style sheet */
#define LIMIT_XML_DEPTH 256                /* nesting of XML */
#define LIMIT_DOC_DEPTH 200                /* nesting of the document tree */
#define LIMIT_WAITING_FLOATS 100           /* figures that a column leaves to later ones */
#define LIMIT_MACRO_DEPTH 64               /* CSL macros that call macros */
#define LIMIT_CROSSREF_DEPTH 16            /* crossref chains in a .bib */
#define LIMIT_INHERITED_FIELDS 200         /* of a .bib entry that others take fields from */
#define LIMIT_TEX_DEPTH 64                 /* nested groups in TeX text and math */
#define LIMIT_MATH_CELLS 4096              /* of one table in a formula, rows times columns */
#define LIMIT_MACROS 1000                  /* TeX macros of one document */
#define LIMIT_MACRO_EXPANSIONS 1000        /* in one formula */
#define LIMIT_MACRO_BYTES (128u * 1024u)   /* of text that macros of one formula make */
#define LIMIT_LIQUID_WORK (256u * 1024u * 1024u) /* bytes that Liquid handles for one document */
#define LIMIT_LIQUID_OUTPUT (4u * 1024u * 1024u) /* bytes that it makes more than it was given */
#define LIMIT_LIQUID_LOOPS 100000u               /* turns of all its loops */
#define LIMIT_LIQUID_DEPTH 16                    /* includes in includes */
#define LIMIT_EAGER_ITEMS 2000                   /* entries of a database that build reads whole */
#define LIMIT_DIAGS 1000                         /* diagnostics shown for one job */
#define LIMIT_IMAGE_FILE (256u * 1024u * 1024u)  /* bytes in one image file */
#define LIMIT_IMAGE_PIXELS 50000000u /* pixels in one image: A4 at 600 dpi has 35 million */
#define LIMIT_SVG_ELEMENTS 200000u   /* elements of one SVG image, uses written out */
#define LIMIT_SVG_WORK                                                                             \
    4000000000u                 /* of its filters, in 10 ns: 40 s were all as large as the image */
#define LIMIT_IMAGE_SIDE 65500u /* pixels along one side: the limit of JPEG */
#define LIMIT_PDF (256u * 1024u * 1024u)               /* bytes in a PDF that is read */
#define LIMIT_PDF_DEPTH 100                            /* nesting of its values */
#define LIMIT_PDF_OBJECTS 2000000u                     /* of a PDF that is looked at, */
#define LIMIT_PDF_VALUES (256u * 1024u * 1024u)        /* bytes of their text, */
#define LIMIT_PDF_STREAMS (512u * 1024u * 1024u)       /* bytes of its streams, unpacked, */
#define LIMIT_PDF_CONTENT (256u * 1024u * 1024u)       /* bytes of content that are run, */
#define LIMIT_PDF_PAGES 100000u                        /* pages, */
#define LIMIT_PDF_NAMES 500000u                        /* links, and named places, */
#define LIMIT_PDF_ELEMENTS 4000000u                    /* elements of structure, */
#define LIMIT_PDF_RUNS 4000000u                        /* pieces of text, */
#define LIMIT_PDF_TEXT (64u * 1024u * 1024u)           /* bytes that they say, */
#define LIMIT_PDF_CODES 16000000u                      /* codes of fonts */
#define LIMIT_FORM_OBJECTS 50000u                      /* that a page of a PDF stands on */
#define LIMIT_FORM_BYTES (128u * 1024u * 1024u)        /* unpacked, in all of them */
#define LIMIT_ATTACHMENT (64u * 1024u * 1024u)         /* bytes in one file inside a PDF */
#define LIMIT_ATTACHMENTS_TOTAL (256u * 1024u * 1024u) /* bytes in all of them */
#define LIMIT_ATTACHMENTS 1000u                        /* files inside a PDF */
#define LIMIT_READ_SECONDS 30u                         /* CPU seconds for reading a PDF */
#define LIMIT_READ_MEMORY (1024ul * 1024ul * 1024ul)   /* address space while reading a PDF */

/* What repetition may make of small inputs is bounded by sums over a document or a database: a
 * floor, and so many times what was written. */

#define LIMIT_SUM_MACROS (64u * 1024u) /* bytes that macros of all formulas make, and... */
#define LIMIT_SUM_MACROS_TIMES 4       /* ... so many for each byte of the document */
#define LIMIT_SUM_LINKS                                                                            \
    (256u * 1024u) /* bytes of addresses that links take from definitions...                       \
                    */
#define LIMIT_SUM_LINKS_TIMES 4
#define LIMIT_SUM_FIELDS                                                                           \
    (256u * 1024u) /* bytes that entries of a .bib take from @string, crossref                     \
                      and xdata */
#define LIMIT_SUM_FIELDS_TIMES 16

#define LIMIT_SUM_PIXELS (2048ull * 1024 * 1024) /* bytes of decoded pixels in a document's PDF */

/** A sum's limit for an input of so many bytes. */
static inline size_t limit_sum(size_t floor, size_t times, size_t input) {
    return input > (SIZE_MAX - floor) / times ? SIZE_MAX : floor + times * input;
}

#endif
