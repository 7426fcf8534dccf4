/* SPDX-License-Identifier: MIT */
/*
 * A site turns a folder of Markdown into a folder of pages. This module finds the pages, gives them
 * their web addresses, makes what surrounds their text (navigation, footer), and resolves the links
 * between them. A single page is made by the module build. There is one configuration, in the
 * schema of site.yml; configurations of other engines are converted to it.
 *
 * A list in the output folder (SITE_MANIFEST) names the files that the program has written. Only
 * files in this list are ever replaced or removed; all others belong to the user. A file is in the
 * list before it is written, so a run that was killed leaves no file that the next one takes for
 * the user's. A new folder is complete when it gets its name, and two runs never write to one
 * folder at the same time.
 */
#ifndef DOSSIER_SITE_SITE_H
#define DOSSIER_SITE_SITE_H

#include "job/build/build.h"

/** The name of the file in the output folder that lists the files written by the program. */
#define SITE_MANIFEST ".dossier-site"

struct site;

/** All members are borrowed and must outlive the site. Zero is a sensible default for each member
 * except `dir`, `build` and `out` (which may be empty if the site is only checked). */
struct site_options {
    struct str dir; /* the folder of the site */
    struct str out; /* the output folder; empty: the site is only checked */
    struct str url; /* replaces the configuration's `url`: scheme, host and base path */
    bool drafts;    /* drafts and unpublished pages are made too */
    bool force;     /* files in `out` that are not in the manifest may be replaced (inputs never) */
    bool lint;      /* also reports the findings that only `check` looks for */
    const struct build_options *build; /* options of all pages; `shared` and `fonts` are set */
    /** Receives the findings: one call for each page that has any, and one for the site itself. The
     * job is freed after the call. May be NULL. */
    void (*report)(void *user, const struct build_job *job);
    /** Called before each page is made. May be NULL. */
    void (*progress)(void *user, size_t i, size_t n, struct str name);
    /** Called before waiting for another run that writes to the output folder. May be NULL. */
    void (*waits)(void *user, struct str out);
    void *user;
};

/** How many files a run has made, kept and removed. */
struct site_counts {
    size_t pages;     /* pages in the site */
    size_t written;   /* files that are new or were changed */
    size_t unchanged; /* files that were already up to date */
    size_t removed;   /* files of an earlier run that were no longer needed */
};

/** Whether a folder has the configuration of a site, so that site_open() accepts it. */
bool site_is_one(struct arena *a, struct str dir);
/**
 * The settings that a document has as a page of the site in whose folder it is: a map of front
 * matter, whose databases are relative to the document. The search for the site goes upwards and
 * ends with a repository. Returns NULL if the document is in no site.
 */
const struct node *site_settings_of(struct arena *a, struct str document);

/**
 * Reads the configuration and finds all pages. Faults are reported through `opt->report`. Returns
 * NULL when the site cannot be built; `*status` is then 2 for wrong usage (the output folder is
 * refused) or 3 if the folder cannot be read.
 */
struct site *site_open(const struct site_options *opt, int *status);
/** Frees the site and all that it owns. */
void site_close(struct site *s);

/** Makes all pages and files, and removes the files of earlier runs that are no longer needed.
 * Returns false when a file could not be read or written; the fault has been reported. */
bool site_build(struct site *s, struct site_counts *counts);

/**
 * Updates the site after files in its folder were changed, created or removed. The paths begin with
 * `dir`, as the program opens them. Only the pages that depend on these files are made again. All
 * pages are made again if the configuration changed, or if a page was added, removed or renamed.
 * `counts` is as above and may be NULL.
 */
bool site_update(struct site *s, const struct str *changed, size_t n, struct site_counts *counts);

/** Returns all files that the site was made from and the folders that contain them, for a watcher
 * of the file system. The paths are as the program opens them. Borrowed until the next call of
 * site_build() or site_update(). */
const struct str *site_inputs(const struct site *s, size_t *n);

#endif
