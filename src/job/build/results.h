/* SPDX-License-Identifier: MIT */
/*
 * Cached results of documents. A document whose inputs have not changed is not built again. Private
 * to build. src/core/memo/README.md describes when a result is valid. The second part of this
 * header describes the fields of a result. It is private to results*.c and to the tests that read
 * arbitrary bytes as a result.
 */
#ifndef DOSSIER_BUILD_RESULTS_H
#define DOSSIER_BUILD_RESULTS_H

#include "core/memo/inputs.h"
#include "job/build/files.h"

/** The cached result of one job, which is searched for, or recorded while the job runs. */
struct build_results;

/** Prepares the cached result of a job. Returns NULL if the result cannot be cached: without a
 * cache, in the sandbox, for a document from a pipe, or if the caller provides files or a function
 * for companions. */
struct build_results *build_results_open(struct build_job *job, const struct build_options *opt);
void build_results_close(struct build_results *r);
/** Finishes the job with the cached result. Outputs whose files differ are written. Returns false
 * and leaves the job unchanged if the job must run. */
bool build_results_take(struct build_results *r);

/** Records the inputs of the run. The argument may be NULL, and then NULL is returned. */
struct memo_inputs *build_results_inputs(struct build_results *r);
/** Records an output of the run, or a companion of it if a name is given. The first argument may be
 * NULL. */
void build_results_output(struct build_results *r, const struct build_target *t, struct str name,
                          struct str data);
/** Saves the result at the end of a run, unless it depends on inputs that cannot be checked
 * later. */
void build_results_keep(struct build_results *r, struct build_run *b);

/** Finishes a target with bytes from the cache. If `there` is set, its file already has these
 * bytes. */
void build_give_output(struct build_run *b, struct build_target *t, struct str bytes, bool there);
void build_give_companion(struct build_run *b, struct str name, struct str bytes, bool there);

/* ---- the value */

/** A file of the result: an output or a companion. Its bytes are stored as a MEMO_OUTPUT. */
struct result_file {
    struct str name; /* the name of a companion; else empty */
    uint64_t size;
    struct digest digest;
    struct file_id id; /* id of the file when it had these bytes; zeros if unknown */
    /* set while a result is used: */
    bool there;       /* the file already has these bytes */
    struct str bytes; /* the bytes, if `there` is false */
};

struct result_target {
    struct result_file file;
    uint64_t pages;
    struct result_file *companions;
    size_t ncompanions;
};

struct result {
    /* The stamps: they include the ids of files and may be updated without a run. */
    struct memo_query *queries;
    size_t nqueries;
    struct result_target *targets;
    size_t ntargets;
    /* The other fields. */
    struct str *inputs; /* the members up to `verdict` are those of struct build_job */
    size_t ninputs;
    struct str verdict;
    struct diag *findings;
    size_t nfindings;
    bool traced; /* `trace` describes what the document shows of its databases */
    struct str trace;
};

/** The texts to which findings refer. */
struct result_texts {
    VEC(struct source *) list;
    bool elsewhere; /* one of the texts is a database, or is not the content of a file */
    struct memo_inputs *inputs; /* the inputs of the run whose result is saved */
    const struct build_run *run;
};

/** These functions write or read the stamps of a result, and its other fields. */
void build_result_stamps(struct memo_fields *f, struct result *v);
void build_result_fields(struct memo_fields *f, struct result *v, struct result_texts *texts);

#endif
