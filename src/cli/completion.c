/* SPDX-License-Identifier: MIT */
/*
 * dossier completion: prints a script that completes command lines in a shell. completion_SHELL.c
 * writes the script for a shell. This file has the functions that they share.
 */
#include "cli/cli.h"

#include <stdio.h>

struct str cli_brief(const struct cli_option *row) {
    struct str text = str_of(row->help);
    size_t n = 0;
    while (n < text.n) {
        if (str_index(STR(":;({"), text.p[n]) != STR_NONE ||
            str_starts(str_from(text, n), STR(", "))) {
            break;
        }
        n++;
    }
    return str_trim(str_slice(text, 0, n));
}

void cli_put_words(struct buf *out, const struct cli_value *v, const char *between) {
    struct str word;
    for (size_t i = 0; (word = cli_value_word(v, i)).n; i++) {
        buf_printf(out, "%s%.*s", i ? between : "", STR_ARG(word));
    }
}

/* ---- the command ---- */

static int run(const struct cli_command *c, int argc, char **argv) {
    str_list words = VEC_INIT;
    int status;
    if (cli_options_read(c, &words, argc, argv, &status)) {
        struct buf b = BUF_INIT;
        c->act.script(&b);
        fwrite(b.p, 1, b.n, stdout); /* main() checks that all output arrived */
        buf_drop(&b);
        status = CLI_OK;
    }
    vec_drop(&words);
    return status;
}

static const struct cli_option_set sets[] = {{CLI_ROWS(cli_help_rows)}};
static const struct cli_grammar grammar = {sets, ARRAY_LEN(sets), 0};

/* clang-format off */
static const struct cli_command subcommands[] = {
    {"completion bash", NULL, .help = "for bash: `source <(dossier completion bash)`",
     .about =
         "Prints a script that completes command lines of dossier in bash. `make install` puts "
         "it where bash-completion finds it.",
     .grammar = &grammar, .run = run, .act.script = cli_write_bash},
    {"completion zsh", NULL, .help = "for zsh: as `_dossier` in a folder of `$fpath`",
     .about = "Prints a script that completes command lines of dossier in zsh: `_dossier` in a "
              "folder of `$fpath`, where `make install` puts it.",
     .grammar = &grammar, .run = run, .act.script = cli_write_zsh},
    {"completion fish", NULL, .help = "for fish: `dossier completion fish | source`",
     .about =
         "Prints a script that completes command lines of dossier in fish. `make install` puts "
         "it where fish finds it.",
     .grammar = &grammar, .run = run, .act.script = cli_write_fish},
};
/* clang-format on */

const struct cli_command cli_completion = {
    .name = "completion",
    .takes = "SHELL",
    .help = "print a completion script for bash, zsh or fish",
    .about =
        "Prints a script for a shell that completes commands, options, their values and files.",
    .subs = subcommands,
    .nsubs = ARRAY_LEN(subcommands),
    .grammar = &grammar,
};
