/* SPDX-License-Identifier: MIT */
/*
 * Stores the results of pages in the cache, so that unchanged pages are not made again (see
 * src/core/memo/README.md). A page depends on the files that its job reads and on further values.
 * This file decides which values these are, and which results are restored in the site.
 *
 * Pages with listings or templates are not cached, because they show other pages. The sites of
 * other engines are not cached.
 */
#include "core/base/bounds.h"
#include "core/memo/store.h"
#include "job/site/site_model.h"

/* ---- dependencies of pages */

static void add_page(struct digest_sum *key, const struct site_page *p) {
    digest_add_field(key, p->path);
    digest_add_field(key, p->address);
    digest_add_field(key, p->output);
    digest_add_field(key, p->title);
    digest_add_field(key, p->date);
    digest_add_number(key, p->head_hash);
    digest_add_number(key, p->hidden);
    digest_add_number(key, p->unlisted);
    digest_add_number(key, p->absolute);
    digest_add_number(key, p->pdf);
}

static struct str digest_of_key(struct arena *a, struct digest_sum *key) {
    struct digest d = digest_end(key);
    return digest_hex(a, &d);
}

void site_make_shared_key(struct site *s) {
    struct str config = STR_EMPTY;
    s->shared_key = STR_EMPTY;
    if (s->engine || s->opt->build->host.read || !s->build.cache.n || !s->real_out.n) {
        return;
    }
    struct digest_sum key;
    digest_begin(&key);
    if (s->config_file.n) {
        (void)file_read(s->tree, s->config_file, LIMIT_SOURCE, &config);
    }
    digest_add_field(&key, config);
    digest_add_field(&key, s->opt->dir);
    digest_add_field(&key, s->opt->url);
    digest_add_field(&key, s->sheet_file);
    digest_add_field(&key, s->look_file);
    digest_add_field(&key, s->sheet.text);
    for (size_t i = 0; i < s->pages.n; i++) {
        add_page(&key, s->pages.p[i]);
    }
    for (size_t i = 0; i < s->files.n; i++) {
        digest_add_field(&key, s->files.p[i]->output);
    }
    s->shared_key = digest_of_key(s->tree, &key);
}

struct str site_page_key(struct site *s, struct arena *a, const struct site_page *p) {
    if (!s->shared_key.n) {
        return STR_EMPTY;
    }
    struct digest_sum key;
    digest_begin(&key);
    digest_add_field(&key, s->shared_key);
    digest_add_field(&key, p->path);
    digest_add_field(&key, p->text);
    return digest_of_key(a, &key);
}

/* ---- results of pages */

/** The results of a page that the site stores. */
struct page_traces {
    bool scripted;               /* the page loads the script of the site */
    struct str *ids;             /* identifiers of the page */
    struct site_file **files;    /* the files to which the page links */
    struct site_anchor *anchors; /* links of the page to identifiers on other pages */
    size_t nids, nfiles, nanchors;
};

/** Writes or reads the results of a page. Reading fails if the site does not have the target of a
 * link. This can happen because a file outside of the site's folder is added only when a page links
 * to it. */
static void trace_fields(struct memo_fields *f, struct site *s, struct page_traces *t) {
    memo_flag(f, &t->scripted);
    memo_texts(f, &t->ids, &t->nids);
    MEMO_LIST(f, t->files, t->nfiles, 8);
    for (size_t i = 0; i < t->nfiles && !f->bad; i++) {
        struct str output = f->out ? t->files[i]->output : STR_EMPTY;
        memo_text(f, &output);
        t->files[i] = f->out ? t->files[i] : map_lookup(&s->by_output, output);
        f->bad = f->bad || !t->files[i];
    }
    MEMO_LIST(f, t->anchors, t->nanchors, 8);
    for (size_t i = 0; i < t->nanchors && !f->bad; i++) {
        struct site_anchor *x = &t->anchors[i];
        struct str to = x->to ? x->to->path : STR_EMPTY;
        struct span at = {NULL, x->begin, x->end};
        memo_text(f, &to);
        memo_text(f, &x->id);
        memo_text(f, &x->file);
        memo_offsets(f, &at, NULL);
        x->to = f->out ? x->to : map_lookup(&s->by_path, to);
        x->begin = at.begin;
        x->end = at.end;
        f->bad = f->bad || (to.n && !x->to);
    }
}

/** Adds the results of a cached page to the site, as if the page had been made. */
static void give(struct site_making *m, const struct page_traces *t) {
    struct site *s = m->site;
    struct arena *a = m->page->own ? m->page->own : s->links;
    for (size_t i = 0; i < t->nfiles; i++) {
        t->files[i]->linked = true;
    }
    for (size_t i = 0; i < t->nanchors; i++) {
        struct site_anchor x = t->anchors[i];
        x.from = m->page;
        x.id = arena_str(a, x.id);
        x.file = arena_str(a, x.file);
        vec_push(&s->anchors, x);
    }
    m->page->scripted = t->scripted;
    site_take_ids(m, t->ids, t->nids);
}

bool site_page_fields(void *user, struct memo_fields *f) {
    struct site_making *m = user;
    struct site *s = m->site;
    struct page_traces t = {.scripted = false};
    if (f->out) {
        t = (struct page_traces){.scripted = site_is_scripted(s, m->html),
                                 .ids = m->page->ids,
                                 .nids = m->page->nids,
                                 .files = m->linked.p,
                                 .nfiles = m->linked.n,
                                 .nanchors = s->anchors.n - m->anchors};
        t.anchors = t.nanchors ? s->anchors.p + m->anchors : NULL;
    }
    trace_fields(f, s, &t);
    if (!f->out && !f->bad) {
        give(m, &t);
    }
    return !f->bad && !(f->out && m->page->lists);
}
