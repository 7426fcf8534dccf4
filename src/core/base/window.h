/* SPDX-License-Identifier: MIT */
/*
 * A file of which only some parts are needed. Its text has the file's length and every byte its own
 * offset, but bytes come when they are asked for, a block at a time, and only when whoever opened
 * it says that they are the ones expected. Nothing is mapped from the file itself: one that another
 * process cuts off under us is a fault, not a signal.
 *
 * Invariants: 1. A byte that is not zero has been read and checked. 2. The text never moves.
 */
#ifndef DOSSIER_BASE_WINDOW_H
#define DOSSIER_BASE_WINDOW_H

#include "core/base/file.h"

#define WINDOW_BLOCK 4096u

struct window;

/** Whether the text of a block (shorter at the end of the file) is what it should be. */
typedef bool window_check(void *user, size_t block, struct str text);

/**
 * Opens a regular file that is still the one of `id`; NULL when it is not, or when it cannot be
 * opened. To be given back with window_close(); its text goes with it.
 */
struct window *window_open(struct str path, const struct file_id *id, window_check *check,
                           void *user);
void window_close(struct window *w);
/** The whole text, zero where nothing has been asked for. */
struct str window_text(const struct window *w);
/** Makes bytes [begin, end) readable (clamped to the text). Returns false, now and from then on,
 * when a block could not be read or was not as expected. */
bool window_need(struct window *w, size_t begin, size_t end);
/** Whether window_need() has ever failed. */
bool window_failed(const struct window *w);

#endif
