/* SPDX-License-Identifier: MIT */
/*
 * Records of works from services on the network, by identifiers. `refs add` and `refs update` are
 * the only users (tests/include_graph): no other part of the program looks anything up on the
 * network.
 *
 * One request is made at a time. Answers are kept for a day in the user's cache. Redirects are
 * followed only to https. Certificates are checked with those of the system.
 */
#ifndef DOSSIER_CLI_LOOKUP_LOOKUP_H
#define DOSSIER_CLI_LOOKUP_LOOKUP_H

#include "cite/bib/format/format.h"

/* maximum number of seconds for one request, unless the user sets another number */
#define LOOKUP_SECONDS 30
#define LOOKUP_LIMIT (16u * 1024u * 1024u) /* maximum number of bytes of one answer */

enum lookup_kind {
#define LOOKUP(ID, what, format, type, pause, before, behind) LOOKUP_##ID,
#include "cli/lookup/lookup_services.def"
#undef LOOKUP
    LOOKUP_NONE
};

struct lookup_options {
    struct str services;    /* an address that is used in place of all services:
                               "ADDRESS/doi.org/10.1/x"; if empty, the services themselves are used */
    struct str cache;       /* the cache folder of the user; if empty, no answers are kept */
    struct str certificate; /* a file of certificates that is used instead of those of the system;
                               or empty */
    int64_t seconds;        /* the limit of one request in seconds */
    bool offline;           /* only answers from the cache are used, however old they are */
};

struct lookup;

/** Returns the kind of a word: a DOI, arXiv identifier, ISBN, PMID or ORCID. The word may have the
 * usual prefix or be an address. Returns LOOKUP_NONE for other words. Sets `*id` to the identifier
 * without its prefix. It is a slice of the word, or text in the arena. */
enum lookup_kind lookup_identifier(struct arena *a, struct str word, struct str *id);

/** Whether an address may be used in place of the services: it must be https, or http on this
 * computer. */
bool lookup_may_ask(struct str address);

/** Prepares look-ups. Nothing is loaded or requested before the first lookup_record(). `o` and `d`
 * must outlive the result. */
struct lookup *lookup_new(struct arena *a, const struct lookup_options *o, struct diags *d);
void lookup_drop(struct lookup *l);

/**
 * Returns the record of an identifier as a source whose name is the service's address. Sets
 * `*format`. After an error, which is reported in `d` at `at`, returns NULL. If the service does
 * not know the identifier, `*unknown` is set to true and nothing is reported. `unknown` may be
 * NULL.
 */
struct source *lookup_record(struct lookup *l, enum lookup_kind kind, struct str id, struct span at,
                             enum bib_format *format, bool *unknown);

/** Reports that a service has no work for an identifier. */
void lookup_report_unknown(struct lookup *l, enum lookup_kind kind, struct str id, struct span at);

/** Whether a library or a service could not be used, so that further requests are useless. */
bool lookup_is_over(const struct lookup *l);

#endif
