/* SPDX-License-Identifier: MIT */
/*
 * dossier site, and build and check of a folder: options, the report, the exit status. job/site
 * builds the site.
 */
#include "cli/cli.h"

#include "core/base/file.h"
#include "job/site/site.h"

/** The options of the command: those that it shares with documents, and further ones. */
struct site_run {
    struct cli_options o;
    struct str url;
    bool drafts, force, all;
};

/** Explains why nothing happens. */
static void show_waiting(void *user, struct str out) {
    const struct cli_reporter *r = user;
    if (!r->options->quiet && r->options->diagnostics == CLI_TEXT) {
        cli_printf_error(
            "dossier: another run writes to `%.*s`; this run waits until it has ended\n",
            STR_ARG(out));
    }
}

static void show_progress(void *user, size_t i, size_t n, struct str name) {
    (void)user;
    cli_progress(i, n, name);
}

static void put_counts(struct buf *b, struct str dir, struct str out,
                       const struct site_counts *counts) {
    buf_printf(b, "%.*s -> %.*s: %zu page%s; %zu file%s written, %zu unchanged, %zu removed\n",
               STR_ARG(dir), STR_ARG(out), counts->pages, counts->pages == 1 ? "" : "s",
               counts->written, counts->written == 1 ? "" : "s", counts->unchanged,
               counts->removed);
}

/** Writes the dependency file of a site. Its inputs are files and folders, and its target is the
 * list of written files. Returns the exit status. */
static int write_deps(const struct site_run *r, const struct site *s, struct str out) {
    struct arena *a = r->o.arena;
    struct build_target list = {.path = path_join(a, out, STR(SITE_MANIFEST))};
    struct build_job job = {.targets = &list, .ntargets = 1};
    const struct str *inputs = site_inputs(s, &job.ninputs);
    size_t n = job.ninputs;
    job.inputs = ARENA_ARRAY(a, struct str, n + 1);
    job.ninputs = 0;
    for (size_t i = 0; i < n; i++) {
        if (file_exists(inputs[i])) { /* a generated page has a name but no file */
            job.inputs[job.ninputs++] = inputs[i];
        }
        if (file_is_same(inputs[i], r->o.deps.file)) {
            return cli_misuse(r->o.self->name,
                              "`--deps` would be written over `%.*s`, which is read",
                              STR_ARG(r->o.deps.file));
        }
    }
    struct buf b = BUF_INIT;
    cli_put_deps(&b, &r->o, &job, 1);
    bool printed = str_is(r->o.deps.file, "-");
    int err = printed ? 0 : file_make_dirs(path_dir(r->o.deps.file));
    err = err ? err : file_write_soon(r->o.deps.file, buf_view(&b));
    buf_drop(&b);
    if (err) {
        cli_cannot_write(a, r->o.deps.file, err);
    }
    return err ? CLI_ENVIRONMENT : CLI_OK;
}

static int run_site(struct site_run *r, struct str dir, struct str out) {
    struct cli_needs needs = {.folder = dir, .out = out};
    if (!cli_lock_in(&r->o, &needs)) {
        return CLI_ENVIRONMENT;
    }
    struct build_options opt = cli_build_options(&r->o);
    struct cli_reporter reporter;
    opt.fonts = r->o.sandbox.fonts ? r->o.sandbox.fonts : fonts_new(r->o.arena);
    cli_confine_site(&r->o, dir, &opt);
    cli_reporter_begin(&reporter, &r->o.report);
    struct site_options site = {.dir = dir,
                                .out = out,
                                .url = r->url,
                                .drafts = r->drafts,
                                .force = r->force,
                                .lint = !out.n,
                                .build = &opt,
                                .report = cli_reporter_take,
                                .progress = show_progress,
                                .waits = show_waiting,
                                .user = &reporter};
    struct site_counts counts = {0};
    int status = CLI_OK;
    struct site *s = site_open(&site, &status);
    bool good = s && site_build(s, &counts);
    cli_progress_end();
    int found = cli_reporter_end(&reporter);
    if (s && r->o.deps.file.n) {
        int deps = write_deps(r, s, out);
        status = status > deps ? status : deps;
    }
    if (s) {
        site_close(s);
    }
    if (good && r->o.report.verbose && r->o.report.diagnostics == CLI_TEXT && out.n) {
        struct buf b = BUF_INIT;
        put_counts(&b, dir, out, &counts);
        cli_print_error(buf_view(&b));
        buf_drop(&b);
    }
    fonts_drop(opt.fonts);
    r->o.sandbox.fonts = NULL;
    return status > found ? status : found;
}

/** Whether an option was given that sites do not have: --watch, or an option for single
 * documents. */
static bool has_foreign(const struct cli_options *o) {
    const char *name = o->watch            ? "--watch"
                       : o->deps.file.n    ? "--deps"
                       : o->build.fragment ? "--fragment"
                       : o->formats.n      ? "--to"
                                           : NULL;
    if (name) {
        cli_usage_error(o->self->name, "`%s` is for documents; `%.*s` is a folder", name,
                        STR_ARG(o->files.p[0]));
    }
    return name != NULL;
}

static struct str default_out(struct arena *a, struct str dir) {
    return path_join(a, str_is(dir, ".") ? STR_EMPTY : dir, STR("_site"));
}

int cli_site_folder(const struct cli_options *o, bool builds) {
    struct site_run r = {.o = *o};
    if (o->files.n > 1) {
        return cli_misuse(o->self->name, "`%.*s` is a folder: a site is built alone",
                          STR_ARG(o->files.p[0]));
    }
    if (has_foreign(o)) {
        return CLI_USAGE;
    }
    struct str dir = o->files.p[0];
    struct str out = o->output.n ? o->output : default_out(o->arena, dir);
    return run_site(&r, dir, builds ? out : STR_EMPTY);
}

static int run(const struct cli_command *c, int argc, char **argv) {
    struct arena *a = arena_new();
    struct site_run r = {.o = {.arena = a, .self = c}};
    int status;
    if (!cli_options_read(c, &r, argc, argv, &status)) {
        /* the reason has been reported */
    } else if (!cli_root_is_right(&r.o)) {
        status = CLI_USAGE;
    } else if (r.o.files.n > 1) {
        status = cli_misuse(c->name, "a site is one folder");
    } else if (r.o.output.p && !r.o.output.n) {
        status = cli_misuse(c->name, "`-o` names nothing; give it a folder");
    } else if (!cli_timings_begin(&r.o.timings, &r.o.report, c->name)) {
        status = CLI_USAGE;
    } else {
        struct str dir = r.o.files.n ? r.o.files.p[0] : STR(".");
        while (dir.n > 1 && str_ends(dir, STR("/"))) {
            dir.n--;
        }
        r.o.report.folds = !r.all;
        status = run_site(&r, dir, r.o.output.n ? r.o.output : default_out(a, dir));
    }
    status = cli_timings_end(&r.o.timings, &r.o.report, status);
    cli_args_drop(&r.o);
    arena_drop(a);
    return status;
}

/* ---- the rows */

#define AT(field) offsetof(struct site_run, field)

/* clang-format off */
static const struct cli_option rows[] = {
    {"output", 'o', "FOLDER", CLI_STRING, AT(o.output), .value = {.wants = CLI_FOLDER},
     .help = "the folder of the finished site (default: `_site` in the folder of the documents)",
     .more = "Its file `.dossier-site` lists the written files; only these are ever replaced or removed."},
    {"base-url", 0, "URL", CLI_STRING, AT(url),
     .help = "the address of the site, instead of `url` and `base` in its configuration"},
    {"url", 0, .kind = CLI_SAME},
    {"drafts", 0, NULL, CLI_FLAG, AT(drafts),
     .help = "include pages with `draft: true` or `published: false`"},
    {"all", 0, NULL, CLI_FLAG, AT(all),
     .help = "show all findings (default: a few of each kind, and the number of the others)"},
    {"force", 0, NULL, CLI_FLAG, AT(force),
     .help = "write into a folder that has other files, and overwrite those with the same name"},
    {"bibliography", 0, "FILE", CLI_LIST, AT(o.build.databases),
     .value = {CLI_FILE, .word = bib_format_ending},
     .help = "a citation database, instead of those that the pages and the site name; may be repeated"},
    {"library", 0, "FILE", CLI_STRING, AT(o.build.library), .value = {CLI_FILE, .words = "db"},
     .help = "the library for `bibliography: library`: a file, or "
             "`postgresql://USER@HOST/DATABASE` (default: the user's own)"},
    {"csl", 0, "STYLE", CLI_STRING, AT(o.build.csl), .value = {.wants = CLI_STYLE},
     .help = "a citation style: a `.csl` file or the name of an installed style"},
    {"css", 'c', "THEME", CLI_LIST, AT(o.build.sheets), .value = {.wants = CLI_THEME},
     .help = "a style sheet for all pages, instead of those that they and the site name: a `.css` "
             "file or the name of a theme; may be repeated"},
    {"cache", 0, "FOLDER", CLI_STRING, AT(o.build.cache), .value = {.wants = CLI_FOLDER},
     .help = "the folder for records of built pages and for indexes of large `.bib` files (default: "
             "`dossier` in `$XDG_CACHE_HOME`, or in `~/.cache`)"},
    {"no-cache", 0, NULL, CLI_CALL, .read = cli_set_no_cache,
     .help = "neither read nor write the cache"},
    {"deps", 0, "FILE", CLI_STRING, AT(o.deps.file), .value = {.wants = CLI_FILE},
     .help = "write the files and folders that the site depends on to FILE, for make and other build tools",
     .more = "Their target is `.dossier-site`, the list of written files."},
    {"deps-format", 0, "FORM", CLI_CHOICE, AT(o.deps.form),
     .value = {CLI_ONE_OF, .words = "make json ninja"},
     .help = "the format of that file: {words} (default: `make`)"},
};
/* clang-format on */

static const struct cli_option_set sets[] = {
    {CLI_ROWS(rows)},
    {CLI_ROWS(cli_sandbox_rows), .base = AT(o.sandbox)},
    {CLI_ROWS(cli_report_rows), .base = AT(o.report)},
    {CLI_ROWS(cli_timings_rows), .base = AT(o.timings)},
    {CLI_ROWS(cli_status_rows), .base = AT(o.report)},
    {CLI_ROWS(cli_help_rows)},
};

static const struct cli_grammar grammar = {sets, ARRAY_LEN(sets), AT(o.files)};

const struct cli_command cli_site = {
    .name = "site",
    .takes = "[FOLDER]",
    .word = {.wants = CLI_FOLDER},
    .help = "build a site from a folder of Markdown",
    .about = "Makes a page of each document in a folder, with navigation, a footer and one style "
             "sheet, copies the other files, and adds a sitemap, redirects and a \"not found\" "
             "page. `site.yml` in the folder sets the title and the address of the site; it is "
             "optional. Links between documents become links between pages, and dead links are "
             "reported.\n"
             "Only files that have changed are written. `dossier check FOLDER` reports errors "
             "without writing anything.",
    .status = "exit status: 0 fine, 1 errors in a page or in the site, 2 wrong use, or the output "
              "folder cannot be used, 3 a file could not be read or written",
    .grammar = &grammar,
    .run = run,
};
