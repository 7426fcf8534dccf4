/* SPDX-License-Identifier: MIT */
/*
 * Files. Reading whole files with a limit; writing them whole or not at all: the text goes to a
 * temporary file in the same folder, which is renamed over the target once it is safely on the
 * disk. What failed is told by an errno value; who reports it is the caller's affair.
 */
#include "base/file.h"

#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (64u * 1024u)
#define TEMP_TRIES 1000
#define PIPE_PATIENCE 1000 /* milliseconds */

/* The path with a NUL behind it, to be freed; NULL (and errno) when the system cannot have such a
 * path. */
static char *path_zero(struct str path) {
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

/* What is opened without waiting may have no byte yet. */
static bool wait_for_more(int fd) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, -1) >= 0 || errno == EINTR;
}

/* Reads up to `size` bytes, less only at the end of the file. -1 and errno on failure. */
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

/* Standard input and /proc do not tell their size. */
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

/* A pipe that no process has opened for writing yet reads as one that has ended, so the first byte
 * is waited for. ENODATA: none came. */
static int read_pipe(struct arena *a, int fd, size_t limit, struct str *out) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    bool silent = poll(&p, 1, PIPE_PATIENCE) == 0;
    int error = read_stream(a, fd, limit, out);
    return !error && silent && out->n == 0 ? ENODATA : error;
}

/* What is read that is no regular file. */
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

static bool is_stdin(struct str path) {
    return str_is(path, "-") || str_is(path, "/dev/stdin") || str_is(path, "/dev/fd/0");
}

/** Whether an open file is the one that a path inside of the fence leads to: who changes a link
 * between the opening and the look at it gains nothing. */
static bool is_inside(const struct file_fence *fence, struct str path, int fd) {
    struct stat opened, there;
    if (!fence) {
        return true;
    }
    char *z = path_zero(path), *real = z ? realpath(z, NULL) : NULL;
    /* a pipe's path leads nowhere that has a name */
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
        return EXDEV; /* also what is not there */
    }
    if (pipes ? is_stdin(path) : str_is(path, "-")) {
        return read_open(a, STDIN_FILENO, STREAMS_ALL, limit, out);
    }
    char *z = path_zero(path);
    if (!z) {
        return errno;
    }
    /* not to wait for the other end of a pipe, which may never come */
    int fd = open(z, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    int error = errno;
    free(z);
    if (fd < 0) {
        return error;
    }
    error = is_inside(fence, path, fd)
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
    const char *why = error == EISDIR    ? "it is a folder"
                      : error == EINVAL  ? "it is no file but a device or a socket"
                      : error == ESPIPE  ? "it is a pipe, and must be a file"
                      : error == ENODATA ? "it is a pipe that nobody writes into"
                      : error == EXDEV
                          ? "it lies outside of what a document may read in the sandbox"
                          : strerrordesc_np(error);
    return why ? why : "unknown error";
}

static int write_all(int fd, struct str data) {
    size_t done = 0;
    while (done < data.n) {
        ssize_t n = write(fd, data.p + done, data.n - done);
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        done += (size_t)n;
    }
    return 0;
}

/* Devices and pipes (/dev/null, a FIFO) take the text as it is; they cannot be renamed over. */
static int write_through(const char *path, struct str data) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        return errno;
    }
    int error = write_all(fd, data);
    if (close(fd) != 0 && error == 0) {
        error = errno;
    }
    return error;
}

/*
 * Opens a new file in the target's folder; `*name` is to be freed. The name is tried with O_EXCL,
 * so that neither another thread nor another process can share it. -1 and errno on failure.
 */
/** The `i`th name that a file may have beside the target until it is renamed. To be freed. */
static char *temp_name(const char *target, int i) {
    struct str dir = path_dir(str_of(target));
    struct buf b;
    buf_init(&b, 0);
    buf_str(&b, dir);
    if (dir.n > 0 && dir.p[dir.n - 1] != '/') {
        buf_putc(&b, '/');
    }
    buf_printf(&b, ".dossier-%d-%d.tmp", (int)getpid(), i);
    return b.p;
}

static int open_temp(const char *target, char **name) {
    int fd = -1;
    for (int i = 0; i < TEMP_TRIES; i++) {
        free(*name);
        *name = temp_name(target, i);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) {
            break;
        }
    }
    return fd;
}

/** A file in the target's folder that has no name yet, so that nothing is left of it when the
 * process ends; -1 where there is no such thing. */
static int open_nameless(const char *target) {
#ifdef O_TMPFILE
    struct str dir = path_dir(str_of(target));
    char *folder = path_zero(dir.n ? dir : STR("."));
    int fd = folder ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    free(folder);
    return fd;
#else
    (void)target;
    return -1;
#endif
}

/** Gives a nameless file a name of its own in the target's folder. */
static int name_it(int fd, const char *target, char **name) {
    char self[40];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    for (int i = 0; i < TEMP_TRIES; i++) {
        *name = temp_name(target, i);
        if (linkat(AT_FDCWD, self, AT_FDCWD, *name, AT_SYMLINK_FOLLOW) == 0) {
            return 0;
        }
        int error = errno;
        free(*name);
        *name = NULL;
        if (error != EEXIST) {
            return error;
        }
    }
    return EEXIST;
}

/** Fills an open file and, with `sync`, puts it on the disk. */
static int fill(int fd, struct str data, const struct stat *old, bool sync) {
    int error = write_all(fd, data);
    /* A file that is replaced keeps its permissions. */
    if (error == 0 && old && fchmod(fd, old->st_mode & 07777) != 0) {
        error = errno;
    }
    /* Some file systems cannot sync; the text is written all the same. */
    if (error == 0 && sync && fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP &&
        errno != EROFS) {
        error = errno;
    }
    return error;
}

/** Lets the signals that end programs wait. */
static void hold_signals(sigset_t *before) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
}

static int write_renamed(const char *target, struct str data, const struct stat *old, bool sync) {
    char *name = NULL;
    int fd = open_nameless(target);
    int error = fd < 0 ? 0 : fill(fd, data, old, sync);
    sigset_t before;
    hold_signals(&before); /* a name that is not the target's is gone before anybody may end us */
    if (fd >= 0 && error == 0 && name_it(fd, target, &name) != 0) {
        close(fd); /* no /proc here: with a name from the beginning */
        fd = -1;
    }
    if (fd < 0) {
        fd = open_temp(target, &name);
        error = fd < 0 ? errno : fill(fd, data, old, sync);
    }
    if (fd >= 0 && close(fd) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && rename(name, target) != 0) {
        error = errno;
    }
    if (error != 0 && fd >= 0 && name) {
        unlink(name);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    free(name);
    return error;
}

static int write_file(struct str path, struct str data, bool sync) {
    if (str_is(path, "-")) {
        return write_all(STDOUT_FILENO, data);
    }
    char *z = path_zero(path);
    if (!z) {
        return errno;
    }
    int error;
    struct stat st;
    if (stat(z, &st) != 0) {
        error = errno == ENOENT ? write_renamed(z, data, NULL, sync) : errno;
    } else if (S_ISDIR(st.st_mode)) {
        error = EISDIR;
    } else if (!S_ISREG(st.st_mode)) {
        error = write_through(z, data);
    } else {
        /* Behind a symbolic link the file is replaced, not the link. */
        char *real = realpath(z, NULL);
        error = real ? write_renamed(real, data, &st, sync) : errno;
        free(real);
    }
    free(z);
    return error;
}

int file_write(struct str path, struct str data) {
    return write_file(path, data, true);
}

int file_write_soon(struct str path, struct str data) {
    return write_file(path, data, false);
}

int file_make_dirs(struct str path) {
    char *z = path_zero(path);
    if (!z) {
        return path.n == 0 ? 0 : errno;
    }
    int error = 0;
    for (size_t i = 1; i <= path.n && error == 0; i++) {
        if ((i < path.n && z[i] != '/') || z[i - 1] == '/') {
            continue;
        }
        char kept = z[i];
        z[i] = '\0';
        if (mkdir(z, 0777) != 0) {
            error = errno;
            struct stat st;
            if (stat(z, &st) == 0) {
                error = S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
            }
        }
        z[i] = kept;
    }
    free(z);
    return error;
}

static bool stat_path(struct str path, struct stat *st) {
    char *z = path_zero(path);
    bool there = z && stat(z, st) == 0;
    free(z);
    return there;
}

bool file_exists(struct str path) {
    struct stat st;
    return stat_path(path, &st);
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

/* ---- files that are known again ---- */

static int identify(const struct stat *st, struct file_id *out) {
    if (!S_ISREG(st->st_mode) || st->st_size < 0) {
        return EINVAL;
    }
    *out = (struct file_id){.size = (uint64_t)st->st_size,
                            .device = (uint64_t)st->st_dev,
                            .inode = (uint64_t)st->st_ino,
                            .modified = (int64_t)st->st_mtim.tv_sec,
                            .changed = (int64_t)st->st_ctim.tv_sec,
                            .modified_ns = (uint32_t)st->st_mtim.tv_nsec,
                            .changed_ns = (uint32_t)st->st_ctim.tv_nsec};
    return 0;
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
    char *z = path_zero(path);
    if (!z) {
        return errno;
    }
    /* not to wait for the other end of a pipe, which is refused then */
    *fd = open(z, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    int error = *fd < 0 ? errno : 0;
    free(z);
    if (error) {
        return error;
    }
    struct stat st;
    error = fstat(*fd, &st) == 0 ? identify(&st, id) : errno;
    if (error) {
        close(*fd);
    }
    return error;
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
