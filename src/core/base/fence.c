/* SPDX-License-Identifier: MIT */
/*
 * Which paths lead inside of a fence. A path counts by where it leads when all links are resolved;
 * one at which nothing is, by the folder that it would be in. Reads nothing itself.
 */
#include "core/base/buf.h"
#include "core/base/file.h"

#include <stdlib.h>

/** A folder or a file that is inside. */
struct place {
    struct str path; /* without links; of a pipe as it was given */
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

/** Where a path leads, to be freed; NULL when that cannot be said. */
static char *real_path(struct str path) {
    struct buf z;
    buf_init(&z, 0);
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

/** Whether a path is a folder's or below it. */
static bool is_below(struct str dir, struct str path) {
    bool slash = str_ends(dir, STR("/")); /* the root of all */
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

/** Whether it was taken in as it is written: a pipe leads nowhere that has a name. */
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
    while (!real && path.n && !str_is(path, "/")) { /* nothing is there: where would it be? */
        path = path_dir(path);
        real = real_path(path);
    }
    bool inside = real && is_inside(f, str_of(real));
    free(real);
    return inside;
}
