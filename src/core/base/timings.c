/* SPDX-License-Identifier: MIT */
/*
 * Measures how long the stages of a run take. Each thread that reports a stage has a lane of its
 * own, which is found by the thread's identity under a short lock. Nothing else needs a lock. Other
 * code decides how times are shown.
 */
#include "core/base/timings.h"

#include "core/base/vec.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

/* The maximum nesting of stages; deeper ones count for the stage around them. */
enum { MAX_OPEN = 32 };

struct open_stage {
    const char *stage; /* the name of the stage; NULL: a whole document */
    struct str name;   /* the name of the document, in the lane's arena; empty for a stage */
    struct timings_cost begin, inner;
};

/** A stage in the sums of a lane. */
struct lane_row {
    struct timings_row row;
    uint64_t order;       /* the time at which the stage first began */
    uint64_t in_document; /* the stage's wall time in the current document */
};

struct lane {
    pthread_t thread;
    size_t number;
    struct arena *arena; /* memory for names */
    struct open_stage open[MAX_OPEN];
    size_t depth; /* the number of open stages; may exceed MAX_OPEN */
    size_t documents_open;
    VEC(struct lane_row) rows;
    VEC(struct timings_event) events;
    struct timings_cost rest; /* the costs of documents outside any stage */
    struct timings_document slowest[TIMINGS_SLOWEST];
    size_t nslowest, documents;
};

struct timings {
    pthread_mutex_t lock; /* protects the list of lanes */
    VEC(struct lane *) lanes;
    bool trace;
    struct timings_cost zero;  /* the clocks when counting began; `cpu` is that of all threads */
    struct timings_cost start; /* the costs of the process before counting began; their time counts
                                  only in the first round */
};

/* ---- reading clocks and memory ---- */

static uint64_t clock_now(clockid_t which) {
    struct timespec t = {0, 0};
    (void)clock_gettime(which, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/** Returns the peak memory of the process in bytes. */
static uint64_t peak_now(void) {
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) == 0 ? (uint64_t)used.ru_maxrss * 1024 : 0;
}

static struct timings_cost cost_now(clockid_t cpu) {
    return (struct timings_cost){
        .wall = clock_now(CLOCK_MONOTONIC), .cpu = clock_now(cpu), .peak = peak_now()};
}

static uint64_t less(uint64_t a, uint64_t b) {
    return a > b ? a - b : 0;
}

static struct timings_cost cost_less(struct timings_cost a, const struct timings_cost *b) {
    return (struct timings_cost){less(a.wall, b->wall), less(a.cpu, b->cpu), less(a.peak, b->peak)};
}

static void cost_add(struct timings_cost *to, const struct timings_cost *c) {
    to->wall += c->wall;
    to->cpu += c->cpu;
    to->peak += c->peak;
}

/* ---- lanes ---- */

struct timings *timings_new(bool trace) {
    struct timings *t = xcalloc(1, sizeof *t);
    t->trace = trace;
    (void)pthread_mutex_init(&t->lock, NULL);
    t->zero = t->start = cost_now(CLOCK_PROCESS_CPUTIME_ID);
    t->start.wall = 0;
    return t;
}

void timings_clear(struct timings *t) {
    for (size_t i = 0; i < t->lanes.n; i++) {
        struct lane *l = t->lanes.p[i];
        vec_drop(&l->rows);
        vec_drop(&l->events);
        arena_drop(l->arena);
        free(l);
    }
    vec_clear(&t->lanes);
    t->zero = cost_now(CLOCK_PROCESS_CPUTIME_ID);
    t->start = (struct timings_cost){.peak = t->zero.peak};
}

void timings_drop(struct timings *t) {
    if (t) {
        timings_clear(t);
        vec_drop(&t->lanes);
        (void)pthread_mutex_destroy(&t->lock);
        free(t);
    }
}

/** Returns the lane of the current thread. */
static struct lane *own_lane(struct timings *t) {
    pthread_t self = pthread_self();
    struct lane *l = NULL;
    (void)pthread_mutex_lock(&t->lock);
    for (size_t i = 0; i < t->lanes.n && !l; i++) {
        l = pthread_equal(t->lanes.p[i]->thread, self) ? t->lanes.p[i] : NULL;
    }
    if (!l) {
        l = xcalloc(1, sizeof *l);
        l->thread = self;
        l->arena = arena_new();
        vec_push(&t->lanes, l);
        l->number = t->lanes.n;
    }
    (void)pthread_mutex_unlock(&t->lock);
    return l;
}

/** Returns the row of a stage. The same stage name may have several addresses. */
static struct lane_row *row_of(struct lane *l, const char *stage, uint64_t begin) {
    for (size_t i = 0; i < l->rows.n; i++) {
        if (strcmp(l->rows.p[i].row.stage, stage) == 0) {
            return &l->rows.p[i];
        }
    }
    vec_push(&l->rows, ((struct lane_row){.row = {.stage = stage}, .order = begin}));
    return &vec_last(&l->rows);
}

void timings_open(struct timings *t, const char *stage, struct str name) {
    struct lane *l = own_lane(t);
    size_t at = l->depth++;
    if (at >= MAX_OPEN) {
        return;
    }
    l->open[at] = (struct open_stage){.stage = stage, .name = arena_str(l->arena, name)};
    l->documents_open += stage == NULL;
    l->open[at].begin = cost_now(CLOCK_THREAD_CPUTIME_ID);
    if (stage) { /* rows are in the order in which stages began, not in which they ended */
        (void)row_of(l, stage, l->open[at].begin.wall);
    }
}

/** Inserts a document into the list of the slowest ones if it is slow enough. */
static void rank(struct timings_document *list, size_t *n, const struct timings_document *doc) {
    size_t at = *n;
    while (at > 0 && list[at - 1].whole.wall < doc->whole.wall) {
        at--;
    }
    if (at == TIMINGS_SLOWEST) {
        return;
    }
    *n += *n < TIMINGS_SLOWEST;
    for (size_t i = *n - 1; i > at; i--) {
        list[i] = list[i - 1];
    }
    list[at] = *doc;
}

static void end_document(struct lane *l, const struct open_stage *o,
                         const struct timings_cost *whole) {
    struct timings_document doc = {.name = o->name, .whole = *whole};
    for (size_t i = 0; i < l->rows.n; i++) {
        struct lane_row *r = &l->rows.p[i];
        if (r->in_document > doc.longest_wall) {
            doc.longest = r->row.stage;
            doc.longest_wall = r->in_document;
        }
        r->in_document = 0;
    }
    l->documents++;
    rank(l->slowest, &l->nslowest, &doc);
}

void timings_close(struct timings *t) {
    struct timings_cost now = cost_now(CLOCK_THREAD_CPUTIME_ID);
    struct lane *l = own_lane(t);
    if (l->depth == 0) {
        BUG("a stage ends that never began on this thread");
    }
    size_t at = --l->depth;
    if (at >= MAX_OPEN) {
        return;
    }
    struct open_stage *o = &l->open[at];
    struct timings_cost whole = cost_less(now, &o->begin), own = cost_less(whole, &o->inner);
    if (at > 0) {
        cost_add(&l->open[at - 1].inner, &whole);
    }
    if (o->stage) {
        struct lane_row *r = row_of(l, o->stage, o->begin.wall);
        r->row.times++;
        r->in_document += l->documents_open ? own.wall : 0;
        cost_add(&r->row.own, &own);
    } else {
        cost_add(&l->rest, &own);
        if (--l->documents_open == 0) {
            end_document(l, o, &whole);
        }
    }
    if (t->trace) {
        vec_push(&l->events, ((struct timings_event){o->stage, o->name, l->number,
                                                     less(o->begin.wall, t->zero.wall), whole.wall,
                                                     whole.cpu}));
    }
}

/* ---- summing up ---- */

/** Adds a lane's row to the total. Rows stay in the order in which their stages first began. */
static void add_row(struct lane_row *rows, size_t *n, const struct lane_row *r) {
    for (size_t i = 0; i < *n; i++) {
        if (strcmp(rows[i].row.stage, r->row.stage) == 0) {
            rows[i].row.times += r->row.times;
            cost_add(&rows[i].row.own, &r->row.own);
            return;
        }
    }
    size_t at = (*n)++;
    for (; at > 0 && rows[at - 1].order > r->order; at--) {
        rows[at] = rows[at - 1];
    }
    rows[at] = *r;
}

void timings_add_up(struct timings *t, struct arena *a, struct timings_sum *out) {
    struct timings_cost now = cost_now(CLOCK_PROCESS_CPUTIME_ID), stages = {0, 0, 0};
    *out = (struct timings_sum){.start = t->start, .threads = t->lanes.n};
    out->all = cost_less(now, &t->zero);
    out->all.cpu += t->start.cpu;
    out->all.peak = now.peak;
    size_t most = 0, n = 0;
    for (size_t i = 0; i < t->lanes.n; i++) {
        most += t->lanes.p[i]->rows.n;
    }
    struct lane_row *rows = ARENA_ARRAY(a, struct lane_row, most);
    for (size_t i = 0; i < t->lanes.n; i++) {
        const struct lane *l = t->lanes.p[i];
        for (size_t k = 0; k < l->rows.n; k++) {
            add_row(rows, &n, &l->rows.p[k]);
            cost_add(&stages, &l->rows.p[k].row.own);
        }
        for (size_t k = 0; k < l->nslowest; k++) {
            struct timings_document doc = l->slowest[k];
            doc.name = arena_str(a, doc.name);
            rank(out->slowest, &out->nslowest, &doc);
        }
        out->documents += l->documents;
        out->rest.wall += l->rest.wall;
    }
    out->rows = ARENA_ARRAY(a, struct timings_row, n);
    out->nrows = n;
    for (size_t i = 0; i < n; i++) {
        out->rows[i] = rows[i].row;
    }
    uint64_t of_documents = out->rest.wall;
    out->rest = cost_less(cost_less(now, &t->zero), &stages);
    out->rest.wall = out->threads > 1 ? of_documents : out->rest.wall;
}

void timings_each(struct timings *t, void (*fn)(void *user, const struct timings_event *e),
                  void *user) {
    for (size_t i = 0; i < t->lanes.n; i++) {
        const struct lane *l = t->lanes.p[i];
        for (size_t k = 0; k < l->events.n; k++) {
            fn(user, &l->events.p[k]);
        }
    }
}
