/* SPDX-License-Identifier: MIT */
/*
 * A site in the preview. The site is built into a temporary folder. After a change, only the
 * affected pages are built again. This file uses only the public functions of site.h.
 */
#include "job/serve/serve_model.h"

#include "core/base/file.h"
#include "job/site/site.h"

struct serve_folder {
    const struct serve_options *opt;
    struct serve_store *store;
    struct build_live *live; /* the whole site is treated as one document */
    struct site_options site_options;
    struct site *site;
};

/** Clears the diagnostics of a page that will be built again. */
static void forget_faults(void *user, size_t i, size_t n, struct str name) {
    struct serve_folder *f = user;
    size_t count;
    (void)i, (void)n;
    serve_lock(f->store);
    struct serve_page *const *pages = serve_pages(f->store, &count);
    for (size_t k = 0; k < count; k++) {
        if (str_eq(pages[k]->name, name)) {
            serve_page_report(pages[k], NULL, false);
        }
    }
    serve_unlock(f->store);
}

static void take_faults(void *user, const struct build_job *job) {
    struct serve_folder *f = user;
    struct str name = job->input.n ? job->input : f->opt->folder;
    serve_lock(f->store);
    serve_page_report(serve_page_named(f->store, name), &job->diags, false);
    for (size_t i = 0; i < job->diags.n; i++) {
        struct span at = source_origin(job->diags.list[i]->span);
        if (at.src) {
            serve_allow(f->store, at.src->name);
        }
    }
    serve_unlock(f->store);
    if (f->opt->built) {
        f->opt->built(f->opt->user, job);
    }
}

struct serve_folder *serve_folder_open(struct arena *a, const struct serve_options *opt,
                                       struct serve_store *store, struct str out, struct str url) {
    struct serve_folder *f = ARENA_NEW(a, struct serve_folder);
    struct build_options build = *opt->build;
    build.lines = true;
    *f = (struct serve_folder){.opt = opt, .store = store, .live = build_live_new(&build, 1)};
    build_live_round(f->live);
    build_live_record(f->live, 0);
    f->site_options = (struct site_options){.dir = opt->folder,
                                            .out = out,
                                            .url = url,
                                            .drafts = opt->drafts,
                                            .build = build_live_options(f->live),
                                            .report = take_faults,
                                            .progress = forget_faults,
                                            .user = f};
    return f;
}

bool serve_folder_build(struct serve_folder *f, const struct watch *w) {
    const struct str *changed;
    size_t n = w ? watch_changes(w, &changed) : 0;
    build_live_again(f->live);
    forget_faults(f, 0, 0, f->opt->folder);
    if (!f->site) {
        int status;
        f->site = site_open(&f->site_options, &status);
        return f->site && site_build(f->site, NULL);
    }
    return site_update(f->site, changed, n, NULL);
}

void serve_folder_watch(struct serve_folder *f, struct watch *w) {
    VEC(struct str) files = VEC_INIT, folders = VEC_INIT;
    size_t n = 0;
    const struct str *inputs = f->site ? site_inputs(f->site, &n) : NULL;
    for (size_t i = 0; i < n; i++) {
        if (file_is_dir(inputs[i])) {
            vec_push(&folders, inputs[i]);
        } else {
            vec_push(&files, inputs[i]);
        }
    }
    if (!f->site) { /* the site could not be read, so its whole folder is watched */
        vec_push(&folders, f->opt->folder);
    }
    build_live_note(f->live, 0, files.p, files.n);
    build_live_watch(f->live, w, folders.p, folders.n);
    serve_lock(f->store);
    for (size_t i = 0; i < files.n; i++) {
        serve_allow(f->store, files.p[i]);
    }
    serve_unlock(f->store);
    vec_drop(&files);
    vec_drop(&folders);
}

void serve_folder_close(struct serve_folder *f) {
    if (f->site) {
        site_close(f->site);
    }
    build_live_drop(f->live);
}
