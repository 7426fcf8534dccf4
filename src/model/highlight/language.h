/* SPDX-License-Identifier: MIT */
/*
 * The tables that define a language. Private to the module.
 *
 * A language has a few states. A state is a list of rules, which are tried in order at each place:
 * the first one that matches takes its bytes. Where none matches, one character is taken with the
 * state's kind.
 */
#ifndef DOSSIER_HIGHLIGHT_LANGUAGE_H
#define DOSSIER_HIGHLIGHT_LANGUAGE_H

#include "model/highlight/highlight.h"

enum highlight_match {
    MATCH_END,     /* the end of a list of rules */
    MATCH_LITERAL, /* the text `open` */
    MATCH_LINE,    /* `open`, and the rest of the line */
    MATCH_SPAN,    /* `open`, and everything up to the end of `close` or of the text */
    MATCH_WORD,    /* a word, which may be a keyword or another word that the language lists */
    MATCH_SIGIL,   /* `open`, immediately followed by a word */
    MATCH_NUMBER,  /* numbers: 12, 0x1F, 1.5e-3, with `_` between digits, and letters after them */
    MATCH_RUN,     /* a run of bytes out of `open` */
    MATCH_CHAR,    /* one character or escape between two `open` */
    MATCH_KEY,     /* up to a colon that is followed by a blank or the end of the line */
    MATCH_LINE_END /* the end of a line, if the line does not end in `escape` */
};

enum rule_flags {
    AT_LINE_START = 1, /* the rule matches only if nothing but blanks is before it in its line */
    /* the rule does not match directly after a word, number or closing bracket */
    NOT_AFTER_VALUE = 2,
    AFTER_BLANK = 4, /* the rule matches only after a blank or at the start of the text */
    /* the rule matches only if the last non-blank character before it is `=` */
    AFTER_EQUALS = 8,
    ONE_LINE = 16,      /* a span that ends at the end of its line */
    NESTED = 32,        /* a span that may contain itself */
    ANY_CASE = 64,      /* `open` matches in upper or lower case */
    KEY_IF_COLON = 128, /* a span before a colon is of the kind HL_FUNCTION: keys of JSON */
    /* a piece before `=` is of the kind HL_TYPE: keys of BibTeX, variables of shells and make */
    KEY_IF_EQUALS = 256,
    PREFIXED = 512,        /* up to two letters of the language's `prefixes` may precede `open` */
    ATTRIBUTE_COLON = 1024 /* a word before a colon is a property, as in CSS */
};

#define STAY 0
#define POP (-1)

struct rule {
    enum highlight_match match;
    enum highlight_kind kind;
    const char *open, *close;
    unsigned flags; /* enum rule_flags */
    int then;       /* STAY, POP, or the state to go into */
    char escape; /* for MATCH_SPAN and MATCH_CHAR: a `close` after this character does not end the
                    text. If `escape` equals `close`, a doubled `close` does not end it. 0: there is
                    none
                  */
};

struct state {
    enum highlight_kind kind; /* the kind of text that no rule matches */
    const struct rule *rules;
};

struct words {
    enum highlight_kind kind;
    const char *list; /* the words, separated by blanks */
};

enum language_flags {
    WORDS_ANY_CASE = 1, /* words are looked up in lower case */
    CALLS = 2,          /* a word before `(` is a function */
    CAPITAL_TYPES = 4   /* a word with an initial capital is a type */
};

struct highlight_language {
    const char *names;         /* the names of the language in lower case, separated by blanks */
    const char *letters;       /* letters of words in addition to letters, digits and `_` */
    const char *prefixes;      /* letters that may precede the quote of a string, or NULL */
    const char *margin;        /* characters that count as blanks at the start of a line */
    unsigned flags;            /* enum language_flags */
    const struct words *words; /* an array that ends with an element without a list; or NULL */
    const struct state *states;
};

/** Lists of languages. Each list ends with NULL. */
extern const struct highlight_language *const highlight_c_family[];
extern const struct highlight_language *const highlight_science[];
extern const struct highlight_language *const highlight_markup[];
extern const struct highlight_language *const highlight_data[];

#endif
