/* SPDX-License-Identifier: MIT */
/*
 * The program: runs a command, and checks that all output arrived.
 */
#include "cli/cli.h"
#include "cli/options.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>

#define HEAP_STEP (256 * 1024)          /* number of bytes by which the heap grows */
#define HEAP_KEPT (64 * 1024 * 1024)    /* number of freed bytes that the heap keeps */
#define HEAP_LARGEST (32 * 1024 * 1024) /* larger blocks are outside the heap */

/** Flushes standard output, because only this shows whether the disk is full. Lost output is an
 * error. */
static int finish(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_print_error(STR("dossier: cannot write to standard output\n"));
        return status == CLI_OK ? CLI_ENVIRONMENT : status;
    }
    return status;
}

/** Makes the C library keep freed memory, because it takes much time to request it again from the
 * system. */
static void keep_heap(void) {
#ifdef __GLIBC__
    (void)mallopt(M_TOP_PAD, HEAP_STEP);
    (void)mallopt(M_TRIM_THRESHOLD, HEAP_KEPT);
    (void)mallopt(M_MMAP_THRESHOLD, HEAP_LARGEST);
#endif
}

int main(int argc, char **argv) {
    keep_heap();
    /* a write beyond the limit for the size of files fails instead of ending the program */
    (void)signal(SIGXFSZ, SIG_IGN);
    return finish(argc < 1 ? CLI_USAGE : cli_run(argc - 1, argv + 1));
}
