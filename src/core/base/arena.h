/* SPDX-License-Identifier: MIT */
/*
 * An arena: memory for one document or one run that is freed all at once.
 *
 * Single allocations are never freed. Blocks double in size; requests over a quarter of a block get
 * a block of their own. All memory is aligned for any type.
 */
#ifndef DOSSIER_BASE_ARENA_H
#define DOSSIER_BASE_ARENA_H

#include "core/base/base.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISON 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISON 1
#endif
#endif

struct arena_block;

/** The members are private to arena.c and the inline functions below. */
struct arena {
    /* the unused part of the current block; its size is a multiple of ARENA_ALIGNMENT */
    char *at, *end;
    size_t used;
    size_t block_size; /* the size of the next ordinary block */
    struct arena_block *blocks;
};

#define ARENA_ALIGNMENT _Alignof(max_align_t)

/** Returns a new arena. The caller owns it and frees it with arena_drop(). */
struct arena *arena_new(void) ATTR_MUST_USE;
/** Frees the arena and everything allocated from it. NULL is allowed. */
void arena_drop(struct arena *a);
/** Moves all allocations of `from` to `a` and frees `from`. The moved allocations live as long as
 * `a`. */
void arena_adopt(struct arena *a, struct arena *from);
/** Frees all allocations but keeps the newest block. This makes an arena cheap to reuse when work
 * is repeated. */
void arena_reset(struct arena *a);

/** The slow path of arena_alloc(): used when the current block has no room, and always under
 * AddressSanitizer. */
void *arena_alloc_slow(struct arena *a, size_t size) ATTR_MUST_USE;
/** Returns `size` uninitialised bytes; never NULL. */
ATTR_MUST_USE static inline void *arena_alloc(struct arena *a, size_t size) {
#ifndef ARENA_POISON
    if (size > 0 && size <= (size_t)(a->end - a->at)) {
        void *p = a->at;
        a->at += (size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
        a->used += size;
        return p;
    }
#endif
    return arena_alloc_slow(a, size);
}
/** Returns `count` * `size` zeroed bytes; BUG() on overflow. */
ATTR_MUST_USE static inline void *arena_zalloc(struct arena *a, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        BUG("arena request too large");
    }
    void *p = arena_alloc(a, total);
    return memset(p, 0, total);
}
#define ARENA_NEW(a, type) ((type *)arena_zalloc((a), 1, sizeof(type)))
#define ARENA_ARRAY(a, type, count) ((type *)arena_zalloc((a), (count), sizeof(type)))
/** Returns a copy of `s` with a NUL after it. */
struct str arena_str(struct arena *a, struct str s);
/** Returns `s` with ASCII letters in lower case: a copy, or `s` itself when nothing changes. */
struct str arena_lower(struct arena *a, struct str s);
/** Returns `s` without the characters in `bytes`: a copy, or `s` itself if it has none of them. */
struct str arena_without(struct arena *a, struct str s, const char *bytes);
/** Returns `s` with a space in place of each no-break space: a copy, or `s` itself when nothing
 * changes. */
struct str arena_spaced(struct arena *a, struct str s);
/** Returns `s` in the arena with one space for each run of ASCII white space, and none at either
 * end. */
struct str arena_one_line(struct arena *a, struct str s);
/** Returns the bytes as lower-case hexadecimal digits. */
struct str arena_hex(struct arena *a, const unsigned char *bytes, size_t n);
void *arena_copy(struct arena *a, const void *p, size_t size) ATTR_MUST_USE;
/** Returns an array with room for `cap` elements of `size` bytes. It begins with a copy of the `n`
 * elements of `p`; the other elements are uninitialised. `p` may be NULL if `n` is 0. */
void *arena_grow(struct arena *a, const void *p, size_t n, size_t cap, size_t size) ATTR_MUST_USE;
/** Returns a formatted string with a NUL after its end. */
struct str arena_printf(struct arena *a, const char *fmt, ...) ATTR_PRINTF(2, 3);
/** Joins the parts: `arena_join(a, 2, x, y)`. The arguments are of type `struct str`. */
struct str arena_join(struct arena *a, int count, ...);
/** Returns the number of bytes handed out so far. */
size_t arena_used(const struct arena *a);

#endif
