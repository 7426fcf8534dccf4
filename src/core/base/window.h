/* SPDX-License-Identifier: MIT */
/*
 * A file of which only parts are needed. Its text has the file's length, but bytes are read on
 * request, one block at a time, and are accepted only when the owner's check passes. The file is
 * not mapped into memory. Truncation by another process is therefore an ordinary error, not a
 * signal that ends the program.
 *
 * Invariants:
 * 1. A byte that is not zero has been read and checked.
 * 2. The text never moves.
 */
#ifndef DOSSIER_BASE_WINDOW_H
#define DOSSIER_BASE_WINDOW_H

#include "core/base/file.h"

#define WINDOW_BLOCK 4096u

struct window;

/** Checks the text of a block, which may be shorter at the end of the file. Returns whether it is
 * as expected. */
typedef bool window_check(void *user, size_t block, struct str text);

/**
 * Opens a regular file that still has the identity `id`. Returns NULL when it has changed or cannot
 * be opened. Release it with window_close(), which also frees its text.
 */
struct window *window_open(struct str path, const struct file_id *id, window_check *check,
                           void *user);
void window_close(struct window *w);
/** Returns the whole text. Bytes that have not been requested are zeros. */
struct str window_text(const struct window *w);
/** Makes the bytes [begin, end) readable (clamped to the text). Returns false, now and from then
 * on, when a block could not be read or failed the check. */
bool window_need(struct window *w, size_t begin, size_t end);
/** Whether window_need() has ever failed. */
bool window_failed(const struct window *w);

#endif
