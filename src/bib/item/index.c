/* SPDX-License-Identifier: MIT */
/*
 * A hash table from texts to pointers, in an arena.
 */
#include "bib/item/index.h"

static struct bib_map_slot *find_slot(const struct bib_map *ix, struct str key, uint64_t hash) {
    size_t i = (size_t)hash & (ix->cap - 1);
    while (ix->slots[i].value && (ix->slots[i].hash != hash || !str_eq(ix->slots[i].key, key))) {
        i = (i + 1) & (ix->cap - 1);
    }
    return &ix->slots[i];
}

void *bib_map_lookup(const struct bib_map *ix, struct str key) {
    return ix->cap ? find_slot(ix, key, str_hash(key))->value : NULL;
}

void bib_map_put(struct arena *a, struct bib_map *ix, struct str key, void *value) {
    if (2 * (ix->n + 1) > ix->cap) {
        struct bib_map grown = {.n = ix->n, .cap = ix->cap ? 2 * ix->cap : 64};
        grown.slots = ARENA_ARRAY(a, struct bib_map_slot, grown.cap);
        for (size_t i = 0; i < ix->cap; i++) {
            if (ix->slots[i].value) {
                *find_slot(&grown, ix->slots[i].key, ix->slots[i].hash) = ix->slots[i];
            }
        }
        *ix = grown;
    }
    uint64_t hash = str_hash(key);
    struct bib_map_slot *slot = find_slot(ix, key, hash);
    ix->n += slot->value == NULL;
    *slot = (struct bib_map_slot){key, hash, value};
}
