/* SPDX-License-Identifier: MIT */
/*
 * The function behind the vector macros. An array begins with eight elements and then grows by half
 * its size.
 */
#include "core/base/vec.h"

void vec_grow(void **p, size_t *cap, size_t n, size_t want, size_t size) {
    size_t need;
    size_t bytes;
    if (__builtin_add_overflow(n, want, &need)) {
        BUG("vector too large");
    }
    size_t next = *cap < 8 ? 8 : *cap + *cap / 2;
    if (next < need) {
        next = need;
    }
    if (__builtin_mul_overflow(next, size, &bytes)) {
        BUG("vector too large");
    }
    *p = xrealloc(*p, bytes);
    *cap = next;
}

void *vec_move(void *p, size_t size, struct arena *a) {
    void *copy = size ? arena_copy(a, p, size) : NULL;
    free(p);
    return copy;
}
