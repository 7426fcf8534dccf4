/* SPDX-License-Identifier: MIT */
/*
 * Where the data of the installation is: styles, locales, hyphenation tables, fonts. It is found
 * from the place of the program (or of the shared library), so that a folder with both can be
 * moved.
 */
#ifndef DOSSIER_BASE_DATADIR_H
#define DOSSIER_BASE_DATADIR_H

#include "core/base/arena.h"

/**
 * The folders with `styles` in them, at most `max`: of the source tree, of the installation that
 * the program belongs to, and of the one that it was built for. Returns their number. The paths are
 * in the arena.
 */
size_t datadir_list(struct arena *a, struct str *out, size_t max);
/**
 * The folder of that name ("patterns", "fonts") beside the program in the source tree, or in the
 * data of the installation. Empty if there is none. In the arena.
 */
struct str datadir_of(struct arena *a, struct str name);
/** The folder of libraries that are shipped with the program, "lib/dossier" beside its own; or
 * empty. In the arena. */
struct str datadir_libraries(struct arena *a);

#endif
