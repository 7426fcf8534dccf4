/* SPDX-License-Identifier: MIT */
/*
 * A table from texts to pointers whose memory is an arena's: nobody has to free it.
 */
#ifndef DOSSIER_BIB_ITEM_INDEX_H
#define DOSSIER_BIB_ITEM_INDEX_H

#include "base/arena.h"

struct bib_map_slot {
    struct str key;
    uint64_t hash;
    void *value; /* NULL: free */
};

struct bib_map {
    struct bib_map_slot *slots;
    size_t n, cap; /* cap is 0 or a power of two */
};

void *bib_map_lookup(const struct bib_map *ix, struct str key);
/** Sets the value of a key; `value` is not NULL. */
void bib_map_put(struct arena *a, struct bib_map *ix, struct str key, void *value);

#endif
