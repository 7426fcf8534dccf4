/* SPDX-License-Identifier: MIT */
/*
 * dossier styles check: reports errors in style files. The compiler in cite/csl finds them. This
 * file checks the parent of a dependent style.
 */
#include "cli/cmd_styles.h"

#include "cite/csl/processor.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/diag/ignore.h"
#include "core/files/file_host.h"
#include "job/build/settings.h"

DIAG_USE(DIAG_STYLE_NOT_FOUND);

static void check_parent(struct styles *r, struct build_job *job, struct source *src,
                         struct str id) {
    struct str name = build_style_id_name(id);
    if (build_style_path(r->arena, r->dirs, r->ndirs, name).n ||
        file_exists(arena_join(job->arena, 2, path_join(job->arena, path_dir(job->input), name),
                               STR(".csl")))) {
        return;
    }
    size_t at = str_find(src->text, id);
    struct span place = at == STR_NONE ? span_make(src, 0, 0) : span_make(src, at, at + id.n);
    struct diag *g =
        diag_add(&job->diags, DIAG_STYLE_NOT_FOUND, place,
                 "the style is an alias of `%.*s`, which is not installed", STR_ARG(name));
    diag_hint(&job->diags, g, "put %.*s.csl beside this file", STR_ARG(name));
}

/** Returns the path of a style, which is given by its path or by its name. */
static struct str path_of(struct styles *r, struct str word) {
    if (str_ends(word, STR(".csl")) || str_is(word, "-") || file_exists(word)) {
        return word;
    }
    struct str path = build_style_path(r->arena, r->dirs, r->ndirs, word);
    return path.n ? path : word;
}

static void check_one(struct styles *r, struct build_job *job) {
    struct str text;
    struct str name = str_is(job->input, "-") ? STR("<stdin>") : job->input;
    int err = file_read_stream(job->arena, job->input, LIMIT_STYLE, &text);
    if (err) {
        file_host_report(NULL, &job->diags, SPAN_NONE, job->input, err);
        job->io_failed = true;
        return;
    }
    struct source *src = source_new(job->arena, name, text);
    const struct csl_style *style = csl_style_parse(job->arena, src, &job->diags);
    const struct csl_style_info *info = csl_style_info(style);
    if (info->dependent) {
        check_parent(r, job, src, info->parent);
    }
    struct diag_ignores ignores = {0};
    diag_ignores_read(&ignores, src, &job->diags);
    diag_ignores_apply(&ignores, &job->diags, true);
    diag_ignores_drop(&ignores);
    diags_sort(&job->diags);
}

int styles_check(struct styles *r) {
    size_t n = r->words.n;
    if (n == 0) {
        return cli_misuse(r->command, "no style given; `-` reads standard input");
    }
    struct build_job *jobs = ARENA_ARRAY(r->arena, struct build_job, n);
    struct build_options opt = {.levels = r->report.levels, .home = cli_home()};
    for (size_t i = 0; i < n; i++) {
        jobs[i].input = path_of(r, r->words.p[i]);
        jobs[i].arena = arena_new();
        diags_init(&jobs[i].diags, jobs[i].arena);
        cli_progress(i + 1, n, jobs[i].input);
        build_settle(jobs[i].arena, &opt, path_dir(jobs[i].input), &jobs[i].diags);
        check_one(r, &jobs[i]);
    }
    cli_progress_end();
    if (r->json) {
        r->report.diagnostics = CLI_JSON;
    }
    int status = cli_report(&r->report, jobs, n, NULL, 0);
    for (size_t i = 0; i < n; i++) {
        build_drop(&jobs[i]);
    }
    return status;
}
