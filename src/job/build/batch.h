/* SPDX-License-Identifier: MIT */
/*
 * Many documents on several threads, one document a thread. They are given back in their order, one
 * after the other, on the thread of whoever asked; what is written and what is reported is the same
 * whatever the number of threads.
 *
 * Threads share what `opt` points to, which none of them changes but `opt->shared`. Fonts have
 * caches that change: each thread has its own, and keeps them from document to document. A document
 * is built as if all files that it would write were free; when it is its turn that is looked at,
 * its outputs are written, and if it was not so it is built once more, alone (keep.c).
 */
#ifndef DOSSIER_BUILD_BATCH_H
#define DOSSIER_BUILD_BATCH_H

#include "job/build/build.h"

struct build_batch {
    struct build_job *jobs;
    size_t n;
    const struct build_options
        *opt;       /* `shared` is set; `fonts` are one thread's, NULL: it makes some */
    size_t threads; /* at most; 0 and 1: the caller's alone */
    /** Both may be NULL. Before a document is waited for: false ends the batch, and what was begun
     * is not written. */
    bool (*next)(void *user, size_t i);
    /** When a document is finished and its outputs are written or wait: the caller gives the job
     * back, with build_drop(), before it returns. Jobs that were never finished need not be. */
    void (*done)(void *user, size_t i);
    void *user;
};

/**
 * Builds the documents. Of those that are finished and wait for one before them there are never
 * more than a few for each thread, nor many bytes (LIMIT_WAITING).
 */
void build_batch_run(const struct build_batch *batch);

#endif
