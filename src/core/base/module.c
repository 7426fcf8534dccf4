/* SPDX-License-Identifier: MIT */
/*
 * Loads libraries by name. The system finds the library files and counts their users. The functions
 * of a library that stays loaded are stored once for the process. Their addresses are on pages of
 * memory that are then made read-only, as the linker does for libraries that are loaded at the
 * start (RELRO).
 */
#include "core/base/module.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The macros LIBRARY_XML2 and so on: the file names of libraries that the linker would have
 * recorded. */
#include "core/base/libraries.inc"

static const struct module_row rows[MODULE_COUNT] = {
#define MODULE(id, library, package, priority, use) [id] = {library, package, use},
#include "core/base/modules.def"
#undef MODULE
};

/* Notes for packagers: one ELF note for each library, with the owner "FDO" and JSON as its
 * content. */
#define NOTE_TYPE 0x407c0c0a
#define NOTE_TEXT(library, priority, use)                                                          \
    "[{\"description\":\"" use "\",\"priority\":\"" priority "\",\"soname\":[\"" library "\"]}]"
#define MODULE(id, library, package, priority, use)                                                \
    static const struct {                                                                          \
        uint32_t owner_size, size, type;                                                           \
        char owner[4], text[sizeof NOTE_TEXT(library, priority, use)];                             \
    } note_##id __attribute__((used, section(".note.dlopen"), aligned(4))) = {                     \
        4, sizeof NOTE_TEXT(library, priority, use), NOTE_TYPE, "FDO",                             \
        NOTE_TEXT(library, priority, use)};
#include "core/base/modules.def"
#undef MODULE

static struct {
    _Atomic(void *) calls[MODULE_COUNT];
    _Atomic(void *) context;
    void (*_Atomic on_missing)(void *context, enum module id);
} kept;

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

const struct module_row *module_row(enum module id) {
    return &rows[id];
}

void *module_load(enum module id, const struct module_symbol *symbols, size_t n, void *calls) {
    void *module = dlopen(rows[id].library, RTLD_NOW | RTLD_LOCAL);
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

/* Loads a library that stays loaded. RTLD_LAZY lets the library resolve its own calls as it was
 * built to do: at once or at the first call. */
static void *open_kept(enum module id) {
    return dlopen(rows[id].library, RTLD_LAZY | RTLD_LOCAL);
}

bool module_is_there(enum module id) {
    return atomic_load_explicit(&kept.calls[id], memory_order_acquire) || open_kept(id);
}

void module_on_missing(void (*end)(void *context, enum module id), void *context) {
    atomic_store(&kept.context, context);
    atomic_store(&kept.on_missing, end);
}

const void *module_calls(enum module id, const struct module_symbol *symbols, size_t n,
                         size_t size) {
    void *calls = atomic_load_explicit(&kept.calls[id], memory_order_acquire);
    if (calls) {
        return calls;
    }
    calls = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (calls == MAP_FAILED) {
        base_out_of_memory();
    }
    void *module = open_kept(id);
    if (!module || !fill(module, symbols, n, calls) || mprotect(calls, size, PROT_READ) != 0) {
        void (*end)(void *, enum module) = atomic_load(&kept.on_missing);
        if (end) {
            end(atomic_load(&kept.context), id);
        }
        base_missing_library(rows[id].library, rows[id].package);
    }
    void *first = NULL;
    if (!atomic_compare_exchange_strong(&kept.calls[id], &first, calls)) {
        (void)munmap(calls, size); /* another thread has stored the functions meanwhile */
        calls = first;
    }
    return calls;
}
