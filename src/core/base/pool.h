/* SPDX-License-Identifier: MIT */
/*
 * Threads that run tasks: the only module that starts threads. Tasks begin in the order in which
 * they were added and end in any order. Protecting shared data is the duty of the tasks' authors;
 * see README-threads.md.
 *
 *     struct pool_task *tasks = ...;      // the caller's memory, which must not move
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
 * Threads start when there is work. Where the system refuses to start any, tasks run in the thread
 * that waits for them: nothing fails for lack of threads.
 */
#ifndef DOSSIER_BASE_POOL_H
#define DOSSIER_BASE_POOL_H

#include "core/base/base.h"

struct pool;

/** The work of a task. Its writes are visible after pool_wait() or pool_help() returns. It may add
 * tasks and wait for them with pool_help(). */
typedef void pool_fn(void *context);

enum pool_state { POOL_NEW, POOL_WAITS, POOL_RUNS, POOL_DONE };

/** A task. It belongs to the caller and must not move until pool_wait() or pool_help() has
 * returned. */
struct pool_task {
    pool_fn *run;
    void *context;
    struct pool_task *next; /* private to the pool */
    enum pool_state state;  /* private to the pool */
};

enum { POOL_MAX = 512 }; /* the maximum number of threads of a pool */

/** Makes a pool of at most `threads` threads (0: none; the waiting thread does the work). No thread
 * has started yet. Free it with pool_drop(). */
struct pool *pool_new(size_t threads);
/** Waits for all tasks that were added, ends the threads and frees the pool. NULL is allowed. */
void pool_drop(struct pool *pool);
/** Adds a task, which begins as soon as a thread is free. Any thread may call it. */
void pool_add(struct pool *pool, struct pool_task *task);
/** Waits until an added task is done; runs it here when there are no threads. The pool's own
 * threads must not call it: all of them might wait for tasks that no thread is left to run. */
void pool_wait(struct pool *pool, struct pool_task *task);
/** Like pool_wait(), but any thread may call it: a task that has not begun is run by the caller. */
void pool_help(struct pool *pool, struct pool_task *task);
/** Returns the maximum number of threads of the pool; 0 for NULL. Work should be split into one
 * more share than that, since the caller of pool_help() does a share itself. */
size_t pool_size(const struct pool *pool);
/** Returns the number of processors that this process may use: 1 to POOL_MAX. */
size_t pool_cores(void);

#endif
