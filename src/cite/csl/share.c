/* SPDX-License-Identifier: MIT */
/*
 * Shares the work of a large document among threads. Entries and citations are cut into parts of a
 * fixed size, which does not depend on the number of threads. Each thread takes the next part and
 * works on it with its own processor. This processor shares the style, the locale and the entries,
 * but has its own memory. Small documents stay on the caller's thread.
 *
 * The result of a part is stored under the number of the part; the caller joins the results in that
 * order.
 */
#include "cite/csl/state.h"
#include "core/base/pool.h"

#include <stdatomic.h>
#include <stdlib.h>

/** Shorter lists are finished before a thread would have started. */
#define SHARE_LEAST 500
/** The number of entries or citations in a part. */
#define PART 64

/** One list of work that is shared. */
struct sharing {
    csl_share_fn *work;
    void *user;
    size_t n;
    atomic_size_t next; /* the first element of the next part to be taken by a thread */
};

/** The working data of a thread other than the caller's. */
struct lane {
    struct pool_task task;
    struct sharing *sharing;
    struct csl c;
};

struct csl_lanes {
    size_t n;
    struct lane lane[];
};

static void take_parts(struct sharing *s, struct csl *c) {
    size_t from;
    while ((from = atomic_fetch_add(&s->next, PART)) < s->n) {
        c->part = from;
        s->work(c, from, s->n - from < PART ? s->n : from + PART, s->user);
    }
}

static void run_lane(void *context) {
    struct lane *lane = context;
    take_parts(lane->sharing, &lane->c);
}

static struct csl_lanes *open_lanes(const struct csl *c, size_t work) {
    size_t n = pool_size(c->opt.pool), most = work / SHARE_LEAST;
    n = n < most ? n : most;
    struct csl_lanes *all = xcalloc(1, sizeof *all + n * sizeof *all->lane);
    all->n = n;
    for (size_t i = 0; i < n; i++) {
        all->lane[i].c.a = arena_new();
        all->lane[i].c.work = arena_new();
        buf_init(&all->lane[i].c.text, 0);
    }
    return all;
}

static void set_lane(struct lane *lane, const struct csl *c) {
    struct csl own = lane->c;
    lane->c = *c;
    lane->c.a = own.a;
    lane->c.work = own.work;
    lane->c.scratch = own.scratch;
    lane->c.text = own.text;
}

/** Keeps the lane's report of an exceeded limit if it is about an earlier part than the current
 * report. */
static void join_lane(struct csl *c, const struct lane *lane) {
    const struct csl *l = &lane->c;
    if (l->over.node && (!c->over.node || l->over.part < c->over.part)) {
        c->over = l->over;
    }
}

bool csl_share_splits(const struct csl *c, size_t n) {
    return n >= SHARE_LEAST && pool_size(c->opt.pool) > 0;
}

void csl_share(struct csl *c, size_t n, csl_share_fn *work, void *user) {
    if (!csl_share_splits(c, n)) {
        c->part = 0;
        work(c, 0, n, user);
        return;
    }
    if (!c->lanes) {
        c->lanes = open_lanes(c, n);
    }
    struct sharing s = {.work = work, .user = user, .n = n};
    struct csl_lanes *all = c->lanes;
    for (size_t i = 0; i < all->n; i++) {
        struct lane *lane = &all->lane[i];
        set_lane(lane, c);
        lane->sharing = &s;
        lane->task = (struct pool_task){.run = run_lane, .context = lane};
        pool_add(c->opt.pool, &lane->task);
    }
    take_parts(&s, c);
    for (size_t i = 0; i < all->n; i++) {
        pool_help(c->opt.pool, &all->lane[i].task);
        join_lane(c, &all->lane[i]);
    }
}

void csl_share_begin(struct csl *c) {
    buf_init(&c->text, 0);
    c->work = arena_new();
}

static void drop_memory(struct csl *c) {
    arena_drop(c->scratch);
    arena_drop(c->work);
    buf_drop(&c->text);
    c->scratch = c->work = NULL;
}

void csl_share_end(struct csl *c) {
    drop_memory(c);
    for (size_t i = 0; c->lanes && i < c->lanes->n; i++) {
        struct csl *own = &c->lanes->lane[i].c;
        drop_memory(own);
        arena_adopt(c->a, own->a);
    }
    free(c->lanes);
    c->lanes = NULL;
}
