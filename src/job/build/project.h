/* SPDX-License-Identifier: MIT */
/*
 * Project files of other programs, which name the files of one document.
 */
#ifndef DOSSIER_BUILD_PROJECT_H
#define DOSSIER_BUILD_PROJECT_H

#include "core/base/file.h"
#include "core/data/data_node.h"

/** The content of a project file; all of it is in the arena. */
struct build_project {
    struct str name;         /* of the outputs, without an ending */
    const struct str *files; /* in order; relative to the current folder */
    size_t nfiles;
    struct node *metadata; /* defaults for the front matter */
};

/** Whether a file is a project file, by its name: `_quarto.yml`, `_bookdown.yml`. */
bool build_is_project(struct str path);
/** Reads one. Returns false when it names no files, which is reported. */
bool build_project_read(struct arena *a, struct source *src, struct build_project *out,
                        struct diags *d);
/** The keys of a project file that hold for a document of the project, with names of files relative
 * to the document; `up`, "../" or the like, leads from the document to the project file. */
struct node *build_project_share(struct arena *a, const struct node *map, struct str up);

#endif
