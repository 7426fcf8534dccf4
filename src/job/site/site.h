/* SPDX-License-Identifier: MIT */
/*
 * A site is a folder of pages that is made from a folder of Markdown files. This module finds the
 * pages, gives them their web addresses, makes the parts that surround their text (navigation,
 * footer), and resolves the links between them. The module build makes each single page. There is
 * one configuration, in the schema of site.yml. Configurations of other engines are converted to
 * it.
 *
 * A list in the output folder (SITE_MANIFEST) names the files that the program has written. Only
 * files in this list are ever replaced or removed. All other files belong to the user. A file is
 * added to the list before it is written. So, if a run is killed, the next run does not mistake a
 * file of that run for a file of the user. A new folder gets its name when it is complete. Two runs
 * never write to one folder at the same time.
 */
#ifndef DOSSIER_SITE_SITE_H
#define DOSSIER_SITE_SITE_H

#include "job/build/build.h"

/** The name of the file in the output folder that lists the files written by the program. */
#define SITE_MANIFEST ".dossier-site"

struct site;

/** All members are borrowed and must outlive the site. Zero is a sensible default for each member
 * except `dir`, `build` and `out`. `out` may be empty if the site is only checked. */
struct site_options {
    struct str dir; /* the folder of the site */
    struct str out; /* the output folder; if empty, the site is only checked */
    struct str url; /* replaces `url` of the configuration: scheme, host and base path */
    bool drafts;    /* drafts and unpublished pages are also made */
    bool force;     /* files in `out` that are not in the manifest may be replaced, except inputs */
    bool lint;      /* findings that only `check` reports are also reported */
    const struct build_options *build; /* options for all pages; `shared` and `fonts` must be set */
    /** Receives the findings. It is called once for each page that has findings, and once for the
     * site itself. The job is freed after the call. May be NULL. */
    void (*report)(void *user, const struct build_job *job);
    /** Called before each page is made. May be NULL. */
    void (*progress)(void *user, size_t i, size_t n, struct str name);
    /** Called before this run waits for another run that writes to the output folder. May be
     * NULL. */
    void (*waits)(void *user, struct str out);
    void *user;
};

/** How many files a run has made, kept and removed. */
struct site_counts {
    size_t pages;     /* pages in the site */
    size_t written;   /* files that are new or were changed */
    size_t unchanged; /* files that already had the right content */
    size_t removed;   /* files of an earlier run that are no longer needed */
};

/** Whether a folder has the configuration of a site. If so, site_open() accepts the folder. */
bool site_is_one(struct arena *a, struct str dir);
/**
 * Returns the settings that a document has as a page of a site. They are a map of front matter, in
 * which databases are relative to the document. The site is searched for in the document's folder
 * and the folders above it, up to the top folder of a repository. Returns NULL if the document is
 * not in a site.
 */
const struct node *site_settings_of(struct arena *a, struct str document);

/**
 * Reads the configuration and finds all pages. Errors are reported through `opt->report`. Returns
 * NULL if the site cannot be built. `*status` is then 2 for wrong usage (the output folder is
 * refused), or 3 if the folder cannot be read. The caller must call site_close().
 */
struct site *site_open(const struct site_options *opt, int *status);
/** Frees the site and everything that it owns. */
void site_close(struct site *s);

/** Makes all pages and files, and removes the files of earlier runs that are no longer needed.
 * Returns false if a file could not be read or written. The error has then been reported. */
bool site_build(struct site *s, struct site_counts *counts);

/**
 * Updates the site after files in its folder were changed, created or removed. The paths begin with
 * `dir`, in the form in which the program opens them. Only the pages that depend on these files are
 * made again. All pages are made again if the configuration has changed, or if a page was added,
 * removed or renamed. `counts` has the same meaning as in site_build(). It may be NULL.
 */
bool site_update(struct site *s, const struct str *changed, size_t n, struct site_counts *counts);

/** Returns all files from which the site was made, and the folders that contain them, for a watcher
 * of the file system. The paths have the form in which the program opens them. Borrowed until the
 * next call of site_build() or site_update(). */
const struct str *site_inputs(const struct site *s, size_t *n);

#endif
