/* SPDX-License-Identifier: MIT */
/*
 * Compression for FlateDecode in PDF files (ISO 32000-1, 7.4.4) and for entries of ZIP files. No
 * other module uses libdeflate.
 */
#ifndef DOSSIER_DATA_DEFLATE_H
#define DOSSIER_DATA_DEFLATE_H

#include "core/base/base.h"

struct deflater;

/** Makes a deflater. It keeps the state of the compressor, so that many small streams cost one
 * allocation. With `thorough`, it uses the thorough level from the first stream on. */
struct deflater *deflater_new(bool thorough);
void deflater_drop(struct deflater *z);
/** Whether the following streams will be compressed with the thorough level. */
bool deflater_is_thorough(const struct deflater *z);
/** Compresses `data` as zlib does (RFC 1950); the result is borrowed until the next call. */
struct str deflater_run(struct deflater *z, struct str data);
/** Like deflater_run(), but without zlib's header and checksum (RFC 1951). */
struct str deflater_run_raw(struct deflater *z, struct str data);

/** Decompresses the format of RFC 1951 into `out`. Returns false if the result does not have
 * exactly `n` bytes. */
bool deflate_undo(struct str raw, char *out, size_t n);
/** Returns the checksum of ZIP files (CRC-32). */
uint32_t deflate_crc32(struct str data);

#endif
