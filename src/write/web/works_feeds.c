/* SPDX-License-Identifier: MIT */
/*
 * Feeds of the newest works of a page: their names and the content of their entries. feed.c writes
 * the formats.
 */
#include "write/web/companions.h"

#include "dossier/version.h"
#include "write/web/feed.h"

enum { DEFAULT_LIMIT = 20, MAX_LIMIT = 1000 }; /* numbers of works in a feed */

static size_t limit_of(const struct node *n) {
    int64_t limit;
    bool given = str_to_i64(str_trim(node_text(node_get(n, "limit"))), &limit);
    return !given || limit < 1 ? DEFAULT_LIMIT : limit > MAX_LIMIT ? MAX_LIMIT : (size_t)limit;
}

void web_feeds_begin(struct web_companions *w) {
    const struct node *n = node_get(w->page.doc->front, "feed");
    bool wanted = n && (n->kind == NODE_MAP || node_bool(n, 0) == 1);
    if (!wanted || !w->page.works.n) {
        return;
    }
    bool first = str_is(w->setup.stem, "index"); /* the page is the first page of its folder */
    struct str stem =
        first ? STR("feed") : arena_join(w->setup.arena, 2, w->setup.stem, STR("-feed"));
    w->atom = arena_join(w->setup.arena, 2, stem, STR(".xml"));
    w->json = arena_join(w->setup.arena, 2, stem, STR(".json"));
    w->limit = limit_of(n);
    web_add_alternate(w, w->atom, "application/atom+xml", STR("Atom"));
    web_add_alternate(w, w->json, "application/feed+json", STR("JSON Feed"));
}

/** Returns a work as HTML: its authors, its venue, its abstract. */
static struct str content_of(const struct web_companions *w, struct arena *a,
                             const struct web_work *work, const struct html_options *opt) {
    struct html_options own = {.fragment = true, .generator = opt->generator, .user = opt->user};
    struct buf out = BUF_INIT;
    html_write(&out, web_feed_doc(a, &w->page, work), &own, w->setup.d);
    return buf_finish(&out, a);
}

static void write_feeds(struct web_companions *w, const struct html_options *opt, struct buf *atom,
                        struct buf *json) {
    struct arena *a = arena_new();
    const struct doc *doc = w->page.doc;
    size_t n;
    const struct web_work **works = ARENA_ARRAY(a, const struct web_work *, w->limit);
    struct web_feed_entry *entries = web_feed_works(a, &w->page, w->limit, works, &n);
    for (size_t i = 0; i < n; i++) {
        entries[i].content = content_of(w, a, works[i], opt);
    }
    struct web_feed_person *people = ARENA_ARRAY(a, struct web_feed_person, doc->meta.nauthors + 1);
    for (size_t i = 0; i < doc->meta.nauthors; i++) {
        people[i] = (struct web_feed_person){doc->meta.authors[i].plain, doc->meta.authors[i].url};
    }
    struct str title = node_text(node_get(node_get(doc->front, "feed"), "title"));
    struct web_feed feed = {.title = title.n ? title : doc_page_title(doc),
                            .subtitle = doc->meta.description,
                            .address = w->page.address,
                            .lang = doc->meta.lang,
                            .generator = STR("dossier " DOSSIER_VERSION),
                            .authors = people,
                            .nauthors = doc->meta.nauthors,
                            .entries = entries,
                            .n = n};
    feed.self = w->page.address.n ? web_resolve(a, w->page.address, w->atom) : STR_EMPTY;
    feed.id = feed.self.n ? feed.self : feed.title;
    web_feed_atom(atom, &feed);
    feed.self = w->page.address.n ? web_resolve(a, w->page.address, w->json) : STR_EMPTY;
    web_feed_json(json, &feed);
    arena_drop(a);
}

void web_feeds_end(struct web_companions *w, const struct html_options *opt) {
    struct buf atom = BUF_INIT, json = BUF_INIT;
    if (opt) {
        write_feeds(w, opt, &atom, &json);
    }
    (void)web_make(w, w->atom, &atom);
    (void)web_make(w, w->json, &json);
    buf_drop(&atom);
    buf_drop(&json);
}
