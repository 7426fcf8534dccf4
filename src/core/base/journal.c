/* SPDX-License-Identifier: MIT */
/*
 * Changes several files as one. The old and new texts are written to a journal beside the first
 * file before any file is changed; the journal is removed when all files are written. If a process
 * ended before that, the next run finishes its journal. A journal can come from a stranger together
 * with its folder. It may therefore change only files of its own folder and files that the user has
 * named.
 */
#include "core/base/journal.h"

#include "core/base/bounds.h"
#include "core/base/buf.h"
#include "core/base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#define JOURNAL_BEGIN "dossier journal 1\n"
#define JOURNAL_END "end\n"

/* ---- the journal's format: for each file three sizes, then path, old text and new text */

static void put_journal(struct buf *b, const struct file_journal_entry *e, size_t n) {
    buf_puts(b, JOURNAL_BEGIN);
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, "%zu %zu %zu\n", e[i].path.n, e[i].before.n, e[i].after.n);
        buf_str(b, e[i].path);
        buf_str(b, e[i].before);
        buf_str(b, e[i].after);
        buf_putc(b, '\n');
    }
    buf_puts(b, JOURNAL_END);
}

/** Reads the next decimal number from the line and removes it from there. */
static bool take_size(struct str *line, size_t *size) {
    int64_t n;
    if (!str_to_i64(str_cut(line, ' '), &n) || n < 0 || n > FILE_JOURNAL_MAX) {
        return false;
    }
    *size = (size_t)n;
    return true;
}

static bool take_bytes(struct str *text, size_t n, struct str *out) {
    if (n > text->n) {
        return false;
    }
    *out = str_slice(*text, 0, n);
    *text = str_from(*text, n);
    return true;
}

bool file_journal_read(struct str text, struct file_journal_entry *out, size_t *n) {
    *n = 0;
    if (!str_starts(text, STR(JOURNAL_BEGIN))) {
        return false;
    }
    text = str_from(text, sizeof JOURNAL_BEGIN - 1);
    while (!str_is(text, JOURNAL_END)) {
        struct str line = str_cut(&text, '\n');
        struct file_journal_entry e;
        size_t path, before, after;
        struct str end;
        if (*n == FILE_CHANGES_MAX || !take_size(&line, &path) || !take_size(&line, &before) ||
            !take_size(&line, &after) || line.p || !text.p || !take_bytes(&text, path, &e.path) ||
            !take_bytes(&text, before, &e.before) || !take_bytes(&text, after, &e.after) ||
            !take_bytes(&text, 1, &end) || !str_is(end, "\n")) {
            return false;
        }
        out[(*n)++] = e;
    }
    return *n > 0;
}

/* ---- the files */

/** Whether a file looks as if the process was stopped while overwriting it in place: it begins like
 * the new text and continues like the old text. The complete old text and the complete new text
 * also qualify. */
static bool is_between(struct str now, const struct file_journal_entry *e) {
    size_t same = 0;
    while (same < now.n && same < e->after.n && now.p[same] == e->after.p[same]) {
        same++;
    }
    return str_eq(now, e->after) || str_eq(str_from(now, same), str_from(e->before, same));
}

/** Overwrites the bytes of a file in place. This is needed for a file that has other hard links, or
 * whose owner this process cannot give to a new file. */
static int write_inside(const char *path, struct str data) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
    if (fd < 0) {
        return errno;
    }
    int error = file_write_fd(fd, data);
    if (error == 0 && ftruncate(fd, (off_t)data.n) != 0) {
        error = errno;
    }
    if (error == 0 && fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP) {
        error = errno;
    }
    if (close(fd) != 0 && error == 0) {
        error = errno;
    }
    return error;
}

static int write_entry(struct str path, struct str data) {
    char *z = file_zero(path);
    struct stat st;
    int error = z && lstat(z, &st) == 0 ? 0 : errno;
    if (error == 0) {
        error = st.st_nlink > 1 ? -1 : file_write_renamed(z, data, &st, FILE_MODE_USUAL, true);
    }
    if (error < 0) {
        error = write_inside(z, data);
    }
    free(z);
    return error;
}

static struct str journal_path(struct arena *a, struct str dir) {
    return path_join(a, dir, STR(FILE_JOURNAL));
}

/** Removes an open journal, unless another journal has taken its name meanwhile. */
static void remove_journal(struct str path, int fd) {
    char *z = file_zero(path);
    struct stat own, there;
    if (z && fstat(fd, &own) == 0 && lstat(z, &there) == 0 && own.st_dev == there.st_dev &&
        own.st_ino == there.st_ino) {
        (void)unlink(z);
    }
    free(z);
}

/** Opens a journal that no process works on, and locks it until it is closed. Returns 0 or an
 * errno value. */
static int open_journal(struct str path, int *fd) {
    struct stat st;
    *fd = file_open_fd(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (*fd < 0) {
        return errno;
    }
    int error = 0;
    if (fstat(*fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid()) {
        error = EPERM; /* the journal is not a regular file, or belongs to another user */
    } else if (flock(*fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        error = EBUSY;
    }
    if (error) {
        close(*fd);
    }
    return error;
}

/** Reads the current texts of all files of a change into the arena. Returns 0, or an errno value
 * with the index of the file in `*which`. */
static int take_files(struct arena *a, const struct file_change *c, size_t n,
                      struct file_journal_entry *out, size_t *which) {
    for (size_t i = 0; i < n; i++) {
        *which = i;
        out[i].path = file_real_path(a, c[i].path);
        file_sweep(path_dir(out[i].path));
        out[i].after = c[i].after;
        int error = file_read(a, out[i].path, LIMIT_BUF, &out[i].before);
        if (error) {
            return error;
        }
    }
    *which = 0;
    return 0;
}

/** Restores a file's old text. If the disk has no room for a second file, the file is overwritten
 * in place. */
static bool undo(struct arena *a, const struct file_journal_entry *e) {
    struct str now;
    if (file_read(a, e->path, LIMIT_BUF, &now) == 0 && str_eq(now, e->before)) {
        return true;
    }
    return write_entry(e->path, e->before) == 0 || write_inside(e->path.p, e->before) == 0;
}

/** Writes all files. If one fails, the others get their old text back; `*undone` becomes false if
 * that fails for one of them. */
static int write_files(struct arena *a, const struct file_journal_entry *e, size_t n, size_t *which,
                       bool *undone) {
    int error = 0;
    size_t at = 0;
    while (at < n && !error) {
        *which = at;
        error = write_entry(e[at].path, e[at].after);
        at++;
    }
    for (size_t i = 0; error && i < at; i++) {
        *undone = undo(a, &e[i]) && *undone;
    }
    return error;
}

int file_change(const struct file_change *c, size_t n, size_t *which) {
    *which = 0;
    if (n == 0 || n > FILE_CHANGES_MAX) {
        return n ? E2BIG : 0;
    }
    struct arena *a = arena_new();
    struct file_journal_entry *e = ARENA_ARRAY(a, struct file_journal_entry, n);
    int error = take_files(a, c, n, e, which);
    struct str dir = path_dir(e[0].path), path = journal_path(a, dir);
    if (!error && file_exists(path)) {
        struct str *named = ARENA_ARRAY(a, struct str, n);
        for (size_t i = 0; i < n; i++) {
            named[i] = c[i].path;
        }
        struct file_finished f = file_finish(a, dir, named, n);
        error = f.state == FILE_FINISH_DONE ? take_files(a, c, n, e, which) : EALREADY;
    }
    struct buf b = BUF_INIT;
    put_journal(&b, e, error ? 0 : n);
    if (!error && b.overflow) {
        error = EFBIG;
    }
    int fd = -1;
    if (!error) {
        error = file_write_first(path.p, buf_view(&b), FILE_MODE_OWN);
        /* another process has made a journal meanwhile */
        error = error == EEXIST ? EALREADY : error;
        bool undone = true;
        if (!error && open_journal(path, &fd) == 0) {
            error = write_files(a, e, n, which, &undone);
            if (undone) {
                remove_journal(path, fd);
            }
            close(fd);
        } else if (!error) {
            /* another process has opened the journal meanwhile and finishes the change */
            error = EALREADY;
        }
    }
    buf_drop(&b);
    arena_drop(a);
    return error;
}

/* ---- finishing an interrupted change */

/** Whether a journal may change a file: it is in the journal's folder, or the user has named it. */
static bool may_change(struct arena *a, struct str dir, struct str path, const struct str *named,
                       size_t n) {
    if (str_eq(path_dir(path), dir)) {
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        if (str_eq(file_real_path(a, named[i]), path)) {
            return true;
        }
    }
    return false;
}

static void finish_files(struct arena *a, struct str dir, const struct file_journal_entry *e,
                         size_t n, const struct str *named, size_t nnamed,
                         struct file_finished *out) {
    bool *old = ARENA_ARRAY(a, bool, n);
    for (size_t i = 0; i < n; i++) {
        struct str now;
        out->path = e[i].path;
        if (!may_change(a, dir, e[i].path, named, nnamed)) {
            out->state = FILE_FINISH_ELSEWHERE;
            return;
        }
        if (!str_eq(file_real_path(a, e[i].path), e[i].path) ||
            file_read(a, e[i].path, LIMIT_BUF, &now) != 0 || !is_between(now, &e[i])) {
            out->state = FILE_FINISH_CHANGED;
            return;
        }
        old[i] = !str_eq(now, e[i].after);
    }
    for (size_t i = 0; i < n; i++) {
        out->path = e[i].path;
        out->error = old[i] ? write_entry(e[i].path, e[i].after) : 0;
        if (out->error) {
            out->state = FILE_FINISH_FAILED;
            return;
        }
    }
    out->state = FILE_FINISH_DONE;
    out->nfiles = n;
}

struct file_finished file_finish(struct arena *a, struct str dir, const struct str *named,
                                 size_t n) {
    struct file_finished out = {FILE_FINISH_NONE, 0, STR_EMPTY, 0};
    struct str path = journal_path(a, dir), text;
    int fd;
    int error = open_journal(path, &fd);
    if (error) {
        out.state = error == ENOENT || error == ENOTDIR ? FILE_FINISH_NONE
                    : error == EBUSY                    ? FILE_FINISH_BUSY
                                                        : FILE_FINISH_FAILED;
        out.path = path;
        out.error = error;
        return out;
    }
    struct file_journal_entry *e = ARENA_ARRAY(a, struct file_journal_entry, FILE_CHANGES_MAX);
    size_t count = 0;
    if (file_read(a, path, FILE_JOURNAL_MAX, &text) != 0 || !file_journal_read(text, e, &count)) {
        out.state = FILE_FINISH_CHANGED;
        out.path = path;
    } else {
        struct str real = file_real_path(a, dir.n ? dir : STR("."));
        file_sweep(real);
        finish_files(a, real, e, count, named, n, &out);
        if (out.state == FILE_FINISH_DONE) {
            remove_journal(path, fd);
        }
    }
    close(fd);
    return out;
}
