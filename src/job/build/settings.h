/* SPDX-License-Identifier: MIT */
/*
 * What a project and a document say of their findings. A project's settings are those of the
 * nearest `.dossier.yml` from the document's folder upwards, as far as its repository (the folder
 * that has `.git`, `.hg` or `.svn`) or the user's home goes; a document's are `lint` in its front
 * matter. Both are written alike:
 *
 *     lint:
 *       straight-quote: ignore      # ID: error, warning, note, ignore; true: as the catalog has it
 *       levels: {left-over: error}  # the same
 *       words: words.txt            # settings of checks: a value, a list, or the name of a file
 *
 * `lint: [ID, ID]` asks for what is off until it is asked for, `lint: true` for all of that.
 */
#ifndef DOSSIER_BUILD_SETTINGS_H
#define DOSSIER_BUILD_SETTINGS_H

#include "core/data/data_node.h"
#include "job/build/build.h"

/** What was said so far; lives as long as the arena and the diagnostics that use its levels. */
struct build_settings {
    struct diag_levels levels;
    const struct node *project;  /* `lint` of the project's file, or NULL */
    struct str dir;              /* folder of that file: what it names is relative to it */
    const struct node *document; /* `lint` of the front matter, or NULL */
};

/**
 * Begins with what the command line and the project of a folder say. Returns the path of the
 * project's file, empty when there is none. Faults of it are reported; levels hold only from
 * build_settings_document() on, since the document may ask for what its project ignores.
 */
struct str build_settings_begin(struct build_settings *s, struct arena *a,
                                const struct build_options *opt, struct str dir, struct diags *d);
/** Takes the document's front matter in, and sets `d->levels`. May be called again. */
void build_settings_document(struct build_settings *s, const struct node *front, struct diags *d);
/** Whether the document itself has one of the ids ignored from one row of the catalog to another.
 */
bool build_settings_hide(const struct build_settings *s, const struct diag_rule *first,
                         const struct diag_rule *last);
/** The value of a setting of the project or the document, NULL when it says nothing of it. */
const struct node *build_setting(const struct build_settings *s, bool project, const char *key);
/** For findings about what is no document: the levels of a folder's project and the command line
 * hold for all that is in `d` and will be. */
void build_settle(struct arena *a, const struct build_options *opt, struct str dir,
                  struct diags *d);

#endif
