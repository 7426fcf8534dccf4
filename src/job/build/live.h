/* SPDX-License-Identifier: MIT */
/*
 * Documents that one process builds again whenever one of their inputs changes. Fonts and unchanged
 * databases stay in memory.
 */
#ifndef DOSSIER_BUILD_LIVE_H
#define DOSSIER_BUILD_LIVE_H

#include "core/base/watch.h"
#include "job/build/build.h"

struct build_live;

/** Makes the state for a number of documents. `opt` is copied, but the data to which it points is
 * borrowed. The fonts and the shared databases of `opt` are ignored, because the state has its
 * own. */
struct build_live *build_live_new(const struct build_options *opt, size_t documents);
void build_live_drop(struct build_live *live);
/** Returns the options for jobs. They are borrowed until the next round. */
const struct build_options *build_live_options(const struct build_live *live);

/** Begins a round of builds. All jobs of the last round must have been freed. */
void build_live_round(struct build_live *live);
/** Begins another build in the same round. Files that change from now on are noticed. Fonts and
 * databases are kept. All jobs must have been freed. */
void build_live_again(struct build_live *live);
/** Replaces the inputs of document `i` with the files that are requested from now on, whether they
 * exist or not. */
void build_live_record(struct build_live *live, size_t i);
/** Adds inputs of document `i`. */
void build_live_note(struct build_live *live, size_t i, const struct str *paths, size_t n);
/** Runs the job of document `i` with new targets. The caller frees the job before the next round.
 */
void build_live_run(struct build_live *live, size_t i, struct build_job *job);

/** Adds the inputs of all documents and these folders to `w`. */
void build_live_watch(const struct build_live *live, struct watch *w, const struct str *folders,
                      size_t nfolders);
/** Whether the last change affects an input of document `i`. */
bool build_live_is_stale(const struct build_live *live, size_t i, const struct watch *w);

#endif
