/* SPDX-License-Identifier: MIT */
/*
 * Decides which paths are inside a fence. A path is judged by its target after all links are
 * resolved. A path to a file that does not exist is judged by the folder that would contain the
 * file. No file is read here.
 */
#include "core/base/arena.h"
#include "core/base/file.h"
#include "core/base/write.h"

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
    char *z = file_zero(path.n ? path : STR("."));
    char *real = z ? realpath(z, NULL) : NULL;
    free(z);
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
    bool slash = str_ends(dir, STR("/")); /* true only for the root folder */
    return str_starts(path, dir) && (path.n == dir.n || slash || path.p[dir.n] == '/');
}

/** Whether a path is one of the places or below one. With `exactly`, it must be a place itself. */
static bool is_inside(const struct file_fence *f, struct str path, bool exactly) {
    const struct place *p = f->places;
    while (p && !(exactly ? str_eq(p->path, path) : is_below(p->path, path))) {
        p = p->next;
    }
    return p;
}

bool file_fence_has(const struct file_fence *f, struct str path) {
    if (!f) {
        return true;
    }
    if (file_is_stream(path) || str_is(path, "-")) {
        /* a pipe may have no path of its own (/dev/stdout): the given path must be in the fence */
        return is_inside(f, path, true);
    }
    char *real = real_path(path);
    while (!real && path.n && !str_is(path, "/")) { /* the file does not exist: find its folder */
        path = path_dir(path);
        real = real_path(path);
    }
    bool inside = real && is_inside(f, str_of(real), false);
    free(real);
    return inside;
}
