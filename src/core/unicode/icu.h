/* SPDX-License-Identifier: MIT */
/*
 * Conversion between slices and ICU's UTF-16. Private to the module.
 */
#ifndef DOSSIER_UNICODE_ICU_H
#define DOSSIER_UNICODE_ICU_H

#include "core/base/arena.h"
#include "core/unicode/icu_calls.h"

/** A text in UTF-16. It is on the heap or, when it is short, in the struct itself. Free it with
 * utf16_drop(). */
struct utf16 {
    UChar *p;
    int32_t n;
    UChar few[128];
};

/** Converts to UTF-16; ill-formed UTF-8 becomes U+FFFD. */
void utf16_make(struct utf16 *u, struct str s);
void utf16_drop(struct utf16 *u);
/** Converts back to UTF-8 in the arena, with a NUL after the end. */
struct str utf16_keep(struct arena *a, const UChar *p, int32_t n);

#define ICU_LOCALE_MAX 64

/** Writes the ICU locale of a BCP 47 tag ("de-u-co-phonebk") to `out`; "" (the root) if `lang` is
 * not such a tag. */
void icu_locale(struct str lang, char out[ICU_LOCALE_MAX]);

#endif
