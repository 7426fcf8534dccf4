/* SPDX-License-Identifier: MIT */
/*
 * Settings of findings. The settings of a project are in the nearest `.dossier.yml`. The search
 * goes from the document's folder upwards, and ends at its repository (the folder that has `.git`,
 * `.hg` or `.svn`) or at the user's home. The settings of a document are in `lint` of its front
 * matter. Both have the same form:
 *
 *     lint:
 *       straight-quote: ignore      # ID: error, warning, note, ignore; true: the default level
 *       levels: {left-over: error}  # the same
 *       words: words.txt            # settings of checks: a value, a list, or the name of a file
 *
 * `lint: [ID, ID]` enables findings that are disabled by default, and `lint: true` enables all of
 * them.
 */
#ifndef DOSSIER_BUILD_SETTINGS_H
#define DOSSIER_BUILD_SETTINGS_H

#include "core/data/data_node.h"
#include "job/build/build.h"

/** The settings. They live as long as the arena and the diagnostics that use the levels. */
struct build_settings {
    struct diag_levels levels;
    const struct node *project; /* `lint` of the project's file, or NULL */
    struct str dir; /* the folder of the project's file; names in the file are relative to it */
    const struct node *document; /* `lint` of the front matter, or NULL */
};

/**
 * Begins with the settings of the command line and of the project of a folder. Returns the path of
 * the project's file, or empty. Errors in the file are reported. The levels take effect when
 * build_settings_document() is called, because the document may enable findings that its project
 * ignores.
 */
struct str build_settings_begin(struct build_settings *s, struct arena *a,
                                const struct build_options *opt, struct str dir, struct diags *d);
/** Adds the settings of the document's front matter and sets `d->levels`. It may be called more
 * than once. */
void build_settings_document(struct build_settings *s, const struct node *front, struct diags *d);
/** Whether the document itself ignores one of the findings in a range of the catalog's rows. */
bool build_settings_hide(const struct build_settings *s, const struct diag_rule *first,
                         const struct diag_rule *last);
/** Returns the value of a setting of the project or the document. NULL if it is not set. */
const struct node *build_setting(const struct build_settings *s, bool project, const char *key);
/** Applies the levels of a folder's project and of the command line to all present and future
 * diagnostics in `d`. It is used for diagnostics that are not about a document. */
void build_settle(struct arena *a, const struct build_options *opt, struct str dir,
                  struct diags *d);

#endif
