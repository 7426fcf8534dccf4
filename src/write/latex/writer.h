/* SPDX-License-Identifier: MIT */
/*
 * Between the files of the room. The body is written first; what it turned out to need stands in
 * the preamble.
 */
#ifndef DOSSIER_LATEX_WRITER_H
#define DOSSIER_LATEX_WRITER_H

#include "core/base/vec.h"
#include "write/latex/latex.h"

#define LATEX_LEVELS 6

struct latex_writer {
    struct buf *out;
    const struct doc *doc;
    const struct latex_options *opt;
    struct diags *d;
    int depth; /* of nodes in nodes */
    int inner; /* in notes and cells: no floats, no pages break, nothing verbatim */
    int apart; /* in headings, captions and tables: texts of notes wait for what follows them */
    int cells; /* lines end with \newline */
    int lists, items, numbers; /* open lists, bulleted and numbered ones: TeX has room for few */
    VEC(const struct doc_node *) waiting; /* notes */
    int base;                             /* level of the highest headings */
    int counts[LATEX_LEVELS];             /* what LaTeX's counters of sections say */
    int figure, table, note;              /* the same of captions and notes */
    bool appendix;
    bool tables, images, multirow, strike, natbib, graphics;
};

/* ---- text: escape.c, latex_symbols.c */

/** Appends a text with what TeX takes for commands escaped. */
void latex_text(struct latex_writer *w, struct str s);
/** Text in typewriter type: spaces and runs of punctuation stay. */
void latex_code(struct latex_writer *w, struct str s);
/** An identifier as a label: of letters, digits and what hyperref takes as it is. */
void latex_label(struct latex_writer *w, struct str id);
/** An address as the argument of \href. */
void latex_url(struct latex_writer *w, struct str url);
/** `\hypertarget{id}{}\label{id}` where a node has one. */
void latex_anchor(struct latex_writer *w, const struct doc_node *n);

enum latex_symbol {
    LATEX_NATIVE,   /* pdflatex knows the character */
    LATEX_DECLARED, /* what it stands for was appended */
    LATEX_UNKNOWN
};
enum latex_symbol latex_symbol(struct arena *a, struct buf *out, uint32_t cp);
/** Whether the table is in order: for a test. */
bool latex_symbols_sorted(void);

/* ---- preamble.c */

/** Whether a raw block defines commands: then it belongs to the preamble, since the title may have
 * them. */
bool latex_defines(const struct doc_node *n);

/** Everything up to \begin{document}, for the body that was written. */
void latex_preamble(struct latex_writer *w, struct buf *out, struct str body);

/* ---- inlines: inline.c */

void latex_inlines(struct latex_writer *w, const struct doc_node *first,
                   const struct doc_node *end);
/** The texts of notes whose marks stood where they could not. */
void latex_waiting_notes(struct latex_writer *w);
/** An image, or what it shows where pdflatex cannot set it. */
void latex_image(struct latex_writer *w, const struct doc_node *n);

/* ---- blocks: block.c, list.c, table.c */

void latex_blocks(struct latex_writer *w, const struct doc_node *first);
void latex_list(struct latex_writer *w, const struct doc_node *n);
void latex_definitions(struct latex_writer *w, const struct doc_node *n);
void latex_bibliography(struct latex_writer *w, const struct doc_node *n);
void latex_table(struct latex_writer *w, const struct doc_node *n);
/** Sets LaTeX's counter, where it would not give a caption the number that it has; `*count` is what
 * it was. */
void latex_count(struct latex_writer *w, const struct doc_node *caption, const char *counter,
                 int *count);
/** `\caption{...}`, or the text alone without a counter. */
void latex_caption(struct latex_writer *w, const struct doc_node *caption, bool counted);

/** `[{text}]` for what LaTeX writes to its files, when the inlines are more than text. */
void latex_short(struct latex_writer *w, const struct doc_node *first);

#endif
