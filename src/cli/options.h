/* SPDX-License-Identifier: MIT */
/*
 * Reading options by a table, for every command alike. Private to cli.
 */
#ifndef DOSSIER_CLI_OPTIONS_H
#define DOSSIER_CLI_OPTIONS_H

#include "cli/cli.h"

enum cli_arg { ARG_NONE, ARG_REQUIRED, ARG_OPTIONAL /* only as --name=value */ };

struct cli_option {
    const char *name;
    char letter; /* 0: none */
    enum cli_arg arg;
    int id;            /* the command's own */
    unsigned commands; /* bits of those that have it; 0: all */
};

/** What a command takes. */
struct cli_grammar {
    const char *command; /* for messages */
    const struct cli_option *options;
    size_t noptions;
    unsigned bit;    /* the command's */
    bool dash_words; /* "-word" is no option: of one letter they stand alone */
    /** Takes an option and its value, empty without one; false when it is wrong, which it says. */
    bool (*apply)(void *user, int id, struct str value);
    void *user;
    cli_words *words; /* what is no option goes there */
};

/**
 * Reads the words behind a command: "--name", "--name=value", "--name value", "-n", "-nvalue",
 * "-n value", letters together ("-sC"); all behind "--" are words, and so is "-". On a fault it is
 * printed, with a hint, and false is returned: the exit status is CLI_USAGE.
 */
bool cli_options_read(const struct cli_grammar *g, int argc, char **argv);

/** The value of --diagnostics; false, and said, when there is no such form. */
bool cli_read_diagnostics(const char *command, struct str value, enum cli_diagnostics *out);

#endif
