/* SPDX-License-Identifier: MIT */
/*
 * Where text may be cut: words and graphemes (UAX #29), lines (UAX #14). ICU reads the UTF-8 in
 * place, so that its boundaries are byte offsets already.
 */
#include "unicode/icu.h"
#include "unicode/unicode.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

static void boundaries(UBreakIteratorType type, struct str s, struct str lang,
                       unicode_boundary_fn *at, void *user) {
    if (s.n == 0) {
        return;
    }
    char locale[ICU_LOCALE_MAX];
    icu_locale(lang, locale);
    UErrorCode error = U_ZERO_ERROR;
    UText text = UTEXT_INITIALIZER;
    utext_openUTF8(&text, s.p, (int64_t)s.n, &error);
    UBreakIterator *it = ubrk_open(type, locale, NULL, 0, &error);
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

void unicode_words(struct str s, unicode_boundary_fn *at, void *user) {
    boundaries(UBRK_WORD, s, STR_EMPTY, at, user);
}

/* In ASCII only CR LF is a grapheme of two. */
void unicode_graphemes(struct str s, unicode_boundary_fn *at, void *user) {
    if (!icu_is_ascii(s)) {
        boundaries(UBRK_CHARACTER, s, STR_EMPTY, at, user);
        return;
    }
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\r' && i + 1 < s.n && s.p[i + 1] == '\n') {
            continue;
        }
        at(user, i + 1);
    }
}

void unicode_line_breaks(struct str s, struct str lang, unicode_boundary_fn *at, void *user) {
    boundaries(UBRK_LINE, s, lang, at, user);
}
