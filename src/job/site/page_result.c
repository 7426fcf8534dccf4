/* SPDX-License-Identifier: MIT */
/*
 * Keeps the results of pages in the cache, so that unchanged pages are not made again
 * (src/core/memo/README.md). Decides which values a page depends on in addition to the files that
 * its job reads, and which results are restored in the site.
 *
 * Not cached: pages with listings or templates, because they show other pages, and the sites of
 * other engines.
 */
#include "core/base/bounds.h"
#include "core/memo/store.h"
#include "job/site/site_model.h"

/* ---- dependencies of pages */

static void add_page(struct memo_key *key, const struct site_page *p) {
    memo_key_text(key, p->path);
    memo_key_text(key, p->address);
    memo_key_text(key, p->output);
    memo_key_text(key, p->title);
    memo_key_text(key, p->date);
    memo_key_number(key, p->head_hash);
    memo_key_number(key, p->hidden);
    memo_key_number(key, p->unlisted);
    memo_key_number(key, p->absolute);
    memo_key_number(key, p->pdf);
}

static struct str digest_of_key(struct arena *a, const struct memo_key *key) {
    struct digest d = digest_of(buf_view(&key->bytes));
    return digest_hex(a, &d);
}

void site_make_shared_key(struct site *s) {
    struct str config = STR_EMPTY;
    s->shared_key = STR_EMPTY;
    if (s->engine || s->opt->build->host.read || !s->build.cache.n || !s->real_out.n) {
        return;
    }
    struct memo_key key;
    memo_key_begin(&key);
    if (s->config_file.n) {
        (void)file_read(s->tree, s->config_file, LIMIT_SOURCE, &config);
    }
    memo_key_text(&key, config);
    memo_key_text(&key, s->opt->dir);
    memo_key_text(&key, s->opt->url);
    memo_key_text(&key, s->sheet_file);
    memo_key_text(&key, s->sheet.text);
    for (size_t i = 0; i < s->pages.n; i++) {
        add_page(&key, s->pages.p[i]);
    }
    for (size_t i = 0; i < s->files.n; i++) {
        memo_key_text(&key, s->files.p[i]->output);
    }
    s->shared_key = digest_of_key(s->tree, &key);
    memo_key_drop(&key);
}

struct str site_page_key(struct site *s, struct arena *a, const struct site_page *p) {
    if (!s->shared_key.n) {
        return STR_EMPTY;
    }
    struct memo_key key;
    memo_key_begin(&key);
    memo_key_text(&key, s->shared_key);
    memo_key_text(&key, p->path);
    memo_key_text(&key, p->text);
    struct str out = digest_of_key(a, &key);
    memo_key_drop(&key);
    return out;
}

/* ---- results of pages */

bool site_is_scripted(const struct site *s, const struct build_target *html) {
    return str_find(html->data, s->script_file) != STR_NONE;
}

/** A link to an identifier on another page, which is given by its path. */
struct left_anchor {
    struct str to, id, file;
    uint64_t begin, end;
};

struct left {
    struct str *ids, *files; /* identifiers of the page; outputs of the files that it links to */
    size_t nids, nfiles;
    struct left_anchor *anchors;
    size_t nanchors;
    bool scripted; /* it loads the script of the site */
};

static void left_fields(struct memo_fields *f, struct left *l) {
    memo_flag(f, &l->scripted);
    memo_texts(f, &l->ids, &l->nids);
    memo_texts(f, &l->files, &l->nfiles);
    MEMO_LIST(f, l->anchors, l->nanchors, 8);
    for (size_t i = 0; i < l->nanchors && !f->bad; i++) {
        struct left_anchor *x = &l->anchors[i];
        memo_text(f, &x->to);
        memo_text(f, &x->id);
        memo_text(f, &x->file);
        memo_number_below(f, &x->begin, UINT32_MAX);
        memo_number_below(f, &x->end, UINT32_MAX);
    }
}

static void collect(const struct site_making *m, struct arena *a, struct left *l) {
    const struct site *s = m->site;
    *l = (struct left){.ids = m->page->ids, .nids = m->page->nids, .nfiles = m->linked.n};
    l->files = ARENA_ARRAY(a, struct str, l->nfiles);
    for (size_t i = 0; i < l->nfiles; i++) {
        l->files[i] = m->linked.p[i]->output;
    }
    l->scripted = site_is_scripted(s, m->html);
    l->nanchors = s->anchors.n - m->anchors;
    l->anchors = ARENA_ARRAY(a, struct left_anchor, l->nanchors);
    for (size_t i = 0; i < l->nanchors; i++) {
        const struct site_anchor *x = &s->anchors.p[m->anchors + i];
        l->anchors[i] =
            (struct left_anchor){x->to ? x->to->path : STR_EMPTY, x->id, x->file, x->begin, x->end};
    }
}

/** Whether the site has all link targets of a cached page. A file outside the site's folder is
 * known only after a page has linked to it. */
static bool has_all(const struct site *s, const struct left *l) {
    bool good = true;
    for (size_t i = 0; i < l->nfiles && good; i++) {
        good = map_lookup(&s->by_output, l->files[i]) != NULL;
    }
    for (size_t i = 0; i < l->nanchors && good; i++) {
        struct str to = l->anchors[i].to;
        good = !to.n || map_lookup(&s->by_path, to);
    }
    return good;
}

static void give(struct site_making *m, const struct left *l) {
    struct site *s = m->site;
    struct arena *a = m->page->own ? m->page->own : s->links;
    for (size_t i = 0; i < l->nfiles; i++) {
        struct site_file *file = map_lookup(&s->by_output, l->files[i]);
        file->linked = true;
    }
    for (size_t i = 0; i < l->nanchors; i++) {
        const struct left_anchor *x = &l->anchors[i];
        vec_push(&s->anchors,
                 ((struct site_anchor){.from = m->page,
                                       .to = x->to.n ? map_lookup(&s->by_path, x->to) : NULL,
                                       .id = arena_str(a, x->id),
                                       .file = arena_str(a, x->file),
                                       .begin = (uint32_t)x->begin,
                                       .end = (uint32_t)x->end}));
    }
    m->page->scripted = l->scripted;
    site_take_ids(m, l->ids, l->nids);
}

bool site_page_fields(void *user, struct arena *a, struct memo_fields *f) {
    struct site_making *m = user;
    struct left l = {.nids = 0};
    if (f->out) {
        collect(m, a, &l);
        left_fields(f, &l);
        return !m->page->lists;
    }
    left_fields(f, &l);
    bool good = !f->bad && has_all(m->site, &l);
    if (good) {
        give(m, &l);
    }
    return good;
}
