/* SPDX-License-Identifier: MIT */
/*
 * dossier refs check: reads databases and checks them (cite/bib/check/check.h).
 */
#include "cli/refs.h"

#include "cite/bib/check/check.h"
#include "core/diag/ignore.h"
#include "job/build/settings.h"

DIAG_USE(DIAG_BIB_ENCODING);

/** Levels of the command line, and of the project that has the first database. */
static void use_levels(struct refs *r) {
    struct build_options opt = {.levels = r->report.levels, .home = cli_home()};
    struct diags *d = &r->job.diags;
    struct str path = r->files.p[0];
    uint8_t *table = ARENA_ARRAY(r->arena, uint8_t, DIAG_RULES_MAX);
    build_settle(r->arena, &opt, file_is_stream(path) ? STR_EMPTY : path_dir(path), d);
    if (d->levels) {
        memcpy(table, d->levels, DIAG_RULES_MAX);
    }
    if (!table[DIAG_BIB_ENCODING->index]) { /* a note when a document is built, a warning here */
        table[DIAG_BIB_ENCODING->index] = DIAG_AS(DIAG_WARNING);
    }
    d->levels = table;
}

int refs_check(struct refs *r) {
    if (r->files.n == 0) {
        return refs_usage(r, "no database given; `-` reads standard input");
    }
    struct diag_ignores ignores = {.arena = r->arena};
    use_levels(r);
    struct bib *b = refs_read(r, r->files.p, r->files.n);
    bib_check(b, &r->job.diags);
    for (size_t i = 0; i < r->sources.n; i++) {
        diag_ignores_read(&ignores, r->sources.p[i], &r->job.diags);
    }
    diag_ignores_apply(&ignores, &r->job.diags, true);
    diag_ignores_drop(&ignores);
    return refs_finish(r);
}
