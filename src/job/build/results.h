/* SPDX-License-Identifier: MIT */
/*
 * Results of documents in the cache: a document whose inputs have not changed is not built again.
 * Private to build. src/core/memo/README.md describes when a result is valid. The second part, the
 * value of a result, is private to results*.c and the tests that read any bytes as a value.
 */
#ifndef DOSSIER_BUILD_RESULTS_H
#define DOSSIER_BUILD_RESULTS_H

#include "core/memo/inputs.h"
#include "job/build/files.h"

/** The cached result of one job: looked for, or recorded while the job runs. */
struct build_results;

/** NULL if the job has no cached result: there is no cache, the document is in the sandbox or comes
 * through a pipe, or the caller has files or results of its own. */
struct build_results *build_results_open(struct build_job *job, const struct build_options *opt);
void build_results_close(struct build_results *r);
/** Finishes the job with the cached result; outputs whose files differ are written. Returns false,
 * with the job unchanged, if it has to run. */
bool build_results_take(struct build_results *r);

/** Records the inputs of the run; NULL is allowed, and then returned. */
struct memo_inputs *build_results_inputs(struct build_results *r);
/** Records an output of the run, or with a name a companion of it. NULL is allowed. */
void build_results_output(struct build_results *r, const struct build_target *t, struct str name,
                          struct str data);
/** Saves the result at the end of a run, unless it depends on what cannot be checked later. */
void build_results_keep(struct build_results *r, struct build_run *b);

/** Finishes a target with bytes from the cache; with `there` its file has them already. */
void build_give_output(struct build_run *b, struct build_target *t, struct str bytes, bool there);
void build_give_companion(struct build_run *b, struct str name, struct str bytes, bool there);

/* ---- the value */

/** A file of the result: an output or a companion. Its bytes are a MEMO_OUTPUT. */
struct result_file {
    struct str name; /* of a companion; else empty */
    uint64_t size;
    struct digest digest;
    struct file_id id; /* stamp of the file when it had these bytes; zeros: unknown */
    /* while a result is taken: */
    bool there;       /* the file has these bytes ... */
    struct str bytes; /* ... and otherwise they are here */
};

struct result_target {
    struct result_file file;
    uint64_t pages;
    struct result_file *companions;
    size_t ncompanions;
};

struct result {
    /* what may be renewed without a run: stamps */
    struct memo_query *queries;
    size_t nqueries;
    struct result_target *targets;
    size_t ntargets;
    /* the rest */
    struct str *inputs; /* struct build_job */
    size_t ninputs;
    struct str verdict;
    struct diag *findings;
    size_t nfindings;
    bool traced; /* `trace` describes what the document shows of its databases */
    struct str trace;
};

/** The texts that findings point into. */
struct result_texts {
    VEC(struct source *) list;
    bool elsewhere;             /* one of them is a database, or not the text of a file */
    struct memo_inputs *inputs; /* of the run whose result is saved */
    const struct build_run *run;
};

/** Fields of the first part, and of the second. */
void build_result_stamps(struct memo_fields *f, struct result *v);
void build_result_fields(struct memo_fields *f, struct result *v, struct result_texts *texts);

#endif
