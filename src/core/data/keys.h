/* SPDX-License-Identifier: MIT */
/*
 * Finds duplicate keys while a map is being read. Private to the readers of the module.
 *
 * Small maps are searched linearly; from KEYS_LINEAR keys on a hash index is kept, so that a map of
 * a hundred thousand keys takes no longer per key than one of ten.
 */
#ifndef DOSSIER_DATA_KEYS_H
#define DOSSIER_DATA_KEYS_H

#include "core/base/map.h"
#include "core/data/data_node.h"

#define KEYS_LINEAR 24

struct keys {
    struct map index; /* key -> its position in the map + 1, as a pointer */
    size_t indexed;   /* the number of keys in the index */
};

#define KEYS_INIT                                                                                  \
    { MAP_INIT, 0 }

/** Returns the position of `key` in `map`, or STR_NONE. All calls must be for the same map, which
 * may only grow. */
size_t keys_find(struct keys *k, const struct node *map, struct str key);
/** Frees the index. */
void keys_drop(struct keys *k);

#endif
