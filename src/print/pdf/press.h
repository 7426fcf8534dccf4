/* SPDX-License-Identifier: MIT */
/*
 * Compresses streams on the threads of a pool while the caller continues. The results are passed to
 * callbacks on the thread of the caller.
 *
 *     pdf_press_add() --> a batch that is being filled --> a task of the pool
 *                  callbacks, in any order <-- pdf_press_add(), pdf_press_finish()
 */
#ifndef DOSSIER_PDF_PRESS_H
#define DOSSIER_PDF_PRESS_H

#include "core/base/base.h"
#include "core/base/buf.h"
#include "core/base/pool.h"

struct pdf_press;

/** Receives compressed bytes, which are borrowed until it returns. `user` and `place` are those of
 * pdf_press_add(). */
typedef void pdf_press_fn(void *user, void *place, struct str packed);

/** Creates a press for a pool. The pool must outlive it. */
struct pdf_press *pdf_press_new(struct pool *pool);
/** Waits for unfinished tasks, drops their results, and frees the press. NULL is allowed. */
void pdf_press_drop(struct pdf_press *press);
/** Compresses a copy of the bytes like a thorough deflater (core/data/deflate.h). `take` is called
 * with the result, in this call or in a later call of pdf_press_add() or pdf_press_finish(). */
void pdf_press_add(struct pdf_press *press, struct str data, pdf_press_fn *take, void *user,
                   void *place);
/** Like pdf_press_add(), for many bytes: they are not copied but taken from `data`, which is empty
 * afterwards. First waits for earlier streams if these need much memory. */
void pdf_press_give(struct pdf_press *press, struct buf *data, pdf_press_fn *take, void *user,
                    void *place);
/** Returns when everything is compressed and passed on. */
void pdf_press_finish(struct pdf_press *press);

#endif
