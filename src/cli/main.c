/* SPDX-License-Identifier: MIT */
/*
 * The program: runs a command, and checks that all output arrived.
 */
#include "cli/cli.h"
#include "cli/options.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>

/* The number of bytes by which the heap grows and of freed memory that it keeps, and the size from
 * which blocks are outside the heap. */
#define HEAP_STEP (256 * 1024)
#define HEAP_KEPT (64 * 1024 * 1024)
#define HEAP_LARGEST (32 * 1024 * 1024)

/** Flushes standard output, which is when a full disk is noticed. Lost output is an error. */
static int finish(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_print_error(STR("dossier: cannot write to standard output\n"));
        return status == CLI_OK ? CLI_ENVIRONMENT : status;
    }
    return status;
}

/**
 * Keeps freed memory instead of returning it to the system, because requesting it again takes more
 * time than using it. For this, large blocks are also in the heap.
 */
static void keep_heap(void) {
#ifdef __GLIBC__
    (void)mallopt(M_TOP_PAD, HEAP_STEP);
    (void)mallopt(M_TRIM_THRESHOLD, HEAP_KEPT);
    (void)mallopt(M_MMAP_THRESHOLD, HEAP_LARGEST);
#endif
}

int main(int argc, char **argv) {
    keep_heap();
    /* a write to a file that cannot grow further then fails, which is reported */
    (void)signal(SIGXFSZ, SIG_IGN);
    return finish(argc < 1 ? CLI_USAGE : cli_run(argc - 1, argv + 1));
}
