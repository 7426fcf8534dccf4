/* SPDX-License-Identifier: MIT */
/*
 * The syntax of PDF (ISO 32000-1, 7.2 and 7.3): converts bytes to values, for objects and content
 * streams. It terminates on any input, in linear time. Values that are nested deeper than
 * LIMIT_PDF_DEPTH become nulls.
 */
#include "print/pdfread/document.h"

#include "core/base/bounds.h"
#include "core/base/buf.h"
#include "core/base/search.h"
#include "core/base/utf8.h"

#include <string.h>

/* ---- characters (7.2.2) */

static void skip_white(struct pdfread_lexer *x) {
    while (x->at < x->s.n) {
        char c = x->s.p[x->at];
        if (c == '%') {
            while (x->at < x->s.n && x->s.p[x->at] != '\n' && x->s.p[x->at] != '\r') {
                x->at++;
            }
        } else if (pdfread_is_white(c)) {
            x->at++;
        } else {
            return;
        }
    }
}

static struct str regular(struct pdfread_lexer *x) {
    size_t from = x->at;
    x->at = str_past(x->s, x->at, pdfread_is_regular);
    return str_slice(x->s, from, x->at);
}

/* ---- strings and names */

/* Decodes an escape sequence after its backslash and moves past it. Returns -1 if it represents no
 * character. */
static int escaped(struct str s, size_t *at) {
    char c = *at < s.n ? s.p[(*at)++] : '\\';
    if (c >= '0' && c <= '7') {
        int v = c - '0';
        for (int i = 0; i < 2 && *at < s.n && s.p[*at] >= '0' && s.p[*at] <= '7'; i++) {
            v = v * 8 + (s.p[(*at)++] - '0');
        }
        return v & 255;
    }
    if (c == '\r') {
        *at += *at < s.n && s.p[*at] == '\n';
        return -1;
    }
    static const char letters[] = "nrtbf", values[] = "\n\r\t\b\f";
    const char *found = c ? strchr(letters, c) : NULL;
    return c == '\n' ? -1 : found ? values[found - letters] : (unsigned char)c;
}

/* Reads a literal string (7.3.4.2) after its opening parenthesis. */
static struct str literal(struct pdfread_lexer *x) {
    struct str s = x->s;
    size_t from = x->at, depth = 1;
    bool plain = true;
    while (x->at < s.n) {
        char c = s.p[x->at++];
        plain = plain && c != '\\' && c != '\r';
        if (c == '\\') {
            x->at += x->at < s.n;
        } else if (c == '(') {
            depth++;
        } else if (c == ')' && --depth == 0) {
            break;
        }
    }
    struct str raw = str_slice(s, from, depth ? x->at : x->at - 1);
    if (plain) {
        return raw;
    }
    char *p = arena_alloc(x->arena, raw.n + 1);
    size_t n = 0;
    for (size_t at = 0; at < raw.n;) {
        char c = raw.p[at++];
        int v = (unsigned char)c;
        if (c == '\\') {
            v = escaped(raw, &at);
        } else if (c == '\r') {
            at += at < raw.n && raw.p[at] == '\n';
            v = '\n';
        }
        if (v >= 0) {
            p[n++] = (char)v;
        }
    }
    return (struct str){p, n};
}

/* Reads a hexadecimal string (7.3.4.3) after its opening bracket. */
static struct str hexadecimal(struct pdfread_lexer *x, bool *odd) {
    size_t end = str_index(str_from(x->s, x->at), '>');
    struct str raw = end == STR_NONE ? str_from(x->s, x->at) : str_slice(x->s, x->at, x->at + end);
    x->at += raw.n + (end != STR_NONE);
    char *p = arena_alloc(x->arena, raw.n / 2 + 1);
    size_t digits = 0;
    for (size_t i = 0; i < raw.n; i++) {
        int v = hex_digit(raw.p[i]);
        if (v < 0) {
            continue;
        }
        p[digits / 2] = (char)(digits % 2 ? (unsigned char)p[digits / 2] | v : v << 4);
        digits++;
    }
    *odd = digits % 2 != 0;
    return (struct str){p, (digits + 1) / 2};
}

/* Reads a name (7.3.5) after its slash. */
static struct str name(struct pdfread_lexer *x) {
    struct str raw = regular(x);
    if (str_index(raw, '#') == STR_NONE) {
        return raw;
    }
    char *p = arena_alloc(x->arena, raw.n);
    size_t n = 0;
    for (size_t i = 0; i < raw.n; i++) {
        int a = i + 2 < raw.n ? hex_digit(raw.p[i + 1]) : -1;
        int b = a >= 0 ? hex_digit(raw.p[i + 2]) : -1;
        if (raw.p[i] == '#' && a >= 0 && b >= 0) {
            p[n++] = (char)(a * 16 + b);
            i += 2;
        } else {
            p[n++] = raw.p[i];
        }
    }
    return (struct str){p, n};
}

/* ---- numbers (7.3.3) */

static bool number(struct str s, struct pdfread_value *out) {
    size_t at = s.n && (s.p[0] == '-' || s.p[0] == '+') ? 1 : 0;
    bool negative = at && s.p[0] == '-', point = false;
    double v = 0, part = 1;
    int64_t whole = 0;
    size_t digits = 0;
    for (; at < s.n; at++) {
        if (s.p[at] == '.' && !point) {
            point = true;
        } else if (is_digit(s.p[at])) {
            int d = s.p[at] - '0';
            digits++;
            if (point) {
                part /= 10;
                v += part * d;
            } else {
                v = v * 10 + d;
                whole = whole > (INT64_MAX - 9) / 10 ? INT64_MAX - 9 : whole * 10 + d;
            }
        } else {
            return false;
        }
    }
    if (digits == 0) {
        return false;
    }
    out->kind = point ? PDFREAD_REAL : PDFREAD_INT;
    out->real = negative ? -v : v;
    out->number = point ? 0 : negative ? -whole : whole;
    return true;
}

/* Makes the integer `v` a reference if " 0 R" follows it (7.3.10). Returns whether it did. */
static bool is_reference(struct pdfread_lexer *x, struct pdfread_value *v) {
    size_t at = str_past(x->s, x->at, pdfread_is_white);
    size_t digits = at, generation = 0;
    while (at < x->s.n && is_digit(x->s.p[at]) && at < digits + 6) {
        generation = generation * 10 + (size_t)(x->s.p[at++] - '0');
    }
    if (at == digits || at >= x->s.n || !pdfread_is_white(x->s.p[at])) {
        return false;
    }
    at = str_past(x->s, at, pdfread_is_white);
    if (at >= x->s.n || x->s.p[at] != 'R' ||
        (at + 1 < x->s.n && pdfread_is_regular(x->s.p[at + 1]))) {
        return false;
    }
    x->at = at + 1;
    *v = (struct pdfread_value){.kind = PDFREAD_REFERENCE, .number = v->number, .n = generation};
    return true;
}

/* ---- arrays and dictionaries */

static bool read_value(struct pdfread_lexer *x, struct pdfread_value *out, int depth);

struct items {
    struct pdfread_value *p;
    size_t n, cap;
};

static void items_push(struct pdfread_lexer *x, struct items *list, const struct pdfread_value *v) {
    struct arena *a = x->arena;
    if (x->most && x->kept >= x->most) {
        return;
    }
    x->kept++;
    if (list->n == list->cap) {
        list->cap = list->cap ? list->cap * 2 : 8;
        list->p = arena_grow(a, list->p, list->n, list->cap, sizeof *list->p);
    }
    list->p[list->n++] = *v;
}

static bool at_end(struct pdfread_lexer *x, const char *end) {
    skip_white(x);
    struct str s = str_from(x->s, x->at);
    if (s.n && !str_starts(s, str_of(end))) {
        return false;
    }
    x->at += s.n ? strlen(end) : 0;
    return true;
}

static void read_array(struct pdfread_lexer *x, struct pdfread_value *out, int depth) {
    struct items list = {NULL, 0, 0};
    while (!at_end(x, "]")) {
        struct pdfread_value v;
        size_t before = x->at;
        if (read_value(x, &v, depth + 1) && v.kind != PDFREAD_OPERATOR) {
            items_push(x, &list, &v);
        }
        x->at += x->at == before;
    }
    *out = (struct pdfread_value){.kind = PDFREAD_ARRAY, .items = list.p, .n = list.n};
}

/* Reads a dictionary and records whether its keys ascend, as libqpdf writes them. Look-ups can then
 * use binary search. */
static void read_dict(struct pdfread_lexer *x, struct pdfread_value *out, int depth) {
    struct items list = {NULL, 0, 0};
    bool rising = true;
    while (!at_end(x, ">>")) {
        struct pdfread_value key, v = {.kind = PDFREAD_NULL};
        size_t before = x->at;
        bool is_key = read_value(x, &key, depth + 1) && key.kind == PDFREAD_NAME;
        x->at += x->at == before;
        if (!is_key || at_end(x, ">>")) {
            if (is_key) {
                break;
            }
            continue;
        }
        (void)read_value(x, &v, depth + 1);
        rising = rising && (list.n == 0 || str_cmp(list.p[list.n - 2].text, key.text) < 0);
        if (!x->most || x->kept + 1 < x->most) {
            items_push(x, &list, &key);
            items_push(x, &list, &v);
        }
    }
    *out = (struct pdfread_value){
        .kind = PDFREAD_DICT, .number = rising, .items = list.p, .n = list.n};
}

static void read_word(struct pdfread_lexer *x, struct pdfread_value *out) {
    struct str s = regular(x);
    if (s.n == 0) {
        x->at++; /* a closing bracket without an opening one is skipped */
        return;
    }
    if (number(s, out)) {
        if (out->kind == PDFREAD_INT && out->number >= 0) {
            (void)is_reference(x, out);
        }
        return;
    }
    if (str_is(s, "null")) {
        return;
    }
    bool yes = str_is(s, "true");
    out->kind = yes || str_is(s, "false") ? PDFREAD_BOOL : PDFREAD_OPERATOR;
    out->number = yes;
    out->text = s;
}

static bool read_value(struct pdfread_lexer *x, struct pdfread_value *out, int depth) {
    *out = (struct pdfread_value){.kind = PDFREAD_NULL};
    skip_white(x);
    if (x->at >= x->s.n) {
        return false;
    }
    char c = x->s.p[x->at];
    bool two = x->at + 1 < x->s.n && x->s.p[x->at + 1] == c;
    if (c == '(') {
        x->at++;
        *out = (struct pdfread_value){.kind = PDFREAD_STRING, .text = literal(x)};
    } else if (c == '/') {
        x->at++;
        *out = (struct pdfread_value){.kind = PDFREAD_NAME, .text = name(x)};
    } else if (c == '<' && !two) {
        x->at++;
        out->kind = PDFREAD_STRING;
        out->text = hexadecimal(x, &out->odd);
    } else if ((c == '<' || c == '[') && depth >= LIMIT_PDF_DEPTH) {
        x->at += c == '<' ? 2 : 1;
    } else if (c == '<') {
        x->at += 2;
        read_dict(x, out, depth);
    } else if (c == '[') {
        x->at++;
        read_array(x, out, depth);
    } else {
        read_word(x, out);
    }
    return true;
}

size_t pdfread_image_end(struct str s, size_t at) {
    while (at + 2 < s.n &&
           !(pdfread_is_white(s.p[at]) && s.p[at + 1] == 'E' && s.p[at + 2] == 'I' &&
             (at + 3 >= s.n || !pdfread_is_regular(s.p[at + 3])))) {
        at++;
    }
    return at;
}

bool pdfread_next(struct pdfread_lexer *x, struct pdfread_value *out) {
    x->kept = 0;
    if (!read_value(x, out, 0)) {
        return false;
    }
    if (out->kind == PDFREAD_OPERATOR && str_is(out->text, "ID")) {
        x->at = pdfread_image_end(x->s, x->at);
    }
    return true;
}

/* ---- access */

const struct pdfread_value pdfread_null = {.kind = PDFREAD_NULL};

const struct pdfread_value *pdfread_entry(const struct pdfread_value *dict, const char *key) {
    if (dict->kind != PDFREAD_DICT) {
        return &pdfread_null;
    }
    struct str want = str_of(key);
    if (dict->number && dict->n > 16) {
        size_t i, n = dict->n / 2;
        SEARCH_FIRST(i, 0, n, str_cmp(dict->items[2 * i].text, want) >= 0);
        bool found = i < n && str_eq(dict->items[2 * i].text, want);
        return found ? &dict->items[2 * i + 1] : &pdfread_null;
    }
    for (size_t i = 0; i + 1 < dict->n; i += 2) {
        if (str_eq(dict->items[i].text, want)) {
            return &dict->items[i + 1];
        }
    }
    return &pdfread_null;
}

/* ---- text strings (7.9.2) */

/* PDFDocEncoding (annex D.2) at the codes where it differs from Latin 1: from 0x18 on, and from
 * 0x80 on. */
static const uint16_t low_signs[] = {0x2D8, 0x2C7, 0x2C6, 0x2D9, 0x2DD, 0x2DB, 0x2DA, 0x2DC};
static const uint16_t high_signs[] = {
    0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x192,  0x2044, 0x2039, 0x203A, 0x2212,
    0x2030, 0x201E, 0x201C, 0x201D, 0x2018, 0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x141,
    0x152,  0x160,  0x178,  0x17D,  0x131,  0x142,  0x153,  0x161,  0x17E,  0xFFFD, 0x20AC};

void pdfread_put_hex(struct buf *out, struct str bytes) {
    static const char digits[] = "0123456789ABCDEF";
    buf_putc(out, '<');
    for (size_t i = 0; i < bytes.n; i++) {
        unsigned char c = (unsigned char)bytes.p[i];
        buf_add(out, (char[]){digits[c >> 4], digits[c & 15]}, 2);
    }
    buf_putc(out, '>');
}

void pdfread_put_utf16(struct buf *out, struct str s, bool little) {
    for (size_t i = 0; i + 1 < s.n; i += 2) {
        unsigned char a = (unsigned char)s.p[i], b = (unsigned char)s.p[i + 1];
        uint32_t c = little ? (uint32_t)(b << 8 | a) : (uint32_t)(a << 8 | b);
        if (c >= 0xD800 && c < 0xDC00 && i + 3 < s.n) {
            a = (unsigned char)s.p[i + 2];
            b = (unsigned char)s.p[i + 3];
            uint32_t low = little ? (uint32_t)(b << 8 | a) : (uint32_t)(a << 8 | b);
            if (low >= 0xDC00 && low < 0xE000) {
                c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
                i += 2;
            }
        }
        buf_rune(out, c);
    }
}

struct str pdfread_text(struct arena *a, const struct pdfread_value *v) {
    if (v->kind != PDFREAD_STRING) {
        return STR_EMPTY;
    }
    struct str s = v->text;
    struct buf out = BUF_INIT;
    if (str_starts(s, STR("\xFE\xFF")) || str_starts(s, STR("\xFF\xFE"))) {
        pdfread_put_utf16(&out, str_from(s, 2), s.p[0] == '\xFF');
    } else if (str_starts(s, STR("\xEF\xBB\xBF"))) {
        for (size_t at = 3; at < s.n;) {
            buf_rune(&out, utf8_next(s, &at));
        }
    } else {
        for (size_t i = 0; i < s.n; i++) {
            unsigned char c = (unsigned char)s.p[i];
            buf_rune(&out, c >= 0x18 && c < 0x20    ? low_signs[c - 0x18]
                           : c >= 0x80 && c <= 0xA0 ? high_signs[c - 0x80]
                                                    : c);
        }
    }
    return buf_finish(&out, a);
}
