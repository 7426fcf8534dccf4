/* SPDX-License-Identifier: MIT */
/*
 * Finds where lines may break (UAX #14). ICU reads the UTF-8 directly, so its boundaries are byte
 * offsets.
 */
#include "core/unicode/icu.h"
#include "core/unicode/unicode.h"

#include <stdlib.h>

struct unicode_breaker {
    UBreakIterator *it;
};

struct unicode_breaker *unicode_breaker_new(struct str lang) {
    char locale[ICU_LOCALE_MAX];
    UErrorCode error = U_ZERO_ERROR;
    struct unicode_breaker *breaker = xcalloc(1, sizeof *breaker);
    icu_locale(lang, locale);
    breaker->it = ICU(ubrk_open)(UBRK_LINE, locale, NULL, 0, &error);
    if (U_FAILURE(error)) {
        BUG("ICU has no break iterator");
    }
    return breaker;
}

void unicode_breaker_drop(struct unicode_breaker *breaker) {
    if (breaker != NULL) {
        ICU(ubrk_close)(breaker->it);
        free(breaker);
    }
}

void unicode_breaker_find(struct unicode_breaker *breaker, struct str s, unicode_boundary_fn *at,
                          void *user) {
    if (s.n == 0) {
        return;
    }
    UErrorCode error = U_ZERO_ERROR;
    UText text = UTEXT_INITIALIZER;
    ICU(utext_openUTF8)(&text, s.p, (int64_t)s.n, &error);
    ICU(ubrk_setUText)(breaker->it, &text, &error);
    if (U_FAILURE(error)) {
        BUG("break iterator");
    }
    for (int32_t next = ICU(ubrk_next)(breaker->it); next != UBRK_DONE;
         next = ICU(ubrk_next)(breaker->it)) {
        at(user, (size_t)next);
    }
    ICU(utext_close)(&text);
}
