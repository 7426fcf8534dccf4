/* SPDX-License-Identifier: MIT */
/*
 * Builds Liang's trie. Patterns may come in any order, so the children of a node are a list while
 * the trie is built. The final trie is a flat, read-only table of half the size.
 */
#include "print/layout/text/hyphen_internal.h"

#include <string.h>

/* maximum offset in a mark; the patterns of real languages need much less */
#define MAX_OFFSETS (1u << 24)

void hyphen_growth_init(struct hyphen_growth *g, size_t bytes) {
    *g = (struct hyphen_growth){0};
    vec_reserve(&g->nodes, bytes / 6 + 64); /* files have roughly one node for seven bytes */
    vec_reserve(&g->pool, bytes / 2 + 64);
    vec_push(&g->nodes, (struct hyphen_sprout){0});
    /* the first entry, for nodes at which no pattern ends: no omitted zeros, no numbers */
    vec_push(&g->pool, 0);
    vec_push(&g->pool, 0);
}

/* The child of a node for a letter. It is created if it is missing. */
static uint32_t step_or_add(struct hyphen_growth *g, uint32_t node, uint8_t cls) {
    const struct hyphen_sprout *nodes = g->nodes.p;
    uint32_t before = 0, at = nodes[node].eldest;
    while (at != 0 && nodes[at].cls < cls) {
        before = at;
        at = nodes[at].next;
    }
    if (at != 0 && nodes[at].cls == cls) {
        return at;
    }
    uint32_t made = (uint32_t)g->nodes.n;
    vec_push(&g->nodes, (struct hyphen_sprout){.next = at, .cls = cls});
    if (before != 0) {
        g->nodes.p[before].next = made;
    } else {
        g->nodes.p[node].eldest = made;
    }
    return made;
}

void hyphen_growth_add(struct hyphen_growth *g, const uint8_t *classes, size_t n,
                       const uint8_t *numbers) {
    size_t skip = 0, count = n + 1, same = 0;
    if (g->nodes.n + n >= MAX_OFFSETS || g->pool.n + n >= MAX_OFFSETS - 8) {
        return;
    }
    while (same < n && same < g->nlast && classes[same] == g->last[same]) {
        same++;
    }
    uint32_t node = same > 0 ? g->path[same - 1] : 0;
    for (size_t i = same; i < n; i++) {
        node = step_or_add(g, node, classes[i]);
        g->last[i] = classes[i];
        g->path[i] = node;
    }
    g->nlast = n;
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
    /* if a pattern occurs twice, the last one counts */
    g->nodes.p[node].value = (uint32_t)g->pool.n;
    vec_reserve(&g->pool, count + 2);
    g->pool.p[g->pool.n++] = (uint8_t)skip;
    g->pool.p[g->pool.n++] = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        g->pool.p[g->pool.n++] = numbers[skip + i];
    }
}

/* Makes the final trie: sorts the nodes by depth, so that the children of each node are consecutive
 * and in the order of their parents. */
struct hyphen_trie hyphen_growth_keep(struct hyphen_growth *g, struct arena *a) {
    const struct hyphen_sprout *sprouts = g->nodes.p;
    size_t n = g->nodes.n, made = 1;
    uint32_t *order = xcalloc(n, sizeof *order);
    struct hyphen_node *nodes = arena_alloc(a, (n + 1) * sizeof *nodes);
    nodes[0].mark = 0;
    for (size_t i = 0; i < n; i++) {
        nodes[i].first = (uint32_t)made;
        for (uint32_t at = sprouts[order[i]].eldest; at != 0; at = sprouts[at].next) {
            order[made] = at;
            nodes[made++].mark = sprouts[at].value << 8 | sprouts[at].cls;
        }
    }
    nodes[n] = (struct hyphen_node){.first = (uint32_t)n};
    free(order);
    struct hyphen_trie t = {.nodes = nodes,
                            .nnodes = (uint32_t)n,
                            .pool = arena_copy(a, g->pool.p, g->pool.n),
                            .npool = (uint32_t)g->pool.n};
    vec_drop(&g->nodes);
    vec_drop(&g->pool);
    return t;
}
