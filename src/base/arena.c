/* SPDX-License-Identifier: MIT */
/*
 * The arena. Small requests are cut off the current block; a request over a quarter of a block gets
 * a block of its own, chained behind the current one so that this is not wasted.
 *
 * Under AddressSanitizer what is not handed out is poisoned: reading past an allocation is caught
 * as it would be with malloc.
 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISON 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISON 1
#endif
#endif
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
/* A page of the larger kind on most machines: see block_memory(). */
#define HUGE_PAGE (2u * 1024u * 1024u)
#define LARGEST_BLOCK (HUGE_PAGE - (unsigned)sizeof(struct block))
#define ALIGNMENT _Alignof(max_align_t)

struct block {
    struct block *next;
    size_t size, used;
    _Alignas(max_align_t) char data[];
};

struct arena {
    struct block *current; /* its `next` chain holds every block */
    size_t block_size;     /* of the next ordinary block */
    size_t used;
};

/**
 * Memory of the largest blocks lies on large pages where the system has them: a big document's tree
 * costs hundreds of faults instead of tens of thousands. Without them it is memory like any other.
 */
static void *block_memory(size_t size) {
#if defined(MADV_HUGEPAGE) && !defined(ARENA_POISON)
    if (size == HUGE_PAGE) {
        void *p = aligned_alloc(HUGE_PAGE, size);
        if (p) {
            (void)madvise(p, size, MADV_HUGEPAGE);
            return p;
        }
    }
#endif
    return xmalloc(size);
}

static struct block *block_new(size_t size) {
    if (size > SIZE_MAX - sizeof(struct block)) {
        BUG("arena request too large");
    }
    struct block *b = block_memory(sizeof *b + size);
    b->next = NULL;
    b->size = size;
    b->used = 0;
    POISON(b->data, size);
    return b;
}

struct arena *arena_new(void) {
    struct arena *a = xmalloc(sizeof *a);
    a->current = block_new(FIRST_BLOCK);
    a->block_size = FIRST_BLOCK * 2;
    a->used = 0;
    return a;
}

void arena_drop(struct arena *a) {
    if (!a) {
        return;
    }
    struct block *b = a->current;
    while (b) {
        struct block *next = b->next;
        UNPOISON(b->data, b->size);
        free(b);
        b = next;
    }
    free(a);
}

static void *block_take(struct block *b, size_t room, size_t size) {
    void *p = b->data + b->used;
    b->used += room;
    UNPOISON(p, size);
    return p;
}

void *arena_alloc(struct arena *a, size_t size) {
    if (size > SIZE_MAX / 2) {
        BUG("arena request too large");
    }
    size_t room = (size + RED_ZONE + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (room == 0) {
        room = ALIGNMENT; /* an empty request still has an address of its own */
    }
    a->used += size;
    if (a->current->size - a->current->used >= room) {
        return block_take(a->current, room, size);
    }
    if (room > a->block_size / 4) {
        struct block *own = block_new(room);
        own->next = a->current->next;
        a->current->next = own;
        return block_take(own, room, size);
    }
    struct block *b = block_new(a->block_size);
    b->next = a->current;
    a->current = b;
    if (a->block_size < LARGEST_BLOCK) {
        a->block_size = a->block_size < LARGEST_BLOCK / 2 ? a->block_size * 2 : LARGEST_BLOCK;
    }
    return block_take(b, room, size);
}

void *arena_zalloc(struct arena *a, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        BUG("arena request too large");
    }
    void *p = arena_alloc(a, total);
    memset(p, 0, total);
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

void *arena_copy(struct arena *a, const void *p, size_t size) {
    void *copy = arena_alloc(a, size);
    if (size > 0) {
        memcpy(copy, p, size);
    }
    return copy;
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
