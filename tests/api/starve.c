/* SPDX-License-Identifier: MIT */
/*
 * Preloaded: memory runs out so many requests behind starve_after(), and stays so.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static atomic_long left = 1L << 40;

void starve_after(long requests);

void starve_after(long requests) {
    atomic_store(&left, requests);
}

static int starved(void) {
    if (atomic_fetch_sub(&left, 1) > 0) {
        return 0;
    }
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return starved() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return starved() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return starved() ? NULL : __libc_realloc(old, size);
}
