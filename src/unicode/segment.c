/* SPDX-License-Identifier: MIT */
/*
 * Where lines may be cut (UAX #14). ICU reads the UTF-8 in place, so that its boundaries are byte
 * offsets already.
 */
#include "unicode/icu.h"
#include "unicode/unicode.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

void unicode_line_breaks(struct str s, struct str lang, unicode_boundary_fn *at, void *user) {
    if (s.n == 0) {
        return;
    }
    char locale[ICU_LOCALE_MAX];
    icu_locale(lang, locale);
    UErrorCode error = U_ZERO_ERROR;
    UText text = UTEXT_INITIALIZER;
    utext_openUTF8(&text, s.p, (int64_t)s.n, &error);
    UBreakIterator *it = ubrk_open(UBRK_LINE, locale, NULL, 0, &error);
    if (U_FAILURE(error)) {
        BUG("ICU has no break iterator");
    }
    ubrk_setUText(it, &text, &error);
    if (U_FAILURE(error)) {
        BUG("break iterator");
    }
    for (int32_t next = ubrk_next(it); next != UBRK_DONE; next = ubrk_next(it)) {
        at(user, (size_t)next);
    }
    ubrk_close(it);
    utext_close(&text);
}
