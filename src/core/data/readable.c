/* SPDX-License-Identifier: MIT */
/*
 * Checks the size and encoding of a text.
 */
#include "core/data/readable.h"

#include "core/base/utf8.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_INVALID_UTF8);

bool data_readable(struct source *src, struct str text, size_t limit, const char *what,
                   struct diags *d) {
    size_t begin = text.n ? (size_t)(text.p - src->text.p) : 0;
    if (text.n > limit) {
        diag_add(d, DIAG_TOO_LARGE, span_make(src, begin, begin), "more than %zu MB of %s",
                 limit >> 20, what);
        return false;
    }
    const char *wide = utf8_wide_name(text);
    if (wide) {
        struct diag *g = diag_add(d, DIAG_INVALID_UTF8, span_make(src, begin, begin),
                                  "this file is %s, and must be UTF-8", wide);
        diag_hint(d, g, "`iconv -f %s -t UTF-8 %.*s` prints it as UTF-8", wide, STR_ARG(src->name));
        return false;
    }
    size_t bad = utf8_check(text);
    if (bad != STR_NONE) {
        diag_add(d, DIAG_INVALID_UTF8, span_make(src, begin + bad, begin + bad + 1),
                 "a byte that is not UTF-8");
        return false;
    }
    return true;
}
