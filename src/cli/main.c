/* SPDX-License-Identifier: MIT */
/*
 * The program: runs a command, and looks whether all that it printed arrived.
 */
#include "cli/cli.h"
#include "cli/options.h"

#include <signal.h>
#include <stdio.h>

/** A full disk shows only when standard output is flushed; output that is lost is an error. */
static int finish(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_print_error(STR("dossier: cannot write to standard output\n"));
        return status == CLI_OK ? CLI_ENVIRONMENT : status;
    }
    return status;
}

int main(int argc, char **argv) {
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error that is reported */
    return finish(argc < 1 ? CLI_USAGE : cli_run(argc - 1, argv + 1));
}
