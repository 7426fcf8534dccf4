/* SPDX-License-Identifier: MIT */
/*
 * How the program ends when it cannot go on: a broken invariant, no memory, or a missing library.
 * The message is written with write(2), which needs neither memory nor locks. A missing library is
 * a fault of the installation, so the program then exits instead of aborting.
 */
#include "core/base/base.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define STATUS_ENVIRONMENT 3 /* the same number as CLI_ENVIRONMENT of the command line */

/* Writes a text to standard error. If standard error is closed, the text is lost. */
static void say(const char *z) {
    ssize_t written = write(STDERR_FILENO, z, strlen(z));
    (void)written;
}

enum { DIGITS = 12 };

/** Writes a number to the end of `digits`, and returns where it begins. */
static const char *number(char digits[DIGITS], unsigned rest) {
    size_t at = DIGITS - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    return digits + at;
}

void base_bug(const char *file, int line, const char *what) {
    char digits[DIGITS];
    say("dossier: internal error: ");
    say(file);
    say(":");
    say(number(digits, line > 0 ? (unsigned)line : 0));
    say(": ");
    say(what);
    say("\n");
    abort();
}

/** Whether the process has a limit of memory and can no longer allocate half of it. `*mb` becomes
 * the limit in megabytes. */
static bool limit_is_reached(unsigned *mb) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return false;
    }
    size_t half = (size_t)limit.rlim_cur / 2;
    void *p = mmap(NULL, half, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p != MAP_FAILED) {
        (void)munmap(p, half);
    }
    *mb = (unsigned)(limit.rlim_cur >> 20);
    return p == MAP_FAILED;
}

void base_out_of_memory(void) {
    unsigned mb;
    if (limit_is_reached(&mb)) {
        char digits[DIGITS];
        say("dossier: error: this takes more than the limit of ");
        say(number(digits, mb));
        say(" MB of memory [too-large]\n  hint: divide the document, or set another limit with "
            "`--memory`\n");
        _exit(STATUS_ENVIRONMENT);
    }
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
