/* SPDX-License-Identifier: MIT */
/*
 * Commands for characters that are not in pdflatex's fonts, from LaTeX, textcomp and amssymb.
 * Accented letters are composed from their Unicode decomposition. Characters of the encodings T1
 * and TS1 need no command.
 */
#include "core/base/search.h"
#include "core/unicode/unicode.h"
#include "write/latex/writer.h"

#include "core/base/utf8.h"

#include <stdlib.h>

struct symbol {
    uint32_t cp;
    char tex[36]; /* an array, because the loader would have to relocate a pointer at each start */
    bool math;
};

/** Sorted by code point for the search, as tests/unit/test_latex.c checks. */
static const struct symbol symbols[] = {
#define TEXT(cp, tex) {cp, tex, false},
#define MATH(cp, tex) {cp, tex, true},
#include "write/latex/latex_symbols.def"
#undef TEXT
#undef MATH
};

/** Combining marks, with the commands for them. */
static const struct {
    uint32_t mark;
    char command;
} accents[] = {{0x300, '`'}, {0x301, '\''}, {0x302, '^'}, {0x303, '~'}, {0x304, '='},
               {0x306, 'u'}, {0x307, '.'},  {0x308, '"'}, {0x30A, 'r'}, {0x30B, 'H'},
               {0x30C, 'v'}, {0x323, 'd'},  {0x327, 'c'}, {0x328, 'k'}, {0x331, 'b'}};

static int by_code_point(const void *key, const void *row) {
    uint32_t cp = *(const uint32_t *)key, other = ((const struct symbol *)row)->cp;
    return cp < other ? -1 : cp > other;
}

/** Whether LaTeX declares a character for T1 and TS1. */
static bool is_native(uint32_t cp) {
    return (cp >= 0xA0 && cp <= 0x17F && cp != 0x126 && cp != 0x127 && cp != 0x138 && cp != 0x149 &&
            cp != 0x166 && cp != 0x167 && cp != 0x17F) ||
           (cp >= 0x2013 && cp <= 0x201E && cp != 0x2015 && cp != 0x2016 && cp != 0x2017 &&
            cp != 0x201B) ||
           cp == 0x2039 || cp == 0x203A;
}

/** Writes a letter with its accents, "\'{\^a}". Returns false when it has no accents, or unknown
 * ones. */
static bool put_accented(struct arena *a, struct buf *out, uint32_t cp) {
    struct buf one = BUF_INIT;
    buf_rune(&one, cp);
    struct str parts = unicode_nfd(a, buf_view(&one));
    buf_drop(&one);
    if (parts.n < 2 || !is_alpha(parts.p[0])) {
        return false;
    }
    struct buf tex = BUF_INIT;
    buf_putc(&tex, parts.p[0]);
    bool known = true;
    for (size_t at = 1; at < parts.n && known;) {
        uint32_t mark = utf8_next(parts, &at);
        known = false;
        for (size_t i = 0; i < ARRAY_LEN(accents) && !known; i++) {
            if (accents[i].mark == mark) {
                struct str inner = arena_str(a, buf_view(&tex));
                buf_clear(&tex);
                buf_printf(&tex, "\\%c{%.*s}", accents[i].command, STR_ARG(inner));
                known = true;
            }
        }
    }
    if (known) {
        buf_str(out, buf_view(&tex));
    }
    buf_drop(&tex);
    return known;
}

enum latex_symbol latex_symbol(struct arena *a, struct buf *out, uint32_t cp) {
    if (cp < 0x80 || is_native(cp)) {
        return LATEX_NATIVE;
    }
    const struct symbol *s =
        bsearch(&cp, symbols, ARRAY_LEN(symbols), sizeof symbols[0], by_code_point);
    if (s) {
        buf_printf(out, s->math ? "\\ensuremath{%s}" : "%s", s->tex);
        return LATEX_DECLARED;
    }
    return put_accented(a, out, cp) ? LATEX_DECLARED : LATEX_UNKNOWN;
}

bool latex_symbols_sorted(void) {
    for (size_t i = 1; i < ARRAY_LEN(symbols); i++) {
        if (symbols[i - 1].cp >= symbols[i].cp) {
            return false;
        }
    }
    return true;
}
