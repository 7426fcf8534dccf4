/* SPDX-License-Identifier: MIT */
/*
 * Finding duplicate keys while a map is being read. Private to the room's readers.
 *
 * Small maps are searched as they stand; from KEYS_LINEAR keys on a hash index is kept, so that a
 * map of a hundred thousand keys costs no more for each than one of ten.
 */
#ifndef DOSSIER_DATA_KEYS_H
#define DOSSIER_DATA_KEYS_H

#include "core/base/map.h"
#include "core/data/data_node.h"

#define KEYS_LINEAR 24

struct keys {
    struct map index; /* key -> its place in the map + 1, as a pointer */
    size_t indexed;   /* how many keys of the map the index holds */
};

#define KEYS_INIT                                                                                  \
    { MAP_INIT, 0 }

/** Place of `key` in `map`, or STR_NONE. Call it for one map only, which meanwhile may only grow.
 */
size_t keys_find(struct keys *k, const struct node *map, struct str key);
/** Frees the index. */
void keys_drop(struct keys *k);

#endif
