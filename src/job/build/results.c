/* SPDX-License-Identifier: MIT */
/*
 * Looking for the result of a job, and giving it: what its key is, whether its questions have the
 * same answers, and how its findings and outputs are there again. results_keep.c keeps them.
 */
#include "job/build/results_files.h"

#include "core/base/bounds.h"
#include "core/base/program.h"
#include "job/build/output.h"
#include "job/build/results_record.h"

/* ---- what it is found by */

static void add_list(struct digest_sum *s, const struct str *list, size_t n) {
    digest_add_number(s, n);
    for (size_t i = 0; i < n; i++) {
        digest_add_field(s, list[i]);
    }
}

static void add_job(struct digest_sum *s, struct arena *a, const struct build_job *job) {
    digest_add_field(s, file_real_path(a, STR(".")));
    digest_add_field(s, job->input);
    digest_add_field(s, job->name);
    add_list(s, job->further, job->nfurther);
    digest_add_number(s, job->lint);
    digest_add_number(s, job->ntargets);
    for (size_t i = 0; i < job->ntargets; i++) {
        digest_add_field(s, str_of(job->targets[i].output->names[0]));
        digest_add_field(s, job->targets[i].path);
    }
}

static bool is_plain_job(const struct build_job *job, const struct build_options *opt) {
    bool plain = opt->cache.n && !opt->sandbox && !opt->host.read && !opt->host.fence &&
                 !job->page && !job->surveys && !job->metadata && !job->wants_trace &&
                 !file_is_stream(job->input);
    for (size_t i = 0; i < job->nfurther && plain; i++) {
        plain = !file_is_stream(job->further[i]);
    }
    for (size_t i = 0; i < job->ntargets && plain; i++) {
        plain = !job->targets[i].given.p && !job->targets[i].take;
    }
    return plain;
}

struct build_results *build_results_open(struct build_job *job, const struct build_options *opt) {
    if (!is_plain_job(job, opt)) {
        return NULL;
    }
    struct arena *a = arena_new();
    struct str program = program_id(a);
    if (!program.n) {
        arena_drop(a);
        return NULL;
    }
    struct build_results *r = ARENA_NEW(a, struct build_results);
    struct digest_sum s;
    digest_begin(&s);
    digest_add_field(&s, program);
    add_job(&s, a, job);
    bool keyed = build_options_digest(&s, opt);
    struct digest key = digest_end(&s);
    if (!keyed) {
        arena_drop(a);
        return NULL;
    }
    *r = (struct build_results){.arena = a, .job = job, .opt = opt, .key = digest_hex(a, &key)};
    asked_begin(&r->asked, a);
    r->asked.memo = opt->shared ? opt->shared->guard.memo : NULL;
    return r;
}

void build_results_close(struct build_results *r) {
    if (r) {
        asked_drop(&r->asked);
        vec_drop(&r->files);
        arena_drop(r->arena);
    }
}

struct asked *build_results_asked(struct build_results *r) {
    return r ? &r->asked : NULL;
}

struct str results_path(struct build_results *r, struct str name, struct str ending) {
    struct str dir = path_join(r->arena, r->opt->cache, STR(RESULTS_FOLDER));
    struct str sub = str_slice(name, 0, 1); /* what is pruned at a time */
    return path_join(r->arena, path_join(r->arena, dir, sub),
                     arena_join(r->arena, 2, name, ending));
}

/* ---- do its questions have the same answers? */

static bool databases_hold(struct build_results *r, const struct record *rec) {
    if (!rec->traced || !r->opt->shared) {
        return false;
    }
    for (size_t i = 0; i < rec->nsources; i++) { /* where that is now, nobody knows */
        for (size_t k = 0; k < rec->nquestions; k++) {
            const struct asked_question *q = &rec->questions[k];
            if (q->database && str_eq(q->path, rec->sources[i].name)) {
                return false;
            }
        }
    }
    struct diags found;
    struct build_options opt = *r->opt;
    opt.host.asked = &r->asked; /* the databases as they are now: results_used() */
    diags_init(&found, r->arena);
    bool same = build_trace_is_same(r->arena, &opt, rec->trace, &found) && found.n == 0;
    diags_drop(&found);
    return same;
}

/** Whether the result is that of the files as they are. `*again`: something has another stamp than
 * the record says, and is the same. */
static bool holds(struct build_results *r, const struct record *rec, bool *again) {
    bool traced = false;
    for (size_t i = 0; i < rec->nquestions; i++) {
        struct asked_question *q = &rec->questions[i];
        if (asked_holds(&r->asked, q, again)) {
            continue;
        }
        if (!q->database || q->kind != ASKED_TEXT) {
            return false;
        }
        traced = true;
    }
    *again = *again || traced;
    return !traced || databases_hold(r, rec);
}

/* ---- findings */

static bool read_sources(struct build_results *r, const struct record *rec, struct source **out) {
    struct arena *a = r->job->arena;
    for (size_t i = 0; i < rec->nsources; i++) {
        const struct record_source *s = &rec->sources[i];
        struct str name = arena_str(a, s->name), text = STR_EMPTY;
        if (s->kind == RECORD_READ && file_read(a, s->name, LIMIT_DATABASE, &text) != 0) {
            return false;
        }
        text = s->kind == RECORD_KEPT ? arena_str(a, s->text) : text;
        out[i] = source_new(a, name, text);
    }
    return true;
}

static struct span span_of(const struct record_span *s, struct source *const *sources, bool *bad) {
    struct source *src = s->source ? sources[s->source - 1] : NULL;
    *bad = *bad || (src && src->text.p && s->end > src->text.n);
    return (struct span){src, (uint32_t)s->begin, (uint32_t)s->end};
}

static bool give_finding(struct build_job *job, const struct record_finding *f,
                         struct source *const *sources) {
    struct arena *a = job->arena;
    bool bad = false;
    struct diag g = {.id = diag_find(f->slug),
                     .level = (enum diag_level)f->level,
                     .span = span_of(&f->at, sources, &bad),
                     .text = arena_str(a, f->text),
                     .hint = arena_str(a, f->hint),
                     .related = ARENA_ARRAY(a, struct diag_related, f->nrelated),
                     .nrelated = f->nrelated,
                     .fixes = ARENA_ARRAY(a, struct diag_fix, f->nfixes),
                     .nfixes = f->nfixes,
                     .unfixable = f->unfixable != 0};
    for (size_t i = 0; i < f->nrelated; i++) {
        g.related[i] = (struct diag_related){span_of(&f->related[i].at, sources, &bad),
                                             arena_str(a, f->related[i].text)};
    }
    for (size_t i = 0; i < f->nfixes; i++) {
        g.fixes[i] = (struct diag_fix){span_of(&f->fixes[i].at, sources, &bad),
                                       arena_str(a, f->fixes[i].text)};
    }
    if (g.id && !bad) {
        diag_restore(&job->diags, &g);
    }
    return g.id && !bad;
}

static bool give_findings(struct build_results *r, const struct record *rec) {
    struct build_job *job = r->job;
    struct source **sources = ARENA_ARRAY(r->arena, struct source *, rec->nsources);
    bool good = read_sources(r, rec, sources);
    for (size_t i = 0; i < rec->nfindings && good; i++) {
        good = give_finding(job, &rec->findings[i], sources);
    }
    job->diags.errors = (size_t)rec->errors;
    job->diags.warnings = (size_t)rec->warnings;
    job->diags.suppressed = (size_t)rec->suppressed;
    return good;
}

/* ---- outputs */

/** The bytes of an output as the cache has them; empty `p` when it does not, or no more. */
static struct str read_bytes(struct build_results *r, const struct record_file *f) {
    struct str path = results_path(r, digest_hex(r->arena, &f->digest), STR(RESULTS_BYTES)), bytes;
    if (file_read(r->arena, path, LIMIT_BUF, &bytes) != 0) {
        return STR_EMPTY;
    }
    struct digest now = digest_of(bytes);
    if (bytes.n != f->size || !digest_eq(&now, &f->digest)) {
        (void)file_remove(path); /* damaged */
        return STR_EMPTY;
    }
    return bytes.p ? bytes : STR("");
}

/** Whether the file at a path has the bytes already. `*again`: its stamp is to be kept. */
static bool is_there(struct build_results *r, struct str path, struct record_file *f, bool *again) {
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
    if (same && asked_is_settled(&r->asked, &id)) {
        f->id = id;
        *again = true;
    }
    return same;
}

/** What is to be done about one file of the result. */
struct giving {
    struct record_file *file;
    bool there; /* it is as it should be */
    struct str bytes;
};

static bool prepare(struct build_results *r, struct str path, struct record_file *f,
                    struct giving *g, bool *again) {
    *g = (struct giving){.file = f, .there = is_there(r, path, f, again)};
    g->bytes = g->there ? STR_EMPTY : read_bytes(r, f);
    return g->there || g->bytes.p;
}

/** Everything that is to be written, before anything is: false when the cache does not have it. */
static bool prepare_all(struct build_results *r, const struct record *rec, struct giving *all,
                        bool *again) {
    size_t n = 0;
    bool good = rec->ntargets == r->job->ntargets;
    for (size_t i = 0; i < rec->ntargets && good; i++) {
        const struct build_target *t = &r->job->targets[i];
        struct record_target *kept = &rec->targets[i];
        bool plain = t->path.n && file_is_plain(t->path);
        good = prepare(r, plain ? t->path : STR_EMPTY, &kept->file, &all[n++], again);
        for (size_t k = 0; k < kept->ncompanions && good; k++) {
            struct record_file *c = &kept->companions[k];
            struct str path = t->path.n ? path_join(r->arena, path_dir(t->path), c->name) : STR("");
            good = prepare(r, path, c, &all[n++], again);
        }
    }
    return good;
}

static void give_outputs(struct build_run *b, const struct record *rec, struct giving *all) {
    for (size_t i = 0, n = 0; i < rec->ntargets; i++) {
        struct build_target *t = &b->job->targets[i];
        const struct record_target *kept = &rec->targets[i];
        const struct giving *own = &all[n++];
        b->target = t;
        b->output_dir = file_is_stream(t->path) ? STR_EMPTY : path_dir(t->path);
        for (size_t k = 0; k < kept->ncompanions; k++) {
            build_give_companion(b, kept->companions[k].name, all[n].bytes, all[n].there);
            n++;
        }
        build_give_output(b, t, own->bytes, own->there);
        t->pages = (size_t)kept->pages;
        build_end_companions(b);
    }
}

/* ---- all together */

/** Notes what the result stands on, for a document that is built before its turn: one before it may
 * be about to write there. */
static void look_on(const struct build_options *opt, struct arena *a, const struct record *rec) {
    const struct file_host *host = &opt->host;
    struct str text;
    int error;
    for (size_t i = 0; i < rec->nquestions && host->read; i++) {
        const struct asked_question *q = &rec->questions[i];
        if (q->kind == ASKED_NAMES || q->kind == ASKED_FOLDER) {
            host->listed(host->listed_user, q->path);
        } else {
            (void)file_host_has(host, a, q->path, 0, &text, &error);
        }
    }
}

static size_t count_files(const struct record *rec) {
    size_t n = rec->ntargets;
    for (size_t i = 0; i < rec->ntargets; i++) {
        n += rec->targets[i].ncompanions;
    }
    return n;
}

/** The job as if it had run. False: it has what is to be thrown away. */
static bool give(struct build_results *r, struct build_run *b, const struct record *rec,
                 struct giving *files) {
    struct build_job *job = r->job;
    job->verdict = arena_str(job->arena, rec->verdict);
    if (!give_findings(r, rec)) {
        return false;
    }
    size_t before = job->diags.n;
    for (size_t i = 0; i < rec->ninputs; i++) {
        build_note_input(b, rec->inputs[i]);
    }
    if (job->ntargets) {
        build_guard_outputs(b);
    }
    if (b->blocked || job->diags.n != before) { /* that is for the run to report, in its place */
        return false;
    }
    give_outputs(b, rec, files);
    diags_sort(&job->diags);
    job->inputs = vec_keep(&b->inputs, job->arena);
    job->ninputs = b->inputs.n;
    job->unchanged = true;
    return true;
}

/** The job is as it was before; steps of its that were put off are none. */
static void throw_away(struct build_job *job) {
    struct build_later *later = job->later;
    build_drop(job);
    job->io_failed = job->refused = false;
    if (later) {
        *later = (struct build_later){.steps = VEC_INIT};
        job->later = later;
    }
}

static bool read_record(struct build_results *r, struct record *rec) {
    struct str path = results_path(r, r->key, STR(RESULTS_RECORD)), text;
    if (file_read(r->arena, path, RESULTS_RECORD_MOST, &text) != 0) {
        return false;
    }
    if (!record_read(r->arena, text, rec)) {
        (void)file_remove(path); /* damaged, or of a form that this program does not know */
        return false;
    }
    return true;
}

bool build_results_take(struct build_results *r) {
    struct record rec;
    bool again = false;
    if (!read_record(r, &rec) || !holds(r, &rec, &again)) {
        return false;
    }
    struct giving *files = ARENA_ARRAY(r->arena, struct giving, count_files(&rec));
    if (!prepare_all(r, &rec, files, &again)) {
        return false;
    }
    struct build_job *job = r->job;
    job->arena = arena_new();
    job->verdict = STR_EMPTY;
    diags_init(&job->diags, job->arena);
    struct build_options opt = *r->opt;
    struct build_run b = {.job = job, .opt = &opt, .arena = job->arena, .d = &job->diags};
    b.dir = path_dir(job->input);
    b.checking = job->ntargets == 0;
    build_look_on(&b, &opt);
    look_on(&opt, r->arena, &rec);
    bool given = give(r, &b, &rec, files);
    build_run_end(&b);
    if (!given) {
        throw_away(job);
        return false;
    }
    results_used(r, &rec, again);
    return true;
}
