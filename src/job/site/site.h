/* SPDX-License-Identifier: MIT */
/*
 * A site: a folder of Markdown to a folder of pages. Knows which pages there are, where they lie on
 * the web, what stands around them and what leads from one to another; how a page is made is
 * build's. One configuration, site.yml's; those of other engines are read into it.
 *
 * What is written is told from what a user owns by a list in the output folder (SITE_MANIFEST):
 * only files that it names are ever replaced or removed.
 */
#ifndef DOSSIER_SITE_SITE_H
#define DOSSIER_SITE_SITE_H

#include "job/build/build.h"

/** The file in the output folder that says which files in it are ours. */
#define SITE_MANIFEST ".dossier-site"

struct site;

/** All is borrowed and outlives the site. Zero is a sensible default for all but `dir`, `build` and
 * (unless it is only checked) `out`. */
struct site_options {
    struct str dir; /* the folder of the site */
    struct str out; /* where it is written; empty: it is only checked */
    struct str url; /* in place of the configuration's `url`: scheme and host, and the base */
    bool drafts;    /* drafts and pages that are not published are pages */
    bool force;     /* files in `out` that are not ours may be replaced (inputs never) */
    bool lint;      /* what only a check looks for is looked for on its pages */
    const struct build_options *build; /* what its pages share; `shared` and `fonts` are set */
    /** Takes what was found while something of the site was made: once for each page that has
     * findings, and for the site itself. The job is given back behind the call. NULL: nobody asks.
     */
    void (*report)(void *user, const struct build_job *job);
    /** Told before each page is made. NULL: nobody asks. */
    void (*progress)(void *user, size_t i, size_t n, struct str name);
    void *user;
};

/** What became of the files of a run. */
struct site_counts {
    size_t pages;     /* that there are */
    size_t written;   /* files that are new or were changed */
    size_t unchanged; /* files that were as they are to be */
    size_t removed;   /* files of ours that nothing makes any more */
};

/** Whether a folder is one that site_open() takes for a site: it has a configuration of one. */
bool site_is_one(struct arena *a, struct str dir);

/**
 * Reads the configuration and finds all pages. What is wrong is reported by `opt->report`. NULL
 * when nothing can be built: `*status` is then 2 for wrong use (the output folder is refused), 3
 * where the folder cannot be read.
 */
struct site *site_open(const struct site_options *opt, int *status);
void site_close(struct site *s);

/** Makes all pages and files and removes those of ours that nothing makes any more. False when a
 * file could not be read or written, which has been reported. */
bool site_build(struct site *s, struct site_counts *counts);

/**
 * Files of the site's folder were changed, made or removed (paths as they are opened: `dir`/...):
 * makes again what shows them. A changed configuration, a page that came or went or that is called
 * otherwise than before means all pages. `counts` as above; may be NULL.
 */
bool site_update(struct site *s, const struct str *changed, size_t n, struct site_counts *counts);

/** All files that the site was made from, for whoever watches them: paths as they are opened, and
 * folders that hold them. Borrowed until the next call of site_build() or site_update(). */
const struct str *site_inputs(const struct site *s, size_t *n);

#endif
