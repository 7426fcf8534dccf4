/* SPDX-License-Identifier: MIT */
/*
 * Which program this is, for what it leaves to its next run: another build may make something else
 * of the same files, and so may another version of a library.
 */
#ifndef DOSSIER_BASE_PROGRAM_H
#define DOSSIER_BASE_PROGRAM_H

#include "core/base/arena.h"

/** What tells this build from all others: the build id that the linker has put into the file that
 * this code is in (program or shared library), else that file's stamp. Empty when there is neither.
 */
struct str program_id(struct arena *a);
/** Calls for the file of each library that is loaded now; `path` lives until it returns. */
void program_libraries(void (*fn)(void *user, struct str path), void *user);

#endif
