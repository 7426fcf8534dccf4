/* SPDX-License-Identifier: MIT */
/* Makes one request over HTTP with libcurl, which is loaded at the first request. Private to
 * cli/lookup. */
#ifndef DOSSIER_CLI_LOOKUP_HTTP_H
#define DOSSIER_CLI_LOOKUP_HTTP_H

#include "core/base/arena.h"
#include "core/base/buf.h"

struct lookup_http;

/** How a request ended. */
enum lookup_end {
    LOOKUP_ANSWERED,  /* there is an answer, with any status of HTTP */
    LOOKUP_NO_HOST,   /* the name of the host has no address */
    LOOKUP_NO_ANSWER, /* there is no connection, or it was lost before the answer */
    LOOKUP_TIMED_OUT, /* no answer came in time */
    LOOKUP_CUT,       /* the answer is shorter than announced */
    LOOKUP_TOO_LARGE, /* the answer is longer than LOOKUP_LIMIT */
    LOOKUP_UNPROVED,  /* the certificate is not among those that the system trusts */
    LOOKUP_NO_TLS,    /* there is no encrypted connection */
    LOOKUP_OTHER      /* another error */
};

struct lookup_answer {
    enum lookup_end end;
    long status;         /* the status of HTTP */
    int64_t wait;        /* seconds in Retry-After; 0 if unknown */
    struct str type;     /* the media type of the body */
    struct str redirect; /* the address to which a redirect leads; or empty */
    struct str text;     /* the body, in the arena */
};

/** Loads the library. Returns NULL if it is missing. */
struct lookup_http *lookup_http_new(struct arena *a);
void lookup_http_drop(struct lookup_http *h);

/** Makes a GET request and does not follow redirects. `certificates` is a file. If it is empty, the
 * certificates of the library are used. */
struct lookup_answer lookup_http_get(struct lookup_http *h, struct arena *a, struct str address,
                                     const char *accept, struct str certificates, int64_t seconds);

/** Whether an address is an address of this computer without encryption: http://127.0.0.1:8000/. */
bool lookup_is_loopback(struct str address);

#endif
