/* SPDX-License-Identifier: MIT */
/*
 * A preview while it runs. Private to the room.
 *
 *   serve.c    rounds of builds, the end         request.c  who may ask for what
 *   site_folder.c   a site                            named_files.c    files that a page names
 *   preview_store.c    what is shown, under one lock     editor.c   the command of an editor
 *   http.c     libmicrohttpd                     shell.c    the page around the page
 *                                                faults.c   what is wrong, for that page
 *
 * Two threads: builds run in the caller's, requests are answered in libmicrohttpd's. They share the
 * store and nothing else.
 */
#ifndef DOSSIER_SERVE_SERVE_MODEL_H
#define DOSSIER_SERVE_SERVE_MODEL_H

#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/base/watch.h"
#include "job/build/live.h"
#include "job/serve/serve.h"

enum {
    SERVE_TOKEN = 32,         /* letters of a token */
    SERVE_FAULTS = 200,       /* that are shown; more are counted */
    SERVE_BODY = 4096,        /* bytes of a request's body */
    SERVE_MEMORY = 32 * 1024, /* bytes of a request's head */
    SERVE_CONNECTIONS = 64
};

/** Addresses of the preview's own files begin with it. */
#define SERVE_OWN "/.dossier/"

/* ---- request.c: who may ask */

/** Under which names the server may be asked for. */
struct serve_door {
    struct str host; /* it listens there, in numbers */
    unsigned port;
    bool open; /* it is no address of this machine alone: any address in numbers is its name */
};

/** Whether a Host header names the server: with its port, by an address in numbers or as localhost.
 * Another name is that of a page somewhere else, whose author has let it lead here (DNS rebinding).
 */
bool serve_host_is_ours(const struct serve_door *door, struct str host);
/** Whether an Origin header is that of a page of ours. */
bool serve_origin_is_ours(const struct serve_door *door, struct str origin);
/** Compares in a time that does not depend on where they differ. */
bool serve_token_is(struct str given, struct str token);

/** A place that an editor is to show. */
struct serve_place {
    struct str file;
    unsigned line, col; /* from 1 on */
};
/** Reads {"file": ..., "line": ..., "col": ...}; texts in `a`. */
bool serve_read_place(struct arena *a, struct str body, struct serve_place *out);

/* ---- named_files.c: files that a page names */

/**
 * Calls `found` for each local file that a page leads to or shows, by the attributes href, src,
 * srcset, poster and data of its elements: the path from the page's folder on, percent-escapes
 * decoded, dots resolved; never one that leads out of the folder, or to a hidden file.
 */
void serve_names(struct str html, void (*found)(void *user, struct str path), void *user);
/** A path as an address has it: percent-encoded. */
struct str serve_address(struct arena *a, struct str path);
/** What a file is, by the ending of its name (RFC 2046 and the registry of IANA); static. */
const char *serve_mime(struct str name);

/* ---- faults.c */

/** A fault as a JSON object: level, file, line, col, text, slug, hint, and the line's text with the
 * columns in question. */
struct str serve_fault(struct arena *a, const struct diag *g);

/* ---- preview_store.c: what is shown */

/** What is at an address. All is on the heap. */
struct serve_item {
    struct str address;
    size_t owner;     /* the page that it belongs to */
    bool gone;        /* it was, and is not any more */
    struct str data;  /* or, with a NULL pointer: */
    struct str file;  /* a file, which is read when it is asked for */
    struct str root;  /* the folder that it may not lead out of */
    unsigned version; /* counts changes of the data */
};

/** A document and its faults. */
struct serve_page {
    struct str name;      /* its file */
    struct str html, pdf; /* addresses, decoded; empty: there is none */
    size_t pages;         /* of the PDF */
    /* faults as JSON: those of building the page, and those that the PDF adds to them */
    struct arena *of_first, *of_more;
    VEC(struct str) first, more;
    size_t errors, warnings, more_errors, more_warnings;
};

struct serve_store;

struct serve_store *serve_store_new(void);
void serve_store_drop(struct serve_store *s);
/** The lock of all that follows: each call is made under it. */
void serve_lock(struct serve_store *s);
void serve_unlock(struct serve_store *s);

/** Sets what is at an address; data is copied, and a new version when it differs. */
void serve_put(struct serve_store *s, size_t owner, struct str address, struct str data);
/** Lets an address be that of a file on the disk. */
void serve_put_file(struct serve_store *s, size_t owner, struct str address, struct str file,
                    struct str root);
/** Forgets the files that a page leads to, to be put again. What was made stays until it is made
 * anew. */
void serve_forget(struct serve_store *s, size_t owner);
/** What is at an address, or NULL. */
const struct serve_item *serve_get(const struct serve_store *s, struct str address);
/** The page of a document, by the document's file: made when there is none. */
struct serve_page *serve_page_named(struct serve_store *s, struct str name);
/** Sets its addresses; copied. */
void serve_page_place(struct serve_store *s, struct serve_page *p, struct str html, struct str pdf);
/** All of them, in the order they were made in; borrowed. */
struct serve_page *const *serve_pages(const struct serve_store *s, size_t *n);
/** Takes over what a build has found: of the page alone (then what the PDF added stays), or of all
 * outputs. NULL: nothing. */
void serve_page_report(struct serve_page *p, const struct diags *d, bool whole);

/** Lets a file of a document be opened by an editor. */
void serve_allow(struct serve_store *s, struct str file);
bool serve_is_allowed(const struct serve_store *s, struct str file);

/** Makes the message for all who listen; `run` tells this run of the program from another. */
void serve_publish(struct serve_store *s, struct str run);
/** The message, and how many there were; borrowed. */
struct str serve_message(const struct serve_store *s, unsigned *number);

/* ---- site_folder.c: a site */

struct serve_folder;

/** A site that will be made into `out`, shown at `url`. Both outlive it. */
struct serve_folder *serve_folder_open(struct arena *a, const struct serve_options *opt,
                                       struct serve_store *store, struct str out, struct str url);
/** Makes the site, or what the last change touches. False when it cannot be read, or a file not be
 * written; that has been reported. */
bool serve_folder_build(struct serve_folder *f, const struct watch *w);
/** Lets the site's files and folders be watched. */
void serve_folder_watch(struct serve_folder *f, struct watch *w);
void serve_folder_close(struct serve_folder *f);

/* ---- shell.c */

/** The page around the page; `token` allows it to ask for an editor. */
void serve_write_shell(struct buf *out, struct str token, bool editor);
/** A list of documents; under the lock. */
void serve_write_index(struct buf *out, struct serve_store *s);
/** A page that says what there is not. */
void serve_write_missing(struct buf *out, struct str address);
extern const char *const serve_script[];
extern const char *const serve_sheet[];

/* ---- http.c */

struct serve_http;

/** What the server needs to know; all of it outlives the server. */
struct serve_desk {
    struct serve_door door;
    struct str token; /* allows a page to ask for an editor */
    struct str run;   /* tells this run of the program from another */
    struct str root;  /* folder of a site as it was made: what is not in the store is looked for in
                         it; or empty */
    struct str first; /* where "/" leads; empty: it is a page, or a list of the documents */
    bool editor;      /* there is one */
    /** Opens an editor. Returns 0 or an errno value. */
    int (*open)(void *user, const struct serve_place *place);
    void *user;
};

/** Starts to answer on a listening socket, which it takes over. NULL when the library is missing or
 * does not work. */
struct serve_http *serve_http_start(int fd, const struct serve_desk *desk,
                                    struct serve_store *store);
/** Tells all who listen that there is a new message, or, with `beat`, that we are still there. */
void serve_http_tell(struct serve_http *h, bool beat);
void serve_http_stop(struct serve_http *h);

#endif
