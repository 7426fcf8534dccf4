/* SPDX-License-Identifier: MIT */
/*
 * The index of a map's keys. An index is made only when a map is large enough.
 */
#include "core/data/keys.h"

size_t keys_find(struct keys *k, const struct node *map, struct str key) {
    if (map->n < KEYS_LINEAR) {
        return node_index(map, key);
    }
    for (; k->indexed < map->n; k->indexed++) {
        map_put(&k->index, map->keys[k->indexed], (void *)(uintptr_t)(k->indexed + 1));
    }
    uintptr_t at = (uintptr_t)map_lookup(&k->index, key);
    return at ? (size_t)(at - 1) : STR_NONE;
}

void keys_drop(struct keys *k) {
    map_drop(&k->index);
    *k = (struct keys)KEYS_INIT;
}
