/* SPDX-License-Identifier: MIT */
/*
 * The cached result of a job. This file makes the key, checks the inputs, finishes the job with a
 * cached result, and saves the result of a run.
 *
 * A run is not saved if it has inputs that cannot be checked later, or if it failed to write a
 * file. If saving fails, nothing is reported. The document is then built again in the next run.
 */
#include "job/build/results.h"

#include "core/base/bounds.h"
#include "core/base/program.h"
#include "core/memo/store.h"
#include "job/build/output.h"
#include "job/build/page_host.h"

DIAG_USE(DIAG_CACHE_NOT_WRITTEN);
DIAG_USE(DIAG_SPELLING);

/* The dynamic loader's list of libraries. A library that was missing before may be in it later. */
#define LIBRARIES "/etc/ld.so.cache"

struct results_made {
    const struct build_target *target;
    struct result_file file;
};

struct build_results {
    struct arena *arena;
    struct build_job *job;
    const struct build_options *opt;
    struct memo_entry entry;
    struct memo_inputs inputs;
    /* the outputs and companions that were made so far, while the job runs */
    VEC(struct results_made) made;
    bool failed; /* an output could not be saved */
};

/* ---- the key */

static void add_job(struct digest_sum *key, struct arena *a, const struct build_job *job) {
    digest_add_field(key, file_real_path(a, STR(".")));
    digest_add_field(key, job->page ? job->page->key : STR_EMPTY);
    digest_add_field(key, job->input);
    digest_add_field(key, job->name);
    digest_add_fields(key, job->further, job->nfurther);
    digest_add_number(key, job->lint);
    digest_add_number(key, job->ntargets);
    for (size_t i = 0; i < job->ntargets; i++) {
        digest_add_field(key, str_of(job->targets[i].output->names[0]));
        digest_add_field(key, job->targets[i].path);
    }
}

/** Whether the key and the recorded inputs include everything on which the job depends. */
static bool is_covered(const struct build_job *job, const struct build_options *opt) {
    /* the key of a page includes the data that the site gives to the page */
    bool page = job->page && job->page->key.n;
    bool good = opt->cache.n && !opt->sandbox && !opt->host.fence && !job->surveys &&
                !file_is_stream(job->input) &&
                (page || (!job->page && !job->metadata && !opt->host.read));
    for (size_t i = 0; i < job->nfurther && good; i++) {
        good = !file_is_stream(job->further[i]);
    }
    for (size_t i = 0; i < job->ntargets && good; i++) {
        good = !job->targets[i].given.p && (page || !job->targets[i].take);
    }
    return good;
}

struct build_results *build_results_open(struct build_job *job, const struct build_options *opt) {
    struct digest_sum key;
    if (!is_covered(job, opt)) {
        return NULL;
    }
    digest_begin(&key);
    struct build_results *r = NULL;
    if (memo_add_program(&key) && build_options_key(&key, opt)) {
        struct arena *a = arena_new();
        r = ARENA_NEW(a, struct build_results);
        *r = (struct build_results){.arena = a, .job = job, .opt = opt};
        add_job(&key, a, job);
        r->entry = memo_entry_of(opt->cache, MEMO_RESULT, &key);
        memo_inputs_begin(&r->inputs, a);
        r->inputs.seen = opt->shared ? opt->shared->seen : NULL;
    }
    return r;
}

void build_results_close(struct build_results *r) {
    if (r) {
        memo_inputs_drop(&r->inputs);
        vec_drop(&r->made);
        arena_drop(r->arena);
    }
}

struct memo_inputs *build_results_inputs(struct build_results *r) {
    return r ? &r->inputs : NULL;
}

/** Returns the entry of the cache for the bytes of an output. */
static struct memo_entry place_of_output(const struct build_results *r,
                                         const struct digest *digest) {
    return (struct memo_entry){r->opt->cache, MEMO_OUTPUT, *digest};
}

/* ---- are the inputs the same? */

/** Whether all inputs are the same as those of the saved result. If only a database has changed,
 * the function still returns true and sets `*changed`, and the caller compares the trace.
 * `*renewed` is set if only the id of a file has changed. */
static bool inputs_hold(struct build_results *r, const struct result *v, bool *changed,
                        bool *renewed) {
    for (size_t i = 0; i < v->nqueries; i++) {
        struct memo_query *q = &v->queries[i];
        if (memo_query_holds(&r->inputs, q, renewed)) {
            continue;
        }
        if (!q->database || q->kind != MEMO_CONTENT) {
            return false;
        }
        *changed = true;
    }
    return true;
}

/** Whether the document still shows the same content of databases that have changed. */
static bool trace_holds(struct build_results *r, const struct result *v) {
    if (!v->traced || !r->opt->shared) {
        return false;
    }
    struct diags found;
    struct build_options opt = *r->opt;
    /* renew() needs the present state of the databases, which is recorded here */
    opt.host.inputs = &r->inputs;
    diags_init(&found, r->arena);
    bool same = build_trace_is_same(r->arena, &opt, v->trace, &found);
    /* notes about databases that pages share do not count, because the result of a page does not
     * have them */
    same = same && (r->job->page ? found.errors + found.warnings : found.n) == 0;
    diags_drop(&found);
    return same;
}

/* ---- outputs */

/** Whether the file at a path already has these bytes. */
static bool is_there(struct build_results *r, struct str path, struct result_file *f,
                     bool *renewed) {
    struct file_id id;
    if (!path.n || file_identify(path, &id) != 0 || id.size != f->size) {
        return false;
    }
    if (file_id_eq(&id, &f->id)) {
        return true;
    }
    struct arena *a = arena_new();
    struct str bytes;
    bool same = file_read(a, path, LIMIT_BUF, &bytes) == 0;
    struct digest now = digest_of(same ? bytes : STR_EMPTY);
    arena_drop(a);
    same = same && digest_eq(&now, &f->digest);
    if (same && memo_is_settled(&r->inputs, &id)) {
        f->id = id;
        *renewed = true;
    }
    return same;
}

/** Finds the bytes of a file, on the disk or in the cache. Returns false if neither has them. */
static bool prepare(struct build_results *r, struct str path, struct result_file *f,
                    bool *renewed) {
    struct memo_entry e = place_of_output(r, &f->digest);
    f->there = is_there(r, path, f, renewed);
    f->bytes = f->there ? STR_EMPTY : memo_load(r->arena, &e);
    return f->there || (f->bytes.p && f->bytes.n == f->size);
}

/** Prepares all files before one is written. */
static bool prepare_all(struct build_results *r, const struct result *v, bool *renewed) {
    bool good = v->ntargets == r->job->ntargets;
    for (size_t i = 0; i < v->ntargets && good; i++) {
        const struct build_target *t = &r->job->targets[i];
        struct result_target *kept = &v->targets[i];
        struct str at = t->path.n ? t->path : t->place;
        bool plain = !t->path.n || file_is_plain(t->path);
        good = prepare(r, plain ? at : STR_EMPTY, &kept->file, renewed);
        for (size_t k = 0; k < kept->ncompanions && good; k++) {
            struct result_file *c = &kept->companions[k];
            struct str path = at.n ? path_join(r->arena, path_dir(at), c->name) : STR_EMPTY;
            good = prepare(r, path, c, renewed);
        }
    }
    return good;
}

static void give_outputs(struct build_run *b, const struct result *v) {
    for (size_t i = 0; i < v->ntargets; i++) {
        struct build_target *t = &b->job->targets[i];
        const struct result_target *kept = &v->targets[i];
        b->target = t;
        b->output_dir = file_is_stream(t->path) ? STR_EMPTY : path_dir(t->path);
        for (size_t k = 0; k < kept->ncompanions; k++) {
            const struct result_file *c = &kept->companions[k];
            build_give_companion(b, c->name, c->bytes, c->there);
        }
        build_give_output(b, t, kept->file.bytes, kept->file.there);
        t->pages = (size_t)kept->pages;
        build_end_companions(b);
    }
}

/* ---- all together */

/** Tells the host of the options which files the document reads. It must know them if the document
 * is built before its turn, because an earlier document may still write one of them. */
static void show_inputs(const struct build_options *opt, struct arena *a, const struct result *v) {
    const struct file_host *host = &opt->host;
    struct str text;
    int error;
    for (size_t i = 0; i < v->nqueries && host->listed; i++) {
        const struct memo_query *q = &v->queries[i];
        if (q->kind == MEMO_NAMES || (q->kind == MEMO_CONTENT && q->found == MEMO_DIR)) {
            host->listed(host->listed_user, q->path);
        } else {
            (void)file_host_has(host, a, q->path, 0, &text, &error);
        }
    }
}

/** Finishes the job with a cached result. Returns false if the job must be reset. */
static bool give(struct build_run *b, const struct result *v, struct memo_fields *f) {
    struct build_job *job = b->job;
    job->verdict = v->verdict;
    for (size_t i = 0; i < v->nfindings; i++) {
        diag_restore(&job->diags, &v->findings[i]);
    }
    size_t before = job->diags.n;
    for (size_t i = 0; i < v->ninputs; i++) {
        build_note_input(b, v->inputs[i]);
    }
    if (job->ntargets) {
        build_guard_outputs(b);
    }
    if (b->blocked || job->diags.n != before || /* the run will report this error */
        (job->page && !job->page->keep(job->page->user, f))) {
        return false;
    }
    give_outputs(b, v);
    diags_sort(&job->diags);
    job->inputs = vec_keep(&b->inputs, job->arena);
    job->ninputs = b->inputs.n;
    job->unchanged = true;
    return true;
}

/** Resets the job to its former state and drops the steps that it has deferred. */
static void reset(struct build_job *job) {
    struct build_later *later = job->later;
    build_drop(job);
    job->io_failed = job->refused = false;
    if (later) {
        *later = (struct build_later){.steps = VEC_INIT};
        job->later = later;
    }
}

/** Saves the result with the present ids of its files. */
static void renew(struct build_results *r, struct result *v, struct str rest) {
    for (size_t i = 0; i < v->nqueries; i++) {
        struct memo_query *q = &v->queries[i];
        const struct memo_query *now =
            q->database ? memo_find_query(&r->inputs, q->kind, q->path) : NULL;
        if (now) {
            struct file_id none = {0};
            *q = *now;
            q->database = true;
            q->id = memo_is_settled(&r->inputs, &now->id) ? now->id : none;
        }
    }
    struct buf b = BUF_INIT;
    struct memo_fields f = {.out = &b};
    build_result_stamps(&f, v);
    buf_str(&b, rest);
    (void)memo_save(&r->entry, buf_view(&b));
    buf_drop(&b);
}

/** Uses a saved result, whose fields up to the file ids have been read. The file ids are still
 * valid. */
static bool take(struct build_results *r, struct result *v, struct memo_fields *f, bool changed,
                 bool renewed) {
    struct build_job *job = r->job;
    struct str rest = str_from(f->value, f->at);
    struct result_texts texts = {.list = VEC_INIT};
    build_result_fields(f, v, &texts);
    bool good = !f->bad && (!changed || trace_holds(r, v));
    vec_drop(&texts.list);
    if (!good || !prepare_all(r, v, &renewed)) {
        return false;
    }
    job->arena = f->arena;
    job->verdict = STR_EMPTY;
    diags_init(&job->diags, job->arena);
    struct build_options opt = *r->opt;
    struct build_run b = {.job = job, .opt = &opt, .arena = job->arena, .d = &job->diags};
    b.dir = path_dir(job->input);
    b.checking = job->ntargets == 0;
    build_look_on(&b, &opt);
    show_inputs(&opt, r->arena, v);
    bool given = give(&b, v, f);
    build_run_end(&b);
    if (given && (changed || renewed)) {
        renew(r, v, rest);
    }
    if (!given) {
        f->arena = NULL;
        reset(job);
    }
    return given;
}

bool build_results_take(struct build_results *r) {
    struct arena *a = arena_new();
    struct memo_fields f = {.arena = a, .value = memo_load(a, &r->entry)};
    struct result v = {.nqueries = 0};
    bool changed = false, renewed = false;
    if (f.value.p) {
        build_result_stamps(&f, &v);
    }
    bool taken = f.value.p && !f.bad && inputs_hold(r, &v, &changed, &renewed) &&
                 take(r, &v, &f, changed, renewed);
    if (!taken) {
        arena_drop(f.arena);
    }
    return taken;
}

/* ---- saving */

void build_results_output(struct build_results *r, const struct build_target *t, struct str name,
                          struct str data) {
    if (!r || r->failed || r->inputs.uncertain) {
        return;
    }
    struct result_file f = {
        .name = arena_str(r->arena, name), .size = data.n, .digest = digest_of(data)};
    struct memo_entry e = place_of_output(r, &f.digest);
    r->failed = memo_save(&e, data) != 0;
    vec_push(&r->made, ((struct results_made){t, f}));
}

static void note_library(void *user, struct str path) {
    memo_note_file(user, path);
}

/** Adds the inputs that the document did not record: fonts and shared libraries. */
static bool complete_inputs(struct build_results *r) {
    if (r->opt->fonts) {
        memo_inputs_add(&r->inputs, fonts_inputs(r->opt->fonts), false);
    }
    program_libraries(note_library, &r->inputs);
    memo_note_file(&r->inputs, STR(LIBRARIES));
    return memo_inputs_end(&r->inputs);
}

/** Collects the outputs. Returns false if one of them was not made. */
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
    struct buf value = BUF_INIT;
    struct memo_fields f = {.out = &value};
    build_result_stamps(&f, v);
    build_result_fields(&f, v, &texts);
    if ((!page || page->keep(page->user, &f)) && !f.bad && !value.overflow) {
        (void)memo_save(&r->entry, buf_view(&value));
    }
    buf_drop(&value);
    vec_drop(&texts.list);
}

/** Whether a finding of a page is a note about a database that pages of the site share. Such a note
 * is not saved with the result, because its place and its path depend on the other pages. */
static bool is_shared_note(struct build_results *r, const struct diag *g) {
    const struct memo_query *q = r->job->page && g->level == DIAG_NOTE && g->span.src
                                     ? memo_find_query(&r->inputs, MEMO_CONTENT, g->span.src->name)
                                     : NULL;
    return q && q->database;
}

void build_results_keep(struct build_results *r, struct build_run *b) {
    const struct build_job *job = r->job;
    struct diags *d = b->d;
    /* suppressed findings cannot be saved, because the documents to which they belong are
     * unknown */
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
