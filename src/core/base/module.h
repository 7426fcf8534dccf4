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
 * is unloaded after use: module_load(). A library that stays loaded is used by module_calls();
 * where it may be missing, diag_has_library() (core/diag/missing.h) reports it first.
 *
 * modules.def lists all of them. Packagers find the same list in the program, as the notes
 * `.note.dlopen` of https://systemd.io/ELF_DLOPEN_METADATA/.
 */
#ifndef DOSSIER_BASE_MODULE_H
#define DOSSIER_BASE_MODULE_H

#include "core/base/base.h"

struct module_symbol {
    const char *name;
    size_t at; /* offset of the pointer in the structure */
};

/** The member and the symbol of a function in a structure named `struct calls`. */
#define MODULE_FIELD(name) __typeof__(name) *name;
#define MODULE_SYMBOL(name) {#name, offsetof(struct calls, name)},

/** The libraries of modules.def. */
enum module {
#define MODULE(id, library, package, priority, use) id,
#include "core/base/modules.def"
#undef MODULE
    MODULE_COUNT
};

/** A library as modules.def describes it. */
struct module_row {
    const char *library; /* the name under which the system finds it: "libtiff.so.6" */
    const char *package; /* the Debian package that contains the library */
    const char *use;     /* the library's use in words: "TIFF images" */
};
const struct module_row *module_row(enum module id);

/**
 * Loads a library and fills `calls` with its functions. Returns NULL when it is missing or lacks
 * one of them. Release it with module_drop() when it is no longer in use.
 */
void *module_load(enum module id, const struct module_symbol *symbols, size_t n, void *calls);
void module_drop(void *module);

/** Whether a library can be loaded. If it can, it stays loaded. Thread-safe. */
bool module_is_there(enum module id);

/** Sets the function that runs before the process ends because a library is missing or lacks a
 * function. It may report that, with all earlier findings, and end the process itself. It runs on
 * the thread that needs the library. A later call replaces the function of an earlier one; NULL
 * removes it. */
void module_on_missing(void (*end)(void *context, enum module id), void *context);

/**
 * Returns the functions of a library, in a structure of `size` bytes as described above. The
 * structure is filled once, is read-only afterwards and belongs to the process. Never NULL: if the
 * library is missing or lacks a function, module_on_missing() reports it, or the program ends with
 * a message and status 3. Thread-safe.
 */
const void *module_calls(enum module id, const struct module_symbol *symbols, size_t n,
                         size_t size);

#endif
