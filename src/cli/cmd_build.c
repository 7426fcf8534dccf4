/* SPDX-License-Identifier: MIT */
/*
 * dossier build and dossier check: run the jobs and return the exit status.
 */
#include "cli/cli.h"

#include "core/base/file.h"
#include "core/base/pool.h"
#include "core/base/word_list.h"
#include "job/build/batch.h"
#include "job/build/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void cli_put_deps(struct buf *out, const struct cli_options *o, const struct build_job *jobs,
                  size_t n) {
    switch (o->deps.form) {
    case CLI_DEPS_MAKE:
        build_write_make(out, jobs, n);
        return;
    case CLI_DEPS_JSON:
        build_write_json(out, jobs, n);
        return;
    case CLI_DEPS_NINJA:
        build_write_ninja(out, jobs, n);
        return;
    }
}

/** Writes the dependency file. Returns the exit status. */
static int write_deps(const struct cli_options *o, const struct build_job *jobs,
                      struct build_shared *shared) {
    struct buf b = BUF_INIT;
    struct str why;
    cli_put_deps(&b, o, jobs, o->njobs);
    int err = build_shared_deps(shared, o->deps.file, buf_view(&b), o->arena, &why);
    buf_drop(&b);
    if (why.n) {
        cli_usage_error(o->self->name, "%.*s", STR_ARG(why));
    } else if (err) {
        cli_cannot_write(o->arena, o->deps.file, err);
    }
    return why.n ? CLI_USAGE : err ? CLI_ENVIRONMENT : CLI_OK;
}

/* The maximum number of companion files that one line of the output names. A list of works may have
 * one for each of its 10,000 works. */
enum { NAMED_COMPANIONS = 8 };

/** Appends ", out/works.bib, out/works.json", or the first of many files. */
static void put_companions(struct buf *b, const struct build_target *t) {
    for (size_t i = 0; i < t->ncompanions && i < NAMED_COMPANIONS; i++) {
        buf_printf(b, ", %.*s", STR_ARG(t->companions[i].path));
    }
    if (t->ncompanions > NAMED_COMPANIONS) {
        buf_printf(b, " and %zu more beside it", t->ncompanions - NAMED_COMPANIONS);
    }
}

/** Writes "statement.md -> out/statement.html, out/statement.pdf (5 pages)", "statement.md:
 * checked", or "statement.md: nothing written". If the outputs are from an earlier run, ";
 * unchanged" is added. */
static void put_outputs(struct buf *b, const struct build_job *job) {
    const char *sep = " -> ";
    buf_str(b, job->input);
    for (size_t i = 0; i < job->ntargets; i++) {
        const struct build_target *t = &job->targets[i];
        if (t->written) {
            buf_printf(b, "%s%.*s", sep, STR_ARG(t->path));
            sep = ", ";
        }
        if (t->written && t->pages) {
            buf_printf(b, " (%zu page%s)", t->pages, t->pages == 1 ? "" : "s");
        }
        put_companions(b, t);
    }
    if (*sep != ',') {
        buf_puts(b, job->ntargets ? ": nothing written" : ": checked");
    }
    buf_puts(b, job->unchanged ? "; unchanged\n" : "\n");
}

/** Drops a job. The names of files that --deps needs are kept in `a`. */
static void finish_job(const struct cli_options *o, struct arena *a, struct build_job *job) {
    struct str *inputs = NULL;
    for (size_t i = 0; i < job->ntargets; i++) {
        struct build_target *t = &job->targets[i];
        t->ncompanions = o->deps.file.n ? t->ncompanions : 0;
        struct build_companion *kept = ARENA_ARRAY(a, struct build_companion, t->ncompanions);
        for (size_t k = 0; k < t->ncompanions; k++) {
            kept[k].path = arena_str(a, t->companions[k].path);
        }
        t->companions = kept;
    }
    size_t n = o->deps.file.n ? job->ninputs : 0;
    if (n) {
        inputs = ARENA_ARRAY(a, struct str, n);
    }
    for (size_t i = 0; i < n; i++) {
        inputs[i] = arena_str(a, job->inputs[i]);
    }
    build_drop(job);
    job->inputs = inputs;
    job->ninputs = n;
}

struct build_options cli_build_options(const struct cli_options *o) {
    struct build_options opt = o->build;
    opt.library = cli_library_named(o);
    opt.cache = opt.cache.p ? opt.cache : cli_cache_dir(o->arena);
    opt.dictionaries = cli_dictionaries();
    opt.environment = cli_environment(o->arena);
    opt.sandbox = o->sandbox.on;
    opt.root = o->sandbox.root;
    opt.links = o->sandbox.on           ? DOC_LINKS_WEB
                : o->sandbox.file_links ? DOC_LINKS_FILES
                                        : DOC_LINKS_INERT;
    opt.levels = o->report.levels;
    opt.home = cli_home();
    opt.timings = o->timings.run;
    opt.epoch = cli_epoch();
    opt.now = (int64_t)time(NULL);
    cli_data_dirs(o->arena, opt.data_dirs, ARRAY_LEN(opt.data_dirs));
    return opt;
}

struct build_options cli_shared_options(const struct cli_options *o) {
    struct build_options opt = cli_build_options(o);
    opt.fonts = o->sandbox.fonts ? o->sandbox.fonts : fonts_new(o->arena);
    opt.shared = build_shared_new(o->arena);
    return opt;
}

void cli_drop_shared(const struct cli_options *o, struct build_options *opt) {
    build_shared_drop(opt->shared);
    if (opt->fonts != o->sandbox.fonts) {
        fonts_drop(opt->fonts);
    }
}

/** The state that is kept between the rounds of --watch. */
struct rounds {
    struct watch *watch;
    struct build_live *live;
    bool *stale;         /* for each document: it must be built again */
    struct arena **kept; /* for each document, the memory that finish_job() uses */
};

/** Whether the output is a text for a terminal. Then cli_print() prints it without control
 * characters. */
static bool is_shown(const struct build_job *job) {
    const struct build_target *t = job->ntargets == 1 ? job->targets : NULL;
    return t && str_is(t->path, "-") && cli_prints_to_terminal() &&
           !str_is(str_of(t->output->names[0]), "pdf");
}

/** One round of --watch, or the only round. */
struct round {
    struct cli_options *o;
    struct build_job *jobs;
    struct rounds *rounds; /* NULL if there is only one round */
    struct cli_reporter reporter;
    struct buf outputs; /* lines of --verbose */
    bool *shown;        /* for each document: whether end_job() prints its output */
};

static bool begin_job(void *user, size_t i) {
    struct round *r = user;
    cli_progress(i + 1, r->o->njobs, r->jobs[i].input);
    /* set only for a single job, since several jobs run on threads */
    r->reporter.job = r->o->njobs == 1 ? &r->jobs[i] : NULL;
    return true;
}

static void end_job(void *user, size_t i) {
    struct round *r = user;
    struct build_job *job = &r->jobs[i];
    if (r->shown[i]) {
        cli_print(job->targets[0].data);
        job->targets[0].path = STR("-");
    }
    r->reporter.job = NULL;
    cli_reporter_add(&r->reporter, job);
    if (r->o->report.verbose && r->o->report.diagnostics == CLI_TEXT) {
        put_outputs(&r->outputs, job);
    }
    finish_job(r->o, r->rounds ? r->rounds->kept[i] : r->o->arena, job);
}

/** Builds the stale documents, until a signal arrives. */
static void run_stale(struct round *r) {
    struct rounds *rounds = r->rounds;
    for (size_t i = 0; i < r->o->njobs && !watch_signal(rounds->watch); i++) {
        if (rounds->stale[i]) {
            (void)begin_job(r, i);
            build_live_run(rounds->live, i, &r->jobs[i]);
            arena_drop(rounds->kept[i]);
            rounds->kept[i] = arena_new();
            end_job(r, i);
        }
    }
}

/** Returns the number of documents that are built at the same time. */
static size_t threads(const struct cli_options *o) {
    return o->threads == 0 ? pool_cores() : o->threads < POOL_MAX ? (size_t)o->threads : POOL_MAX;
}

static void run_all(struct round *r, const struct build_options *opt) {
    for (size_t i = 0; i < r->o->njobs; i++) {
        r->shown[i] = is_shown(&r->jobs[i]);
        if (r->shown[i]) {
            r->jobs[i].targets[0].path = STR_EMPTY;
        }
    }
    build_batch_run(&(struct build_batch){.jobs = r->jobs,
                                          .n = r->o->njobs,
                                          .opt = opt,
                                          .threads = threads(r->o),
                                          .next = begin_job,
                                          .done = end_job,
                                          .user = r});
}

/** Runs one round: all jobs, or those that are stale. */
static int run_round(struct cli_options *o, struct build_job *jobs, const struct build_options *opt,
                     struct rounds *rounds) {
    struct round r = {.o = o, .jobs = jobs, .rounds = rounds};
    struct str why;
    if (!build_shared_plan(opt->shared, jobs, o->njobs, o->deps.file, o->force, o->arena, &why)) {
        return cli_misuse(o->self->name, "%.*s", STR_ARG(why));
    }
    cli_reporter_begin(&r.reporter, &o->report);
    buf_init(&r.outputs, 0);
    r.shown = xcalloc(o->njobs, sizeof *r.shown);
    if (rounds) {
        run_stale(&r);
    } else {
        run_all(&r, opt);
    }
    free(r.shown);
    cli_progress_end();
    struct build_job held = {.arena = o->arena};
    diags_init(&held.diags, o->arena);
    timings_begin(opt->timings, "write");
    build_shared_flush(opt->shared, &held);
    timings_end(opt->timings);
    cli_reporter_add(&r.reporter, &held);
    diags_drop(&held.diags);
    timings_begin(opt->timings, "report");
    int status = cli_reporter_end(&r.reporter);
    timings_end(opt->timings);
    cli_print_error(buf_view(&r.outputs));
    buf_drop(&r.outputs);
    /* refused outputs have no dependencies to write */
    bool refused = status == CLI_USAGE;
    int deps = o->deps.file.n && !refused ? write_deps(o, jobs, opt->shared) : CLI_OK;
    return deps ? deps : status;
}

static int run_jobs(struct cli_options *o, struct build_job *jobs) {
    struct build_options opt = cli_build_options(o);
    opt.fonts = o->sandbox.fonts;
    opt.shared = build_shared_new(o->arena);
    int status = run_round(o, jobs, &opt, NULL);
    build_shared_drop(opt.shared);
    return status;
}

/* ---- --watch */

static void say_watching(const struct cli_options *o) {
    if (!o->report.quiet && o->report.diagnostics == CLI_TEXT) {
        cli_print_error(STR("watching; Ctrl-C ends\n"));
    }
}

bool cli_can_watch(const struct cli_options *o, const struct build_job *jobs) {
    for (size_t i = 0; i < o->njobs; i++) {
        for (size_t k = 0; k <= jobs[i].nfurther; k++) {
            struct str path = k ? jobs[i].further[k - 1] : jobs[i].input;
            if (file_is_stream(path)) {
                return cli_usage_error(
                    o->self->name, "changes of files are waited for; `%.*s` can be read only once",
                    STR_ARG(path));
            }
        }
    }
    return true;
}

/** Builds, and after each change builds the affected documents, until a signal arrives. */
static int watch_jobs(struct cli_options *o, struct build_job *jobs) {
    struct build_options opt = cli_build_options(o);
    struct watch *w = watch_new(o->poll);
    struct rounds r = {.watch = w,
                       .live = build_live_new(&opt, o->njobs),
                       .stale = ARENA_ARRAY(o->arena, bool, o->njobs),
                       .kept = ARENA_ARRAY(o->arena, struct arena *, o->njobs)};
    enum watch_event event = WATCH_CHANGED;
    for (bool first = true; event != WATCH_ENDED; first = false) {
        if (event == WATCH_CHANGED) {
            for (size_t i = 0; i < o->njobs; i++) {
                r.stale[i] = first || build_live_is_stale(r.live, i, w);
            }
            build_live_round(r.live);
            (void)run_round(o, jobs, build_live_options(r.live), &r);
            (void)cli_timings_show(&o->timings, &o->report);
            build_live_watch(r.live, w, NULL, 0);
            say_watching(o);
        }
        event = watch_wait(w, -1);
    }
    int status = CLI_SIGNALLED + watch_signal(w);
    for (size_t i = 0; i < o->njobs; i++) {
        arena_drop(r.kept[i]);
    }
    build_live_drop(r.live);
    watch_drop(w);
    return status;
}

/** Whether a file name has the ending of a document or database, except .json, which is also the
 * ending of files that --deps writes. */
static bool is_source(struct str path) {
    struct str ext = path_ext(path);
    return str_iamong(ext, CLI_DOCUMENT_ENDINGS) ||
           (bib_format_of_name(path) != BIB_FORMAT_COUNT && !str_ieq(ext, STR("json")));
}

/** Whether the value of --deps is an existing document or database. Then the user probably forgot
 * the value, and the next word was read as the value. */
static bool forgets_value(const struct cli_options *o) {
    if (!file_exists(o->deps.file) || !is_source(o->deps.file)) {
        return false;
    }
    cli_usage_error(o->self->name, "`--deps` would be written over the document or database `%.*s`",
                    STR_ARG(o->deps.file));
    return true;
}

/** Whether a report or a trace would overwrite a file of the run. */
static bool reports_destroy(const struct cli_options *o, const struct build_job *jobs) {
    for (size_t i = 0; i < o->njobs && (o->report.nfiles || o->timings.path.n); i++) {
        const struct build_job *job = &jobs[i];
        for (size_t k = 0; k < 1 + job->nfurther + job->ntargets; k++) {
            struct str path = k == 0               ? job->input
                              : k <= job->nfurther ? job->further[k - 1]
                                                   : job->targets[k - 1 - job->nfurther].path;
            if (cli_report_destroys(&o->report, o->self->name, path) ||
                cli_timings_destroy(&o->timings, o->self->name, path)) {
                return true;
            }
        }
    }
    return false;
}

/** Builds or checks the documents that the words name. */
static int run_words(struct cli_options *o, bool builds) {
    struct cli_needs needs = {.serves = false};
    needs.out = builds && cli_output_folder(o, &needs.out) ? needs.out : STR_EMPTY;
    if (!cli_lock_in(o, &needs)) {
        return CLI_ENVIRONMENT;
    }
    struct build_job *jobs = cli_named_documents(o, builds);
    if (!jobs || (o->deps.file.n && forgets_value(o)) || reports_destroy(o, jobs)) {
        return CLI_USAGE;
    }
    if (o->watch) {
        return cli_can_watch(o, jobs) ? watch_jobs(o, jobs) : CLI_USAGE;
    }
    return o->fix.on ? cli_fix(o, jobs) : run_jobs(o, jobs);
}

/** Returns the reason why the options contradict each other, or NULL. */
static const char *contradiction(const struct cli_options *o) {
    if (o->deps.file.n && o->deps.form == CLI_DEPS_MAKE && str_is(o->output, "-")) {
        return "make's dependencies need an output file; use `--deps-format json`";
    }
    if (o->fix.dry_run && !o->fix.on) {
        return "`--dry-run` shows what `--fix` would do: give both";
    }
    if (o->fix.on && o->sandbox.on && !o->fix.dry_run) {
        return "`--fix` writes beside the document, which `--sandbox` forbids; `--dry-run` shows "
               "what it would do";
    }
    if (o->fix.on && o->watch) {
        return "`--fix` is for one check: leave `--watch` out";
    }
    return o->fix.on && o->files.n && file_is_dir(o->files.p[0])
               ? "`--fix` takes documents, not a folder"
               : NULL;
}

static int run_documents(struct cli_options *o) {
    bool builds = o->self->bit == CLI_BUILD;
    const char *why = o->explain ? NULL : contradiction(o);
    if (why) {
        return cli_misuse(o->self->name, "%s", why);
    }
    if (o->explain) {
        return cli_explain(o);
    }
    if (!cli_timings_begin(&o->timings, &o->report, o->self->name)) {
        return CLI_USAGE;
    }
    bool site = o->files.n && file_is_dir(o->files.p[0]);
    int status = site ? cli_site_folder(o, builds) : run_words(o, builds);
    return cli_timings_end(&o->timings, &o->report, status);
}

const struct cli_command cli_build = {
    .name = "build",
    .takes = "FILE...",
    .word = {CLI_FILE, .words = CLI_DOCUMENT_ENDINGS},
    .help = "make PDF, HTML, Word, plain text, LaTeX or Markdown",
    .about = "Makes a PDF and an HTML page of each document, or the formats that `-o` or `--to` "
             "chooses. `-` reads standard input.\n"
             "With `-o` and a file, several documents become one; the front matter of the first "
             "takes precedence. The chapters of a book in `_quarto.yml` or `_bookdown.yml` are "
             "joined in the same way.\n"
             "With `--sandbox`, it is safe to build documents by strangers: they cannot read "
             "files outside the folder `--root`, run programs or load anything from the network.",
    .status = "exit status: 0 fine, 1 errors in a document, or it uses a database, style or image "
              "that cannot be read (outputs are still written), 2 wrong use, 3 a document could "
              "not be read or an output could not be written; with `--watch` 130 or 143, after "
              "the signal that ended it",
    .grammar = &cli_documents,
    .often =
        "output to bibliography csl css metadata toc number-sections watch verbose help help-all",
    .bit = CLI_BUILD,
    .run = cli_run_documents,
    .act.documents = run_documents,
};

const struct cli_command cli_check = {
    .name = "check",
    .takes = "FILE...",
    .word = {CLI_FILE, .words = CLI_DOCUMENT_ENDINGS},
    .help = "report errors and warnings; write no output",
    .about = "Reports errors and warnings in the documents and their databases; writes no output.",
    .status = "exit status: 0 fine, 1 errors in a document, or it uses a database, style or image "
              "that cannot be read, 2 wrong use, 3 a document could not be read",
    .grammar = &cli_documents,
    .often = "bibliography csl metadata fix lint explain ignore error quiet verbose help help-all",
    .bit = CLI_CHECK,
    .run = cli_run_documents,
    .act.documents = run_documents,
};
