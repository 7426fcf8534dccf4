/* SPDX-License-Identifier: MIT */
/*
 * dossier refs check: reads databases and checks them (cite/bib/check/check.h).
 */
#include "cli/refs.h"

#include "cite/bib/check/check.h"
#include "core/diag/ignore.h"
#include "job/build/settings.h"

#include <stdlib.h>

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

#define MOST_OF_AN_ID 30 /* lines of one id for one file; --all shows the others, too */

/** How often an id was reported in a file. */
struct repeated {
    const struct diag_rule *id;
    const struct source *src;
    size_t n;
    struct diag *last; /* the last one that is shown: with more of them, their number */
};

/** Leaves the first findings of each id in each file, and the number of the others. */
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
        if (++all.p[k].n <= MOST_OF_AN_ID) {
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
        if (all.p[k].n > MOST_OF_AN_ID) {
            g->text = arena_printf(a, "%.*s; and %zu more with this id in this file",
                                   STR_ARG(g->text), all.p[k].n - MOST_OF_AN_ID);
            diag_hint(d, g, "`--all` shows all of them");
        }
    }
    vec_drop(&all);
}

static int by_place(const void *x, const void *y) {
    const struct diag_fix *a = *(const struct diag_fix *const *)x;
    const struct diag_fix *b = *(const struct diag_fix *const *)y;
    return (a->span.begin > b->span.begin) - (a->span.begin < b->span.begin);
}

/** Applies the certain corrections of a file, but those that overlap an earlier one. */
static void fix_file(struct refs *r, const struct source *src, struct str path) {
    VEC(const struct diag_fix *) fixes = {0};
    struct diags *d = &r->job.diags;
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *g = d->list[i];
        for (size_t k = 0; k < g->nfixes && g->fixes[k].span.src == src; k++) {
            vec_push(&fixes, &g->fixes[k]);
        }
    }
    if (fixes.n) {
        qsort(fixes.p, fixes.n, sizeof *fixes.p, by_place);
    }
    struct buf out;
    size_t at = 0;
    buf_init(&out, 0);
    for (size_t i = 0; i < fixes.n; i++) {
        struct span span = fixes.p[i]->span;
        if (span.begin >= at) {
            buf_str(&out, str_slice(src->text, at, span.begin));
            buf_str(&out, fixes.p[i]->text);
            at = span.end;
        }
    }
    buf_str(&out, str_from(src->text, at));
    if (r->dry_run) {
        refs_diff(r, path, src->text, buf_view(&out));
    } else if (fixes.n) {
        refs_rewrite(r, path, buf_view(&out));
    }
    vec_drop(&fixes);
    buf_drop(&out);
}

/** Forgets the findings that were corrected. */
static void leave_out_fixed(struct diags *d) {
    size_t kept = 0;
    for (size_t i = 0; i < d->n; i++) {
        struct diag *g = d->list[i];
        if (g->nfixes == 0) {
            d->list[kept++] = g;
        } else {
            d->errors -= g->level == DIAG_ERROR;
            d->warnings -= g->level == DIAG_WARNING;
        }
    }
    d->n = kept;
}

/** refs check --fix: corrects what is certain in the .bib files. */
static void fix_files(struct refs *r) {
    for (size_t i = 0; i < r->sources.n && i < r->paths.n; i++) {
        struct str path = r->paths.p[i];
        if (bib_format_is_bib(bib_format_of_name(path)) &&
            (r->dry_run || refs_may_change(r, path))) {
            fix_file(r, r->sources.p[i], path);
        }
    }
    if (!r->dry_run && !r->job.io_failed && !r->job.refused) {
        leave_out_fixed(&r->job.diags);
    }
}

int refs_check(struct refs *r) {
    if (r->files.n == 0) {
        return refs_usage(r, "no database given; `-` reads standard input");
    }
    if (r->dry_run && !r->fix) {
        return refs_usage(r, "--dry-run needs --fix");
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
    if (r->fix) {
        fix_files(r);
    }
    if (!r->all) {
        leave_out_repeated(&r->job.diags, r->arena);
    }
    return refs_finish(r);
}
