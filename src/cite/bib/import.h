/* SPDX-License-Identifier: MIT */
/* Imports files into a library. */
#ifndef DOSSIER_BIB_IMPORT_H
#define DOSSIER_BIB_IMPORT_H

#include "cite/bib/store/store.h"

enum bib_import_fate {
    BIB_IMPORT_SAME,    /* the file has not changed since its last import */
    BIB_IMPORT_READ,    /* the file was read, and its items are now in the store */
    BIB_IMPORT_GONE,    /* the file is missing; its items stay in the store */
    BIB_IMPORT_REFUSED, /* the file is unreadable or empty; its items stay in the store */
    BIB_IMPORT_FAILED   /* the store failed; the file's items are unchanged */
};

struct bib_import_change {
    struct str path;
    enum bib_import_fate fate;
    size_t added, changed, removed, same; /* numbers of items */
    size_t kept; /* items that are missing in a damaged file and therefore stay */
};

/**
 * Reads a file and makes the store's items of that file equal to it, in one transaction. Text and
 * diagnostics of the file are in the arena, which may be dropped together with `d` afterwards.
 */
void bib_store_import(struct bib_store *s, struct arena *a, struct str path, enum bib_format format,
                      bool force, struct diags *d, struct bib_import_change *out);
#endif
