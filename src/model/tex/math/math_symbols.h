/* SPDX-License-Identifier: MIT */
/*
 * The commands of TeX math that are a single symbol: their characters and classes. Private to the
 * submodule.
 */
#ifndef DOSSIER_TEX_MATH_MATH_SYMBOLS_H
#define DOSSIER_TEX_MATH_MATH_SYMBOLS_H

#include "model/tex/math/math.h"

enum math_symbol_flags {
    SYM_PLAIN = 0,
    SYM_ITALIC = 1, /* a letter, which is italic unless an alphabet is chosen */
    SYM_LIMITS = 2, /* a large operator whose scripts are above and below */
    SYM_NAME = 4,   /* a function's name, set upright: \log */
    SYM_SIGN = 8    /* an operator, although its class is MATH_ORD: \neg, \forall */
};

struct math_symbol {
    char name[24]; /* the name without the backslash; not a pointer, because the loader would
                      relocate a table of pointers at each start */
    char text[12];
    uint8_t cls; /* enum math_class */
    uint8_t flags;
};

/** The symbols, sorted by name (bytes). */
extern const struct math_symbol math_symbols[];
extern const size_t math_symbols_count;

/** Returns the symbol of a command, or NULL. */
const struct math_symbol *math_symbol_find(struct str name);
/** Returns the symbol whose character is `text`, which the author typed, or NULL. */
const struct math_symbol *math_symbol_of_text(struct str text);

#endif
