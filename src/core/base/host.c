/* SPDX-License-Identifier: MIT */
/*
 * Files that the caller of the library provides; they take precedence over those on the disk.
 */
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/fsquery.h"

bool file_host_has(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out, int *error) {
    *out = STR_EMPTY;
    *error = h && h->read ? h->read(h->user, a, path, limit, out) : FILE_ON_DISK;
    return *error != FILE_ON_DISK;
}

static struct asked *asked_of(const struct file_host *h) {
    return h ? h->asked : NULL;
}

int file_host_read(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out) {
    int error;
    if (!file_host_has(h, a, path, limit, out, &error)) {
        asked_text(asked_of(h), path);
        error = file_read_inside(h ? h->fence : NULL, a, path, limit, out);
        asked_read(asked_of(h), path, error ? STR_EMPTY : *out);
    }
    return error;
}

int file_host_read_stream(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                          struct str *out) {
    int error;
    if (!file_host_has(h, a, path, limit, out, &error)) {
        asked_text(asked_of(h), path);
        error = file_read_stream_inside(h ? h->fence : NULL, a, path, limit, out);
        asked_read(asked_of(h), path, error ? STR_EMPTY : *out);
    }
    return error;
}

bool file_host_exists(const struct file_host *h, struct arena *a, struct str path) {
    struct str text;
    int error;
    if (file_host_has(h, a, path, LIMIT_BUF, &text, &error)) {
        return error == 0;
    }
    return file_fence_has(h ? h->fence : NULL, path) && asked_exists(asked_of(h), path);
}

struct str *file_host_names(const struct file_host *h, struct arena *a, struct str dir,
                            struct str suffix, size_t *n) {
    if (!file_fence_has(h ? h->fence : NULL, dir)) {
        *n = 0;
        return NULL;
    }
    if (h && h->listed) {
        h->listed(h->listed_user, dir);
    }
    struct str *names = file_names(a, dir, suffix, n);
    asked_names(asked_of(h), dir, suffix, names, *n);
    return names;
}
