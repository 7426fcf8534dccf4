/* SPDX-License-Identifier: MIT */
/*
 * A hash map from text to a pointer. Iteration follows the order of insertion, so that no output
 * depends on hashes. Keys are borrowed: the caller keeps them alive. The map is on the heap
 * (MAP_INIT, map_drop()) or in an arena (MAP_IN()).
 */
#ifndef DOSSIER_BASE_MAP_H
#define DOSSIER_BASE_MAP_H

#include "core/base/arena.h"
#include "core/base/base.h"

struct map_entry {
    struct str key;
    uint64_t hash;
    void *value;
};

struct map {
    struct arena *arena;       /* NULL: the map is on the heap */
    struct map_entry *entries; /* the entries in the order of insertion */
    size_t n, cap;
    uint32_t *slots; /* index + 1 into `entries`; 0: the slot is free */
    size_t nslots;   /* the number of slots: a power of two, or 0 */
};

#define MAP_INIT                                                                                   \
    { NULL, NULL, 0, 0, NULL, 0 }
#define MAP_IN(arena) ((struct map){(arena), NULL, 0, 0, NULL, 0})

/** Returns the value of `key`, or NULL. */
void *map_lookup(const struct map *m, struct str key);
/** Returns the entry of `key`, borrowed until the next map_put(), or NULL. */
struct map_entry *map_find(const struct map *m, struct str key);
/** Sets the value of `key`. Returns the previous value, or NULL. */
void *map_put(struct map *m, struct str key, void *value);
/** Makes room for `n` keys in an empty map, when the number is known in advance. */
void map_reserve(struct map *m, size_t n);
/** Empties the map and frees its memory, if the memory is on the heap. The values are not freed. */
void map_drop(struct map *m);

#endif
