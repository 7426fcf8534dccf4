/* SPDX-License-Identifier: MIT */
/*
 * Project files of other programs that say which files make one document.
 */
#ifndef DOSSIER_BUILD_PROJECT_H
#define DOSSIER_BUILD_PROJECT_H

#include "core/base/file.h"
#include "core/data/data_node.h"

/** What such a file says; all of it lives in the arena. */
struct build_project {
    struct str name;         /* of the outputs, without an ending */
    const struct str *files; /* in their order; paths as the project file's own path makes them */
    size_t nfiles;
    struct node *metadata; /* what the documents do not say themselves */
};

/** Whether a file is one, by its name: `_quarto.yml`, `_bookdown.yml`. */
bool build_is_project(struct str path);
/** Reads one. Returns false when it names no files, which is reported. */
bool build_project_read(struct arena *a, struct source *src, struct build_project *out,
                        struct diags *d);

#endif
