/* SPDX-License-Identifier: MIT */
/*
 * Loaded in front of the C library (LD_PRELOAD): calls of one kind fail, or the process is killed
 * at one of them. The environment has
 *
 *   FAULT       the kind: memory, read, write, open, rename, sync; or change, for all calls that
 *               change files
 *   FAULT_AT    the first call that fails, from 1; without it none does
 *   FAULT_FOR   how many calls fail (default 1)
 *   FAULT_KILL  set: the process gets SIGKILL at that call instead; half of a text is written
 * before FAULT_LOG   a file that gets the number of calls when the process ends
 *
 * Standard output and standard error never fail.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { MEMORY = 1, READ = 2, WRITE = 4, OPEN = 8, RENAME = 16, SYNC = 32, CHANGE = 64 };

static const struct {
    const char *name;
    enum kind kind;
    int error;
} kinds[] = {{"memory", MEMORY, ENOMEM}, {"read", READ, EIO},     {"write", WRITE, ENOSPC},
             {"open", OPEN, EMFILE},     {"rename", RENAME, EIO}, {"sync", SYNC, EIO},
             {"change", CHANGE, ENOSPC}};

static int chosen, error_of_kind;
static long first, last;
static int kills;
static atomic_long calls;

static long number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
    const char *kind = getenv("FAULT");
    first = number("FAULT_AT", 0);
    last = first ? first - 1 + number("FAULT_FOR", 1) : 0;
    kills = getenv("FAULT_KILL") != NULL;
    atomic_store(&calls, 0);
    for (size_t i = 0; kind && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kind, kinds[i].name) == 0) {
            chosen = kinds[i].kind;
            error_of_kind = kinds[i].error;
        }
    }
}

/* Whether a call of these kinds fails. Sets errno then. */
static int fails(int kind) {
    if (!(kind & chosen)) {
        return 0;
    }
    long n = atomic_fetch_add(&calls, 1) + 1;
    if (n < first || n > last) {
        return 0;
    }
    if (kills) {
        kill(getpid(), SIGKILL);
    }
    errno = error_of_kind;
    return 1;
}

__attribute__((destructor)) static void end(void) {
    const char *log = getenv("FAULT_LOG");
    chosen = 0;
    FILE *f = log ? fopen(log, "w") : NULL;
    if (f) {
        fprintf(f, "%ld\n", atomic_load(&calls));
        fclose(f);
    }
}

/* The function of the C library in `real`, of the same type as the one that has its name here. */
#define FIND(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (!real) {                                                                                   \
        void *f = dlsym(RTLD_NEXT, #name);                                                         \
        memcpy(&real, &f, sizeof f);                                                               \
    }

/* dlsym() may allocate, so these are called by their other names. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails(MEMORY) ? NULL : __libc_realloc(old, size);
}

ssize_t read(int fd, void *p, size_t n) {
    FIND(read)
    return fails(READ) ? -1 : real(fd, p, n);
}

ssize_t pread(int fd, void *p, size_t n, off_t at) {
    FIND(pread)
    return fails(READ) ? -1 : real(fd, p, n, at);
}

ssize_t pread64(int fd, void *p, size_t n, off64_t at) {
    FIND(pread64)
    return fails(READ) ? -1 : real(fd, p, n, at);
}

ssize_t write(int fd, const void *p, size_t n) {
    FIND(write)
    if (fd <= 2) {
        return real(fd, p, n);
    }
    long next = atomic_load(&calls) + 1;
    if (kills && (chosen & (WRITE | CHANGE)) && next >= first && next <= last && n > 1) {
        (void)!real(fd, p, n / 2);
    }
    return fails(WRITE | CHANGE) ? -1 : real(fd, p, n);
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at) {
    FIND(pwrite)
    return fails(WRITE | CHANGE) ? -1 : real(fd, p, n, at);
}

ssize_t pwrite64(int fd, const void *p, size_t n, off64_t at) {
    FIND(pwrite64)
    return fails(WRITE | CHANGE) ? -1 : real(fd, p, n, at);
}

/* Calls that change names and sizes succeed on a full disk. */
static int only_kills(int kind) {
    return (kills || chosen != CHANGE) && fails(kind);
}

int ftruncate(int fd, off_t n) {
    FIND(ftruncate)
    return only_kills(WRITE | CHANGE) ? -1 : real(fd, n);
}

int ftruncate64(int fd, off64_t n) {
    FIND(ftruncate64)
    return only_kills(WRITE | CHANGE) ? -1 : real(fd, n);
}

int rename(const char *from, const char *to) {
    FIND(rename)
    return only_kills(RENAME | CHANGE) ? -1 : real(from, to);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    FIND(renameat2)
    return only_kills(RENAME | CHANGE) ? -1 : real(a, from, b, to, flags);
}

int linkat(int a, const char *from, int b, const char *to, int flags) {
    FIND(linkat)
    return only_kills(RENAME | CHANGE) ? -1 : real(a, from, b, to, flags);
}

int unlink(const char *path) {
    FIND(unlink)
    return only_kills(CHANGE) ? -1 : real(path);
}

int mkdir(const char *path, mode_t mode) {
    FIND(mkdir)
    return only_kills(CHANGE) ? -1 : real(path, mode);
}

int fsync(int fd) {
    FIND(fsync)
    return fails(SYNC) ? -1 : real(fd);
}

int fdatasync(int fd) {
    FIND(fdatasync)
    return fails(SYNC) ? -1 : real(fd);
}

/* The mode of a file that open() makes. */
#define MODE                                                                                       \
    mode_t mode = 0;                                                                               \
    if (flags & (O_CREAT | __O_TMPFILE)) {                                                         \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode = (mode_t)va_arg(rest, int);                                                          \
        va_end(rest);                                                                              \
    }

int open(const char *path, int flags, ...) {
    FIND(open)
    MODE return fails(OPEN) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    FIND(open64)
    MODE return fails(OPEN) ? -1 : real(path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...) {
    FIND(openat)
    MODE return fails(OPEN) ? -1 : real(dir, path, flags, mode);
}

int openat64(int dir, const char *path, int flags, ...) {
    FIND(openat64)
    MODE return fails(OPEN) ? -1 : real(dir, path, flags, mode);
}

DIR *opendir(const char *path) {
    FIND(opendir)
    return fails(OPEN) ? NULL : real(path);
}

FILE *fopen(const char *path, const char *mode) {
    FIND(fopen)
    return fails(OPEN) ? NULL : real(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    FIND(fopen64)
    return fails(OPEN) ? NULL : real(path, mode);
}
