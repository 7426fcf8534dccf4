/* SPDX-License-Identifier: MIT */
/*
 * The hash map: open addressing with linear probing over indices into an array of entries that
 * keeps the order of insertion. Slots are at most two thirds full.
 */
#include "base/map.h"

#include <stdlib.h>

static size_t slot_of(const struct map *m, struct str key, uint64_t hash) {
    size_t mask = m->nslots - 1;
    size_t at = (size_t)(hash ^ (hash >> 32)) & mask;
    while (m->slots[at] != 0) {
        const struct map_entry *e = &m->entries[m->slots[at] - 1];
        if (e->hash == hash && str_eq(e->key, key)) {
            break;
        }
        at = (at + 1) & mask;
    }
    return at;
}

struct map_entry *map_find(const struct map *m, struct str key) {
    if (m->n == 0) {
        return NULL;
    }
    size_t at = slot_of(m, key, str_hash(key));
    return m->slots[at] != 0 ? &m->entries[m->slots[at] - 1] : NULL;
}

void *map_lookup(const struct map *m, struct str key) {
    const struct map_entry *e = map_find(m, key);
    return e ? e->value : NULL;
}

static void grow_slots(struct map *m) {
    size_t nslots = m->nslots ? m->nslots * 2 : 16;
    free(m->slots);
    m->slots = xcalloc(nslots, sizeof *m->slots);
    m->nslots = nslots;
    for (size_t i = 0; i < m->n; i++) {
        m->slots[slot_of(m, m->entries[i].key, m->entries[i].hash)] = (uint32_t)i + 1;
    }
}

void *map_put(struct map *m, struct str key, void *value) {
    uint64_t hash = str_hash(key);
    if (m->nslots > 0) {
        size_t at = slot_of(m, key, hash);
        if (m->slots[at] != 0) {
            struct map_entry *e = &m->entries[m->slots[at] - 1];
            void *before = e->value;
            e->value = value;
            return before;
        }
    }
    if (m->n >= UINT32_MAX - 1) {
        BUG("map too large");
    }
    if (m->n == m->cap) {
        m->cap = m->cap ? m->cap * 2 : 8;
        m->entries = xrealloc(m->entries, m->cap * sizeof *m->entries);
    }
    if ((m->n + 1) * 3 > m->nslots * 2) {
        grow_slots(m);
    }
    m->slots[slot_of(m, key, hash)] = (uint32_t)m->n + 1;
    m->entries[m->n++] = (struct map_entry){key, hash, value};
    return NULL;
}

void map_drop(struct map *m) {
    free(m->entries);
    free(m->slots);
    *m = (struct map)MAP_INIT;
}
