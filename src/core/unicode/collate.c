/* SPDX-License-Identifier: MIT */
/*
 * Sorting by language (UTS #10 with CLDR's tailorings). ICU's collator is opened for the first key
 * that needs it. Most documents sort only Western names and titles, in languages that keep CLDR's
 * root order. Such texts are compared here without ICU, because ICU would double the cost of
 * sorting twenty references. A collator may be used by one thread only.
 */
#include "core/unicode/icu.h"
#include "core/unicode/icu_sort_calls.h"
#include "core/unicode/unicode.h"

#include "core/base/word_list.h"

#include <stdlib.h>
#include <string.h>

#define FEW_BYTES 256

struct collator {
    UCollator *icu; /* ICU's collator; NULL until the first key needs it */
    char lang[ICU_LOCALE_MAX];
    bool shifted;
    bool quick; /* the language has the root order */
};

/* Whether CLDR has no tailoring for a language, in any country. Canadian French has one: it
 * compares accents from the end. */
static bool sorts_as_root(struct str lang) {
    bool country = lang.n == 5 && (lang.p[2] == '-' || lang.p[2] == '_') && is_alpha(lang.p[3]) &&
                   is_alpha(lang.p[4]);
    return (lang.n == 2 || country) && !str_iamong(lang, "fr-CA fr_CA") &&
           str_iamong(str_slice(lang, 0, 2), "en de fr ga id it nl pt");
}

struct collator *collator_new(struct str lang, bool shifted) {
    struct collator *c = xcalloc(1, sizeof *c);
    if (lang.n < sizeof c->lang) {
        memcpy(c->lang, lang.p, lang.n);
    }
    c->shifted = shifted;
    c->quick = !shifted && sorts_as_root(lang);
    return c;
}

void collator_drop(struct collator *c) {
    if (c) {
        if (c->icu) {
            ICU_SORT(ucol_close)(c->icu);
        }
        free(c);
    }
}

/*
 * "shifted" (UTS #10, section 4) moves spaces and punctuation to the fourth level, where they still
 * distinguish equal words. Some languages, such as Thai, shift by default, so the option is also
 * set to turn shifting off.
 */
static void open_collator(struct collator *c) {
    UErrorCode error = U_ZERO_ERROR;
    char locale[ICU_LOCALE_MAX];
    icu_locale(str_of(c->lang), locale);
    c->icu = ICU_SORT(ucol_open)(locale, &error);
    if (U_FAILURE(error)) {
        error = U_ZERO_ERROR;
        c->icu = ICU_SORT(ucol_open)("", &error);
    }
    if (U_FAILURE(error)) {
        BUG("ICU has no root collation");
    }
    UColAttributeValue handling = c->shifted ? UCOL_SHIFTED : UCOL_NON_IGNORABLE;
    UColAttributeValue strength = c->shifted ? UCOL_QUATERNARY : UCOL_TERTIARY;
    ICU_SORT(ucol_setAttribute)(c->icu, UCOL_ALTERNATE_HANDLING, handling, &error);
    ICU_SORT(ucol_setAttribute)(c->icu, UCOL_STRENGTH, strength, &error);
    ICU_SORT(ucol_setAttribute)(c->icu, UCOL_NORMALIZATION_MODE, UCOL_ON, &error);
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
    int32_t n = ICU_SORT(ucol_getSortKey)(c->icu, u.p, u.n, few, FEW_BYTES);
    uint8_t *key = few;
    if (n > FEW_BYTES) {
        key = arena_alloc(a, (size_t)n);
        n = ICU_SORT(ucol_getSortKey)(c->icu, u.p, u.n, key, n);
    } else if (n > 0) {
        key = arena_copy(a, few, (size_t)n);
    }
    utf16_drop(&u);
    if (n <= 0) {
        BUG("sort key");
    }
    /* without the final NUL, since slices have a length */
    return (struct str){(const char *)key, (size_t)n - 1};
}

/* ---- without ICU */

/* The keys below follow CLDR's root order of ASCII, and of those letters of Latin-1 that are an
 * ASCII letter with an accent. */

/* The base letters of the characters from U+00C0 on. '?': the character is not an ASCII letter with
 * an accent. */
static const char accented[] = "AAAAAA?CEEEEIIII?NOOOOO??UUUUY??aaaaaa?ceeeeiiii?nooooo??uuuuy?y";
/* The accents of the letters above: 1 acute, 2 grave, 3 circumflex, 4 ring, 5 diaeresis, 6 tilde, 7
 * cedilla. */
static const char accents[] = "213654?721352135?621365??21351??"
                              "213654?721352135?621365??21351?5";

/** A character: its base letter, and its accent or 0. */
struct sign {
    char base;
    uint8_t accent;
};

/** Reads the character at `*at` and moves past it. Returns false for a character without a weight
 * here. */
static bool sign_take(struct str s, size_t *at, struct sign *out) {
    unsigned char c = (unsigned char)s.p[*at];
    if (c >= ' ' && c < 0x7F) {
        *out = (struct sign){(char)c, 0};
        *at += 1;
        return true;
    }
    if (c != 0xC3 || s.n - *at < 2) {
        return false;
    }
    unsigned i = (unsigned char)s.p[*at + 1] & 0x3Fu;
    *out = (struct sign){accented[i], (uint8_t)(accents[i] - '0')};
    *at += 2;
    return accented[i] != '?';
}

/* The weights of characters must be larger than LEVEL_END, the separator of levels. */
enum { LEVEL_END = 1, FIRST_PRIMARY = 2, COMMON = 5, UPPER = 6 };

/* Primary weights of the characters from ' ' to '~', beginning with FIRST_PRIMARY: some symbols,
 * the digits, then the letters. Other bytes have no weight. tests/unit/test_unicode.c compares them
 * with the weights of ICU. */
static const uint8_t primaries[256] = {
    [' '] = 2,   ['!'] = 8,  ['"'] = 12, ['#'] = 24, ['$'] = 34,  ['%'] = 25, ['&'] = 23,
    ['\''] = 11, ['('] = 13, [')'] = 14, ['*'] = 20, ['+'] = 28,  [','] = 5,  ['-'] = 4,
    ['.'] = 10,  ['/'] = 21, ['0'] = 35, ['1'] = 36, ['2'] = 37,  ['3'] = 38, ['4'] = 39,
    ['5'] = 40,  ['6'] = 41, ['7'] = 42, ['8'] = 43, ['9'] = 44,  [':'] = 7,  [';'] = 6,
    ['<'] = 29,  ['='] = 30, ['>'] = 31, ['?'] = 9,  ['@'] = 19,  ['A'] = 45, ['B'] = 46,
    ['C'] = 47,  ['D'] = 48, ['E'] = 49, ['F'] = 50, ['G'] = 51,  ['H'] = 52, ['I'] = 53,
    ['J'] = 54,  ['K'] = 55, ['L'] = 56, ['M'] = 57, ['N'] = 58,  ['O'] = 59, ['P'] = 60,
    ['Q'] = 61,  ['R'] = 62, ['S'] = 63, ['T'] = 64, ['U'] = 65,  ['V'] = 66, ['W'] = 67,
    ['X'] = 68,  ['Y'] = 69, ['Z'] = 70, ['['] = 15, ['\\'] = 22, [']'] = 16, ['^'] = 27,
    ['_'] = 3,   ['`'] = 26, ['a'] = 45, ['b'] = 46, ['c'] = 47,  ['d'] = 48, ['e'] = 49,
    ['f'] = 50,  ['g'] = 51, ['h'] = 52, ['i'] = 53, ['j'] = 54,  ['k'] = 55, ['l'] = 56,
    ['m'] = 57,  ['n'] = 58, ['o'] = 59, ['p'] = 60, ['q'] = 61,  ['r'] = 62, ['s'] = 63,
    ['t'] = 64,  ['u'] = 65, ['v'] = 66, ['w'] = 67, ['x'] = 68,  ['y'] = 69, ['z'] = 70,
    ['{'] = 17,  ['|'] = 32, ['}'] = 18, ['~'] = 33,
};

/** Like quick_key(), for a text of ASCII only. Returns a NULL pointer if the text has another
 * character. */
static struct str ascii_key(struct arena *a, struct str s) {
    size_t capitals = s.n; /* the number of characters up to the last capital */
    while (capitals > 0 && !is_upper(s.p[capitals - 1])) {
        capitals--;
    }
    char *key = arena_alloc(a, s.n + 2 + capitals), *upper = key + s.n + 2;
    for (size_t i = 0; i < s.n; i++) {
        key[i] = (char)primaries[(unsigned char)s.p[i]];
        if (key[i] == 0) {
            return (struct str){0};
        }
    }
    key[s.n] = key[s.n + 1] = LEVEL_END; /* the level of accents is empty */
    for (size_t i = 0; i < capitals; i++) {
        upper[i] = is_upper(s.p[i]) ? UPPER : COMMON;
    }
    return (struct str){key, s.n + 2 + capitals};
}

/** Removes common weights at the end of a level. Returns the new end. This does not change the
 * order, because the separator of levels sorts below them. */
static char *trim_level(const char *from, char *end) {
    while (end > from && end[-1] == COMMON) {
        end--;
    }
    return end;
}

/* Returns a key as in UTS #10, section 7: the letters, then the accents, then the capitals. Returns
 * a NULL pointer if a character has no weight here. */
static struct str quick_key(struct arena *a, struct str s) {
    struct str ascii = ascii_key(a, s);
    if (ascii.p != NULL) {
        return ascii;
    }
    char *key = arena_alloc(a, 5 * s.n + 2), *p = key;
    struct sign sign;
    for (size_t at = 0; at < s.n;) {
        if (!sign_take(s, &at, &sign)) {
            return (struct str){0};
        }
        *p++ = (char)primaries[(unsigned char)sign.base];
    }
    *p++ = LEVEL_END;
    const char *level = p;
    for (size_t at = 0; at < s.n && sign_take(s, &at, &sign);) {
        *p++ = COMMON;
        if (sign.accent > 0) {
            *p++ = (char)(COMMON + sign.accent);
        }
    }
    p = trim_level(level, p);
    *p++ = LEVEL_END;
    level = p;
    for (size_t at = 0; at < s.n && sign_take(s, &at, &sign);) {
        *p++ = is_upper(sign.base) ? UPPER : COMMON;
        if (sign.accent > 0) {
            *p++ = COMMON;
        }
    }
    p = trim_level(level, p);
    return (struct str){key, (size_t)(p - key)};
}

struct collated collator_take(struct collator *c, struct arena *a, struct str s) {
    struct collated out = {.text = arena_str(a, s)};
    if (c->quick) {
        out.quick = quick_key(a, s);
    }
    return out;
}

static struct str full_key(struct collator *c, struct arena *a, struct collated *x) {
    if (x->full.p == NULL) {
        x->full = collator_key(c, a, x->text);
    }
    return x->full;
}

int collator_compare(struct collator *c, struct arena *a, struct collated *x, struct collated *y) {
    if (x->quick.p != NULL && y->quick.p != NULL) {
        return str_cmp(x->quick, y->quick);
    }
    return str_cmp(full_key(c, a, x), full_key(c, a, y));
}
