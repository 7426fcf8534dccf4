/* SPDX-License-Identifier: MIT */
/*
 * Writes the entries of a long reference list at the end of a document on a thread, while the text
 * before it is written. The entries depend on nothing before them, so the result is what
 * html_walk.c would write.
 */
#include "write/html/writer.h"

#include "core/base/pool.h"

#include <stdlib.h>

#define MIN_ENTRIES 500 /* entries for which starting a thread pays */
#define LAST_BLOCKS 8   /* of the document, among which the list is searched */

struct html_ahead {
    struct pool_task task;
    struct pool *pool;
    struct doc_node *list;
    struct html_writer w;
    struct html_options opt;
    bool asked;     /* the list needs an image, whose file only the caller's thread may read */
    struct doc doc; /* a copy with an arena of its own */
    struct diags d;
    struct buf out;
};

static void write_entries(void *context) {
    struct html_ahead *ahead = context;
    html_children(&ahead->w, ahead->list);
}

/** `embed` on the thread. */
static bool leave_image(void *user, struct str path, struct str *mime, struct str *bytes) {
    struct html_ahead *ahead = user;
    (void)path;
    *mime = *bytes = STR_EMPTY;
    ahead->asked = true;
    return false;
}

/** The list, when the document ends with a long one; else NULL. */
static struct doc_node *find_list(const struct doc *doc) {
    struct doc_node *n = doc->root->last;
    for (int i = 0; n && n->kind != DOC_BIBLIOGRAPHY && i < LAST_BLOCKS; i++) {
        n = n->prev;
    }
    bool found = n && n->kind == DOC_BIBLIOGRAPHY;
    const struct doc_node *entry = found ? n->first : NULL;
    for (int i = 1; entry && i < MIN_ENTRIES; i++) {
        entry = entry->next;
    }
    return entry ? n : NULL;
}

void html_begin_ahead(struct html_writer *w) {
    bool may =
        pool_size(w->opt->pool) > 0 && !w->opt->lines && doc_has_kind(w->doc, DOC_BIBLIOGRAPHY);
    struct doc_node *list = may ? find_list(w->doc) : NULL;
    if (!list) {
        return;
    }
    struct html_ahead *ahead = xcalloc(1, sizeof *ahead);
    *ahead = (struct html_ahead){.task = {.run = write_entries, .context = ahead},
                                 .pool = w->opt->pool,
                                 .list = list,
                                 .w = *w,
                                 .opt = *w->opt,
                                 .doc = *w->doc};
    ahead->opt.embed = leave_image;
    ahead->opt.user = ahead;
    ahead->w.opt = &ahead->opt;
    ahead->doc.arena = arena_new();
    doc_leave_rooms(&ahead->doc);
    buf_init(&ahead->out, 0);
    diags_init(&ahead->d, ahead->doc.arena);
    ahead->w.doc = &ahead->doc;
    ahead->w.out = &ahead->out;
    ahead->w.d = &ahead->d;
    w->ahead = ahead;
    pool_add(ahead->pool, &ahead->task);
}

bool html_take_ahead(struct html_writer *w, const struct doc_node *list) {
    struct html_ahead *ahead = w->ahead;
    if (!ahead || ahead->list != list) {
        return false;
    }
    pool_help(ahead->pool, &ahead->task);
    /* Diagnostics, notes and images need the order of the text: such a list is written again. */
    bool good = !ahead->d.n && !ahead->w.notes.n && !ahead->out.overflow && !ahead->asked;
    if (good) {
        buf_str(w->out, buf_view(&ahead->out));
    }
    return good;
}

void html_end_ahead(struct html_writer *w) {
    struct html_ahead *ahead = w->ahead;
    if (!ahead) {
        return;
    }
    pool_help(ahead->pool, &ahead->task);
    vec_drop(&ahead->w.notes);
    diags_drop(&ahead->d);
    buf_drop(&ahead->out);
    arena_drop(ahead->doc.arena);
    free(ahead);
    w->ahead = NULL;
}
