/* SPDX-License-Identifier: MIT */
/*
 * Text as it is written in XML and HTML. This file decides which bytes must be escaped. It knows no
 * elements, and only XML's five entities.
 */
#include "core/base/markup.h"

#include "core/base/utf8.h"

/* How a byte is treated. Most bytes are KEEP: they are written as they are, many at once. */
enum byte_kind { KEEP, AMP, LT, GT, QUOT, NUL, CONTROL, C1_LEAD, LAST_LEAD };

static const unsigned char kinds[256] = {
    ['\0'] = NUL,     [0x01] = CONTROL, [0x02] = CONTROL, [0x03] = CONTROL, [0x04] = CONTROL,
    [0x05] = CONTROL, [0x06] = CONTROL, [0x07] = CONTROL, [0x08] = CONTROL, [0x0B] = CONTROL,
    [0x0C] = CONTROL, [0x0E] = CONTROL, [0x0F] = CONTROL, [0x10] = CONTROL, [0x11] = CONTROL,
    [0x12] = CONTROL, [0x13] = CONTROL, [0x14] = CONTROL, [0x15] = CONTROL, [0x16] = CONTROL,
    [0x17] = CONTROL, [0x18] = CONTROL, [0x19] = CONTROL, [0x1A] = CONTROL, [0x1B] = CONTROL,
    [0x1C] = CONTROL, [0x1D] = CONTROL, [0x1E] = CONTROL, [0x1F] = CONTROL, ['"'] = QUOT,
    ['&'] = AMP,      ['<'] = LT,       ['>'] = GT,       [0xC2] = C1_LEAD, [0xEF] = LAST_LEAD,
};

/** Returns the character that browsers show in place of the control character at `i`; 0 for other
 * characters. */
static uint32_t control_sign(struct str s, size_t i) {
    uint32_t c1 = i + 1 < s.n ? (unsigned char)s.p[i + 1] : 0xFF;
    uint32_t sign = utf8_windows_sign(c1);
    return c1 >= 0xA0 ? 0 : sign ? sign : UTF8_REPLACEMENT;
}

/** Returns the number of bytes at `i` that must be replaced, with their replacement in `*as`.
 * Returns 0 when none must be replaced. */
static size_t replaced(struct str s, size_t i, unsigned how, char sign[4], struct str *as) {
    *as = STR_EMPTY;
    uint32_t cp = 0;
    switch ((enum byte_kind)kinds[(unsigned char)s.p[i]]) {
    case KEEP:
        return 0;
    case AMP:
        *as = STR("&amp;");
        return 1;
    case LT:
        *as = STR("&lt;");
        return 1;
    case GT:
        *as = STR("&gt;");
        return 1;
    case QUOT:
        *as = STR("&quot;");
        return how & MARKUP_QUOTED ? 1 : 0;
    case NUL:
        *as = how & MARKUP_HTML ? STR("\xEF\xBF\xBD") : STR_EMPTY;
        return how & (MARKUP_HTML | MARKUP_XML) ? 1 : 0;
    case CONTROL:
        return how & MARKUP_XML ? 1 : 0;
    case C1_LEAD:
        cp = how & MARKUP_HTML ? control_sign(s, i) : 0;
        *as = (struct str){sign, cp ? utf8_encode(cp, sign) : 0};
        return cp ? 2 : 0;
    case LAST_LEAD:
        return how & MARKUP_XML && i + 2 < s.n && (unsigned char)s.p[i + 1] == 0xBF &&
                       (unsigned char)s.p[i + 2] >= 0xBE
                   ? 3
                   : 0;
    }
    return 0;
}

/** Returns the end of the bytes from `i` on that need no escape. Tests four bytes at a time. */
static size_t plain_end(struct str s, size_t i) {
    const unsigned char *p = (const unsigned char *)s.p;
    while (s.n - i >= 4 &&
           (kinds[p[i]] | kinds[p[i + 1]] | kinds[p[i + 2]] | kinds[p[i + 3]]) == KEEP) {
        i += 4;
    }
    return i;
}

void markup_put(struct buf *out, struct str s, unsigned how) {
    size_t done = 0;
    for (size_t i = plain_end(s, 0); i < s.n;) {
        if (kinds[(unsigned char)s.p[i]] == KEEP) {
            i++;
            continue;
        }
        char sign[4];
        struct str as;
        size_t gone = replaced(s, i, how, sign, &as);
        if (gone) {
            buf_add(out, s.p + done, i - done);
            buf_str(out, as);
            done = i + gone;
        }
        i = plain_end(s, i + (gone ? gone : 1));
    }
    if (done < s.n) {
        buf_add(out, s.p + done, s.n - done);
    }
}

void markup_put_percent(struct buf *out, struct str s, const char *kept) {
    static const char hex[] = "0123456789ABCDEF";
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if (is_alnum(s.p[i]) || (c && strchr(kept, c))) {
            buf_putc(out, s.p[i]);
        } else {
            char percent[3] = {'%', hex[c >> 4], hex[c & 15]};
            buf_add(out, percent, sizeof percent);
        }
    }
}

size_t markup_reference(struct str s, uint32_t *cp) {
    static const struct {
        struct str spelt;
        char c;
    } named[] = {{STR_INIT("&amp;"), '&'},
                 {STR_INIT("&lt;"), '<'},
                 {STR_INIT("&gt;"), '>'},
                 {STR_INIT("&quot;"), '"'},
                 {STR_INIT("&apos;"), '\''}};
    for (size_t i = 0; i < ARRAY_LEN(named); i++) {
        if (str_starts(s, named[i].spelt)) {
            *cp = (unsigned char)named[i].c;
            return named[i].spelt.n;
        }
    }
    if (!str_starts(s, STR("&#"))) {
        return 0;
    }
    bool hex = s.n > 2 && (s.p[2] == 'x' || s.p[2] == 'X');
    size_t digits = hex ? 3 : 2, i = digits;
    *cp = 0;
    for (; i < s.n && *cp < 0x110000 && (hex ? hex_digit(s.p[i]) >= 0 : is_digit(s.p[i])); i++) {
        *cp = *cp * (hex ? 16 : 10) + (uint32_t)hex_digit(s.p[i]);
    }
    return i > digits && i < s.n && s.p[i] == ';' ? i + 1 : 0;
}

bool markup_next_attr(struct str *attrs, struct str *name, struct str *value) {
    struct str s = *attrs;
    while (s.n && (is_space(s.p[0]) || str_index(STR("/\"'"), s.p[0]) != STR_NONE)) {
        s = str_from(s, 1); /* skips a quotation mark, which is the rest of a malformed attribute */
    }
    size_t n = 0, end = 0;
    while (n < s.n && !is_space(s.p[n]) && s.p[n] != '=' && s.p[n] != '/') {
        n++;
    }
    *name = str_slice(s, 0, n);
    *value = STR_EMPTY;
    struct str rest = str_trim(str_from(s, n));
    if (str_starts(rest, STR("="))) {
        rest = str_trim(str_from(rest, 1));
        char quote = rest.n && (rest.p[0] == '"' || rest.p[0] == '\'') ? rest.p[0] : 0;
        rest = str_from(rest, quote != 0);
        while (end < rest.n && (quote ? rest.p[end] != quote : !is_space(rest.p[end]))) {
            end++;
        }
        *value = end ? str_slice(rest, 0, end) : STR("");
        rest = str_from(rest, end + (quote != 0));
    }
    *attrs = rest;
    return s.n > 0;
}

struct str markup_attr(struct str attrs, const char *name) {
    struct str key, value;
    while (markup_next_attr(&attrs, &key, &value)) {
        if (str_ieq(key, str_of(name))) {
            return value.p ? value : STR("");
        }
    }
    return STR_EMPTY;
}
