/* SPDX-License-Identifier: MIT */
/*
 * Libraries that are loaded when something needs them: a program that is linked with all of them
 * spends more on loading than on its work. Whoever uses one lists the functions that it calls;
 * their types come from the library's own header.
 *
 *     #define CALLS(X) X(TIFFClose) X(TIFFGetField)
 *     struct calls { CALLS(MODULE_FIELD) };
 *     static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
 *
 * There are two kinds. What few documents have (a kind of image) may not be installed, and is given
 * back after use: module_load(). What dossier is built with is there, and stays: module_calls().
 */
#ifndef DOSSIER_BASE_MODULE_H
#define DOSSIER_BASE_MODULE_H

#include "core/base/base.h"

struct module_symbol {
    const char *name;
    size_t at; /* offset of the pointer in the structure that is filled */
};

/** For a structure called `struct calls`. */
#define MODULE_FIELD(name) __typeof__(name) *name;
#define MODULE_SYMBOL(name) {#name, offsetof(struct calls, name)},

/**
 * Loads a library by the name under which the system finds it ("libtiff.so.6") and fills `calls`
 * with its functions. NULL when there is none, or it lacks one of them. Give it back with
 * module_drop() when nothing of it is in use any more.
 */
void *module_load(const char *library, const struct module_symbol *symbols, size_t n, void *calls);
void module_drop(void *module);

/** The libraries of module_calls(); which file each is the build finds out, since that file's name
 * has the version of the header in it. */
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
 * The functions of a library, in a structure of `size` bytes as above that is filled once and can
 * not be written to afterwards; it belongs to the process. Never NULL: where the library is missing
 * or is another one, the program ends as it does when the system cannot load it. Any thread.
 */
const void *module_calls(enum module id, const struct module_symbol *symbols, size_t n,
                         size_t size);
/** Loads all of them: for whoever takes the right to open files away afterwards. */
void module_load_all(void);

#endif
