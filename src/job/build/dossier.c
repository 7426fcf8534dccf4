/* SPDX-License-Identifier: MIT */
/*
 * The public API (include/dossier/dossier.h) for single jobs. It copies the arguments, and keeps
 * the last job for its diagnostics and its outputs in memory.
 */
#include "dossier/dossier.h"

#include "core/base/datadir.h"
#include "core/base/vec.h"
#include "job/build/build.h"

#include <errno.h>

/** A file from the caller, with the name that documents use for it. */
struct given {
    struct str name, bytes;
};

struct dossier {
    struct arena *arena;
    struct build_options opt;
    VEC(struct build_target) targets;
    VEC(struct str) dirs;
    VEC(struct given) files;
    dossier_read_fn *read;
    void *read_user;
    struct build_job job;
    struct arena *build;               /* memory for the arguments of the last build */
    struct dossier_diagnostic **shown; /* the diagnostics that were requested, or NULL */
    bool has_job;
};

static struct str keep(struct dossier *d, const char *text) {
    return text ? arena_str(d->arena, str_of(text)) : STR_EMPTY;
}

/* ---- files ---- */

/** Looks the name up in the files of the caller, then calls the caller's function (see struct
 * file_host). */
static int read_given(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    const struct dossier *d = user;
    for (size_t i = d->files.n; i > 0; i--) {
        if (str_eq(d->files.p[i - 1].name, path)) {
            *out = d->files.p[i - 1].bytes;
            return out->n > limit ? EFBIG : 0;
        }
    }
    if (!d->read) {
        return FILE_ON_DISK;
    }
    const void *data = NULL;
    size_t size = 0;
    switch (d->read(d->read_user, arena_str(a, path).p, &data, &size)) {
    case DOSSIER_FILE_GIVEN:
        if (size > limit) {
            return EFBIG;
        }
        *out = arena_str(a, (struct str){data, data ? size : 0});
        return 0;
    case DOSSIER_FILE_ON_DISK:
        return FILE_ON_DISK;
    case DOSSIER_FILE_MISSING:
        return ENOENT;
    }
    return FILE_ON_DISK;
}

void dossier_add_file(struct dossier *d, const char *name, const void *data, size_t size) {
    struct str bytes = arena_str(d->arena, (struct str){data, data ? size : 0});
    vec_push(&d->files, (struct given){keep(d, name), bytes});
}

void dossier_set_reader(struct dossier *d, dossier_read_fn *read, void *user) {
    d->read = read;
    d->read_user = user;
}

/* ---- the context ---- */

struct dossier *dossier_new(void) {
    struct dossier *d = xcalloc(1, sizeof *d);
    d->arena = arena_new();
    d->build = arena_new();
    d->opt.epoch = -1;
    d->opt.fonts = fonts_new(d->arena);
    d->opt.host = (struct file_host){.read = read_given, .user = d};
    return d;
}

static void forget_job(struct dossier *d) {
    if (d->has_job) {
        build_drop(&d->job);
        d->has_job = false;
    }
}

void dossier_free(struct dossier *d) {
    if (!d) {
        return;
    }
    forget_job(d);
    fonts_drop(d->opt.fonts);
    vec_drop(&d->opt.overrides);
    vec_drop(&d->opt.databases);
    vec_drop(&d->targets);
    vec_drop(&d->dirs);
    vec_drop(&d->files);
    arena_drop(d->build);
    arena_drop(d->arena);
    free(d);
}

void dossier_set_metadata(struct dossier *d, const char *key, const char *value) {
    struct markdown_override o = {.key = keep(d, key), .text = keep(d, value)};
    vec_push(&d->opt.overrides, o);
}

void dossier_add_bibliography(struct dossier *d, const char *path) {
    vec_push(&d->opt.databases, keep(d, path));
}

void dossier_set_csl(struct dossier *d, const char *style) {
    d->opt.csl = keep(d, style);
}

void dossier_add_data_dir(struct dossier *d, const char *path) {
    vec_push(&d->dirs, keep(d, path));
}

void dossier_set_cache_dir(struct dossier *d, const char *path) {
    d->opt.cache = keep(d, path);
}

void dossier_set_fragment(struct dossier *d, bool fragment) {
    d->opt.fragment = fragment ? BUILD_FRAGMENT_FULL : BUILD_FRAGMENT_NONE;
}

bool dossier_set_wrap(struct dossier *d, const char *how, unsigned columns) {
    static const char *const words[] = {
        [PLAIN_WRAP_AUTO] = "auto", [PLAIN_WRAP_NONE] = "none", [PLAIN_WRAP_PRESERVE] = "preserve"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_is(str_of(how), words[i])) {
            d->opt.wrap = (enum plain_wrap)i;
            d->opt.columns = columns;
            return true;
        }
    }
    return false;
}

void dossier_set_epoch(struct dossier *d, int64_t seconds) {
    d->opt.epoch = seconds;
}

/* ---- outputs ---- */

const char *dossier_media_type(const char *format) {
    const struct build_output *output = build_output_named(str_of(format));
    return output ? output->mime : NULL;
}

bool dossier_add_output(struct dossier *d, const char *format, const char *path) {
    struct str file = keep(d, path);
    const struct build_output *output =
        format ? build_output_named(str_of(format)) : build_output_ending(path_ext(file));
    if (output) {
        vec_push(&d->targets, (struct build_target){.output = output, .path = file});
    }
    return output != NULL;
}

void dossier_clear_outputs(struct dossier *d) {
    forget_job(d);
    vec_clear(&d->targets);
}

const void *dossier_output(const struct dossier *d, const char *format, size_t *size) {
    if (size) {
        *size = 0;
    }
    const struct build_output *output = build_output_named(str_of(format));
    for (size_t i = 0; d->has_job && i < d->job.ntargets; i++) {
        const struct build_target *t = &d->job.targets[i];
        if (t->output == output && t->path.n == 0 && t->written) {
            if (size) {
                *size = t->data.n;
            }
            return t->data.p;
        }
    }
    return NULL;
}

const void *dossier_companion(const struct dossier *d, const char *format, size_t i,
                              const char **name, size_t *size) {
    const struct build_output *output = build_output_named(str_of(format));
    *name = NULL;
    *size = 0;
    for (size_t k = 0; d->has_job && k < d->job.ntargets; k++) {
        const struct build_target *t = &d->job.targets[k];
        if (t->output == output && t->path.n == 0 && i < t->ncompanions) {
            *name = t->companions[i].name.p;
            *size = t->companions[i].data.n;
            return t->companions[i].data.p;
        }
    }
    return NULL;
}

size_t dossier_pages(const struct dossier *d) {
    size_t pages = 0;
    for (size_t i = 0; d->has_job && i < d->job.ntargets; i++) {
        pages = d->job.targets[i].pages ? d->job.targets[i].pages : pages;
    }
    return pages;
}

/* ---- building ---- */

/** Sets the data folders: first the folders of the caller, as far as there is room, then those of
 * the library. */
static void set_data_dirs(struct dossier *d, struct arena *a) {
    struct str own[BUILD_DATA_DIRS];
    size_t nown = datadir_list(a, own, ARRAY_LEN(own)), n = 0;
    memset(d->opt.data_dirs, 0, sizeof d->opt.data_dirs);
    for (size_t i = 0; i < d->dirs.n && n + nown < BUILD_DATA_DIRS; i++) {
        d->opt.data_dirs[n++] = d->dirs.p[i];
    }
    for (size_t i = 0; i < nown; i++) {
        d->opt.data_dirs[n++] = own[i];
    }
}

enum dossier_result dossier_build(struct dossier *d, const char *input) {
    forget_job(d);
    arena_reset(d->build);
    set_data_dirs(d, d->build);
    /* The job has a copy of the targets, because the caller may add outputs while it reads the
     * results. */
    d->job = (struct build_job){.input = arena_str(d->build, str_of(input)),
                                .targets = ARENA_ARRAY(d->build, struct build_target, d->targets.n),
                                .ntargets = d->targets.n};
    for (size_t i = 0; i < d->targets.n; i++) {
        d->job.targets[i] = d->targets.p[i];
    }
    build_run(&d->job, &d->opt);
    d->shown = ARENA_ARRAY(d->job.arena, struct dossier_diagnostic *, d->job.diags.n + 1);
    d->has_job = true;
    return d->job.io_failed ? DOSSIER_IO : d->job.diags.errors ? DOSSIER_ERRORS : DOSSIER_FINE;
}

/* ---- diagnostics ---- */

size_t dossier_diagnostic_count(const struct dossier *d) {
    return d->has_job ? d->job.diags.n : 0;
}

const struct dossier_diagnostic *dossier_diagnostic(const struct dossier *d, size_t i) {
    if (i >= dossier_diagnostic_count(d)) {
        return NULL;
    }
    const struct diag *g = d->job.diags.list[i];
    struct arena *a = d->job.arena;
    if (d->shown[i]) {
        return d->shown[i];
    }
    struct dossier_diagnostic *out = ARENA_NEW(a, struct dossier_diagnostic);
    *out = (struct dossier_diagnostic){.file = "",
                                       .level = diag_level_name(g->level),
                                       .id = g->id->slug,
                                       .message = arena_str(a, g->text).p,
                                       .hint = arena_str(a, g->hint).p};
    if (g->span.src) {
        struct line_col at = source_line_col(g->span.src, g->span.begin);
        struct line_col end = source_line_col(g->span.src, g->span.end);
        out->file = arena_str(a, g->span.src->name).p;
        out->line = at.line;
        out->column = at.col;
        out->end_line = end.line;
        out->end_column = end.col;
    }
    d->shown[i] = out;
    return out;
}
