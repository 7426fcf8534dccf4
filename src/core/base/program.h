/* SPDX-License-Identifier: MIT */
/*
 * The identity of the running program. Cached results depend on it: another build, or another
 * version of a library, may produce different output.
 */
#ifndef DOSSIER_BASE_PROGRAM_H
#define DOSSIER_BASE_PROGRAM_H

#include "core/base/arena.h"

/** Returns a text that differs between builds of the program: the build id that the linker wrote
 * into this program or shared library; without one, the stamp (size and times) of its file. Empty
 * when neither is known. */
struct str program_id(struct arena *a);
/** Calls `fn` with the file of each loaded library; `path` is valid during the call. */
void program_libraries(void (*fn)(void *user, struct str path), void *user);

#endif
