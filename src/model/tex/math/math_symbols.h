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
    SYM_ITALIC = 1, /* a letter: italic unless an alphabet is chosen */
    SYM_LIMITS = 2, /* a large operator whose scripts go above and below */
    SYM_NAME = 4,   /* a function's name, set upright: \log */
    SYM_SIGN = 8    /* the sign of an operator though its class is MATH_ORD: \neg, \forall */
};

struct math_symbol {
    char name[24]; /* without the backslash; not a pointer, since tables of pointers are
                      relocated at each start */
    char text[12];
    uint8_t cls; /* enum math_class */
    uint8_t flags;
};

/** The symbols, sorted by name (bytes). */
extern const struct math_symbol math_symbols[];
extern const size_t math_symbols_count;

/** The symbol of a command, or NULL. */
const struct math_symbol *math_symbol_find(struct str name);
/** The symbol that shows `text`, for characters typed as such, or NULL. */
const struct math_symbol *math_symbol_of_text(struct str text);

#endif
