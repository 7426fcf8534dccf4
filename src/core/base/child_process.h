/* SPDX-License-Identifier: MIT */
/*
 * Other programs: an editor, a browser, git. A command line is split into words; no shell is
 * involved. Programs that were started keep running when dossier ends.
 */
#ifndef DOSSIER_BASE_CHILD_PROCESS_H
#define DOSSIER_BASE_CHILD_PROCESS_H

#include "core/base/base.h"

enum { PROCESS_WORDS = 32 }; /* the maximum number of words of a command line */

/** Starts the program named by the first word (searched along PATH) in its own process group. The
 * program has no input, and its output is discarded except for errors. Returns 0 or an errno value,
 * E2BIG when there are more than PROCESS_WORDS words. */
int process_start(const struct str *words, size_t n, char *const *environment);
/** Like process_start(), but waits until the program ends: `*status` is its exit status, or 128 if
 * a signal ended it. */
int process_run(const struct str *words, size_t n, char *const *environment, int *status);
/** Collects the exit status of programs that have ended. Does not wait. */
void process_collect(void);

#endif
