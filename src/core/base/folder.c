/* SPDX-License-Identifier: MIT */
/*
 * Folders: listing, making and removing them, and locks. The functions never follow links; the code
 * that walks a tree decides whether to follow them.
 */
#include "core/base/file.h"
#include "core/base/vec.h"
#include "core/base/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the type of an entry, or of the target of a link. If the type is unknown, all its flags
 * are false. */
static struct file_entry entry_of(struct arena *a, struct str dir, const char *name) {
    struct file_entry e = {.name = arena_str(a, str_of(name))};
    struct str path = arena_str(a, path_join(a, dir, e.name));
    struct stat st;
    e.link = lstat(path.p, &st) == 0 && S_ISLNK(st.st_mode);
    if (stat(path.p, &st) == 0) {
        e.folder = S_ISDIR(st.st_mode);
        e.plain = S_ISREG(st.st_mode);
    }
    return e;
}

struct file_entry *file_list(struct arena *a, struct str dir, size_t *n) {
    VEC(struct file_entry) list = VEC_INIT;
    DIR *d = opendir(dir.n ? arena_str(a, dir).p : ".");
    *n = 0;
    if (!d) {
        return NULL;
    }
    errno = 0;
    for (struct dirent *e = readdir(d); e; errno = 0, e = readdir(d)) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            vec_push(&list, entry_of(a, dir, e->d_name));
        }
    }
    int error = errno;
    closedir(d);
    vec_sort(&list, str_order);
    *n = error ? 0 : list.n;
    struct file_entry *out = arena_grow(a, list.p, *n, *n + 1, sizeof *out);
    vec_drop(&list);
    errno = error;
    return error ? NULL : out;
}

/* Calls `fn` with the path as a NUL-terminated string. */
static int with_path(struct str path, int (*fn)(const char *)) {
    char *z = file_zero(path);
    int error = z && fn(z) == 0 ? 0 : errno;
    free(z);
    return error;
}

int file_remove(struct str path) {
    return with_path(path, unlink);
}

int file_remove_dir(struct str path) {
    return with_path(path, rmdir);
}

static int make_dir(const char *z) {
    return mkdir(z, 0777);
}

int file_make_dir(struct str path) {
    return with_path(path, make_dir);
}

int file_rename_dir(struct str from, struct str to) {
    struct arena *a = arena_new();
    int error = rename(arena_str(a, from).p, arena_str(a, to).p) == 0 ? 0 : errno;
    arena_drop(a);
    return error;
}

/* Whether an open folder still has its name. Another process may have renamed another folder to
 * that name. */
static bool is_still(int fd, const char *z) {
    struct stat own, there;
    return fstat(fd, &own) == 0 && stat(z, &there) == 0 && own.st_dev == there.st_dev &&
           own.st_ino == there.st_ino;
}

int file_lock_folder(struct str path, bool wait, int *fd) {
    struct arena *a = arena_new();
    const char *z = arena_str(a, path).p;
    int error;
    do {
        *fd = open(z, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        error = *fd < 0 ? errno : 0;
        while (!error && flock(*fd, LOCK_EX | (wait ? 0 : LOCK_NB)) != 0) {
            error = errno == EINTR ? 0 : errno;
        }
        bool other = error == EWOULDBLOCK || (!error && !is_still(*fd, z));
        if (other) {
            file_unlock_folder(fd);
        }
        if (!other || error) {
            break;
        }
    } while (true);
    arena_drop(a);
    bool no_locks = *fd >= 0 || error == EACCES;
    return no_locks ? 0 : error;
}

void file_unlock_folder(int *fd) {
    if (*fd >= 0) {
        close(*fd);
    }
    *fd = -1;
}

struct str *file_names(struct arena *a, struct str dir, struct str suffix, size_t *n) {
    size_t all;
    const struct file_entry *entries = file_list(a, dir, &all);
    struct str *names = ARENA_ARRAY(a, struct str, all + 1);
    *n = 0;
    for (size_t i = 0; i < all; i++) {
        if (str_ends(entries[i].name, suffix) && entries[i].name.n > suffix.n) {
            names[(*n)++] = entries[i].name;
        }
    }
    return names;
}
