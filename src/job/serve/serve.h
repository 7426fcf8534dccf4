/* SPDX-License-Identifier: MIT */
/*
 * A live preview: documents, or a site, shown in a browser of this machine and built again whenever
 * something changes that they are made from. Decides who may ask and what is shown; how a document
 * is made is build's, how a site is, site's. The only room that sees libmicrohttpd, which is loaded
 * when a server starts.
 */
#ifndef DOSSIER_SERVE_SERVE_H
#define DOSSIER_SERVE_SERVE_H

#include "job/build/build.h"

/** All is borrowed. */
struct serve_options {
    const struct build_options *build; /* without fonts and shared databases */
    struct build_job *jobs;            /* documents: their inputs and names; or none */
    size_t njobs;
    struct str folder; /* of a site, in place of documents; empty: there is none */
    bool drafts;       /* of the site too */
    struct str temp;   /* folder in which one may be made for the site's pages */

    struct str host; /* in numbers; empty: 127.0.0.1 */
    unsigned port;   /* 0: any that is free */
    unsigned tries;  /* how many ports behind it are tried as well when it is taken */
    bool poll;       /* files are looked at now and then: watch_new() */

    struct str editor;        /* a command line, see serve_editor_words(); empty: none */
    struct str browser;       /* a program that opens an address; empty: none is opened */
    char *const *environment; /* of these programs */

    /** Called when all is at hand that is needed to serve, before anything is read or answered:
     * `out` is the folder of a site's pages, or empty. False: it ends. NULL: nobody asks. */
    bool (*ready)(void *user, struct str out);
    /** What a build has found, once a build; the job is given back behind the call. */
    void (*built)(void *user, const struct build_job *job);
    /** What the user is told: whole lines. */
    void (*say)(void *user, struct str text);
    void *user;
};

/** How it ended. */
enum serve_end {
    SERVE_SIGNALLED, /* by a signal: the user's wish */
    SERVE_REFUSED,   /* wrong use: the host is no address */
    SERVE_FAILED     /* no port, no library, no site */
};

/** Serves until a signal asks for the end. `*why` is one sentence in `a` where that was not the
 * reason, `*signal` its number where it was. */
enum serve_end serve_run(struct arena *a, const struct serve_options *opt, int *signal,
                         struct str *why);

/**
 * The words of a command line with the place of a source in them: {file}, {line} and {col} stand
 * for themselves. Blanks part words, '...' and "..." keep them together; there is no shell. Without
 * a {file} the place is given as the program takes it, where that is known (code, emacs, vim, kate
 * and others), or else the file is the last word. Returns how many words there are (at most
 * PROCESS_WORDS); 0 when there is none or a quotation mark is open.
 */
size_t serve_editor_words(struct arena *a, struct str command, struct str file, unsigned line,
                          unsigned col, struct str *words);

#endif
