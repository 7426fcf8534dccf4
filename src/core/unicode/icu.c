/* SPDX-License-Identifier: MIT */
/*
 * Conversions for the files of this module. ICU counts in int32_t. Longer texts do not occur,
 * because the sizes of documents and databases are limited (core/base/bounds.h).
 */
#include "core/unicode/icu.h"

#include "core/unicode/unicode.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uversion.h>

const char *unicode_library_version(void) {
    return U_ICU_VERSION;
}

void utf16_make(struct utf16 *u, struct str s) {
    if (s.n > INT32_MAX) {
        BUG("text too long for ICU");
    }
    /* UTF-16 never has more units than UTF-8 has bytes */
    int32_t cap = (int32_t)ARRAY_LEN(u->few);
    u->p = u->few;
    if (s.n > ARRAY_LEN(u->few)) {
        cap = (int32_t)s.n;
        u->p = xmalloc(s.n * sizeof *u->p);
    }
    UErrorCode error = U_ZERO_ERROR;
    u->n = 0;
    if (s.n > 0) {
        ICU(u_strFromUTF8WithSub)(u->p, cap, &u->n, s.p, (int32_t)s.n, 0xFFFD, NULL, &error);
    }
    if (U_FAILURE(error)) {
        BUG("UTF-8 to UTF-16");
    }
}

void utf16_drop(struct utf16 *u) {
    if (u->p != u->few) {
        free(u->p);
    }
}

struct str utf16_keep(struct arena *a, const UChar *p, int32_t n) {
    int32_t bytes = 0;
    UErrorCode error = U_ZERO_ERROR;
    ICU(u_strToUTF8WithSub)(NULL, 0, &bytes, p, n, 0xFFFD, NULL, &error);
    char *out = arena_alloc(a, (size_t)bytes + 1);
    error = U_ZERO_ERROR;
    ICU(u_strToUTF8WithSub)(out, bytes + 1, &bytes, p, n, 0xFFFD, NULL, &error);
    if (U_FAILURE(error)) {
        BUG("UTF-16 to UTF-8");
    }
    return (struct str){out, (size_t)bytes};
}

void icu_locale(struct str lang, char out[ICU_LOCALE_MAX]) {
    out[0] = '\0';
    char tag[ICU_LOCALE_MAX];
    if (lang.n == 0 || lang.n >= sizeof tag) {
        return;
    }
    for (size_t i = 0; i < lang.n; i++) {
        tag[i] = lang.p[i] == '_' ? '-' : lang.p[i];
    }
    tag[lang.n] = '\0';
    UErrorCode error = U_ZERO_ERROR;
    ICU(uloc_forLanguageTag)(tag, out, ICU_LOCALE_MAX, NULL, &error);
    if (U_FAILURE(error) || error == U_STRING_NOT_TERMINATED_WARNING) {
        out[0] = '\0';
    }
}
