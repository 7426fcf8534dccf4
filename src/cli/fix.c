/* SPDX-License-Identifier: MIT */
/*
 * dossier check --fix: applies the fixes of diagnostics (diag_fix()) to their files. A document is
 * checked again with the changed texts, in memory, until no fix is left. Then each file is written
 * once, or shown as a diff. This file decides which fixes can be applied together. The check that
 * reports an error decides whether a fix is certain.
 */
#include "cli/fix.h"

#include "core/base/bounds.h"
#include "core/base/diff.h"
#include "core/base/file.h"

#include <errno.h>
#include <stdlib.h>

DIAG_USE(DIAG_READ_ONLY);

/* The maximum number of checks of a document. After each check, one of several fixes that overlap
 * is applied. */
#define MAX_ROUNDS 100

static struct fixed_file *find_file(struct fixer *f, struct str path) {
    for (size_t i = 0; i < f->files.n; i++) {
        struct fixed_file *one = &f->files.p[i];
        if (str_eq(one->path, path) ||
            (str_eq(path_base(one->path), path_base(path)) && file_is_same(one->path, path))) {
            return one;
        }
    }
    return NULL;
}

/** Implements `read` of struct file_host: returns files with their fixes. */
static int read_fixed(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    struct fixer *f = user;
    const struct fixed_file *one = find_file(f, path);
    if (!one) {
        return FILE_ON_DISK;
    }
    if (one->after.n > limit) {
        return EFBIG;
    }
    *out = arena_str(a, one->after);
    return 0;
}

/** Returns the file of a source if its bytes are those of the source. Such a source was not
 * converted from another encoding, and its file has not changed since it was read. */
static struct fixed_file *open_file(struct fixer *f, const struct source *src) {
    struct str text;
    struct fixed_file *one = find_file(f, src->name);
    if (one) {
        return !one->closed && str_eq(one->after, src->text) ? one : NULL;
    }
    if (src->window || file_is_stream(src->name) ||
        file_read(f->arena, src->name, LIMIT_DATABASE, &text) != 0 || !str_eq(text, src->text)) {
        return NULL;
    }
    bool closed = f->closed && file_look(src->name).read_only;
    vec_push(&f->files, (struct fixed_file){.path = arena_str(f->arena, src->name),
                                            .before = text,
                                            .after = text,
                                            .closed = closed});
    return closed ? NULL : &vec_last(&f->files);
}

/* ---- one round ---- */

struct edit {
    const struct source *src;
    struct diag_fix fix;
};

struct edits {
    VEC(struct edit) list;
    VEC(const struct source *) sources;
    /* for each source: an array with one element for each of its bytes and one for its end */
    VEC(uint8_t *) touched;
};

/** Returns the index of a source, or -1 if its file cannot be changed. */
static ptrdiff_t source_number(struct fixer *f, struct edits *e, const struct source *src) {
    for (size_t i = 0; i < e->sources.n; i++) {
        if (e->sources.p[i] == src) {
            return e->touched.p[i] ? (ptrdiff_t)i : -1;
        }
    }
    bool open = src && open_file(f, src) != NULL;
    vec_push(&e->sources, src);
    vec_push(&e->touched, open ? xcalloc(src->text.n + 1, 1) : NULL);
    return open ? (ptrdiff_t)e->sources.n - 1 : -1;
}

/** Whether a file that was read twice is edited through its other source. Both sources have the
 * same text, and only one of them is edited in a round. */
static bool is_taken_elsewhere(struct fixer *f, const struct diag *g, size_t i) {
    const struct source *src = g->fixes[i].span.src;
    const struct fixed_file *one = find_file(f, src->name);
    for (size_t k = 0; k < i; k++) {
        const struct source *other = g->fixes[k].span.src;
        if (other != src && find_file(f, other->name) == one) {
            return true;
        }
    }
    return one->from && one->from != src;
}

/** Whether a fix overlaps none of the fixes that were accepted before. */
static bool is_free(struct fixer *f, struct edits *e, const struct diag *g) {
    for (size_t i = 0; i < g->nfixes; i++) {
        struct span span = g->fixes[i].span;
        ptrdiff_t number = source_number(f, e, span.src);
        if (number < 0 || span.end > span.src->text.n) {
            return false;
        }
        if (is_taken_elsewhere(f, g, i)) {
            return false;
        }
        for (size_t at = span.begin; at <= span.end; at++) {
            if (e->touched.p[number][at]) {
                return false; /* the next round applies this fix */
            }
        }
    }
    return true;
}

static void take(struct fixer *f, struct edits *e, const struct diag *g) {
    for (size_t i = 0; i < g->nfixes; i++) {
        struct span span = g->fixes[i].span;
        uint8_t *touched = e->touched.p[source_number(f, e, span.src)];
        for (size_t at = span.begin; at <= span.end; at++) {
            touched[at] = 1;
        }
        vec_push(&e->list, (struct edit){span.src, g->fixes[i]});
        find_file(f, span.src->name)->from = span.src;
    }
    find_file(f, g->fixes[0].span.src->name)->count++;
    vec_push(&f->taken, g);
}

static int compare_edits(const void *pa, const void *pb) {
    const struct edit *a = pa, *b = pb;
    return a->fix.span.begin < b->fix.span.begin ? -1 : a->fix.span.begin > b->fix.span.begin;
}

/** Returns the text of a source with its edits. They are in order and do not overlap. */
static struct str edited(struct arena *a, const struct source *src, const struct edits *e) {
    struct buf b = BUF_INIT;
    size_t at = 0;
    for (size_t i = 0; i < e->list.n; i++) {
        const struct edit *one = &e->list.p[i];
        if (one->src == src) {
            buf_str(&b, str_slice(src->text, at, one->fix.span.begin));
            buf_str(&b, one->fix.text);
            at = one->fix.span.end;
        }
    }
    buf_str(&b, str_from(src->text, at));
    return buf_finish(&b, a);
}

bool cli_fix_mend(struct fixer *f, const struct diags *d) {
    struct edits e = {.list = VEC_INIT};
    f->taken.n = 0;
    for (size_t i = 0; i < f->files.n; i++) {
        f->files.p[i].from = NULL;
    }
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *g = d->list[i];
        if (g->nfixes && is_free(f, &e, g)) {
            take(f, &e, g);
        }
    }
    vec_sort(&e.list, compare_edits);
    for (size_t i = 0; i < e.sources.n; i++) {
        free(e.touched.p[i]);
    }
    for (size_t i = 0; i < f->files.n; i++) {
        struct fixed_file *one = &f->files.p[i];
        if (one->from) {
            one->after = edited(f->arena, one->from, &e);
        }
    }
    bool any = e.list.n > 0;
    vec_drop(&e.list);
    vec_drop(&e.sources);
    vec_drop(&e.touched);
    return any;
}

/* ---- the end ---- */

static void say(const struct fixer *f, const struct cli_reports *o, const struct fixed_file *one,
                const char *why) {
    const char *words = f->done[one->count != 1];
    if (why) {
        cli_printf_error("dossier: cannot write `%.*s`: %s\n", STR_ARG(one->path), why);
    } else if (!o->quiet && o->diagnostics == CLI_TEXT) {
        cli_printf_error("%.*s: %zu %s\n", STR_ARG(one->path), one->count,
                         words             ? words
                         : one->count == 1 ? "finding is mended"
                                           : "findings are mended");
    }
}

void cli_put_diff(struct buf *out, struct arena *a, struct str path, struct str before,
                  struct str after) {
    bool absolute = str_starts(path, STR("/"));
    struct str from = arena_join(a, 2, absolute ? STR("a") : STR("a/"), path);
    struct str to = arena_join(a, 2, absolute ? STR("b") : STR("b/"), path);
    diff_unified(out, from, to, before, after);
}

static void show(struct fixer *f) {
    struct buf out = BUF_INIT;
    for (size_t i = 0; i < f->files.n; i++) {
        const struct fixed_file *one = &f->files.p[i];
        cli_put_diff(&out, f->arena, one->path, one->before, one->after);
    }
    cli_print(buf_view(&out));
    buf_drop(&out);
}

void cli_fix_report_closed(struct fixer *f, struct build_job *job) {
    for (size_t i = 0; i < f->files.n; i++) {
        struct fixed_file *one = &f->files.p[i];
        if (one->closed && !one->reported) {
            diag_add(&job->diags, DIAG_READ_ONLY, SPAN_NONE, "`%.*s` is read-only",
                     STR_ARG(one->path));
            job->refused = one->reported = true;
        }
    }
}

/** Writes a file if it has not changed since it was read. Returns the reason if it was not written,
 * or NULL. */
static const char *write_file(const struct fixed_file *one) {
    struct arena *a = arena_new();
    struct str now;
    int err = file_read(a, one->path, LIMIT_DATABASE, &now);
    bool same = err == 0 && str_eq(now, one->before);
    arena_drop(a);
    if (err || !same) {
        return err ? file_why(err) : "it was changed meanwhile; check it again";
    }
    err = file_write(one->path, one->after);
    return err ? file_why(err) : NULL;
}

bool cli_fix_finish(struct fixer *f, const struct cli_reports *report, bool dry_run) {
    bool fine = true;
    if (dry_run) {
        show(f);
        return true;
    }
    for (size_t i = 0; i < f->files.n; i++) {
        const struct fixed_file *one = &f->files.p[i];
        if (str_eq(one->before, one->after)) {
            continue;
        }
        const char *why = write_file(one);
        fine = fine && !why;
        say(f, report, one, why);
    }
    return fine;
}

void cli_fix_drop(struct fixer *f) {
    vec_drop(&f->files);
    vec_drop(&f->taken);
}

/** Drops the diagnostics beyond the number that is shown. */
static void show_fewer(struct diags *d) {
    size_t more = d->n > LIMIT_DIAGS ? d->n - LIMIT_DIAGS : 0;
    d->suppressed += more;
    d->n -= more;
}

int cli_fix(const struct cli_options *o, struct build_job *jobs) {
    struct fixer f = {.arena = arena_new(), .closed = !o->force && !o->fix.dry_run};
    struct build_options opt = cli_build_options(o);
    struct cli_reporter reporter;
    opt.host = (struct file_host){.read = read_fixed, .user = &f};
    opt.fonts = o->sandbox.fonts ? o->sandbox.fonts : fonts_new(f.arena);
    cli_reporter_begin(&reporter, &o->report);
    for (size_t i = 0; i < o->njobs; i++) {
        cli_progress(i + 1, o->njobs, jobs[i].input);
        jobs[i].mends = true;
        build_run(&jobs[i], &opt);
        for (int round = 1; round < MAX_ROUNDS && cli_fix_mend(&f, &jobs[i].diags); round++) {
            build_drop(&jobs[i]);
            build_run(&jobs[i], &opt);
        }
        show_fewer(&jobs[i].diags);
        cli_fix_report_closed(&f, &jobs[i]);
        cli_reporter_add(&reporter, &jobs[i]);
        build_drop(&jobs[i]);
    }
    cli_progress_end();
    int status = cli_reporter_end(&reporter);
    if (!cli_fix_finish(&f, &o->report, o->fix.dry_run)) {
        status = CLI_ENVIRONMENT;
    }
    if (opt.fonts != o->sandbox.fonts) {
        fonts_drop(opt.fonts);
    }
    cli_fix_drop(&f);
    arena_drop(f.arena);
    return status;
}
