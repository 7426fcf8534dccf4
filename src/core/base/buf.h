/* SPDX-License-Identifier: MIT */
/*
 * A string builder with an upper limit.
 *
 * Invariants:
 * 1. `p` is never NULL and `p[n]` is NUL, until buf_drop().
 * 2. `n <= limit`.
 * 3. An append that would exceed the limit appends nothing and sets `overflow` for good; later
 * appends are ignored. Callers test `overflow` once at the end.
 */
#ifndef DOSSIER_BASE_BUF_H
#define DOSSIER_BASE_BUF_H

#include "core/base/arena.h"
#include "core/base/base.h"
#include "core/base/bounds.h"

#include <stdarg.h>

struct buf {
    char *p;
    size_t n, cap, limit;
    bool overflow;
};

/** An empty builder that takes at most LIMIT_BUF bytes. It has no memory before the first append.
 */
#define BUF_INIT                                                                                   \
    { .p = (char *)(uintptr_t) "", .limit = LIMIT_BUF }
/** Starts an empty builder that takes at most `limit` bytes (0: LIMIT_BUF). */
void buf_init(struct buf *b, size_t limit);
/** Frees the text. The builder may be initialised again. */
void buf_drop(struct buf *b);
/** Empties the builder, keeping its memory. */
void buf_clear(struct buf *b);
/** Cuts the text back to `n` bytes (no more than it has). */
void buf_cut(struct buf *b, size_t n);

/** The slow path of buf_add(), used when there may be no room: the buffer grows, or `overflow` is
 * set. */
void buf_add_slow(struct buf *b, const void *p, size_t n);
/** Appends `n` bytes. The common case is inline because all output passes through here. */
static inline void buf_add(struct buf *b, const void *p, size_t n) {
    if (n >= b->cap - b->n || n > b->limit - b->n || b->overflow) {
        buf_add_slow(b, p, n);
    } else if (n > 0) {
        memcpy(b->p + b->n, p, n);
        b->n += n;
        b->p[b->n] = '\0';
    }
}
static inline void buf_str(struct buf *b, struct str s) {
    buf_add(b, s.p, s.n);
}
static inline void buf_puts(struct buf *b, const char *z) {
    buf_add(b, z, strlen(z));
}
static inline void buf_putc(struct buf *b, char c) {
    buf_add(b, &c, 1);
}
/** Makes room for `n` more bytes at once, unless the limit forbids it. */
void buf_room(struct buf *b, size_t n);
void buf_fill(struct buf *b, char c, size_t times);
/** Appends one code point as UTF-8. A number that is not a Unicode scalar value becomes U+FFFD. */
void buf_rune(struct buf *b, uint32_t cp);
void buf_int(struct buf *b, int64_t v);
/** Appends the last `bytes` bytes of a number, the highest one first. */
void buf_big_endian(struct buf *b, uint64_t v, size_t bytes);
/** Appends a number in letters: a to z, aa, ab... (base 26 without a zero). `first` is 'a' or 'A'.
 * A number below 1 appends nothing. */
void buf_letters(struct buf *b, int number, char first);
/** Appends a number in Roman letters: "xiv", or "XIV" with `upper`. A number below 1 appends
 * nothing; a larger number than ROMAN_MAX is shown as ROMAN_MAX. */
#define ROMAN_MAX 10000
void buf_roman(struct buf *b, int64_t v, bool upper);
/** Appends `v` / 10^`decimals` in decimal without trailing zeros: buf_fixed(b, 12500, 3) appends
 * "12.5". */
void buf_fixed(struct buf *b, int64_t v, int decimals);
/** Appends formatted text. Conversions of integers and texts are allowed (%s %.*s %d %u %x %c %zu).
 * Floats are not, since their form depends on the locale. */
void buf_printf(struct buf *b, const char *fmt, ...) ATTR_PRINTF(2, 3);
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) ATTR_PRINTF(2, 0);

/** Returns the text so far; it is valid until the next append. */
static inline struct str buf_view(const struct buf *b) {
    return (struct str){b->p, b->n};
}
/** Returns a copy of the text in the arena. */
struct str buf_keep(const struct buf *b, struct arena *a);
/** Returns a copy of the text in the arena, like buf_keep(), and frees the builder. */
struct str buf_finish(struct buf *b, struct arena *a);

#endif
