/* SPDX-License-Identifier: MIT */
/*
 * Results that were made before: a document of which nothing has changed is not built again. What
 * it was made from (core/base/fsquery.h, and of its databases the trace), what was found wrong and
 * what its outputs are stand in the cache, under a digest of the job and its options. Private to
 * build.
 *
 * A result is taken only when every question that its making asked has the same answer; in doubt
 * the document is built. Several processes and machines may use one folder: files there are written
 * whole, and say by their own digest whether they are what was written.
 */
#ifndef DOSSIER_BUILD_RESULTS_H
#define DOSSIER_BUILD_RESULTS_H

#include "job/build/files.h"

/** The result of one job, looked for or in the making. */
struct build_results;

/** NULL when the job's result is neither looked for nor kept: there is no cache, the document is a
 * stranger's or a page of a site, comes through a pipe, or the caller has files of its own. */
struct build_results *build_results_open(struct build_job *job, const struct build_options *opt);
void build_results_close(struct build_results *r);
/** Gives the job what an earlier run has made of it, outputs written where they are not as they
 * should be. False, with the job as it was: it is to be run. */
bool build_results_take(struct build_results *r);

/** Takes down what the run asks from now on; it is the `asked` of its host. */
struct asked *build_results_asked(struct build_results *r);
/** An output that the run has made; with a name it is a companion of that one. NULL is allowed. */
void build_results_output(struct build_results *r, const struct build_target *t, struct str name,
                          struct str data);
/** Keeps the result of a run at its end, when it may be taken another time. */
void build_results_keep(struct build_results *r, struct build_run *b);

#endif
