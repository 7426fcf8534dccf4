/* SPDX-License-Identifier: MIT */
/*
 * Builds many documents on several threads, one document per thread. They are given back in order,
 * one at a time, on the caller's thread; the files and diagnostics are the same for any number of
 * threads.
 *
 * Threads share what `opt` points to and change only `opt->shared`. Fonts have caches, so each
 * thread has its own and keeps them from one document to the next. A document is built on the
 * assumption that it may write all of its files. In its turn this is checked and its outputs are
 * written; if the assumption was wrong, it is built again alone (keep.c).
 */
#ifndef DOSSIER_BUILD_BATCH_H
#define DOSSIER_BUILD_BATCH_H

#include "job/build/build.h"

struct build_batch {
    struct build_job *jobs;
    size_t n;
    const struct build_options *opt; /* `shared` is set; with `fonts`, only one thread may be used;
                                        NULL: threads make their own */
    size_t threads;                  /* the maximum; 0 and 1: the caller's thread only */
    /** Called before a document is awaited; may be NULL. Returning false ends the batch; begun
     * documents are not written. */
    bool (*next)(void *user, size_t i);
    /** Called when a document is finished and its outputs are written or wait; may be NULL. The
     * caller must call build_drop() on the job before it returns; unfinished jobs need not be
     * dropped. */
    void (*done)(void *user, size_t i);
    void *user;
};

/**
 * Builds the documents. The number of finished documents that wait for an earlier one, and their
 * bytes (LIMIT_WAITING), are bounded.
 */
void build_batch_run(const struct build_batch *batch);

#endif
