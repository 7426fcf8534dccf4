/* SPDX-License-Identifier: MIT */
/*
 * Records of works from services on the network, by identifiers. `refs add` and `refs update` are
 * the only users (tests/include_graph): nothing else of the program asks the network for anything.
 *
 * One request is made at a time. Answers are kept for a day in the user's cache. Redirects lead to
 * https only. Certificates are checked with those of the system.
 */
#ifndef DOSSIER_CLI_LOOKUP_LOOKUP_H
#define DOSSIER_CLI_LOOKUP_LOOKUP_H

#include "cite/bib/format/format.h"

#define LOOKUP_SECONDS 30                  /* for one request, unless the user sets a time */
#define LOOKUP_LIMIT (16u * 1024u * 1024u) /* bytes of one answer */

enum lookup_kind {
#define LOOKUP(ID, what, format, type, pause, before, behind) LOOKUP_##ID,
#include "cli/lookup/lookup_services.def"
#undef LOOKUP
    LOOKUP_NONE
};

struct lookup_options {
    struct str services;    /* an address that is asked in place of all services: "ADDRESS/doi.org/
                               10.1/x"; empty: the services themselves */
    struct str cache;       /* the user's folder; empty: nothing is kept */
    struct str certificate; /* a file of certificates in place of the system's; or empty */
    int64_t seconds;        /* for one request */
    bool offline;           /* answers from the cache only, of any age */
};

struct lookup;

/** What a word names: a DOI, arXiv identifier, ISBN, PMID or ORCID, also with its usual prefix or
 * as an address. `*id` is the identifier alone, in the arena or a slice. LOOKUP_NONE: no one. */
enum lookup_kind lookup_identifier(struct arena *a, struct str word, struct str *id);

/** Whether an address may take the place of the services: https, or http on this machine. */
bool lookup_may_ask(struct str address);

/** Begins; nothing is loaded or asked before the first lookup_record(). `o` and `d` must outlive
 * it. */
struct lookup *lookup_new(struct arena *a, const struct lookup_options *o, struct diags *d);
void lookup_drop(struct lookup *l);

/**
 * The record of an identifier as a source whose name is the service's address, in `*format`. NULL
 * after an error in `d` at `at`. `*unknown` (may be NULL) becomes true, and nothing is reported, if
 * the service does not know the identifier.
 */
struct source *lookup_record(struct lookup *l, enum lookup_kind kind, struct str id, struct span at,
                             enum bib_format *format, bool *unknown);

/** Reports that a service has no work for an identifier. */
void lookup_report_unknown(struct lookup *l, enum lookup_kind kind, struct str id, struct span at);

/** A library or a service could not be used, so that asking again is useless. */
bool lookup_is_over(const struct lookup *l);

#endif
