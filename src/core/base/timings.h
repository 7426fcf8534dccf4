/* SPDX-License-Identifier: MIT */
/*
 * Where the time of a run goes: stages that begin and end on each thread and are summed up at the
 * end. Outputs and diagnostics must never depend on these values.
 *
 * Stages nest, and each counts only its own time, without the stages in it: the rows of the table
 * add up to the total. All functions may be called from any thread; a stage ends on the thread on
 * which it began. Without `--timings` the pointer is NULL, and a call costs one comparison.
 */
#ifndef DOSSIER_BASE_TIMINGS_H
#define DOSSIER_BASE_TIMINGS_H

#include "core/base/arena.h"
#include "core/base/base.h"

struct timings;

/** Begins to count. With `trace` every single stage is kept for timings_each(), which costs memory;
 * without it only sums are kept. The caller frees the result with timings_drop(). */
struct timings *timings_new(bool trace) ATTR_MUST_USE;
void timings_drop(struct timings *t);
/** Sets everything to zero for the next round of a run. No stage may be open. */
void timings_clear(struct timings *t);

/* Only the inline functions below call these functions. */
void timings_open(struct timings *t, const char *stage, struct str name);
void timings_close(struct timings *t);

/** Begins a stage on this thread; `stage` is a static string in lower case of at most 16 letters.
 * A stage on many threads, or with many repetitions, has one row. */
static inline void timings_begin(struct timings *t, const char *stage) {
    if (t) {
        timings_open(t, stage, STR_EMPTY);
    }
}
/** Ends the stage on this thread that began last. */
static inline void timings_end(struct timings *t) {
    if (t) {
        timings_close(t);
    }
}
/** Like timings_begin() for all the work on one document; the name is copied. A document inside
 * another one counts as part of it. */
static inline void timings_begin_document(struct timings *t, struct str name) {
    if (t) {
        timings_open(t, NULL, name.n ? name : STR("-"));
    }
}
static inline void timings_end_document(struct timings *t) {
    timings_end(t);
}

/* ---- results, after all stages have ended */

/** Wall time and processor time in nanoseconds, and the growth of the process's peak memory in
 * bytes. */
struct timings_cost {
    uint64_t wall, cpu, peak;
};

/** A stage, summed over all threads and documents. */
struct timings_row {
    const char *stage;
    size_t times;
    struct timings_cost own; /* the costs without those of the stages inside this one */
};

struct timings_document {
    struct str name;
    struct timings_cost whole;
    const char *longest; /* the stage that took most of the time; NULL: the document had no stage */
    uint64_t longest_wall; /* the time of that stage in this document */
};

enum { TIMINGS_SLOWEST = 5 };

struct timings_sum {
    struct timings_row *rows; /* the rows in the order in which their stages first began */
    size_t nrows;
    struct timings_cost rest; /* costs outside any stage; with several threads `wall` contains only
                                 the time inside documents */
    /* costs before counting began, mostly for loading the program; `wall` is unknown */
    struct timings_cost start;
    /* the sum of the rows, `start` and `rest`; but `peak` is the peak of the process */
    struct timings_cost all;
    /* the slowest documents, beginning with the slowest */
    struct timings_document slowest[TIMINGS_SLOWEST];
    size_t nslowest;
    size_t documents, threads;
};

/** Adds up the times of all threads into `*out`. Its rows and names are in the arena. */
void timings_add_up(struct timings *t, struct arena *a, struct timings_sum *out);

/** One stage of one thread. */
struct timings_event {
    const char *stage; /* the name of the stage; NULL: a whole document */
    struct str name;   /* the name of the document, or empty */
    size_t thread;     /* the number of the thread, counted from 1 */
    uint64_t begin;    /* the beginning in nanoseconds since timings_new() */
    uint64_t wall, cpu;
};
/** Calls `fn` for each ended stage. `t` must have been made with `trace`. The order is thread by
 * thread, and within a thread the order in which the stages ended. */
void timings_each(struct timings *t, void (*fn)(void *user, const struct timings_event *e),
                  void *user);

#endif
