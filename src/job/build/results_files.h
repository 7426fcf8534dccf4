/* SPDX-License-Identifier: MIT */
/*
 * What the files of results share: where they lie, and the result of a job while it is looked for.
 */
#ifndef DOSSIER_BUILD_RESULTS_FILES_H
#define DOSSIER_BUILD_RESULTS_FILES_H

#include "core/base/fsquery.h"
#include "job/build/results.h"

struct record;

#define RESULTS_FOLDER "results"
#define RESULTS_RECORD ".result"
#define RESULTS_BYTES ".bytes"
#define RESULTS_RECORD_MOST (16u << 20)  /* bytes of a record */
#define RESULTS_MOST ((uint64_t)1 << 30) /* bytes of all results of a cache */
#define RESULTS_FOLDERS 16               /* that they lie in */
#define RESULTS_READ_MOST                                                                          \
    (64u << 20) /* bytes of a text that is read again to show a place in it                        \
                 */
#define RESULTS_SOURCE_MOST (64u << 10) /* bytes of a text that is kept in a record */

/** An output that was made, with what goes with it. */
struct results_file {
    const struct build_target *target;
    struct str name; /* of a companion; else empty */
    uint64_t size;
    struct digest digest;
};

struct build_results {
    struct arena *arena;
    struct build_job *job;
    const struct build_options *opt;
    struct str key;     /* of the job, in hexadecimal */
    struct asked asked; /* while it runs */
    VEC(struct results_file) files;
    bool failed; /* something could not be kept */
};

/** Where a file of the cache lies, by its name in hexadecimal. */
struct str results_path(struct build_results *r, struct str name, struct str ending);
/** A result was taken: it is not pruned soon. With `again` the record has stamps that are to be
 * kept. */
void results_used(struct build_results *r, struct record *rec, bool again);

/* keep.c */
/** Gives a target its bytes from the cache; where `there`, the file has them already. */
void build_give_output(struct build_run *b, struct build_target *t, struct str bytes, bool there);
void build_give_companion(struct build_run *b, struct str name, struct str bytes, bool there);

#endif
