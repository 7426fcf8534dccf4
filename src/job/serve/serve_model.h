/* SPDX-License-Identifier: MIT */
/*
 * A running preview. Private to the module.
 *
 *   serve.c           the main loop, and the end
 *   site_folder.c     a site
 *   preview_store.c   the content of the preview, under one lock
 *   http.c            libmicrohttpd
 *   request.c         which requests are allowed
 *   named_files.c     the files that a page links
 *   editor.c          the command of an editor
 *   shell.c           the frame around a document's page
 *   faults.c          the diagnostics for this frame
 *
 * There are two threads. The thread of the caller runs the builds, and the thread of libmicrohttpd
 * answers requests. They share only the store.
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
    SERVE_TOKEN = 32,         /* number of letters in a token */
    SERVE_FAULTS = 200,       /* maximum number of diagnostics that are shown */
    SERVE_BODY = 4096,        /* maximum bytes of a request's body */
    SERVE_MEMORY = 32 * 1024, /* maximum bytes of a request's headers */
    SERVE_CONNECTIONS = 400 /* maximum number of connections; a few slow ones do not block others */
};

/** The addresses of the preview's own files begin with this text. */
#define SERVE_OWN "/.dossier/"

/* ---- request.c: which requests are allowed */

/** The names of the server that a request may use. */
struct serve_door {
    struct str host; /* the numeric address on which the server listens */
    unsigned port;
    bool open; /* other computers can reach the server, so any numeric address is accepted */
};

/** Whether a Host header names this server. It must contain the port of the server, and a numeric
 * address or localhost. Any other name is refused, because the author of a foreign page may have
 * made that name point to this computer (DNS rebinding). */
bool serve_host_is_ours(const struct serve_door *door, struct str host);
/** Whether an Origin header names one of the preview's pages. */
bool serve_origin_is_ours(const struct serve_door *door, struct str origin);
/** Compares two tokens in constant time. */
bool serve_token_is(struct str given, struct str token);

/** A place for an editor to show. */
struct serve_place {
    struct str file;
    unsigned line, col; /* counted from 1 */
};
/** Reads {"file": ..., "line": ..., "col": ...}. The texts are in `a`. */
bool serve_read_place(struct arena *a, struct str body, struct serve_place *out);

/* ---- named_files.c: files that a page links */

/**
 * Calls `found` for each local file that a page names in an attribute href, src, srcset, poster or
 * data. The path is relative to the page's folder. Percent escapes are decoded, and "." and ".."
 * are resolved. Paths that lead out of the folder or to a hidden file are omitted.
 */
void serve_names(struct str html, void (*found)(void *user, struct str path), void *user);
/** Returns a path, percent-encoded for an address, in `a`. */
struct str serve_address(struct arena *a, struct str path);
/** Returns the media type of a file by the ending of its name (RFC 2046 and IANA's registry). The
 * text is static. */
const char *serve_mime(struct str name);

/* ---- faults.c */

/** Returns a diagnostic as a JSON object: level, file, line, col, text, slug, hint, and the text of
 * the line with the columns of the span. */
struct str serve_fault(struct arena *a, const struct diag *g);

/* ---- preview_store.c: what is shown */

/** The content of an address. All texts are on the heap. */
struct serve_item {
    struct str address;
    size_t owner;     /* the page to which the content belongs */
    bool gone;        /* the content was removed; requests get status 404 */
    struct str data;  /* the data; if its pointer is NULL, `file` is used */
    struct str file;  /* a file that is read again for each request */
    struct str root;  /* the folder in which the file must be */
    unsigned version; /* counts changes of the data */
};

/** A document and its diagnostics. */
struct serve_page {
    struct str name;      /* path of the document */
    struct str html, pdf; /* decoded addresses, or empty */
    size_t pages;         /* number of pages of the PDF */
    /* diagnostics as JSON: for the page, and for the other outputs */
    struct arena *of_first, *of_more;
    str_list first, more;
    size_t errors, warnings, more_errors, more_warnings;
};

struct serve_store;

struct serve_store *serve_store_new(void);
void serve_store_drop(struct serve_store *s);
/** Locks the store. The lock must be held for each call of the following functions. */
void serve_lock(struct serve_store *s);
void serve_unlock(struct serve_store *s);

/** Sets the data at an address. The data is copied. If it differs from the previous data, the
 * version is incremented. */
void serve_put(struct serve_store *s, size_t owner, struct str address, struct str data);
/** Sets the file on disk for an address. */
void serve_put_file(struct serve_store *s, size_t owner, struct str address, struct str file,
                    struct str root);
/** Removes the linked files of a page, which the caller adds again. Outputs are kept until they are
 * built again. */
void serve_forget(struct serve_store *s, size_t owner);
/** Returns the item at an address, or NULL. */
const struct serve_item *serve_get(const struct serve_store *s, struct str address);
/** Returns the page of a document. `name` is the path of the document. The page is created if
 * necessary. */
struct serve_page *serve_page_named(struct serve_store *s, struct str name);
/** Sets the addresses of a page. The addresses are copied. */
void serve_page_place(struct serve_store *s, struct serve_page *p, struct str html, struct str pdf);
/** Returns all pages in the order of their creation. Borrowed. */
struct serve_page *const *serve_pages(const struct serve_store *s, size_t *n);
/** Sets the diagnostics of a page after a build. If `whole` is set, the build has made all outputs.
 * Otherwise it has made only the page, and the diagnostics that the PDF added are kept. If `d` is
 * NULL, there are no diagnostics. */
void serve_page_report(struct serve_page *p, const struct diags *d, bool whole);

/** Allows an editor to open a file of a document. */
void serve_allow(struct serve_store *s, struct str file);
bool serve_is_allowed(const struct serve_store *s, struct str file);

/** Makes the message for all listeners. `run` identifies this run of the program. */
void serve_publish(struct serve_store *s, struct str run);
/** Returns the last message and sets the number of messages so far. Borrowed. */
struct str serve_message(const struct serve_store *s, unsigned *number);

/* ---- site_folder.c: a site */

struct serve_folder;

/** Makes a site that is built into `out` and shown at `url`. Both must outlive the result. */
struct serve_folder *serve_folder_open(struct arena *a, const struct serve_options *opt,
                                       struct serve_store *store, struct str out, struct str url);
/** Builds the site, or only the pages that the last change affects. Returns false if the site
 * cannot be read or a file cannot be written. The error has then been reported. */
bool serve_folder_build(struct serve_folder *f, const struct watch *w);
/** Adds the site's files and folders to `w`. */
void serve_folder_watch(struct serve_folder *f, struct watch *w);
void serve_folder_close(struct serve_folder *f);

/* ---- shell.c */

/** Writes the page around a document's page. With `token`, the page may open an editor. */
void serve_write_shell(struct buf *out, struct str token, bool editor);
/** Writes a list of the documents. The caller must hold the lock. */
void serve_write_index(struct buf *out, struct serve_store *s);
/** Writes a page for an address that was not found. */
void serve_write_missing(struct buf *out, struct str address);
extern const char *const serve_script[];
extern const char *const serve_sheet[];

/* ---- http.c */

struct serve_http;

/** The settings of the server. All pointers must outlive it. */
struct serve_desk {
    struct serve_door door;
    struct str token; /* a secret text that allows a page to open an editor */
    struct str run;   /* a text that identifies this run of the program */
    struct str root;  /* the folder of a built site, or empty */
    struct str first; /* the address to which "/" leads; if empty, "/" is a page or a list */
    bool editor;      /* an editor is configured */
    /** Opens an editor. Returns 0 or an errno value. */
    int (*open)(void *user, const struct serve_place *place);
    void *user;
};

/** Starts the server on a listening socket. The server then owns the socket. Returns NULL if the
 * library is missing or fails. */
struct serve_http *serve_http_start(int fd, const struct serve_desk *desk,
                                    struct serve_store *store);
/** Sends the new message to all listeners or, with `beat`, an empty line that keeps their
 * connections open. */
void serve_http_tell(struct serve_http *h, bool beat);
void serve_http_stop(struct serve_http *h);

#endif
