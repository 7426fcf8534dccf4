/* SPDX-License-Identifier: MIT */
/*
 * dossier refs check: reads databases and checks them (cite/bib/check/check.h).
 */
#include "cli/fix.h"
#include "cli/refs.h"

#include "cite/bib/check/check.h"
#include "cite/bib/check/retractions.h"
#include "core/diag/ignore.h"
#include "job/build/settings.h"

DIAG_USE(DIAG_BIB_ENCODING);

/** Sets the levels that the command line and the project of the first database give. */
static void use_levels(struct refs *r) {
    struct build_options opt = {.levels = r->report.levels, .home = cli_home()};
    struct diags *d = &r->job.diags;
    struct str path = r->files.p[0];
    uint8_t *table = ARENA_ARRAY(r->arena, uint8_t, DIAG_RULES_MAX);
    build_settle(r->arena, &opt, file_is_stream(path) ? STR_EMPTY : path_dir(path), d);
    if (d->levels) {
        memcpy(table, d->levels, DIAG_RULES_MAX);
    }
    /* the encoding is worth only a note when a document is built, but a warning here */
    if (!table[DIAG_BIB_ENCODING->index]) {
        table[DIAG_BIB_ENCODING->index] = DIAG_AS(DIAG_WARNING);
    }
    d->levels = table;
}

/* The maximum number of shown findings of one id in one file. With --all, all are shown. */
#define MAX_SHOWN 30

/** How often an id was reported in a file. */
struct repeated {
    const struct diag_rule *id;
    const struct source *src;
    size_t n;
    /* the last finding that is shown; it also shows the number of further ones */
    struct diag *last;
};

/** Keeps the first MAX_SHOWN findings of each id in each file, and the number of the others. */
static void leave_out_repeated(struct diags *d, struct arena *a) {
    VEC(struct repeated) all = {0};
    size_t kept = 0;
    diags_sort(d);
    for (size_t i = 0; i < d->n; i++) {
        struct diag *g = d->list[i];
        size_t k = 0;
        while (k < all.n && (all.p[k].id != g->id || all.p[k].src != g->span.src)) {
            k++;
        }
        if (k == all.n) {
            struct repeated r = {.id = g->id, .src = g->span.src};
            vec_push(&all, r);
        }
        if (++all.p[k].n <= MAX_SHOWN) {
            all.p[k].last = g;
            d->list[kept++] = g;
        } else {
            d->errors -= g->level == DIAG_ERROR;
            d->warnings -= g->level == DIAG_WARNING;
        }
    }
    d->n = kept;
    for (size_t k = 0; k < all.n; k++) {
        struct diag *g = all.p[k].last;
        if (all.p[k].n > MAX_SHOWN) {
            g->text = arena_printf(a, "%.*s; and %zu more with this id in this file",
                                   STR_ARG(g->text), all.p[k].n - MAX_SHOWN);
            diag_hint(d, g, "`--all` shows all of them");
        }
    }
    vec_drop(&all);
}

/** `refs check --fix`: makes those corrections in the .bib files that are certain. Findings that
 * are corrected are not reported. A finding whose fix overlaps another is reported, and the next
 * run corrects it. */
static void fix_files(struct refs *r) {
    struct diags *d = &r->job.diags;
    struct fixer f = {.arena = r->arena, .closed = !r->force && !r->dry_run};
    (void)cli_fix_mend(&f, d);
    cli_fix_report_closed(&f, &r->job);
    if (!cli_fix_finish(&f, &r->report, r->dry_run)) {
        r->job.io_failed = true;
    } else if (!r->dry_run) {
        size_t kept = 0, taken = 0;
        for (size_t i = 0; i < d->n; i++) {
            struct diag *g = d->list[i];
            if (taken < f.taken.n && f.taken.p[taken] == g) {
                taken++;
                d->errors -= g->level == DIAG_ERROR;
                d->warnings -= g->level == DIAG_WARNING;
            } else {
                d->list[kept++] = g;
            }
        }
        d->n = kept;
    }
    cli_fix_drop(&f);
}

struct bib_retractions *refs_retractions(struct refs *r) {
    struct source *src = r->retractions.p ? refs_open(r, r->retractions, LIMIT_RETRACTIONS) : NULL;
    return src ? bib_retractions_read(r->arena, src, &r->job.diags) : NULL;
}

/** Reports the works that the table of --retractions has. */
static void check_retractions(struct refs *r, struct bib *b) {
    struct bib_retractions *x = refs_retractions(r);
    for (size_t i = 0; x && i < bib_count(b); i++) {
        (void)bib_retractions_check(x, bib_at(b, i, &r->job.diags), &r->job.diags);
    }
}

int refs_check(struct refs *r) {
    if (r->files.n == 0) {
        return refs_usage(r, "no database given; `-` reads standard input");
    }
    if (r->dry_run && !r->fix) {
        return refs_usage(r, "--dry-run needs --fix");
    }
    struct diag_ignores ignores = {0};
    use_levels(r);
    struct bib *b = refs_read(r, r->files.p, r->files.n);
    bib_check(b, &r->job.diags);
    check_retractions(r, b);
    for (size_t i = 0; i < r->sources.n; i++) {
        diag_ignores_read(&ignores, r->sources.p[i], &r->job.diags);
    }
    diag_ignores_apply(&ignores, &r->job.diags, true);
    diag_ignores_drop(&ignores);
    if (r->fix) {
        fix_files(r);
    }
    if (!r->all) {
        leave_out_repeated(&r->job.diags, r->arena);
    }
    return refs_finish(r);
}
