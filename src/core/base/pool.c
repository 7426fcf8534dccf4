/* SPDX-License-Identifier: MIT */
/*
 * One list of tasks under one lock. This suffices, because tasks are documents and pages: there are
 * few per second. A task is in the list from pool_add() until it begins:
 *
 *     POOL_NEW --pool_add()--> POOL_WAITS --begun--> POOL_RUNS --run() returns--> POOL_DONE
 *
 * One condition variable wakes the threads when tasks are added, the other wakes the callers of
 * pool_wait() when a task ends.
 */
#include "core/base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

/* The stack size of each thread. It equals that of a program's first thread, with which the limits
 * on recursion are tested. */
#define STACK ((size_t)8 * 1024 * 1024)

struct pool {
    pthread_mutex_t lock; /* protects all members below and the state of tasks */
    pthread_cond_t added, done;
    struct pool_task *first, *last; /* the tasks that have not begun */
    pthread_t *threads;
    size_t size;    /* the requested number of threads */
    size_t max, n;  /* the numbers of threads that are allowed and that are running */
    size_t idle;    /* the number of running threads without a task */
    size_t waiting; /* the number of tasks in the list */
    bool ends;
};

struct pool *pool_new(size_t threads) {
    struct pool *pool = xcalloc(1, sizeof *pool);
    pool->size = threads < POOL_MAX ? threads : POOL_MAX;
    pool->max = pool->size;
    pool->threads = xcalloc(pool->max, sizeof *pool->threads);
    if (pthread_mutex_init(&pool->lock, NULL) != 0 || pthread_cond_init(&pool->added, NULL) != 0 ||
        pthread_cond_init(&pool->done, NULL) != 0) {
        base_out_of_memory();
    }
    return pool;
}

/** Removes a task from the list and returns it: `wanted`, or the first task if `wanted` is NULL.
 * Returns NULL if the list does not have this task. */
static struct pool_task *begin(struct pool *pool, struct pool_task *wanted) {
    struct pool_task *before = NULL, *task = pool->first;
    while (task && wanted && task != wanted) {
        before = task;
        task = task->next;
    }
    if (!task) {
        return NULL;
    }
    if (before) {
        before->next = task->next;
    } else {
        pool->first = task->next;
    }
    pool->last = pool->last == task ? before : pool->last;
    pool->waiting--;
    task->next = NULL;
    task->state = POOL_RUNS;
    return task;
}

/** Runs a task. The lock is held before and after, but not during the task. */
static void run(struct pool *pool, struct pool_task *task) {
    (void)pthread_mutex_unlock(&pool->lock);
    task->run(task->context);
    (void)pthread_mutex_lock(&pool->lock);
    task->state = POOL_DONE;
    (void)pthread_cond_broadcast(&pool->done);
}

static void *work(void *user) {
    struct pool *pool = user;
    (void)pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct pool_task *task = begin(pool, NULL);
        if (task) {
            run(pool, task);
        } else if (pool->ends) {
            break;
        } else {
            pool->idle++;
            (void)pthread_cond_wait(&pool->added, &pool->lock);
            pool->idle--;
        }
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/** Starts one more thread. It blocks all signals, so that the first thread handles them. When the
 * system refuses, no further thread is tried. */
static void begin_thread(struct pool *pool) {
    pthread_attr_t attr;
    sigset_t all, before;
    (void)sigfillset(&all);
    if (pthread_attr_init(&attr) != 0) {
        pool->max = pool->n;
        return;
    }
    (void)pthread_attr_setstacksize(&attr, STACK);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&pool->threads[pool->n], &attr, work, pool) == 0) {
        pool->n++;
    } else {
        pool->max = pool->n;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attr);
}

void pool_add(struct pool *pool, struct pool_task *task) {
    if (task->state != POOL_NEW && task->state != POOL_DONE) {
        BUG("a task is added twice");
    }
    (void)pthread_mutex_lock(&pool->lock);
    task->state = POOL_WAITS;
    task->next = NULL;
    if (pool->last) {
        pool->last->next = task;
    } else {
        pool->first = task;
    }
    pool->last = task;
    pool->waiting++;
    if (pool->waiting > pool->idle && pool->n < pool->max) {
        begin_thread(pool);
    }
    (void)pthread_cond_signal(&pool->added);
    (void)pthread_mutex_unlock(&pool->lock);
}

static void wait_for(struct pool *pool, struct pool_task *task, bool helps) {
    (void)pthread_mutex_lock(&pool->lock);
    if (task->state == POOL_NEW) {
        BUG("waiting for a task that was never added");
    }
    if (task->state == POOL_WAITS && (helps || pool->n == 0)) {
        run(pool, begin(pool, task));
    }
    while (task->state != POOL_DONE) {
        (void)pthread_cond_wait(&pool->done, &pool->lock);
    }
    (void)pthread_mutex_unlock(&pool->lock);
}

void pool_wait(struct pool *pool, struct pool_task *task) {
    wait_for(pool, task, false);
}

void pool_help(struct pool *pool, struct pool_task *task) {
    wait_for(pool, task, true);
}

void pool_drop(struct pool *pool) {
    if (!pool) {
        return;
    }
    (void)pthread_mutex_lock(&pool->lock);
    for (struct pool_task *task; pool->n == 0 && (task = begin(pool, NULL)) != NULL;) {
        run(pool, task);
    }
    pool->ends = true;
    (void)pthread_cond_broadcast(&pool->added);
    (void)pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < pool->n; i++) {
        (void)pthread_join(pool->threads[i], NULL);
    }
    (void)pthread_cond_destroy(&pool->done);
    (void)pthread_cond_destroy(&pool->added);
    (void)pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}

size_t pool_size(const struct pool *pool) {
    return pool ? pool->size : 0;
}

size_t pool_cores(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : n < POOL_MAX ? (size_t)n : POOL_MAX;
}
