/* SPDX-License-Identifier: MIT */
/*
 * dossier build and dossier check: where outputs go, running the jobs, the exit status.
 */
#include "cli/cli.h"

#include "base/file.h"
#include "bib/format/format.h"

#include <stdio.h>

#define MOST_COLUMNS 100000

/** What -o asks for: by its ending, NULL when that is none of an output's. */
static const struct build_output *output_of(struct str path) {
    struct str ext = path_ext(path);
    return ext.n ? build_output_ending(ext) : NULL;
}

/** -o names a file or standard output: one input, one output. */
static bool single_output(struct cli_options *o, struct build_job *jobs) {
    const struct build_output *by_name = output_of(o->output);
    if (o->files.n != 1) {
        cli_usage_error("build",
                        "`-o %.*s` is one file, but there are %zu documents; name a folder",
                        STR_ARG(o->output), o->files.n);
        return false;
    }
    if (o->formats.n > 1) {
        cli_usage_error("build",
                        "`-o %.*s` takes one format; choose it with `--to %s` or `--to %s`",
                        STR_ARG(o->output), o->formats.p[0]->names[0], o->formats.p[1]->names[0]);
        return false;
    }
    const struct build_output *output = o->formats.n ? o->formats.p[0]
                                        : by_name    ? by_name
                                                     : &build_outputs[0];
    if (by_name && by_name != output) {
        cli_usage_error("build", "`--to %s` does not fit `-o %.*s`", output->names[0],
                        STR_ARG(o->output));
        return false;
    }
    jobs[0].targets = ARENA_NEW(o->arena, struct build_target);
    jobs[0].targets[0] = (struct build_target){.output = output, .path = o->output};
    jobs[0].ntargets = 1;
    return true;
}

/** Two documents must not write the same file, and none may overwrite a source. */
static bool outputs_differ(const struct cli_options *o, const struct build_job *jobs) {
    for (size_t i = 0; i < o->files.n; i++) {
        for (size_t f = 0; f < jobs[i].ntargets; f++) {
            struct str out = jobs[i].targets[f].path;
            if (str_is(out, "-")) {
                continue;
            }
            for (size_t k = 0; k < o->files.n; k++) {
                if (file_is_same(out, jobs[k].input)) {
                    cli_usage_error("build", "`%.*s` would be overwritten by its own output",
                                    STR_ARG(out));
                    return false;
                }
                if (k < i && str_eq(out, jobs[k].targets[f].path)) {
                    cli_usage_error("build", "`%.*s` and `%.*s` would both be written to `%.*s`",
                                    STR_ARG(jobs[k].input), STR_ARG(jobs[i].input), STR_ARG(out));
                    return false;
                }
            }
        }
    }
    return true;
}

/** Whether -o names a folder. A name that ends as files do was meant as one, of a kind that is not
 * made; what is there already, or ends in '/', is a folder whatever it is called. */
static bool names_folder(const struct cli_options *o) {
    struct str output = o->output, ext = path_ext(output);
    bool like_file = ext.n > 0 && ext.n <= 5 && is_alpha(ext.p[0]);
    for (size_t i = 0; i < ext.n; i++) {
        like_file = like_file && is_alnum(ext.p[i]);
    }
    if (output.n == 0) {
        cli_usage_error("build", "`-o` names nothing; give it a file or a folder");
    } else if (like_file && !file_is_dir(output)) {
        struct str all = build_output_list(o->arena, true);
        cli_usage_error("build",
                        "`-o %.*s`: outputs are %.*s; a new folder of that name is `%.*s/`",
                        STR_ARG(output), STR_ARG(all), STR_ARG(output));
        return false;
    }
    return output.n > 0;
}

/** What a folder gets of one document: the outputs that were named, or the usual ones. */
static void plan_folder(const struct cli_options *o, struct str dir, struct build_job *job) {
    job->targets = ARENA_ARRAY(o->arena, struct build_target, build_noutputs);
    for (size_t i = 0; i < build_noutputs; i++) {
        const struct build_output *output = &build_outputs[i];
        bool wanted = o->formats.n == 0 && output->usual;
        for (size_t k = 0; k < o->formats.n; k++) {
            wanted = wanted || o->formats.p[k] == output;
        }
        if (wanted) {
            job->targets[job->ntargets++] = (struct build_target){
                .output = output, .path = build_output_path(o->arena, dir, job->input, output)};
        }
    }
}

static bool plan_outputs(struct cli_options *o, struct build_job *jobs) {
    if (o->output.p && (str_is(o->output, "-") || output_of(o->output))) {
        return single_output(o, jobs) && outputs_differ(o, jobs);
    }
    if (o->output.p && !names_folder(o)) {
        return false;
    }
    for (size_t i = 0; i < o->files.n; i++) {
        plan_folder(o, o->output.p ? o->output : STR("out"), &jobs[i]);
    }
    return outputs_differ(o, jobs);
}

static bool write_deps(const struct cli_options *o, const struct build_job *jobs) {
    struct buf b;
    buf_init(&b, 0);
    if (o->deps_format == CLI_DEPS_JSON) {
        build_write_json(&b, jobs, o->files.n);
    } else {
        build_write_make(&b, jobs, o->files.n);
    }
    int err = file_write(o->deps, buf_view(&b));
    buf_drop(&b);
    if (err) {
        struct buf m;
        buf_init(&m, 0);
        buf_printf(&m, "dossier: cannot write `%.*s`: %s\n", STR_ARG(o->deps), file_why(err));
        cli_print_error(buf_view(&m));
        buf_drop(&m);
    }
    return err == 0;
}

/** "statement.md -> out/statement.html, out/statement.pdf (5 pages)". */
static void print_outputs(const struct build_job *job) {
    struct buf b;
    buf_init(&b, 0);
    buf_printf(&b, "%.*s ->", STR_ARG(job->input));
    const char *sep = " ";
    for (size_t i = 0; i < job->ntargets; i++) {
        const struct build_target *t = &job->targets[i];
        if (t->written) {
            buf_printf(&b, "%s%.*s", sep, STR_ARG(t->path));
            sep = ", ";
        }
        if (t->written && t->pages) {
            buf_printf(&b, " (%zu page%s)", t->pages, t->pages == 1 ? "" : "s");
        }
    }
    buf_putc(&b, '\n');
    cli_print_error(buf_view(&b));
    buf_drop(&b);
}

static int exit_status(const struct cli_options *o, const struct build_job *jobs) {
    size_t errors = 0, warnings = 0;
    bool io_failed = false;
    for (size_t i = 0; i < o->files.n; i++) {
        io_failed = io_failed || jobs[i].io_failed;
        errors += jobs[i].diags.errors;
        warnings += jobs[i].diags.warnings;
    }
    return cli_status(&o->report, io_failed, errors, warnings);
}

static int run_jobs(struct cli_options *o, struct build_job *jobs) {
    struct build_options opt = {.from = o->from,
                                .overrides = o->overrides.p,
                                .noverrides = o->overrides.n,
                                .databases = o->databases.p,
                                .ndatabases = o->databases.n,
                                .library = cli_library_path(o->arena),
                                .cache = o->cache.p ? o->cache : cli_cache_dir(o->arena),
                                .csl = o->csl,
                                .sheets = o->sheets.p,
                                .nsheets = o->sheets.n,
                                .fragment = o->fragment,
                                .wrap = o->wrap,
                                .columns =
                                    o->columns < MOST_COLUMNS ? (unsigned)o->columns : MOST_COLUMNS,
                                .lint = o->lint,
                                .unused = o->unused,
                                .epoch = cli_epoch()};
    cli_data_dirs(o->arena, opt.data_dirs, ARRAY_LEN(opt.data_dirs));
    opt.fonts = fonts_new(o->arena);
    for (size_t i = 0; i < o->files.n; i++) {
        cli_progress(i + 1, o->files.n, o->files.p[i]);
        build_run(&jobs[i], &opt);
    }
    cli_progress_end();
    cli_report(&o->report, jobs, o->files.n);
    for (size_t i = 0; o->report.verbose && i < o->files.n; i++) {
        print_outputs(&jobs[i]);
    }
    int status = exit_status(o, jobs);
    if (o->deps.n && !write_deps(o, jobs)) {
        status = CLI_ENVIRONMENT;
    }
    for (size_t i = 0; i < o->files.n; i++) {
        build_drop(&jobs[i]);
    }
    fonts_drop(opt.fonts);
    return status;
}

/** Refuses databases: read as text, each line of one would be a fault. */
static bool are_documents(const struct cli_options *o, const char *command) {
    for (size_t i = 0; i < o->files.n; i++) {
        struct str name = o->files.p[i];
        if (bib_format_of_name(name) != BIB_FORMAT_COUNT) {
            cli_usage_error(command,
                            "`%.*s` is a database, not a document; see `dossier refs check`",
                            STR_ARG(name));
            return false;
        }
    }
    return true;
}

static int run_documents(const struct cli_command *c, int argc, char **argv) {
    struct arena *a = arena_new();
    struct cli_options o = {.arena = a, .command = c->name};
    int status;
    if (!cli_options_read(c, &o, argc, argv, &status)) {
        /* the reason has been reported */
    } else if (o.files.n == 0) {
        cli_usage_error(c->name, "no document given; `-` reads standard input");
        status = CLI_USAGE;
    } else if (o.deps.n && o.deps_format == CLI_DEPS_MAKE && str_is(o.output, "-")) {
        cli_usage_error(c->name,
                        "make's dependencies need an output file; use `--deps-format json`");
        status = CLI_USAGE;
    } else {
        struct build_job *jobs = ARENA_ARRAY(a, struct build_job, o.files.n);
        for (size_t i = 0; i < o.files.n; i++) {
            jobs[i].input = o.files.p[i];
        }
        bool right = are_documents(&o, c->name) && (c->bit != CLI_BUILD || plan_outputs(&o, jobs));
        status = right ? run_jobs(&o, jobs) : CLI_USAGE;
    }
    cli_args_drop(&o);
    arena_drop(a);
    return status;
}

#define DOCUMENT_ENDINGS "md markdown mkd qmd rmd txt"

const struct cli_command cli_build = {
    .name = "build",
    .takes = "FILE...",
    .word = {CLI_FILE, .words = DOCUMENT_ENDINGS},
    .help = "make PDF, HTML or plain text",
    .about =
        "Makes a PDF and an HTML page of each document, or what `-o` or `--to` asks for. `-` reads "
        "standard input.",
    .status = "exit status: 0 fine, 1 errors in a document, or a database, style or image of it "
              "that cannot be read (outputs are written all the same), 2 wrong use, 3 a document "
              "could not be read or an output not be written",
    .grammar = &cli_documents,
    .bit = CLI_BUILD,
    .run = run_documents,
};

const struct cli_command cli_check = {
    .name = "check",
    .takes = "FILE...",
    .word = {CLI_FILE, .words = DOCUMENT_ENDINGS},
    .help = "report what is wrong, write nothing",
    .about = "Reports what is wrong with the documents and their databases; writes nothing.",
    .status = "exit status: 0 fine, 1 errors in a document, or a database, style or image of it "
              "that cannot be read, 2 wrong use, 3 a document could not be read",
    .grammar = &cli_documents,
    .bit = CLI_CHECK,
    .run = run_documents,
};
