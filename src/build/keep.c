/* SPDX-License-Identifier: MIT */
/*
 * Keeping what was made: an output and the files that go with it are written whole, or stay in
 * memory for the caller. Nothing is ever written over a file that a document of the run is made
 * from, and no file of a run over another one. Knows nothing of what is in them.
 */
#include "build/results_files.h"

#include "base/asked.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "bib/format/format.h"

DIAG_USE(DIAG_CANNOT_WRITE);
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

/** Whose an output is, for the guard: "`a.md` as html". */
static struct str who_of(struct arena *a, const struct build_job *job, struct str what) {
    return arena_printf(a, "`%.*s` as %.*s", STR_ARG(job->input), STR_ARG(what));
}

void build_shared_input(struct build_shared *shared, struct str path) {
    (void)guard_read(&shared->guard, path);
}

/** An output that waits is not written: a document reads what is there. */
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

void build_guard_input(struct build_run *b, struct str path) {
    const struct guard_output *out = guard_read(guard_of(b), path);
    if (!out || b->checking) {
        return;
    }
    forget_held(b->opt->shared, out->path);
    diag_add(b->d, DIAG_OWN_INPUT, SPAN_NONE, "`%.*s` would be written over `%.*s`, which is read",
             STR_ARG(out->path), STR_ARG(path));
    b->job->refused = b->blocked = true;
}

/** Reports a verdict; true when the file is free. */
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

/** Asks the guard for a file of the document. */
static bool may_write(struct build_run *b, struct str path, struct str who) {
    struct str other;
    enum guard_verdict v = guard_ask(guard_of(b), path, who, &other);
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
            enum guard_verdict v = t->path.n ? guard_ask(g, t->path, who, &other) : GUARD_FREE;
            *why = guard_words(a, v, t->path, who, other);
        }
    }
    if (deps.n && !why->n) {
        struct str other;
        enum guard_verdict v = guard_ask(g, deps, STR(DEPS), &other);
        *why = guard_words(a, v, deps, STR(DEPS), other);
    }
    return !why->n;
}

int build_shared_deps(struct build_shared *shared, struct str deps, struct str data,
                      struct arena *a, struct str *why) {
    struct str other;
    enum guard_verdict v = guard_ask(&shared->guard, deps, STR(DEPS), &other);
    *why = guard_words(a, v, deps, STR(DEPS), other);
    int err = v != GUARD_FREE || str_is(deps, "-") ? 0 : file_make_dirs(path_dir(deps));
    return v == GUARD_FREE && !err ? guard_write(&shared->guard, deps, STR(DEPS), data, true) : err;
}

/** Whether a file has these bytes already: then it stays, and so does its time, for whoever builds
 * further things from it when it has changed. */
static bool has_bytes(struct str path, struct str data) {
    struct file_id id;
    if (file_identify(path, &id) != 0 || id.size != data.n) {
        return false;
    }
    struct arena *a = arena_new();
    struct str there;
    bool same = file_read(a, path, data.n, &there) == 0 && str_eq(there, data);
    arena_drop(a);
    return same;
}

static bool write_now(struct arena *a, struct guard *guard, struct build_job *job, struct str path,
                      struct str who, struct str data) {
    if (has_bytes(path, data)) {
        return true;
    }
    int err = str_is(path, "-") ? 0 : file_make_dirs(path_dir(path));
    err = err ? err : guard_write(guard, path, who, data, true);
    if (err) {
        struct diag *g = diag_add(&job->diags, DIAG_CANNOT_WRITE, SPAN_NONE, "cannot write `%.*s`",
                                  STR_ARG(path));
        diag_hint(&job->diags, g, "%.*s", STR_ARG(file_why_unwritten(a, path, err)));
        job->io_failed = true;
    }
    return err == 0;
}

void build_shared_flush(struct build_shared *shared, struct build_job *job) {
    for (size_t i = 0; i < shared->held.n; i++) {
        struct build_held *h = &shared->held.p[i];
        (void)write_now(job->arena, &shared->guard, job, h->path, h->who, buf_view(&h->data));
        buf_drop(&h->data);
    }
    vec_clear(&shared->held);
    shared->held_bytes = 0;
}

static bool put_file(struct build_run *b, struct str path, struct str what, struct str data) {
    struct build_shared *shared = b->opt->shared;
    struct str who = who_of(b->arena, b->job, what);
    if (!may_write(b, path, who)) {
        return false;
    }
    if (!shared || !shared->holds || !file_is_plain(path)) {
        return write_now(b->arena, guard_of(b), b->job, path, who, data);
    }
    if (shared->held_bytes + data.n > LIMIT_HELD) {
        build_shared_flush(shared, b->job);
    }
    struct build_held h = {arena_str(shared->files, path), arena_str(shared->files, who), {0}};
    buf_init(&h.data, 0);
    buf_str(&h.data, data);
    shared->held_bytes += data.n;
    vec_push(&shared->held, h);
    return true;
}

/** Writes a file under the guard, or lets it wait. `what` tells one of a document from another. */
static bool write_file(struct build_run *b, struct str path, struct str what, struct str data) {
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
        t->held = *data; /* moved: a page may be large */
        buf_init(data, 0);
        t->data = buf_view(&t->held);
        t->written = true;
        return;
    }
    t->written = !b->blocked && write_file(b, t->path, kind, buf_view(data));
}

/* ---- companions ---- */

/** What other systems take for the name of a device or a stream, or cannot have in a name. */
static bool is_odd_byte(char c) {
    return (unsigned char)c < 0x20 || c == 0x7f || str_index(STR("\\:*?\"<>|"), c) != STR_NONE;
}

bool build_companion_name(struct str name) {
    if (name.n == 0 || name.n > BUILD_COMPANION_NAME || utf8_check(name) != STR_NONE) {
        return false;
    }
    while (name.p) {
        struct str part = str_cut(&name, '/');
        if (part.n == 0 || part.n > BUILD_COMPANION_PART || part.p[0] == '.' ||
            part.p[part.n - 1] == '.' || part.p[part.n - 1] == ' ') {
            return false;
        }
        for (size_t i = 0; i < part.n; i++) {
            if (is_odd_byte(part.p[i])) {
                return false;
            }
        }
    }
    return true;
}

bool build_has_companions(const struct build_run *b) {
    return b->target && !b->checking && !file_is_stream(b->target->path);
}

/** Whether a file of the name lies beside the document with something else in it: a database that
 * somebody keeps there may be called as an export would be. Reported; it stays. */
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
    asked_unsure(b->opt->host.asked);
    struct diag *g = diag_add(b->d, DIAG_OUTPUT_TAKEN, SPAN_NONE,
                              "`%.*s` is there already, beside the document", STR_ARG(path));
    diag_hint(b->d, g, "give outputs a folder of their own (`-o DIR`), or take the file away");
    return true;
}

bool build_companion(struct build_run *b, struct str name, const struct buf *data) {
    if (!build_companion_name(name) || !build_has_companions(b)) {
        return false;
    }
    struct build_target *t = b->target;
    struct build_companion c = {.name = arena_str(b->arena, name)};
    if (is_too_large(b, name, data)) {
        return false;
    }
    if (b->job->surveys) {
        c.path = path_join(b->arena, path_dir(t->path), name);
        c.written = true;
    } else if (t->path.n) {
        c.path = path_join(b->arena, path_dir(t->path), name);
        c.written = !b->blocked && !is_kept_beside(b, c.path, buf_view(data)) &&
                    write_file(b, c.path, name, buf_view(data));
    } else if (map_find(&b->outputs, name)) {
        diag_add(b->d, DIAG_OUTPUT_TAKEN, SPAN_NONE, "`%.*s` would be made twice", STR_ARG(name));
    } else {
        map_put(&b->outputs, c.name, t);
        c.written = true;
        if (!t->take) {
            c.data = buf_keep(data, b->arena);
        } else if (!t->take(t->take_user, c.name, buf_view(data))) {
            c.written = false;
        }
    }
    if (c.written) {
        vec_push(&b->companions, c);
        build_results_output(b->results, t, c.name, buf_view(data));
    }
    return c.written;
}

/* ---- what was made before */

void build_give_output(struct build_run *b, struct build_target *t, struct str bytes, bool there) {
    if (there) { /* build_guard_outputs() has asked for it */
        t->written = true;
        return;
    }
    struct buf data;
    buf_init(&data, 0);
    buf_str(&data, bytes);
    build_keep_output(b, t, &data);
    buf_drop(&data);
}

void build_give_companion(struct build_run *b, struct str name, struct str bytes, bool there) {
    struct build_companion c = {.name = arena_str(b->arena, name)};
    c.path = path_join(b->arena, path_dir(b->target->path), name);
    if (!there || !b->target->path.n) {
        struct buf data;
        buf_init(&data, 0);
        buf_str(&data, bytes);
        (void)build_companion(b, name, &data);
        buf_drop(&data);
    } else if (may_write(b, c.path, who_of(b->arena, b->job, name))) {
        c.written = true;
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
