/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the math parser share: the state, the tokens, and the grammar's entry points.
 * Private to the room.
 *
 *     row      = { atom [ scripts ] | infix | switch }
 *     atom     = character | number | command { argument } | group | fenced | environment
 *     group    = "{" row "}"
 *     argument = group | one token with the arguments of its own
 *
 * Every function that reads a row counts it in `depth`; LIMIT_TEX_DEPTH bounds the recursion.
 */
#ifndef DOSSIER_TEX_MATH_MATH_PARSER_H
#define DOSSIER_TEX_MATH_MATH_PARSER_H

#include "model/tex/math/math_expand.h"

/** What ends a row besides the end of the text. */
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
    struct str tex;  /* with its macros expanded */
    size_t pos, end; /* `end`: where the part that is being read ends */
    struct span at;  /* of the source, which has `source` bytes */
    size_t source;
    const struct math_segment *segments; /* the way back; NULL when nothing was expanded */
    size_t nsegments;
    struct diags *diags;
    int font; /* enum math_variant, or MATH_FONT_DEFAULT */
    unsigned depth;
    struct math_line *whole, *line, *last_line; /* of the formula, of what is read, the last one */
    struct math_ref **refs;                     /* where the next one goes */
    bool claimed;                               /* an environment has said who gets numbers */
    bool rows;                                  /* the rows of the next table get them */
    bool after_empty;                           /* the next row begins with an empty atom */
};

/* State and tokens: math_parse.c */

struct math *math_node(struct math_parser *p, enum math_kind kind, size_t from);
/** Sets the end of the node's span to where the parser stands; returns the node. */
struct math *math_close(struct math_parser *p, struct math *m);
struct math *math_symbol(struct math_parser *p, struct str text, enum math_class cls, size_t from);
/** A \left...\right around `body`, which its command has of its own: \binom, pmatrix. */
struct math *math_fence(struct math_parser *p, struct math *body, const char *open,
                        const char *close, size_t from);
void math_append(struct math *row, struct math *child);
/** The bytes [from, to) as a span of the source. */
struct span math_span(const struct math_parser *p, size_t from, size_t to);
/** Reports; NULL when nobody listens. */
struct diag *math_complain(struct math_parser *p, const struct diag_rule *id, size_t from,
                           size_t to, const char *fmt, ...) ATTR_PRINTF(5, 6);
/** A MATH_ERROR that shows the source from `from` to where the parser stands. */
struct math *math_error(struct math_parser *p, size_t from);
/** Over white space and comments; true when something is left. */
bool math_skip_space(struct math_parser *p);
/** The command's name at the backslash where the parser stands, which stays there. `*next` is
 * behind the name. */
struct str math_peek_command(const struct math_parser *p, size_t *next);
/** Behind the name of the command at `from`, or behind the character that stands there. */
size_t math_name_end(const struct math_parser *p, size_t from);
/** True, and the parser is behind it, when the next token is the character. */
bool math_accept(struct math_parser *p, char c);

/* Grammar: math_row.c, math_parse.c */

struct math *math_row(struct math_parser *p, unsigned stop);
/** An argument of the command that begins at `from`; NULL, with a complaint, when there is none. */
struct math *math_argument(struct math_parser *p, size_t from);
/** The row between brackets, or NULL when there are none. */
struct math *math_optional(struct math_parser *p);
/** The source between brackets, which is not read as math; empty when there are none. */
struct str math_optional_raw(struct math_parser *p);
/** The source between the braces of an argument, which is not read as math; false when there are
 * none. */
bool math_raw_argument(struct math_parser *p, struct str *out);
/** The delimiter behind \left, \right, \middle or \big, "" for a point; false, with a complaint,
 * when it is none. */
bool math_delimiter(struct math_parser *p, size_t from, struct str *out);
/** One atom; NULL, without moving, at what ends the row. */
struct math *math_atom(struct math_parser *p, unsigned stop);
/** Scripts behind an atom: the atom itself when there are none. */
struct math *math_scripts(struct math_parser *p, struct math *nucleus, size_t from);
/** The class of the sign that comes next, \sum and + and the like; MATH_ORD for all else. */
enum math_class math_peek_class(struct math_parser *p);
/** True when the parser stands at what ends the row. */
bool math_at_stop(struct math_parser *p, unsigned stop);

/* Commands: math_commands.c */

/** The atom of a structural command whose name has been read; NULL when it is none of them. */
struct math *math_command(struct math_parser *p, struct str name, size_t from, bool *known);
/** Names of the structural commands, for suggestions: the i-th, or NULL behind the last. */
const char *math_command_name(size_t i);

/* Numbers: math_equation.c */

/** A line of its own for what is read from here on. */
struct math_line *math_line_new(struct math_parser *p);

/* Text: math_text.c */

/** The argument of \text{...}: a MATH_TEXT, or a MATH_ROW when it holds math between dollars. */
struct math *math_text_argument(struct math_parser *p, enum math_variant variant, size_t from);

/* Tables: math_environment.c */

/** \begin{...}, whose name of the command has been read. */
struct math *math_environment(struct math_parser *p, size_t from);
/** Rows of cells up to `stop` or the end, behind the first cell when there is one. */
struct math *math_table_body(struct math_parser *p, enum math_table kind, struct math *first,
                             unsigned stop, size_t from);
/** Over the \\ that ends a row, with its star and its length. */
void math_table_row_end(struct math_parser *p);
/** Whether the table, which begins at `from`, has no more than LIMIT_MATH_CELLS; else it is
 * reported, and has no numbers: the caller shows its source. */
bool math_table_fits(struct math_parser *p, const struct math *table, size_t from);

/* Diagrams: math_diagram.c */

/** The rows of a CD, up to its \end. */
struct math *math_diagram_body(struct math_parser *p, size_t from);

#endif
