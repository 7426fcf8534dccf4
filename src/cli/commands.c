/* SPDX-License-Identifier: MIT */
/*
 * The list of commands, and the search for the one that the command line names. Each command is
 * described by a row beside its code.
 */
#include "cli/cli.h"
#include "cli/options.h"

#include "core/base/file.h"

#include <stdio.h>

static const struct cli_command *const commands[] = {
    &cli_build, &cli_check,        &cli_verify,     &cli_site,   &cli_serve,
    &cli_plan,  &cli_refs,         &cli_library,    &cli_styles, &cli_themes,
    &cli_init,  &cli_help_command, &cli_completion,
};

size_t cli_commands(const struct cli_command *const **list) {
    *list = commands;
    return ARRAY_LEN(commands);
}

const char *cli_command_word(const struct cli_command *c) {
    const char *space = strchr(c->name, ' ');
    return space ? space + 1 : c->name;
}

static const struct cli_command *find_command(struct str word) {
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        if (str_is(word, commands[i]->name)) {
            return commands[i];
        }
    }
    return NULL;
}

static const struct cli_command *find_sub(const struct cli_command *c, struct str word) {
    for (size_t i = 0; i < c->nsubs; i++) {
        if (str_is(word, cli_command_word(&c->subs[i]))) {
            return &c->subs[i];
        }
    }
    return NULL;
}

/** The command of these words ("refs", "list"), or NULL. */
static const struct cli_command *command_of(const struct str *words, size_t n) {
    const struct cli_command *c = n ? find_command(words[0]) : NULL;
    for (size_t i = 1; c && i < n; i++) {
        c = find_sub(c, words[i]);
    }
    return c;
}

/* ---- unknown commands ---- */

static int unknown_command(struct str word) {
    struct str names[ARRAY_LEN(commands)];
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        names[i] = str_of(commands[i]->name);
    }
    struct str near = diag_nearest(word, names, ARRAY_LEN(names));
    if (str_starts(word, STR("-"))) {
        cli_usage_error(NULL, "options stand behind a command: `dossier build %.*s`",
                        STR_ARG(word));
    } else if (near.n) {
        cli_usage_error(NULL, "no command `%.*s`; did you mean `%.*s`?", STR_ARG(word),
                        STR_ARG(near));
    } else if (file_exists(word)) {
        cli_usage_error(NULL, "no command `%.*s`; did you mean `dossier build %.*s`?",
                        STR_ARG(word), STR_ARG(word));
    } else {
        cli_usage_error(NULL, "no command `%.*s`", STR_ARG(word));
    }
    return CLI_USAGE;
}

static int unknown_sub(const struct cli_command *c, struct str word) {
    struct str *names = xcalloc(c->nsubs, sizeof *names);
    for (size_t i = 0; i < c->nsubs; i++) {
        names[i] = str_of(cli_command_word(&c->subs[i]));
    }
    struct str near = diag_nearest(word, names, c->nsubs);
    free(names);
    if (word.n == 0) {
        cli_usage_error(c->name, "no subcommand given");
    } else if (word.p[0] == '-') {
        cli_usage_error(c->name, "options stand behind a subcommand: `dossier %s SUBCOMMAND %.*s`",
                        c->name, STR_ARG(word));
    } else if (near.n) {
        cli_usage_error(c->name, "no subcommand `%.*s`; did you mean `dossier %s %.*s`?",
                        STR_ARG(word), c->name, STR_ARG(near));
    } else {
        cli_usage_error(c->name, "no subcommand `%.*s`", STR_ARG(word));
    }
    return CLI_USAGE;
}

/* ---- running ---- */

static bool asks_help(struct str word) {
    return str_is(word, "--help") || str_is(word, "-h");
}

/** A command with subcommands: the first word names one. */
static int run_sub(const struct cli_command *c, int argc, char **argv) {
    struct str word = argc ? str_of(argv[0]) : str_of(c->otherwise);
    if (asks_help(word)) {
        cli_help(c, false);
        return CLI_OK;
    }
    const struct cli_command *sub = find_sub(c, word);
    return sub ? sub->run(sub, argc ? argc - 1 : 0, argv + (argc > 0)) : unknown_sub(c, word);
}

int cli_run(int argc, char **argv) {
    if (argc == 0) {
        cli_usage_error(NULL, "no command given");
        return CLI_USAGE;
    }
    struct str word = str_of(argv[0]);
    if (asks_help(word)) {
        cli_help(NULL, false);
        return CLI_OK;
    }
    if (str_is(word, "--version") || str_is(word, "-V")) {
        cli_version();
        return CLI_OK;
    }
    const struct cli_command *c = find_command(word);
    if (!c) {
        return unknown_command(word);
    }
    return c->nsubs ? run_sub(c, argc - 1, argv + 1) : c->run(c, argc - 1, argv + 1);
}

/* ---- help, as a command ---- */

/** `dossier help --mdoc COMMAND`, for tests/cli/check_manual alone. */
static int print_manual(const char *word) {
    const struct cli_command *c = find_command(str_of(word));
    if (!c || !c->grammar) {
        return unknown_command(str_of(word));
    }
    struct buf b;
    buf_init(&b, 0);
    cli_write_manual(&b, c);
    fwrite(b.p, 1, b.n, stdout);
    buf_drop(&b);
    return CLI_OK;
}

static int run_help(const struct cli_command *c, int argc, char **argv) {
    struct str words[2];
    if (argc == 2 && str_is(str_of(argv[0]), "--mdoc")) {
        return print_manual(argv[1]);
    }
    if (argc == 0 || asks_help(str_of(argv[0]))) {
        cli_help(NULL, false);
        return CLI_OK;
    }
    size_t n = (size_t)argc < ARRAY_LEN(words) ? (size_t)argc : ARRAY_LEN(words);
    for (size_t i = 0; i < n; i++) {
        words[i] = str_of(argv[i]);
    }
    const struct cli_command *about = command_of(words, n);
    if (about && (size_t)argc == n) {
        cli_help(about, false);
        return CLI_OK;
    }
    const struct cli_command *first = find_command(words[0]);
    if (!first) {
        return unknown_command(words[0]);
    }
    if (first->nsubs && !about) {
        return unknown_sub(first, words[1]);
    }
    cli_usage_error(c->name, "`%.*s` is not expected here", STR_ARG(str_of(argv[argc - 1])));
    return CLI_USAGE;
}

const struct cli_command cli_help_command = {
    .name = "help",
    .takes = "[COMMAND]",
    .word = {.wants = CLI_COMMAND},
    .help = "this text, or that of a command",
    .run = run_help,
};
