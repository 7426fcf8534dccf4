/* SPDX-License-Identifier: MIT */
/*
 * A page of a PDF as a form XObject (ISO 32000-1, 8.10): its content and all objects that it needs,
 * to be embedded in another PDF. Colours, fonts and text are unchanged; what only concerns the old
 * document (structure, layers, links, actions) is omitted.
 */
#ifndef DOSSIER_PDFREAD_FORM_H
#define DOSSIER_PDFREAD_FORM_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

/** Encloses the number of an object in a body: "\1" "12" "\1". */
#define PDFREAD_REF '\x01'
/** Encloses a "/Group" entry (11.6.6), which is removed where nothing is transparent and PDF has no
 * groups. */
#define PDFREAD_GROUP "\x02"

/** An indirect object. Objects may refer to each other in circles. */
struct pdfread_object {
    struct str body; /* ASCII; for a stream its entries, "/Key value", without length */
    bool stream;
    bool packed;     /* the data has the filters that `body` names; otherwise none */
    struct str data; /* of a stream */
};

struct pdfread_form {
    struct pdfread_object *objects; /* the first is the form itself */
    size_t n;
    double width, height; /* in points, as the page is shown: cropped and turned */
    double matrix[6]; /* from the form's space to that of the page as shown, origin bottom left */
    size_t pages;     /* number of pages of the PDF */
    /* features that PDF/A or PDF/UA forbid (ISO 19005-2, 6.2; ISO 14289-1, 7.21) */
    bool no_font;        /* a font is not embedded */
    bool no_text;        /* a font does not map its glyphs to characters */
    bool cmyk;           /* device colours that do not match the document's output intent */
    bool clear;          /* something may be transparent */
    bool veil;           /* something is transparent */
    bool unlisted;       /* a subset font does not list its glyphs (ISO 19005-1, 6.3.5) */
    bool later;          /* a feature later than PDF 1.4 */
    const char *foreign; /* a description of something that all of PDF/A forbids, or NULL */
};

/**
 * Reads page `page`, from 1, of the PDF in `bytes`. `name` and `at` are used in diagnostics. NULL
 * with a diagnostic if it is no PDF, encrypted with a password, damaged beyond repair, has no such
 * page, or needs more than LIMIT_FORM_OBJECTS objects or LIMIT_FORM_BYTES bytes. All memory is in
 * the arena.
 */
struct pdfread_form *pdfread_form(struct arena *a, struct str name, struct str bytes, size_t page,
                                  struct span at, struct diags *d);

#endif
