/* SPDX-License-Identifier: MIT */
/*
 * Libraries that are loaded on first use: a program that is linked with all of them spends more
 * time on loading than on its work. The user of a library lists the functions that it calls; their
 * types come from the library's header.
 *
 *     #define CALLS(X) X(TIFFClose) X(TIFFGetField)
 *     struct calls { CALLS(MODULE_FIELD) };
 *     static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
 *
 * There are two kinds. A library that few documents need (for a kind of image) may be missing and
 * is unloaded after use: module_load(). A library that dossier is built with is required and stays
 * loaded: module_calls().
 */
#ifndef DOSSIER_BASE_MODULE_H
#define DOSSIER_BASE_MODULE_H

#include "core/base/base.h"

struct module_symbol {
    const char *name;
    size_t at; /* offset of the pointer in the structure */
};

/** For a structure named `struct calls`. */
#define MODULE_FIELD(name) __typeof__(name) *name;
#define MODULE_SYMBOL(name) {#name, offsetof(struct calls, name)},

/**
 * Loads a library by the name under which the system finds it ("libtiff.so.6") and fills `calls`
 * with its functions. NULL when it is missing or lacks one of them. Release it with module_drop()
 * when it is not in use any more.
 */
void *module_load(const char *library, const struct module_symbol *symbols, size_t n, void *calls);
void module_drop(void *module);

/** The libraries of module_calls(). The build determines their file names, which contain the
 * version of the headers. */
enum module {
    MODULE_DEFLATE,
    MODULE_FONTCONFIG,
    MODULE_HARFBUZZ,
    MODULE_HARFBUZZ_SUBSET,
    MODULE_HARU,
    MODULE_ICU,
    MODULE_ICU_SORT,
    MODULE_JPEG,
    MODULE_PNG,
    MODULE_SQLITE,
    MODULE_XML,
    MODULE_COUNT
};

/**
 * The functions of a library in a structure of `size` bytes as above. It is filled once, is
 * read-only afterwards and belongs to the process. Never NULL: when the library is missing or lacks
 * a function the program ends, as it would at the start. Thread-safe.
 */
const void *module_calls(enum module id, const struct module_symbol *symbols, size_t n,
                         size_t size);

#endif
