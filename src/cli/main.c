/* SPDX-License-Identifier: MIT */
/*
 * The program: picks the command.
 */
#include "cli/cli.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
};

static int run_help(int argc, char **argv) {
    if (argc > 0 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
        argc = 0;
    }
    if (argc > 0 && !cli_help(argv[0])) {
        cli_usage_error(NULL, "no command `%s`", argv[0]);
        return CLI_USAGE;
    }
    if (argc == 0) {
        cli_help(NULL);
    }
    return CLI_OK;
}

static const struct command commands[] = {
    {"build", cli_build}, {"check", cli_check},   {"help", run_help},     {"library", cli_library},
    {"refs", cli_refs},   {"styles", cli_styles}, {"themes", cli_themes},
};

static int unknown_command(const char *word) {
    struct str names[ARRAY_LEN(commands)];
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        names[i] = str_of(commands[i].name);
    }
    struct str near = diag_nearest(str_of(word), names, ARRAY_LEN(names));
    if (word[0] == '-') {
        cli_usage_error(NULL, "options stand behind a command: `dossier build %s`", word);
    } else if (near.n) {
        cli_usage_error(NULL, "no command `%s`; did you mean `%.*s`?", word, STR_ARG(near));
    } else if (file_exists(str_of(word))) {
        cli_usage_error(NULL, "no command `%s`; did you mean `dossier build %s`?", word, word);
    } else {
        cli_usage_error(NULL, "no command `%s`", word);
    }
    return CLI_USAGE;
}

/** A full disk shows only when standard output is flushed: help that got lost is an error too. */
static int finish(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_print_error(STR("dossier: cannot write to standard output\n"));
        return status == CLI_OK ? CLI_ENVIRONMENT : status;
    }
    return status;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        cli_usage_error(NULL, "no command given");
        return CLI_USAGE;
    }
    struct str word = str_of(argv[1]);
    if (str_is(word, "--help") || str_is(word, "-h")) {
        return finish(run_help(0, NULL));
    }
    if (str_is(word, "--version") || str_is(word, "-V")) {
        cli_version();
        return finish(CLI_OK);
    }
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        if (str_is(word, commands[i].name)) {
            return finish(commands[i].run(argc - 2, argv + 2));
        }
    }
    return unknown_command(argv[1]);
}
