/* SPDX-License-Identifier: MIT */
/*
 * The tables that make a language, and where they are. Private to the room.
 *
 * A language is a few states; a state is a list of rules that are tried in order at each place. The
 * first that matches takes its bytes; where none does, one character passes in the state's kind.
 */
#ifndef DOSSIER_HIGHLIGHT_LANGUAGE_H
#define DOSSIER_HIGHLIGHT_LANGUAGE_H

#include "model/highlight/highlight.h"

enum highlight_match {
    MATCH_END,     /* ends the list */
    MATCH_LITERAL, /* `open` */
    MATCH_LINE,    /* `open`, and on to the end of the line */
    MATCH_SPAN,    /* `open`, and on to behind `close`, or to the end */
    MATCH_WORD,    /* letters, digits and the language's own; looked up in its words */
    MATCH_SIGIL,   /* `open` with a word directly behind it */
    MATCH_NUMBER,  /* 12, 0x1F, 1.5e-3, with `_` between digits and letters behind them */
    MATCH_RUN,     /* as many bytes out of `open` as stand here */
    MATCH_CHAR,    /* `open`, one character or escape, `open` */
    MATCH_KEY,     /* up to a colon that a blank or the line's end follows */
    MATCH_LINE_END /* the end of a line that `escape` does not continue */
};

enum rule_flags {
    AT_LINE_START = 1,     /* nothing but blanks before it in its line */
    NOT_AFTER_VALUE = 2,   /* no word, number or closing bracket directly before it */
    AFTER_BLANK = 4,       /* a blank or nothing before it */
    AFTER_EQUALS = 8,      /* the last thing before it is `=` */
    ONE_LINE = 16,         /* a span that ends with its line */
    NESTED = 32,           /* a span within which further ones open */
    ANY_CASE = 64,         /* `open` in capitals and small letters */
    KEY_IF_COLON = 128,    /* before a colon its kind is HL_FUNCTION: JSON's keys */
    KEY_IF_EQUALS = 256,   /* before `=` its kind is HL_TYPE: BibTeX's fields, variables of make */
    PREFIXED = 512,        /* up to two letters of the language's `prefixes` may stand before it */
    ATTRIBUTE_COLON = 1024 /* a word before a colon is a property: CSS */
};

#define STAY 0
#define POP (-1)

struct rule {
    enum highlight_match match;
    enum highlight_kind kind;
    const char *open, *close;
    unsigned flags; /* enum rule_flags */
    int then;       /* STAY, POP, or the state to go into */
    char escape;    /* in spans and characters: takes what follows along. 0: none. The same as
                       `close`: it is doubled */
};

struct state {
    enum highlight_kind kind; /* of what no rule takes */
    const struct rule *rules;
};

struct words {
    enum highlight_kind kind;
    const char *list; /* separated by blanks */
};

enum language_flags {
    WORDS_ANY_CASE = 1, /* words are looked up in small letters */
    CALLS = 2,          /* a word before `(` is a function */
    CAPITAL_TYPES = 4   /* a word that begins with a capital is a type */
};

struct highlight_language {
    const char *names;         /* separated by blanks, lower case */
    const char *letters;       /* of words, beyond letters, digits and `_` */
    const char *prefixes;      /* of strings, or NULL */
    const char *margin;        /* what may stand before a line's start beside blanks, or NULL */
    unsigned flags;            /* enum language_flags */
    const struct words *words; /* ends with a NULL list; or NULL */
    const struct state *states;
};

/** Each ends with NULL. */
extern const struct highlight_language *const highlight_c_family[];
extern const struct highlight_language *const highlight_science[];
extern const struct highlight_language *const highlight_markup[];
extern const struct highlight_language *const highlight_data[];

#endif
