/* SPDX-License-Identifier: MIT */
/*
 * Loaded in front of the C library (LD_PRELOAD): ends the process at the KILL_AT'th call that
 * changes a file, with SIGKILL. A write is half done by then. With KILL_WITH=full the calls fail
 * from there on as on a full disk, for as many as KILL_FOR says (else for ever).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;

static long number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

/* Whether this call is not to be made; does not return when the process ends here. */
static int stops(void) {
    long at = number("KILL_AT", 0);
    const char *with = getenv("KILL_WITH");
    calls++;
    if (at == 0 || calls < at) {
        return 0;
    }
    if (with && strcmp(with, "full") == 0) {
        return calls < at + number("KILL_FOR", 1000000);
    }
    kill(getpid(), SIGKILL);
    return 1;
}

ssize_t write(int fd, const void *p, size_t n) {
    static ssize_t (*real)(int, const void *, size_t);
    real = real ? real : (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    long at = number("KILL_AT", 0);
    if (fd > 2 && calls + 1 >= at && at > 0 && n > 1) {
        if (!getenv("KILL_WITH")) {
            (void)real(fd, p, n / 2);
        }
    }
    if (fd > 2 && stops()) {
        errno = ENOSPC;
        return -1;
    }
    return real(fd, p, n);
}

#define NAMES(name, ...)                                                                           \
    static int (*real)(__VA_ARGS__);                                                               \
    real = real ? real : (int (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

int rename(const char *from, const char *to) {
    NAMES("rename", const char *, const char *);
    if (stops() && !getenv("KILL_WITH")) {
        return -1;
    }
    return real(from, to);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    NAMES("renameat2", int, const char *, int, const char *, unsigned);
    if (stops() && !getenv("KILL_WITH")) {
        return -1;
    }
    return real(a, from, b, to, flags);
}

int linkat(int a, const char *from, int b, const char *to, int flags) {
    NAMES("linkat", int, const char *, int, const char *, int);
    if (stops() && !getenv("KILL_WITH")) {
        return -1;
    }
    return real(a, from, b, to, flags);
}

int unlink(const char *path) {
    NAMES("unlink", const char *);
    if (stops() && !getenv("KILL_WITH")) {
        return -1;
    }
    return real(path);
}

int ftruncate(int fd, off_t n) {
    NAMES("ftruncate", int, off_t);
    if (stops() && !getenv("KILL_WITH")) {
        return -1;
    }
    return real(fd, n);
}
