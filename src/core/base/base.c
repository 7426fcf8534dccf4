/* SPDX-License-Identifier: MIT */
/*
 * How the program ends when it cannot go on: a broken invariant, no memory, or a missing library.
 * The message is written with write(2), which needs neither memory nor locks. A missing library is
 * a fault of the installation, so the program then exits instead of aborting.
 */
#include "core/base/base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATUS_ENVIRONMENT 3 /* the same number as CLI_ENVIRONMENT of the command line */

/* Writes a line to standard error. If that is closed, the message is lost. */
static void say(const char *z) {
    ssize_t written = write(STDERR_FILENO, z, strlen(z));
    (void)written;
}

void base_bug(const char *file, int line, const char *what) {
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    unsigned rest = line > 0 ? (unsigned)line : 0;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    say("dossier: internal error: ");
    say(file);
    say(":");
    say(digits + at);
    say(": ");
    say(what);
    say("\n");
    abort();
}

void base_out_of_memory(void) {
    say("dossier: out of memory\n");
    abort();
}

void base_missing_library(const char *library, const char *package) {
    say("error: the library ");
    say(library);
    say(" cannot be loaded, or is too old [missing-package]\n  hint: install the package ");
    say(package);
    say("\n");
    _exit(STATUS_ENVIRONMENT);
}

/* malloc(0) may return NULL, but callers must never see NULL. */
void *xmalloc(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) {
        base_out_of_memory();
    }
    return p;
}

void *xcalloc(size_t count, size_t size) {
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) {
        base_out_of_memory();
    }
    return p;
}

void *xrealloc(void *old, size_t size) {
    void *p = realloc(old, size ? size : 1);
    if (!p) {
        base_out_of_memory();
    }
    return p;
}
