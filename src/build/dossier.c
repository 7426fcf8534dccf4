/* SPDX-License-Identifier: MIT */
/*
 * The public API over one job (include/dossier/dossier.h): copies what callers pass, keeps the last
 * job for its diagnostics.
 */
#include "dossier/dossier.h"

#include "base/file.h"
#include "base/vec.h"
#include "build/build.h"

struct dossier {
    struct arena *arena;
    struct build_options opt;
    VEC(struct markdown_override) overrides;
    VEC(struct str) databases;
    VEC(struct build_target) targets;
    size_t ndirs;
    struct build_job job;
    bool has_job;
};

static struct str keep(struct dossier *d, const char *text) {
    return text ? arena_str(d->arena, str_of(text)) : STR_EMPTY;
}

struct dossier *dossier_new(void) {
    struct dossier *d = xcalloc(1, sizeof *d);
    d->arena = arena_new();
    d->opt.epoch = -1;
    d->opt.fonts = fonts_new(d->arena);
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
    vec_drop(&d->overrides);
    vec_drop(&d->databases);
    vec_drop(&d->targets);
    arena_drop(d->arena);
    free(d);
}

void dossier_set_metadata(struct dossier *d, const char *key, const char *value) {
    struct markdown_override o = {keep(d, key), keep(d, value)};
    vec_push(&d->overrides, o);
}

void dossier_add_bibliography(struct dossier *d, const char *path) {
    vec_push(&d->databases, keep(d, path));
}

void dossier_set_csl(struct dossier *d, const char *style) {
    d->opt.csl = keep(d, style);
}

void dossier_add_data_dir(struct dossier *d, const char *path) {
    if (d->ndirs < ARRAY_LEN(d->opt.data_dirs)) {
        d->opt.data_dirs[d->ndirs++] = keep(d, path);
    }
}

void dossier_set_cache_dir(struct dossier *d, const char *path) {
    d->opt.cache = keep(d, path);
}

void dossier_set_fragment(struct dossier *d, bool fragment) {
    d->opt.fragment = fragment;
}

void dossier_set_epoch(struct dossier *d, int64_t seconds) {
    d->opt.epoch = seconds;
}

bool dossier_add_output(struct dossier *d, const char *format, const char *path) {
    struct str file = keep(d, path);
    const struct build_output *output =
        format ? build_output_named(str_of(format)) : build_output_ending(path_ext(file));
    if (output) {
        struct build_target t = {.output = output, .path = file};
        vec_push(&d->targets, t);
    }
    return output != NULL;
}

void dossier_clear_outputs(struct dossier *d) {
    vec_clear(&d->targets);
}

enum dossier_result dossier_build(struct dossier *d, const char *input) {
    forget_job(d);
    d->opt.overrides = d->overrides.p;
    d->opt.noverrides = d->overrides.n;
    d->opt.databases = d->databases.p;
    d->opt.ndatabases = d->databases.n;
    d->job = (struct build_job){.input = keep(d, input)};
    d->job.targets = d->targets.p;
    d->job.ntargets = d->targets.n;
    build_run(&d->job, &d->opt);
    d->has_job = true;
    return d->job.io_failed ? DOSSIER_IO : d->job.diags.errors ? DOSSIER_ERRORS : DOSSIER_FINE;
}

size_t dossier_pages(const struct dossier *d) {
    size_t pages = 0;
    for (size_t i = 0; d->has_job && i < d->targets.n; i++) {
        pages = d->targets.p[i].pages ? d->targets.p[i].pages : pages;
    }
    return pages;
}

size_t dossier_diagnostic_count(const struct dossier *d) {
    return d->has_job ? d->job.diags.n : 0;
}

bool dossier_diagnostic(const struct dossier *d, size_t i, struct dossier_diagnostic *out) {
    if (i >= dossier_diagnostic_count(d)) {
        return false;
    }
    const struct diag *g = d->job.diags.list[i];
    struct arena *a = d->job.arena;
    *out = (struct dossier_diagnostic){.file = "",
                                       .level = diag_level_name(g->level),
                                       .id = g->id->slug,
                                       .message = arena_str(a, g->text).p,
                                       .hint = arena_str(a, g->hint).p};
    if (g->span.src) {
        struct line_col at = source_line_col(g->span.src, g->span.begin);
        out->file = arena_str(a, g->span.src->name).p;
        out->line = at.line;
        out->column = at.col;
    }
    return true;
}
