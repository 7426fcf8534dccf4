/* SPDX-License-Identifier: MIT */
/*
 * dossier verify: checks finished PDFs and pages.
 */
#include "cli/cli.h"

static int run_verify(struct cli_options *o) {
    if (o->files.n == 0) {
        cli_usage_error(o->self->name, "no files given");
        return CLI_USAGE;
    }
    struct build_options opt = cli_shared_options(o);
    struct build_job job = {.input = o->source};
    struct cli_reporter reporter;
    cli_reporter_begin(&reporter, &o->report);
    build_verify(&job, &opt, o->files.p, o->files.n);
    cli_reporter_add(&reporter, &job);
    build_drop(&job);
    int status = cli_reporter_end(&reporter);
    cli_drop_shared(o, &opt);
    return status;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .takes = "FILE...",
    .word = {CLI_FILE, .words = "pdf html htm"},
    .help = "prove that finished PDFs and pages are what they should be",
    .about =
        "Opens each file again and reports its faults: links that lead nowhere, numbers "
        "that are not those of what they lead to, glyphs without text or font, content outside of "
        "the structure, claims to PDF/A and PDF/UA that do not hold, whatever acts, loads or runs "
        "by itself. A page and a PDF of one name must say the same; with `--source` both must say "
        "what the document says. Writes nothing.",
    .status = "exit status: 0 fine, 1 something is wrong with a file, 2 wrong use, 3 a file could "
              "not be read",
    .grammar = &cli_documents,
    .bit = CLI_VERIFY,
    .run = cli_run_documents,
    .act.documents = run_verify,
};
