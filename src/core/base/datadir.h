/* SPDX-License-Identifier: MIT */
/*
 * Where the data of the installation is: styles, locales, hyphenation tables, fonts. It is found
 * from the place of the program (or of the shared library), so that a folder with both can be
 * moved.
 */
#ifndef DOSSIER_BASE_DATADIR_H
#define DOSSIER_BASE_DATADIR_H

#include "core/base/arena.h"

/** Lists at most `max` folders of data: in the source tree, in the installation that the program
 * belongs to (these two only if they contain `styles`), and in the installation for which the
 * program was built. Returns their number. The paths are in the arena. */
size_t datadir_list(struct arena *a, struct str *out, size_t max);
/**
 * Returns the data folder with the given name ("patterns", "fonts"): beside the program in the
 * source tree, or in the data of the installation. Empty if it is missing. The result is in the
 * arena.
 */
struct str datadir_of(struct arena *a, struct str name);
/** Returns the folder of the libraries that are shipped with the program: "lib/dossier" beside the
 * program's own folder. Empty if it is missing. The result is in the arena. */
struct str datadir_libraries(struct arena *a);

#endif
