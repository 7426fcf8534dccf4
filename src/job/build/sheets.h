/* SPDX-License-Identifier: MIT */
/*
 * The style sheets (themes) of documents, and the list of installed themes.
 */
#ifndef DOSSIER_BUILD_SHEETS_H
#define DOSSIER_BUILD_SHEETS_H

#include "core/base/arena.h"

/** An installed theme. */
struct build_theme {
    struct str name; /* the name that documents use: the name of the file without ".css" */
    struct str path;
    struct str says; /* the first line of the comment at the beginning of the file, or empty */
    struct str text; /* the whole file */
};

/** Returns all installed themes, sorted by name. `data_dirs` contain our own styles/. If two themes
 * have the same name, the list has the one that documents get. The array is in `a`. */
struct build_theme *build_themes_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n);

#endif
