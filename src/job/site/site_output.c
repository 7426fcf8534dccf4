/* SPDX-License-Identifier: MIT */
/*
 * Writes and removes the files in the output folder. The manifest (SITE_MANIFEST) lists the files
 * that the program has written. These files are replaced when their content changes, and removed
 * when they are no longer needed. All other files belong to the user. An input of the site is never
 * overwritten, whatever name or link leads to it.
 */
#include "core/base/bounds.h"
#include "core/files/file_host.h"
#include "job/site/site_model.h"
#include "print/image/image.h"

#include <errno.h>

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_FILE_EXISTS);
DIAG_USE(DIAG_OWN_INPUT);
DIAG_USE(DIAG_SITE_ADDRESS);

#define MAX_MANIFEST (64u * 1024u * 1024u) /* maximum bytes of the manifest */

/* Reports that a file cannot be written. */
static void refuse(struct site *s, const struct diag_rule *id, struct str output, const char *why) {
    struct str path = path_join(s->tree, s->opt->out, output);
    struct diag *g = diag_add(&s->diags, id, SPAN_NONE, "cannot write `%.*s`", STR_ARG(path));
    diag_hint(&s->diags, g, "%s", why);
}

/* ---- the manifest */

/* Whether a line is the relative path of a file inside the folder. */
static bool is_plain_name(struct str line) {
    if (!line.n || line.p[0] == '/') {
        return false;
    }
    while (line.p) {
        struct str part = str_cut(&line, '/');
        if (!part.n || str_is(part, "..") || str_is(part, ".")) {
            return false;
        }
    }
    return true;
}

int site_read_manifest(struct site *s) {
    struct str path = path_join(s->arena, s->opt->out, STR(SITE_MANIFEST)), text = STR_EMPTY;
    int err = file_read(s->arena, path, MAX_MANIFEST, &text);
    s->has_manifest = err == 0;
    (void)str_cut(&text, '\n'); /* the first line explains the file to the user */
    while (s->has_manifest && text.p && text.n) {
        struct str line = str_cut(&text, '\n');
        /* a last line without a line end is incomplete, because a run was killed */
        bool whole = text.p != NULL;
        if (whole && is_plain_name(line) && !str_is(line, SITE_MANIFEST)) {
            map_put(&s->old_outputs, line, s);
        }
    }
    return err == ENOENT ? 0 : err;
}

/* Writes the manifest, which lists the files of this run. If `all` is set, it also lists the files
 * of earlier runs. Returns false if the manifest cannot be written. */
static bool write_manifest(struct site *s, bool all) {
    VEC(struct str) names = VEC_INIT;
    for (size_t i = 0; i < s->outputs.n; i++) {
        vec_push(&names, s->outputs.entries[i].key);
    }
    for (size_t i = 0; all && i < s->old_outputs.n; i++) {
        if (!map_find(&s->outputs, s->old_outputs.entries[i].key)) {
            vec_push(&names, s->old_outputs.entries[i].key);
        }
    }
    vec_sort(&names, str_order);
    struct buf b;
    buf_init(&b, MAX_MANIFEST);
    buf_puts(&b, "# Files that `dossier site` has written here: it replaces and removes these, and "
                 "no others.\n");
    for (size_t i = 0; i < names.n; i++) {
        buf_str(&b, names.p[i]);
        buf_putc(&b, '\n');
    }
    struct str path = path_join(s->tree, s->to, STR(SITE_MANIFEST)), before;
    struct arena *scratch = arena_new();
    bool same =
        file_read(scratch, path, MAX_MANIFEST, &before) == 0 && str_eq(before, buf_view(&b));
    int err = same ? 0 : guard_write(&s->guard, path, STR(SITE_MANIFEST), buf_view(&b), false);
    if (err) {
        refuse(s, DIAG_CANNOT_WRITE, STR(SITE_MANIFEST), file_why_unwritten(s->tree, path, err).p);
        s->io_failed = true;
    }
    arena_drop(scratch);
    buf_drop(&b);
    vec_drop(&names);
    return err == 0;
}

/* Adds a file to the manifest before the file is written. A site that is built in a folder that is
 * not published yet needs no manifest. */
static bool is_listed(struct site *s, struct str output) {
    if (site_is_staged(s) || map_find(&s->old_outputs, output) || map_find(&s->listed, output)) {
        return true;
    }
    struct str path = path_join(s->tree, s->to, STR(SITE_MANIFEST));
    int err =
        s->unlisted ? s->unlisted : file_append(path, arena_join(s->tree, 2, output, STR("\n")));
    if (err) {
        /* the last line may be incomplete, so no other line may be added after it */
        s->unlisted = err;
        refuse(s, DIAG_CANNOT_WRITE, output, file_why_unwritten(s->tree, path, err).p);
        s->io_failed = true;
        return false;
    }
    map_put(&s->listed, arena_str(s->tree, output), s);
    return true;
}

/* ---- the folder */

static bool is_inside(struct str path, struct str dir) {
    return str_eq(path, dir) || str_is(dir, "/") || path_is_below(path, dir);
}

/* Returns the real path of a file that may be missing. It is the real path of the existing part,
 * followed by the remaining part. */
static struct str real_of(struct arena *a, struct str path) {
    struct str rest = STR_EMPTY;
    while (path.n && !str_is(path, "/") && !file_exists(path)) {
        rest = rest.n ? path_join(a, path_base(path), rest) : path_base(path);
        path = path_dir(path);
    }
    struct str real = file_real_path(a, path.n ? path : STR("."));
    return rest.n ? path_join(a, real, rest) : real;
}

struct str site_out_of(struct str out) {
    while (out.n > 1 && str_ends(out, STR("/"))) {
        out.n--;
    }
    return out;
}

struct str site_real_out(struct arena *a, struct str out) {
    return real_of(a, site_out_of(out));
}

const char *site_refuse_place(struct site *s) {
    struct arena *a = s->arena;
    struct str real = s->real_out, dir = file_real_path(a, s->opt->dir.n ? s->opt->dir : STR("."));
    if (str_eq(real, dir)) {
        return "it is the folder of the site itself";
    }
    if (is_inside(dir, real)) {
        return "it contains the folder of the site";
    }
    if (file_exists(s->opt->out) && !file_is_dir(s->opt->out)) {
        return "it is not a folder";
    }
    return NULL;
}

const char *site_refuse_files(struct site *s) {
    struct str real = s->real_out,
               dir = file_real_path(s->arena, s->opt->dir.n ? s->opt->dir : STR("."));
    if (is_inside(real, dir) && !site_is_excluded(s, str_from(real, dir.n + 1))) {
        return "it is a part of the site's own folder, and has files in it";
    }
    return s->opt->force ? NULL
                         : "it has files, but no list of those that the site has written; "
                           "`--force` writes there, and removes nothing";
}

/* ---- files */

void site_note_input(struct site *s, struct str path) {
    (void)guard_read(&s->guard, path);
}

/* Makes the folder of a file. Returns false if the folder is outside of the output folder. */
static bool make_folder(struct site *s, struct str output, struct str path) {
    struct str dir = path_dir(output);
    if (map_find(&s->made_folders, dir)) {
        return true;
    }
    struct str real = real_of(s->tree, path_dir(path));
    if (!is_inside(real, s->real_to)) {
        refuse(s, DIAG_FILE_EXISTS, output, "a symbolic link leads out of the output folder");
        return false;
    }
    int err = file_make_dirs(path_dir(path));
    if (err) {
        refuse(s, DIAG_CANNOT_WRITE, output, file_why(err));
        s->io_failed = true;
        return false;
    }
    map_put(&s->made_folders, dir, s);
    return true;
}

/* Whether another source already has this output. The first source gets the output. */
static bool is_taken(struct site *s, struct str output, struct str source) {
    const struct str *other = map_lookup(&s->outputs, output);
    if (!other || !other->n || !source.n || str_eq(*other, source)) {
        return false;
    }
    struct span at = span_make(source_new(s->tree, source, STR_EMPTY), 0, 0);
    struct diag *g =
        diag_add(&s->diags, DIAG_SITE_ADDRESS, at, "`%.*s` is written for `%.*s` already",
                 STR_ARG(output), STR_ARG(*other));
    diag_relate(&s->diags, g, span_make(source_new(s->tree, *other, STR_EMPTY), 0, 0),
                "the other one");
    return true;
}

/* Adds a file to the outputs, so that the manifest lists it. */
static void claim(struct site *s, struct str output, struct str source) {
    if (!map_find(&s->outputs, output)) {
        struct str *who = ARENA_NEW(s->tree, struct str);
        *who = arena_str(s->tree, source);
        map_put(&s->outputs, arena_str(s->tree, output), who);
    }
}

/* Whether the guard allows the file to be written. Each output has only one source, so the name of
 * the output identifies it. */
static bool is_granted(struct site *s, struct str path, struct str output) {
    struct str other;
    switch (guard_claim(&s->guard, path, output, &other)) {
    case GUARD_FREE:
    case GUARD_READ_ONLY:
        return true;
    case GUARD_INPUT:
        refuse(s, DIAG_OWN_INPUT, output, "it is a file that the site is made from");
        s->refused = true;
        return false;
    case GUARD_TAKEN:
        refuse(s, DIAG_FILE_EXISTS, output, "a symbolic link makes it another output, too");
        return false;
    }
    BUG("unknown verdict");
}

static bool put(struct site *s, struct str output, struct str data, struct str source) {
    if (is_taken(s, output, source) || str_is(output, SITE_MANIFEST)) {
        return false;
    }
    if (!is_plain_name(output)) {
        refuse(s, DIAG_FILE_EXISTS, output, "the name leads out of the output folder");
        return false;
    }
    if (!s->opt->out.n) {
        claim(s, output, source);
        return true;
    }
    struct str path = path_join(s->tree, s->to, output);
    if (!make_folder(s, output, path)) {
        return false;
    }
    bool there = file_exists(path);
    if (there && !is_inside(file_real_path(s->tree, path), s->real_to)) {
        refuse(s, DIAG_FILE_EXISTS, output,
               "it is a symbolic link to a file outside the output folder");
        return false;
    }
    if (!is_granted(s, path, output)) {
        return false;
    }
    bool same = there && file_has_bytes(path, data);
    if (there && !same && !map_find(&s->old_outputs, output) && !s->opt->force) {
        refuse(
            s, DIAG_FILE_EXISTS, output,
            "there is a file of that name that the site has not written; `--force` overwrites it");
        return false;
    }
    if (!is_listed(s, output)) {
        return false;
    }
    claim(s, output, source);
    if (same) {
        s->counts.unchanged++;
        return true;
    }
    int err = guard_write(&s->guard, path, output, data, true);
    if (err) {
        refuse(s, DIAG_CANNOT_WRITE, output, file_why_unwritten(s->tree, path, err).p);
        s->io_failed = true;
        return false;
    }
    s->counts.written++;
    return true;
}

bool site_put(struct site *s, struct str output, struct str data, struct str source) {
    timings_begin(s->build.timings, "write");
    bool mine = put(s, output, data, source);
    timings_end(s->build.timings);
    return mine;
}

bool site_put_in_place(struct site *s, struct str output, struct str source) {
    if (is_taken(s, output, source)) {
        return false;
    }
    claim(s, output, source);
    s->counts.unchanged++;
    return true;
}

void site_copy_file(struct site *s, const struct site_file *f) {
    struct arena *scratch = arena_new();
    struct str data;
    int err = s->opt->out.n ? file_read_inside(s->opt->build->host.fence, scratch, f->source,
                                               LIMIT_BUF, &data)
                            : 0;
    if (err) {
        site_cannot_read(s, f->source, err);
    } else if (s->opt->out.n) {
        image_publish(scratch, data, &data);
        (void)site_put(s, f->output, data, f->source);
    }
    arena_drop(scratch);
}

/* ---- begin and end of a run */

/* Adds a file to the plan, unless it belongs to the user. */
static void plan(struct site *s, struct map *planned, struct str output) {
    bool free = s->opt->force || map_find(&s->old_outputs, output) ||
                !file_exists(path_join(s->tree, s->to, output));
    if (free && is_plain_name(output)) {
        map_put(planned, output, s);
    }
}

/* Lists the files of a run before the first file is written. So the list is complete even if the
 * run is killed. Files that are found later are added one by one. */
static bool list_plan(struct site *s) {
    struct map planned = MAP_INIT;
    for (size_t i = 0; i < s->pages.n; i++) {
        const struct site_page *p = s->pages.p[i];
        if (!p->hidden) {
            plan(s, &planned, p->output);
        }
        if (!p->hidden && p->pdf) {
            plan(s, &planned, site_pdf_output(s->tree, p->output));
        }
    }
    for (size_t i = 0; i < s->files.n; i++) {
        if (!s->files.p[i]->asked || s->files.p[i]->made) {
            plan(s, &planned, s->files.p[i]->output);
        }
    }
    plan(s, &planned, s->sheet_file);
    struct map made = s->outputs;
    s->outputs = planned;
    bool written = write_manifest(s, true);
    s->outputs = made;
    map_drop(&s->listed);
    s->listed = planned;
    return written;
}

bool site_begin_outputs(struct site *s) {
    s->counts = (struct site_counts){0};
    s->unlisted = 0;
    if (!s->opt->out.n) {
        return true;
    }
    site_stage_folder(s);
    return site_is_staged(s) || list_plan(s);
}

/* Removes a file and the folders that become empty. */
static void remove_stale(struct site *s, struct str output) {
    struct str path = path_join(s->tree, s->to, output);
    if (!is_inside(real_of(s->tree, path_dir(path).n ? path_dir(path) : STR(".")), s->real_to) ||
        guard_reads(&s->guard, path)) {
        return;
    }
    int err = file_remove(path);
    s->counts.removed += err == 0;
    if (err && err != ENOENT) {
        refuse(s, DIAG_CANNOT_WRITE, output, file_why(err));
        s->io_failed = true;
        return;
    }
    for (struct str dir = path_dir(output); dir.n; dir = path_dir(dir)) {
        if (file_remove_dir(path_join(s->tree, s->to, dir)) != 0) {
            break;
        }
    }
}

void site_remove_outputs(struct site *s) {
    for (size_t i = 0; i < s->outputs.n; i++) {
        remove_stale(s, s->outputs.entries[i].key);
    }
    remove_stale(s, STR(SITE_MANIFEST));
}

void site_keep_old(struct site *s, struct str output, struct str source) {
    if (map_find(&s->old_outputs, output)) {
        claim(s, output, source);
    }
}

void site_end_outputs(struct site *s, bool all) {
    if (!s->opt->out.n) {
        return;
    }
    /* a page that could not be read now may be readable in the next run */
    bool removes = all && !s->io_failed;
    for (size_t i = 0; removes && i < s->old_outputs.n; i++) {
        if (!map_find(&s->outputs, s->old_outputs.entries[i].key)) {
            remove_stale(s, s->old_outputs.entries[i].key);
        }
    }
    /* a file that could not be removed remains in the manifest */
    if (!write_manifest(s, s->io_failed)) {
        return;
    }
    site_publish(s);
    for (size_t i = 0; i < s->old_outputs.n && s->io_failed; i++) {
        site_keep_old(s, s->old_outputs.entries[i].key, STR_EMPTY);
    }
    map_drop(&s->old_outputs);
    map_drop(&s->listed);
    for (size_t i = 0; i < s->outputs.n; i++) {
        map_put(&s->old_outputs, arena_str(s->arena, s->outputs.entries[i].key), s);
    }
    s->has_manifest = true;
}
