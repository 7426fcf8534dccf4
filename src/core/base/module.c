/* SPDX-License-Identifier: MIT */
/*
 * Loads libraries by name; the system finds and counts them. The functions of a library that stays
 * loaded are stored once for the process. They are on read-only pages, as the linker keeps those of
 * libraries that are loaded at the start (RELRO).
 */
#include "core/base/module.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* LIBRARY_XML2 and the others: the names that the linker would have recorded. */
#include "core/base/libraries.inc"

static const char *const names[MODULE_COUNT] = {
    [MODULE_DEFLATE] = LIBRARY_DEFLATE,   [MODULE_FONTCONFIG] = LIBRARY_FONTCONFIG,
    [MODULE_HARFBUZZ] = LIBRARY_HARFBUZZ, [MODULE_HARFBUZZ_SUBSET] = LIBRARY_HARFBUZZ_SUBSET,
    [MODULE_HARU] = LIBRARY_HPDF,         [MODULE_ICU] = LIBRARY_ICUUC,
    [MODULE_ICU_SORT] = LIBRARY_ICUI18N,  [MODULE_JPEG] = LIBRARY_JPEG,
    [MODULE_PNG] = LIBRARY_PNG,           [MODULE_SQLITE] = LIBRARY_SQLITE3,
    [MODULE_XML] = LIBRARY_XML2,
};

static _Atomic(void *) kept[MODULE_COUNT];

static bool fill(void *module, const struct module_symbol *symbols, size_t n, void *calls) {
    for (size_t i = 0; i < n; i++) {
        void *found = dlsym(module, symbols[i].name);
        if (!found) {
            return false;
        }
        memcpy((char *)calls + symbols[i].at, &found, sizeof found);
    }
    return true;
}

void *module_load(const char *library, const struct module_symbol *symbols, size_t n, void *calls) {
    void *module = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (module && !fill(module, symbols, n, calls)) {
        module_drop(module);
        module = NULL;
    }
    return module;
}

void module_drop(void *module) {
    if (module) {
        (void)dlclose(module);
    }
}

/* RTLD_LAZY: a library binds its own calls as it was built to, at once or at the first call. */
static void *load_kept(enum module id) {
    void *module = dlopen(names[id], RTLD_LAZY | RTLD_LOCAL);
    if (!module) {
        base_missing_library(names[id]);
    }
    return module;
}

const void *module_calls(enum module id, const struct module_symbol *symbols, size_t n,
                         size_t size) {
    void *calls = atomic_load_explicit(&kept[id], memory_order_acquire);
    if (calls) {
        return calls;
    }
    calls = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (calls == MAP_FAILED) {
        base_out_of_memory();
    }
    if (!fill(load_kept(id), symbols, n, calls) || mprotect(calls, size, PROT_READ) != 0) {
        base_missing_library(names[id]);
    }
    void *first = NULL;
    if (!atomic_compare_exchange_strong(&kept[id], &first, calls)) {
        (void)munmap(calls, size); /* another thread was faster */
        calls = first;
    }
    return calls;
}
