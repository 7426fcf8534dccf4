/* SPDX-License-Identifier: MIT */
/*
 * A live preview: documents or a site, shown in a browser on this machine. They are built again
 * whenever one of their files changes. Decides which requests are answered and what is shown. The
 * module build makes documents, and the module site makes sites. Only this module uses
 * libmicrohttpd, which is loaded when a server starts.
 */
#ifndef DOSSIER_SERVE_SERVE_H
#define DOSSIER_SERVE_SERVE_H

#include "job/build/build.h"

/** The options of a preview. All pointers are borrowed. */
struct serve_options {
    const struct build_options *build; /* fonts and shared databases are ignored */
    struct build_job *jobs;            /* documents: their inputs and names; NULL for a site */
    size_t njobs;
    struct str folder; /* the folder of a site, instead of documents; or empty */
    bool drafts;       /* the site shows drafts, too */
    struct str temp;   /* a folder for temporary folders: the site's pages go into one */

    struct str host; /* a numeric address; empty: 127.0.0.1 */
    unsigned port;   /* 0: any free port */
    unsigned tries;  /* how many further ports are tried when it is in use */
    bool poll;       /* files are polled: watch_new() */

    struct str editor;        /* a command line, see serve_editor_words(); empty: none */
    struct str browser;       /* a program that opens an address; empty: no browser is started */
    char *const *environment; /* the environment of these programs */

    /** Called once the server can start, before a file is read or a request is answered. `out` is
     * the folder of a site's pages, or empty. The server ends if this returns false. May be
     * NULL. */
    bool (*ready)(void *user, struct str out);
    /** Called after each build, with its diagnostics. The job is freed after the call. */
    void (*built)(void *user, const struct build_job *job);
    /** Shows the user a message of whole lines. */
    void (*say)(void *user, struct str text);
    void *user;
};

/** Why the server ended. */
enum serve_end {
    SERVE_SIGNALLED, /* by a signal, as the user wants */
    SERVE_REFUSED,   /* wrong use: the host is not an address */
    SERVE_FAILED     /* no free port, no library, or no site */
};

/** Serves until a signal ends it. Then `*signal` is the number of the signal. Otherwise `*why` is
 * one sentence with the reason, in `a`. */
enum serve_end serve_run(struct arena *a, const struct serve_options *opt, int *signal,
                         struct str *why);

/**
 * Splits the command line of an editor into words and replaces {file}, {line} and {col} by a place
 * in a source. Blanks separate words, and '...' and "..." keep them together; no shell is used. If
 * {file} is missing, the place is appended in the form that the program expects (code, emacs, vim,
 * kate and others), or else the file is appended as the last word. Returns the number of words (at
 * most PROCESS_WORDS), or 0 if the command is empty or a quotation mark is not closed.
 */
size_t serve_editor_words(struct arena *a, struct str command, struct str file, unsigned line,
                          unsigned col, struct str *words);

#endif
