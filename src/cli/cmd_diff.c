/* SPDX-License-Identifier: MIT */
/*
 * dossier diff: a document with the changes since an earlier version marked in it.
 */
#include "cli/cli.h"

#include "core/base/child_process.h"

#include <errno.h>
#include <unistd.h>

/** The earlier version. */
struct earlier {
    struct str path;
    struct str folder; /* a temporary folder with the files of a revision, or empty */
};

/** Returns the folder above `path` that contains a repository, or the empty slice. */
static struct str repository_of(struct arena *a, struct str path) {
    for (struct str dir = path_dir(path); dir.n > 1; dir = path_dir(dir)) {
        if (file_exists(path_join(a, dir, STR(".git")))) {
            return dir;
        }
    }
    return STR_EMPTY;
}

static bool runs(const struct str *words, size_t n) {
    int status = 0, error = process_run(words, n, environ, &status);
    if (error) {
        cli_usage_error("diff", "cannot run `%.*s`: %s", STR_ARG(words[0]), file_why(error));
    }
    return !error && status == 0;
}

/** Writes all files of the revision into a temporary folder, so that the files that the document
 * names are also there. */
static bool check_out(struct cli_options *o, struct earlier *e) {
    struct arena *a = o->arena;
    struct str file = file_real_path(a, o->files.p[0]), root = repository_of(a, file);
    if (root.n == 0) {
        return cli_usage_error("diff", "`%.*s` is in no repository of git", STR_ARG(o->files.p[0]));
    }
    int error = file_make_temp_dir(a, cli_temp_dir(), &e->folder);
    if (error) {
        return cli_usage_error("diff", "cannot make a temporary folder: %s", file_why(error));
    }
    struct str tar = path_join(a, e->folder, STR("tree.tar")),
               tree = path_join(a, e->folder, STR("tree"));
    const struct str git[] = {STR("git"),          STR("-C"), root, STR("archive"),
                              STR("--format=tar"), STR("-o"), tar,  STR("--end-of-options"),
                              o->revision};
    const struct str unpack[] = {STR("tar"), STR("-xf"), tar, STR("-C"), tree};
    if (file_make_dirs(tree) || !runs(git, ARRAY_LEN(git)) || !runs(unpack, ARRAY_LEN(unpack))) {
        return cli_usage_error("diff", "git has no revision `%.*s`", STR_ARG(o->revision));
    }
    e->path = path_join(a, tree, str_from(file, root.n + 1));
    if (!file_is_plain(e->path)) {
        return cli_usage_error("diff", "`%.*s` is not in the revision `%.*s`",
                               STR_ARG(o->files.p[0]), STR_ARG(o->revision));
    }
    return true;
}

static bool find_earlier(struct cli_options *o, struct earlier *e) {
    size_t wanted = o->revision.p ? 1 : 2;
    if (o->files.n != wanted) {
        return cli_usage_error(
            "diff", o->revision.p ? "`--git` takes one document"
                                  : "give two documents: the older one, then the newer one");
    }
    for (size_t i = 0; i < o->files.n; i++) {
        if (!file_exists(o->files.p[i])) {
            return cli_usage_error("diff", "`%.*s` is not there", STR_ARG(o->files.p[i]));
        }
    }
    if (o->revision.p && o->sandbox.on) {
        return cli_usage_error("diff", "`--git` runs another program, which `--sandbox` forbids");
    }
    if (o->revision.p) {
        return check_out(o, e);
    }
    e->path = o->files.p[0];
    o->files.p[0] = o->files.p[1];
    o->files.n = 1;
    return true;
}

/** Reads the earlier version, then writes the outputs of the newer one. */
static int compare(struct cli_options *o, struct build_job *job, const struct earlier *e) {
    struct build_options opt = cli_shared_options(o);
    struct build_target none = {.output = job->targets[0].output};
    struct build_job old = {.input = e->path, .targets = &none, .ntargets = 1, .surveys = true};
    struct cli_reporter reporter;
    struct str why;
    int status = CLI_USAGE;
    opt.cache = STR_EMPTY;
    if (!build_shared_plan(opt.shared, job, 1, STR_EMPTY, o->force, o->arena, &why)) {
        cli_usage_error("diff", "%.*s", STR_ARG(why));
        cli_drop_shared(o, &opt);
        return status;
    }
    cli_reporter_begin(&reporter, &o->report);
    build_run(&old, &opt);
    job->since = old.doc;
    bool failed = !old.doc;
    if (old.doc) {
        build_run(job, &opt);
        failed = !job->doc || job->io_failed || job->refused;
        cli_reporter_add(&reporter, job);
        build_drop(job);
    } else {
        cli_reporter_add(&reporter, &old);
    }
    build_drop(&old);
    status = cli_reporter_end(&reporter);
    cli_drop_shared(o, &opt);
    return failed ? status : CLI_OK;
}

static int run_diff(struct cli_options *o) {
    struct earlier e = {STR_EMPTY, STR_EMPTY};
    struct cli_needs needs = {.serves = false};
    needs.out = cli_output_folder(o, &needs.out) ? needs.out : STR_EMPTY;
    struct build_job *jobs = NULL;
    int status = CLI_USAGE;
    if (!cli_lock_in(o, &needs)) {
        return CLI_ENVIRONMENT;
    }
    if (find_earlier(o, &e) && (jobs = cli_named_documents(o, true)) != NULL) {
        status = compare(o, jobs, &e);
    }
    if (e.folder.n) {
        (void)file_remove_temp_dir(e.folder);
    }
    return status;
}

const struct cli_command cli_diff = {
    .name = "diff",
    .takes = "OLD NEW",
    .word = {CLI_FILE, .words = CLI_DOCUMENT_ENDINGS},
    .help = "mark what has changed between two versions of a document",
    .about = "Makes the outputs of the newer document with the changes marked: inserted words are "
             "underlined (`<ins>` in HTML), deleted words are struck out (`<del>`). The content "
             "of the documents is compared, with citations and notes, not the source: line "
             "breaks, list markers and renumbering do not count as changes. With `--git`, the "
             "older version comes from a revision.",
    .status = "exit status: 0 the changes are marked, or there are none; 2 wrong use, or a "
              "document or revision does not exist; 3 a file could not be read or written",
    .grammar = &cli_documents,
    .often = "output to git bibliography csl css metadata quiet verbose help help-all",
    .bit = CLI_DIFF,
    .run = cli_run_documents,
    .act.documents = run_diff,
};
