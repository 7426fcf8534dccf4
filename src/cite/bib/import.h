/* SPDX-License-Identifier: MIT */
/*
 * Filling a library from files.
 */
#ifndef DOSSIER_BIB_IMPORT_H
#define DOSSIER_BIB_IMPORT_H

#include "cite/bib/store/store.h"

enum bib_import_fate {
    BIB_IMPORT_SAME,    /* the file has not changed since it was read */
    BIB_IMPORT_READ,    /* its items are in the store now */
    BIB_IMPORT_GONE,    /* the file is not there any more; its items stay */
    BIB_IMPORT_REFUSED, /* it could not be read, or nothing in it: its items stay as they were */
    BIB_IMPORT_FAILED   /* the store failed; the file's items are as they were */
};

struct bib_import_change {
    struct str path;
    enum bib_import_fate fate;
    size_t added, changed, removed, same; /* items */
    size_t
        kept; /* that were not found this time, in a file too damaged to say that they are gone */
};

/**
 * Reads a file and makes the store's items of that file the same as the file's: one transaction.
 * Text and faults of the file go into `a`, which may be dropped with `d` afterwards.
 */
void bib_store_import(struct bib_store *s, struct arena *a, struct str path, enum bib_format format,
                      bool force, struct diags *d, struct bib_import_change *out);
#endif
