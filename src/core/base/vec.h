/* SPDX-License-Identifier: MIT */
/*
 * A growing array of any type, as macros over one function.
 *
 *     VEC(struct span) spans = VEC_INIT;
 *     vec_push(&spans, s);
 *     for (size_t i = 0; i < spans.n; i++) { use(spans.p[i]); }
 *     vec_drop(&spans);
 */
#ifndef DOSSIER_BASE_VEC_H
#define DOSSIER_BASE_VEC_H

#include "core/base/arena.h"
#include "core/base/base.h"

#include <stdlib.h>

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *p;                                                                                   \
        size_t n, cap;                                                                             \
    }
#define VEC_INIT                                                                                   \
    { NULL, 0, 0 }

/** A list of texts. Its owner frees it with vec_drop(). */
typedef VEC(struct str) str_list;

/** Makes room for `want` more elements of `size` bytes; BUG() on overflow. Use vec_push(). */
void vec_grow(void **p, size_t *cap, size_t n, size_t want, size_t size);

#define vec_reserve(v, want)                                                                       \
    do {                                                                                           \
        if ((v)->cap - (v)->n < (size_t)(want)) {                                                  \
            void *vec_p_ = (v)->p;                                                                 \
            vec_grow(&vec_p_, &(v)->cap, (v)->n, (size_t)(want), sizeof *(v)->p);                  \
            (v)->p = vec_p_;                                                                       \
        }                                                                                          \
    } while (0)
#define vec_push(v, ...)                                                                           \
    do {                                                                                           \
        vec_reserve((v), 1);                                                                       \
        (v)->p[(v)->n++] = (__VA_ARGS__);                                                          \
    } while (0)
/** Sorts the elements with qsort(). */
#define vec_sort(v, compare)                                                                       \
    do {                                                                                           \
        if ((v)->n > 0) {                                                                          \
            qsort((v)->p, (v)->n, sizeof *(v)->p, (compare));                                      \
        }                                                                                          \
    } while (0)
#define vec_last(v) ((v)->p[(v)->n - 1])
#define vec_pop(v) ((v)->p[--(v)->n])
#define vec_clear(v) ((void)((v)->n = 0))
#define vec_drop(v)                                                                                \
    do {                                                                                           \
        free((v)->p);                                                                              \
        (v)->p = NULL;                                                                             \
        (v)->n = (v)->cap = 0;                                                                     \
    } while (0)
/** Frees the memory beyond the last element. */
#define vec_fit(v)                                                                                 \
    do {                                                                                           \
        if ((v)->n > 0 && (v)->n < (v)->cap) {                                                     \
            (v)->p = xrealloc((v)->p, (v)->n * sizeof *(v)->p);                                    \
            (v)->cap = (v)->n;                                                                     \
        }                                                                                          \
    } while (0)
/** Returns a copy of the elements in the arena; NULL for an empty vector. */
#define vec_keep(v, a) ((v)->n ? arena_copy((a), (v)->p, (v)->n * sizeof *(v)->p) : NULL)
/** Like vec_keep(), and frees the vector. Only `n` may be read afterwards. */
#define vec_finish(v, a) vec_move((v)->p, (v)->n * sizeof *(v)->p, (a))
/** Moves `size` bytes of allocated memory to the arena. Returns NULL for 0 bytes. */
void *vec_move(void *p, size_t size, struct arena *a) ATTR_MUST_USE;

#endif
