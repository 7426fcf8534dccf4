/* SPDX-License-Identifier: MIT */
/* Implements refs_lookup.h. cli/lookup finds records, and cite/bib reads them. */
#include "cli/refs_lookup.h"

#include <stdlib.h>

struct lookup *refs_lookup_new(struct refs *r) {
    struct lookup_options *o = ARENA_NEW(r->arena, struct lookup_options);
    *o = (struct lookup_options){.services = r->services.p ? r->services : STR_EMPTY,
                                 .cache = cli_cache_dir(r->arena),
                                 .certificate = str_of(getenv("SSL_CERT_FILE")),
                                 .seconds = r->timeout ? r->timeout : LOOKUP_SECONDS,
                                 .offline = r->offline};
    if (o->services.n && !lookup_may_ask(o->services)) {
        (void)refs_usage(r, "`--services` is an address with https, or with http on this machine");
        return NULL;
    }
    if (o->seconds > 3600) {
        (void)refs_usage(r, "`--timeout` is at most 3600 seconds");
        return NULL;
    }
    return lookup_new(r->arena, o, &r->job.diags);
}

bool refs_lookup_read(struct refs *r, struct lookup *l, struct bib *b, enum lookup_kind kind,
                      struct str id, struct span at, bool *unknown) {
    enum bib_format format;
    size_t errors = r->job.diags.errors, before = bib_count(b);
    struct source *src = lookup_record(l, kind, id, at, &format, unknown);
    if (src) {
        bib_read(b, src, format, &r->job.diags);
    }
    if (!src || r->job.diags.errors > errors) {
        return false;
    }
    if (bib_count(b) == before) {
        if (unknown) {
            *unknown = true;
        } else {
            lookup_report_unknown(l, kind, id, at);
        }
    }
    return bib_count(b) > before;
}
