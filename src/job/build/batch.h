/* SPDX-License-Identifier: MIT */
/*
 * Builds many documents on several threads, one document per thread. The documents are given back
 * in order, one at a time, on the caller's thread. The files and diagnostics are the same for any
 * number of threads.
 *
 * The threads share everything to which `opt` points, and change only `opt->shared`. Fonts have
 * caches. So each thread has its own fonts, and keeps them from one document to the next. A
 * document is built on the assumption that it may write all of its files. When its turn comes, the
 * assumption is checked and its outputs are written. If the assumption was wrong, the document is
 * built again alone (see keep.c).
 */
#ifndef DOSSIER_BUILD_BATCH_H
#define DOSSIER_BUILD_BATCH_H

#include "job/build/build.h"

struct build_batch {
    struct build_job *jobs;
    size_t n;
    /* `shared` is set. If `fonts` is set, only one thread may be used. Otherwise each thread makes
     * its own fonts. */
    const struct build_options *opt;
    size_t threads; /* maximum number of threads; 0 or 1: only the caller's thread */
    /** Called before the batch waits for a document. May be NULL. If it returns false, the batch
     * ends, and the documents that were begun are not written. */
    bool (*next)(void *user, size_t i);
    /** Called when a document is finished and its outputs are written or wait to be written. May be
     * NULL. The caller must call build_drop() for the job before this function returns. Unfinished
     * jobs need not be dropped. */
    void (*done)(void *user, size_t i);
    void *user;
};

/**
 * Builds the documents. A limited number of finished documents, with at most about LIMIT_WAITING
 * bytes, wait for an earlier document.
 */
void build_batch_run(const struct build_batch *batch);

#endif
