/* SPDX-License-Identifier: MIT */
/*
 * ZIP files in memory (PKWARE's APPNOTE.TXT 6.3): packages of Office Open XML are ZIP files. No
 * encryption, no ZIP64, no parts. The time of all entries is the first one that the format can
 * express, so that the same entries give the same bytes.
 */
#ifndef DOSSIER_DATA_ZIP_H
#define DOSSIER_DATA_ZIP_H

#include "core/base/buf.h"
#include "core/base/vec.h"

struct deflater;

/** A ZIP file that is being written. */
struct zip {
    struct buf *out;
    struct buf directory; /* the entries for the end of the file */
    struct deflater *deflater;
    size_t start; /* where the file begins in `out` */
    size_t n;     /* entries so far */
};

/** Begins a file at the end of `out`. MODULE_DEFLATE must be there. */
void zip_begin(struct zip *z, struct buf *out);
/** Adds an entry; `packed`: the data are compressed already, as pictures are, and only stored. */
void zip_add(struct zip *z, struct str name, struct str data, bool packed);
/** Writes the directory and frees `z`. */
void zip_end(struct zip *z);

/**
 * Finds the entry `name` of a ZIP file and decompresses it into the arena. False if there is none,
 * if it is damaged, or if it has more than `limit` bytes.
 */
bool zip_find(struct arena *a, struct str file, struct str name, size_t limit, struct str *out);

#endif
