/* SPDX-License-Identifier: MIT */
/*
 * Where the time of a run goes: stages that begin and end, for each thread, summed up when the run
 * is over. Knows clocks and nothing of the stages: whoever runs one names it. Nothing that is made
 * or reported may ever depend on what stands here.
 *
 * Stages nest, and each counts its own time alone, without that of the stages in it: the rows of
 * the table add up. All functions may be called from any thread; a stage ends on the thread that it
 * began on. Where nobody asked for times the pointer is NULL, and a call costs a comparison.
 */
#ifndef DOSSIER_BASE_TIMINGS_H
#define DOSSIER_BASE_TIMINGS_H

#include "core/base/arena.h"
#include "core/base/base.h"

struct timings;

/** Begins to count, from now on. With `trace` every single stage is kept, for timings_each(), which
 * takes memory for each; without it sums alone. The caller drops it behind the last call. */
struct timings *timings_new(bool trace) ATTR_MUST_USE;
void timings_drop(struct timings *t);
/** Forgets what was counted and begins again: for rounds of a run. No stage may be open. */
void timings_clear(struct timings *t);

/* For the functions below alone. */
void timings_open(struct timings *t, const char *stage, struct str name);
void timings_close(struct timings *t);

/** A stage begins on this thread; `stage` is static, in lower case, of up to 16 letters. One that
 * many threads share, or that comes many times, has one row. */
static inline void timings_begin(struct timings *t, const char *stage) {
    if (t) {
        timings_open(t, stage, STR_EMPTY);
    }
}
/** The stage that began last on this thread, and is open, ends. */
static inline void timings_end(struct timings *t) {
    if (t) {
        timings_close(t);
    }
}
/** As timings_begin() for all that is done for one document; the name is borrowed until the call
 * returns. One that is made amid another one is a part of that. */
static inline void timings_begin_document(struct timings *t, struct str name) {
    if (t) {
        timings_open(t, NULL, name.n ? name : STR("-"));
    }
}
static inline void timings_end_document(struct timings *t) {
    timings_end(t);
}

/* ---- what was counted, once all stages have ended */

/** Nanoseconds that passed, and those that a processor worked; and by how many bytes the peak of
 * the process's memory rose meanwhile. */
struct timings_cost {
    uint64_t wall, cpu, peak;
};

/** A stage, of all threads and documents. */
struct timings_row {
    const char *stage;
    size_t times;
    struct timings_cost own; /* without the stages in it */
};

/** A document. */
struct timings_document {
    struct str name;
    struct timings_cost whole;
    const char *longest;   /* the stage that took the most of it; NULL: it had none */
    uint64_t longest_wall; /* all of that stage in this document */
};

enum { TIMINGS_SLOWEST = 5 };

struct timings_sum {
    struct timings_row *rows; /* in the order in which they began first */
    size_t nrows;
    struct timings_cost rest;  /* what no stage has; `wall`: of several threads only what was done
                                  for  documents outside of any stage */
    struct timings_cost start; /* of the process before it was counted, loading mostly; its `wall`
                                  is not known */
    struct timings_cost all; /* what the rows, `start` and `rest` add up to; `peak`: the peak itself
                              */
    struct timings_document slowest[TIMINGS_SLOWEST]; /* the first took the longest */
    size_t nslowest;
    size_t documents, threads;
};

/** Sums up; rows and names are in `a`. */
void timings_add_up(struct timings *t, struct arena *a, struct timings_sum *out);

/** One stage of one thread. */
struct timings_event {
    const char *stage; /* NULL: a document */
    struct str name;   /* of the document, else empty */
    size_t thread;     /* from 1 on */
    uint64_t begin;    /* nanoseconds since timings_new() */
    uint64_t wall, cpu;
};
/** Calls for each stage that ended, of one that was made with `trace`: thread by thread, in the
 * order of their ends. */
void timings_each(struct timings *t, void (*fn)(void *user, const struct timings_event *e),
                  void *user);

#endif
