/* SPDX-License-Identifier: MIT */
/*
 * FlateDecode's other direction (ISO 32000-1, 7.4.4). The only part that sees libdeflate.
 */
#ifndef DOSSIER_PDF_DEFLATE_H
#define DOSSIER_PDF_DEFLATE_H

#include "core/base/base.h"

struct deflater;
struct recall; /* core/base/recall.h */

/** Keeps the compressor's state, so that many small streams cost one allocation. */
struct deflater *deflater_new(void);
/** One that takes the time for small results from the first stream on. */
struct deflater *deflater_new_thorough(void);
void deflater_drop(struct deflater *z);
/** What is in `recall` is not compressed again, and what is compressed goes there. Borrowed. */
void deflater_recall(struct deflater *z, struct recall *recall);
/** Whether so much was compressed that all that follows is as deflater_new_thorough() does it. */
bool deflater_is_thorough(const struct deflater *z);
/** Deflates; the result is borrowed until the next call. */
struct str deflater_run(struct deflater *z, struct str data);

#endif
