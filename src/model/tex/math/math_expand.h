/* SPDX-License-Identifier: MIT */
/*
 * Reads and expands macros: tokens come from a stack of texts. Private to the submodule.
 *
 * An expansion is a text with segments that map it to the source. So the parser need not
 * handle macros, and its diagnostics still refer to the author's text.
 */
#ifndef DOSSIER_TEX_MATH_MATH_EXPAND_H
#define DOSSIER_TEX_MATH_MATH_EXPAND_H

#include "core/base/vec.h"
#include "model/tex/math/math.h"

/* the text that xparse uses for an argument that is not given */
#define MATH_NO_VALUE "-NoValue-"

/** An argument of xparse. */
struct math_spec {
    struct str fallback; /* the text that is used if the argument is missing */
    char open, shut;     /* the delimiters of `d`; `open` is also the character of `s` and `t` */
};

/** A definition. The list begins with the newest definition and is only extended. */
struct math_macro {
    struct str name;    /* the name without the backslash */
    struct str body;    /* the body, with #1 to #9 for the arguments */
    struct str first;   /* with `optional`: the default for #1 if there is no [...] */
    struct str starred; /* with `paired`: the body for \abs*{x} */
    struct str sized;
    const struct str *between; /* for \def\p(#1,#2), "(" first, then "," and ")"; NULL if there is
                                  no text between the arguments */
    int args;
    bool optional;    /* #1 is in brackets, or omitted */
    bool paired;      /* the macro was defined by \DeclarePairedDelimiter */
    const char *spec; /* arguments as in xparse, one letter each (s, d, g, m). If it is NULL,
                         `args` says how many there are. An absent argument is MATH_NO_VALUE. */
    const struct math_spec *specs; /* the arguments, one for each letter of `spec` */
    bool global;                   /* the definition stays when its group ends */
    bool own;     /* for \let: the body is a command with its built-in meaning, never a macro */
    size_t count; /* the number of definitions in the list */
    const struct math_macro *before;
};

/** The origin of text. The bytes correspond one by one from `src` on, or the whole text comes from
 * [src, end). */
struct math_origin {
    size_t src, end;
    bool whole;
};

/** The bytes of an expansion from `at` on have this origin. */
struct math_segment {
    size_t at;
    struct math_origin from;
};

struct math_frame {
    struct str text;
    size_t pos;
    struct math_origin from;
    bool own; /* the command has its built-in meaning */
    struct math_frame *below;
};

enum math_token_kind { TOKEN_COMMAND, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_SPACE, TOKEN_OTHER };

struct math_token {
    enum math_token_kind kind;
    struct str text; /* the name with its backslash */
    struct math_origin from;
    bool own; /* the command has its built-in meaning */
};

struct math_expander {
    struct arena *arena;
    struct str tex; /* the source, whose place is `at` */
    struct span at;
    struct diags *diags; /* NULL: errors are not reported */
    const struct math_macro *macros;
    struct math_frame *top;
    struct math_token saved; /* a token that was given back */
    bool has_saved;
    size_t expansions, bytes; /* the numbers of expansions and of their bytes so far */
    size_t most_expansions, most_bytes;
    struct math_budget *budget; /* shared with other formulas, or NULL */
    const char *what;           /* the name of the expanded text, for messages */
    bool groups;                /* definitions end with their groups, which the caller tracks */
    bool global;                /* \global came before the next definition */
    bool no_comments;           /* % is an ordinary character, because comments have been removed */
    /** Whether a definition is kept. NULL if all are kept. */
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
/** Reads the next token. Returns false at the end. Comments are skipped. */
bool math_token_next(struct math_expander *x, struct math_token *t);
/** Gives one token back. */
void math_token_back(struct math_expander *x, const struct math_token *t);
/** Reads the next token that is not white space. Returns false at the end. */
bool math_token_solid(struct math_expander *x, struct math_token *t);
/** Puts text before the next token. All of the text has the origin `from`. */
void math_token_push(struct math_expander *x, struct str text, const struct math_origin *from);
/** Puts text that was read as an argument before the next token. */
void math_token_push_piece(struct math_expander *x, const struct math_piece *piece);
/** Reads an argument: the text inside of braces, or one token. Returns false at the end. */
bool math_token_argument(struct math_expander *x, struct math_piece *out);
/** Skips the next token if it is the character and returns whether it is. */
bool math_token_accept(struct math_expander *x, char c);
/** Reads the text inside of brackets. Returns false if no bracket follows. */
bool math_token_optional(struct math_expander *x, struct math_piece *out);
/** Handles a token that calls a macro or that begins a definition. The expansion of a macro comes
 * next. Returns false for other tokens. */
bool math_token_expand(struct math_expander *x, const struct math_token *t);
/** Counts bytes that a token produces. If there are too many, reports this and returns false. */
bool math_token_count(struct math_expander *x, size_t n, const struct math_token *t);
/** Returns the macro for a command's token, or NULL. For an environment, the name is
 * `begin{name}`. */
const struct math_macro *math_macro_find(const struct math_macro *macros, struct str name);
/** Reports at the place of a token. */
void math_token_complain(struct math_expander *x, const struct math_origin *from, const char *hint,
                         const char *fmt, ...) ATTR_PRINTF(4, 5);

/**
 * Writes `tex` with its macros expanded and its definitions removed. If a limit is reached, reports
 * this and returns false. `*segments` (in the arena) map the result to the source.
 */
bool math_expand(struct math_expander *x, struct str *out, struct math_segment **segments,
                 size_t *n);
/** Whether a text contains a macro or a definition. */
bool math_expand_needed(struct str tex, const struct math_macro *macros);

/* math_define.c */

/** Returns the definitions in a text, added to `before`. Definitions that `keeps` refuses are
 * omitted. If `keeps` is NULL, none are omitted. Errors in definitions are not reported. */
const struct math_macro *
math_macros_of(struct arena *a, const struct math_macro *before, struct str tex,
               bool (*keeps)(const struct math_macro *macros, const struct math_macro *one),
               struct span at);

/** Whether a command defines others: \newcommand, \def, ... */
bool math_is_definition(struct str name);
/** Reads the definition that the token begins and adds it. */
void math_define(struct math_expander *x, const struct math_token *t);

#endif
