/* SPDX-License-Identifier: MIT */
/*
 * The allocation functions of the whole process, libraries included. Some libraries continue
 * without the memory that they did not get: text would be missing on a page, or a correct file
 * would be reported as faulty. So the program ends when memory runs out, wherever that happens.
 *
 * Two kinds of requests may fail, and the library that made them reports it: a size that no library
 * needs, which comes from a false number in a file; and any size while the program has lowered its
 * own limit to read a PDF (process_limits.c).
 *
 * Sanitizers have allocation functions of their own.
 */
#include "core/base/base.h"
#include "core/base/bounds.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define HAS_OWN_HEAP 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define HAS_OWN_HEAP 1
#endif

#ifndef HAS_OWN_HEAP

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Visible to the libraries, which find these functions before those of the C library. */
#define REPLACES __attribute__((visibility("default")))

static _Atomic(void *) found[3];

/** Stores in `call` the function of the C library with this name. */
static void find(int i, const char *name, void *call) {
    void *f = atomic_load_explicit(&found[i], memory_order_relaxed);
    if (!f) {
        f = dlsym(RTLD_NEXT, name);
        if (!f) {
            base_out_of_memory();
        }
        atomic_store_explicit(&found[i], f, memory_order_relaxed);
    }
    memcpy(call, &f, sizeof f);
}

static bool may_fail(size_t size) {
    struct rlimit limit;
    bool lowered = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != limit.rlim_max;
    return size == 0 || size > LIMIT_BUF || lowered;
}

static void *checked(void *p, size_t size) {
    if (!p && !may_fail(size)) {
        base_out_of_memory();
    }
    return p;
}

REPLACES void *malloc(size_t size) {
    void *(*next)(size_t);
    find(0, "malloc", &next);
    return checked(next(size), size);
}

REPLACES void *calloc(size_t count, size_t size) {
    void *(*next)(size_t, size_t);
    find(1, "calloc", &next);
    bool huge = size != 0 && count > SIZE_MAX / size;
    return checked(next(count, size), huge ? SIZE_MAX : count * size);
}

REPLACES void *realloc(void *old, size_t size) {
    void *(*next)(void *, size_t);
    find(2, "realloc", &next);
    return checked(next(old, size), size);
}

#else
typedef int has_own_heap; /* ISO C does not allow an empty file */
#endif
