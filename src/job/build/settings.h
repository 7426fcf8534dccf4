/* SPDX-License-Identifier: MIT */
/*
 * Settings of findings. Those of a project are in the nearest `.dossier.yml` from the document's
 * folder upwards, up to its repository (the folder that has `.git`, `.hg` or `.svn`) or the user's
 * home. Those of a document are `lint` in its front matter. Both have the same form:
 *
 *     lint:
 *       straight-quote: ignore      # ID: error, warning, note, ignore; true: the default level
 *       levels: {left-over: error}  # the same
 *       words: words.txt            # settings of checks: a value, a list, or the name of a file
 *
 * `lint: [ID, ID]` turns on findings that are off by default, `lint: true` all of them.
 */
#ifndef DOSSIER_BUILD_SETTINGS_H
#define DOSSIER_BUILD_SETTINGS_H

#include "core/data/data_node.h"
#include "job/build/build.h"

/** The settings; they live as long as the arena and the diagnostics that use the levels. */
struct build_settings {
    struct diag_levels levels;
    const struct node *project;  /* `lint` of the project's file, or NULL */
    struct str dir;              /* folder of that file, to which its file names are relative */
    const struct node *document; /* `lint` of the front matter, or NULL */
};

/**
 * Begins with the settings of the command line and of a folder's project. Returns the path of the
 * project's file, or empty. Errors in it are reported. Levels apply from build_settings_document()
 * on, since the document may turn on what its project ignores.
 */
struct str build_settings_begin(struct build_settings *s, struct arena *a,
                                const struct build_options *opt, struct str dir, struct diags *d);
/** Adds the document's front matter and sets `d->levels`. May be called again. */
void build_settings_document(struct build_settings *s, const struct node *front, struct diags *d);
/** Whether the document itself ignores one of the findings in a range of the catalog's rows. */
bool build_settings_hide(const struct build_settings *s, const struct diag_rule *first,
                         const struct diag_rule *last);
/** The value of a setting of the project or the document; NULL when it is not set. */
const struct node *build_setting(const struct build_settings *s, bool project, const char *key);
/** Applies the levels of a folder's project and the command line to all present and future
 * diagnostics in `d`, which are not about a document. */
void build_settle(struct arena *a, const struct build_options *opt, struct str dir,
                  struct diags *d);

#endif
