/* SPDX-License-Identifier: MIT */
/* Stages are counted on each thread. No test depends on durations. */
#include "core/base/timings.h"
#include "tap.h"

#include <pthread.h>

static const struct timings_row *row(const struct timings_sum *s, const char *stage) {
    for (size_t i = 0; i < s->nrows; i++) {
        if (strcmp(s->rows[i].stage, stage) == 0) {
            return &s->rows[i];
        }
    }
    return NULL;
}

static void one_document(struct timings *t, const char *name) {
    timings_begin_document(t, str_of(name));
    timings_begin(t, "read");
    timings_end(t);
    timings_begin(t, "pdf");
    timings_begin(t, "layout");
    timings_end(t);
    timings_begin(t, "layout");
    timings_end(t);
    timings_end(t);
    timings_end_document(t);
}

static void test_stages(void) {
    struct arena *a = arena_new();
    struct timings *t = timings_new(false);
    struct timings_sum s;
    one_document(t, "a.md");
    one_document(t, "b.md");
    timings_add_up(t, a, &s);
    is_int(s.nrows, 3, "a row for each stage");
    is_int(s.documents, 2, "two documents");
    is_int(s.threads, 1, "one thread");
    ok(s.nrows == 3 && strcmp(s.rows[0].stage, "read") == 0 &&
           strcmp(s.rows[1].stage, "pdf") == 0 && strcmp(s.rows[2].stage, "layout") == 0,
       "rows are in the order in which stages began");
    ok(row(&s, "layout") && row(&s, "layout")->times == 4, "a stage is counted each time");
    uint64_t wall = s.rest.wall, cpu = s.start.cpu + s.rest.cpu;
    for (size_t i = 0; i < s.nrows; i++) {
        wall += s.rows[i].own.wall;
        cpu += s.rows[i].own.cpu;
    }
    is_int(wall, s.all.wall, "rows add up to the whole: wall time");
    is_int(cpu, s.all.cpu, "and the processor's");
    is_int(s.nslowest, 2, "both documents are among the slowest");
    ok(s.nslowest == 2 && s.slowest[0].whole.wall >= s.slowest[1].whole.wall,
       "the slower one comes first");
    timings_clear(t);
    timings_add_up(t, a, &s);
    is_int(s.nrows + s.documents + s.nslowest, 0, "a new round begins with nothing");
    timings_drop(t);
    arena_drop(a);
}

static void test_documents_in_documents(void) {
    struct arena *a = arena_new();
    struct timings *t = timings_new(false);
    struct timings_sum s;
    timings_begin_document(t, STR("index.md"));
    timings_begin(t, "resolve");
    one_document(t, "part.md");
    timings_end(t);
    timings_end_document(t);
    timings_add_up(t, a, &s);
    is_int(s.documents, 1, "a document made amid another is a part of that");
    ok(s.nslowest == 1 && str_is(s.slowest[0].name, "index.md"), "which is the one that is named");
    ok(row(&s, "pdf") && row(&s, "pdf")->times == 1, "its stages count");
    timings_drop(t);
    arena_drop(a);
}

static void test_many(void) {
    struct arena *a = arena_new();
    struct timings *t = timings_new(false);
    struct timings_sum s;
    for (int i = 0; i < 20; i++) {
        one_document(t, "a.md");
    }
    for (int i = 0; i < 100; i++) {
        timings_begin(t, i % 2 ? "odd" : "even");
    }
    for (int i = 0; i < 100; i++) {
        timings_end(t);
    }
    timings_add_up(t, a, &s);
    is_int(s.nslowest, TIMINGS_SLOWEST, "so many of the slowest are named");
    is_int(s.documents, 20, "all are counted");
    ok(row(&s, "even") && row(&s, "even")->times == 16,
       "stages that are too deep count for those around them");
    timings_drop(t);
    arena_drop(a);
}

static void *work(void *user) {
    for (int i = 0; i < 50; i++) {
        one_document(user, "a.md");
    }
    return NULL;
}

struct seen {
    size_t stages, documents, threads;
    bool ordered;
    uint64_t last;
    size_t thread;
};

static void see(void *user, const struct timings_event *e) {
    struct seen *s = user;
    s->stages += e->stage != NULL;
    s->documents += e->stage == NULL && str_is(e->name, "a.md");
    s->threads += s->thread != e->thread;
    s->ordered = s->ordered && (s->thread != e->thread || e->begin + e->wall >= s->last);
    s->thread = e->thread;
    s->last = e->begin + e->wall;
}

static void test_threads(void) {
    struct arena *a = arena_new();
    struct timings *t = timings_new(true);
    struct timings_sum s;
    pthread_t thread[3];
    for (size_t i = 0; i < 3; i++) {
        ok(pthread_create(&thread[i], NULL, work, t) == 0, "a thread starts");
    }
    (void)work(t);
    for (size_t i = 0; i < 3; i++) {
        (void)pthread_join(thread[i], NULL);
    }
    timings_add_up(t, a, &s);
    is_int(s.documents, 200, "documents of all threads are counted");
    is_int(row(&s, "read") ? row(&s, "read")->times : 0, 200, "and their stages");
    struct seen seen = {.ordered = true};
    timings_each(t, see, &seen);
    is_int(seen.stages, 800, "a trace has every stage");
    is_int(seen.documents, 200, "and every document by its name");
    is_int(seen.threads, s.threads, "thread by thread");
    ok(seen.ordered, "in the order in which they ended");
    timings_drop(t);
    arena_drop(a);
}

static void test_nobody_asks(void) {
    one_document(NULL, "a.md");
    timings_drop(NULL);
    ok(true, "where nobody asks nothing is counted");
}

int main(void) {
    test_stages();
    test_documents_in_documents();
    test_many();
    test_threads();
    test_nobody_asks();
    return tap_done();
}
