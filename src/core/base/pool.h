/* SPDX-License-Identifier: MIT */
/*
 * Threads that run tasks: the only place where threads begin. Tasks are begun in the order in which
 * they were added; when they end is up to the machine. What they share is for their makers to say:
 * the pool keeps none of it, and knows nothing of what is done.
 *
 *     struct pool_task *tasks = ...;      // in memory of the caller's, which stays where it is
 *     struct pool *pool = pool_new(pool_cores());
 *     for (size_t i = 0; i < n; i++) {
 *         tasks[i] = (struct pool_task){.run = press_page, .context = &pages[i]};
 *         pool_add(pool, &tasks[i]);
 *     }
 *     for (size_t i = 0; i < n; i++) {
 *         pool_wait(pool, &tasks[i]);     // pages[i] is finished
 *     }
 *     pool_drop(pool);
 *
 * Threads begin when there is something to do. Where the system gives none, tasks run in whoever
 * waits for them: nothing fails for want of a thread.
 */
#ifndef DOSSIER_BASE_POOL_H
#define DOSSIER_BASE_POOL_H

#include "core/base/base.h"

struct pool;

/** What a task does. What it writes is seen by whoever has waited for the task. It may add tasks
 * and wait for them with pool_help(). */
typedef void pool_fn(void *context);

enum pool_state { POOL_NEW, POOL_WAITS, POOL_RUNS, POOL_DONE };

/** One task; it belongs to the caller and stays in its place until it was waited for. */
struct pool_task {
    pool_fn *run;
    void *context;
    struct pool_task *next; /* the pool's own */
    enum pool_state state;  /* the pool's own */
};

enum { POOL_MOST = 512 }; /* threads of a pool, at most */

/** A pool of at most `threads` threads (0: none, who waits does the work), none of which has begun.
 * Give it back with pool_drop(). */
struct pool *pool_new(size_t threads);
/** Waits for all tasks that were added, ends the threads and gives the pool back; NULL: nothing. */
void pool_drop(struct pool *pool);
/** Adds a task, which is begun as soon as a thread is free. Any thread. */
void pool_add(struct pool *pool, struct pool_task *task);
/** Sleeps until a task is done that was added; runs it where there are no threads. None of the
 * pool's own threads calls it: they might all wait for what none has begun. */
void pool_wait(struct pool *pool, struct pool_task *task);
/** The same for any thread, which runs the task itself when none has begun it. */
void pool_help(struct pool *pool, struct pool_task *task);
/** How many threads the pool may have; NULL: none. Work that is split goes into one share more than
 * that: whoever waits with pool_help() does one. */
size_t pool_size(const struct pool *pool);
/** How many processors this process may use; at least 1, at most POOL_MOST. */
size_t pool_cores(void);

#endif
