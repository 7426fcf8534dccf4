/* SPDX-License-Identifier: MIT */
/*
 * Taking away what a cache needs no more. Whoever puts a file there prunes a little, so that the
 * work stays small whatever lies there; several processes may do so at once.
 */
#ifndef DOSSIER_BASE_PRUNE_H
#define DOSSIER_BASE_PRUNE_H

#include "core/base/arena.h"

/** Looks at some of the files of a folder whose names end in `suffix`, and removes those that are
 * of no use any more, as `gone` says of a path (with memory for it). `turn` says with which it
 * begins. */
void prune_gone(struct arena *a, struct str dir, struct str suffix, uint64_t turn,
                bool (*gone)(struct arena *a, struct str path));
/** Holds the files of a folder that `ours` knows by their names to `most` bytes: when there are
 * more, those that were written or touched longest ago go, until a quarter is free. */
void prune_oldest(struct str dir, uint64_t most, bool (*ours)(struct str name));

#endif
