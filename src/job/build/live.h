/* SPDX-License-Identifier: MIT */
/*
 * Documents that are built again whenever something that they are made from changes, in one
 * process. Fonts stay loaded, and databases that have not changed stay in memory.
 */
#ifndef DOSSIER_BUILD_LIVE_H
#define DOSSIER_BUILD_LIVE_H

#include "core/base/watch.h"
#include "job/build/build.h"

struct build_live;

/** For so many documents; the options are copied, but for what they point to. Their fonts and
 * shared databases are not used: it has its own. */
struct build_live *build_live_new(const struct build_options *opt, size_t documents);
void build_live_drop(struct build_live *live);
/** The options that its jobs run with; borrowed until the next round. */
const struct build_options *build_live_options(const struct build_live *live);

/** Begins a round of builds. No job of the one before may still be there. */
void build_live_round(struct build_live *live);
/** Something is built from now on that is no round of its own: what changes while it is read is
 * seen. Fonts and databases stay as they are. No job may be there. */
void build_live_again(struct build_live *live);
/** All files that are asked for from now on, whether they are there or not, are those of document
 * `i`, in place of what it was made from. */
void build_live_record(struct build_live *live, size_t i);
/** Adds files that document `i` was made from. */
void build_live_note(struct build_live *live, size_t i, const struct str *paths, size_t n);
/** Runs the job of document `i`, whose targets are made as new; the caller drops it before the next
 * round. */
void build_live_run(struct build_live *live, size_t i, struct build_job *job);

/** Lets the files of all documents be watched, and these folders. */
void build_live_watch(const struct build_live *live, struct watch *w, const struct str *folders,
                      size_t nfolders);
/** Whether the last change is of a file of document `i`. */
bool build_live_is_stale(const struct build_live *live, size_t i, const struct watch *w);

#endif
