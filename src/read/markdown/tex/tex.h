/* SPDX-License-Identifier: MIT */
/*
 * What the files share that make nodes of LaTeX (the table of commands and environments, and where
 * they end: model/tex/latex/ltx.h).
 *
 *   tex_inline.c  a command in Markdown's text       tex_block.c   an environment of lines
 *   tex_read.c    text, groups, paragraphs           tex_command.c commands
 *   tex_link.c    links, notes, references           tex_cite.c    citations
 *   tex_list.c    lists, bibliographies        tex_table.c   tabulars
 *   tex_float.c   figures and tables                 tex_area.c    divisions, theorems, code
 *   tex_gloss.c   linguists' examples                tex_algorithm.c   algorithms
 *   tex_split.c   blocks among a paragraph's inlines
 *
 * Invariants: 1. a reader goes through [at, end) of its text once and leaves `at` at the end; 2.
 * what it makes is below `parent`; 3. no function calls itself without `depth` growing, up to
 * LIMIT_TEX_DEPTH.
 */
#ifndef DOSSIER_MARKDOWN_TEX_H
#define DOSSIER_MARKDOWN_TEX_H

#include "model/tex/latex/ltx.h"
#include "read/markdown/core/inline_pass.h"

#define TEX_MARKS 16 /* that are in force at one place; more are ignored */

/** What a reader makes of text that stands in no environment. */
enum tex_mode {
    TEX_BLOCKS, /* paragraphs */
    TEX_TIGHT,  /* paragraphs without space between them: items */
    TEX_MIXED   /* inlines of `parent`, blocks among them */
};

/** A font, a size, a colour in force. */
struct tex_mark {
    enum ltx_style style;
    struct str value;      /* of CSS */
    int percent;           /* LTX_SIZED: of the document's size */
    struct doc_node *node; /* in the open paragraph, or NULL */
};

/** What a float has beside its content. */
struct tex_float {
    struct doc_node *caption;
    struct str label;
};

struct tex {
    struct md *m;
    const struct md_text *text;
    const struct ltx_text *t;
    size_t at, end;
    struct doc_node *parent, *para; /* the open paragraph, or NULL */
    enum tex_mode mode;
    struct tex_mark marks[TEX_MARKS];
    size_t nmarks;
    unsigned depth;
    bool markdown; /* a command in Markdown's text: what it lacks is not looked for further on */
    bool mono;     /* hyphens and quotes as they stand */
    bool in_note;
    unsigned quoted;           /* \enquote around here */
    bool space;                /* is to be written before the next ink */
    bool dollars, unclosed[2]; /* no such formula ends any more: of dollars; in \( and in \[ */
    struct tex_float *floated; /* the float around here, or NULL */
    struct doc_node *beside;   /* a minipage right before here, or NULL */
    struct doc_node *heading;  /* what a \label right here names; or NULL */
};

/** A command or an environment with its arguments. */
struct tex_call {
    const struct ltx_row *row;
    struct str name;
    size_t begin, end; /* all of it */
    struct ltx_arg args[LTX_ARGS];
    struct ltx_arg body; /* of an environment */
};

/* tex_read.c */
/** A reader of a text from byte `from` to `to`; blocks and inlines go below `parent`. */
struct tex md_tex_reader(struct md *m, const struct md_text *text, const struct ltx_text *t,
                         struct doc_node *parent, enum tex_mode mode);
/** Reads up to the reader's end. */
void md_tex_run(struct tex *x);
/** Reads a part with a reader of its own, which knows what is around here. */
void md_tex_part(struct tex *x, const struct ltx_arg *part, struct doc_node *parent,
                 enum tex_mode mode);
/** A part in the same reader: a paragraph may begin in it and go on behind it, and what is in force
 * stays so; `at` does not move. */
void md_tex_within(struct tex *x, const struct ltx_arg *part);
/** A part in inlines alone: blocks in it give their text. */
void md_tex_inlines(struct tex *x, const struct ltx_arg *part, struct doc_node *parent);
/** Where inlines go now; begins a paragraph when none is open, and writes the space that waits. */
struct doc_node *md_tex_top(struct tex *x);
/** A node of bytes [begin, end) at the end of what is open. */
struct doc_node *md_tex_inline(struct tex *x, enum doc_kind kind, size_t begin, size_t end);
void md_tex_text(struct tex *x, struct str text, size_t begin, size_t end);
/** Ends the paragraph. */
void md_tex_paragraph(struct tex *x);
/** A block of bytes [begin, end); the paragraph before it ends. */
struct doc_node *md_tex_block(struct tex *x, enum doc_kind kind, size_t begin, size_t end);
/** A node that is in no tree yet. */
struct doc_node *md_tex_node(struct tex *x, enum doc_kind kind, size_t begin, size_t end);
/** A mark is in force from here on, until `nmarks` is what it was. */
void md_tex_mark(struct tex *x, enum ltx_style style, struct str value, int percent);
struct span md_tex_span(const struct tex *x, size_t begin, size_t end);
static inline struct str md_tex_arg(const struct tex *x, const struct ltx_arg *arg) {
    return ltx_arg(x->t, arg);
}
/** A formula of bytes [begin, end). */
void md_tex_math(struct tex *x, size_t begin, size_t end, bool display);
/** LaTeX text without markup. */
struct str md_tex_plain(struct tex *x, struct str tex, struct span at);

/* tex_command.c */
/** What begins with the backslash at `x->at`: reads it, and moves behind it. */
void md_tex_command(struct tex *x);
/** What no table knows, as it is. */
void md_tex_raw(struct tex *x, enum doc_kind kind, size_t begin, size_t end);

/* What the tables call: each reads one call, whose row has the act of that name. */
void md_tex_link(struct tex *x, const struct tex_call *c);
void md_tex_note(struct tex *x, const struct tex_call *c);
void md_tex_ref(struct tex *x, const struct tex_call *c);
void md_tex_label(struct tex *x, const struct tex_call *c);
void md_tex_cite(struct tex *x, const struct tex_call *c);
void md_tex_cites(struct tex *x, const struct tex_call *c);
void md_tex_nocite(struct tex *x, const struct tex_call *c);
void md_tex_list(struct tex *x, const struct tex_call *c);
void md_tex_bibliography(struct tex *x, const struct tex_call *c);
void md_tex_examples(struct tex *x, const struct tex_call *c);
void md_tex_tabular(struct tex *x, const struct tex_call *c);
void md_tex_tabbing(struct tex *x, const struct tex_call *c);
void md_tex_float(struct tex *x, const struct tex_call *c);
void md_tex_subfloat(struct tex *x, const struct tex_call *c);
void md_tex_caption(struct tex *x, const struct tex_call *c);
void md_tex_image(struct tex *x, const struct tex_call *c);
void md_tex_area(struct tex *x, const struct tex_call *c);
void md_tex_theorem(struct tex *x, const struct tex_call *c);
void md_tex_verbatim(struct tex *x, const struct tex_call *c);
void md_tex_algorithm(struct tex *x, const struct tex_call *c);
void md_tex_lines(struct tex *x, const struct tex_call *c);
void md_tex_drawing(struct tex *x, const struct tex_call *c);

/* tex_list.c */
/** What stands from one \item to the next. */
struct tex_item {
    struct ltx_arg label; /* [...] behind \item */
    struct ltx_arg body;
    size_t begin;
};
/** The next `\name` in [at, end), outside of braces and environments; `end` when there is none. */
size_t md_tex_find(const struct tex *x, size_t at, size_t end, const char *name);
/** The item `\name` with the arguments `spec` that begins at `*at`, which moves to the next one;
 * false behind the last. */
bool md_tex_item(const struct tex *x, size_t *at, size_t end, const char *name, const char *spec,
                 struct tex_item *out);

/* tex_table.c */
/** Where the line that begins at `at` ends: at `\\` outside of braces and environments, or at
 * `end`; `*behind`: what stands behind that. */
size_t md_tex_line(const struct tex *x, size_t at, size_t end, size_t *behind);

/* tex_finish.c */
/** What needs the whole tree: appendices, lines with \hfill. */
void md_tex_finish(struct md *m);
/* tex_inline.c */
/** What LaTeX's backslash begins: a command with its arguments, an environment, a formula. */
bool md_tex_backslash(struct inl *x);
/** TeX's tie between a word and a reference or a citation: `Figure~\ref{fig:a}`. */
bool md_tex_tie(struct inl *x);

/* tex_block.c */
/** Reads what macros make of bytes [begin, end) of a text; false when there is no end of it. */
bool md_tex_expanded(struct md *m, const struct md_text *t, size_t begin, size_t end,
                     struct md_text *out);

#endif
