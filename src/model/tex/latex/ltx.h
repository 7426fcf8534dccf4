/* SPDX-License-Identifier: MIT */
/*
 * LaTeX as authors write it within documents: the commands and environments, their arguments, the
 * ends of arguments and environments, and text with expanded macros. The reader of documents
 * (read/markdown/tex) makes nodes from them.
 */
#ifndef DOSSIER_TEX_LATEX_LTX_H
#define DOSSIER_TEX_LATEX_LTX_H

#include "core/base/map.h"
#include "core/diag/diag.h"
#include "model/tex/math/math.h"

/** The effect of a command or an environment; `a` and `text` of its row give details. */
enum ltx_act {
    /* commands */
    LTX_MARK,       /* a: the enum ltx_style of the argument; `text`: the style's value */
    LTX_SWITCH,     /* like LTX_MARK, but from here to the end of the group */
    LTX_COLOUR,     /* \textcolor[model]{colour}{text}; a: 1 for \color, which is a switch */
    LTX_CHARACTERS, /* the characters in `text` */
    LTX_NOTHING,    /* shows neither the command nor its arguments */
    LTX_KEEP,       /* shows argument number `a` (from 0), with `text` after it */
    LTX_LINK,       /* \href{url}{text} */
    LTX_URL,        /* \url{url}; a: 1 for text without a link (\path, \nolinkurl) */
    LTX_NOTE,       /* \footnote{text}; a: 1 for a note in the margin */
    LTX_NOTE_MARK,  /* \footnotemark */
    LTX_NOTE_TEXT,  /* \footnotetext{text} */
    LTX_CITE,       /* a: enum ltx_cite */
    LTX_CITES,      /* \cites(pre)(post)[pre][post]{key}...; a: enum ltx_cite */
    LTX_NOCITE,
    LTX_REFERENCES, /* \bibliography: the place of the list */
    LTX_DATABASE,   /* names a database: \addbibresource */
    LTX_REF,        /* a: enum ltx_ref */
    LTX_REF_RANGE,  /* \crefrange{from}{to} */
    LTX_LABEL,
    LTX_CAPTION, /* \caption[short]{text}; a: 1 for \captionof{kind}{text} */
    LTX_SECTION, /* a: the level of the heading, from -1 for parts */
    LTX_APPENDIX,
    LTX_INDEX,       /* \index{term} */
    LTX_PRINT_INDEX, /* \printindex: the place of the index */
    /* ends a page, or sets something that only pages have. `text`: the command that is kept (NULL:
     * the source). a: 1 if the command does so only when its first argument is `page`; 2 if it is a
     * request that does not end a paragraph; 3 for \pagebreak, which is only a request if its
     * option is below 4 */
    LTX_PAGE,
    LTX_LINE,      /* \newline */
    LTX_PARAGRAPH, /* \par; a: 1 if space is before it (\medskip) */
    LTX_FILL,      /* \hfill */
    LTX_RULE,      /* \rule{width}{height}; a: 1 for a rule across the text */
    LTX_ITEM,      /* \item outside of a list: only its text is shown */
    LTX_IMAGE,
    LTX_VERB,    /* \verb|text| */
    LTX_FORMULA, /* a formula with its arguments: \ce{H2O}; a: 1 if only the argument is the formula
                  */
    LTX_TODAY,
    LTX_INPUT,
    LTX_LIST_OF, /* \tableofcontents and similar; `text`: the metadata key with the same effect */
    LTX_QUOTED,  /* \enquote */
    LTX_FLOATED, /* \subfloat[caption]{content}; a: 1 for \subcaptionbox{caption}{content} */
    LTX_PARTS,   /* a: 1 \uppercase, 2 \lowercase, 3 \lettrine */
    /* environments */
    LTX_ALIGN, /* `text`: center, left, right */
    LTX_QUOTE,
    LTX_VERSE,
    LTX_LIST, /* a: enum ltx_list */
    LTX_FIGURE,
    LTX_SUBFIGURE,
    LTX_TABLE,
    LTX_TABULAR, /* a table; its last argument gives the columns */
    LTX_MINIPAGE,
    /* verbatim text up to the first \end with the environment's name; a: 1 if the last argument is
       a language */
    LTX_VERBATIM,
    LTX_ALGORITHM,
    LTX_LINES, /* algorithmic: lines of an algorithm */
    /* a theorem; `text`: its class; if NULL, the arguments name the class (\newtheorem) */
    LTX_THEOREM,
    LTX_ABSTRACT,
    LTX_COLUMNS,
    LTX_FRAME,
    LTX_CONTENT, /* shows its contents; `text`: the class of a division around them */
    LTX_COMMENT, /* text that is not shown, with the same end as LTX_VERBATIM */
    LTX_BIBLIOGRAPHY,
    LTX_DRAWING,  /* pictures drawn by TeX */
    LTX_EXAMPLES, /* exe and xlist of gb4e; a: 1 for a nested list */
    LTX_TABBING,
    LTX_MATH, /* a formula; a: 1 if it is within a line, 0 if it is displayed */
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
    LTX_PLAIN, /* undoes the other styles */
    LTX_SANS,
    LTX_SIZED,  /* `text`: percentage of the document's size */
    LTX_TINTED, /* value: the CSS colour */
    LTX_MARKED, /* \hl */
    LTX_STYLES
};

/** Citations of natbib and biblatex, by the parts that are printed. */
enum ltx_cite {
    LTX_CITE_NORMAL,    /* [1], (Author 2000) */
    LTX_CITE_IN_TEXT,   /* Author (2000) */
    LTX_CITE_AUTHOR,    /* Author */
    LTX_CITE_YEAR,      /* 2000 */
    LTX_CITE_NO_AUTHOR, /* (2000) */
    LTX_CITE_BARE,      /* Author 2000, without parentheses */
    LTX_CITE_TITLE,     /* Title */
    LTX_CITE_FULL,      /* the entry of the list of works */
    LTX_CITE_RAISED,    /* a raised number */
    LTX_CITE_FOOT,      /* a citation in a footnote */
    LTX_CITE_FOOT_FULL, /* the entry in a footnote */
    LTX_CITE_SMART      /* in the text a citation in a footnote, in a footnote (Author 2000) */
};

/** The text that a reference shows. These are the forms of Markdown, in the same order. */
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
 * u {...} literally (an address), c (...).
 */
struct ltx_row {
    const char *name, *args;
    enum ltx_act act;
    int a;
    const char *text;
};

/* ltx_rows.c */
/** Returns the row of a command, or NULL. The name has no backslash, and no star for starred
 * commands. */
const struct ltx_row *ltx_command(struct str name);
/** Returns the row of an environment, or NULL. A star after the name is ignored. */
const struct ltx_row *ltx_environment(struct str name);
/** Whether the contents of an environment are not LaTeX. `row` may be NULL. */
bool ltx_is_literal(const struct ltx_row *row);
/** Whether the argument of a command is an address. In an address, % does not begin a comment. */
bool ltx_takes_address(struct str name);

/* ltx_scan.c */

/** An opening brace, bracket or `\begin`, and the text that closes it. */
struct ltx_pair {
    /* offsets of the two delimiters; for an environment, those of the backslashes of \begin and
     * \end */
    uint32_t open, close;
};

/** A text with paired braces, brackets and environments. */
struct ltx_text {
    struct str s;
    bool comments;          /* `%` begins a comment, which it does not in Markdown */
    struct ltx_pair *pairs; /* sorted by `open` */
    size_t n;
};

#define LTX_ARGS 9

/** The text inside of an argument. `begin` is STR_NONE if the argument is not given. */
struct ltx_arg {
    size_t begin, end;
};

/** Pairs all braces, brackets and environments of `s`; memory is in the arena. Takes linear time.
 */
void ltx_pair(struct arena *a, struct ltx_text *out, struct str s, bool comments);
/** Returns the offset at which the bracket or environment that opens at byte `open` is closed.
 * STR_NONE if it is not closed. */
size_t ltx_close(const struct ltx_text *t, size_t open);
/** The length of the name of a command after a backslash at `at`. */
size_t ltx_name(struct str s, size_t at);
/**
 * Reads arguments from `at` on up to `end`. Returns the offset after the last one, or STR_NONE if a
 * required one is missing. With `tight`, no white space may be between them, and required ones need
 * braces. `out` has room for LTX_ARGS arguments.
 */
size_t ltx_args(const struct ltx_text *t, size_t at, size_t end, const char *spec, bool tight,
                struct ltx_arg *out);
/** Returns the bytes of an argument. Empty if it is not given. */
static inline struct str ltx_arg(const struct ltx_text *t, const struct ltx_arg *arg) {
    return arg->begin == STR_NONE ? STR_EMPTY : str_slice(t->s, arg->begin, arg->end);
}
static inline bool ltx_given(const struct ltx_arg *arg) {
    return arg->begin != STR_NONE;
}
/** Returns the offset after a comment at `at` (with the line end and the white space at the
 * beginning of the next line), or the offset after white space. A blank line is not skipped. */
size_t ltx_skip(const struct ltx_text *t, size_t at, size_t end);
/** Whether the white space at `at` ends a paragraph. `*behind` is the offset after it. */
bool ltx_blank(const struct ltx_text *t, size_t at, size_t end, size_t *behind);
/** Returns the offset after the text of \verb or \lstinline, which begins at `at` and ends in its
 * line; or `at` if there is none. */
size_t ltx_verb_end(struct str s, size_t at);
/** Returns the name in `\begin{name}` or `\end{name}` at `at`, or empty. `*behind` is the offset
 * after the brace. */
struct str ltx_environment_name(struct str s, size_t at, size_t *behind);
/** Returns the value of a key in `key=value,key`, without braces around it. `*given` is true if the
 * key exists. */
struct str ltx_option(struct str options, const char *key, bool *given);

/* ltx_lines.c: finds where blocks of lines end */

/** The state of an environment, line by line. */
struct ltx_lines {
    struct str name;
    size_t open;  /* number of open environments of the same name */
    bool literal; /* the contents are not LaTeX */
    bool done;
    size_t behind; /* offset in the last line after the \end{...} */
};
/** Starts with the line that begins the environment. Returns false if it does not begin one. */
bool ltx_lines_begin(struct ltx_lines *l, struct str line);
/** Reads one more line. */
void ltx_lines_next(struct ltx_lines *l, struct str line);

/* ltx_expand.c */

/** Whether a text uses the given macros, or defines macros. */
bool ltx_has_macros(struct str tex, const struct math_macro *macros);
/** Whether a command or (as `begin{name}`) an environment is one of the macros. */
bool ltx_is_macro(struct str name, const struct math_macro *macros);
/** Whether a command defines macros. */
bool ltx_defines(struct str name);
/**
 * Appends `tex` to `out` with its macros expanded. Verbatim environments are unchanged, and
 * definitions are moved to `*macros`. `at` is the place of `tex` in its source. At most `*budget`
 * bytes are made, and their number is subtracted from `*budget`. If a limit is reached, reports
 * this and returns false.
 */
bool ltx_expand(struct arena *a, struct str tex, struct span at, const struct math_macro **macros,
                size_t *budget, struct diags *d, struct source_builder *out);

struct math_expander;
struct math_token;

/** Functions that a reader of whole documents adds to the expansion of macros. */
struct ltx_hook {
    /** Reads the token, and the text that belongs to it, from the expander. Returns false if the
     * token is to be handled as if there were no hook. The function may change the token, which is
     * then written. */
    bool (*take)(void *user, struct math_expander *x, struct math_token *t);
    /** Whether the definition `one` is kept in the text. */
    bool (*keeps)(const struct math_macro *macros, const struct math_macro *one);
    void *user;
};
/** Expands the text of a whole document, whose comments have been removed. Definitions end with
 * their groups. `hook` may be NULL. */
bool ltx_expand_with(struct arena *a, struct str tex, struct span at,
                     const struct math_macro **macros, size_t *budget, struct diags *d,
                     struct source_builder *out, const struct ltx_hook *hook);

/* ltx_columns.c */

#define LTX_COLUMNS_MAX 64

/** Columns of a tabular. */
struct ltx_columns {
    char align[LTX_COLUMNS_MAX];       /* l, c, r, d for numbers aligned at their points, or p for a
                                          paragraph */
    struct str joint[LTX_COLUMNS_MAX]; /* the text of `@{.}` that joins two cells of the source in
                                          one column; empty: the column has one cell */
    /* the width of each column in thousandths of the text's width; 0 if there is none */
    int width[LTX_COLUMNS_MAX];
    size_t n;
};
/** Reads `{l|c|p{3cm}|*{3}{r}@{}}`. Unknown parts are skipped. Columns with text between them, as
 * in `r@{.}l`, become one column. */
void ltx_columns_read(struct str spec, struct ltx_columns *out);
/** Returns a length in thousandths of the text's width. The length is relative to `\textwidth` and
 * similar lengths, or is compared with a width of 16 cm. 0 if it is not a length. */
int ltx_width(struct str length);

/* ltx_colour.c */

/** Returns a colour of xcolor in CSS, as #rrggbb; empty if it is not known. `model` is `RGB`,
 * `rgb`, `gray`, `cmyk` or `HTML`, or empty if `colour` is a name or a mixture of names. `own`,
 * which may be NULL, has the colours that the author has defined. */
struct str ltx_colour(struct arena *a, const struct map *own, struct str model, struct str colour);
/** Adds the colour that \definecolor defines to `own`. Unknown colours are left out. */
void ltx_define_colour(struct arena *a, struct map *own, struct str name, struct str model,
                       struct str colour);
/** Returns a length in CSS: the fixed part of `1.2ex plus .3ex`, `2\baselineskip` in em, or `*2` of
 * titlesec in ex. Empty for negative, elastic and unknown lengths. */
struct str ltx_length(struct arena *a, struct str length);

#endif
