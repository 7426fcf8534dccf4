/* SPDX-License-Identifier: MIT */
/*
 * The arena. Small requests are cut from the current block. A request over a quarter of a block
 * gets a block of its own, and the current block stays in use.
 *
 * Under AddressSanitizer the memory that is not handed out is poisoned, so that reading past an
 * allocation is caught as with malloc.
 */
#include "core/base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef ARENA_POISON
#include <sanitizer/asan_interface.h>
#define POISON(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#define RED_ZONE 16u
#else
#define POISON(p, n) ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#define RED_ZONE 0u
#endif

#define FIRST_BLOCK (8u * 1024u)
#define LARGEST_BLOCK (2u * 1024u * 1024u)

struct arena_block {
    struct arena_block *next;
    size_t size;
    _Alignas(max_align_t) char data[];
};

static void drop_blocks(struct arena_block *b) {
    while (b) {
        struct arena_block *next = b->next;
        UNPOISON(b->data, b->size);
        free(b);
        b = next;
    }
}

/** Adds a block of `size` bytes, a multiple of the alignment, to the arena's chain. */
static struct arena_block *block_new(struct arena *a, size_t size) {
    if (size > SIZE_MAX - sizeof(struct arena_block)) {
        BUG("arena request too large");
    }
    struct arena_block *b = xmalloc(sizeof *b + size);
    b->next = a->blocks;
    b->size = size;
    a->blocks = b;
    POISON(b->data, size);
    return b;
}

static void use_block(struct arena *a, struct arena_block *b) {
    a->at = b->data;
    a->end = b->data + b->size;
}

struct arena *arena_new(void) {
    struct arena *a = xcalloc(1, sizeof *a);
    use_block(a, block_new(a, FIRST_BLOCK));
    a->block_size = FIRST_BLOCK * 2;
    return a;
}

void arena_drop(struct arena *a) {
    if (!a) {
        return;
    }
    drop_blocks(a->blocks);
    free(a);
}

void arena_adopt(struct arena *a, struct arena *from) {
    struct arena_block *last = from->blocks;
    while (last->next) {
        last = last->next;
    }
    last->next = a->blocks->next; /* the block in use stays the first */
    a->blocks->next = from->blocks;
    a->used += from->used;
    free(from);
}

void arena_reset(struct arena *a) {
    drop_blocks(a->blocks->next);
    a->blocks->next = NULL;
    POISON(a->blocks->data, a->blocks->size);
    use_block(a, a->blocks);
    a->used = 0;
}

void *arena_alloc_slow(struct arena *a, size_t size) {
    if (size > SIZE_MAX / 2) {
        BUG("arena request too large");
    }
    size_t room = (size + RED_ZONE + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    if (room == 0) {
        room = ARENA_ALIGNMENT; /* even an empty request gets an address of its own */
    }
    a->used += size;
    if ((size_t)(a->end - a->at) < room) {
        if (room > a->block_size / 4) {
            void *own = block_new(a, room)->data;
            UNPOISON(own, size);
            return own;
        }
        use_block(a, block_new(a, a->block_size));
        if (a->block_size < LARGEST_BLOCK) {
            a->block_size = a->block_size < LARGEST_BLOCK / 2 ? a->block_size * 2 : LARGEST_BLOCK;
        }
    }
    void *p = a->at;
    a->at += room;
    UNPOISON(p, size);
    return p;
}

struct str arena_str(struct arena *a, struct str s) {
    char *p = arena_alloc(a, s.n + 1);
    if (s.n > 0) {
        memcpy(p, s.p, s.n);
    }
    p[s.n] = '\0';
    return (struct str){p, s.n};
}

struct str arena_without(struct arena *a, struct str s, const char *bytes) {
    bool any = false;
    for (const char *b = bytes; *b && !any; b++) {
        any = str_index(s, *b) != STR_NONE;
    }
    if (!any) {
        return s;
    }
    char *p = arena_alloc(a, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        p[n] = s.p[i];
        n += !s.p[i] || !strchr(bytes, s.p[i]);
    }
    p[n] = '\0';
    return (struct str){p, n};
}

struct str arena_spaced(struct arena *a, struct str s) {
    static const struct str fixed = STR_INIT("\u00A0");
    if (str_find(s, fixed) == STR_NONE) {
        return s;
    }
    char *p = arena_copy(a, s.p, s.n);
    size_t n = 0;
    for (size_t i = 0; i < s.n; n++) {
        bool here = str_starts(str_from(s, i), fixed);
        p[n] = here ? ' ' : s.p[i];
        i += here ? fixed.n : 1;
    }
    p[n] = '\0';
    return (struct str){p, n};
}

struct str arena_one_line(struct arena *a, struct str s) {
    char *p = arena_alloc(a, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        bool space = is_space(s.p[i]);
        if (!space || (n && p[n - 1] != ' ')) {
            p[n++] = space ? ' ' : s.p[i];
        }
    }
    n -= n && p[n - 1] == ' ' ? 1 : 0;
    p[n] = '\0';
    return (struct str){p, n};
}

struct str arena_hex(struct arena *a, const unsigned char *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    char *p = arena_alloc(a, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        p[2 * i] = digits[bytes[i] / 16];
        p[2 * i + 1] = digits[bytes[i] % 16];
    }
    p[2 * n] = '\0';
    return (struct str){p, 2 * n};
}

struct str arena_lower(struct arena *a, struct str s) {
    size_t i = 0;
    while (i < s.n && !is_upper(s.p[i])) {
        i++;
    }
    if (i == s.n) {
        return s;
    }
    char *p = arena_copy(a, s.p, s.n);
    for (; i < s.n; i++) {
        p[i] = to_lower(p[i]);
    }
    return (struct str){p, s.n};
}

void *arena_copy(struct arena *a, const void *p, size_t size) {
    void *copy = arena_alloc(a, size);
    if (size > 0) {
        memcpy(copy, p, size);
    }
    return copy;
}

void *arena_grow(struct arena *a, const void *p, size_t n, size_t cap, size_t size) {
    size_t total;
    if (n > cap || __builtin_mul_overflow(cap, size, &total)) {
        BUG("arena request too large");
    }
    void *grown = arena_alloc(a, total);
    if (n > 0) {
        memcpy(grown, p, n * size);
    }
    return grown;
}

struct str arena_printf(struct arena *a, const char *fmt, ...) {
    va_list ap;
    va_list again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0) {
        BUG("arena_printf: bad format");
    }
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return (struct str){p, (size_t)n};
}

struct str arena_join(struct arena *a, int count, ...) {
    va_list ap;
    size_t total = 0;
    va_start(ap, count);
    for (int i = 0; i < count; i++) {
        total += va_arg(ap, struct str).n;
    }
    va_end(ap);
    char *p = arena_alloc(a, total + 1);
    size_t at = 0;
    va_start(ap, count);
    for (int i = 0; i < count; i++) {
        struct str part = va_arg(ap, struct str);
        if (part.n > 0) {
            memcpy(p + at, part.p, part.n);
            at += part.n;
        }
    }
    va_end(ap);
    p[total] = '\0';
    return (struct str){p, total};
}

size_t arena_used(const struct arena *a) {
    return a->used;
}
