/* SPDX-License-Identifier: MIT */
/*
 * Libraries that few documents need, loaded when one does: a program that is linked with all of
 * them spends more on loading than on its work. Whoever uses one lists the functions that it calls;
 * their types come from the library's own header.
 *
 *     #define CALLS(X) X(TIFFClose) X(TIFFGetField)
 *     struct calls { CALLS(MODULE_FIELD) };
 *     static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
 */
#ifndef DOSSIER_BASE_MODULE_H
#define DOSSIER_BASE_MODULE_H

#include "base/base.h"

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

#endif
