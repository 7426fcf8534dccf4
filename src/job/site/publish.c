/* SPDX-License-Identifier: MIT */
/*
 * Handles the output folder as a whole. Only one run at a time may use the folder, so it is locked.
 * A folder that is made for the first time is filled under another name beside its final place. It
 * is renamed when it is complete. Until then, an empty folder is at the final place, and this empty
 * folder is locked.
 *
 *   PARENT/NAME            the output folder
 *   PARENT/.NAME.dossier   the new folder, which a killed run may leave; the next run removes it
 *
 * If PARENT/.NAME.dossier exists, this program has made NAME, so NAME may be replaced. An empty
 * folder that the user has made is filled in place, because it may have special permissions or be a
 * mount point.
 */
#include "core/base/bounds.h"
#include "job/site/site_model.h"

#include <errno.h>

/* another run that has failed may remove its folder just before this run locks it */
#define LOCK_TRIES 100

static struct str stage_of(const struct site *s, struct arena *a) {
    struct str out = site_out_of(s->opt->out);
    return path_join(a, path_dir(out), arena_join(a, 3, STR("."), path_base(out), STR(".dossier")));
}

static void cannot_write(struct site *s, int err) {
    file_host_report_unwritten(&s->diags, s->opt->out, err);
    s->io_failed = true;
}

/* Makes the output folder unless it exists, and locks the folder. */
static int lock_out(struct site *s) {
    struct str out = site_out_of(s->opt->out);
    int err = file_make_dirs(path_dir(out));
    for (int i = 0; !err && i < LOCK_TRIES; i++) {
        err = file_make_dir(out);
        s->fresh = err == 0;
        err = err == EEXIST ? 0 : err;
        err = err ? err : file_lock_folder(out, false, &s->lock);
        if (err == EWOULDBLOCK) {
            if (s->opt->waits) {
                s->opt->waits(s->opt->user, out);
            }
            err = file_lock_folder(out, true, &s->lock);
        }
        if (err != ENOENT) {
            break;
        }
        err = i + 1 < LOCK_TRIES ? 0 : err;
    }
    return err;
}

bool site_take_folder(struct site *s) {
    if (s->taken) {
        return true;
    }
    s->why_not = site_refuse_place(s);
    if (s->why_not) {
        return false;
    }
    int err = lock_out(s);
    if (err) {
        cannot_write(s, err);
        return false;
    }
    s->taken = true;
    err = site_read_manifest(s);
    if (err) {
        site_cannot_read(s, path_join(s->tree, s->opt->out, STR(SITE_MANIFEST)), err);
        return false;
    }
    /* a run that was killed before it wrote the list may have left a temporary file */
    file_sweep(s->opt->out);
    size_t n = 0;
    if (!s->has_manifest && !file_list(s->tree, s->opt->out, &n)) {
        site_cannot_read(s, s->opt->out, errno);
        return false;
    }
    bool left = !s->has_manifest && file_remove_temp_dir(stage_of(s, s->tree)) == 0;
    s->fresh = (s->fresh || left) && n == 0 && !s->has_manifest;
    s->why_not = n ? site_refuse_files(s) : NULL;
    return !s->why_not;
}

void site_stage_folder(struct site *s) {
    struct str stage = stage_of(s, s->arena);
    s->to = s->opt->out;
    s->real_to = s->real_out;
    if (!s->fresh || file_make_dir(stage) != 0) {
        return;
    }
    if (file_lock_folder(stage, false, &s->stage_lock) != 0) {
        (void)file_remove_dir(stage);
        return;
    }
    s->to = stage;
    s->real_to = file_real_path(s->arena, stage);
}

bool site_is_staged(const struct site *s) {
    return s->fresh && !str_eq(s->to, s->opt->out);
}

void site_publish(struct site *s) {
    if (!site_is_staged(s)) {
        s->fresh = false;
        return;
    }
    int err = file_rename_dir(s->to, site_out_of(s->opt->out));
    if (err) {
        cannot_write(s, err);
        return;
    }
    file_unlock_folder(&s->lock);
    s->lock = s->stage_lock;
    s->stage_lock = -1;
    s->to = s->opt->out;
    s->real_to = s->real_out;
    s->fresh = false;
}

void site_leave_folder(struct site *s) {
    if (s->to.n && site_is_staged(s)) {
        site_remove_outputs(s);
        if (file_remove_temp_dir(s->to) != 0) {
            (void)file_remove_dir(s->to);
        }
    }
    if (s->fresh) {
        /* nothing was published, so the empty folder is removed */
        (void)file_remove_dir(site_out_of(s->opt->out));
    }
    file_unlock_folder(&s->stage_lock);
    file_unlock_folder(&s->lock);
}
