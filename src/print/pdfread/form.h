/* SPDX-License-Identifier: MIT */
/*
 * A page of a PDF as a form XObject (ISO 32000-1, 8.10): its content and all that it stands on, for
 * another PDF to take in. Colours, fonts and text stay what they are; what belongs to the page's
 * old document alone (structure, layers, links, actions) stays behind.
 */
#ifndef DOSSIER_PDFREAD_FORM_H
#define DOSSIER_PDFREAD_FORM_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

/** Before and behind the number of an object in a body: "\1" "12" "\1". */
#define PDFREAD_REF '\x01'
/** Before and behind a "/Group" entry (11.6.6), which goes where nothing is see-through and PDF
 * knows no groups. */
#define PDFREAD_GROUP "\x02"

/** An indirect object. Objects may refer to each other in circles. */
struct pdfread_object {
    struct str body; /* ASCII; of a stream its entries, "/Key value", without length */
    bool stream;
    bool packed;     /* the data has the filters that `body` names; else it has none */
    struct str data; /* of a stream */
};

struct pdfread_form {
    struct pdfread_object *objects; /* the first is the form itself */
    size_t n;
    double width, height; /* in points, as the page is shown: cropped and turned */
    double matrix[6];     /* from the form's space to that of the page shown, origin bottom left */
    size_t pages;         /* of the PDF */
    /* what PDF/A or PDF/UA forbid (ISO 19005-2, 6.2; ISO 14289-1, 7.21) */
    bool no_font;        /* a font is not embedded */
    bool no_text;        /* a font does not say which characters its glyphs are */
    bool cmyk;           /* colours of a device that the document's intent is not for */
    bool clear;          /* something is see-through, or may be */
    bool veil;           /* something is */
    bool unlisted;       /* part of a font does not list its glyphs (ISO 19005-1, 6.3.5) */
    bool later;          /* something came after PDF 1.4 */
    const char *foreign; /* what no PDF/A may hold, in words; NULL: nothing */
};

/**
 * Reads page `page`, from 1, of the PDF in `bytes`. `name` is what diagnostics call it, `at` their
 * place. NULL with a diagnostic when it is no PDF, encrypted with a password, damaged beyond
 * repair, has no such page, or stands on more than LIMIT_FORM_OBJECTS objects or
 * LIMIT_FORM_BYTES bytes. All memory is the arena's.
 */
struct pdfread_form *pdfread_form(struct arena *a, struct str name, struct str bytes, size_t page,
                                  struct span at, struct diags *d);

#endif
