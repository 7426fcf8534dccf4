/* SPDX-License-Identifier: MIT */
/*
 * dossier serve: a live preview. The server is job/serve.
 */
#include "cli/cli.h"

#include "core/base/child_process.h"
#include "job/serve/serve.h"

#include <unistd.h>

enum { USUAL_PORT = 4000, PORTS_TRIED = 30 };

static void print_built(void *user, const struct build_job *job) {
    const struct cli_options *o = user;
    (void)cli_report(&o->report, job, 1, NULL, 0);
}

static void print_line(void *user, struct str text) {
    const struct cli_options *o = user;
    if (!o->report.quiet) {
        cli_print_error(text);
    }
}

/** Confines the program. At this time, all files and sockets are open. */
static bool lock_in(void *user, struct str out) {
    struct cli_options *o = user;
    struct cli_needs needs = {.out = out, .serves = true};
    needs.folder = o->njobs ? STR_EMPTY : o->files.n ? o->files.p[0] : STR(".");
    return cli_lock_in(o, &needs);
}

static int serve(struct cli_options *o, struct build_job *jobs, struct str folder) {
    struct build_options build = cli_build_options(o);
    struct serve_options opt = {.build = &build,
                                .jobs = jobs,
                                .njobs = folder.n ? 0 : o->njobs,
                                .folder = folder,
                                .drafts = o->preview.drafts,
                                .temp = cli_temp_dir(),
                                .host = o->preview.host,
                                .port = o->preview.port_given ? o->preview.port : USUAL_PORT,
                                .tries = o->preview.port_given ? 0 : PORTS_TRIED,
                                .poll = o->poll,
                                .editor = o->preview.editor,
                                .browser = o->preview.open ? STR("xdg-open") : STR_EMPTY,
                                .environment = environ,
                                .built = print_built,
                                .say = print_line,
                                .user = o};
    if (o->sandbox.on) {
        opt.ready = lock_in;
    }
    if (folder.n) {
        cli_confine_site(o, folder, &build);
    }
    int signal = 0;
    struct str why = STR_EMPTY;
    switch (serve_run(o->arena, &opt, &signal, &why)) {
    case SERVE_SIGNALLED:
        return CLI_SIGNALLED + signal;
    case SERVE_REFUSED:
        return cli_misuse(o->self->name, "%.*s", STR_ARG(why));
    case SERVE_FAILED:
        break;
    }
    if (why.n) {
        cli_printf_error("dossier: %.*s\n", STR_ARG(why));
    }
    return CLI_ENVIRONMENT;
}

/** Whether the command line of the editor can be divided into words. */
static bool editor_is_right(const struct cli_options *o) {
    struct str words[PROCESS_WORDS];
    if (o->preview.editor.n && o->sandbox.on) {
        return cli_usage_error(o->self->name,
                               "`--editor` starts a program, which `--sandbox` forbids");
    }
    if (!o->preview.editor.n ||
        serve_editor_words(o->arena, o->preview.editor, STR("file"), 1, 1, words)) {
        return true;
    }
    return cli_usage_error(o->self->name,
                           "`--editor` is not a command: a quotation mark is open, or it has too "
                           "many words");
}

/** Serves the folder or the documents that the command line names. A folder is built as a site. The
 * default is the current folder. */
static int serve_words(struct cli_options *o) {
    bool here = o->files.n == 0 && o->defaults.files.n == 0;
    struct str first = here ? STR(".") : o->files.n ? o->files.p[0] : STR_EMPTY;
    if (first.n && file_is_dir(first)) {
        if (o->files.n > 1) {
            return cli_misuse(o->self->name,
                              "one folder is shown, or documents; `%.*s` is one too many",
                              STR_ARG(o->files.p[1]));
        }
        return serve(o, NULL, first);
    }
    for (size_t i = 0; i < o->files.n; i++) {
        /* checked only at the start: if a file is removed later, the preview waits for it */
        if (!str_is(o->files.p[i], "-") && !file_exists(o->files.p[i])) {
            cli_usage_error(o->self->name, "there is no `%.*s`", STR_ARG(o->files.p[i]));
            return CLI_ENVIRONMENT;
        }
    }
    struct build_job *jobs = cli_named_documents(o, false);
    return jobs && cli_can_watch(o, jobs) ? serve(o, jobs, STR_EMPTY) : CLI_USAGE;
}

static int run_serve(struct cli_options *o) {
    return editor_is_right(o) ? serve_words(o) : CLI_USAGE;
}

const struct cli_command cli_serve = {
    .name = "serve",
    .takes = "[FOLDER | FILE...]",
    .word = {CLI_FILE, .words = CLI_DOCUMENT_ENDINGS},
    .help = "preview documents or a site in the browser as you write",
    .about = "Shows the page and the PDF of each document at a local address, and updates them "
             "whenever one of their files changes. Errors are shown on top of the page. Nothing "
             "is written to the folder of the documents.\n"
             "A folder is built as a site, as with `dossier site`: its pages have their final "
             "addresses, and pages that a change affects are rebuilt. The default is the current "
             "folder.\n"
             "Only browsers on this machine can connect.",
    .status = "exit status: 130 or 143 after the signal that ended it, 2 wrong use, 3 a missing "
              "file, no free port, or a missing library (libmicrohttpd)",
    .grammar = &cli_documents,
    .bit = CLI_SERVE,
    .run = cli_run_documents,
    .act.documents = run_serve,
};
