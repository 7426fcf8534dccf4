/* SPDX-License-Identifier: MIT */
/*
 * Liang's trie. Its edges stand in one open-addressed table, eight bytes each, so that it is built
 * in one go from patterns in any order and a word is looked up without a search at any node.
 */
#include "layout/text/hyphen_internal.h"

#include "base/table.h"

#include <stdlib.h>
#include <string.h>

static bool ends(const void *edges, size_t slot, const void *key) {
    uint32_t from = ((const struct hyphen_edge *)edges)[slot].from;
    return from == 0 || from == *(const uint32_t *)key;
}

static size_t slot_of(const struct hyphen_edge *edges, size_t nslots, uint32_t from) {
    return table_find(nslots, (from * 0x9E3779B1u) >> 8, ends, edges, &from);
}

void hyphen_trie_init(struct hyphen_trie *t, size_t bytes) {
    *t = (struct hyphen_trie){.nslots = 1 << 10, .nnodes = 1, .npool = 2};
    while (t->nslots < bytes / 4) { /* files have an edge for every seven bytes or so */
        t->nslots *= 2;
    }
    t->cap = t->nslots / 2;
    t->pool_cap = t->nslots;
    t->edges = xcalloc(t->nslots, sizeof *t->edges);
    t->values = xcalloc(t->cap, sizeof *t->values);
    t->pool = xcalloc(t->pool_cap, 1);
}

static void trie_drop(struct hyphen_trie *t) {
    free(t->edges);
    free(t->values);
    free(t->pool);
    *t = (struct hyphen_trie){0};
}

void hyphen_trie_keep(struct hyphen_trie *t, struct arena *a) {
    struct hyphen_trie kept = *t;
    kept.edges = arena_copy(a, t->edges, t->nslots * sizeof *t->edges);
    kept.values = arena_copy(a, t->values, t->nnodes * sizeof *t->values);
    kept.pool = arena_copy(a, t->pool, t->npool);
    kept.cap = t->nnodes;
    kept.pool_cap = t->npool;
    trie_drop(t);
    *t = kept;
}

static void edges_grow(struct hyphen_trie *t) {
    size_t n = t->nslots * 2;
    struct hyphen_edge *edges = xcalloc(n, sizeof *edges);
    for (size_t i = 0; i < t->nslots; i++) {
        if (t->edges[i].from != 0) {
            edges[slot_of(edges, n, t->edges[i].from)] = t->edges[i];
        }
    }
    free(t->edges);
    t->edges = edges;
    t->nslots = n;
}

static uint32_t node_add(struct hyphen_trie *t) {
    if (t->nnodes == t->cap) {
        t->cap *= 2;
        t->values = xrealloc(t->values, t->cap * sizeof *t->values);
    }
    t->values[t->nnodes] = 0;
    return (uint32_t)t->nnodes++;
}

/* The node over the edge, made when it is not there. */
static uint32_t step_or_add(struct hyphen_trie *t, uint32_t node, unsigned cls) {
    uint32_t from = node << 8 | cls;
    size_t i = slot_of(t->edges, t->nslots, from);
    if (t->edges[i].from == from) {
        return t->edges[i].to;
    }
    if ((t->nedges + 1) * 2 > t->nslots) {
        edges_grow(t);
        i = slot_of(t->edges, t->nslots, from);
    }
    uint32_t to = node_add(t);
    t->edges[i] = (struct hyphen_edge){from, to};
    t->nedges++;
    return to;
}

uint32_t hyphen_step(const struct hyphen_trie *t, uint32_t node, unsigned cls) {
    uint32_t from = node << 8 | cls;
    const struct hyphen_edge *e = &t->edges[slot_of(t->edges, t->nslots, from)];
    return e->from == from ? e->to : 0;
}

void hyphen_trie_add(struct hyphen_trie *t, const uint8_t *classes, size_t n,
                     const uint8_t *numbers) {
    uint32_t node = 0;
    size_t skip = 0, count = n + 1;
    if (t->nnodes + n >= 1u << 24 || t->npool > UINT32_MAX - PATTERN_LETTERS - 8) {
        return; /* a node number has 24 bits; no language comes near */
    }
    size_t same = 0;
    while (same < n && same < t->nlast && classes[same] == t->last[same]) {
        same++;
    }
    node = same > 0 ? t->path[same - 1] : 0;
    for (size_t i = same; i < n; i++) {
        node = step_or_add(t, node, classes[i]);
        t->last[i] = classes[i];
        t->path[i] = node;
    }
    t->nlast = n;
    while (skip < count && numbers[skip] == 0) {
        skip++;
    }
    while (count > skip && numbers[count - 1] == 0) {
        count--;
    }
    if (skip == count) {
        return;
    }
    count -= skip;
    if (t->npool + count + 2 > t->pool_cap) {
        t->pool_cap = t->pool_cap * 2 + count;
        t->pool = xrealloc(t->pool, t->pool_cap);
    }
    t->values[node] = (uint32_t)t->npool; /* of patterns that are there twice the last one counts */
    t->pool[t->npool++] = (uint8_t)skip;
    t->pool[t->npool++] = (uint8_t)count;
    for (size_t i = 0; i < count; i++) { /* four, mostly */
        t->pool[t->npool++] = numbers[skip + i];
    }
}
