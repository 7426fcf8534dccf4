/* SPDX-License-Identifier: MIT */
/*
 * Full case mappings (Unicode SpecialCasing). Title case, with its list of small words, is part of
 * csl/.
 */
#include "core/unicode/icu.h"
#include "core/unicode/unicode.h"

#include "core/base/utf8.h"

#include <string.h>

typedef int32_t map_fn(UCaseMap *map, char *to, int32_t cap, const char *from, int32_t n,
                       UErrorCode *error);

static int32_t to_lower_case(UCaseMap *map, char *to, int32_t cap, const char *from, int32_t n,
                             UErrorCode *error) {
    return ICU(ucasemap_utf8ToLower)(map, to, cap, from, n, error);
}

static int32_t to_upper_case(UCaseMap *map, char *to, int32_t cap, const char *from, int32_t n,
                             UErrorCode *error) {
    return ICU(ucasemap_utf8ToUpper)(map, to, cap, from, n, error);
}

static struct str map_case(struct arena *a, struct str s, struct str lang, uint32_t options,
                           map_fn *fn) {
    char locale[ICU_LOCALE_MAX];
    icu_locale(lang, locale);
    if (s.n > INT32_MAX / 4) {
        BUG("text too long for ICU");
    }
    UErrorCode error = U_ZERO_ERROR;
    UCaseMap *map = ICU(ucasemap_open)(locale, options, &error);
    if (U_FAILURE(error)) {
        BUG("ICU has no case maps");
    }
    /* This length suffices in most cases. If letters expand, ICU is called a second time. */
    int32_t cap = (int32_t)s.n + 16;
    char *out = arena_alloc(a, (size_t)cap + 1);
    int32_t n = fn(map, out, cap, s.p, (int32_t)s.n, &error);
    if (error == U_BUFFER_OVERFLOW_ERROR) {
        error = U_ZERO_ERROR;
        cap = n;
        out = arena_alloc(a, (size_t)cap + 1);
        n = fn(map, out, cap, s.p, (int32_t)s.n, &error);
    }
    ICU(ucasemap_close)(map);
    if (U_FAILURE(error)) {
        BUG("case mapping");
    }
    out[n] = '\0';
    return (struct str){out, (size_t)n};
}

/* Whether a language maps ASCII letters to ASCII letters. Turkish and Azeri (dots on i) and
 * Lithuanian do not. */
static bool maps_ascii(struct str lang) {
    return !str_is_lang(lang, "tr") && !str_is_lang(lang, "az") && !str_is_lang(lang, "lt");
}

static struct str mapped(struct arena *a, struct str s, struct str lang, bool upper) {
    if (!utf8_is_ascii(s) || !maps_ascii(lang)) {
        return map_case(a, s, lang, 0, upper ? to_upper_case : to_lower_case);
    }
    char *out = arena_alloc(a, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        out[i] = upper ? to_upper(s.p[i]) : to_lower(s.p[i]);
    }
    out[s.n] = '\0';
    return (struct str){out, s.n};
}

struct str unicode_lower(struct arena *a, struct str s, struct str lang) {
    return mapped(a, s, lang, false);
}

struct str unicode_upper(struct arena *a, struct str s, struct str lang) {
    return mapped(a, s, lang, true);
}

/* Whether an ASCII character may precede the first letter of a word: quotes, brackets, stops and
 * spaces. */
static bool is_ascii_lead(char c) {
    return !is_alnum(c) && !strchr("$+<=>^`|~", c);
}

struct str unicode_capitalize(struct arena *a, struct str s, struct str lang) {
    /* The Dutch "ij" is one letter, which ICU handles. */
    if (!utf8_is_ascii(s) || !maps_ascii(lang) || str_is_lang(lang, "nl")) {
        return map_case(a, s, lang, U_TITLECASE_WHOLE_STRING | U_TITLECASE_NO_LOWERCASE,
                        ICU(ucasemap_utf8ToTitle));
    }
    size_t first = 0;
    while (first < s.n && s.p[first] != '\0' && is_ascii_lead(s.p[first])) {
        first++;
    }
    struct str copy = arena_str(a, s);
    if (first < s.n && is_lower(s.p[first])) {
        char upper = to_upper(s.p[first]);
        return arena_join(a, 3, str_slice(copy, 0, first), (struct str){&upper, 1},
                          str_from(copy, first + 1));
    }
    return copy;
}
