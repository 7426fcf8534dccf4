/* SPDX-License-Identifier: MIT */
/*
 * Builds documents on threads and gives them back in order. It decides how many documents the
 * threads begin in advance, and what a thread keeps from one document to the next.
 *
 * A thread builds a document and defers its steps. The steps are done when it is the turn of the
 * document, which is then given back. If the assumptions of the thread are wrong by then, the
 * document is built again.
 */
#include "job/build/batch.h"

#include "core/base/bounds.h"
#include "core/base/pool.h"
#include "core/base/timings.h"
#include "job/build/files.h"

#include <pthread.h>
#include <stdlib.h>

/* The number of documents per thread that are in progress or wait to be given back. */
#define AHEAD 4
/* The maximum size in bytes of the fonts and shaped words that a thread keeps. Without this limit,
 * documents in many languages would fill the memory. */
#define MAX_FONTS ((size_t)24 * 1024 * 1024)

/** The data that a thread keeps from one document to the next. */
struct workspace {
    struct workspace *next; /* the next unused workspace */
    struct arena *arena;    /* memory of the fonts; NULL if the fonts belong to the caller */
    struct fonts *fonts;
};

/** A document in progress. */
struct slot {
    struct pool_task task;
    struct running *run;
    size_t i;
    size_t bytes; /* size of the finished document in memory */
};

struct running {
    const struct build_batch *batch;
    struct pool *pool;
    struct slot *slots; /* document i is in place i % nslots */
    size_t nslots, added;
    pthread_mutex_t lock; /* protects the following members */
    pthread_cond_t given_back;
    struct workspace *spare;
    bool ended;     /* no further document is expected */
    size_t turn;    /* index of the document whose turn it is */
    size_t waiting; /* bytes of the finished documents that wait for their turn */
};

static void drop_fonts(struct workspace *w) {
    if (w->arena) {
        fonts_drop(w->fonts);
        arena_drop(w->arena);
    }
    w->arena = NULL;
    w->fonts = NULL;
}

static struct workspace *take_workspace(struct running *run) {
    (void)pthread_mutex_lock(&run->lock);
    struct workspace *w = run->spare;
    run->spare = w ? w->next : NULL;
    (void)pthread_mutex_unlock(&run->lock);
    if (!w) {
        w = xcalloc(1, sizeof *w);
    }
    if (w->arena && arena_used(w->arena) > MAX_FONTS) {
        drop_fonts(w);
    }
    if (!w->fonts) {
        w->arena = arena_new();
        w->fonts = fonts_new(w->arena);
    }
    return w;
}

static void leave_workspace(struct running *run, struct workspace *w) {
    (void)pthread_mutex_lock(&run->lock);
    w->next = run->spare;
    run->spare = w;
    (void)pthread_mutex_unlock(&run->lock);
}

static void drop_workspaces(struct running *run) {
    for (struct workspace *w = run->spare, *next; w; w = next) {
        next = w->next;
        drop_fonts(w);
        free(w);
    }
}

static void build_in(struct running *run, struct build_job *job) {
    struct build_options opt = *run->batch->opt;
    struct workspace *w = take_workspace(run);
    opt.fonts = w->fonts;
    opt.pool = run->pool;
    build_run(job, &opt);
    leave_workspace(run, w);
}

/** Waits while the finished documents that wait for their turn take too much memory. The document
 * whose turn it is does not wait, so the run always goes on. */
static void wait_for_room(struct running *run, size_t i) {
    (void)pthread_mutex_lock(&run->lock);
    while (!run->ended && i != run->turn && run->waiting > LIMIT_WAITING) {
        (void)pthread_cond_wait(&run->given_back, &run->lock);
    }
    (void)pthread_mutex_unlock(&run->lock);
}

static size_t bytes_of(const struct build_job *job) {
    size_t n = arena_used(job->arena);
    for (size_t i = 0; i < job->later->steps.n; i++) {
        n += job->later->steps.p[i].data.n;
    }
    return n;
}

static void build_ahead(void *context) {
    struct slot *slot = context;
    struct running *run = slot->run;
    struct build_job *job = &run->batch->jobs[slot->i];
    wait_for_room(run, slot->i);
    struct build_later later = {.steps = VEC_INIT};
    job->later = &later;
    build_in(run, job);
    job->later = arena_copy(job->arena, &later, sizeof later);
    slot->bytes = bytes_of(job);
    (void)pthread_mutex_lock(&run->lock);
    run->waiting += slot->bytes;
    (void)pthread_mutex_unlock(&run->lock);
}

/** Whether a document can be read only once. Such a document is not begun before its turn. */
static bool is_stream(const struct build_job *job) {
    bool stream = file_is_stream(job->input);
    for (size_t i = 0; i < job->nfurther && !stream; i++) {
        stream = file_is_stream(job->further[i]);
    }
    return stream;
}

/** Gives documents to the threads as long as a slot is free. Document `i` is finished next. */
static void add_slots(struct running *run, size_t i) {
    const struct build_batch *batch = run->batch;
    for (; run->added < batch->n && run->added < i + run->nslots; run->added++) {
        struct slot *slot = &run->slots[run->added % run->nslots];
        *slot = (struct slot){
            .task = {.run = build_ahead, .context = slot}, .run = run, .i = run->added};
        if (!is_stream(&batch->jobs[run->added])) {
            pool_add(run->pool, &slot->task);
        }
    }
}

/** Finishes a document that was built by a thread. */
static void finish(struct running *run, struct slot *slot) {
    struct build_job *job = &run->batch->jobs[slot->i];
    const struct build_options *opt = run->batch->opt;
    pool_wait(run->pool, &slot->task);
    timings_begin(opt->timings, "write");
    bool good = build_do_later(opt->shared, job);
    timings_end(opt->timings);
    if (good) {
        build_shared_settle(opt->shared, &job->diags, (struct diags_mark){0});
    } else {
        build_drop(job);
        build_reset(job);
        build_in(run, job);
    }
}

static void set_turn(struct running *run, size_t i, size_t given_back) {
    (void)pthread_mutex_lock(&run->lock);
    run->turn = i;
    run->waiting -= given_back;
    (void)pthread_cond_broadcast(&run->given_back);
    (void)pthread_mutex_unlock(&run->lock);
}

/** Drops the documents that were given to threads, from number `i` on, after waiting for each. */
static void forget_rest(struct running *run, size_t i) {
    (void)pthread_mutex_lock(&run->lock);
    run->ended = true;
    (void)pthread_cond_broadcast(&run->given_back);
    (void)pthread_mutex_unlock(&run->lock);
    for (; i < run->added; i++) {
        if (!is_stream(&run->batch->jobs[i])) {
            pool_wait(run->pool, &run->slots[i % run->nslots].task);
            build_drop(&run->batch->jobs[i]);
            build_reset(&run->batch->jobs[i]);
        }
    }
}

static void run_threads(struct running *run) {
    const struct build_batch *batch = run->batch;
    for (size_t i = 0; i < batch->n; i++) {
        if (batch->next && !batch->next(batch->user, i)) {
            forget_rest(run, i);
            return;
        }
        struct slot *slot = &run->slots[i % run->nslots];
        add_slots(run, i);
        if (is_stream(&batch->jobs[i])) {
            build_in(run, &batch->jobs[i]);
        } else {
            finish(run, slot);
        }
        size_t bytes = slot->bytes;
        if (batch->done) {
            batch->done(batch->user, i);
        }
        set_turn(run, i + 1, bytes);
    }
}

static void run_alone(struct running *run) {
    const struct build_batch *batch = run->batch;
    for (size_t i = 0; i < batch->n && (!batch->next || batch->next(batch->user, i)); i++) {
        build_in(run, &batch->jobs[i]);
        if (batch->done) {
            batch->done(batch->user, i);
        }
    }
}

void build_batch_run(const struct build_batch *batch) {
    size_t threads = batch->threads < batch->n ? batch->threads : batch->n;
    struct running run = {.batch = batch};
    if (pthread_mutex_init(&run.lock, NULL) != 0 || pthread_cond_init(&run.given_back, NULL) != 0) {
        base_out_of_memory();
    }
    if (batch->opt->fonts) {
        struct workspace *first = xcalloc(1, sizeof *first);
        first->fonts = batch->opt->fonts;
        leave_workspace(&run, first);
    }
    if (threads < 2) {
        /* the thread of the caller also works */
        run.pool = batch->threads > 1 ? pool_new(batch->threads - 1) : NULL;
        run_alone(&run);
        pool_drop(run.pool);
    } else {
        run.nslots = (threads < POOL_MAX ? threads : POOL_MAX) * AHEAD;
        run.slots = xcalloc(run.nslots, sizeof *run.slots);
        run.pool = pool_new(threads);
        run_threads(&run);
        pool_drop(run.pool);
        free(run.slots);
    }
    drop_workspaces(&run);
    (void)pthread_cond_destroy(&run.given_back);
    (void)pthread_mutex_destroy(&run.lock);
}
