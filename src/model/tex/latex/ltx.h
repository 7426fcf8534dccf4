/* SPDX-License-Identifier: MIT */
/*
 * LaTeX as authors write it within documents: the commands and environments, their arguments, where
 * arguments and environments end, and text with expanded macros. The reader of documents
 * (read/markdown/tex_*.c) makes nodes of them.
 */
#ifndef DOSSIER_TEX_LATEX_LTX_H
#define DOSSIER_TEX_LATEX_LTX_H

#include "core/diag/diag.h"
#include "model/tex/math/math.h"

/** The effect of a command or an environment; `a` and `text` of its row give details. */
enum ltx_act {
    /* commands */
    LTX_MARK,       /* a: enum ltx_style around the argument; `text`: its value */
    LTX_SWITCH,     /* the same from here to the end of the group */
    LTX_COLOUR,     /* \textcolor[model]{colour}{text}: a mark; a: 1 a switch, \color */
    LTX_CHARACTERS, /* `text` */
    LTX_NOTHING,    /* shows nothing, not even its arguments */
    LTX_KEEP,       /* argument number `a` (from 0), with `text` behind it */
    LTX_LINK,       /* \href{url}{text} */
    LTX_URL,        /* \url{url}; a: 1 text without a link (\path, \nolinkurl) */
    LTX_NOTE,       /* \footnote{text}; a: 1 in the margin */
    LTX_NOTE_MARK,  /* \footnotemark */
    LTX_NOTE_TEXT,  /* \footnotetext{text} */
    LTX_CITE,       /* a: enum ltx_cite */
    LTX_CITES,      /* \cites(pre)(post)[pre][post]{key}...; a: enum ltx_cite */
    LTX_NOCITE,
    LTX_REFERENCES, /* \bibliography: the place of the list */
    LTX_DATABASE,   /* \addbibresource */
    LTX_REF,        /* a: enum ltx_ref */
    LTX_REF_RANGE,  /* \crefrange{from}{to} */
    LTX_LABEL,
    LTX_CAPTION, /* \caption[short]{text}; a: 1 \captionof{kind}{text} */
    LTX_SECTION, /* a: its level, from -1 for parts */
    LTX_APPENDIX,
    LTX_INDEX,       /* \index{term} */
    LTX_PRINT_INDEX, /* \printindex: the place of the index */
    LTX_PAGE,        /* about pages only: ends one, or sets numbers; `text`: the command, NULL: as
                        written; a: 1 when its first argument is `page`, 2 for requests, which do
                        not end a paragraph, 3 for requests with an option below 4 */
    LTX_LINE,        /* \newline */
    LTX_PARAGRAPH,   /* \par; a: 1 with space before it (\medskip) */
    LTX_FILL,        /* \hfill */
    LTX_RULE,        /* \rule{width}{height}; a: 1 across the text */
    LTX_ITEM,        /* outside a list: only its text */
    LTX_IMAGE,
    LTX_VERB,    /* \verb|text| */
    LTX_FORMULA, /* a formula with its arguments: \ce{H2O}; a: 1 the argument alone */
    LTX_TODAY,
    LTX_INPUT,
    LTX_LIST_OF, /* \tableofcontents and the like; `text`: the metadata with the same effect */
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
    LTX_CONTENT, /* its contents; `text`: in a division of this class */
    LTX_COMMENT, /* nothing; up to its literal end */
    LTX_BIBLIOGRAPHY,
    LTX_DRAWING,  /* pictures drawn by TeX */
    LTX_EXAMPLES, /* exe and xlist of gb4e; a: 1 for a nested list */
    LTX_TABBING,
    LTX_MATH, /* a display; a: 1 within a line */
    LTX_ACTS  /* number of acts */
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
    LTX_PLAIN, /* undoes other switches */
    LTX_SANS,
    LTX_SIZED,  /* `text`: percentage of the document's size */
    LTX_TINTED, /* value: the CSS colour */
    LTX_MARKED, /* \hl */
    LTX_STYLES
};

/** Citations of natbib and biblatex by what is printed. */
enum ltx_cite {
    LTX_CITE_NORMAL,    /* [1], (Author 2000) */
    LTX_CITE_IN_TEXT,   /* Author (2000) */
    LTX_CITE_AUTHOR,    /* Author */
    LTX_CITE_YEAR,      /* 2000 */
    LTX_CITE_NO_AUTHOR, /* (2000) */
    LTX_CITE_BARE,      /* Author 2000, without parentheses */
    LTX_CITE_FOOT       /* in a footnote */
};

/** What a reference shows: the forms of Markdown, in the same order. */
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
 * One command or environment. `args` has one letter each: s a star, o [...], m {...} or one token,
 * u {...} literally (an address), c (...), d <...>.
 */
struct ltx_row {
    const char *name, *args;
    enum ltx_act act;
    int a;
    const char *text;
};

/* ltx_rows.c */
/** The row of a command (without its backslash; starred ones without the star), or NULL. */
const struct ltx_row *ltx_command(struct str name);
/** The row of an environment, or NULL. A star after the name is ignored. */
const struct ltx_row *ltx_environment(struct str name);

/* ltx_scan.c */

/** An opening brace, bracket or `\begin` and what closes it. */
struct ltx_pair {
    uint32_t open, close; /* for an environment: the backslash of its \end */
};

/** A text with paired braces, brackets and environments. */
struct ltx_text {
    struct str s;
    bool comments;          /* % begins a comment; not so in Markdown text */
    struct ltx_pair *pairs; /* sorted by `open` */
    size_t n;
};

#define LTX_ARGS 9

/** The inside of an argument; `begin` is STR_NONE when it is not given. */
struct ltx_arg {
    size_t begin, end;
};

/** Pairs all braces, brackets and environments of `s`; memory is in the arena. Takes linear time.
 */
void ltx_pair(struct arena *a, struct ltx_text *out, struct str s, bool comments);
/** Where the bracket or environment opened at byte `open` closes; STR_NONE when it does not. */
size_t ltx_close(const struct ltx_text *t, size_t open);
/** The length of the name of a command after a backslash at `at`. */
size_t ltx_name(struct str s, size_t at);
/**
 * Reads arguments from `at` on up to `end`. Returns the offset after the last one; STR_NONE when a
 * required one is missing. `tight`: no white space between them, and required ones need braces.
 * `out` has room for LTX_ARGS.
 */
size_t ltx_args(const struct ltx_text *t, size_t at, size_t end, const char *spec, bool tight,
                struct ltx_arg *out);
/** The bytes of an argument; empty when it is not given. */
static inline struct str ltx_arg(const struct ltx_text *t, const struct ltx_arg *arg) {
    return arg->begin == STR_NONE ? STR_EMPTY : str_slice(t->s, arg->begin, arg->end);
}
static inline bool ltx_given(const struct ltx_arg *arg) {
    return arg->begin != STR_NONE;
}
/** The offset after a comment at `at` (with the line end and the white space that begins the next
 * line), or after white space; a blank line is kept. */
size_t ltx_skip(const struct ltx_text *t, size_t at, size_t end);
/** Whether the white space at `at` ends a paragraph; `*behind`: the offset after it. */
bool ltx_blank(const struct ltx_text *t, size_t at, size_t end, size_t *behind);
/** The name in `\begin{name}` or `\end{name}` at `at`, `*behind` the offset after the brace; empty
 * when there is none. */
struct str ltx_environment_name(struct str s, size_t at, size_t *behind);
/** The value of a key in `key=value,key` without braces around it; `*given` is true when the key
 * is there. */
struct str ltx_option(struct str options, const char *key, bool *given);

/* ltx_lines.c: where blocks of lines end */

/** The state of an environment, line by line. */
struct ltx_lines {
    struct str name;
    size_t open;  /* of the same name */
    bool literal; /* its contents are not LaTeX */
    bool done;
    size_t behind; /* offset in the last line after its \end{...} */
};
/** Starts with the line that begins the environment; false when it does not begin one. */
bool ltx_lines_begin(struct ltx_lines *l, struct str line);
/** Takes one more line. */
void ltx_lines_next(struct ltx_lines *l, struct str line);

/* ltx_expand.c */

/** Whether a text uses macros: these, or its own definitions. */
bool ltx_has_macros(struct str tex, const struct math_macro *macros);
/** Whether a command or (as `begin{name}`) an environment is one of the macros. */
bool ltx_is_macro(struct str name, const struct math_macro *macros);
/** Whether a command defines macros. */
bool ltx_defines(struct str name);
/**
 * Joins the parts of `tex` with their macros expanded; verbatim environments are unchanged;
 * definitions are removed and added to `*macros`. `at` is the place of `tex` in its source. At most
 * `*budget` bytes are made and subtracted from it; false when a limit was reached, which has been
 * reported.
 */
bool ltx_expand(struct arena *a, struct str tex, struct span at, const struct math_macro **macros,
                size_t *budget, struct diags *d, struct source_builder *out);

struct math_expander;
struct math_token;

/** What a reader of whole documents adds to the expansion of macros. */
struct ltx_hook {
    /** Reads the token, and what belongs to it, from the expander; false: it is as without a hook.
     * It may change the token, which is then written. */
    bool (*take)(void *user, struct math_expander *x, struct math_token *t);
    /** Whether a definition is taken over. */
    bool (*keeps)(const struct math_macro *macros, const struct math_macro *one);
    void *user;
};
/** The same for the text of a whole document, whose comments have been removed: definitions end
 * with their groups. `hook` may be NULL. */
bool ltx_expand_with(struct arena *a, struct str tex, struct span at,
                     const struct math_macro **macros, size_t *budget, struct diags *d,
                     struct source_builder *out, const struct ltx_hook *hook);

/* ltx_columns.c */

#define LTX_COLUMNS_MAX 64

/** Columns of a tabular. */
struct ltx_columns {
    char align[LTX_COLUMNS_MAX]; /* l, c, r, or p for a paragraph */
    int width[LTX_COLUMNS_MAX];  /* in per mille of the text's width; 0: none */
    size_t n;
};
/** Reads `{l|c|p{3cm}|*{3}{r}@{}}`; unknown parts are skipped. */
void ltx_columns_read(struct str spec, struct ltx_columns *out);
/** A length in per mille of the text's width: relative to `\textwidth` and the like, or to a width
 * of 16 cm; 0 when it is not a length. */
int ltx_width(struct str length);

#endif
