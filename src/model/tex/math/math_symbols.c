/* SPDX-License-Identifier: MIT */
/*
 * Searches the symbols of TeX math. Their characters in math_symbols.def are from the names in
 * Unicode's charts, their classes from the TeXbook, appendix F, and the manuals of amsmath and
 * amssymb.
 */
#include "model/tex/math/math_symbols.h"

#include <stdlib.h>

const struct math_symbol math_symbols[] = {
#define SYMBOL(name, text, class, flags) {name, text, MATH_##class, flags},
#include "model/tex/math/math_symbols.def"
#undef SYMBOL
};

const size_t math_symbols_count = ARRAY_LEN(math_symbols);

static int compare(const void *key, const void *entry) {
    const struct str *name = key;
    const struct math_symbol *symbol = entry;
    return str_cmp(*name, str_of(symbol->name));
}

const struct math_symbol *math_symbol_find(struct str name) {
    return bsearch(&name, math_symbols, ARRAY_LEN(math_symbols), sizeof math_symbols[0], compare);
}

const struct math_symbol *math_symbol_of_text(struct str text) {
    for (size_t i = 0; i < ARRAY_LEN(math_symbols); i++) {
        if (!(math_symbols[i].flags & SYM_NAME) && str_is(text, math_symbols[i].text)) {
            return &math_symbols[i];
        }
    }
    return NULL;
}
