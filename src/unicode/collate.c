/* SPDX-License-Identifier: MIT */
/*
 * Order by language (UTS #10 with CLDR's tailorings). ICU's collator is opened when the first key
 * is asked for: many documents sort nothing. A collator belongs to one thread.
 */
#include "unicode/icu.h"
#include "unicode/icu_sort_calls.h"
#include "unicode/unicode.h"

#include <stdlib.h>

#define FEW_BYTES 256

struct collator {
    UCollator *icu; /* NULL until the first key */
    char locale[ICU_LOCALE_MAX];
    bool shifted;
};

struct collator *collator_new(struct str lang, bool shifted) {
    struct collator *c = xcalloc(1, sizeof *c);
    icu_locale(lang, c->locale);
    c->shifted = shifted;
    return c;
}

void collator_drop(struct collator *c) {
    if (c) {
        if (c->icu) {
            ucol_close(c->icu);
        }
        free(c);
    }
}

/*
 * UTS #10 §4: "shifted" moves spaces and punctuation to the fourth level, where they still tell
 * equal words apart. Thai and others shift by default; what the caller asked for is set either way.
 */
static void open_collator(struct collator *c) {
    UErrorCode error = U_ZERO_ERROR;
    c->icu = ucol_open(c->locale, &error);
    if (U_FAILURE(error)) {
        error = U_ZERO_ERROR;
        c->icu = ucol_open("", &error);
    }
    if (U_FAILURE(error)) {
        BUG("ICU has no root collation");
    }
    ucol_setAttribute(c->icu, UCOL_ALTERNATE_HANDLING,
                      c->shifted ? UCOL_SHIFTED : UCOL_NON_IGNORABLE, &error);
    ucol_setAttribute(c->icu, UCOL_STRENGTH, c->shifted ? UCOL_QUATERNARY : UCOL_TERTIARY, &error);
    ucol_setAttribute(c->icu, UCOL_NORMALIZATION_MODE, UCOL_ON, &error);
    if (U_FAILURE(error)) {
        BUG("collation attributes");
    }
}

struct str collator_key(struct collator *c, struct arena *a, struct str s) {
    if (!c->icu) {
        open_collator(c);
    }
    struct utf16 u;
    utf16_make(&u, s);
    uint8_t few[FEW_BYTES];
    int32_t n = ucol_getSortKey(c->icu, u.p, u.n, few, FEW_BYTES);
    uint8_t *key = few;
    if (n > FEW_BYTES) {
        key = arena_alloc(a, (size_t)n);
        n = ucol_getSortKey(c->icu, u.p, u.n, key, n);
    } else if (n > 0) {
        key = arena_copy(a, few, (size_t)n);
    }
    utf16_drop(&u);
    if (n <= 0) {
        BUG("sort key");
    }
    /* Without the NUL that ends it: slices know their length. */
    return (struct str){(const char *)key, (size_t)n - 1};
}
