/* SPDX-License-Identifier: MIT */
/*
 * The string builder. An append that would exceed the limit appends nothing and sets `overflow`;
 * the owner of the builder decides how to react.
 */
#include "core/base/buf.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAP 64u

void buf_init(struct buf *b, size_t limit) {
    *b = (struct buf)BUF_INIT;
    b->limit = limit ? limit : LIMIT_BUF;
}

void buf_drop(struct buf *b) {
    if (b->cap) {
        free(b->p);
    }
    *b = (struct buf){0};
}

void buf_clear(struct buf *b) {
    buf_cut(b, 0);
}

void buf_cut(struct buf *b, size_t n) {
    if (n < b->n) {
        b->n = n;
        b->p[n] = '\0';
    } else if (n > b->n) {
        BUG("buf_cut beyond the end");
    }
}

/* Makes room for `n` more bytes and the final NUL. Returns false when the limit forbids it. */
static bool make_room(struct buf *b, size_t n) {
    if (b->overflow || n > b->limit - b->n) {
        b->overflow = true;
        return false;
    }
    size_t need = b->n + n + 1;
    if (need > b->cap) {
        size_t cap = b->cap ? b->cap + b->cap / 2 : FIRST_CAP;
        char *had = b->cap ? b->p : NULL;
        b->cap = cap > need ? cap : need;
        b->p = xrealloc(had, b->cap);
    }
    return true;
}

void buf_add_slow(struct buf *b, const void *p, size_t n) {
    if (n == 0 || !make_room(b, n)) {
        return;
    }
    memcpy(b->p + b->n, p, n);
    b->n += n;
    b->p[b->n] = '\0';
}

void buf_room(struct buf *b, size_t n) {
    (void)(n <= b->limit - b->n && make_room(b, n));
}

void buf_fill(struct buf *b, char c, size_t times) {
    if (times == 0 || !make_room(b, times)) {
        return;
    }
    memset(b->p + b->n, c, times);
    b->n += times;
    b->p[b->n] = '\0';
}

void buf_rune(struct buf *b, uint32_t cp) {
    char bytes[4];
    buf_add(b, bytes, utf8_encode(cp, bytes));
}

/* Writes the digits of `v`, at least `least` of them, so that they end before digits[21]. Returns
 * the index of the first digit. */
static size_t write_digits(char digits[21], uint64_t v, size_t least) {
    size_t at = 21;
    do {
        digits[--at] = (char)('0' + v % 10);
        v /= 10;
    } while (v > 0 || 21 - at < least);
    return at;
}

/* The absolute value of `v`. The result is unsigned because -INT64_MIN does not fit into
 * int64_t. */
static uint64_t magnitude(int64_t v) {
    return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

void buf_int(struct buf *b, int64_t v) {
    char text[22];
    size_t at = write_digits(text + 1, magnitude(v), 1);
    if (v < 0) {
        text[at] = '-';
        buf_add(b, text + at, 22 - at);
    } else {
        buf_add(b, text + 1 + at, 21 - at);
    }
}

void buf_big_endian(struct buf *b, uint64_t v, size_t bytes) {
    for (size_t i = bytes; i-- > 0;) {
        buf_putc(b, (char)(unsigned char)(v >> 8 * i));
    }
}

void buf_letters(struct buf *b, int number, char first) {
    char digits[8]; /* seven letters suffice, since 26^7 is above INT_MAX */
    size_t at = sizeof digits;
    for (; number > 0 && at > 0; number = (number - 1) / 26) {
        digits[--at] = (char)(first + (number - 1) % 26);
    }
    buf_add(b, digits + at, sizeof digits - at);
}

void buf_roman(struct buf *b, int64_t v, bool upper) {
    static const struct {
        int value;
        const char *lower, *upper;
    } parts[] = {{1000, "m", "M"}, {900, "cm", "CM"}, {500, "d", "D"}, {400, "cd", "CD"},
                 {100, "c", "C"},  {90, "xc", "XC"},  {50, "l", "L"},  {40, "xl", "XL"},
                 {10, "x", "X"},   {9, "ix", "IX"},   {5, "v", "V"},   {4, "iv", "IV"},
                 {1, "i", "I"}};
    v = v < ROMAN_MAX ? v : ROMAN_MAX;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        for (; v >= parts[i].value; v -= parts[i].value) {
            buf_puts(b, upper ? parts[i].upper : parts[i].lower);
        }
    }
}

void buf_fixed(struct buf *b, int64_t v, int decimals) {
    if (decimals < 0 || decimals > 18) {
        BUG("buf_fixed: 0 to 18 decimals");
    }
    char digits[21];
    size_t point = 21 - (size_t)decimals;
    size_t at = write_digits(digits, magnitude(v), (size_t)decimals + 1);
    size_t end = 21;
    while (end > point && digits[end - 1] == '0') {
        end--;
    }
    char text[24];
    size_t n = 0;
    if (v < 0) {
        text[n++] = '-';
    }
    memcpy(text + n, digits + at, point - at);
    n += point - at;
    if (end > point) {
        text[n++] = '.';
        memcpy(text + n, digits + point, end - point);
        n += end - point;
    }
    buf_add(b, text, n);
}

void buf_printf(struct buf *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(b, fmt, ap);
    va_end(ap);
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    (void)make_room(b, 0); /* makes memory available, so that a short text is printed only once */
    int n = vsnprintf(b->p + b->n, b->cap - b->n, fmt, ap);
    if (n < 0) {
        BUG("buf_printf: bad format");
    }
    size_t len = (size_t)n;
    /* The length is known now: print again only if the text did not fit. */
    bool fitted = len < b->cap - b->n;
    if (make_room(b, len)) {
        if (!fitted) {
            vsnprintf(b->p + b->n, b->cap - b->n, fmt, again);
        }
        b->n += len;
    } else if (b->cap) {
        b->p[b->n] = '\0';
    }
    va_end(again);
}

struct str buf_keep(const struct buf *b, struct arena *a) {
    return arena_str(a, buf_view(b));
}

struct str buf_finish(struct buf *b, struct arena *a) {
    struct str text = buf_keep(b, a);
    buf_drop(b);
    return text;
}
