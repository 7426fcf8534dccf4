/* SPDX-License-Identifier: MIT */
/*
 * What the files of this room share. Private to verify.
 */
#ifndef DOSSIER_VERIFY_VERIFY_INTERNAL_H
#define DOSSIER_VERIFY_VERIFY_INTERNAL_H

#include "check/verify/verify.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "print/pdfread/document.h"

/* ---- words.c: what is said, and whether two say the same */

enum verify_piece_kind {
    VERIFY_WORDS,
    VERIFY_LABEL, /* numbers and marks that an output sets and the source need not have */
    VERIFY_WILD   /* anything may stand here: a formula, a figure, raw HTML */
};

struct verify_piece {
    enum verify_piece_kind kind;
    bool begins; /* a new word begins with it, though no blank says so */
    bool block;  /* a new block does */
    bool own;    /* it is for this output alone */
    struct str text;
    struct span span;    /* in the source; SPAN_NONE */
    uint32_t page, line; /* of a PDF or, the line alone, of a page's file; from 1; 0: not known */
};

/** An address beyond the document that a link leads to. */
struct verify_address {
    struct str url;
    struct span span; /* in the source; SPAN_NONE */
};

struct verify_text {
    VEC(struct verify_piece) main, notes; /* notes apart: outputs set them where they like */
    VEC(struct verify_address) addresses; /* with what is percent-encoded undone */
    struct str lang;
    bool adds, hides; /* style sheets set words of their own, or take some away */
};

/** An empty one; what is put into it is on the heap until verify_text_keep() takes it over. */
struct verify_text *verify_text_new(struct arena *a);
struct verify_text *verify_text_keep(struct arena *a, struct verify_text *t);
/** Adds a piece, to the notes or to the rest. */
void verify_text_put(struct verify_text *t, bool note, struct verify_piece piece);

/** Compares what should be said, by the source, with what an output says; `name` is its. */
void verify_compare(struct arena *a, const struct verify_text *expected,
                    const struct verify_text *said, struct str name, struct diags *d);

/* ---- link_targets.c: where links lead beyond the document */

/** Adds one, when it is the web's; `a` is the text's arena. */
void verify_add_address(struct verify_text *t, struct arena *a, struct str url, struct span span);
/** Reports the addresses of the source that an output has not, or not so often. */
void verify_compare_addresses(struct arena *a, const struct verify_text *expected,
                              const struct verify_text *said, struct str name, struct diags *d);

/* ---- cross_numbers.c: numbers that refer, and numbers that are referred to */

/** "Figure 2", "[5]", "(3)", "2.1": a text that is nothing but a reference. */
struct verify_reference {
    struct str word;   /* "Figure", "fig."; or empty */
    struct str number; /* "2", "2.1", "A", "2020a" */
    bool year;         /* it looks like one */
};
bool verify_read_reference(struct str text, struct verify_reference *out);

/** Numbers that something is called by. */
struct verify_label {
    struct str word; /* "Figure", or empty */
    struct str numbers[16];
    size_t n;
    bool named; /* it has a number of its own; else `numbers` are years that its text has */
};
/** From the beginning of a caption, heading or paragraph: "Figure 2: ...", "2.1 Words", "Theorem
 * 3." */
void verify_label_begin(struct verify_label *l, struct str text);
/** Adds all numbers: of a label that is nothing else; those in parentheses alone; years. */
void verify_label_all(struct verify_label *l, struct str text);
void verify_label_parentheses(struct verify_label *l, struct str text);
void verify_label_years(struct verify_label *l, struct str text);
/** Whether a reference agrees with what it leads to; true when it says nothing that could be wrong.
 */
bool verify_agrees(const struct verify_reference *r, const struct verify_label *l, struct str lang);
/** "2" or "2, 3". */
struct str verify_label_list(struct arena *a, const struct verify_label *l);

/* ---- a PDF */

/** A run in the order of reading. */
struct verify_at {
    uint32_t page, run;
    uint32_t element; /* index; UINT32_MAX: in none */
};

struct verify_pdf {
    struct arena *arena;
    struct pdfread_document *doc;
    struct str name;
    struct source *src; /* without a text: diagnostics name the file */
    uint32_t said;      /* diagnostics so far */
    struct diags *d;
    const struct pdfread_page *pages;
    size_t npages;
    const struct pdfread_tree *tree;
    struct verify_at *order; /* all runs that the tree has, as it has them */
    size_t norder;
    uint32_t *first, *end; /* by element: its runs in `order` */
    uint32_t *kids;        /* by element: index of the first element behind it and all below */
    struct str lang;
};

/** The file as a place. Each is another: who drops what is said twice of one place keeps all. */
static inline struct span verify_whole(struct verify_pdf *v) {
    v->said++;
    return span_make(v->src, v->said, v->said);
}

/* pdf_text.c */
/** Puts the runs into the order of reading. */
void verify_pdf_order(struct verify_pdf *v);
/** What the PDF says, as its structure has it. */
struct verify_text *verify_pdf_text(struct verify_pdf *v);
/** The text of an element, notes in it left out; at most `most` bytes. */
struct str verify_element_text(struct verify_pdf *v, size_t element, size_t most);
/** "page 3, line 12" of a place in `order`. */
struct str verify_where(struct verify_pdf *v, size_t at);

/* pdf_links.c */
void verify_pdf_links(struct verify_pdf *v);

/* pdf_calm.c: what may act, load or hide */
void verify_pdf_calm(struct verify_pdf *v);
/* rules.c: what holds of all PDFs, and what standards ask of those that claim to follow them */
void verify_pdf_rules(struct verify_pdf *v);

/** Whether an element's type is one of some, with blanks between: "H1 H2". */
bool verify_is_one(struct str kind, const char *list);
static inline bool verify_is_heading(struct str kind) {
    return kind.n >= 2 && kind.p[0] == 'H' && is_digit(kind.p[1]) && kind.p[1] != '0';
}

#endif
