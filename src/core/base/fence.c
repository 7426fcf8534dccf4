/* SPDX-License-Identifier: MIT */
/*
 * Decides which paths are inside a fence. A path is judged by its target after all links are
 * resolved. A path to a file that does not exist is judged by the folder that would contain the
 * file. No file is read here.
 */
#include "core/base/buf.h"
#include "core/base/file.h"

#include <stdlib.h>

/** A folder or a file inside the fence. */
struct place {
    struct str path; /* the path without links; for a pipe, the path as it was given */
    const struct place *next;
};

struct file_fence {
    struct arena *arena;
    const struct place *places;
};

struct file_fence *file_fence_new(struct arena *a) {
    struct file_fence *f = ARENA_NEW(a, struct file_fence);
    f->arena = a;
    return f;
}

/** Returns the target of a path, to be freed by the caller; NULL when it cannot be determined. */
static char *real_path(struct str path) {
    struct buf z = BUF_INIT;
    buf_str(&z, path.n ? path : STR("."));
    char *real = memchr(z.p, '\0', z.n) ? NULL : realpath(z.p, NULL);
    buf_drop(&z);
    return real;
}

void file_fence_add(struct file_fence *f, struct str path) {
    char *real = file_is_stream(path) ? NULL : real_path(path);
    struct place *p = ARENA_NEW(f->arena, struct place);
    *p = (struct place){arena_str(f->arena, real ? str_of(real) : path), f->places};
    f->places = p;
    free(real);
}

/** Whether `path` is the folder `dir` or below it. */
static bool is_below(struct str dir, struct str path) {
    bool slash = str_ends(dir, STR("/")); /* the folder is the root */
    return str_starts(path, dir) && (path.n == dir.n || slash || path.p[dir.n] == '/');
}

static bool is_inside(const struct file_fence *f, struct str path) {
    for (const struct place *p = f->places; p; p = p->next) {
        if (is_below(p->path, path)) {
            return true;
        }
    }
    return false;
}

/** Whether the path was added exactly as written. That is how pipes are recognised: their target
 * has no name. */
static bool is_given(const struct file_fence *f, struct str path) {
    for (const struct place *p = f->places; p; p = p->next) {
        if (str_eq(p->path, path)) {
            return true;
        }
    }
    return false;
}

bool file_fence_has(const struct file_fence *f, struct str path) {
    if (!f) {
        return true;
    }
    if (file_is_stream(path) || str_is(path, "-")) {
        return is_given(f, path);
    }
    char *real = real_path(path);
    while (!real && path.n && !str_is(path, "/")) { /* the file does not exist: find its folder */
        path = path_dir(path);
        real = real_path(path);
    }
    bool inside = real && is_inside(f, str_of(real));
    free(real);
    return inside;
}
