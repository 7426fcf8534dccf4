/* SPDX-License-Identifier: MIT */
/*
 * Folders: listing their entries, and removing files. Never follows links; the code that walks a
 * tree decides that.
 */
#include "core/base/file.h"
#include "core/base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *x, const void *y) {
    const struct file_entry *a = x, *b = y;
    return str_cmp(a->name, b->name);
}

/* The type of an entry, or of the target of a link; all false when it cannot be determined. */
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
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            vec_push(&list, entry_of(a, dir, e->d_name));
        }
    }
    if (d) {
        closedir(d);
    }
    if (list.n) {
        qsort(list.p, list.n, sizeof *list.p, by_name);
    }
    struct file_entry *out = vec_keep(&list, a);
    *n = list.n;
    vec_drop(&list);
    return out;
}

/* Calls `fn` with the path as a NUL-terminated string. */
static int with_path(struct str path, int (*fn)(const char *)) {
    char z[PATH_MAX];
    if (path.n == 0 || path.n >= sizeof z || memchr(path.p, '\0', path.n)) {
        return path.n >= sizeof z ? ENAMETOOLONG : ENOENT;
    }
    memcpy(z, path.p, path.n);
    z[path.n] = '\0';
    return fn(z) == 0 ? 0 : errno;
}

int file_remove(struct str path) {
    return with_path(path, unlink);
}

int file_remove_dir(struct str path) {
    return with_path(path, rmdir);
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
