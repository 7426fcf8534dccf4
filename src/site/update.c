/* SPDX-License-Identifier: MIT */
/*
 * A site that stays open: what a changed file means for its pages, and what is at an address.
 */
#include "base/limits.h"
#include "site/model.h"

/* ---- what changed */

static bool is_among(const struct str *list, size_t n, struct str path) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq(list[i], path)) {
            return true;
        }
    }
    return false;
}

static struct site_page *page_of_source(const struct site *s, struct str path) {
    for (size_t i = 0; i < s->pages.n; i++) {
        if (str_eq(s->pages.p[i]->source, path) && !s->pages.p[i]->text.n) {
            return s->pages.p[i];
        }
    }
    return NULL;
}

/* Whether a page's file still says of itself what the site knows: other pages need not be made. */
static bool says_the_same(const struct site *s, const struct site_page *p) {
    struct arena *a = arena_new();
    struct str text;
    bool same =
        file_read_inside(s->opt->build->host.fence, a, p->source, LIMIT_SOURCE, &text) == 0 &&
        site_head_hash(text) == p->head_hash;
    arena_drop(a);
    return same;
}

/* Marks the pages that a changed file is part of; false when that means more than single pages. */
static bool mark(struct site *s, struct str path) {
    bool known = false;
    struct site_page *own = page_of_source(s, path);
    bool works = node_get(s->config.map, "works") != NULL; /* pages are made of the database */
    if (str_eq(path, s->config_file) || !file_exists(path) ||
        (works && is_among(s->config.databases, s->config.ndatabases, path)) ||
        (own && !says_the_same(s, own)) || is_among(s->sheet.inputs, s->sheet.ninputs, path)) {
        return false;
    }
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        bool part = p == own || is_among(p->inputs, p->ninputs, path);
        if (part && p->hidden) {
            return false; /* it is shown by listings */
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
    if (!pages_only) { /* it may be a database */
        site_forget_databases(s);
    }
    if (!single) {
        return site_read_again(s) && site_build(s, counts);
    }
    return site_build_stale(s, counts);
}

/* ---- what is at an address */

static const struct {
    const char *ext, *mime;
} mimes[] = {
    {"avif", "image/avif"},
    {"bib", "application/x-bibtex; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"csv", "text/csv; charset=utf-8"},
    {"gif", "image/gif"},
    {"htm", "text/html; charset=utf-8"},
    {"html", "text/html; charset=utf-8"},
    {"ico", "image/x-icon"},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "text/javascript; charset=utf-8"},
    {"json", "application/json"},
    {"md", "text/markdown; charset=utf-8"},
    {"mp3", "audio/mpeg"},
    {"mp4", "video/mp4"},
    {"otf", "font/otf"},
    {"pdf", "application/pdf"},
    {"png", "image/png"},
    {"ris", "application/x-research-info-systems; charset=utf-8"},
    {"svg", "image/svg+xml"},
    {"ttf", "font/ttf"},
    {"txt", "text/plain; charset=utf-8"},
    {"webm", "video/webm"},
    {"webp", "image/webp"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"xml", "application/xml"},
    {"zip", "application/zip"},
};

static struct str mime_of(struct str file) {
    struct str ext = path_ext(file);
    for (size_t i = 0; i < ARRAY_LEN(mimes); i++) {
        if (str_ieq(ext, str_of(mimes[i].ext))) {
            return str_of(mimes[i].mime);
        }
    }
    return STR("application/octet-stream");
}

static const struct map_entry *output_named(const struct site *s, struct arena *a,
                                            struct str path) {
    static const char *const endings[] = {"", "index.html", "/index.html", ".html"};
    const struct map_entry *e = NULL;
    for (size_t i = 0; !e && i < ARRAY_LEN(endings); i++) {
        bool folder = !path.n || str_ends(path, STR("/"));
        if ((i == 1) == folder || (i == 0 && !folder) || (i > 1 && !folder)) {
            e = map_find(&s->outputs, arena_join(a, 2, path, str_of(endings[i])));
        }
    }
    return e;
}

bool site_find(const struct site *s, struct str address, struct site_found *out) {
    struct arena *a = arena_new();
    struct str path = address;
    size_t end = 0;
    while (end < path.n && path.p[end] != '?' && path.p[end] != '#') {
        end++;
    }
    path = path_of_url(a, str_slice(path, 0, end));
    struct str base = s->config.base;
    if (base.n && str_starts(path, base) && (path.n == base.n || path.p[base.n] == '/')) {
        path = str_from(path, base.n);
    }
    bool folder = !path.n || str_ends(path, STR("/"));
    path = site_clean_address(a, folder ? path : path);
    const struct map_entry *e = output_named(s, a, str_from(path, 1));
    out->missing = !e;
    e = e ? e : map_find(&s->outputs, STR("404.html"));
    if (e) {
        const struct str *source = e->value;
        out->file = path_join(s->links, s->opt->out, e->key);
        out->mime = mime_of(e->key);
        out->source = source ? *source : STR_EMPTY;
    }
    arena_drop(a);
    return e != NULL;
}

struct str site_address_of(const struct site *s, struct str source) {
    const struct site_page *p = page_of_source(s, source);
    if (p) {
        return p->hidden ? STR_EMPTY : p->address;
    }
    for (size_t i = 0; i < s->files.n; i++) {
        if (str_eq(s->files.p[i]->source, source)) {
            return arena_join(s->links, 2, STR("/"), s->files.p[i]->output);
        }
    }
    return STR_EMPTY;
}

static void add_input(struct site *s, struct map *seen, struct str path) {
    if (path.n && !map_put(seen, path, s)) {
        vec_push(&s->inputs, path);
    }
}

const struct str *site_inputs(const struct site *site, size_t *n) {
    struct site *s = site->self; /* the list is made when it is asked for */
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
