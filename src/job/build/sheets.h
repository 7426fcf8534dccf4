/* SPDX-License-Identifier: MIT */
/*
 * The style sheets (themes) of documents: finding them, and the installed ones.
 */
#ifndef DOSSIER_BUILD_SHEETS_H
#define DOSSIER_BUILD_SHEETS_H

#include "core/base/arena.h"

/** An installed theme. */
struct build_theme {
    struct str name; /* as in documents: the file's name without ".css" */
    struct str path;
    struct str says; /* the first line of the comment at its head, or empty */
    struct str text; /* the whole file */
};

/** All installed themes by name; `data_dirs` contain our own styles/. Of two with one name, the one
 * that documents get is listed. The array is in `a`. */
struct build_theme *build_themes_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n);

#endif
