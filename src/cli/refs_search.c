/* SPDX-License-Identifier: MIT */
/*
 * dossier refs search and show: find entries by words or by key.
 */
#include "cli/refs_row.h"

#include "cite/bib/store/store.h"
#include "job/build/build.h"

DIAG_USE(DIAG_NO_ENTRY);

int refs_search(struct refs *r) {
    struct str *databases, *words;
    size_t ndatabases, nwords;
    refs_split(r, &databases, &ndatabases, &words, &nwords);
    if (ndatabases == 0) {
        return refs_usage(r, "no database given; name it with `-b refs.bib`, or among the words");
    }
    if (nwords == 0) {
        return refs_usage(r, "nothing to search for; `refs list` shows all entries");
    }
    struct str text = words[0];
    for (size_t i = 1; i < nwords; i++) {
        text = arena_join(r->arena, 3, text, STR(" "), words[i]);
    }
    struct bib_store_query q;
    if (!bib_store_query_read(r->arena, text, &q, &r->job.diags)) {
        int status = refs_finish(r);
        return status == CLI_ENVIRONMENT ? status : CLI_USAGE;
    }
    struct bib *b = refs_read(r, databases, ndatabases);
    VEC(const struct item *) found = VEC_INIT;
    struct arena *scratch = arena_new();
    for (size_t i = 0; i < bib_count(b); i++) {
        const struct item *it = bib_at(b, i, &r->job.diags);
        if (bib_search_matches(scratch, &q, it)) {
            vec_push(&found, it);
        }
        if (i % 256 == 255) {
            arena_drop(scratch);
            scratch = arena_new();
        }
    }
    refs_rows_write(r, found.p, found.n);
    arena_drop(scratch);
    vec_drop(&found);
    return refs_finish(r);
}

static void report_missing(struct refs *r, struct bib *b, struct str key) {
    struct diag *g =
        diag_add(&r->job.diags, DIAG_NO_ENTRY, SPAN_NONE, "there is no entry `%.*s`", STR_ARG(key));
    size_t n;
    const struct str *keys = bib_keys(b, &n);
    if (!diag_suggest(&r->job.diags, g, key, keys, n)) {
        diag_hint(&r->job.diags, g, "`dossier refs list` shows the keys");
    }
}

int refs_show(struct refs *r) {
    struct str *databases, *keys;
    size_t ndatabases, nkeys;
    refs_split(r, &databases, &ndatabases, &keys, &nkeys);
    if (ndatabases == 0) {
        return refs_usage(r, "no database given; name it with `-b refs.bib`, or before the keys");
    }
    if (nkeys == 0) {
        return refs_usage(r, "no key given; `refs list` shows the keys");
    }
    struct bib *b = refs_read(r, databases, ndatabases);
    VEC(const struct item *) found = VEC_INIT;
    for (size_t i = 0; i < nkeys; i++) {
        struct str key = str_starts(keys[i], STR("@")) ? str_from(keys[i], 1) : keys[i];
        const struct item *it = bib_lookup(b, key, &r->job.diags);
        if (it) {
            vec_push(&found, it);
        } else {
            report_missing(r, b, key);
        }
    }
    struct build_options opt = {.csl = r->csl};
    cli_data_dirs(r->arena, opt.data_dirs, ARRAY_LEN(opt.data_dirs));
    if (found.n) {
        (void)build_format_items(r->arena, &opt, found.p, found.n, &r->out, &r->job.diags);
    }
    vec_drop(&found);
    return refs_finish(r);
}
