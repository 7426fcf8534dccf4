/* SPDX-License-Identifier: MIT */
/*
 * CSS as defined by "CSS Syntax Module Level 3": style sheets as rules, declarations and value
 * tokens, each with its place. css_select.h matches selectors; the users of style sheets interpret
 * properties.
 *
 * Faults are warnings. As the specification requires, only the invalid part is skipped, up to the
 * next rule or declaration; the rest of the sheet is used.
 */
#ifndef DOSSIER_DATA_CSS_H
#define DOSSIER_DATA_CSS_H

#include "core/diag/diag.h"

/** Tokens (CSS Syntax 3, section 4). Brackets of all kinds are CSS_OPEN and CSS_CLOSE. The comments
 * describe the member `text` of a token. */
enum css_token_kind {
    CSS_IDENT,      /* text: the name, escapes resolved */
    CSS_FUNCTION,   /* text: the name without its parenthesis; opens a block */
    CSS_AT_KEYWORD, /* text: the name without its at sign */
    CSS_HASH,       /* text: the name without its number sign */
    CSS_STRING,     /* text: the contents */
    CSS_BAD_STRING,
    CSS_URL, /* text: the address of an unquoted url() */
    CSS_BAD_URL,
    CSS_DELIM, /* text: the single character */
    CSS_NUMBER,
    CSS_PERCENTAGE,
    CSS_DIMENSION, /* text: the unit */
    CSS_SPACE,     /* white space, including comments, as one token */
    CSS_COLON,
    CSS_SEMICOLON,
    CSS_COMMA,
    CSS_OPEN,  /* text: "(", "[" or "{" */
    CSS_CLOSE, /* text: ")", "]" or "}" */
    CSS_MARKUP /* <!-- or --> */
};

/** Numbers are counted in millionths. As integers they are the same on every machine. */
#define CSS_MICRO 1000000

struct css_token {
    enum css_token_kind kind;
    bool whole; /* for numbers: written without point or exponent; for CSS_HASH: the name is an
                   identifier */
    struct str text;
    int64_t micro; /* for numbers: the value in millionths, clamped to +-10^15 */
    struct span span;
};

/** A declaration `name: value`. The value has no white space at its ends and no "!important". */
struct css_decl {
    struct str name; /* the name of the property in lower case; custom properties keep their case */
    struct span name_span, value_span;
    const struct css_token *value;
    size_t n;
    bool important;
};

struct css_rule {
    struct str at; /* the name of an at-rule in lower case ("media"); empty for a rule with a
                      selector in `prelude` */
    const struct css_token
        *prelude; /* the tokens before the block, without white space at both ends */
    size_t nprelude;
    struct span prelude_span;
    bool has_block; /* false: an at-rule that ends in a semicolon */
    struct css_decl *decls;
    size_t ndecls;
    struct css_rule *rules; /* the rules inside the block, in order */
    size_t nrules;
    const struct css_sheet *imported; /* the sheet of an @import, after it was read; else NULL */
};

struct css_sheet {
    struct source *src;
    struct css_rule *rules;
    size_t n;
    const struct css_token *tokens; /* all tokens of the source */
    size_t ntokens;
};

/**
 * Reads a whole source (UTF-8; a byte-order mark is skipped). Never returns NULL; faults are
 * warnings in `d`. Names without escapes are slices of the source; everything else is in the arena.
 */
struct css_sheet *css_parse(struct arena *a, struct source *src, struct diags *d);

/** Returns the index after the bracket that closes the block or function opened by `t[i]`, at most
 * `n`. The kinds of brackets are not compared. Takes linear time. */
size_t css_block_end(const struct css_token *t, size_t n, size_t i);
/** Returns the span from the first to the last token; SPAN_NONE if there are none. */
struct span css_span(const struct css_token *t, size_t n);

#endif
