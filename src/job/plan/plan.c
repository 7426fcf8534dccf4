/* SPDX-License-Identifier: MIT */
/*
 * The order of the work, and the files of a plan. Each file is written as a whole. An existing file
 * that is not a plan is overwritten only with --force.
 */
#include "core/base/bounds.h"
#include "core/files/file_host.h"
#include "job/plan/plan_model.h"

#include <errno.h>

DIAG_USE(DIAG_FILE_EXISTS);
DIAG_USE(DIAG_PLAN_NAME);
DIAG_USE(DIAG_TOO_LARGE);

enum { MAX_PLAN = 1u << 30 };

bool plan_expresses(struct plan *p, struct str path, struct str unit) {
    const char *lack = p->opt->format->lacks(p, path);
    if (!lack) {
        return true;
    }
    struct diag *g = diag_add(&p->job->diags, DIAG_PLAN_NAME, SPAN_NONE,
                              "%s has no way to write `%.*s`", p->opt->format->name, STR_ARG(path));
    diag_hint(&p->job->diags, g, "%s; `%.*s` is not in the plan", lack, STR_ARG(unit));
    return false;
}

/** Whether a file is part of a plan. The first lines of such a file contain PLAN_MARK. */
static bool is_ours(struct str text) {
    struct str first = str_cut(&text, '\n'), second = str_cut(&text, '\n');
    return str_find(first, STR(PLAN_MARK)) != STR_NONE ||
           str_find(second, STR(PLAN_MARK)) != STR_NONE;
}

static void cannot_write(struct plan *p, struct str path, int err) {
    file_host_report_unwritten(&p->job->diags, path, err);
    p->job->io_failed = true;
}

bool plan_keep(struct plan *p, struct str path, struct str data) {
    struct arena *a = arena_new();
    struct str old = STR_EMPTY;
    int err = str_is(path, "-") ? ENOENT : file_read(a, path, MAX_PLAN, &old);
    bool same = err == 0 && str_eq(old, data);
    bool foreign = err == 0 && !same && !is_ours(old) && !p->opt->force;
    bool written = same;
    if (foreign) {
        struct diag *g = diag_add(&p->job->diags, DIAG_FILE_EXISTS, SPAN_NONE,
                                  "`%.*s` is not a plan, and is not overwritten", STR_ARG(path));
        diag_hint(&p->job->diags, g, "give another file (`-o FILE`), or `--force`");
        p->job->refused = true;
    } else if (!same) {
        p->counts->changed = true;
        err = str_is(path, "-") ? 0 : file_make_dirs(path_dir(path));
        err = err ? err : file_write_soon(path, data);
        written = err == 0;
        if (err) {
            cannot_write(p, path, err);
        }
    }
    if (written && str_eq(path, p->file)) {
        /* writing the file has changed its folder, and the plan must be newer than the folder */
        (void)file_touch(path);
    }
    arena_drop(a);
    return written;
}

void plan_put_again(const struct plan *p, struct buf *out) {
    plan_shell_word(out, p->opt->program);
    plan_shell_words(out, p->opt->again, p->opt->nagain);
    buf_puts(out, " || [ $? -eq 1 ]");
}

static bool begin(struct plan *p) {
    p->file = p->opt->file.n ? p->opt->file : str_of(p->opt->format->file);
    p->state = path_join(p->arena, p->opt->out, STR(PLAN_STATE));
    p->counts->file = p->file;
    /* the folder is made before the plan, because a new folder changes the folder around it */
    int err = file_make_dirs(p->state);
    if (err) {
        cannot_write(p, p->state, err);
    }
    return err == 0 && plan_expresses(p, p->state, p->file) && plan_expresses(p, p->file, p->file);
}

static bool is_whole(struct plan *p) {
    bool whole = !p->text.overflow && !p->list.overflow;
    if (!whole) {
        diag_add(&p->job->diags, DIAG_TOO_LARGE, SPAN_NONE, "`%.*s` would be larger than %d MB",
                 STR_ARG(p->file), MAX_PLAN / (1024 * 1024));
        p->job->io_failed = true;
    }
    return whole;
}

bool plan_write(const struct plan_options *opt, struct build_job *job, struct plan_counts *counts) {
    struct plan p = {.opt = opt,
                     .job = job,
                     .arena = job->arena,
                     .here = file_real_path(job->arena, STR(".")),
                     .counts = counts,
                     .names = MAP_INIT,
                     .taken = MAP_INIT,
                     .folder = arena_new()};
    *counts = (struct plan_counts){.documents = 0};
    buf_init(&p.text, MAX_PLAN);
    buf_init(&p.list, MAX_PLAN);
    bool good = begin(&p);
    if (good) {
        opt->format->begin(&p);
        plan_walk(&p);
        good = opt->format->end(&p) && is_whole(&p) && plan_keep(&p, p.file, buf_view(&p.text));
    }
    plan_drop_shared(&p);
    buf_drop(&p.text);
    buf_drop(&p.list);
    vec_drop(&p.watched);
    map_drop(&p.names);
    map_drop(&p.taken);
    arena_drop(p.folder);
    return good;
}
