/* SPDX-License-Identifier: MIT */
/*
 * LaTeX as authors write it within documents: which commands and environments there are, what
 * arguments they take, where those and the environments end, and text with macros expanded. What
 * becomes of it in a document, its users decide (markdown/tex_*.c); this room knows no nodes.
 */
#ifndef DOSSIER_TEX_LATEX_LTX_H
#define DOSSIER_TEX_LATEX_LTX_H

#include "core/diag/diag.h"
#include "model/tex/math/math.h"

/** What a command or an environment does; `a` and `text` of its row say more. */
enum ltx_act {
    /* commands */
    LTX_MARK,       /* a: enum ltx_style around the argument; `text`: its value */
    LTX_SWITCH,     /* the same from here to the end of the group */
    LTX_COLOUR,     /* \textcolor[model]{colour}{text}: a mark; a: 1 a switch, \color */
    LTX_CHARACTERS, /* `text` */
    LTX_NOTHING,    /* nothing to be seen: arguments as well */
    LTX_KEEP,       /* the argument number `a` (from 0) as it is */
    LTX_LINK,       /* \href{url}{text} */
    LTX_URL,        /* \url{url}; a: 1 as text without a link (\path, \nolinkurl) */
    LTX_NOTE,       /* \footnote{text}; a: 1 in the margin */
    LTX_NOTE_MARK,  /* \footnotemark */
    LTX_NOTE_TEXT,  /* \footnotetext{text} */
    LTX_CITE,       /* a: enum ltx_cite */
    LTX_CITES,      /* \cites(pre)(post)[pre][post]{key}...; a: enum ltx_cite */
    LTX_NOCITE,
    LTX_REFERENCES, /* \bibliography: the list stands here */
    LTX_REF,        /* a: enum ltx_ref */
    LTX_LABEL,
    LTX_CAPTION, /* \caption[short]{text}; a: 1 \captionof{kind}{text} */
    LTX_SECTION, /* a: its level, from -1 for parts */
    LTX_APPENDIX,
    LTX_INDEX,       /* \index{term} */
    LTX_PRINT_INDEX, /* \printindex: it stands here */
    LTX_PAGE,      /* of pages alone: one ends, or is numbered; `text`: the command, NULL: as it is
                      written; a: 1 when its first argument is `page`, 2 for wishes, which a
                      paragraph passes over, 3 for what is a wish with an option below 4 */
    LTX_LINE,      /* \newline */
    LTX_PARAGRAPH, /* \par; a: 1 with space before it (\medskip) */
    LTX_FILL,      /* \hfill */
    LTX_RULE,      /* \rule{width}{height}; a: 1 across the text */
    LTX_ITEM,      /* outside of a list: nothing but its text */
    LTX_IMAGE,
    LTX_VERB,    /* \verb|text| */
    LTX_FORMULA, /* a formula with its arguments: \ce{H2O}; a: 1 the argument alone */
    LTX_TODAY,
    LTX_INPUT,
    LTX_LIST_OF, /* \tableofcontents and its like; `text`: the metadata that does it */
    LTX_BOX,     /* a framed argument */
    LTX_QUOTED,  /* \enquote */
    LTX_FLOATED, /* \subfloat[caption]{content}; \subcaptionbox{caption}{content} with a: 1 */
    LTX_PARTS,   /* a: 1 \uppercase, 2 \lowercase, 3 \lettrine */
    /* environments */
    LTX_ALIGN, /* `text`: center, left, right */
    LTX_QUOTE,
    LTX_VERSE,
    LTX_LIST, /* a: enum ltx_list */
    LTX_FIGURE,
    LTX_SUBFIGURE,
    LTX_TABLE,
    LTX_TABULAR, /* the last argument: columns */
    LTX_MINIPAGE,
    LTX_VERBATIM, /* up to its literal end; a: 1 the last argument is a language */
    LTX_ALGORITHM,
    LTX_LINES,   /* algorithmic: lines of an algorithm */
    LTX_THEOREM, /* `text`: its class; NULL: the arguments say it (\newtheorem) */
    LTX_ABSTRACT,
    LTX_COLUMNS,
    LTX_FRAME,
    LTX_CONTENT, /* what stands in it, as it is; `text`: in a division of this class */
    LTX_COMMENT, /* nothing of it; up to its literal end */
    LTX_BIBLIOGRAPHY,
    LTX_DRAWING,  /* pictures that TeX draws */
    LTX_EXAMPLES, /* gb4e's exe and xlist; a: 1 for a list within */
    LTX_TABBING,
    LTX_MATH, /* a display; a: 1 within the line */
    LTX_ACTS  /* their number */
};

enum ltx_style {
    LTX_BOLD,
    LTX_ITALIC,
    LTX_EMPH,
    LTX_MONO,
    LTX_CAPS,
    LTX_UNDERLINE,
    LTX_STRIKE,
    LTX_RAISED,
    LTX_LOWERED,
    LTX_UPRIGHT,
    LTX_PLAIN, /* ends what other switches began */
    LTX_SANS,
    LTX_SIZED,  /* `text`: per cent of the document's size */
    LTX_TINTED, /* value: CSS's colour */
    LTX_MARKED, /* \hl */
    LTX_STYLES
};

/** Citations, by what is printed: natbib's and biblatex's. */
enum ltx_cite {
    LTX_CITE_NORMAL,    /* [1], (Author 2000) */
    LTX_CITE_IN_TEXT,   /* Author (2000) */
    LTX_CITE_AUTHOR,    /* Author */
    LTX_CITE_YEAR,      /* 2000 */
    LTX_CITE_NO_AUTHOR, /* (2000) */
    LTX_CITE_BARE,      /* Author 2000, without parentheses */
    LTX_CITE_FOOT       /* in a footnote */
};

/** What is shown of what is referred to: markdown's forms, in their order. */
enum ltx_ref {
    LTX_REF_NUMBER,
    LTX_REF_PARENTHESES,
    LTX_REF_SHORT,
    LTX_REF_NAME,
    LTX_REF_TITLE,
    LTX_REF_PAGE
};

enum ltx_list { LTX_ITEMIZE, LTX_ENUMERATE, LTX_DESCRIPTION, LTX_TRIVIAL };

/**
 * One command or environment. `args`, one letter each: s a star, o [...], m {...} or one token,
 * u {...} as it stands (an address), c (...), d <...>.
 */
struct ltx_row {
    const char *name, *args;
    enum ltx_act act;
    int a;
    const char *text;
};

/* ltx_rows.c */
/** The row of a command (without its backslash; starred ones under their plain name), or NULL. */
const struct ltx_row *ltx_command(struct str name);
/** The row of an environment, or NULL. A star behind the name is passed over. */
const struct ltx_row *ltx_environment(struct str name);

/* ltx_scan.c */

/** From an opening brace, bracket or `\begin` to what closes it. */
struct ltx_pair {
    uint32_t open, close; /* of an environment: the backslash of its \end */
};

/** A text whose braces, brackets and environments were paired, in one pass. */
struct ltx_text {
    struct str s;
    bool comments;          /* % hides the rest of its line: not so in Markdown's text */
    struct ltx_pair *pairs; /* by `open` */
    size_t n;
};

#define LTX_ARGS 9

/** An argument's inside; not given: `begin` is STR_NONE. */
struct ltx_arg {
    size_t begin, end;
};

/** Pairs what opens and closes in `s`; memory is the arena's. Time grows with the text alone. */
void ltx_pair(struct arena *a, struct ltx_text *out, struct str s, bool comments);
/** Where what opens at byte `open` is closed; STR_NONE when it is not. */
size_t ltx_close(const struct ltx_text *t, size_t open);
/** Bytes of the name of a command that begins behind a backslash at `at`. */
size_t ltx_name(struct str s, size_t at);
/**
 * Reads arguments from `at` on, none of them beyond `end`. Returns the offset behind the last one;
 * STR_NONE when one that is needed is not there. `tight`: they stand right behind each other and
 * those in braces need them. `out` has room for LTX_ARGS.
 */
size_t ltx_args(const struct ltx_text *t, size_t at, size_t end, const char *spec, bool tight,
                struct ltx_arg *out);
/** The bytes of an argument; empty when it was not given. */
static inline struct str ltx_arg(const struct ltx_text *t, const struct ltx_arg *arg) {
    return arg->begin == STR_NONE ? STR_EMPTY : str_slice(t->s, arg->begin, arg->end);
}
static inline bool ltx_given(const struct ltx_arg *arg) {
    return arg->begin != STR_NONE;
}
/** Offset behind a comment at `at` (with the line's end and the white space that begins the next
 * line), or behind white space; a blank line is kept. */
size_t ltx_skip(const struct ltx_text *t, size_t at, size_t end);
/** Whether a paragraph ends in the white space at `at`; `*behind`: the offset behind that. */
bool ltx_blank(const struct ltx_text *t, size_t at, size_t end, size_t *behind);
/** The name of an environment that `\begin{` or `\end{` at `at` names, `*behind` the brace; empty
 * when it names none. */
struct str ltx_environment_name(struct str s, size_t at, size_t *behind);
/** The value of a key in `key=value,key`, braces around it gone; `*given` tells whether it is
 * there at all. */
struct str ltx_option(struct str options, const char *key, bool *given);
/** The next part of a list at commas outside of braces; `*rest` moves behind it, NULL at the end.
 */
struct str ltx_list_cut(struct str *rest, char separator);

/* ltx_lines.c: where blocks of lines end */

/** How far an environment has come, line by line. */
struct ltx_lines {
    struct str name;
    size_t open;  /* of the same name */
    bool literal; /* what stands in it is no LaTeX */
    bool done;
    size_t behind; /* byte of the last line behind its \end{...} */
};
/** Begins with the line in which the environment begins; false when it begins none. */
bool ltx_lines_begin(struct ltx_lines *l, struct str line);
/** Takes one more line. */
void ltx_lines_next(struct ltx_lines *l, struct str line);

/* ltx_expand.c */

/** Whether a text has macros, of these or by definitions of its own. */
bool ltx_has_macros(struct str tex, const struct math_macro *macros);
/** Whether a command or (as `begin{name}`) an environment is one of the macros. */
bool ltx_is_macro(struct str name, const struct math_macro *macros);
/** Whether a command defines macros. */
bool ltx_defines(struct str name);
/**
 * Puts `tex` with its macros expanded together, what stands in verbatim environments left alone;
 * definitions are taken out and added to `*macros`. `at` is its place in its source. At most
 * `*budget` bytes are made, which are taken off; false when a limit was hit, which is reported.
 */
bool ltx_expand(struct arena *a, struct str tex, struct span at, const struct math_macro **macros,
                size_t *budget, struct diags *d, struct source_builder *out);

/* ltx_columns.c */

#define LTX_COLUMNS_MAX 64

/** Columns of a tabular. */
struct ltx_columns {
    char align[LTX_COLUMNS_MAX]; /* l, c, r, or p: a paragraph */
    int width[LTX_COLUMNS_MAX];  /* per mille of the text's, of those that have one */
    size_t n;
};
/** Reads `{l|c|p{3cm}|*{3}{r}@{}}`; what is not known is passed over. */
void ltx_columns_read(struct str spec, struct ltx_columns *out);
/** A length as per mille of the text's width, by `\textwidth` and its like, or of a page's 16 cm;
 * 0 when it is none. */
int ltx_width(struct str length);

#endif
