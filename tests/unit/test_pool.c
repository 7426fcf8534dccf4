/* SPDX-License-Identifier: MIT */
/*
 * The thread pool: each task runs once, its writes are visible after the wait, and the system
 * may refuse threads.
 */
#include "tap.h"

#include "core/base/pool.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { MANY = 300 };

struct square {
    struct pool *pool;
    struct pool_task *part; /* a task that this one adds; or NULL */
    int of, got;
};

static void square(void *user) {
    struct square *s = user;
    if (s->part) {
        pool_add(s->pool, s->part);
        pool_help(s->pool, s->part);
    }
    s->got += s->of * s->of;
}

/** Runs many tasks; returns how many of them did what they should, once. */
static int run_many(size_t threads, bool nested) {
    struct pool *pool = pool_new(threads);
    struct square *all = xcalloc(2 * MANY, sizeof *all);
    struct pool_task *tasks = xcalloc(2 * MANY, sizeof *tasks);
    int right = 0;
    for (int i = 0; i < 2 * MANY; i++) {
        all[i] = (struct square){.pool = pool, .of = i};
        tasks[i] = (struct pool_task){.run = square, .context = &all[i]};
    }
    for (int i = 0; i < MANY; i++) {
        all[i].part = nested ? &tasks[MANY + i] : NULL;
        pool_add(pool, &tasks[i]);
    }
    for (int i = 0; i < MANY; i++) {
        pool_wait(pool, &tasks[i]);
        right += all[i].got == i * i;
        right += nested && all[MANY + i].got == (MANY + i) * (MANY + i);
    }
    pool_drop(pool);
    free(tasks);
    free(all);
    return right;
}

static void test_many(void) {
    is_int(run_many(0, false), MANY, "without threads who waits does the work");
    is_int(run_many(1, false), MANY, "one thread");
    is_int(run_many(4, false), MANY, "four threads");
    is_int(run_many(1, true), 2 * MANY, "tasks that wait for tasks, one thread");
    is_int(run_many(4, true), 2 * MANY, "tasks that wait for tasks, four threads");
    is_int(run_many(SIZE_MAX, false), MANY, "no more threads than there are tasks");
}

static void test_drop(void) {
    struct square none = {.of = 3}, some = {.of = 4}, again = {.of = 5};
    struct pool_task a = {.run = square, .context = &none}, b = {.run = square, .context = &some},
                     c = {.run = square, .context = &again};
    struct pool *pool = pool_new(0);
    pool_add(pool, &a);
    pool_drop(pool);
    is_int(none.got, 9, "what nobody waited for is done when the pool is dropped, without threads");
    pool = pool_new(2);
    pool_add(pool, &b);
    pool_add(pool, &c);
    pool_wait(pool, &c);
    pool_add(pool, &c);
    pool_drop(pool);
    is_int(some.got, 16, "and with threads");
    is_int(again.got, 50, "a task that is done may be added again");
    pool_drop(NULL);
}

/** Tasks begin in the order in which they were added. */
struct order {
    int *next, seen;
};
static void take_number(void *user) {
    struct order *o = user;
    o->seen = (*o->next)++;
}

static void test_order(void) {
    int next = 0, right = 0;
    struct order all[MANY];
    struct pool_task tasks[MANY];
    struct pool *pool = pool_new(1);
    for (int i = 0; i < MANY; i++) {
        all[i] = (struct order){.next = &next};
        tasks[i] = (struct pool_task){.run = take_number, .context = &all[i]};
        pool_add(pool, &tasks[i]);
    }
    pool_drop(pool);
    for (int i = 0; i < MANY; i++) {
        right += all[i].seen == i;
    }
    is_int(right, MANY, "tasks begin in the order in which they were added");
}

/** In a process that may have no more memory for stacks. */
static void test_refused(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip("sanitizers need all addresses");
#else
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        size_t pages = 0;
        FILE *f = fopen("/proc/self/statm", "r");
        bool known = f && fscanf(f, "%zu", &pages) == 1;
        rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)4 << 20);
        bool limited = known && setrlimit(RLIMIT_AS, &(struct rlimit){most, most}) == 0;
        _exit(limited && run_many(4, false) == MANY ? 0 : 1);
    }
    int status = 1;
    ok(child > 0 && waitpid(child, &status, 0) == child && status == 0,
       "where the system gives no threads the work is done all the same");
#endif
}

static void add_twice(void *user) {
    (void)user;
    struct pool *pool = pool_new(0);
    struct pool_task task = {.run = square};
    pool_add(pool, &task);
    pool_add(pool, &task);
}
static void wait_for_none(void *user) {
    (void)user;
    struct pool_task task = {.run = square};
    pool_wait(pool_new(0), &task);
}

int main(void) {
    test_many();
    test_drop();
    test_order();
    test_refused();
    aborts(add_twice, NULL, "a task is not added twice");
    aborts(wait_for_none, NULL, "nobody waits for what was not added");
    ok(pool_cores() >= 1 && pool_cores() <= POOL_MAX, "there is a processor");
    return tap_done();
}
