/* SPDX-License-Identifier: MIT */
/*
 * Keeping what was made: an output and the files that go with it are written whole, or stay in
 * memory for the caller. Nothing is ever written over a file that a document of the run is made
 * from, and no file of a run over another one. Knows nothing of what is in them.
 */
#include "build/files.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "bib/format/format.h"

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_OWN_INPUT);
DIAG_USE(DIAG_OUTPUT_TAKEN);
DIAG_USE(DIAG_TOO_LARGE);

/** What a file is known by, whatever its name: for maps of files. Empty when there is none. */
static struct str file_key(struct arena *a, struct str path) {
    struct file_id id;
    return file_identify(path, &id) == 0
               ? arena_printf(a, "%llx:%llx", (unsigned long long)id.device,
                              (unsigned long long)id.inode)
               : STR_EMPTY;
}

void build_shared_input(struct build_shared *shared, struct str path) {
    struct str key = file_key(shared->files, path);
    if (key.n && !map_find(&shared->inputs, key)) {
        struct str *kept = ARENA_NEW(shared->files, struct str);
        *kept = arena_str(shared->files, path);
        map_put(&shared->inputs, key, kept);
    }
}

void build_share_input(struct build_run *b, struct str path) {
    if (b->opt->shared) {
        build_shared_input(b->opt->shared, path);
    }
}

/** The file that documents of the run are made from and that a path leads to, by whatever name or
 * link; empty when there is none. `*own`: it is this document. */
static struct str input_at(struct build_run *b, struct str path, bool *own) {
    *own = true;
    if (file_is_stream(path) || !file_exists(path)) {
        return STR_EMPTY;
    }
    for (size_t i = 0; i < b->inputs.n; i++) {
        if (file_is_same(b->inputs.p[i], path)) {
            return b->inputs.p[i];
        }
    }
    *own = false;
    struct str key = b->opt->shared ? file_key(b->arena, path) : STR_EMPTY;
    const struct str *other = key.n ? map_lookup(&b->opt->shared->inputs, key) : NULL;
    return other ? *other : STR_EMPTY;
}

static bool is_input(struct build_run *b, struct str path) {
    bool own;
    struct str input = input_at(b, path, &own);
    if (!input.n) {
        return false;
    }
    diag_add(b->d, DIAG_OWN_INPUT, SPAN_NONE,
             "`%.*s` would be written over `%.*s`, which %s document is made from", STR_ARG(path),
             STR_ARG(input), own ? "the" : "another");
    b->job->refused = true;
    return true;
}

/** Whether another output of the run, or file that goes with one, has the path; that is reported.
 * Otherwise it is this one's from now on. `what` tells one of a document from another. */
static bool is_taken(struct build_run *b, struct str path, struct str what) {
    if (str_is(path, "-")) {
        return false;
    }
    struct build_shared *shared = b->opt->shared;
    struct arena *a = shared ? shared->files : b->arena;
    struct map *outputs = shared ? &shared->outputs : &b->outputs;
    const struct str *owner = map_lookup(outputs, path);
    struct str own = arena_join(b->arena, 3, b->job->input, STR(" "), what);
    if (owner && !str_eq(*owner, own)) {
        diag_add(b->d, DIAG_OUTPUT_TAKEN, SPAN_NONE, "`%.*s` would be written twice, as %.*s too",
                 STR_ARG(path), STR_ARG(*owner));
        return true;
    }
    if (!owner) {
        struct str *kept = ARENA_NEW(a, struct str);
        *kept = arena_str(a, own);
        map_put(outputs, arena_str(a, path), kept);
    }
    return false;
}

/** Writes a file under all guards. `what` is as of is_taken(). */
static bool write_file(struct build_run *b, struct str path, struct str what, struct str data) {
    if (is_input(b, path) || is_taken(b, path, what)) {
        return false;
    }
    int err = str_is(path, "-") ? 0 : file_make_dirs(path_dir(path));
    if (!err) {
        err = file_write(path, data);
    }
    if (err) {
        struct diag *g =
            diag_add(b->d, DIAG_CANNOT_WRITE, SPAN_NONE, "cannot write `%.*s`", STR_ARG(path));
        diag_hint(b->d, g, "%s", file_why(err));
        b->job->io_failed = true;
    }
    return err == 0;
}

static bool is_too_large(struct build_run *b, struct str name, const struct buf *data) {
    if (data->overflow) {
        diag_add(b->d, DIAG_TOO_LARGE, SPAN_NONE, "`%.*s` would be larger than %zu MB",
                 STR_ARG(name), data->limit / (1024 * 1024));
    }
    return data->overflow;
}

void build_keep_output(struct build_run *b, struct build_target *t, struct buf *data) {
    struct str kind = str_of(t->output->names[0]);
    if (is_too_large(b, t->path.n ? t->path : kind, data)) {
        return;
    }
    if (t->path.n == 0) {
        t->held = *data; /* moved: a page may be large */
        buf_init(data, 0);
        t->data = buf_view(&t->held);
        t->written = true;
        return;
    }
    t->written = write_file(b, t->path, kind, buf_view(data));
}

/* ---- companions ---- */

/** What other systems take for the name of a device or a stream, or cannot have in a name. */
static bool is_odd_byte(char c) {
    return (unsigned char)c < 0x20 || c == 0x7f || str_index(STR("\\:*?\"<>|"), c) != STR_NONE;
}

bool build_companion_name(struct str name) {
    if (name.n == 0 || name.n > BUILD_COMPANION_NAME || utf8_check(name) != STR_NONE) {
        return false;
    }
    while (name.p) {
        struct str part = str_cut(&name, '/');
        if (part.n == 0 || part.n > BUILD_COMPANION_PART || part.p[0] == '.' ||
            part.p[part.n - 1] == '.' || part.p[part.n - 1] == ' ') {
            return false;
        }
        for (size_t i = 0; i < part.n; i++) {
            if (is_odd_byte(part.p[i])) {
                return false;
            }
        }
    }
    return true;
}

bool build_has_companions(const struct build_run *b) {
    return b->target && !b->checking && !file_is_stream(b->target->path);
}

/** Whether a file of the name lies beside the document with something else in it: a database that
 * somebody keeps there may be called as an export would be. Reported; it stays. */
static bool is_kept_beside(struct build_run *b, struct str path, struct str data) {
    struct str dir = path_dir(path), there;
    bool database = bib_format_of_name(path) != BIB_FORMAT_COUNT;
    struct str own = b->dir.n ? b->dir : STR(".");
    if (!database || !file_exists(path) ||
        !str_eq(file_real_path(b->arena, dir.n ? dir : STR(".")), file_real_path(b->arena, own))) {
        return false;
    }
    if (file_read(b->arena, path, LIMIT_DATABASE, &there) == 0 && str_eq(there, data)) {
        return false;
    }
    struct diag *g = diag_add(b->d, DIAG_OUTPUT_TAKEN, SPAN_NONE,
                              "`%.*s` is there already, beside the document", STR_ARG(path));
    diag_hint(b->d, g, "give outputs a folder of their own (`-o DIR`), or take the file away");
    return true;
}

bool build_companion(struct build_run *b, struct str name, const struct buf *data) {
    if (!build_companion_name(name) || !build_has_companions(b)) {
        return false;
    }
    struct build_target *t = b->target;
    struct build_companion c = {.name = arena_str(b->arena, name)};
    if (is_too_large(b, name, data)) {
        return false;
    }
    if (t->path.n) {
        c.path = path_join(b->arena, path_dir(t->path), name);
        c.written = !is_kept_beside(b, c.path, buf_view(data)) &&
                    write_file(b, c.path, name, buf_view(data));
    } else if (map_find(&b->outputs, name)) {
        diag_add(b->d, DIAG_OUTPUT_TAKEN, SPAN_NONE, "`%.*s` would be made twice", STR_ARG(name));
    } else {
        map_put(&b->outputs, c.name, t);
        c.written = true;
        if (!t->take) {
            c.data = buf_keep(data, b->arena);
        } else if (!t->take(t->take_user, c.name, buf_view(data))) {
            c.written = false;
        }
    }
    if (c.written) {
        vec_push(&b->companions, c);
    }
    return c.written;
}

void build_end_companions(struct build_run *b) {
    if (b->companions.n) {
        b->target->companions = vec_keep(&b->companions, b->arena);
        b->target->ncompanions = b->companions.n;
    }
    vec_drop(&b->companions);
    b->target = NULL;
}
