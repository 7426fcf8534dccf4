/* SPDX-License-Identifier: MIT */
/*
 * Keeps the outputs of a document and their companions. Each file is written completely or not at
 * all, or stays in memory for the caller. An input of a document of the run is never overwritten.
 * Two outputs of the run never have the same file.
 */
#include "job/build/results.h"

#include "cite/bib/format/format.h"
#include "core/base/bounds.h"
#include "core/base/file.h"

DIAG_USE(DIAG_OWN_INPUT);
DIAG_USE(DIAG_OUTPUT_TAKEN);
DIAG_USE(DIAG_READ_ONLY);
DIAG_USE(DIAG_TOO_LARGE);

#define DEPS "the dependency file"

static struct guard *guard_of(struct build_run *b) {
    if (b->opt->shared) {
        return &b->opt->shared->guard;
    }
    b->guard.arena = b->arena;
    return &b->guard;
}

/** Returns the name of an output for messages of the guard: "`a.md` as html". */
static struct str who_of(struct arena *a, const struct build_job *job, struct str what) {
    return arena_printf(a, "`%.*s` as %.*s", STR_ARG(job->input), STR_ARG(what));
}

void build_shared_input(struct build_shared *shared, struct str path) {
    (void)guard_read(&shared->guard, path);
}

/** Drops a waiting output, because a document reads the file that the output would replace. */
static void forget_held(struct build_shared *shared, struct str path) {
    for (size_t i = 0; shared && i < shared->held.n; i++) {
        struct build_held *h = &shared->held.p[i];
        if (str_eq(h->path, path)) {
            shared->held_bytes -= h->data.n;
            buf_drop(&h->data);
            *h = shared->held.p[--shared->held.n];
            return;
        }
    }
}

/** Records a step. The path and the name of the step are in the job's arena. */
static struct build_step *note_step(struct build_run *b, enum build_step_kind kind, struct str path,
                                    struct str who) {
    vec_push(&b->job->later->steps,
             (struct build_step){.kind = kind, .path = arena_str(b->arena, path), .who = who});
    return &vec_last(&b->job->later->steps);
}

void build_guard_input(struct build_run *b, struct str path) {
    if (b->job->later) {
        (void)note_step(b, BUILD_READS, path, STR_EMPTY);
        return;
    }
    const struct guard_output *out = guard_read(guard_of(b), path);
    if (!out || b->checking) {
        return;
    }
    forget_held(b->opt->shared, out->path);
    diag_add(b->d, DIAG_OWN_INPUT, SPAN_NONE, "`%.*s` would be written over `%.*s`, which is read",
             STR_ARG(out->path), STR_ARG(path));
    b->job->refused = b->blocked = true;
}

/** Reports the decision of the guard. Returns true if the file may be written. */
static bool is_free(struct build_run *b, enum guard_verdict v, struct str path, struct str who,
                    struct str other) {
    static const struct diag_rule *const rules[] = {[GUARD_INPUT] = DIAG_OWN_INPUT,
                                                    [GUARD_TAKEN] = DIAG_OUTPUT_TAKEN,
                                                    [GUARD_READ_ONLY] = DIAG_READ_ONLY};
    if (v == GUARD_FREE) {
        return true;
    }
    diag_add(b->d, rules[v], SPAN_NONE, "%.*s",
             STR_ARG(guard_words(b->arena, v, path, who, other)));
    b->job->refused = true;
    return false;
}

/** Claims a file for the document. */
static bool may_write(struct build_run *b, struct str path, struct str who) {
    if (b->job->later) {
        (void)note_step(b, BUILD_ASKS, path, who);
        return true;
    }
    struct str other;
    enum guard_verdict v = guard_claim(guard_of(b), path, who, &other);
    return is_free(b, v, path, who, other);
}

void build_guard_outputs(struct build_run *b) {
    for (size_t i = 0; i < b->job->ntargets && !b->blocked; i++) {
        const struct build_target *t = &b->job->targets[i];
        if (t->path.n) {
            struct str who = who_of(b->arena, b->job, str_of(t->output->names[0]));
            b->blocked = !may_write(b, t->path, who);
        }
    }
}

bool build_shared_plan(struct build_shared *shared, const struct build_job *jobs, size_t n,
                       struct str deps, bool force, struct arena *a, struct str *why) {
    struct guard *g = &shared->guard;
    g->force = force;
    shared->holds = n > 1;
    for (size_t i = 0; i < n; i++) {
        (void)guard_read(g, jobs[i].input);
        for (size_t k = 0; k < jobs[i].nfurther; k++) {
            (void)guard_read(g, jobs[i].further[k]);
        }
    }
    *why = STR_EMPTY;
    for (size_t i = 0; i < n && !why->n; i++) {
        for (size_t k = 0; k < jobs[i].ntargets && !why->n; k++) {
            const struct build_target *t = &jobs[i].targets[k];
            struct str who = who_of(a, &jobs[i], str_of(t->output->names[0])), other = STR_EMPTY;
            enum guard_verdict v = t->path.n ? guard_claim(g, t->path, who, &other) : GUARD_FREE;
            *why = guard_words(a, v, t->path, who, other);
        }
    }
    if (deps.n && !why->n) {
        struct str other;
        enum guard_verdict v = guard_claim(g, deps, STR(DEPS), &other);
        *why = guard_words(a, v, deps, STR(DEPS), other);
    }
    return !why->n;
}

int build_shared_deps(struct build_shared *shared, struct str deps, struct str data,
                      struct arena *a, struct str *why) {
    struct str other;
    enum guard_verdict v = guard_claim(&shared->guard, deps, STR(DEPS), &other);
    *why = guard_words(a, v, deps, STR(DEPS), other);
    int err = v != GUARD_FREE || str_is(deps, "-") ? 0 : file_make_dirs(path_dir(deps));
    return v == GUARD_FREE && !err ? guard_write(&shared->guard, deps, STR(DEPS), data, true) : err;
}

static bool write_now(struct guard *guard, struct memo_seen *seen, struct build_job *job,
                      struct str path, struct str who, struct str data) {
    /* A file that already has these bytes is not written, so that its time tells other programs
     * that it has not changed. */
    if (file_has_bytes(path, data)) {
        return true;
    }
    int err = str_is(path, "-") ? 0 : file_make_dirs(path_dir(path));
    err = err ? err : guard_write(guard, path, who, data, true);
    memo_seen_forget(seen);
    if (err) {
        file_host_report_unwritten(&job->diags, path, err);
        job->io_failed = true;
    }
    return err == 0;
}

void build_shared_flush(struct build_shared *shared, struct build_job *job) {
    for (size_t i = 0; i < shared->held.n; i++) {
        struct build_held *h = &shared->held.p[i];
        (void)write_now(&shared->guard, shared->seen, job, h->path, h->who, buf_view(&h->data));
        buf_drop(&h->data);
    }
    vec_clear(&shared->held);
    shared->held_bytes = 0;
}

/** Writes an output, or lets it wait if it would replace a file. The data is moved. */
static bool hold_or_write(struct build_shared *shared, struct build_job *job, struct str path,
                          struct str who, struct buf *data) {
    if (!shared->holds || !file_is_plain(path)) {
        return write_now(&shared->guard, shared->seen, job, path, who, buf_view(data));
    }
    if (shared->held_bytes + data->n > LIMIT_HELD) {
        build_shared_flush(shared, job);
    }
    struct build_held h = {arena_str(shared->files, path), arena_str(shared->files, who), *data};
    buf_init(data, 0);
    shared->held_bytes += h.data.n;
    vec_push(&shared->held, h);
    return true;
}

static bool put_file(struct build_run *b, struct str path, struct str what, struct buf *data) {
    struct build_shared *shared = b->opt->shared;
    struct str who = who_of(b->arena, b->job, what);
    if (!may_write(b, path, who)) {
        return false;
    }
    if (b->job->later) {
        note_step(b, BUILD_WRITES, path, who)->data = *data;
        buf_init(data, 0);
        return true;
    }
    return shared ? hold_or_write(shared, b->job, path, who, data)
                  : write_now(guard_of(b), NULL, b->job, path, who, buf_view(data));
}

static void look(struct build_run *b, enum build_step_kind kind, struct str path) {
    struct map *seen = &b->job->later->seen;
    const struct map_entry *known = map_find(seen, path);
    if (!known || (kind == BUILD_LISTS && known->value == NULL)) {
        struct str kept = note_step(b, kind, path, STR_EMPTY)->path;
        map_put(seen, kept, kind == BUILD_LISTS ? b : NULL);
    }
}

/** Implements `read` of a file_host: records the path and passes the request to the host of the
 * options. */
static int look_at_file(void *user, struct arena *a, struct str path, size_t limit,
                        struct str *out) {
    struct build_run *b = user;
    const struct file_host *host = &b->job->later->host;
    look(b, BUILD_LOOKS, path);
    return host->read ? host->read(host->user, a, path, limit, out) : FILE_ON_DISK;
}

static void look_at_folder(void *user, struct str dir) {
    look(user, BUILD_LISTS, dir);
}

void build_look_on(struct build_run *b, struct build_options *opt) {
    if (b->job->later) {
        b->job->later->host = opt->host;
        b->job->later->seen = MAP_IN(b->arena);
        opt->host.read = look_at_file;
        opt->host.user = b;
        opt->host.listed = look_at_folder;
        opt->host.listed_user = b;
    }
}

/** Appends the names of all outputs of a document for the guard. */
static void own_outputs(const struct build_job *job, str_list *out) {
    for (size_t i = 0; i < job->ntargets; i++) {
        vec_push(out, who_of(job->arena, job, str_of(job->targets[i].output->names[0])));
    }
    for (size_t i = 0; i < job->later->steps.n; i++) {
        if (job->later->steps.p[i].kind == BUILD_ASKS) {
            vec_push(out, job->later->steps.p[i].who);
        }
    }
}

/** Whether a step that was done early would give the same result now, in its turn. If so, the files
 * that it reads or claims are added to the guard. Before the run writes its first file, all files
 * are unchanged. */
static bool is_as_assumed(struct guard *g, const struct build_job *job,
                          const struct build_step *step, const str_list *own) {
    struct str other;
    switch (step->kind) {
    case BUILD_LOOKS:
        return !g->wrote || !guard_writes(g, job->arena, step->path, false, NULL, 0);
    case BUILD_LISTS:
        return !g->wrote || !guard_writes(g, job->arena, step->path, true, own->p, own->n);
    case BUILD_READS:
        return !guard_read(g, step->path) || !job->ntargets;
    case BUILD_ASKS:
        return guard_claim(g, step->path, step->who, &other) == GUARD_FREE;
    case BUILD_WRITES:
        return true;
    }
    BUG("build step");
}

bool build_do_later(struct build_shared *shared, struct build_job *job) {
    struct build_later *later = job->later;
    bool good = true;
    str_list own = VEC_INIT;
    own_outputs(job, &own);
    for (size_t i = 0; i < later->steps.n && good; i++) {
        good = is_as_assumed(&shared->guard, job, &later->steps.p[i], &own);
    }
    vec_drop(&own);
    size_t done = 0;
    for (; done < later->steps.n && good; done++) {
        struct build_step *step = &later->steps.p[done];
        good = step->kind != BUILD_WRITES ||
               hold_or_write(shared, job, step->path, step->who, &step->data);
    }
    while (!good && done-- > 0) {
        if (later->steps.p[done].kind == BUILD_WRITES) {
            forget_held(shared, later->steps.p[done].path);
        }
    }
    build_forget_later(job);
    return good;
}

void build_forget_later(struct build_job *job) {
    for (size_t i = 0; job->later && i < job->later->steps.n; i++) {
        buf_drop(&job->later->steps.p[i].data);
    }
    if (job->later) {
        vec_drop(&job->later->steps);
    }
    job->later = NULL;
}

/** Writes a file if the guard permits it, or moves the data to the outputs that wait. `what` is the
 * name of the output of the document. */
static bool write_file(struct build_run *b, struct str path, struct str what, struct buf *data) {
    timings_begin(b->opt->timings, "write");
    bool written = put_file(b, path, what, data);
    timings_end(b->opt->timings);
    return written;
}

static bool is_too_large(struct build_run *b, struct str name, const struct buf *data) {
    if (data->overflow) {
        diag_add(b->d, DIAG_TOO_LARGE, SPAN_NONE, "`%.*s` would be larger than %zu MB",
                 STR_ARG(name), data->limit / (1024 * 1024));
    }
    return data->overflow;
}

void build_keep_output(struct build_run *b, struct build_target *t, struct buf *data) {
    struct str kind = str_of(t->output->names[0]);
    if (is_too_large(b, t->path.n ? t->path : kind, data)) {
        return;
    }
    build_results_output(b->results, t, STR_EMPTY, buf_view(data));
    if (t->path.n == 0) {
        t->held = *data; /* the bytes are moved rather than copied, because a page may be large */
        buf_init(data, 0);
        t->data = buf_view(&t->held);
        t->written = true;
        return;
    }
    t->written = !b->blocked && write_file(b, t->path, kind, data);
}

/* ---- companions ---- */

bool build_has_companions(const struct build_run *b) {
    return b->target && !b->checking && !file_is_stream(b->target->path);
}

/** Whether the folder of the document contains a different file with this name. It may be a
 * database of the author with the same name as an export. The file is reported and not
 * overwritten. */
static bool is_kept_beside(struct build_run *b, struct str path, struct str data) {
    struct str dir = path_dir(path), there;
    bool database = bib_format_of_name(path) != BIB_FORMAT_COUNT;
    struct str own = b->dir.n ? b->dir : STR(".");
    if (!database || !file_exists(path) ||
        !str_eq(file_real_path(b->arena, dir.n ? dir : STR(".")), file_real_path(b->arena, own))) {
        return false;
    }
    if (file_read(b->arena, path, LIMIT_DATABASE, &there) == 0 && str_eq(there, data)) {
        return false;
    }
    memo_uncertain(b->opt->host.inputs);
    struct diag *g = diag_add(b->d, DIAG_OUTPUT_TAKEN, SPAN_NONE,
                              "`%.*s` is there already, beside the document", STR_ARG(path));
    diag_hint(b->d, g, "give outputs a folder of their own (`-o DIR`), or take the file away");
    return true;
}

bool build_companion(struct build_run *b, struct str name, const struct buf *data) {
    if (!path_is_portable(name) || !build_has_companions(b)) {
        return false;
    }
    struct build_target *t = b->target;
    struct build_companion c = {.name = arena_str(b->arena, name)};
    bool made = false;
    if (is_too_large(b, name, data)) {
        return false;
    }
    if (b->job->surveys) {
        c.path = path_join(b->arena, path_dir(t->path), name);
        made = true;
    } else if (t->path.n) {
        c.path = path_join(b->arena, path_dir(t->path), name);
        struct buf copy = BUF_INIT; /* companions are small, and the caller keeps its own data */
        buf_str(&copy, buf_view(data));
        made = !b->blocked && !is_kept_beside(b, c.path, buf_view(data)) &&
               write_file(b, c.path, name, &copy);
        buf_drop(&copy);
    } else if (map_find(&b->outputs, name)) {
        diag_add(b->d, DIAG_OUTPUT_TAKEN, SPAN_NONE, "`%.*s` would be made twice", STR_ARG(name));
    } else {
        map_put(&b->outputs, c.name, t);
        made = !t->take || t->take(t->take_user, c.name, buf_view(data), false);
        c.data = t->take ? STR_EMPTY : buf_keep(data, b->arena);
    }
    if (made) {
        vec_push(&b->companions, c);
        build_results_output(b->results, t, c.name, buf_view(data));
    }
    return made;
}

/* ---- earlier outputs */

void build_give_output(struct build_run *b, struct build_target *t, struct str bytes, bool there) {
    if (there) { /* build_guard_outputs() has claimed the path */
        t->written = true;
        t->in_place = !t->path.n;
        return;
    }
    struct buf data = BUF_INIT;
    buf_str(&data, bytes);
    build_keep_output(b, t, &data);
    buf_drop(&data);
}

void build_give_companion(struct build_run *b, struct str name, struct str bytes, bool there) {
    const struct build_target *t = b->target;
    struct build_companion c = {.name = arena_str(b->arena, name)};
    if (!there) {
        struct buf data = BUF_INIT;
        buf_str(&data, bytes);
        (void)build_companion(b, name, &data);
        buf_drop(&data);
        return;
    }
    c.path = t->path.n ? path_join(b->arena, path_dir(t->path), name) : STR_EMPTY;
    if (t->path.n ? may_write(b, c.path, who_of(b->arena, b->job, name))
                  : !t->take || t->take(t->take_user, c.name, STR_EMPTY, true)) {
        vec_push(&b->companions, c);
    }
}

void build_end_companions(struct build_run *b) {
    if (b->companions.n) {
        b->target->companions = vec_keep(&b->companions, b->arena);
        b->target->ncompanions = b->companions.n;
    }
    vec_drop(&b->companions);
    b->target = NULL;
}
