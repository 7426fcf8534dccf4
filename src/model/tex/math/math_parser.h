/* SPDX-License-Identifier: MIT */
/*
 * What the files of the math parser share: the state, the tokens, and the functions of the grammar.
 * Private to the submodule.
 *
 *     row      = { atom [ scripts ] | infix | switch }
 *     atom     = character | number | command { argument } | group | fenced | environment
 *     group    = "{" row "}"
 *     argument = group | one token with its own arguments
 *
 * Every function that reads a row counts it in `depth`, which LIMIT_TEX_DEPTH limits.
 */
#ifndef DOSSIER_TEX_MATH_MATH_PARSER_H
#define DOSSIER_TEX_MATH_MATH_PARSER_H

#include "model/tex/math/math_expand.h"

/** The tokens that end a row. The end of the text also ends a row. */
enum math_stop {
    STOP_NONE = 0,
    STOP_BRACE = 1,   /* } */
    STOP_BRACKET = 2, /* ] of an optional argument */
    STOP_RIGHT = 4,   /* \right */
    STOP_CELL = 8,    /* &, \\, \end */
    STOP_AT = 16      /* @, which begins an arrow of a diagram */
};

/** no alphabet is chosen: letters are italic, digits and capital Greek letters are upright */
#define MATH_FONT_DEFAULT (-1)

struct math_parser {
    struct arena *arena;
    struct str tex;  /* the text, in which macros are expanded */
    size_t pos, end; /* `end`: the end of the part being read */
    struct span at;  /* the place in the source, which has `source` bytes */
    size_t source;
    const struct math_segment *segments; /* where the text is from; NULL if nothing was expanded */
    size_t nsegments;
    struct diags *diags;
    int font; /* the alphabet: enum math_variant, or MATH_FONT_DEFAULT */
    unsigned depth;
    /* the line of the whole formula, the line of the current part, and the last line so far */
    struct math_line *whole, *line, *last_line;
    struct math_ref **refs; /* where to append the next reference */
    bool claimed;           /* an environment has decided which rows are numbered */
    bool rows;              /* the rows of the next table are numbered */
    bool after_empty;       /* the next row begins with an empty atom */
    bool lacks;             /* an argument of the current command is missing */
};

/* State and tokens: math_parse.c */

struct math *math_node(struct math_parser *p, enum math_kind kind, size_t from);
/** Ends the span of the node at the current place. Returns the node. */
struct math *math_close(struct math_parser *p, struct math *m);
struct math *math_symbol(struct math_parser *p, struct str text, enum math_class cls, size_t from);
/** Puts \left and \right around `body`, for commands with built-in fences: \binom, pmatrix. */
struct math *math_fence(struct math_parser *p, struct math *body, const char *open,
                        const char *close, size_t from);
void math_append(struct math *row, struct math *child);
/** Returns the place of the bytes [from, to) in the source. */
struct span math_span(const struct math_parser *p, size_t from, size_t to);
/** Reports an error. Returns NULL if there is no list of diagnostics. */
struct diag *math_complain(struct math_parser *p, const struct diag_rule *id, size_t from,
                           size_t to, const char *fmt, ...) ATTR_PRINTF(5, 6);
/** Returns a MATH_ERROR that shows the source from `from` to the current place. */
struct math *math_error(struct math_parser *p, size_t from);
/** Skips white space and comments. Returns true if text is left. */
bool math_skip_space(struct math_parser *p);
/** Returns the name of the command at the current backslash, without moving. `*next` is the offset
 * after the name. */
struct str math_peek_command(const struct math_parser *p, size_t *next);
/** Returns the offset after the name of the command at `from`, or after the character there. */
size_t math_name_end(const struct math_parser *p, size_t from);
/** Skips the next token if it is `c`. Returns whether it is. */
bool math_accept(struct math_parser *p, char c);

/* Grammar, in math_row.c and math_parse.c */

struct math *math_row(struct math_parser *p, unsigned stop);
/** Reports that the command at `from` lacks an argument, and sets `lacks`. */
struct math *math_lacking(struct math_parser *p, size_t from);
/** Reads an argument of the command that begins at `from`. If it is missing, reports it, sets
 * `lacks`, and returns a MATH_ERROR; then no further argument of the command is read. */
struct math *math_argument(struct math_parser *p, size_t from);
/** Reads the row between brackets, or NULL. */
struct math *math_optional(struct math_parser *p);
/** Returns the source between brackets, which is not read as math; empty if there are no brackets.
 */
struct str math_optional_raw(struct math_parser *p);
/** Reads the source between the braces of an argument, which is not read as math. Returns false if
 * there are no braces. */
bool math_raw_argument(struct math_parser *p, struct str *out);
/** Reads the delimiter after \left, \right, \middle or \big. For a point, `*out` is "". If the
 * delimiter is missing, reports it and returns false. */
bool math_delimiter(struct math_parser *p, size_t from, struct str *out);
/** Reads one atom. At the end of the row, returns NULL without moving. */
struct math *math_atom(struct math_parser *p, unsigned stop);
/** Reads scripts after an atom. Returns the atom itself if no script follows. */
struct math *math_scripts(struct math_parser *p, struct math *nucleus, size_t from);
/** Returns the class of the next symbol, such as \sum or +, or MATH_ORD for other text. */
enum math_class math_peek_class(struct math_parser *p);
/** Whether the next token ends the row. */
bool math_at_stop(struct math_parser *p, unsigned stop);

/* Commands, in math_commands.c */

/** Reads a command of math_commands.def after its name. Returns NULL if it is not in the table.
 */
struct math *math_command(struct math_parser *p, struct str name, size_t from, bool *known);
/** Returns the name of command `i` in the table, for suggestions, or NULL after the last. */
const char *math_command_name(size_t i);

/* Numbers, in math_equation.c */

/** Adds a line to the formula for the part that follows. */
struct math_line *math_line_new(struct math_parser *p);

/* Text, in math_text.c */

/** Reads the argument of \text{...}. The result is a MATH_TEXT, or a MATH_ROW if it contains math
 * between dollar signs. If it is missing, this does the same as math_argument(). */
struct math *math_text_argument(struct math_parser *p, enum math_variant variant, size_t from);

/* Tables, in math_environment.c */

/** Reads an environment after \begin. */
struct math *math_environment(struct math_parser *p, size_t from);
/** Reads rows of cells up to `stop` or the end. If the first cell has already been read, it is
 * `first`. */
struct math *math_table_body(struct math_parser *p, enum math_table kind, struct math *first,
                             unsigned stop, size_t from);
/** Skips the \\ at the end of a row, with its star and its length. */
void math_table_row_end(struct math_parser *p);
/** Whether the table that begins at `from` has at most LIMIT_MATH_CELLS cells. If it has more,
 * reports it and removes its numbers; the caller shows its source. */
bool math_table_fits(struct math_parser *p, const struct math *table, size_t from);

/* Diagrams, in math_diagram.c */

/** Reads the rows of a CD up to its \end. */
struct math *math_diagram_body(struct math_parser *p, size_t from);

#endif
