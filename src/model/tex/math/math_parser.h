/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files of the math parser: the state, the tokens, and the entry points of the
 * grammar. Private to the submodule.
 *
 *     row      = { atom [ scripts ] | infix | switch }
 *     atom     = character | number | command { argument } | group | fenced | environment
 *     group    = "{" row "}"
 *     argument = group | one token with its own arguments
 *
 * Every function that reads a row counts it in `depth`; LIMIT_TEX_DEPTH limits the recursion.
 */
#ifndef DOSSIER_TEX_MATH_MATH_PARSER_H
#define DOSSIER_TEX_MATH_MATH_PARSER_H

#include "model/tex/math/math_expand.h"

/** What ends a row, apart from the end of the text. */
enum math_stop {
    STOP_NONE = 0,
    STOP_BRACE = 1,   /* } */
    STOP_BRACKET = 2, /* ] of an optional argument */
    STOP_RIGHT = 4,   /* \right */
    STOP_CELL = 8,    /* &, \\, \end */
    STOP_AT = 16      /* @, which begins an arrow of a diagram */
};

/** No alphabet chosen: letters italic, digits and capital Greek upright. */
#define MATH_FONT_DEFAULT (-1)

struct math_parser {
    struct arena *arena;
    struct str tex;  /* with expanded macros */
    size_t pos, end; /* `end`: the end of the part being read */
    struct span at;  /* place in the source, which has `source` bytes */
    size_t source;
    const struct math_segment *segments; /* maps the text to the source; NULL when nothing was
                                            expanded */
    size_t nsegments;
    struct diags *diags;
    int font; /* enum math_variant, or MATH_FONT_DEFAULT */
    unsigned depth;
    struct math_line *whole, *line, *last_line; /* of the formula, of the current part, and the
                                                   last one */
    struct math_ref **refs;                     /* where to append the next one */
    bool claimed;     /* an environment has decided which rows are numbered */
    bool rows;        /* the rows of the next table are numbered */
    bool after_empty; /* the next row begins with an empty atom */
};

/* State and tokens: math_parse.c */

struct math *math_node(struct math_parser *p, enum math_kind kind, size_t from);
/** Ends the node's span at the current place; returns the node. */
struct math *math_close(struct math_parser *p, struct math *m);
struct math *math_symbol(struct math_parser *p, struct str text, enum math_class cls, size_t from);
/** A \left...\right around `body` for commands with built-in fences: \binom, pmatrix. */
struct math *math_fence(struct math_parser *p, struct math *body, const char *open,
                        const char *close, size_t from);
void math_append(struct math *row, struct math *child);
/** The bytes [from, to) as a span of the source. */
struct span math_span(const struct math_parser *p, size_t from, size_t to);
/** Reports a fault; NULL when there is no list of diagnostics. */
struct diag *math_complain(struct math_parser *p, const struct diag_rule *id, size_t from,
                           size_t to, const char *fmt, ...) ATTR_PRINTF(5, 6);
/** A MATH_ERROR that shows the source from `from` to the current place. */
struct math *math_error(struct math_parser *p, size_t from);
/** Skips white space and comments; true when something is left. */
bool math_skip_space(struct math_parser *p);
/** The name of the command at the current backslash, without moving. `*next` is the offset after
 * the name. */
struct str math_peek_command(const struct math_parser *p, size_t *next);
/** The offset after the name of the command at `from`, or after the character there. */
size_t math_name_end(const struct math_parser *p, size_t from);
/** Skips the next token if it is the character and returns whether it is. */
bool math_accept(struct math_parser *p, char c);

/* Grammar: math_row.c, math_parse.c */

struct math *math_row(struct math_parser *p, unsigned stop);
/** Reads an argument of the command that begins at `from`; reports and returns NULL when there is
 * none. */
struct math *math_argument(struct math_parser *p, size_t from);
/** Reads the row between brackets, or NULL. */
struct math *math_optional(struct math_parser *p);
/** The source between brackets, not read as math; empty without one. */
struct str math_optional_raw(struct math_parser *p);
/** The source between the braces of an argument, not read as math; false when there are none. */
bool math_raw_argument(struct math_parser *p, struct str *out);
/** Reads the delimiter after \left, \right, \middle or \big, "" for a point; reports and returns
 * false for anything else. */
bool math_delimiter(struct math_parser *p, size_t from, struct str *out);
/** Reads one atom; NULL, without moving, at the end of the row. */
struct math *math_atom(struct math_parser *p, unsigned stop);
/** Reads scripts after an atom; returns the atom itself when there are none. */
struct math *math_scripts(struct math_parser *p, struct math *nucleus, size_t from);
/** The class of the next sign, such as \sum and +; MATH_ORD for anything else. */
enum math_class math_peek_class(struct math_parser *p);
/** Whether the next token ends the row. */
bool math_at_stop(struct math_parser *p, unsigned stop);

/* Commands: math_commands.c */

/** Reads a command of math_commands.def whose name has been read; NULL when it is not in the
 * table. */
struct math *math_command(struct math_parser *p, struct str name, size_t from, bool *known);
/** Names of these commands, for suggestions: the i-th, or NULL after the last. */
const char *math_command_name(size_t i);

/* Numbers: math_equation.c */

/** A new line for the following part. */
struct math_line *math_line_new(struct math_parser *p);

/* Text: math_text.c */

/** Reads the argument of \text{...}: a MATH_TEXT, or a MATH_ROW when it contains math between
 * dollars. */
struct math *math_text_argument(struct math_parser *p, enum math_variant variant, size_t from);

/* Tables: math_environment.c */

/** Reads an environment after \begin. */
struct math *math_environment(struct math_parser *p, size_t from);
/** Reads rows of cells up to `stop` or the end; `first` is the first cell if it has been read. */
struct math *math_table_body(struct math_parser *p, enum math_table kind, struct math *first,
                             unsigned stop, size_t from);
/** Skips the \\ that ends a row, with its star and its length. */
void math_table_row_end(struct math_parser *p);
/** Whether the table, which begins at `from`, has at most LIMIT_MATH_CELLS cells; otherwise this
 * is reported, it gets no numbers, and the caller shows its source. */
bool math_table_fits(struct math_parser *p, const struct math *table, size_t from);

/* Diagrams: math_diagram.c */

/** Reads the rows of a CD up to its \end. */
struct math *math_diagram_body(struct math_parser *p, size_t from);

#endif
