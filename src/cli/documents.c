/* SPDX-License-Identifier: MIT */
/*
 * Finds the documents that a command line names, their files, and the paths of their outputs.
 * Decides when several files are one document. Runs nothing.
 */
#include "cli/cli.h"

#include "cite/bib/format/format.h"
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "job/build/project.h"
#include "job/site/site.h"
#include "read/cv/cv.h"

/** Returns the output that -o names by its ending, or NULL. */
static const struct build_output *output_of(struct str path) {
    struct str ext = path_ext(path);
    return ext.n ? build_output_ending(ext) : NULL;
}

static bool is_file_output(struct str path) {
    return str_is(path, "-") || output_of(path);
}

/** Plans the output for a -o that names a file or standard output. */
static bool plan_file(const struct cli_options *o, struct str path, struct build_target *t) {
    const struct build_output *by_name = output_of(path);
    if (o->formats.n > 1) {
        return cli_usage_error("build",
                               "`-o %.*s` takes one format; choose it with `--to %s` or `--to %s`",
                               STR_ARG(path), o->formats.p[0]->names[0], o->formats.p[1]->names[0]);
    }
    const struct build_output *output = o->formats.n ? o->formats.p[0]
                                        : by_name    ? by_name
                                                     : &build_outputs[0];
    if (by_name && by_name != output) {
        return cli_usage_error("build", "`--to %s` does not fit `-o %.*s`", output->names[0],
                               STR_ARG(path));
    }
    if (output->binary && cli_on_terminal(path)) {
        return cli_usage_error("build",
                               "%s is not written to a terminal: name a file (`-o FILE`), or put "
                               "a pipe after it",
                               output->called);
    }
    *t = (struct build_target){.output = output, .path = path};
    return true;
}

/** Plans the outputs of all documents together, when -o names files or standard output. */
static bool plan_files(const struct cli_options *o, struct build_job *job) {
    job->targets = ARENA_ARRAY(o->arena, struct build_target, 1 + o->further_outputs.n);
    for (size_t i = 0; i <= o->further_outputs.n; i++) {
        struct str path = i ? o->further_outputs.p[i - 1] : o->output;
        if (!is_file_output(path)) {
            return cli_usage_error(
                "build", "several `-o` name files; `%.*s` is not one: leave it out", STR_ARG(path));
        }
        if (o->sandbox.on && !str_eq(path_dir(path), path_dir(o->output))) {
            return cli_usage_error("build", "with `--sandbox` all outputs go into one folder");
        }
        if (!plan_file(o, path, &job->targets[job->ntargets++])) {
            return false;
        }
    }
    return true;
}

/** Whether a name has an ending, as names of files have. */
static bool is_like_file(struct str name) {
    struct str ext = path_ext(name);
    bool like_file = ext.n > 0 && ext.n <= 5 && is_alpha(ext.p[0]);
    for (size_t i = 0; i < ext.n; i++) {
        like_file = like_file && is_alnum(ext.p[i]);
    }
    return like_file;
}

bool cli_output_folder(const struct cli_options *o, struct str *folder) {
    struct str output = o->output.p ? o->output : STR("out");
    bool file = output_of(output) && !file_is_dir(output);
    *folder = output;
    if (file) { /* if the file is a symbolic link, its target is written */
        *folder = path_dir(file_exists(output) ? file_real_path(o->arena, output) : output);
        *folder = folder->n ? *folder : STR(".");
    }
    return file || file_is_dir(output) ||
           (output.n && !str_is(output, "-") && !is_like_file(output));
}

/** Whether pandoc, but not dossier, writes files with this ending. */
static bool is_pandocs(struct str path) {
    return str_iamong(path_ext(path), "odt epub pptx rtf rst org");
}

/** Whether -o names a folder. It does if the folder exists, or if the name ends in '/' or has no
 * ending. A name with an unknown ending is treated as a file. */
static bool names_folder(const struct cli_options *o) {
    struct str output = o->output;
    if (output.n == 0) {
        cli_usage_error("build", "`-o` names nothing; give it a file or a folder");
    } else if (is_like_file(output) && !file_is_dir(output)) {
        struct str all = build_output_list(o->arena, true);
        return cli_usage_error(
            "build", "`-o %.*s`: outputs are %.*s; %.*s", STR_ARG(output), STR_ARG(all),
            STR_ARG(is_pandocs(output)
                        ? arena_printf(o->arena,
                                       "pandoc makes it: `dossier build %.*s --to json -o - | "
                                       "pandoc -f json --citeproc -o %.*s`",
                                       STR_ARG(o->files.n ? o->files.p[0] : STR("FILE")),
                                       STR_ARG(output))
                        : arena_printf(o->arena, "a new folder of that name is `%.*s/`",
                                       STR_ARG(output))));
    }
    return output.n > 0;
}

/** Plans the outputs of one document in a folder: those of --to, or the default outputs. */
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
                .output = output,
                .path =
                    build_output_path(o->arena, dir, job->name.n ? job->name : job->input, output)};
        }
    }
}

static bool plan_outputs(struct cli_options *o, struct build_job *jobs) {
    if (o->further_outputs.n || (o->output.p && is_file_output(o->output))) {
        return plan_files(o, &jobs[0]);
    }
    if (o->output.p && !names_folder(o)) {
        return false;
    }
    for (size_t i = 0; i < o->njobs; i++) {
        plan_folder(o, o->output.p ? o->output : STR("out"), &jobs[i]);
    }
    return true;
}

/* ---- documents */

/** Whether a file contains the data of a CV. Such files end in .yml or .json, as databases do. */
static bool is_cv(const struct cli_options *o, struct str path) {
    return cv_form_named(o->build.from) != CV_NONE || build_is_cv(o->arena, path);
}

/** Refuses databases. If a database were read as Markdown, each of its lines would be reported. */
static bool are_documents(const struct cli_options *o, const char *command) {
    for (size_t i = 0; i < o->files.n; i++) {
        struct str name = o->files.p[i];
        if (bib_format_of_name(name) != BIB_FORMAT_COUNT && !build_is_project(name) &&
            !is_cv(o, name)) {
            return cli_usage_error(command,
                                   "`%.*s` is a database, not a document; see `dossier refs check`",
                                   STR_ARG(name));
        }
    }
    return true;
}

/** Adds the files of a document: one file, or the files that a project file names. */
static bool add_files(struct cli_options *o, struct str word, struct build_job *job,
                      str_list *files) {
    struct str text;
    if (!build_is_project(word)) {
        vec_push(files, word);
        return true;
    }
    int err = file_read(o->arena, word, LIMIT_FRONT_MATTER, &text);
    if (err) {
        return cli_usage_error(o->self->name, "cannot read `%.*s`: %s", STR_ARG(word),
                               file_why(err));
    }
    struct build_project project;
    struct source *src = source_new(o->arena, word, text);
    struct build_job faults = {.input = word};
    diags_init(&faults.diags, o->arena);
    bool right = build_project_read(o->arena, src, &project, &faults.diags);
    if (!right) {
        (void)cli_report(&o->report, &faults, 1, NULL, 0);
    }
    diags_drop(&faults.diags);
    for (size_t i = 0; i < project.nfiles; i++) {
        vec_push(files, project.files[i]);
    }
    job->name = project.name;
    job->metadata = project.metadata;
    return right;
}

static bool finish_job(struct cli_options *o, struct build_job *job, str_list *files) {
    bool right = files->n > 0;
    if (right) {
        job->nfurther = files->n - 1;
        struct str *kept = vec_keep(files, o->arena);
        job->input = kept[0];
        job->further = kept + 1;
    }
    vec_drop(files);
    return right;
}

/** Makes one document from all words, or one document from each word. */
static struct build_job *make_jobs(struct cli_options *o, bool joined) {
    struct build_job *jobs = ARENA_ARRAY(o->arena, struct build_job, o->files.n);
    bool right = true;
    str_list files = VEC_INIT;
    for (size_t i = 0; i < o->files.n && right; i++) {
        bool last = !joined || i + 1 == o->files.n;
        struct build_job *job = &jobs[joined ? 0 : i];
        right = add_files(o, o->files.p[i], job, &files);
        if (right && last) {
            right = finish_job(o, job, &files);
            o->njobs++;
        }
    }
    vec_drop(&files);
    return right ? jobs : NULL;
}

struct build_job *cli_named_documents(struct cli_options *o, bool builds) {
    for (size_t i = 0, n = o->files.n ? 0 : o->defaults.files.n; i < n; i++) {
        vec_push(&o->files, o->defaults.files.p[i]);
    }
    if (o->files.n == 0) {
        cli_usage_error(o->self->name, "no document given; `-` reads standard input");
        return NULL;
    }
    bool joined = builds && o->output.p && is_file_output(o->output);
    struct build_job *jobs = are_documents(o, o->self->name) ? make_jobs(o, joined) : NULL;
    for (size_t i = 0; jobs && o->self->bit == CLI_CHECK && !o->sandbox.on && i < o->njobs; i++) {
        if (!jobs[i].metadata && !file_is_stream(jobs[i].input)) {
            jobs[i].metadata = site_settings_of(o->arena, jobs[i].input);
        }
    }
    return jobs && (!builds || plan_outputs(o, jobs)) ? jobs : NULL;
}
