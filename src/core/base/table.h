/* SPDX-License-Identifier: MIT */
/*
 * Open addressing with linear probing, written once: where a key stands in a hash table, or would
 * stand. What a slot holds, where the slots are and when there must be more of them is the affair
 * of the table: core/base/map.h for keys that are text, and tables with keys or storage of their
 * own.
 */
#ifndef DOSSIER_BASE_TABLE_H
#define DOSSIER_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The slot at which the search for a key ends: the first, from the hash's own onwards, that is free
 * or holds the key, which `ends` says. `nslots` is a power of two; at least one slot must be free.
 * Inline, so that `ends` is too.
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
