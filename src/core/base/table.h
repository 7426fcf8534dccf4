/* SPDX-License-Identifier: MIT */
/*
 * Open addressing with linear probing for hash tables: the slot of a key. The table itself decides
 * what a slot contains and when it grows: core/base/map.h for text keys, and tables with other keys
 * or storage.
 */
#ifndef DOSSIER_BASE_TABLE_H
#define DOSSIER_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The slot where the search for a key ends: the first one from the hash's slot onwards that is free
 * or contains the key, as `ends` decides. `nslots` is a power of two, and at least one slot must be
 * free. Inline, so that `ends` is inlined too.
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
