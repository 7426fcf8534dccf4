/* SPDX-License-Identifier: MIT */
/*
 * Reading and expanding macros: tokens from a stack of texts. Private to the submodule.
 *
 * An expansion is text again, with segments that map it to the source. So the parser knows nothing
 * of macros, and its diagnostics still refer to the author's text.
 */
#ifndef DOSSIER_TEX_MATH_MATH_EXPAND_H
#define DOSSIER_TEX_MATH_MATH_EXPAND_H

#include "core/base/vec.h"
#include "model/tex/math/math.h"

#define MATH_NO_VALUE "-NoValue-" /* xparse's mark for an argument that is not given */

/** An argument of xparse. */
struct math_spec {
    struct str fallback; /* without the argument */
    char open, shut;     /* of d */
};

/** A definition, in a list with the newest first that only grows. */
struct math_macro {
    struct str name;    /* without the backslash */
    struct str body;    /* with #1 to #9 */
    struct str first;   /* the default of #1 without [...]; with `optional` */
    struct str starred; /* body after a star or with brackets: \abs*{x}, \abs[\big]{x}; with
                           `paired` */
    struct str sized;
    const struct str *between; /* \def\p(#1,#2): "(" first, then "," and ")"; NULL: no text
                                  between the arguments */
    int args;
    bool optional;    /* #1 is in brackets, or omitted */
    bool paired;      /* \DeclarePairedDelimiter */
    const char *spec; /* arguments as in xparse, one letter each (s, o, d, m, t); NULL: `args` says
                         how many. An absent one is MATH_NO_VALUE */
    const struct math_spec *specs; /* one for each letter */
    bool global;                   /* stays when the group ends */
    bool own;     /* \let: the body is a command with its own meaning, never a macro */
    size_t count; /* of this and all before it */
    const struct math_macro *before;
};

/** The origin of text: byte by byte from `src` on, or as a whole from [src, end). */
struct math_origin {
    size_t src, end;
    bool whole;
};

/** The bytes from `at` of an expansion on have this origin. */
struct math_segment {
    size_t at;
    struct math_origin from;
};

struct math_frame {
    struct str text;
    size_t pos;
    struct math_origin from;
    bool own; /* not to be expanded */
    struct math_frame *below;
};

enum math_token_kind { TOKEN_COMMAND, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_SPACE, TOKEN_OTHER };

struct math_token {
    enum math_token_kind kind;
    struct str text; /* with its backslash */
    struct math_origin from;
    bool own; /* not a macro, whatever its name is */
};

struct math_expander {
    struct arena *arena;
    struct str tex; /* the source, and its place */
    struct span at;
    struct diags *diags; /* may be NULL */
    const struct math_macro *macros;
    struct math_frame *top;
    struct math_token saved; /* one token that was given back */
    bool has_saved;
    size_t expansions, bytes; /* so far, and the maximum */
    size_t most_expansions, most_bytes;
    struct math_budget *budget; /* shared with others, or NULL */
    const char *what;           /* what is expanded, for messages */
    bool groups;                /* definitions end with their groups, which the caller follows */
    bool global;                /* \global came before the next definition */
    bool no_comments;           /* % is a character: comments have been removed */
    /** Whether a definition is taken over; NULL: all are. */
    bool (*keeps)(const struct math_macro *macros, const struct math_macro *one);
    bool failed; /* a limit was reached and reported */
};

/** Text that was read as an argument. */
struct math_piece {
    struct str text;
    struct math_origin from;
};

/* math_expand.c */

struct math_expander math_expander_start(struct arena *a, struct str tex, struct span at,
                                         const struct math_macro *macros, struct diags *d);
/** The next token; false at the end. Comments are skipped. */
bool math_token_next(struct math_expander *x, struct math_token *t);
/** Gives one token back. */
void math_token_back(struct math_expander *x, const struct math_token *t);
/** The next token that is not white space; false at the end. */
bool math_token_solid(struct math_expander *x, struct math_token *t);
/** Puts text before what comes next; it originates at `from` as a whole. */
void math_token_push(struct math_expander *x, struct str text, const struct math_origin *from);
/** The same for text that was read as an argument. */
void math_token_push_piece(struct math_expander *x, const struct math_piece *piece);
/** Reads the inside of `open` and `shut` when the next token is `open`; false when it is not. */
bool math_token_enclosed(struct math_expander *x, char open, char shut, struct math_piece *out);
/** Reads an argument: the inside of braces, or one token. False at the end. */
bool math_token_argument(struct math_expander *x, struct math_piece *out);
/** Skips the next token if it is the character and returns whether it is. */
bool math_token_accept(struct math_expander *x, char c);
/** Reads the inside of brackets; false when there are none. */
bool math_token_optional(struct math_expander *x, struct math_piece *out);
/** Handles a token that calls a macro, whose expansion comes next, or that begins a definition;
 * false when it does neither. */
bool math_token_expand(struct math_expander *x, const struct math_token *t);
/** Counts bytes that a token produces; reports and returns false when there are too many. */
bool math_token_count(struct math_expander *x, size_t n, const struct math_token *t);
/** The macro of a command's token, or NULL. For an environment it is `begin{name}`. */
const struct math_macro *math_macro_find(const struct math_macro *macros, struct str name);
/** Reports at the place of a token. */
void math_token_complain(struct math_expander *x, const struct math_origin *from, const char *hint,
                         const char *fmt, ...) ATTR_PRINTF(4, 5);

/**
 * Writes `tex` with its macros expanded and its definitions removed. Returns false when a limit was
 * reached, which has been reported. `*segments` (in the arena) map the result to the source.
 */
bool math_expand(struct math_expander *x, struct str *out, struct math_segment **segments,
                 size_t *n);
/** Whether there is a macro or a definition to expand. */
bool math_expand_needed(struct str tex, const struct math_macro *macros);

/* math_define.c */

/** The definitions in a text, added to `before`; those that `keeps` refuses are left out (NULL:
 * none are). Faults in them are not reported. */
const struct math_macro *
math_macros_of(struct arena *a, const struct math_macro *before, struct str tex,
               bool (*keeps)(const struct math_macro *macros, const struct math_macro *one),
               struct span at);

/** Whether a command defines others: \newcommand, \def, ... */
bool math_is_definition(struct str name);
/** Reads the definition that the token begins and adds it. */
void math_define(struct math_expander *x, const struct math_token *t);

#endif
