/* SPDX-License-Identifier: MIT */
/*
 * Normal forms: NFC for stored text, and a folded form for tolerant matching.
 */
#include "core/base/search.h"
#include "core/unicode/icu.h"
#include "core/unicode/unicode.h"

#include "core/base/buf.h"
#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Whether a text is composed, judged by its lead bytes. Characters below U+0300 are composed (UAX
 * #15, quick check); their lead bytes are below 0xCC. General Punctuation is composed too, except
 * for the two spaces U+2000 and U+2001. */
static bool is_surely_composed(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        const unsigned char *p = (const unsigned char *)s.p + i;
        bool sign = p[0] == 0xE2 && s.n - i >= 3 &&
                    ((p[1] == 0x80 && p[2] >= 0x82) || (p[1] == 0x81 && p[2] <= 0xAF));
        if (p[0] >= 0xCC && !sign) {
            return false;
        }
        i += sign ? 2 : 0;
    }
    return true;
}

/* ASCII letters with one combining mark, as TeX's accents and some keyboards produce them, and the
 * composed letters that replace them (Latin-1 and Latin Extended-A). Sorted by mark. */
static const struct composed {
    uint32_t mark;
    const char *letters, *together;
} together[] = {
    {0x0300, "AEIOUaeiou", "ÀÈÌÒÙàèìòù"},
    {0x0301, "AEIOUYaeiouyCcLlNnRrSsZz", "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹź"},
    {0x0302, "AEIOUaeiouCcGgHhJjSsWwYy", "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ"},
    {0x0303, "ANOanoIiUu", "ÃÑÕãñõĨĩŨũ"},
    {0x0304, "AaEeIiOoUu", "ĀāĒēĪīŌōŪū"},
    {0x0306, "AaEeGgIiOoUu", "ĂăĔĕĞğĬĭŎŏŬŭ"},
    {0x0307, "CcEeGgIZz", "ĊċĖėĠġİŻż"},
    {0x0308, "AEIOUaeiouyY", "ÄËÏÖÜäëïöüÿŸ"},
    {0x030A, "AaUu", "ÅåŮů"},
    {0x030B, "OoUu", "ŐőŰű"},
    {0x030C, "CcDdEeLlNnRrSsTtZz", "ČčĎďĚěĽľŇňŘřŠšŤťŽž"},
    {0x0327, "CcGgKkLlNnRrSsTt", "ÇçĢģĶķĻļŅņŖŗŞşŢţ"},
    {0x0328, "AaEeIiUu", "ĄąĘęĮįŲų"},
};

/* Returns the composed form of a letter and a mark; 0 when the table has none. */
static uint32_t compose(char letter, uint32_t mark) {
    for (size_t i = 0; i < ARRAY_LEN(together); i++) {
        struct str whole = str_of(together[i].together);
        const char *p = together[i].letters;
        for (size_t at = 0; together[i].mark == mark && at < whole.n; p++) {
            uint32_t cp = utf8_next(whole, &at);
            if (*p == letter) {
                return cp;
            }
        }
    }
    return 0;
}

static bool is_marked(struct str s, size_t at) {
    return s.n - at >= 2 && ((unsigned char)s.p[at] == 0xCC || (unsigned char)s.p[at] == 0xCD);
}

/* Returns the NFC of a text that needs no composition beyond the table above; a NULL pointer for
 * any other text. If no second mark follows, neither the composed letter nor the character before
 * it can be composed further. */
static struct str compose_letters(struct arena *a, struct str s) {
    char *out = arena_alloc(a, s.n + 1);
    size_t n = 0, from = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (!is_marked(s, i)) {
            continue;
        }
        size_t next = i;
        uint32_t cp = i > from ? compose(s.p[i - 1], utf8_next(s, &next)) : 0;
        if (cp == 0 || is_marked(s, next) || !is_surely_composed(str_slice(s, from, i))) {
            return (struct str){0};
        }
        memcpy(out + n, s.p + from, i - 1 - from);
        n += i - 1 - from;
        n += utf8_encode(cp, out + n);
        from = next;
        i = next - 1;
    }
    if (!is_surely_composed(str_from(s, from))) {
        return (struct str){0};
    }
    memcpy(out + n, s.p + from, s.n - from);
    return (struct str){out, n + s.n - from};
}

/* Returns normalised text on the heap, to be freed, and its length in `*n`. */
static UChar *normalize(const UNormalizer2 *form, const struct utf16 *u, int32_t *n) {
    UErrorCode error = U_ZERO_ERROR;
    int32_t cap = u->n * 2 + 16;
    UChar *out = xmalloc((size_t)cap * sizeof *out);
    *n = ICU(unorm2_normalize)(form, u->p, u->n, out, cap, &error);
    if (error == U_BUFFER_OVERFLOW_ERROR) {
        error = U_ZERO_ERROR;
        cap = *n;
        out = xrealloc(out, (size_t)cap * sizeof *out);
        *n = ICU(unorm2_normalize)(form, u->p, u->n, out, cap, &error);
    }
    if (U_FAILURE(error)) {
        BUG("normalisation");
    }
    return out;
}

size_t unicode_superscript(uint32_t cp, char base[UNICODE_BASE_MAX]) {
    /* Latin letters, dashes and quotes are never superscripts. */
    if (cp < 0xAA || (cp >= 0xC0 && cp < 0x2B0) || (cp >= 0x2000 && cp < 0x2070)) {
        return 0;
    }
    if (ICU(u_getIntPropertyValue)((UChar32)cp, UCHAR_DECOMPOSITION_TYPE) != U_DT_SUPER) {
        return 0;
    }
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfkc = ICU(unorm2_getNFKCInstance)(&error);
    UChar units[UNICODE_BASE_MAX / 4];
    int32_t n = ICU(unorm2_getRawDecomposition)(nfkc, (UChar32)cp, units, ARRAY_LEN(units), &error);
    if (U_FAILURE(error)) {
        BUG("a superscript of more than two letters");
    }
    int32_t bytes = 0;
    ICU(u_strToUTF8)(base, UNICODE_BASE_MAX, &bytes, units, n, &error);
    return U_FAILURE(error) ? 0 : (size_t)bytes;
}

struct str unicode_nfc(struct arena *a, struct str s) {
    if (is_surely_composed(s)) {
        return s;
    }
    struct str composed_here = compose_letters(a, s);
    if (composed_here.p != NULL) {
        return composed_here;
    }
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfc = ICU(unorm2_getNFCInstance)(&error);
    struct utf16 u;
    utf16_make(&u, s);
    struct str result = s;
    bool composed = ICU(unorm2_quickCheck)(nfc, u.p, u.n, &error) == UNORM_YES;
    if (U_FAILURE(error)) {
        BUG("ICU has no NFC");
    }
    if (!composed) {
        int32_t n;
        UChar *out = normalize(nfc, &u, &n);
        result = utf16_keep(a, out, n);
        free(out);
    }
    utf16_drop(&u);
    return result;
}

struct str unicode_nfd(struct arena *a, struct str s) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfd = ICU(unorm2_getNFDInstance)(&error);
    struct utf16 u;
    int32_t n;
    utf16_make(&u, s);
    UChar *out = normalize(nfd, &u, &n);
    struct str result = utf16_keep(a, out, n);
    free(out);
    utf16_drop(&u);
    return result;
}

/*
 * Letters that Unicode does not decompose but that are often typed without their stroke, and
 * symbols that are missing on keyboards. The table is searched after case folding, so it has only
 * small letters. Sorted.
 */
static const struct letter {
    uint32_t cp;
    const char *plain;
} letters[] = {
    {0x00E6, "ae"}, {0x00F0, "d"}, {0x00F8, "o"}, {0x00FE, "th"}, {0x0111, "d"},  {0x0127, "h"},
    {0x0131, "i"},  {0x0138, "k"}, {0x0142, "l"}, {0x014B, "n"},  {0x0153, "oe"}, {0x0167, "t"},
    {0x0180, "b"},  {0x019A, "l"}, {0x01E5, "g"}, {0x0268, "i"},  {0x0289, "u"},  {0x02B9, "'"},
    {0x02BC, "'"},  {0x2010, "-"}, {0x2011, "-"}, {0x2012, "-"},  {0x2013, "-"},  {0x2014, "-"},
    {0x2015, "-"},  {0x2018, "'"}, {0x2019, "'"}, {0x2212, "-"},
};

static const char *plain_letter(uint32_t cp) {
    size_t i;
    SEARCH_FIRST(i, 0, ARRAY_LEN(letters), letters[i].cp >= cp);
    return i < ARRAY_LEN(letters) && letters[i].cp == cp ? letters[i].plain : NULL;
}

/* Folds the case of a text on the heap. Frees the argument; the caller frees the result. */
static UChar *fold_case(UChar *text, int32_t *n) {
    UErrorCode error = U_ZERO_ERROR;
    int32_t cap = *n * 3 + 1; /* no letter folds to more than three units */
    UChar *out = xmalloc((size_t)cap * sizeof *out);
    *n = ICU(u_strFoldCase)(out, cap, text, *n, U_FOLD_CASE_DEFAULT, &error);
    if (U_FAILURE(error)) {
        BUG("case folding");
    }
    free(text);
    return out;
}

/** Appends the folded form of characters that are not ASCII. They fold as they do within a text,
 * because no mark moves past an ASCII character. */
static void fold_others(struct arena *a, struct buf *out, struct str s) {
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfkd = ICU(unorm2_getNFKDInstance)(&error);
    if (U_FAILURE(error)) {
        BUG("ICU has no NFKD");
    }
    struct utf16 u;
    utf16_make(&u, s);
    int32_t n;
    UChar *text = normalize(nfkd, &u, &n);
    utf16_drop(&u);
    text = fold_case(text, &n);
    struct str folded = utf16_keep(a, text, n);
    free(text);
    for (size_t at = 0; at < folded.n;) {
        uint32_t cp = utf8_next(folded, &at);
        const char *plain = plain_letter(cp);
        if (plain) {
            buf_puts(out, plain);
        } else if ((U_MASK(ICU(u_charType)((UChar32)cp)) & (U_GC_MN_MASK | U_GC_ME_MASK)) == 0) {
            /* Spacing marks stay, because they are vowels of Indic scripts. */
            buf_rune(out, cp);
        }
    }
}

static bool is_ascii(char c) {
    return (unsigned char)c < 0x80;
}

static bool is_other(char c) {
    return !is_ascii(c);
}

struct str unicode_fold(struct arena *a, struct str s) {
    s = arena_lower(a, s);
    if (utf8_is_ascii(s)) {
        return s;
    }
    struct buf out = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        size_t from = str_past(s, at, is_ascii), to = str_past(s, from, is_other);
        buf_str(&out, str_slice(s, at, from));
        if (to > from) {
            fold_others(a, &out, str_slice(s, from, to));
        }
        at = to;
    }
    return buf_finish(&out, a);
}
