/* SPDX-License-Identifier: MIT */
/*
 * Updates of a site that remains open. Decides which pages a changed file affects, and which files
 * are watched.
 */
#include "core/base/bounds.h"
#include "job/site/site_model.h"

/* ---- what changed */

static struct site_page *page_of_source(const struct site *s, struct str path) {
    for (size_t i = 0; i < s->pages.n; i++) {
        if (str_eq(s->pages.p[i]->source, path) && !s->pages.p[i]->text.n) {
            return s->pages.p[i];
        }
    }
    return NULL;
}

/* Whether the front matter and the title of a page are unchanged. If so, other pages need not be
 * made again. */
static bool says_the_same(const struct site *s, const struct site_page *p) {
    struct arena *a = arena_new();
    bool same = site_head_hash(site_page_text(s, a, p)) == p->head_hash;
    arena_drop(a);
    return same;
}

/* Marks the pages that depend on a changed file. Returns false if all pages must be made. */
static bool mark(struct site *s, struct str path) {
    bool known = false;
    struct site_page *own = page_of_source(s, path);
    /* the pages of works are made from the databases */
    bool works = node_get(s->config.map, "works") != NULL;
    if (str_eq(path, s->config_file) || !file_exists(path) ||
        (works && str_in(path, s->config.databases, s->config.ndatabases)) ||
        (own && !says_the_same(s, own)) || str_in(path, s->sheet.inputs, s->sheet.ninputs)) {
        return false;
    }
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        bool part = p == own || str_in(path, p->inputs, p->ninputs);
        if (part && p->hidden) {
            return false; /* listings show the page, so all pages are made again */
        }
        p->stale = p->stale || part;
        known = known || part;
    }
    for (size_t i = 0; i < s->files.n; i++) {
        bool same = str_eq(s->files.p[i]->source, path);
        s->files.p[i]->stale = s->files.p[i]->stale || same;
        known = known || same;
    }
    return known;
}

bool site_update(struct site *s, const struct str *changed, size_t n, struct site_counts *counts) {
    bool single = s->has_manifest && n > 0, pages_only = true;
    for (size_t i = 0; i < n; i++) {
        pages_only = pages_only && page_of_source(s, changed[i]);
        single = single && mark(s, changed[i]);
    }
    if (!pages_only) { /* a changed file may be a database */
        site_forget_databases(s);
    }
    if (!single) {
        return site_read_again(s) && site_build(s, counts);
    }
    return site_build_stale(s, counts);
}

/* ---- files to watch */

static void add_input(struct site *s, struct map *seen, struct str path) {
    if (path.n && !map_put(seen, path, s)) {
        vec_push(&s->inputs, path);
    }
}

const struct str *site_inputs(const struct site *site, size_t *n) {
    struct site *s = site->self; /* the list is computed on demand */
    struct map seen = MAP_INIT;
    vec_clear(&s->inputs);
    add_input(s, &seen, s->config_file);
    for (size_t i = 0; i < s->folders.n; i++) {
        add_input(s, &seen, s->folders.p[i].n ? s->folders.p[i] : STR("."));
    }
    for (size_t i = 0; i < s->pages.n; i++) {
        const struct site_page *p = s->pages.p[i];
        add_input(s, &seen, p->text.n ? STR_EMPTY : p->source);
        for (size_t k = 0; k < p->ninputs; k++) {
            add_input(s, &seen, p->inputs[k]);
        }
    }
    for (size_t i = 0; i < s->files.n; i++) {
        add_input(s, &seen, s->files.p[i]->source);
    }
    for (size_t i = 0; i < s->sheet.ninputs; i++) {
        add_input(s, &seen, s->sheet.inputs[i]);
    }
    map_drop(&seen);
    *n = s->inputs.n;
    return s->inputs.p;
}
