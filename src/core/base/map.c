/* SPDX-License-Identifier: MIT */
/*
 * The hash map: slots (core/base/table.h) with indices into an array of entries that keeps the
 * order of insertion. At most two thirds of the slots are used.
 */
#include "core/base/map.h"

#include "core/base/table.h"

#include <stdlib.h>

struct wanted {
    struct str key;
    uint64_t hash;
};

static bool ends(const void *map, size_t slot, const void *key) {
    const struct map *m = map;
    const struct wanted *w = key;
    if (m->slots[slot] == 0) {
        return true;
    }
    const struct map_entry *e = &m->entries[m->slots[slot] - 1];
    return e->hash == w->hash && str_eq(e->key, w->key);
}

static size_t slot_of(const struct map *m, struct str key, uint64_t hash) {
    struct wanted w = {key, hash};
    return table_find(m->nslots, hash ^ (hash >> 32), ends, m, &w);
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

static void make_slots(struct map *m, size_t nslots) {
    if (m->arena) {
        m->slots = ARENA_ARRAY(m->arena, uint32_t, nslots);
    } else {
        free(m->slots);
        m->slots = xcalloc(nslots, sizeof *m->slots);
    }
    m->nslots = nslots;
    for (size_t i = 0; i < m->n; i++) {
        m->slots[slot_of(m, m->entries[i].key, m->entries[i].hash)] = (uint32_t)i + 1;
    }
}

static void make_entries(struct map *m, size_t cap) {
    if (m->arena) {
        m->entries = arena_grow(m->arena, m->entries, m->n, cap, sizeof *m->entries);
    } else {
        m->entries = xrealloc(m->entries, cap * sizeof *m->entries);
    }
    m->cap = cap;
}

void map_reserve(struct map *m, size_t n) {
    size_t nslots = 16;
    /* at most two thirds of the slots may be used */
    while (nslots < n + n / 2 + 2 && nslots <= SIZE_MAX / 4) {
        nslots *= 2;
    }
    if (m->n == 0 && n > m->cap) {
        make_entries(m, n);
        make_slots(m, nslots);
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
        make_entries(m, m->cap ? m->cap * 2 : 8);
    }
    if ((m->n + 1) * 3 > m->nslots * 2) {
        make_slots(m, m->nslots ? m->nslots * 2 : 16);
    }
    m->slots[slot_of(m, key, hash)] = (uint32_t)m->n + 1;
    m->entries[m->n++] = (struct map_entry){key, hash, value};
    return NULL;
}

void map_drop(struct map *m) {
    if (!m->arena) {
        free(m->entries);
        free(m->slots);
    }
    *m = MAP_IN(m->arena);
}
