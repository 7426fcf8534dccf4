/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share. The body is written first, then the preamble
 * with everything that the body needs.
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
    int depth; /* the nesting of nodes */
    /* above 0 in notes and cells, where floats, page breaks and verbatim text are not allowed */
    int inner;
    /* above 0 in headings, captions and tables; the texts of notes are written after these */
    int apart;
    int cells; /* number of open tables, in which lines end with \newline */
    /* numbers of open lists: all, bulleted and numbered ones; TeX limits their nesting */
    int lists, items, numbers;
    VEC(const struct doc_node *) waiting; /* notes whose text is not written yet */
    int base;                             /* level of the highest headings */
    int counts[LATEX_LEVELS];             /* LaTeX's counters of sections */
    int figure, table, note;              /* LaTeX's counters of captions and notes */
    bool appendix;
    bool tables, images, multirow, strike;
};

/* ---- text: escape.c, latex_symbols.c */

/** Appends text with TeX's special characters escaped. */
void latex_text(struct latex_writer *w, struct str s);
/** Appends text in typewriter type, with its spaces and its groups of punctuation characters. */
void latex_code(struct latex_writer *w, struct str s);
/** Appends an identifier as a label. It has letters, digits and other characters that hyperref
 * accepts. */
void latex_label(struct latex_writer *w, struct str id);
/** Appends an address as the argument of \href. */
void latex_url(struct latex_writer *w, struct str url);
/** Appends `\hypertarget{id}{}\label{id}` for a node with an identifier. */
void latex_anchor(struct latex_writer *w, const struct doc_node *n);

enum latex_symbol {
    LATEX_NATIVE,   /* pdflatex has the character itself */
    LATEX_DECLARED, /* the command for the character was appended */
    LATEX_UNKNOWN
};
enum latex_symbol latex_symbol(struct arena *a, struct buf *out, uint32_t cp);
/** Whether the table of symbols is sorted. Used by a test. */
bool latex_symbols_sorted(void);

/* ---- preamble.c */

/** Whether a raw block defines commands. It then goes into the preamble, because the title may use
 * the commands. */
bool latex_defines(const struct doc_node *n);

/** Writes everything up to \begin{document} for a body. */
void latex_preamble(struct latex_writer *w, struct buf *out, struct str body);

/* ---- inlines: inline.c */

void latex_inlines(struct latex_writer *w, const struct doc_node *first,
                   const struct doc_node *end);
/** Like latex_inlines(), where notes must wait: in headings, captions, terms and the
 * arguments of commands. */
void latex_apart(struct latex_writer *w, const struct doc_node *first);
/** Writes the texts of waiting notes. */
void latex_waiting_notes(struct latex_writer *w);

/* ---- blocks: block.c, list.c, table.c */

void latex_blocks(struct latex_writer *w, const struct doc_node *first);
void latex_list(struct latex_writer *w, const struct doc_node *n);
void latex_definitions(struct latex_writer *w, const struct doc_node *n);
void latex_bibliography(struct latex_writer *w, const struct doc_node *n);
void latex_table(struct latex_writer *w, const struct doc_node *n);
/** Sets LaTeX's counter if it would not give a caption its number. `*count` is the value of the
 * counter. */
void latex_count(struct latex_writer *w, const struct doc_node *caption, const char *counter,
                 int *count);
/** Writes `\caption{...}`. If `counted` is false or the caption has no number, writes the caption
 * as a paragraph instead. */
void latex_caption(struct latex_writer *w, const struct doc_node *caption, bool counted);

/** Writes `[{text}]`, the version for LaTeX's auxiliary files, if the inlines are more than plain
 * text. */
void latex_short(struct latex_writer *w, const struct doc_node *first);

#endif
