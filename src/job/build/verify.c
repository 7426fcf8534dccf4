/* SPDX-License-Identifier: MIT */
/*
 * Runs the checks of finished outputs. An output of this run is checked before it is kept. Existing
 * files are checked alone, or against the document from which they were made.
 */
#include "check/verify/verify.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "job/build/build.h"
#include "job/build/files.h"
#include "print/pdfread/pdfread.h"

void build_verify_output(struct build_run *b, const struct doc *doc, const struct build_target *t,
                         struct str bytes) {
    struct str mime = str_of(t->output->mime);
    if (!str_is(mime, "application/pdf") && !str_is(mime, "text/html")) {
        return;
    }
    bool named = t->path.n && !file_is_stream(t->path);
    struct verify_file file = {
        .name = named ? t->path : str_of(t->output->called),
        .beside = named && !b->job->page,    /* a site copies these files later */
        .bytes = arena_str(b->arena, bytes), /* findings point into the bytes until the job ends */
        .trusted = !b->opt->sandbox,
        /* a simple fragment lacks some of the content */
        .expected = b->opt->fragment > BUILD_FRAGMENT_FULL
                        ? NULL
                        : verify_expect(b->arena, doc, b->sheets, b->nsheets),
        .fragment = b->opt->fragment};
    (void)verify_output(b->arena, &file, b->d);
}

/** Drops warnings, because `check` reports the problems of the source. */
static void keep_errors(struct diags *d) {
    size_t kept = 0;
    for (size_t i = 0; i < d->n; i++) {
        if (d->list[i]->level >= DIAG_ERROR) {
            d->list[kept++] = d->list[i];
        }
    }
    d->n = kept;
    d->warnings = 0;
}

static void begin(struct build_job *job, const struct build_options *opt) {
    job->arena = arena_new();
    diags_init(&job->diags, job->arena);
    job->diags.levels = opt->levels;
}

static void against_source(struct build_job *job, const struct build_options *opt,
                           const struct str *files, size_t n) {
    struct arena *a = arena_new();
    struct build_target *targets = ARENA_ARRAY(a, struct build_target, n + 1);
    bool *good = ARENA_ARRAY(a, bool, n + 1);
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct str bytes = STR_EMPTY;
        int err = file_read(a, files[i], LIMIT_PDF, &bytes);
        good[i] = !err && verify_is_output(files[i], bytes);
        if (good[i]) {
            targets[count].given = bytes;
            targets[count].output =
                build_output_named(pdfread_is_pdf(bytes) ? STR("pdf") : STR("html"));
            targets[count++].path = files[i];
        }
    }
    if (count) {
        job->targets = targets;
        job->ntargets = count;
        build_run(job, opt);
        keep_errors(&job->diags);
    } else {
        begin(job, opt);
    }
    for (size_t i = 0; i < n; i++) {
        struct str bytes;
        if (!good[i] && !verify_read(job->arena, files[i], &bytes, &job->diags)) {
            job->io_failed = true;
        }
    }
    job->targets = NULL;
    job->ntargets = 0;
    arena_drop(a);
}

void build_verify(struct build_job *job, const struct build_options *opt, const struct str *files,
                  size_t n) {
    if (job->input.n) {
        against_source(job, opt, files, n);
        return;
    }
    begin(job, opt);
    if (!verify_files(job->arena, files, n, &job->diags)) {
        job->io_failed = true;
    }
}
