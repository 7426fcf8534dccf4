/* SPDX-License-Identifier: MIT */
/*
 * dossier packet: one joined PDF for each recipient. The work is in job/packet.
 */
#include "cli/cli.h"

#include "job/packet/packet.h"

static int run_packet(struct cli_options *o) {
    struct cli_needs needs = {.out = o->output};
    if (o->files.n != 1 || !o->output.n) {
        return cli_misuse("packet", o->output.n ? "give one packet, a .yml file"
                                                : "`-o` names the folder of the packets");
    }
    if (!cli_lock_in(o, &needs)) {
        return CLI_ENVIRONMENT;
    }
    struct build_options opt = cli_shared_options(o);
    struct cli_reporter reporter;
    cli_reporter_begin(&reporter, &o->report);
    struct packet_options packet = {.build = &opt,
                                    .file = o->files.p[0],
                                    .out = o->output,
                                    .report = cli_reporter_take,
                                    .user = &reporter};
    (void)packet_run(&packet);
    int status = cli_reporter_end(&reporter);
    cli_drop_shared(o, &opt);
    return status;
}

const struct cli_command cli_packet = {
    .name = "packet",
    .takes = "PACKET",
    .word = {CLI_FILE, .words = "yml yaml"},
    .help = "make one combined PDF for each recipient of an application",
    .about = "Reads a packet, a YAML file with a table of recipients and a list of parts. A part "
             "is a document, in which `{{ column }}` is replaced with the recipient's value, or a "
             "finished PDF. For each recipient, writes a folder with one PDF, which keeps the "
             "bookmarks, links, page labels and tags of its parts. `packet.tsv` lists the pages, "
             "the bytes and whether the limits are kept.",
    .status = "exit status: 0 fine, 1 errors in a document or a limit is exceeded (PDFs are still "
              "made), 2 wrong use, 3 a file could not be read or written",
    .grammar = &cli_documents,
    .often = "output bibliography csl css metadata quiet verbose help help-all",
    .bit = CLI_PACKET,
    .run = cli_run_documents,
    .act.documents = run_packet,
};
