/* SPDX-License-Identifier: MIT */
/*
 * The readers of LaTeX. The table of LaTeX's commands and environments is in model/tex/latex
 * (ltx.h).
 *
 *   tex_inline.c  a command in Markdown's text       tex_block.c   an environment of lines
 *   tex_read.c    text, groups, paragraphs           tex_command.c commands
 *   tex_link.c    links, notes, references           tex_cite.c    citations
 *   tex_list.c    lists, bibliographies              tex_table.c   tabulars
 *   tex_float.c   figures and tables                 tex_area.c    divisions, theorems, code
 *   tex_gloss.c   linguistic examples                tex_algorithm.c  algorithms
 *   tex_finish.c  commands that need the whole tree
 *
 * Invariants: 1. A reader goes once through the bytes [at, end) of its text, and `at` equals `end`
 * afterwards. 2. Its nodes are below `parent`. 3. Each recursion increases `depth`, up to
 * LIMIT_TEX_DEPTH.
 */
#ifndef DOSSIER_MARKDOWN_TEX_H
#define DOSSIER_MARKDOWN_TEX_H

#include "model/tex/latex/ltx.h"
#include "read/markdown/core/inline_pass.h"

/* maximum number of fonts, sizes and colours that apply at the same place; others are ignored */
#define TEX_MARKS 16

/** What a reader makes of text outside of environments. */
enum tex_mode {
    TEX_BLOCKS, /* paragraphs */
    TEX_TIGHT,  /* paragraphs without space between them, for items of lists */
    TEX_MIXED   /* inlines and blocks, both directly below `parent` */
};

/** A font, size or colour that applies to the following text. */
struct tex_mark {
    enum ltx_style style;
    struct str value; /* the value in CSS */
    /* for LTX_SIZED: the size in per cent of the size of the document's text */
    int percent;
    /* the node that has this font, size or colour in the open paragraph, or NULL */
    struct doc_node *node;
};

/** The caption and the label of a float. */
struct tex_float {
    struct doc_node *caption;
    struct str label;
};

struct tex {
    struct md *m;
    const struct md_text *text;
    const struct ltx_text *t;
    size_t at, end;
    struct doc_node *parent, *para; /* `para` is the open paragraph, or NULL */
    enum tex_mode mode;
    struct tex_mark marks[TEX_MARKS];
    size_t nmarks;
    unsigned depth;
    /* the text is a command in Markdown, whose arguments must directly follow it */
    bool markdown;
    bool mono; /* hyphens and quotes are kept, because the text is monospaced */
    bool in_note;
    unsigned quoted; /* number of \enquote around this place */
    bool space;      /* a space is to be written before the next text */
    /* the rest of the text has no closing dollar signs; `unclosed`: no `\)`, no `\]` */
    bool dollars, unclosed[2];
    struct tex_float *floated; /* the float that contains this place, or NULL */
    struct doc_node *beside;   /* a minipage directly before this place, or NULL */
    /* the heading to which a \label at this place would belong, or NULL */
    struct doc_node *heading;
};

/** A command or an environment with its arguments. */
struct tex_call {
    const struct ltx_row *row;
    struct str name;
    size_t begin, end; /* the bytes from the command to the end of its last argument */
    struct ltx_arg args[LTX_ARGS];
    struct ltx_arg body; /* for an environment: its content */
};

/* tex_read.c */
/** Makes a reader for a whole text. Its blocks and inlines are put below `parent`. */
struct tex md_tex_reader(struct md *m, const struct md_text *text, const struct ltx_text *t,
                         struct doc_node *parent, enum tex_mode mode);
/** Reads the text up to its end. */
void md_tex_run(struct tex *x);
/** Reads a part of the text with a new reader, which is in the same note, float and quotation. */
void md_tex_part(struct tex *x, const struct ltx_arg *part, struct doc_node *parent,
                 enum tex_mode mode);
/** Reads a part of the text with the same reader: the open paragraph, fonts, sizes and colours
 * continue in it. A paragraph may also continue after it. `at` does not change. */
void md_tex_within(struct tex *x, const struct ltx_arg *part);
/** Reads a part of the text as inlines. Blocks in it are replaced with their text. */
void md_tex_inlines(struct tex *x, const struct ltx_arg *part, struct doc_node *parent);
/** Returns the parent for the next inlines. Begins a paragraph if none is open, and writes a space
 * that is due. */
struct doc_node *md_tex_top(struct tex *x);
/** Appends an inline node for bytes [begin, end). */
struct doc_node *md_tex_inline(struct tex *x, enum doc_kind kind, size_t begin, size_t end);
void md_tex_text(struct tex *x, struct str text, size_t begin, size_t end);
/** Ends the paragraph. */
void md_tex_paragraph(struct tex *x);
/** Appends a block for the bytes [begin, end). Ends the paragraph before it. */
struct doc_node *md_tex_block(struct tex *x, enum doc_kind kind, size_t begin, size_t end);
/** Makes a node that is not in the tree yet. */
struct doc_node *md_tex_node(struct tex *x, enum doc_kind kind, size_t begin, size_t end);
/** Appends a node for the bytes [begin, end) to `parent`. */
struct doc_node *md_tex_add(struct tex *x, struct doc_node *parent, enum doc_kind kind,
                            size_t begin, size_t end);
/** Begins a font, size or colour. The caller ends it by setting `nmarks` to its former value. */
void md_tex_mark(struct tex *x, enum ltx_style style, struct str value, int percent);
struct span md_tex_span(const struct tex *x, size_t begin, size_t end);
static inline struct str md_tex_arg(const struct tex *x, const struct ltx_arg *arg) {
    return ltx_arg(x->t, arg);
}
/** Returns the name of the command at `at`. Returns an empty text if there is a control symbol or
 * other text. */
static inline struct str md_tex_name(const struct tex *x, size_t at) {
    size_t n = x->t->s.p[at] == '\\' ? ltx_name(x->t->s, at) : 0;
    return str_slice(x->t->s, at + 1, at + 1 + n);
}
/** Appends a formula of bytes [begin, end). */
void md_tex_math(struct tex *x, size_t begin, size_t end, bool display);
/** Returns the text of `tex` without markup. */
struct str md_tex_plain(struct tex *x, struct str tex, struct span at);

/* tex_command.c */
/** Reads the command at the backslash `x->at` and moves past it. */
void md_tex_command(struct tex *x);
/** Returns the offset after the command at `at` and all groups in braces and brackets that directly
 * follow it, up to `end`. These groups are the arguments of raw TeX in pandoc. */
size_t md_tex_call_end(const struct ltx_text *t, size_t at, size_t end);
/** Appends bytes [begin, end) as raw LaTeX, and returns the node. */
struct doc_node *md_tex_raw(struct tex *x, enum doc_kind kind, size_t begin, size_t end);

/** Whether a section without a number is in the table of contents, because an \addcontentsline is
 * next to its heading. */
bool md_tex_is_listed(const struct tex *x, const struct tex_call *c);
/** Appends the heading of the list of references: the option of the call, or the usual word in the
 * language of the document. */
void md_tex_references_title(struct tex *x, const struct tex_call *c);

/* Each of these functions reads the commands and environments of one act in the table of
 * model/tex/latex: md_tex_link() reads those of LTX_LINK. */
void md_tex_link(struct tex *x, const struct tex_call *c);
void md_tex_note(struct tex *x, const struct tex_call *c);
void md_tex_ref(struct tex *x, const struct tex_call *c);
void md_tex_ref_range(struct tex *x, const struct tex_call *c);
void md_tex_label(struct tex *x, const struct tex_call *c);
void md_tex_cite(struct tex *x, const struct tex_call *c);
void md_tex_cites(struct tex *x, const struct tex_call *c);
void md_tex_references(struct tex *x, const struct tex_call *c);
void md_tex_database(struct tex *x, const struct tex_call *c);
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
/** The text from one \item to the next. */
struct tex_item {
    struct ltx_arg label; /* the text in [...] after \item */
    struct ltx_arg body;
    size_t begin;
};
/** Returns the offset of the next command `\name` in [at, end) that is in no group or environment,
 * or `end`. */
size_t md_tex_find(const struct tex *x, size_t at, size_t end, const char *name);
/** Reads the command `\name` at `*at`, with the arguments `spec` and the text up to the next such
 * command. Moves `*at` there. Returns false if none is left. */
bool md_tex_item(const struct tex *x, size_t *at, size_t end, const char *name, const char *spec,
                 struct tex_item *out);

/** Whether `options` of enumitem remove the space between items. */
bool md_tex_tightens(struct str options);

/* tex_table.c */
/** Returns the offset after the group, environment, control symbol or byte at `at`. */
size_t md_tex_group_end(const struct tex *x, size_t at, size_t end);
/** Returns the end of the row of a table that begins at `at`: its `\\`, which is in no group or
 * environment, or `end`. `*behind` is the offset after the `\\`. */
size_t md_tex_line(const struct tex *x, size_t at, size_t end, size_t *behind);

/* tex_finish.c */
/** Applies commands that need the whole tree, such as \appendix and \hfill. */
void md_tex_finish(struct md *m);
/* tex_inline.c */
/** Reads a command, an environment or a formula at the backslash. */
bool md_tex_backslash(struct inl *x);
/** Reads TeX's no-break space between a word and a reference or citation: `Figure~\ref{fig:a}`. */
bool md_tex_tie(struct inl *x);

/* tex_document.c: documents in LaTeX */
/** Reads bytes [begin, end) of the source as the body of the document. */
void md_tex_document(struct md *m, uint32_t begin, uint32_t end);
/** Stores the labels of the entries of `thebibliography`, because citations may come before the
 * entries. */
void md_tex_bibitems(struct md *m, const struct ltx_text *t);
/** Reads a text as inlines of `parent`. */
void md_tex_texts(struct md *m, const struct md_text *t, struct doc_node *parent);
/** Returns a word of LaTeX in the language of the document: "Figure" for `figurename`. Returns an
 * empty text for an unknown name. */
struct str md_tex_word(struct tex *x, struct str name);
/** Counts a use of an unknown command or environment. */
void md_tex_count(struct tex *x, struct str name, bool environment, size_t begin, size_t end);
/** Reports each unknown command and environment, with the number of its uses. */
void md_tex_report(struct md *m);

/** Adds databases that \bibliography or \addbibresource names in a document in Markdown. Does
 * nothing if the front matter names databases. `names` are separated by commas. */
void md_tex_databases(struct md *m, struct str names, struct span at);

/* tex_block.c */
/** Expands the macros in the bytes [begin, end) of a text. Returns false if the expansion exceeds
 * its limit. */
bool md_tex_expanded(struct md *m, const struct md_text *t, size_t begin, size_t end,
                     struct md_text *out);

#endif
