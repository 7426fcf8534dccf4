/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share. Private to the module.
 */
#ifndef DOSSIER_VERIFY_VERIFY_INTERNAL_H
#define DOSSIER_VERIFY_VERIFY_INTERNAL_H

#include "check/verify/verify.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "print/pdfread/document.h"

/* ---- words.c */

enum verify_piece_kind {
    VERIFY_WORDS,
    VERIFY_LABEL, /* numbers and marks that an output adds */
    VERIFY_WILD   /* any text may be here: a formula, a figure, raw HTML */
};

struct verify_piece {
    enum verify_piece_kind kind;
    bool begins; /* a new word begins here without a blank before it */
    bool block;  /* a new block begins here */
    bool own;    /* only this output has the text, so it is not compared with other outputs */
    struct str text;
    struct span span; /* the place in the source, or SPAN_NONE */
    /* the page and line in a PDF, or the line in the file of a page; from 1; 0 if unknown */
    uint32_t page, line;
};

/** An address outside of the document to which a link leads. */
struct verify_address {
    struct str url;
    struct span span; /* the place of the link in the source, or SPAN_NONE */
};

struct verify_text {
    /* notes are separate, because outputs put them at different places */
    VEC(struct verify_piece) main, notes;
    /* the addresses outside of the document, with percent-encoding decoded */
    VEC(struct verify_address) addresses;
    struct str lang;
    bool adds, hides; /* style sheets add words or hide some */
};

/** Makes a new, empty text. Its lists are on the heap until verify_text_keep(). */
struct verify_text *verify_text_new(struct arena *a);
struct verify_text *verify_text_keep(struct arena *a, struct verify_text *t);
/** Adds a piece to the notes or the main text. */
void verify_text_put(struct verify_text *t, bool note, struct verify_piece piece);

/** Compares the words of the source (`expected`) with those of the output (`said`). `name` is the
 * name of the output. */
void verify_compare(struct arena *a, const struct verify_text *expected,
                    const struct verify_text *said, struct str name, struct diags *d);

/* ---- link_targets.c: addresses outside of the document */

/** Adds an address if it is an address of the web. `a` is the arena of the text. */
void verify_add_address(struct verify_text *t, struct arena *a, struct str url, struct span span);
/** Reports the addresses of the source that an output does not have, or does not have often
 * enough. */
void verify_compare_addresses(struct arena *a, const struct verify_text *expected,
                              const struct verify_text *said, struct str name, struct diags *d);

/* ---- cross_numbers.c: numbers in references and labels */

/** A text that consists only of a reference: "Figure 2", "[5]", "(3)", "2.1". */
struct verify_reference {
    struct str word;   /* the word: "Figure", "fig."; or empty */
    struct str number; /* the number: "2", "2.1", "A", "2020a" */
    bool year;         /* the number looks like a year */
};
bool verify_read_reference(struct str text, struct verify_reference *out);

/** The numbers of a figure, section, entry and the like. */
struct verify_label {
    struct str word; /* the word before the numbers: "Figure"; or empty */
    struct str numbers[16];
    size_t n;
    bool named; /* the label has a number; if false, `numbers` are the years in its text */
};
/** Reads the label at the beginning of a caption, heading or paragraph: "Figure 2: ...", "2.1
 * Words", "Theorem 3." */
void verify_label_begin(struct verify_label *l, struct str text);
/** These functions add all numbers, the numbers in parentheses, or the years of a text. */
void verify_label_all(struct verify_label *l, struct str text);
void verify_label_parentheses(struct verify_label *l, struct str text);
void verify_label_years(struct verify_label *l, struct str text);
/** Whether a reference agrees with the label of its target. Returns true for a reference that
 * cannot be checked. */
bool verify_agrees(const struct verify_reference *r, const struct verify_label *l, struct str lang);
/** Returns the numbers as "2" or "2, 3". */
struct str verify_label_list(struct arena *a, const struct verify_label *l);

/* ---- a PDF */

/** A run in reading order. */
struct verify_at {
    uint32_t page, run;
    uint32_t element; /* index of the element; UINT32_MAX if the run is in no element */
};

struct verify_pdf {
    struct arena *arena;
    struct pdfread_document *doc;
    struct str name;
    struct source *src; /* a source without text, so that diagnostics name only the file */
    uint32_t said;      /* number of diagnostics so far */
    struct diags *d;
    const struct pdfread_page *pages;
    size_t npages;
    const struct pdfread_tree *tree;
    struct verify_at *order; /* all runs of the structure tree, in its order */
    size_t norder;
    uint32_t *first, *end; /* for each element: its range in `order` */
    uint32_t *kids; /* for each element: index of the first element after all of its descendants */
    struct str lang;
};

/** Returns a place for findings about the whole file. Each call returns another place, so that
 * equal findings are not treated as repetitions. */
static inline struct span verify_whole(struct verify_pdf *v) {
    v->said++;
    return span_make(v->src, v->said, v->said);
}

/* pdf_text.c */
/** Sorts the runs into reading order. */
void verify_pdf_order(struct verify_pdf *v);
/** Returns the words of the PDF in the order of its structure. */
struct verify_text *verify_pdf_text(struct verify_pdf *v);
/** Returns the text of an element without the notes in it, and at most `most` bytes. */
struct str verify_element_text(struct verify_pdf *v, size_t element, size_t most);

/** Checks links, named destinations and the outline. pdf_links.c */
void verify_pdf_links(struct verify_pdf *v);

/** Checks actions, scripts and embedded files. pdf_calm.c */
void verify_pdf_calm(struct verify_pdf *v);
/** Returns for each object whether an /AF entry refers to it (ISO 32000-2, 14.13). */
bool *verify_claimed_files(struct verify_pdf *v);
/** Checks the rules for all PDFs, and those of claimed standards. rules.c */
void verify_pdf_rules(struct verify_pdf *v);

static inline bool verify_is_heading(struct str kind) {
    return kind.n >= 2 && kind.p[0] == 'H' && is_digit(kind.p[1]) && kind.p[1] != '0';
}

#endif
