/* SPDX-License-Identifier: MIT */
/*
 * Finished outputs, looked at anew: those that a job has just made, before they are kept, against
 * the document that they were made from; and files by themselves, or against a source. What is
 * looked at is verify's to know.
 */
#include "check/verify/verify.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/data/css.h"
#include "job/build/build.h"
#include "job/build/files.h"
#include "write/html/html.h"

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_NOT_PDF);
DIAG_USE(DIAG_VERIFY_PAGE);

static struct verify_text *look(struct arena *a, struct verify_file *file, struct diags *d) {
    if (verify_is_pdf(file->bytes)) {
        return verify_pdf(a, file, d);
    }
    struct buf script;
    buf_init(&script, 0);
    html_write_script(&script);
    struct str own = buf_view(&script);
    file->scripts = &own;
    file->nscripts = 1;
    struct verify_text *said = verify_page(a, file, d);
    buf_drop(&script);
    return said;
}

/** Whether an output is one that can be looked at. */
static bool is_seen(const struct build_output *output) {
    return str_is(str_of(output->mime), "application/pdf") ||
           str_is(str_of(output->mime), "text/html");
}

/** Whether a sheet of the document's has a property. */
static bool has_property(const struct build_run *b, const char *name, const char *value) {
    for (size_t i = 0; i < b->nsheets; i++) {
        struct str css = b->sheets[i]->src->text;
        for (size_t from = 0, found;
             (found = str_find(str_from(css, from), str_of(name))) != STR_NONE;) {
            from += found + strlen(name);
            struct str rest = str_trim(str_slice(css, from, from + 40));
            rest = rest.n && rest.p[0] == ':' ? str_trim(str_from(rest, 1)) : STR_EMPTY;
            if (rest.n && str_starts(rest, str_of(value))) {
                return true;
            }
        }
    }
    return false;
}

void build_verify_output(struct build_run *b, const struct doc *doc, const struct build_target *t,
                         struct str bytes) {
    if (!is_seen(t->output)) {
        return;
    }
    bool adds = has_property(b, "content", "");
    bool hides = has_property(b, "display", "none") || has_property(b, "visibility", "hidden");
    struct verify_file file = {
        .name = t->path.n && !file_is_stream(t->path) ? t->path : str_of(t->output->called),
        .bytes = arena_str(b->arena, bytes), /* findings point into it until the job ends */
        .trusted = !b->opt->sandbox,
        .expected = verify_expect(b->arena, doc, adds, hides),
        .fragment = b->opt->fragment};
    (void)look(b->arena, &file, b->d);
}

/* ---- files */

struct seen {
    struct str path, bytes;
    bool pdf;
    struct verify_text *said;
};

static bool read_file(struct build_job *job, struct str path, struct str *out) {
    struct diags *d = &job->diags;
    int err = file_read(job->arena, path, LIMIT_PDF, out);
    if (err == 0) {
        return true;
    }
    job->io_failed = true;
    diag_add(d, DIAG_CANNOT_READ, SPAN_NONE, "cannot read `%.*s`: %s", STR_ARG(path),
             file_why(err));
    return false;
}

/** Whether a file is one that can be looked at. */
static bool is_output(struct str path, struct str bytes) {
    return verify_is_pdf(bytes) || verify_is_page(path, bytes);
}

/** Says so of one that cannot. */
static void refuse(struct build_job *job, struct str path) {
    struct span at = span_make(source_new(job->arena, path, STR_EMPTY), 0, 0);
    if (str_ieq(path_ext(path), STR("pdf"))) {
        diag_add(&job->diags, DIAG_NOT_PDF, at, "`%.*s` is no PDF", STR_ARG(path));
    } else {
        diag_add(&job->diags, DIAG_VERIFY_PAGE, at, "`%.*s` is neither a PDF nor a page",
                 STR_ARG(path));
    }
}

/** Reports that two outputs of one document do not say the same. */
static void compare(struct build_job *job, const struct seen *files, size_t n) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n && !files[i].pdf && files[i].said; k++) {
            if (files[k].pdf && files[k].said &&
                str_eq(path_stem(files[i].path), path_stem(files[k].path))) {
                verify_same(job->arena, files[i].path, files[i].said, files[k].path, files[k].said,
                            &job->diags);
            }
        }
    }
}

/** What the source is not as it should be is `check`'s to say: only what ends a run is kept. */
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
        good[i] = !err && is_output(files[i], bytes);
        if (good[i]) {
            targets[count].given = bytes;
            targets[count].output =
                build_output_named(verify_is_pdf(bytes) ? STR("pdf") : STR("html"));
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
        if (!good[i] && read_file(job, files[i], &bytes)) {
            refuse(job, files[i]);
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
    struct seen *seen = ARENA_ARRAY(job->arena, struct seen, n + 1);
    for (size_t i = 0; i < n; i++) {
        seen[i].path = files[i];
        if (!read_file(job, files[i], &seen[i].bytes)) {
            continue;
        }
        if (!is_output(files[i], seen[i].bytes)) {
            refuse(job, files[i]);
        } else {
            struct verify_file file = {.name = files[i], .bytes = seen[i].bytes};
            seen[i].pdf = verify_is_pdf(seen[i].bytes);
            seen[i].said = look(job->arena, &file, &job->diags);
        }
    }
    compare(job, seen, n);
}
