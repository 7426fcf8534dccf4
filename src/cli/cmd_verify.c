/* SPDX-License-Identifier: MIT */
/*
 * dossier verify: checks finished PDFs and pages.
 */
#include "cli/cli.h"

static int run_verify(struct cli_options *o) {
    if (o->files.n == 0) {
        return cli_misuse(o->self->name, "no files given");
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
    .help = "check finished PDFs and pages",
    .about = "Opens each file again and reports its faults: dead links, references with a wrong "
             "number, glyphs without text or font, content outside the structure tree, false "
             "claims of PDF/A or PDF/UA, and anything that runs or loads by itself. A page and a "
             "PDF with the same name must have the same text; with `--source`, both must have the "
             "text of the document. Writes nothing.",
    .status = "exit status: 0 fine, 1 something is wrong with a file, 2 wrong use, 3 a file could "
              "not be read",
    .grammar = &cli_documents,
    .bit = CLI_VERIFY,
    .run = cli_run_documents,
    .act.documents = run_verify,
};
