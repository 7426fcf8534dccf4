/* SPDX-License-Identifier: MIT */
/*
 * A page of a PDF as a form XObject (ISO 32000-1, 8.10): its content and all objects that it needs,
 * to be embedded in another PDF. Colours, fonts and text are unchanged. Data that matter only to
 * the old document (structure, layers, links, actions) are omitted.
 */
#ifndef DOSSIER_PDFREAD_FORM_H
#define DOSSIER_PDFREAD_FORM_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

/** The byte before and after the number of an object in a body: "\1" "12" "\1". */
#define PDFREAD_REF '\x01'
/** The text before and after an entry "/Group" (11.6.6). A PDF that must have no groups omits the
 * entry if nothing is transparent. */
#define PDFREAD_GROUP "\x02"

/** An indirect object. Objects may refer to each other in cycles. */
struct pdfread_object {
    /* the object in ASCII; for a stream its entries, "/Key value", without the length */
    struct str body;
    bool stream;
    bool packed;     /* the data have the filters that `body` names; otherwise they have none */
    struct str data; /* the data of a stream */
};

struct pdfread_form {
    struct pdfread_object *objects; /* the first object is the form itself */
    size_t n;
    double width, height; /* the size in points of the page as it is shown: cropped and turned */
    /* maps the form's space to the space of the page as shown, whose origin is at the bottom
     * left */
    double matrix[6];
    size_t pages; /* the number of pages in the PDF */
    /* from here on: features that PDF/A or PDF/UA forbid (ISO 19005-2, 6.2; ISO 14289-1, 7.21) */
    bool no_font; /* a font in the form is not embedded */
    bool no_text; /* a font does not map its glyphs to characters */
    /* there are device colours that do not match the document's output intent */
    bool cmyk;
    bool clear;          /* something may be transparent, because there is a transparency group */
    bool veil;           /* something is certainly transparent */
    bool unlisted;       /* a subset font does not list its glyphs (ISO 19005-1, 6.3.5) */
    bool later;          /* the form uses a feature newer than PDF 1.4 */
    const char *foreign; /* a description of something that all parts of PDF/A forbid, or NULL */
};

/**
 * Reads page `page`, from 1, of the PDF in `bytes`. `name` and `at` are used in diagnostics.
 * Returns NULL with a diagnostic if it is not a PDF, is encrypted with a password, is damaged
 * beyond repair, has no such page, or needs more than LIMIT_FORM_OBJECTS objects or
 * LIMIT_FORM_BYTES bytes. All memory is in the arena.
 */
struct pdfread_form *pdfread_form(struct arena *a, struct str name, struct str bytes, size_t page,
                                  struct span at, struct diags *d);

#endif
