/* SPDX-License-Identifier: MIT */
/*
 * Files: reading whole files up to a limit, and facts about files. Failures are returned as errno
 * values and reported by the caller. write.c writes files.
 */
#include "core/base/file.h"

#include "core/base/buf.h"
#include "core/base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (64u * 1024u)
/* The number of bytes that are read at a time to compare a file with a text. Larger buffers would
 * touch new memory, which is slow. */
#define SMALL_CHUNK (16u * 1024u)
#define PIPE_PATIENCE 1000 /* how long to wait for data of a pipe, in milliseconds */

char *file_zero(struct str path) {
    if (path.n == 0 || memchr(path.p, '\0', path.n)) {
        errno = ENOENT;
        return NULL;
    }
    if (path.n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    char *z = xmalloc(path.n + 1);
    memcpy(z, path.p, path.n);
    z[path.n] = '\0';
    return z;
}

int file_open_fd(struct str path, int flags) {
    char *z = file_zero(path);
    int fd = z ? open(z, flags | O_CLOEXEC | O_NOCTTY) : -1, error = errno;
    free(z);
    errno = error;
    return fd;
}

/* Waits until a file that was opened with O_NONBLOCK has data. Returns false and sets errno on
 * failure. */
static bool wait_for_more(int fd) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, -1) >= 0 || errno == EINTR;
}

/* Reads up to `size` bytes, fewer only at the end of the file. Returns -1 and sets errno on
 * failure. */
static ssize_t read_some(int fd, char *p, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = read(fd, p + done, size - done);
        if (n == 0) {
            break;
        }
        if (n < 0) {
            if (errno == EINTR || (errno == EAGAIN && wait_for_more(fd))) {
                continue;
            }
            return -1;
        }
        done += (size_t)n;
    }
    return (ssize_t)done;
}

/* Reads a file to its end. The size is not known in advance: standard input and files in /proc do
 * not report it. */
static int read_stream(struct arena *a, int fd, size_t limit, struct str *out) {
    struct buf b;
    buf_init(&b, limit ? limit : 1);
    char *chunk = xmalloc(CHUNK);
    int error = 0;
    for (;;) {
        ssize_t n = read_some(fd, chunk, CHUNK);
        if (n < 0) {
            error = errno;
            break;
        }
        buf_add(&b, chunk, (size_t)n);
        if (b.overflow || b.n > limit) {
            error = EFBIG;
            break;
        }
        if (n < (ssize_t)CHUNK) {
            *out = buf_keep(&b, a);
            break;
        }
    }
    free(chunk);
    buf_drop(&b);
    return error;
}

/* Reads a pipe. A pipe without a writer reads as if it had ended, so this function waits for the
 * first byte. Returns ENODATA if none comes. */
static int read_pipe(struct arena *a, int fd, size_t limit, struct str *out) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    bool silent = poll(&p, 1, PIPE_PATIENCE) == 0;
    int error = read_stream(a, fd, limit, out);
    return !error && silent && out->n == 0 ? ENODATA : error;
}

/* The files that are read besides regular ones. */
enum streams { STREAMS_NONE, STREAMS_PIPES, STREAMS_ALL };

static int read_open(struct arena *a, int fd, enum streams streams, size_t limit, struct str *out) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return errno;
    }
    if (S_ISDIR(st.st_mode)) {
        return EISDIR;
    }
    if (S_ISFIFO(st.st_mode) && streams == STREAMS_NONE) {
        return ESPIPE;
    }
    if (!S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode) && streams != STREAMS_ALL) {
        return EINVAL;
    }
    if (S_ISFIFO(st.st_mode) && streams == STREAMS_PIPES) {
        return read_pipe(a, fd, limit, out);
    }
    if (!S_ISREG(st.st_mode) || st.st_size <= 0) {
        return read_stream(a, fd, limit, out);
    }
    if ((uintmax_t)st.st_size > limit) {
        return EFBIG;
    }
    char *p = arena_alloc(a, (size_t)st.st_size + 1);
    ssize_t n = read_some(fd, p, (size_t)st.st_size);
    if (n < 0) {
        return errno;
    }
    p[n] = '\0';
    *out = (struct str){p, (size_t)n};
    return 0;
}

bool file_has_bytes(struct str path, struct str data) {
    struct stat st;
    int fd = file_open_fd(path, O_RDONLY | O_NONBLOCK);
    bool same =
        fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (uintmax_t)st.st_size == data.n;
    char *chunk = same ? xmalloc(SMALL_CHUNK) : NULL;
    for (size_t at = 0; same && at < data.n;) {
        size_t n = data.n - at < SMALL_CHUNK ? data.n - at : SMALL_CHUNK;
        same = read_some(fd, chunk, n) == (ssize_t)n && memcmp(chunk, data.p + at, n) == 0;
        at += n;
    }
    free(chunk);
    if (fd >= 0) {
        close(fd);
    }
    return same;
}

static bool is_stdin(struct str path) {
    return str_is(path, "-") || str_is(path, "/dev/stdin") || str_is(path, "/dev/fd/0");
}

/** Whether an open file is the one that a path inside the fence leads to. The check follows the
 * opening, so that an attacker gains nothing by replacing the path with a link in between. */
static bool is_inside(const struct file_fence *fence, struct str path, int fd) {
    struct stat opened, there;
    if (!fence) {
        return true;
    }
    char *z = file_zero(path), *real = z ? realpath(z, NULL) : NULL;
    /* the target of a pipe has no name, so the given path is used */
    const char *found = real ? real : z;
    bool same = found && fstat(fd, &opened) == 0 && stat(found, &there) == 0 &&
                opened.st_dev == there.st_dev && opened.st_ino == there.st_ino &&
                file_fence_has(fence, S_ISREG(opened.st_mode) ? str_of(found) : path);
    free(real);
    free(z);
    return same;
}

static int read_path(const struct file_fence *fence, struct arena *a, struct str path, bool pipes,
                     size_t limit, struct str *out) {
    if (fence && !file_fence_has(fence, path)) {
        /* a missing file outside of the fence gets the same error as an existing one */
        return EXDEV;
    }
    if (pipes ? is_stdin(path) : str_is(path, "-")) {
        return read_open(a, STDIN_FILENO, STREAMS_ALL, limit, out);
    }
    /* O_NONBLOCK: opening a pipe must not wait for a writer, which may never come */
    int fd = file_open_fd(path, O_RDONLY | O_NONBLOCK);
    if (fd < 0) {
        return errno;
    }
    int error = is_inside(fence, path, fd)
                    ? read_open(a, fd, pipes ? STREAMS_PIPES : STREAMS_NONE, limit, out)
                    : EXDEV;
    close(fd);
    return error;
}

int file_read(struct arena *a, struct str path, size_t limit, struct str *out) {
    return read_path(NULL, a, path, false, limit, out);
}

int file_read_stream(struct arena *a, struct str path, size_t limit, struct str *out) {
    return read_path(NULL, a, path, true, limit, out);
}

int file_read_inside(const struct file_fence *fence, struct arena *a, struct str path, size_t limit,
                     struct str *out) {
    return read_path(fence, a, path, false, limit, out);
}

int file_read_stream_inside(const struct file_fence *fence, struct arena *a, struct str path,
                            size_t limit, struct str *out) {
    return read_path(fence, a, path, true, limit, out);
}

const char *file_why(int error) {
    const char *why =
        error == EISDIR    ? "it is a folder"
        : error == EINVAL  ? "it is a device or a socket, not a file"
        : error == ESPIPE  ? "it is a pipe, and must be a file"
        : error == ENODATA ? "it is a pipe to which no program writes"
        : error == EXDEV   ? "it is outside the folders that a document may read in the sandbox"
        : error == EALREADY
            ? "an earlier change of files in this folder is unfinished (" FILE_JOURNAL ")"
            : strerrordesc_np(error);
    return why ? why : "unknown error";
}

static bool stat_path(struct str path, struct stat *st) {
    char *z = file_zero(path);
    bool there = z && stat(z, st) == 0;
    free(z);
    return there;
}

bool file_exists(struct str path) {
    struct stat st;
    return stat_path(path, &st);
}

bool file_is_plain(struct str path) {
    struct stat st;
    return stat_path(path, &st) && S_ISREG(st.st_mode);
}

bool file_is_stream(struct str path) {
    struct stat st;
    return is_stdin(path) || (stat_path(path, &st) && S_ISFIFO(st.st_mode));
}

bool file_is_dir(struct str path) {
    struct stat st;
    return stat_path(path, &st) && S_ISDIR(st.st_mode);
}

bool file_is_same(struct str a, struct str b) {
    struct stat x, y;
    return stat_path(a, &x) && stat_path(b, &y) && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* ---- identity of files ---- */

static struct file_id id_of(const struct stat *st) {
    return (struct file_id){.size = S_ISREG(st->st_mode) ? (uint64_t)st->st_size : 0,
                            .device = (uint64_t)st->st_dev,
                            .inode = (uint64_t)st->st_ino,
                            .modified = (int64_t)st->st_mtim.tv_sec,
                            .changed = (int64_t)st->st_ctim.tv_sec,
                            .modified_ns = (uint32_t)st->st_mtim.tv_nsec,
                            .changed_ns = (uint32_t)st->st_ctim.tv_nsec};
}

static int identify(const struct stat *st, struct file_id *out) {
    if (!S_ISREG(st->st_mode) || st->st_size < 0) {
        return EINVAL;
    }
    *out = id_of(st);
    return 0;
}

struct file_facts file_look(struct str path) {
    struct stat st;
    struct file_facts facts = {.there = stat_path(path, &st)};
    if (facts.there) {
        facts.plain = S_ISREG(st.st_mode);
        facts.folder = S_ISDIR(st.st_mode);
        facts.read_only = facts.plain && (st.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0;
    }
    if (facts.plain || facts.folder) {
        facts.id = id_of(&st);
    }
    return facts;
}

int file_identify(struct str path, struct file_id *out) {
    struct stat st;
    return stat_path(path, &st) ? identify(&st, out) : errno;
}

bool file_id_eq(const struct file_id *a, const struct file_id *b) {
    return a->size == b->size && a->device == b->device && a->inode == b->inode &&
           a->modified == b->modified && a->changed == b->changed &&
           a->modified_ns == b->modified_ns && a->changed_ns == b->changed_ns;
}

int file_open(struct str path, int *fd, struct file_id *id) {
    /* O_NONBLOCK: opening a pipe must not wait for its writer; pipes are refused below */
    *fd = file_open_fd(path, O_RDONLY | O_NONBLOCK);
    if (*fd < 0) {
        return errno;
    }
    struct stat st;
    int error = fstat(*fd, &st) == 0 ? identify(&st, id) : errno;
    if (error) {
        close(*fd);
    }
    return error;
}

int file_map(struct str path, size_t limit, struct str *out) {
    int fd;
    struct file_id id;
    int error = file_open(path, &fd, &id);
    if (error) {
        return error;
    }
    void *p = MAP_FAILED;
    error = id.size > limit ? EFBIG : id.size == 0 ? EINVAL : 0;
    if (!error) {
        p = mmap(NULL, (size_t)id.size, PROT_READ, MAP_PRIVATE, fd, 0);
        error = p == MAP_FAILED ? errno : 0;
    }
    close(fd);
    *out = error ? STR_EMPTY : (struct str){p, (size_t)id.size};
    return error;
}

void file_unmap(struct str text) {
    (void)munmap((void *)(uintptr_t)text.p, text.n);
}

bool file_read_at(int fd, uint64_t offset, void *out, size_t n) {
    char *p = out;
    while (n > 0) {
        ssize_t k = offset <= INT64_MAX - n ? pread(fd, p, n, (off_t)offset) : 0;
        if (k == 0 || (k < 0 && errno != EINTR)) {
            return false;
        }
        size_t got = k > 0 ? (size_t)k : 0;
        p += got;
        n -= got;
        offset += got;
    }
    return true;
}

struct str file_real_path(struct arena *a, struct str path) {
    char *real = realpath(arena_str(a, path).p, NULL);
    struct str out = real ? arena_str(a, str_of(real)) : path;
    free(real);
    return out;
}

struct str file_target_path(struct arena *a, struct str path) {
    char *target = file_write_target(arena_str(a, path).p);
    struct str at = target ? arena_str(a, str_of(target)) : path, dir = path_dir(at);
    free(target);
    return path_join(a, file_real_path(a, dir.n ? dir : STR(".")), path_base(at));
}
