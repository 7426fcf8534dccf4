/* SPDX-License-Identifier: MIT */
/*
 * Records the files on which each document depends: all files that its job requested, including
 * missing ones. Decides how long fonts are kept. The callers decide when documents are built.
 */
#include "job/build/live.h"

#include "core/base/map.h"
#include "job/build/files.h"

/* The number of rounds for which fonts are kept. The fonts have caches of shaped words, which grow
 * with each changed text. After this number of rounds the caches are still small. */
enum { FONTS_LAST = 64 };

/** The files of one document. */
struct live_document {
    struct arena *arena;
    struct map paths; /* the requested files; on the heap, with keys in the arena */
    struct map read;  /* the requested files that were inputs of the document */
};

struct build_live {
    struct build_options opt;
    struct file_host host; /* the host of the caller */
    struct arena *arena;   /* memory of `opt.shared` */
    struct arena *fonts;
    size_t rounds;
    struct watch_time since; /* the time at which the round began */
    struct live_document *documents;
    size_t n;
    struct live_document *recording; /* the record of the document that is being built, or NULL */
};

static void note_path(struct live_document *doc, struct map *paths, struct str path) {
    if (path.n && !map_find(paths, path) && !file_is_stream(path)) {
        map_put(paths, arena_str(doc->arena, path), doc);
    }
}

/** Implements `read` of a file_host: records the path and passes the request to the host of the
 * caller. */
static int record(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    struct build_live *live = user;
    if (live->recording) {
        note_path(live->recording, &live->recording->paths, path);
    }
    return live->host.read ? live->host.read(live->host.user, a, path, limit, out) : FILE_ON_DISK;
}

struct build_live *build_live_new(const struct build_options *opt, size_t documents) {
    struct build_live *live = xcalloc(1, sizeof *live);
    *live = (struct build_live){.opt = *opt, .host = opt->host, .n = documents};
    live->arena = arena_new();
    live->opt.host = (struct file_host){.read = record, .user = live, .fence = opt->host.fence};
    live->opt.shared = build_shared_new(live->arena);
    live->opt.fonts = NULL;
    live->documents = xcalloc(documents ? documents : 1, sizeof *live->documents);
    for (size_t i = 0; i < documents; i++) {
        live->documents[i] = (struct live_document){arena_new(), MAP_INIT, MAP_INIT};
    }
    return live;
}

static void drop_fonts(struct build_live *live) {
    if (live->opt.fonts) {
        fonts_drop(live->opt.fonts);
        arena_drop(live->fonts);
        live->opt.fonts = NULL;
    }
}

void build_live_drop(struct build_live *live) {
    if (!live) {
        return;
    }
    for (size_t i = 0; i < live->n; i++) {
        map_drop(&live->documents[i].paths);
        map_drop(&live->documents[i].read);
        arena_drop(live->documents[i].arena);
    }
    free(live->documents);
    drop_fonts(live);
    build_shared_drop(live->opt.shared);
    arena_drop(live->arena);
    free(live);
}

const struct build_options *build_live_options(const struct build_live *live) {
    return &live->opt;
}

void build_live_round(struct build_live *live) {
    if (live->rounds % FONTS_LAST == 0) {
        drop_fonts(live);
        live->fonts = arena_new();
        live->opt.fonts = fonts_new(live->fonts);
    }
    live->rounds++;
    live->since = watch_now();
    build_shared_round(live->opt.shared);
    for (size_t i = 0; i < live->n; i++) {
        const struct map *read = &live->documents[i].read;
        for (size_t k = 0; k < read->n; k++) {
            build_shared_input(live->opt.shared, read->entries[k].key);
        }
    }
}

void build_live_again(struct build_live *live) {
    live->since = watch_now();
}

void build_live_record(struct build_live *live, size_t i) {
    struct live_document *doc = &live->documents[i];
    map_drop(&doc->paths);
    map_drop(&doc->read);
    arena_drop(doc->arena);
    *doc = (struct live_document){arena_new(), MAP_INIT, MAP_INIT};
    live->recording = doc;
}

void build_live_note(struct build_live *live, size_t i, const struct str *paths, size_t n) {
    for (size_t k = 0; k < n; k++) {
        note_path(&live->documents[i], &live->documents[i].paths, paths[k]);
        note_path(&live->documents[i], &live->documents[i].read, paths[k]);
    }
}

void build_live_run(struct build_live *live, size_t i, struct build_job *job) {
    build_reset(job);
    build_live_record(live, i);
    struct map *paths = &live->recording->paths;
    note_path(live->recording, paths, job->input);
    for (size_t k = 0; k < job->nfurther; k++) {
        note_path(live->recording, paths, job->further[k]);
    }
    build_run(job, &live->opt);
    live->recording = NULL;
    build_live_note(live, i, job->inputs, job->ninputs);
}

void build_live_watch(const struct build_live *live, struct watch *w, const struct str *folders,
                      size_t nfolders) {
    VEC(struct str) all = VEC_INIT;
    for (size_t i = 0; i < live->n; i++) {
        const struct map *paths = &live->documents[i].paths;
        for (size_t k = 0; k < paths->n; k++) {
            vec_push(&all, paths->entries[k].key);
        }
    }
    watch_these(w, all.p, all.n, folders, nfolders, live->since);
    vec_drop(&all);
}

bool build_live_is_stale(const struct build_live *live, size_t i, const struct watch *w) {
    const struct str *changed;
    size_t n = watch_changes(w, &changed);
    for (size_t k = 0; k < n; k++) {
        if (map_find(&live->documents[i].paths, changed[k])) {
            return true;
        }
    }
    return false;
}
