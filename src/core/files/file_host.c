/* SPDX-License-Identifier: MIT */
/* See file_host.h. */
#include "core/files/file_host.h"

#include "core/base/bounds.h"
#include "core/memo/inputs.h"

#include <errno.h>

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_TOO_LARGE);

bool file_host_has(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out, int *error) {
    *out = STR_EMPTY;
    *error = h && h->read ? h->read(h->user, a, path, limit, out) : FILE_ON_DISK;
    return *error != FILE_ON_DISK;
}

/* reading the names of a folder takes as long as this many comparisons of names */
#define COST_OF_FOLDER 1000

static struct memo_inputs *inputs_of(const struct file_host *h) {
    return h ? h->inputs : NULL;
}

static int read_file(const struct file_host *h, struct arena *a, struct str path, bool pipes,
                     size_t limit, struct str *out) {
    int error;
    if (!file_host_has(h, a, path, limit, out, &error)) {
        const struct file_fence *fence = h ? h->fence : NULL;
        memo_note_file(inputs_of(h), path);
        error = pipes ? file_read_stream_inside(fence, a, path, limit, out)
                      : file_read_inside(fence, a, path, limit, out);
        memo_note_content(inputs_of(h), path, error ? STR_EMPTY : *out);
    }
    return error;
}

int file_host_read(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                   struct str *out) {
    return read_file(h, a, path, false, limit, out);
}

int file_host_read_stream(const struct file_host *h, struct arena *a, struct str path, size_t limit,
                          struct str *out) {
    return read_file(h, a, path, true, limit, out);
}

bool file_host_exists(const struct file_host *h, struct arena *a, struct str path) {
    struct str text;
    int error;
    if (file_host_has(h, a, path, LIMIT_BUF, &text, &error)) {
        return error == 0;
    }
    return file_fence_has(h ? h->fence : NULL, path) && memo_exists(inputs_of(h), path);
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
    memo_note_names(inputs_of(h), dir, suffix, names, *n);
    return names;
}

struct str file_host_nearest(const struct file_host *h, struct diags *d, struct str path) {
    size_t n = 0;
    if (d->guesses >= LIMIT_GUESSES) {
        return STR_EMPTY;
    }
    d->guesses += COST_OF_FOLDER;
    const struct str *names = file_host_names(h, d->arena, path_dir(path), STR(""), &n);
    struct str base = path_base(path), near = diag_guess(d, base, names, n);
    for (size_t i = 0; i < n && !near.n && !path_ext(base).n; i++) {
        near = str_eq(path_stem(names[i]), base) ? names[i] : near;
    }
    return near;
}

void file_host_report(const struct file_host *h, struct diags *d, struct span at, struct str path,
                      int error) {
    bool stream = str_is(path, "-");
    struct diag *g = diag_add(d, error == EFBIG ? DIAG_TOO_LARGE : DIAG_CANNOT_READ, at,
                              "cannot read `%.*s`: %s", STR_ARG(stream ? STR("<stdin>") : path),
                              file_why(error));
    struct str near = error == ENOENT && !stream ? file_host_nearest(h, d, path) : STR_EMPTY;
    if (near.n) {
        diag_hint(d, g, "did you mean `%.*s`?", STR_ARG(path_join(d->arena, path_dir(path), near)));
    }
}

void file_host_report_unwritten(struct diags *d, struct str path, int error) {
    struct diag *g =
        diag_add(d, DIAG_CANNOT_WRITE, SPAN_NONE, "cannot write `%.*s`", STR_ARG(path));
    diag_hint(d, g, "%.*s", STR_ARG(file_why_unwritten(d->arena, path, error)));
}
