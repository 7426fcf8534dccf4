/* SPDX-License-Identifier: MIT */
/*
 * The encoder for FlateDecode (ISO 32000-1, 7.4.4). The only part that sees libdeflate.
 */
#ifndef DOSSIER_PDF_DEFLATE_H
#define DOSSIER_PDF_DEFLATE_H

#include "core/base/base.h"

struct deflater;

/** Keeps the compressor's state, so that many small streams cost one allocation. */
struct deflater *deflater_new(void);
/** A deflater that uses the thorough level from the first stream on. */
struct deflater *deflater_new_thorough(void);
void deflater_drop(struct deflater *z);
/** Whether later streams will be compressed like those of deflater_new_thorough(). */
bool deflater_is_thorough(const struct deflater *z);
/** Compresses `data`; the result is borrowed until the next call. */
struct str deflater_run(struct deflater *z, struct str data);

#endif
