/* SPDX-License-Identifier: MIT */
/*
 * Temporary folders: each is made under an unused name for this user alone, and is removed with
 * everything below it. Links are removed, but not their targets.
 */
#include "core/base/buf.h"
#include "core/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEEPEST = 64 };

int file_make_temp_dir(struct arena *a, struct str parent, struct str *path) {
    struct str name = arena_str(a, path_join(a, parent, STR("dossier-XXXXXX")));
    char *z = arena_copy(a, name.p, name.n + 1);
    if (!mkdtemp(z)) {
        return errno;
    }
    *path = (struct str){z, name.n};
    return 0;
}

/** Removes everything in the open folder `fd` and closes it. Returns 0 or an errno value. */
static int empty(int fd, int depth) {
    DIR *d = fdopendir(fd);
    if (!d) {
        int error = errno;
        close(fd);
        return error;
    }
    int error = depth > DEEPEST ? ELOOP : 0;
    for (struct dirent *e = readdir(d); e && !error; e = readdir(d)) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
            unlinkat(dirfd(d), e->d_name, 0) == 0) {
            continue;
        }
        int below = openat(dirfd(d), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        error = below < 0 ? errno : empty(below, depth + 1);
        if (!error && unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR) != 0) {
            error = errno;
        }
    }
    closedir(d);
    return error;
}

int file_remove_temp_dir(struct str path) {
    struct arena *a = arena_new();
    const char *z = arena_str(a, path).p;
    int fd = open(z, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int error = fd < 0 ? errno : empty(fd, 0);
    if (!error && rmdir(z) != 0) {
        error = errno;
    }
    arena_drop(a);
    return error;
}
