/* SPDX-License-Identifier: MIT */
/*
 * The entries of a long reference list, made on threads while the citations are written. Decides
 * for which lists that pays and who makes which entry; where they go, what identifiers they have
 * and what leads back from them is for who asks for them (refs.c), in their order.
 *
 * A thread has a resolver and a document of its own, which hold what it makes; all else it only
 * reads. Entries with formulas are left, for of those something may be said.
 */
#include "cite/resolve/resolver.h"

#include "core/base/pool.h"

#include <stdatomic.h>
#include <stdlib.h>

#define LEAST_ENTRIES 500 /* from which on a thread is worth its beginning */
#define PART 64           /* entries that a thread takes at a time */

struct lane {
    struct pool_task task;
    struct resolve_ahead *ahead;
    struct resolver r;
    struct doc doc;
};

struct resolve_ahead {
    struct pool *pool;
    const struct csl_entry *entries;
    struct doc_node **made; /* as many; NULL: is left */
    size_t n;
    atomic_size_t next; /* the first that nobody has begun */
    size_t nlanes;
    struct lane lanes[];
};

static void take_parts(struct resolve_ahead *ahead, struct resolver *r) {
    size_t from;
    r->aside = true;
    while ((from = atomic_fetch_add(&ahead->next, PART)) < ahead->n) {
        size_t to = ahead->n - from < PART ? ahead->n : from + PART;
        for (size_t i = from; i < to; i++) {
            r->left = false;
            struct doc_node *e = resolve_entry_node(r, &ahead->entries[i]);
            ahead->made[i] = r->left ? NULL : e;
        }
    }
    r->aside = false;
}

static void run_lane(void *context) {
    struct lane *lane = context;
    take_parts(lane->ahead, &lane->r);
}

static void begin_lane(struct lane *lane, struct resolve_ahead *ahead, const struct resolver *r) {
    lane->task = (struct pool_task){.run = run_lane, .context = lane};
    lane->ahead = ahead;
    lane->r = *r;
    lane->doc = *r->doc;
    lane->r.arena = lane->doc.arena = arena_new();
    lane->r.doc = &lane->doc;
    doc_begin_part(&lane->doc);
    pool_add(ahead->pool, &lane->task);
}

void resolve_begin_entries(struct resolver *r) {
    struct csl *csl = r->lists.n == 1 && !r->divisions ? r->lists.p[0].csl : NULL;
    struct csl_bibliography bib = {.n = 0};
    if (csl) {
        bib = csl_bibliography(csl);
    }
    size_t n = pool_size(r->opt->pool), most = bib.n / LEAST_ENTRIES;
    n = n < most ? n : most;
    if (n == 0) {
        return;
    }
    struct resolve_ahead *ahead = xcalloc(1, sizeof *ahead + n * sizeof ahead->lanes[0]);
    ahead->pool = r->opt->pool;
    ahead->entries = bib.entries;
    ahead->n = bib.n;
    ahead->made = ARENA_ARRAY(r->arena, struct doc_node *, bib.n);
    ahead->nlanes = n;
    for (size_t i = 0; i < n; i++) {
        begin_lane(&ahead->lanes[i], ahead, r);
    }
    r->ahead = ahead;
}

struct doc_node **resolve_take_entries(struct resolver *r) {
    struct resolve_ahead *ahead = r->ahead;
    if (!ahead) {
        return NULL;
    }
    take_parts(ahead, r);
    for (size_t i = 0; i < ahead->nlanes; i++) {
        struct lane *lane = &ahead->lanes[i];
        pool_help(ahead->pool, &lane->task);
        doc_join_part(r->doc, &lane->doc);
        arena_adopt(r->arena, lane->r.arena);
    }
    struct doc_node **made = ahead->made;
    free(ahead);
    r->ahead = NULL;
    return made;
}
