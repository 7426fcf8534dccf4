/* SPDX-License-Identifier: MIT */
/*
 * ZIP files in memory (PKWARE's APPNOTE.TXT 6.3). Packages of Office Open XML are ZIP files.
 * Encryption, ZIP64 and archives in several parts are not supported. All entries get the earliest
 * time that the format can express, so that the same entries always give the same bytes.
 */
#ifndef DOSSIER_DATA_ZIP_H
#define DOSSIER_DATA_ZIP_H

#include "core/base/buf.h"
#include "core/base/vec.h"

struct deflater;

/** A ZIP file that is being written. */
struct zip {
    struct buf *out;
    struct buf directory; /* the directory, which is written at the end of the file */
    struct deflater *deflater;
    size_t start; /* offset in `out` at which the file begins */
    size_t n;
};

/** Begins a file at the end of `out`. The library MODULE_DEFLATE must be available
 * (module_is_there()). */
void zip_begin(struct zip *z, struct buf *out);
/** Adds an entry. With `packed` the data are compressed already, like pictures, and are stored
 * unchanged. */
void zip_add(struct zip *z, struct str name, struct str data, bool packed);
/** Writes the directory at the end of the file and frees `z`. */
void zip_end(struct zip *z);

/**
 * Finds the entry `name` of a ZIP file and decompresses it into the arena. Returns false if there
 * is none, if it is damaged, or if it has more than `limit` bytes.
 */
bool zip_find(struct arena *a, struct str file, struct str name, size_t limit, struct str *out);

#endif
