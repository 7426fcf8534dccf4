/* SPDX-License-Identifier: MIT */
/*
 * The list of commands, and the search for the command that the command line names. Each command
 * has a row, which is beside its code.
 */
#include "cli/cli.h"
#include "cli/options.h"

#include "core/base/file.h"

static const struct cli_command *const commands[] = {
    &cli_build,  &cli_check,  &cli_fit,   &cli_diff,         &cli_lsp,        &cli_packet,
    &cli_verify, &cli_site,   &cli_serve, &cli_plan,         &cli_refs,       &cli_library,
    &cli_styles, &cli_themes, &cli_init,  &cli_help_command, &cli_completion,
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

const struct cli_command *cli_command_of(const struct str *words, size_t n) {
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
    struct str near = cli_meant(CLI_MEANT_COMMAND, word);
    near = near.n ? near : diag_nearest(word, names, ARRAY_LEN(names));
    static const struct str alone[] = {STR_INIT("--version"), STR_INIT("--help")};
    bool dash = str_starts(word, STR("-"));
    struct str option = dash ? diag_nearest(word, alone, ARRAY_LEN(alone)) : STR_EMPTY;
    if (option.n) {
        cli_usage_error(NULL, "unknown option `%.*s`; did you mean `%.*s`?", STR_ARG(word),
                        STR_ARG(option));
    } else if (dash) {
        cli_usage_error(NULL, "options come after a command: `dossier build %.*s`", STR_ARG(word));
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

int cli_unknown_sub(const struct cli_command *c, struct str word) {
    struct str *names = xcalloc(c->nsubs, sizeof *names);
    for (size_t i = 0; i < c->nsubs; i++) {
        names[i] = str_of(cli_command_word(&c->subs[i]));
    }
    struct str near = diag_nearest(word, names, c->nsubs);
    free(names);
    if (word.n == 0) {
        cli_usage_error(c->name, "no subcommand given");
    } else if (word.p[0] == '-') {
        cli_usage_error(c->name, "options come after a subcommand: `dossier %s SUBCOMMAND %.*s`",
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

/** Runs a command with subcommands. The first word names the subcommand. */
static int run_sub(const struct cli_command *c, int argc, char **argv) {
    struct str word = argc ? str_of(argv[0]) : str_of(c->otherwise);
    if (asks_help(word)) {
        cli_help(c, false);
        return CLI_OK;
    }
    const struct cli_command *sub = find_sub(c, word);
    return sub ? sub->run(sub, argc ? argc - 1 : 0, argv + (argc > 0)) : cli_unknown_sub(c, word);
}

int cli_run(int argc, char **argv) {
    if (argc == 0) {
        return cli_misuse(NULL, "no command given");
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
