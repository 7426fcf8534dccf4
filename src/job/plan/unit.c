/* SPDX-License-Identifier: MIT */
/*
 * The inputs and outputs of a document or a site. A document is read in the same way as in a build,
 * but pages are not laid out. All files that are read or searched for during this time are its
 * inputs. The inputs of a site are all files in its folder.
 */
#include "core/base/bounds.h"
#include "core/base/digest.h"
#include "core/files/file_host.h"
#include "dossier/version.h"
#include "job/build/project.h"
#include "job/plan/plan_model.h"
#include "job/site/site.h"

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_OUTPUT_TAKEN);

/* The number of documents after which the shared databases are freed, because it is not known which
 * document uses a database last. */
enum { SHARED_BY = 512 };

/* ---- recorded inputs */

/** The files that a document has read or searched for. */
struct asked_files {
    struct arena *arena;
    struct map paths;
};

/** Implements `read` of a file_host: records the path. All files are read from the disk. */
static int note_asked(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    struct asked_files *asked = user;
    (void)a, (void)limit, (void)out;
    if (path.n && !file_is_stream(path) && !map_find(&asked->paths, path)) {
        map_put(&asked->paths, arena_str(asked->arena, path), NULL);
    }
    return FILE_ON_DISK;
}

/** Collects the files of the job, then the recorded files that exist. */
static void collect_inputs(struct plan *p, struct plan_unit *u, const struct build_job *job,
                           const struct asked_files *asked) {
    size_t most = job->ninputs + asked->paths.n + p->opt->ninputs + 1, n = 0;
    struct str *inputs = ARENA_ARRAY(job->arena, struct str, most);
    struct map seen = MAP_INIT;
    inputs[n++] = u->name;
    map_put(&seen, u->name, NULL);
    for (size_t i = 0; i < most - 1; i++) {
        size_t at = i - job->ninputs, common = at - asked->paths.n;
        bool own = i < job->ninputs, looked = !own && at < asked->paths.n;
        struct str path = own      ? job->inputs[i]
                          : looked ? asked->paths.entries[at].key
                                   : p->opt->inputs[common];
        if (looked && !file_is_plain(path)) {
            continue;
        }
        path = plan_tidy(p, job->arena, path);
        if (!map_find(&seen, path) && (!looked || !p->opt->format->lacks(p, path))) {
            map_put(&seen, path, NULL);
            inputs[n++] = path;
        }
    }
    map_drop(&seen);
    u->inputs = inputs;
    u->ninputs = n;
}

static void collect_outputs(struct plan_unit *u, const struct build_job *job) {
    size_t n = 0;
    for (size_t i = 0; i < job->ntargets; i++) {
        n += job->targets[i].ncompanions;
    }
    struct str *outputs = ARENA_ARRAY(job->arena, struct str, job->ntargets);
    struct str *companions = ARENA_ARRAY(job->arena, struct str, n);
    for (size_t i = 0; i < job->ntargets; i++) {
        const struct build_target *t = &job->targets[i];
        outputs[u->noutputs++] = t->path;
        for (size_t k = 0; k < t->ncompanions; k++) {
            companions[u->ncompanions++] = t->companions[k].path;
        }
    }
    u->outputs = outputs;
    u->companions = companions;
}

/* ---- the command */

void plan_command(const struct plan *p, const struct plan_unit *u, struct buf *out) {
    buf_puts(out, u->site ? "site" : "build");
    plan_shell_words(out, u->site ? p->opt->site_words : p->opt->words,
                     u->site ? p->opt->nsite_words : p->opt->nwords);
}

static struct str hex_of(struct arena *a, const struct buf *b) {
    struct digest d = digest_of(buf_view(b));
    return digest_hex(a, &d);
}

/** Sets the digests of a unit. */
static void identify(const struct plan *p, struct arena *a, struct plan_unit *u) {
    struct buf b = BUF_INIT;
    plan_command(p, u, &b);
    plan_shell_words(&b, (struct str[]){STR(DOSSIER_VERSION), u->to, u->name}, 3);
    for (size_t i = 0; i < u->noutputs; i++) {
        plan_shell_words(&b, &u->outputs[i], 1);
    }
    u->id = hex_of(a, &b);
    plan_shell_words(&b, u->inputs, u->ninputs);
    u->inputs_id = hex_of(a, &b);
    buf_drop(&b);
}

/* ---- passing units to the format */

/** Whether the format can express all names of a unit. Names that it cannot express are reported.
 */
static bool is_expressed(struct plan *p, const struct plan_unit *u) {
    bool right = plan_expresses(p, u->to, u->name);
    for (size_t i = 0; i < u->ninputs && right; i++) {
        right = plan_expresses(p, u->inputs[i], u->name);
    }
    for (size_t i = 0; i < u->noutputs && right; i++) {
        right = plan_expresses(p, u->outputs[i], u->name);
    }
    for (size_t i = 0; i < u->ncompanions && right; i++) {
        right = plan_expresses(p, u->companions[i], u->name);
    }
    return right;
}

/** Whether the outputs of a unit differ from those of all other units. If not, this is reported. */
static bool is_free(struct plan *p, const struct plan_unit *u) {
    for (size_t i = 0; i < u->noutputs + u->ncompanions; i++) {
        struct str path = i < u->noutputs ? u->outputs[i] : u->companions[i - u->noutputs];
        const struct map_entry *other = map_find(&p->taken, path);
        if (other) {
            struct diag *g = diag_add(&p->job->diags, DIAG_OUTPUT_TAKEN, SPAN_NONE,
                                      "`%.*s` would be written over `%.*s`, which `%s` makes",
                                      STR_ARG(u->name), STR_ARG(path), (const char *)other->value);
            diag_hint(&p->job->diags, g, "give one of the two another name, or `--exclude` it");
            return false;
        }
    }
    const char *who = arena_str(p->arena, u->name).p;
    for (size_t i = 0; i < u->noutputs + u->ncompanions; i++) {
        struct str path = i < u->noutputs ? u->outputs[i] : u->companions[i - u->noutputs];
        map_put(&p->taken, arena_str(p->arena, path), (void *)(uintptr_t)who);
    }
    return true;
}

static void hand_over(struct plan *p, struct plan_unit *u) {
    if (!is_expressed(p, u) || !is_free(p, u)) {
        return;
    }
    identify(p, p->folder, u);
    for (size_t i = 0; i < u->ninputs && u->ncompanions; i++) {
        /* the plan depends on the inputs, because they determine the companions */
        vec_push(&p->watched, arena_str(p->arena, u->inputs[i]));
    }
    p->opt->format->unit(p, u);
    p->units++;
    *(u->site ? &p->counts->sites : &p->counts->documents) += 1;
}

/* ---- documents */

/** Sets the files of a job: the files of a project, or the document itself. Returns false if the
 * project cannot be read, which is reported. */
static bool take_files(struct plan *p, struct build_job *job, struct arena *a, struct str path) {
    struct str text;
    struct build_project project;
    job->input = path;
    if (!build_is_project(path)) {
        return true;
    }
    int err = file_read(a, path, LIMIT_FRONT_MATTER, &text);
    if (err) {
        file_host_report(NULL, &p->job->diags, SPAN_NONE, path, err);
        p->job->io_failed = true;
        return false;
    }
    struct source *src = source_new(p->arena, arena_str(p->arena, path), text);
    if (!build_project_read(a, src, &project, &p->job->diags)) {
        return false;
    }
    job->input = project.files[0];
    job->further = project.files + 1;
    job->nfurther = project.nfiles - 1;
    job->name = project.name;
    job->metadata = project.metadata;
    return true;
}

static void add_targets(const struct plan *p, struct build_job *job, struct arena *a,
                        struct str to) {
    job->targets = ARENA_ARRAY(a, struct build_target, build_noutputs);
    for (size_t i = 0; i < build_noutputs; i++) {
        const struct build_output *output = &build_outputs[i];
        bool wanted = p->opt->noutputs == 0 && output->usual;
        for (size_t k = 0; k < p->opt->noutputs; k++) {
            wanted = wanted || p->opt->outputs[k] == output;
        }
        if (wanted) {
            struct str path =
                build_output_path(a, to, job->name.n ? job->name : job->input, output);
            job->targets[job->ntargets++] = (struct build_target){.output = output, .path = path};
        }
    }
}

void plan_drop_shared(struct plan *p) {
    if (p->shared) {
        build_shared_drop(p->shared);
        p->shared = NULL;
    }
}

/** Returns the shared data, which is renewed after SHARED_BY documents. */
static struct build_shared *shared_of(struct plan *p) {
    if (p->sharing++ % SHARED_BY == 0) {
        plan_drop_shared(p);
    }
    if (!p->shared) {
        p->shared = build_shared_new(p->arena);
    }
    return p->shared;
}

void plan_document(struct plan *p, struct str path, struct str to) {
    struct arena *a = arena_new();
    struct build_job job = {.surveys = true};
    struct asked_files asked = {a, MAP_INIT};
    if (take_files(p, &job, a, path)) {
        struct build_options opt = *p->opt->build;
        struct plan_unit u = {.name = path, .to = to};
        opt.host = (struct file_host){.read = note_asked, .user = &asked, .fence = opt.host.fence};
        opt.shared = shared_of(p);
        add_targets(p, &job, a, to);
        build_run(&job, &opt);
        collect_inputs(p, &u, &job, &asked);
        collect_outputs(&u, &job);
        hand_over(p, &u);
        build_drop(&job);
    }
    map_drop(&asked.paths);
    arena_drop(a);
}

/* ---- sites */

void plan_site(struct plan *p, struct str dir, struct str to) {
    struct site_options site = {.dir = dir, .build = p->opt->build};
    int status;
    struct site *s = site_open(&site, &status);
    if (!s) {
        struct diag *g = diag_add(&p->job->diags, DIAG_CANNOT_READ, SPAN_NONE,
                                  "cannot read the folder `%.*s`", STR_ARG(dir));
        diag_hint(&p->job->diags, g, "`dossier check` shows why");
        p->job->io_failed = true;
        return;
    }
    struct arena *a = arena_new();
    struct plan_unit u = {.site = true, .name = dir, .to = to, .noutputs = 1};
    struct str list = path_join(a, to, STR(SITE_MANIFEST));
    const struct str *inputs = site_inputs(s, &u.ninputs);
    struct str *all = ARENA_ARRAY(a, struct str, u.ninputs + p->opt->ninputs + 1);
    for (size_t i = 0; i < u.ninputs; i++) {
        all[i] = plan_tidy(p, a, inputs[i]);
    }
    for (size_t i = 0; i < p->opt->ninputs; i++) {
        all[u.ninputs++] = p->opt->inputs[i];
    }
    u.inputs = all;
    u.outputs = &list;
    hand_over(p, &u);
    site_close(s);
    arena_drop(a);
}
