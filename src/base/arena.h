/* SPDX-License-Identifier: MIT */
/*
 * An arena: memory for one document or one run, given back all at once.
 *
 * Nothing allocated here is ever freed singly. Blocks double in size; requests over a quarter of a
 * block get a block of their own. All memory is aligned for any type.
 */
#ifndef DOSSIER_BASE_ARENA_H
#define DOSSIER_BASE_ARENA_H

#include "base/base.h"

struct arena;

/** A new arena; the caller owns it and gives it back with arena_drop(). */
struct arena *arena_new(void) ATTR_MUST_USE;
/** Frees the arena and all that was allocated from it. NULL is allowed. */
void arena_drop(struct arena *a);

/** `size` uninitialised bytes; never NULL. */
void *arena_alloc(struct arena *a, size_t size) ATTR_MUST_USE;
/** `count` * `size` zeroed bytes; BUG() on overflow. */
void *arena_zalloc(struct arena *a, size_t count, size_t size) ATTR_MUST_USE;
#define ARENA_NEW(a, type) ((type *)arena_zalloc((a), 1, sizeof(type)))
#define ARENA_ARRAY(a, type, count) ((type *)arena_zalloc((a), (count), sizeof(type)))
/** A copy of the bytes, with a NUL behind them. */
struct str arena_str(struct arena *a, struct str s);
void *arena_copy(struct arena *a, const void *p, size_t size) ATTR_MUST_USE;
/** A formatted string, NUL-terminated behind its end. */
struct str arena_printf(struct arena *a, const char *fmt, ...) ATTR_PRINTF(2, 3);
/** The parts joined with nothing between: `arena_join(a, 2, x, y)`; arguments are `struct str`. */
struct str arena_join(struct arena *a, int count, ...);
/** Bytes handed out so far: for limits and statistics. */
size_t arena_used(const struct arena *a);

#endif
