/* SPDX-License-Identifier: MIT */
/*
 * A live preview of documents or of a site, in a browser on this computer. The documents or the
 * site are built again whenever one of their files changes. This module decides which requests are
 * answered and what is shown. The module build makes documents, and the module site makes sites.
 * Only this module uses libmicrohttpd, which is loaded when a server starts.
 */
#ifndef DOSSIER_SERVE_SERVE_H
#define DOSSIER_SERVE_SERVE_H

#include "job/build/build.h"

/** The options of a preview. All pointers are borrowed. */
struct serve_options {
    /* the options of the builds; fonts and shared databases are ignored */
    const struct build_options *build;
    struct build_job *jobs; /* the inputs and names of the documents; NULL for a site */
    size_t njobs;
    struct str folder; /* the folder of a site, used instead of documents; or empty */
    bool drafts;       /* the site also shows drafts */
    struct str temp; /* a folder for temporary folders; one of them is for the pages of the site */

    struct str host; /* the numeric address of the server; if empty, 127.0.0.1 */
    unsigned port;   /* the port of the server; 0: any free port */
    unsigned tries;  /* how many further ports are tried if the port is in use */
    bool poll;       /* files are polled, see watch_new() */

    struct str editor;  /* a command line, see serve_editor_words(); empty if there is no editor */
    struct str browser; /* a program that opens an address; if empty, no browser is started */
    char *const *environment; /* the environment variables for the editor and the browser */

    /** Called once, when everything is prepared and before a file is read or a request is answered.
     * `out` is the folder of a site's pages, or empty. If the function returns false, the server
     * ends. May be NULL. */
    bool (*ready)(void *user, struct str out);
    /** Called after each build, with its diagnostics. The job is freed after the call. */
    void (*built)(void *user, const struct build_job *job);
    /** Shows the user a message of whole lines. */
    void (*say)(void *user, struct str text);
    void *user;
};

/** Why the server ended. */
enum serve_end {
    SERVE_SIGNALLED, /* a signal has ended the server, which is the normal end */
    SERVE_REFUSED,   /* wrong use: the host is not an address */
    SERVE_FAILED     /* there is no free port, no library or no site */
};

/** Serves until a signal ends the server. Then `*signal` is the number of the signal. If the server
 * ends for another reason, `*why` is one sentence with this reason, in `a`. */
enum serve_end serve_run(struct arena *a, const struct serve_options *opt, int *signal,
                         struct str *why);

/**
 * Splits the command line of an editor into words and replaces {file}, {line} and {col} with a
 * place in a source. Words are separated by blanks. The quotation marks '...' and "..." keep
 * several words together. No shell is used. If {file} is missing, the place is added at the end in
 * the form that the program expects (code, emacs, vim, kate and others). For an unknown program,
 * only the file is added as the last word. Returns the number of words (at most PROCESS_WORDS).
 * Returns 0 if the command is empty or a quotation mark is not closed.
 */
size_t serve_editor_words(struct arena *a, struct str command, struct str file, unsigned line,
                          unsigned col, struct str *words);

#endif
