/* SPDX-License-Identifier: MIT */
/*
 * dossier lsp: carries messages between an editor and the server in job/lsp, over standard input
 * and output. A message is a header with its length, an empty line, and JSON.
 */
#include "cli/cli.h"

#include "core/base/bounds.h"
#include "job/lsp/lsp.h"

#include <stdio.h>
#include <string.h>

#define MAX_HEADER 4096
#define MAX_MESSAGE ((size_t)4 * LIMIT_SOURCE)

/** Reads the lines of a header up to the empty line. Returns the length of the message. Returns 0
 * at the end of the input and after a header without a length. */
static size_t read_header(void) {
    char line[MAX_HEADER];
    size_t n = 0, length = 0;
    for (int c; (c = getchar()) != EOF;) {
        if (c != '\n') {
            if (n == sizeof line) {
                return 0;
            }
            line[n++] = (char)c;
            continue;
        }
        struct str text = str_trim((struct str){line, n}), name = str_cut(&text, ':');
        int64_t value;
        if (n == 0 || (n == 1 && line[0] == '\r')) {
            return length;
        }
        if (str_ieq(str_trim(name), STR("Content-Length")) && str_to_i64(str_trim(text), &value) &&
            value > 0) {
            length = (size_t)value;
        }
        n = 0;
    }
    return 0;
}

static bool read_message(struct buf *b, size_t length) {
    char part[4096];
    buf_clear(b);
    while (b->n < length) {
        size_t want = length - b->n < sizeof part ? length - b->n : sizeof part;
        size_t got = fread(part, 1, want, stdin);
        if (got == 0) {
            return false;
        }
        buf_add(b, part, got);
    }
    return true;
}

static int run_lsp(struct cli_options *o) {
    struct cli_needs needs = {.serves = false};
    if (o->files.n) {
        return cli_misuse("lsp", "editors name the documents; give none here");
    }
    if (!cli_lock_in(o, &needs)) {
        return CLI_ENVIRONMENT;
    }
    struct build_options opt = cli_build_options(o);
    struct lsp *server = lsp_new(&opt);
    struct buf message, out;
    bool more = true;
    buf_init(&message, MAX_MESSAGE);
    for (size_t length; more && (length = read_header()) > 0 && length <= MAX_MESSAGE &&
                        read_message(&message, length);) {
        buf_init(&out, 0);
        more = lsp_message(server, buf_view(&message), &out);
        (void)fwrite(out.p, 1, out.n, stdout);
        more = fflush(stdout) == 0 && more;
        buf_drop(&out);
    }
    buf_drop(&message);
    int status = lsp_was_shut_down(server) ? CLI_OK : CLI_ERRORS;
    lsp_drop(server);
    return status;
}

const struct cli_command cli_lsp = {
    .name = "lsp",
    .takes = "",
    .help = "language server for editors: diagnostics, completion, definitions, renaming",
    .about = "A server for the Language Server Protocol on standard input and output. Editors "
             "start it. It reports the findings of `check` as you type, completes keys and "
             "identifiers, shows entries, finds definitions, and renames keys in documents and "
             "databases. It uses the text in the editor, not the file on disk, and writes no "
             "files.",
    .status = "exit status: 0 after the messages `shutdown` and `exit`, 1 if the editor ends in "
              "another way, 2 wrong use",
    .grammar = &cli_documents,
    .often = "bibliography csl metadata help help-all",
    .bit = CLI_LSP,
    .run = cli_run_documents,
    .act.documents = run_lsp,
};
