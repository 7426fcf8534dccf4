/* SPDX-License-Identifier: MIT */
/*
 * Project files of other programs. They name the files of one document.
 */
#ifndef DOSSIER_BUILD_PROJECT_H
#define DOSSIER_BUILD_PROJECT_H

#include "core/base/file.h"
#include "core/data/data_node.h"

/** The content of a project file. All of it is in the arena. */
struct build_project {
    struct str name;         /* the name of the outputs, without an ending */
    const struct str *files; /* the files in order; relative to the current folder */
    size_t nfiles;
    struct node *metadata; /* defaults for the front matter */
};

/** Whether a file is a project file by its name: `_quarto.yml` or `_bookdown.yml`. */
bool build_is_project(struct str path);
/** Reads a project file. Returns false if it names no files, which is reported. */
bool build_project_read(struct arena *a, struct source *src, struct build_project *out,
                        struct diags *d);
/** Returns the keys of a project file that apply to a document of the project. Names of files
 * become relative to the document. `up`, for example "../", leads from the document to the project
 * file. */
struct node *build_project_share(struct arena *a, const struct node *map, struct str up);

#endif
