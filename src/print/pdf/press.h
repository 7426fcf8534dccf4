/* SPDX-License-Identifier: MIT */
/*
 * Compressing streams on the threads of a pool, while whoever makes them goes on. Knows no objects:
 * what was compressed is handed to who asked, on the thread that asked.
 *
 *     pdf_press_add() --> a batch that is being filled --> a task of the pool's
 *                                   taken, in any order <-- pdf_press_add(), pdf_press_finish()
 */
#ifndef DOSSIER_PDF_PRESS_H
#define DOSSIER_PDF_PRESS_H

#include "core/base/base.h"
#include "core/base/pool.h"

struct pdf_press;

/** Takes what was compressed, borrowed until it returns; `user` and `place` are pdf_press_add()'s.
 */
typedef void pdf_press_fn(void *user, void *place, struct str packed);

/** A press over a pool, which outlives it. */
struct pdf_press *pdf_press_new(struct pool *pool);
/** Waits for what is under way, which nobody takes any more. NULL: nothing. */
void pdf_press_drop(struct pdf_press *press);
/** Deflates a copy of the bytes as a thorough deflater does (print/pdf/deflate.h), sooner or later;
 * then `take` is called, here or in a later call of pdf_press_add() or pdf_press_finish(). */
void pdf_press_add(struct pdf_press *press, struct str data, pdf_press_fn *take, void *user,
                   void *place);
/** Returns when all is compressed and taken. */
void pdf_press_finish(struct pdf_press *press);

#endif
