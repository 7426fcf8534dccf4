/* SPDX-License-Identifier: MIT */
/*
 * The search for a key's slot in a hash table with open addressing and linear probing. The caller's
 * table decides what a slot contains and when the table grows. core/base/map.h uses it for text
 * keys; other tables use it for other keys.
 */
#ifndef DOSSIER_BASE_TABLE_H
#define DOSSIER_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The slot where the search for a key ends: the first slot, from the hash's own slot onwards, that
 * is free or contains the key. The function `ends` decides this for a slot. `nslots` is a power of
 * two, and at least one slot must be free. The function is inline so that `ends` is inlined as
 * well.
 */
static inline size_t table_find(size_t nslots, uint64_t hash,
                                bool (*ends)(const void *slots, size_t slot, const void *key),
                                const void *slots, const void *key) {
    size_t mask = nslots - 1, at = (size_t)hash & mask;
    while (!ends(slots, at, key)) {
        at = (at + 1) & mask;
    }
    return at;
}

#endif
