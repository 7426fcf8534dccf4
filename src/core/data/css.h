/* SPDX-License-Identifier: MIT */
/*
 * CSS after "CSS Syntax Module Level 3": style sheets as rules, declarations and value tokens, each
 * with its place. What a selector matches and what a property means is decided elsewhere.
 *
 * Faults are warnings: as the specification demands, what cannot be read is passed over up to the
 * next rule or declaration, and the rest counts.
 */
#ifndef DOSSIER_DATA_CSS_H
#define DOSSIER_DATA_CSS_H

#include "core/diag/diag.h"

/** Tokens (CSS Syntax 3, section 4). Brackets of all kinds are CSS_OPEN and CSS_CLOSE. */
enum css_token_kind {
    CSS_IDENT,      /* text: the name, escapes resolved */
    CSS_FUNCTION,   /* text: the name without its parenthesis; opens a block */
    CSS_AT_KEYWORD, /* text: the name without its at sign */
    CSS_HASH,       /* text: the name without its number sign */
    CSS_STRING,     /* text: what it says */
    CSS_BAD_STRING,
    CSS_URL, /* text: the address of an unquoted url() */
    CSS_BAD_URL,
    CSS_DELIM, /* text: the one character */
    CSS_NUMBER,
    CSS_PERCENTAGE,
    CSS_DIMENSION, /* text: the unit */
    CSS_SPACE,     /* white space, with the comments in it one token */
    CSS_COLON,
    CSS_SEMICOLON,
    CSS_COMMA,
    CSS_OPEN,  /* text: "(", "[" or "{" */
    CSS_CLOSE, /* text: ")", "]" or "}" */
    CSS_MARKUP /* <!-- or --> */
};

/** Numbers are kept in millionths, so that they are the same on every machine. */
#define CSS_MICRO 1000000

struct css_token {
    enum css_token_kind kind;
    bool whole; /* numbers: without point or exponent; CSS_HASH: it is an identifier */
    struct str text;
    int64_t micro; /* numbers: in millionths, cut off at +-10^15 */
    struct span span;
};

/** `name: value`. The value's tokens are without white space at their ends and without
 * "!important". */
struct css_decl {
    struct str name; /* lower case, but for custom properties */
    struct span name_span, value_span;
    const struct css_token *value;
    size_t n;
    bool important;
};

struct css_rule {
    struct str at; /* "media", lower case; empty: a qualified rule, whose prelude is a selector */
    const struct css_token *prelude; /* without white space at its ends */
    size_t nprelude;
    struct span prelude_span;
    bool has_block; /* false: an at-rule that ends in a semicolon */
    struct css_decl *decls;
    size_t ndecls;
    struct css_rule *rules; /* inside its block, in order */
    size_t nrules;
    const struct css_sheet *imported; /* of an @import, once somebody has read it, or NULL */
};

struct css_sheet {
    struct source *src;
    struct css_rule *rules;
    size_t n;
    const struct css_token *tokens; /* all of them */
    size_t ntokens;
};

/**
 * Reads a whole source (UTF-8; a byte-order mark is skipped). Never NULL; faults are warnings in
 * `d`. Texts without escapes are slices of the source, all else is in `a`.
 */
struct css_sheet *css_parse(struct arena *a, struct source *src, struct diags *d);

/** Place behind the bracket that closes the block or function opened by `t[i]`, at most `n`; that
 * brackets are of one kind is not looked at. Goes through all that is between. */
size_t css_block_end(const struct css_token *t, size_t n, size_t i);
/** From the first byte of the first to the last byte of the last token; SPAN_NONE for none. */
struct span css_span(const struct css_token *t, size_t n);

#endif
