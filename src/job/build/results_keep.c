/* SPDX-License-Identifier: MIT */
/*
 * Saving the result of a run. A run with inputs that cannot be checked later is not saved, and
 * neither is one that failed to write. If saving fails, nothing is reported: the document is built
 * again.
 */
#include "job/build/results_value.h"

#include "core/base/program.h"
#include "job/build/page_host.h"

DIAG_USE(DIAG_CACHE_NOT_WRITTEN);
DIAG_USE(DIAG_SPELLING);

/* The list of the dynamic loader: a library that was missing may appear there. */
#define LIBRARIES "/etc/ld.so.cache"

void build_results_output(struct build_results *r, const struct build_target *t, struct str name,
                          struct str data) {
    if (!r || r->failed || r->inputs.uncertain) {
        return;
    }
    struct result_file f = {
        .name = arena_str(r->arena, name), .size = data.n, .digest = digest_of(data)};
    struct memo_entry e = build_result_output(r, &f.digest);
    r->failed = !memo_has(&e, data.n) && memo_save(&e, data) != 0;
    vec_push(&r->made, ((struct results_made){t, f}));
}

static void note_library(void *user, struct str path) {
    memo_note_file(user, path);
}

/** Adds the inputs that the document did not record itself: fonts and shared libraries. */
static bool complete_inputs(struct build_results *r) {
    if (r->opt->fonts) {
        memo_inputs_add(&r->inputs, fonts_inputs(r->opt->fonts), false);
    }
    program_libraries(note_library, &r->inputs);
    memo_note_file(&r->inputs, STR(LIBRARIES));
    return memo_inputs_end(&r->inputs);
}

/** Collects the outputs; false if one was not made. */
static bool collect_targets(struct build_results *r, struct result *v) {
    const struct build_job *job = r->job;
    bool good = !r->failed;
    v->ntargets = job->ntargets;
    v->targets = ARENA_ARRAY(r->arena, struct result_target, job->ntargets);
    for (size_t i = 0; i < job->ntargets && good; i++) {
        const struct build_target *t = &job->targets[i];
        struct result_target *kept = &v->targets[i];
        bool made = false;
        kept->pages = t->pages;
        kept->companions = ARENA_ARRAY(r->arena, struct result_file, r->made.n);
        for (size_t k = 0; k < r->made.n; k++) {
            const struct results_made *m = &r->made.p[k];
            if (m->target == t && m->file.name.n) {
                kept->companions[kept->ncompanions++] = m->file;
            } else if (m->target == t) {
                kept->file = m->file;
                made = true;
            }
        }
        good = made && t->written && kept->ncompanions == t->ncompanions;
    }
    return good;
}

static void save(struct build_results *r, struct build_run *b, struct result *v) {
    const struct build_page *page = r->job->page;
    struct result_texts texts = {.list = VEC_INIT, .inputs = &r->inputs, .run = b};
    struct buf value;
    buf_init(&value, 0);
    struct memo_fields f = {.out = &value};
    build_result_stamps(&f, v);
    build_result_fields(&f, v, &texts);
    if ((!page || page->keep(page->user, &f)) && !f.bad && !value.overflow) {
        (void)memo_save(&r->entry, buf_view(&value));
    }
    buf_drop(&value);
    vec_drop(&texts.list);
}

/** Whether a finding of a page is not saved: a note about a database that the site's pages share is
 * reported when a page is made. Its place and its path depend on the other pages. */
static bool is_shared_note(struct build_results *r, const struct diag *g) {
    const struct memo_query *q = r->job->page && g->level == DIAG_NOTE && g->span.src
                                     ? memo_find_query(&r->inputs, MEMO_CONTENT, g->span.src->name)
                                     : NULL;
    return q && q->database;
}

void build_results_keep(struct build_results *r, struct build_run *b) {
    const struct build_job *job = r->job;
    struct diags *d = b->d;
    /* suppressed findings are only counted: which document they belong to is unknown */
    bool good = !job->io_failed && !job->refused && !b->blocked && !d->suppressed &&
                !diag_is_on(d, DIAG_SPELLING) && complete_inputs(r);
    struct result v = {.queries = r->inputs.list.p,
                       .nqueries = r->inputs.list.n,
                       .inputs = b->inputs.p,
                       .ninputs = b->inputs.n,
                       .traced = !b->untraced,
                       .trace = b->untraced ? STR_EMPTY : buf_view(&b->trace),
                       .verdict = job->verdict,
                       .findings = ARENA_ARRAY(r->arena, struct diag, d->n)};
    for (size_t i = 0; i < d->n && good; i++) {
        good = d->list[i]->id != DIAG_CACHE_NOT_WRITTEN;
        if (!is_shared_note(r, d->list[i])) {
            v.findings[v.nfindings++] = *d->list[i];
        }
    }
    if (good && collect_targets(r, &v)) {
        save(r, b, &v);
    }
}
