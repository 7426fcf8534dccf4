/* SPDX-License-Identifier: MIT */
/*
 * Other programs: an editor, a browser. They are started by the words of their command lines, never
 * through a shell, and go on without us.
 */
#ifndef DOSSIER_BASE_CHILD_PROCESS_H
#define DOSSIER_BASE_CHILD_PROCESS_H

#include "core/base/base.h"

enum { PROCESS_WORDS = 32 }; /* of a command line, at most */

/**
 * Starts the program that the first word names (looked for along PATH) in a group of processes of
 * its own; it reads nothing and prints nothing but errors. Returns 0 or an errno value: E2BIG when
 * there are more words than PROCESS_WORDS.
 */
int process_start(const struct str *words, size_t n, char *const *environment);
/** Takes leave of the programs that have ended. Does not wait. */
void process_collect(void);

#endif
