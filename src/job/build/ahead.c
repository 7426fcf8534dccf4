/* SPDX-License-Identifier: MIT */
/*
 * Databases that are read on a thread while the text of the document is parsed: the front matter
 * names them. Decides for which it pays; what is wrong with one is found by whoever reads it where
 * it is asked for (databases.c).
 */
#include "cite/bib/ahead.h"
#include "core/base/pool.h"
#include "job/build/files.h"

#include <stdlib.h>

/* Bytes of a document and of a database from which on a thread is worth its beginning. */
#define LEAST_TEXT (64u * 1024u)
#define LEAST_DATABASE (256u * 1024u)

struct build_ahead {
    struct pool_task task;
    struct bib_ahead *file;
    struct str path;
};

static void begin(struct build_run *b, struct str path) {
    struct file_id id;
    if (!bib_can_read_ahead(path) || file_identify(path, &id) != 0 || id.size < LEAST_DATABASE) {
        return;
    }
    struct build_ahead *ahead = ARENA_NEW(b->arena, struct build_ahead);
    ahead->path = path;
    ahead->file = bib_ahead_new(path, b->opt->host.fence);
    ahead->task = (struct pool_task){.run = bib_ahead_read, .context = ahead->file};
    vec_push(&b->ahead, ahead);
    pool_add(b->opt->pool, &ahead->task);
}

/** Whether the document is alone and large: of many the threads have others to build, and all may
 * name one database. */
static bool pays(const struct build_run *b) {
    return b->opt->pool && b->source && b->source->text.n >= LEAST_TEXT && !b->job->later &&
           !b->opt->host.read && !(b->opt->shared && b->opt->shared->sets.n > 0);
}

void build_begin_ahead(struct build_run *b, const struct node *front) {
    if (!pays(b)) {
        return;
    }
    for (size_t i = 0; i < b->opt->databases.n; i++) {
        begin(b, b->opt->databases.p[i]);
    }
    const struct node *named = b->opt->databases.n ? NULL : node_get(front, "bibliography");
    size_t n = !named ? 0 : named->kind == NODE_LIST ? named->n : 1;
    for (size_t i = 0; i < n; i++) {
        struct str name = node_text(named->kind == NODE_LIST ? named->items[i] : named);
        if (name.n) {
            begin(b, path_join(b->arena, b->dir, name));
        }
    }
}

struct bib_ahead *build_take_ahead(struct build_run *b, struct str path) {
    for (size_t i = 0; i < b->ahead.n; i++) {
        struct build_ahead *ahead = b->ahead.p[i];
        if (str_eq(ahead->path, path)) {
            pool_help(b->opt->pool, &ahead->task);
            return ahead->file;
        }
    }
    return NULL;
}

void build_end_ahead(struct build_run *b) {
    for (size_t i = 0; i < b->ahead.n; i++) {
        pool_help(b->opt->pool, &b->ahead.p[i]->task);
        bib_ahead_drop(b->ahead.p[i]->file);
    }
    vec_drop(&b->ahead);
}
