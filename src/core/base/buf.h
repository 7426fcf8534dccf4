/* SPDX-License-Identifier: MIT */
/*
 * A string builder with an upper limit.
 *
 * Invariants: 1. `p` is never NULL after buf_init() and `p[n]` is NUL. 2. `n <= limit`. 3. When an
 * append would pass the limit nothing of it is taken and `overflow` is set for good; later appends
 * are ignored too. Callers test it once at the end.
 */
#ifndef DOSSIER_BASE_BUF_H
#define DOSSIER_BASE_BUF_H

#include "core/base/arena.h"
#include "core/base/base.h"

#include <stdarg.h>

struct buf {
    char *p;
    size_t n, cap, limit;
    bool overflow;
};

/** An empty builder that takes at most `limit` bytes (0: the general limit of core/base/bounds.h).
 */
void buf_init(struct buf *b, size_t limit);
/** Frees the text; the builder may be initialised again. */
void buf_drop(struct buf *b);
/** Empties the builder, keeping its memory. */
void buf_clear(struct buf *b);
/** Cuts the text back to `n` bytes (no more than it has). */
void buf_cut(struct buf *b, size_t n);

/** buf_add() where there may be no room: grows, or sets `overflow`. */
void buf_add_slow(struct buf *b, const void *p, size_t n);
/** Appends `n` bytes. Here and below the common case is inline: the outputs pass through it. */
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
/** Room for `n` bytes behind the text, for who writes many small things: buf_took() tells how many
 * of them were written. NULL where the limit forbids it; what is then appended otherwise sets
 * `overflow` as ever. */
char *buf_room(struct buf *b, size_t n);
void buf_took(struct buf *b, size_t n);
void buf_fill(struct buf *b, char c, size_t times);
/** One code point as UTF-8; what is no scalar value becomes U+FFFD. */
void buf_rune(struct buf *b, uint32_t cp);
void buf_int(struct buf *b, int64_t v);
/** `v` / 10^`decimals` in decimal, trailing zeros and a bare point dropped: buf_fixed(b, 12500, 3)
 * writes "12.5". */
void buf_fixed(struct buf *b, int64_t v, int decimals);
/** printf; only %s %.*s %d %u %x %c %zu and the like: no floats (they would follow the locale). */
void buf_printf(struct buf *b, const char *fmt, ...) ATTR_PRINTF(2, 3);
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) ATTR_PRINTF(2, 0);

/** The text so far, borrowed until the next append. */
static inline struct str buf_view(const struct buf *b) {
    return (struct str){b->p, b->n};
}
/** A copy of the text in the arena. */
struct str buf_keep(const struct buf *b, struct arena *a);

#endif
