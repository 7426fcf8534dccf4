/* SPDX-License-Identifier: MIT */
/*
 * UTF-8 as defined by Unicode 15, table 3-7 (well-formed byte sequences).
 */
#include "core/base/utf8.h"

#include "core/base/buf.h"

#include <string.h>

/*
 * Returns the length of the well-formed sequence at `p` (1 to 4 bytes), with its code point; 0 when
 * the sequence is ill-formed. Besides the general form, only the second byte is restricted: E0 and
 * F0 exclude overlong forms, ED excludes surrogates, F4 excludes code points above U+10FFFF.
 */
static size_t sequence(const unsigned char *p, size_t n, uint32_t *cp) {
    unsigned char b = p[0];
    if (b < 0x80) {
        *cp = b;
        return 1;
    }
    size_t len = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : 2;
    if (b < 0xC2 || b > 0xF4 || n < len) {
        return 0;
    }
    unsigned char low = b == 0xE0 ? 0xA0 : b == 0xF0 ? 0x90 : 0x80;
    unsigned char high = b == 0xED ? 0x9F : b == 0xF4 ? 0x8F : 0xBF;
    if (p[1] < low || p[1] > high) {
        return 0;
    }
    uint32_t v = b & (0x7Fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
        v = v << 6 | (p[i] & 0x3Fu);
    }
    *cp = v;
    return len;
}

size_t utf8_check(struct str s) {
    const unsigned char *p = (const unsigned char *)s.p;
    size_t at = 0;
    while (at < s.n) {
        /* Skips ASCII, first 32 bytes at a time, then eight. */
        uint64_t word, words[4];
        if (s.n - at >= sizeof words) {
            memcpy(words, p + at, sizeof words);
            if (((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080)) == 0) {
                at += sizeof words;
                continue;
            }
        }
        if (s.n - at >= sizeof word) {
            memcpy(&word, p + at, sizeof word);
            if ((word & UINT64_C(0x8080808080808080)) == 0) {
                at += sizeof word;
                continue;
            }
        }
        uint32_t cp;
        size_t len = sequence(p + at, s.n - at, &cp);
        if (len == 0) {
            return at;
        }
        at += len;
    }
    return STR_NONE;
}

uint32_t utf8_next_wide(struct str s, size_t *at) {
    uint32_t cp;
    size_t len = sequence((const unsigned char *)s.p + *at, s.n - *at, &cp);
    if (len == 0) {
        *at += 1;
        return UTF8_REPLACEMENT;
    }
    *at += len;
    return cp;
}

uint32_t utf8_prev_wide(struct str s, size_t *at) {
    const unsigned char *p = (const unsigned char *)s.p;
    size_t end = *at;
    size_t start = end - 1;
    while (start > 0 && end - start < 4 && (p[start] & 0xC0) == 0x80) {
        start--;
    }
    uint32_t cp;
    size_t len = sequence(p + start, end - start, &cp);
    if (len == 0 || start + len != end) {
        *at = end - 1;
        return UTF8_REPLACEMENT;
    }
    *at = start;
    return cp;
}

size_t utf8_encode(uint32_t cp, char out[4]) {
    if (cp > 0x10FFFF || (cp >= 0xD800 && cp <= 0xDFFF)) {
        cp = UTF8_REPLACEMENT;
    }
    if (cp < 0x80) {
        out[0] = (char)cp;
        return 1;
    }
    if (cp < 0x800) {
        out[0] = (char)(0xC0 | cp >> 6);
        out[1] = (char)(0x80 | (cp & 0x3F));
        return 2;
    }
    if (cp < 0x10000) {
        out[0] = (char)(0xE0 | cp >> 12);
        out[1] = (char)(0x80 | (cp >> 6 & 0x3F));
        out[2] = (char)(0x80 | (cp & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | cp >> 18);
    out[1] = (char)(0x80 | (cp >> 12 & 0x3F));
    out[2] = (char)(0x80 | (cp >> 6 & 0x3F));
    out[3] = (char)(0x80 | (cp & 0x3F));
    return 4;
}

size_t utf8_count(struct str s) {
    size_t count = 0;
    size_t at = 0;
    while (at < s.n) {
        utf8_next(s, &at);
        count++;
    }
    return count;
}

uint32_t utf8_windows_sign(uint32_t c1) {
    static const uint16_t SIGNS[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    return c1 >= 0x80 && c1 < 0xA0 ? SIGNS[c1 - 0x80] : 0;
}

size_t utf8_from_windows(struct buf *out, struct str s, bool *has_utf8) {
    size_t converted = 0;
    *has_utf8 = false;
    for (struct str rest = s; rest.n;) {
        size_t good = utf8_check(rest);
        struct str valid = good == STR_NONE ? rest : str_slice(rest, 0, good);
        *has_utf8 = *has_utf8 || !utf8_is_ascii(valid);
        buf_str(out, valid);
        if (good == STR_NONE) {
            break;
        }
        unsigned char c = (unsigned char)rest.p[good];
        uint32_t sign = utf8_windows_sign(c);
        buf_rune(out, sign ? sign : c);
        converted++;
        rest = str_from(rest, good + 1);
    }
    return converted;
}

enum { WIDE_SAMPLE = 4096, WIDE_ASCII = 12 };

const char *utf8_wide_name(struct str s) {
    static const struct {
        struct str mark;
        const char *name;
    } marks[] = {{STR_INIT("\xFF\xFE\0\0"), "UTF-32LE"},
                 {STR_INIT("\0\0\xFE\xFF"), "UTF-32BE"},
                 {STR_INIT("\xFF\xFE"), "UTF-16LE"},
                 {STR_INIT("\xFE\xFF"), "UTF-16BE"}};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_starts(s, marks[i].mark)) {
            return marks[i].name;
        }
    }
    struct str sample = str_slice(s, 0, s.n < WIDE_SAMPLE ? s.n & ~(size_t)3 : WIDE_SAMPLE);
    sample = s.n < 4 ? str_slice(s, 0, s.n & ~(size_t)1) : sample;
    if (sample.n == 0 || !memchr(sample.p, '\0', sample.n)) {
        return NULL;
    }
    size_t zeros[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < sample.n; i++) {
        zeros[i % 4] += sample.p[i] == '\0';
    }
    size_t units = sample.n / 4, even = zeros[0] + zeros[2], odd = zeros[1] + zeros[3];
    if (units && zeros[3] == units && zeros[2] + zeros[1] > units && zeros[0] == 0) {
        return "UTF-32LE";
    }
    if (units && zeros[0] == units && zeros[1] + zeros[2] > units && zeros[3] == 0) {
        return "UTF-32BE";
    }
    return even == 0 && odd * WIDE_ASCII >= sample.n / 2   ? "UTF-16LE"
           : odd == 0 && even * WIDE_ASCII >= sample.n / 2 ? "UTF-16BE"
                                                           : NULL;
}
