/* SPDX-License-Identifier: MIT */
/*
 * Writes files completely or not at all: the text is written to a temporary file in the same
 * folder, and this file is renamed to the target once it is safely on the disk. A replaced file
 * keeps its owner, permissions, attributes and hard links. Where a new file could not have them,
 * the old one is overwritten in place, under a journal (journal.c).
 */
#include "core/base/write.h"

#include "core/base/buf.h"
#include "core/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { TEMP_TRIES = 1000, MAX_LINKS = 40, ATTRIBUTE_NAMES = 4096, ATTRIBUTE_VALUE = 65536 };

#define TEMP_BEGIN ".dossier-"
#define TEMP_END ".tmp"

/* The result when a new file could not keep the properties of the old one. The old file must then
 * be overwritten in place. */
#define IN_PLACE (-1)

int file_write_fd(int fd, struct str data) {
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

/* Devices and pipes (/dev/null, a FIFO) are written directly; they cannot be replaced by rename. */
static int write_through(const char *path, struct str data) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        return errno;
    }
    int error = file_write_fd(fd, data);
    if (close(fd) != 0 && error == 0) {
        error = errno;
    }
    return error;
}

/* ---- temporary files */

/** Returns the `i`th name to try for a temporary file beside the target. The caller frees it. */
static char *temp_name(const char *target, int i) {
    struct str dir = path_dir(str_of(target));
    struct buf b = BUF_INIT;
    buf_str(&b, dir);
    if (dir.n > 0 && dir.p[dir.n - 1] != '/') {
        buf_putc(&b, '/');
    }
    buf_printf(&b, TEMP_BEGIN "%d-%d" TEMP_END, (int)getpid(), i);
    return b.p;
}

/** Creates a temporary file in the target's folder. The caller frees `*name`. O_EXCL ensures that
 * no other thread or process has the same name. Returns -1 and sets errno on failure. */
static int open_temp(const char *target, unsigned mode, char **name) {
    int fd = -1;
    for (int i = 0; i < TEMP_TRIES; i++) {
        free(*name);
        *name = temp_name(target, i);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST) {
            break;
        }
    }
    return fd;
}

/** Creates a file without a name in the target's folder, so that nothing is left when the process
 * ends. Returns -1 where this is not supported. */
static int open_nameless(const char *target, unsigned mode) {
#ifdef O_TMPFILE
    struct str dir = path_dir(str_of(target));
    char *folder = file_zero(dir.n ? dir : STR("."));
    int fd = folder ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode) : -1;
    free(folder);
    return fd;
#else
    (void)target;
    (void)mode;
    return -1;
#endif
}

/** Gives a nameless file a temporary name in the target's folder. */
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

/** Returns the process that a temporary file belongs to, taken from its name; 0 if the name is not
 * that of a temporary file. */
static int64_t temp_owner(struct str name) {
    struct str rest = str_from(name, sizeof TEMP_BEGIN - 1);
    int64_t pid = 0;
    int64_t number = 0;
    if (!str_starts(name, STR(TEMP_BEGIN)) || !str_ends(rest, STR(TEMP_END))) {
        return 0;
    }
    rest.n -= sizeof TEMP_END - 1;
    struct str first = str_cut(&rest, '-');
    bool ours = str_to_i64(first, &pid) && rest.p && str_to_i64(rest, &number) && number >= 0 &&
                pid > 0 && pid <= INT_MAX;
    return ours ? pid : 0;
}

void file_sweep(struct str dir) {
    char *z = file_zero(dir.n ? dir : STR("."));
    DIR *d = z ? opendir(z) : NULL;
    free(z);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        if (e->d_name[0] != '.' || e->d_name[1] != 'd') {
            continue;
        }
        int64_t pid = temp_owner(str_of(e->d_name));
        struct stat st;
        if (pid && kill((pid_t)pid, 0) != 0 && errno == ESRCH &&
            fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) &&
            st.st_uid == geteuid()) {
            (void)unlinkat(dirfd(d), e->d_name, 0);
        }
    }
    if (d) {
        closedir(d);
    }
}

/* ---- properties that a file keeps */

/** Copies extended attributes, including access control lists. */
static int copy_attributes(int fd, const char *old) {
    char names[ATTRIBUTE_NAMES];
    ssize_t n = listxattr(old, names, sizeof names);
    if (n <= 0) {
        /* no attributes exist, or the file system does not support them */
        return n < 0 && errno == ERANGE ? IN_PLACE : 0;
    }
    char *value = xmalloc(ATTRIBUTE_VALUE);
    int error = 0;
    for (ssize_t at = 0; at < n && !error; at += (ssize_t)strlen(names + at) + 1) {
        const char *name = names + at;
        if (strncmp(name, "user.", 5) != 0 && strcmp(name, "system.posix_acl_access") != 0) {
            continue; /* the system sets this attribute itself */
        }
        ssize_t size = getxattr(old, name, value, ATTRIBUTE_VALUE);
        if (size < 0 || fsetxattr(fd, name, value, (size_t)size, 0) != 0) {
            error = IN_PLACE;
        }
    }
    free(value);
    return error;
}

/** Gives a new file all properties of the old one except its content. Returns IN_PLACE when that is
 * impossible. */
static int keep(int fd, const char *target, const struct stat *old) {
    struct stat own;
    if (fstat(fd, &own) != 0) {
        return errno;
    }
    bool same = own.st_uid == old->st_uid && own.st_gid == old->st_gid;
    if (!same &&
        fchown(fd, own.st_uid == old->st_uid ? (uid_t)-1 : old->st_uid, old->st_gid) != 0) {
        return IN_PLACE;
    }
    if (fchmod(fd, old->st_mode & 07777) != 0) {
        return errno;
    }
    return copy_attributes(fd, target);
}

/** Writes the text to an open file and, with `sync`, to the disk. With `old` it first gives the
 * file the properties of the old one. */
static int fill(int fd, const char *target, struct str data, const struct stat *old, bool sync) {
    int error = old ? keep(fd, target, old) : 0;
    if (error == 0) {
        error = file_write_fd(fd, data);
    }
    if (error == 0 && old && (old->st_mode & (S_ISUID | S_ISGID))) {
        /* writing has cleared the bits for set-user-ID and set-group-ID, so they are set again */
        error = fchmod(fd, old->st_mode & 07777) == 0 ? 0 : errno;
    }
    /* Some file systems cannot sync; the text is written nevertheless. */
    if (error == 0 && sync && fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP &&
        errno != EROFS) {
        error = errno;
    }
    return error;
}

/* ---- writing */

/** Delays the signals that end programs. A file larger than the system allows then causes an error
 * instead of a signal. */
static void hold_signals(sigset_t *before) {
    static const int all[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        sigaddset(&held, all[i]);
    }
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
}

/** Writes the entries of a path's folder to the disk. Returns EIO, but ignores other failures: some
 * file systems cannot do it, and some folders cannot be opened. */
static int sync_folder(const char *path) {
    struct str dir = path_dir(str_of(path));
    int fd = file_open_fd(dir.n ? dir : STR("."), O_RDONLY | O_DIRECTORY);
    int error = fd >= 0 && fsync(fd) != 0 && errno == EIO ? EIO : 0;
    if (fd >= 0) {
        close(fd);
    }
    return error;
}

/** Renames a file. Returns EEXIST when the new name exists already. */
static int name_first(const char *from, const char *to) {
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) {
        return 0;
    }
    /* with ENOSYS or EINVAL the flag is not supported, so a link is made instead */
    if (errno != ENOSYS && errno != EINVAL) {
        return errno;
    }
#endif
    if (link(from, to) != 0) {
        return errno;
    }
    unlink(from);
    return 0;
}

/** Writes a new file under a temporary name and renames it to the target, over an existing file
 * or, with `first`, only if there is none. */
static int write_moved(const char *target, struct str data, const struct stat *old, unsigned mode,
                       bool sync, bool first) {
    char *name = NULL;
    int fd = open_nameless(target, mode);
    int error = fd < 0 ? 0 : fill(fd, target, data, old, sync);
    sigset_t before;
    /* a temporary name exists from here on; signals are delayed until it is removed */
    hold_signals(&before);
    if (fd >= 0 && error == 0 && name_it(fd, target, &name) != 0) {
        close(fd); /* there is no /proc: use a file with a name from the start */
        fd = -1;
    }
    if (fd < 0) {
        fd = open_temp(target, mode, &name);
        error = fd < 0 ? errno : fill(fd, target, data, old, sync);
    }
    if (fd >= 0 && close(fd) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && first) {
        error = name_first(name, target);
    } else if (error == 0 && rename(name, target) != 0) {
        error = errno;
    }
    if (error != 0 && fd >= 0 && name) {
        unlink(name);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    free(name);
    return error;
}

int file_write_renamed(const char *target, struct str data, const struct stat *old, unsigned mode,
                       bool sync) {
    return write_moved(target, data, old, mode, sync, false);
}

int file_write_first(const char *target, struct str data, unsigned mode) {
    int error = write_moved(target, data, NULL, mode, true, true);
    if (error == 0 && (error = sync_folder(target)) != 0) {
        unlink(target);
    }
    return error;
}

char *file_write_target(const char *path) {
    char *at = xmalloc(strlen(path) + 1);
    memcpy(at, path, strlen(path) + 1);
    struct arena *a = NULL;
    for (int i = 0; i < MAX_LINKS && at; i++) {
        char link[PATH_MAX];
        ssize_t n = readlink(at, link, sizeof link);
        if (n <= 0 || n >= (ssize_t)sizeof link) {
            break;
        }
        a = a ? a : arena_new();
        struct str next = path_join(a, path_dir(str_of(at)), (struct str){link, (size_t)n});
        free(at);
        at = file_zero(next);
    }
    arena_drop(a);
    return at;
}

/** Writes a regular file that may exist already. */
static int write_regular(const char *target, struct str data, const struct stat *old, bool sync) {
    int error = old && old->st_nlink > 1
                    ? IN_PLACE
                    : file_write_renamed(target, data, old, FILE_MODE_USUAL, sync);
    if (error == IN_PLACE) {
        struct file_change change = {str_of(target), data};
        size_t which;
        error = file_change(&change, 1, &which);
    }
    return error;
}

static int write_file(struct str path, struct str data, bool sync) {
    if (str_is(path, "-")) {
        return file_write_fd(STDOUT_FILENO, data);
    }
    char *z = file_zero(path);
    if (!z) {
        return errno;
    }
    int error;
    struct stat st;
    bool there = stat(z, &st) == 0;
    if (!there && errno != ENOENT) {
        error = errno;
    } else if (there && S_ISDIR(st.st_mode)) {
        error = EISDIR;
    } else if (there && !S_ISREG(st.st_mode)) {
        error = write_through(z, data);
    } else {
        /* If the path is a symbolic link, its target is replaced or made, and the link stays. */
        char *real = file_write_target(z);
        error = real ? write_regular(real, data, there ? &st : NULL, sync) : errno;
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

int file_append(struct str path, struct str data) {
    int fd = file_open_fd(path, O_WRONLY | O_APPEND | O_NOFOLLOW);
    int error = fd < 0 ? errno : file_write_fd(fd, data);
    if (!error && fdatasync(fd) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS) {
        error = errno;
    }
    if (fd >= 0 && close(fd) != 0 && !error) {
        error = errno;
    }
    return error;
}

int file_write_private(struct str path, struct str data) {
    char *z = file_zero(path);
    int error = z ? file_write_renamed(z, data, NULL, FILE_MODE_OWN, false) : errno;
    free(z);
    return error;
}

int file_touch(struct str path) {
    char *z = file_zero(path);
    int error = z && utimensat(AT_FDCWD, z, NULL, 0) == 0 ? 0 : errno;
    free(z);
    return error;
}

struct str file_why_unwritten(struct arena *a, struct str path, int error) {
    struct str dir = path_dir(path);
    char *z = file_zero(dir.n ? dir : STR("."));
    bool closed =
        z && (error == EACCES || error == EPERM || error == EROFS) && access(z, W_OK | X_OK) != 0;
    struct str why = str_of(file_why(error));
    if (closed) {
        why = arena_printf(a, "no file can be made in the folder `%s`: %.*s", z, STR_ARG(why));
    }
    free(z);
    return why;
}

static int make_dirs(struct str path, mode_t mode) {
    char *z = file_zero(path);
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
        if (mkdir(z, mode) != 0) {
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

int file_make_dirs(struct str path) {
    return make_dirs(path, 0777);
}

int file_make_private_dirs(struct str path) {
    return make_dirs(path, 0700);
}

int file_make_private(struct str path) {
    int error = make_dirs(path_dir(path), 0700);
    char *z = error == 0 ? file_zero(path) : NULL;
    int fd = z ? open(z, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE_OWN) : -1;
    if (fd >= 0) {
        (void)close(fd);
    } else if (error == 0 && errno != EEXIST) {
        error = errno;
    }
    free(z);
    return error;
}
