/* SPDX-License-Identifier: MIT */
/*
 * Results of documents in the cache: a document whose inputs have not changed is not built again.
 * Private to build. src/core/memo/README.md describes when a result is valid.
 */
#ifndef DOSSIER_BUILD_RESULTS_H
#define DOSSIER_BUILD_RESULTS_H

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

#endif
