/* SPDX-License-Identifier: MIT */
/*
 * Feeds of the newest works of a page. Decides what they are called and what stands in an entry;
 * their formats are web's.
 */
#include "dossier/version.h"
#include "job/build/web_output.h"
#include "write/web/feed.h"

enum { FEED_USUAL = 20, FEED_MOST = 1000 }; /* works */

static size_t limit_of(const struct node *n) {
    int64_t limit;
    bool given = str_to_i64(str_trim(node_text(node_get(n, "limit"))), &limit);
    return !given || limit < 1 ? FEED_USUAL : limit > FEED_MOST ? FEED_MOST : (size_t)limit;
}

void build_feeds_begin(struct build_run *b, struct build_web *w) {
    const struct node *n = node_get(w->page.doc->front, "feed");
    bool wanted = n && (n->kind == NODE_MAP || node_bool(n, 0) == 1);
    if (!wanted || !w->page.works.n) {
        return;
    }
    bool first = str_is(w->stem, "index"); /* of its folder */
    struct str stem = first ? STR("feed") : arena_join(b->arena, 2, w->stem, STR("-feed"));
    w->atom = arena_join(b->arena, 2, stem, STR(".xml"));
    w->json = arena_join(b->arena, 2, stem, STR(".json"));
    w->limit = limit_of(n);
    build_web_add(w, w->atom, "application/atom+xml", STR("Atom"));
    build_web_add(w, w->json, "application/feed+json", STR("JSON Feed"));
}

void build_feeds_survey(struct build_run *b, struct build_web *w) {
    struct buf none;
    buf_init(&none, 0);
    (void)build_companion(b, w->atom, &none);
    (void)build_companion(b, w->json, &none);
    buf_drop(&none);
}

/** The work as HTML: who wrote it, where it appeared, its abstract. */
static struct str content_of(struct build_run *b, const struct build_web *w, struct arena *a,
                             const struct web_work *work, const struct html_options *opt) {
    struct html_options own = {.fragment = true, .generator = opt->generator, .user = opt->user};
    struct buf out;
    buf_init(&out, 0);
    html_write(&out, web_feed_doc(a, &w->page, work), &own, b->d);
    struct str text = buf_keep(&out, a);
    buf_drop(&out);
    return text;
}

void build_feeds(struct build_run *b, struct build_web *w, const struct html_options *opt) {
    struct arena *a = arena_new();
    const struct doc *doc = w->page.doc;
    size_t n;
    const struct web_work **works = ARENA_ARRAY(a, const struct web_work *, w->limit);
    struct web_feed_entry *entries = web_feed_works(a, &w->page, w->limit, works, &n);
    for (size_t i = 0; i < n; i++) {
        entries[i].content = content_of(b, w, a, works[i], opt);
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
    struct buf out;
    buf_init(&out, 0);
    feed.self = w->page.address.n ? web_resolve(a, w->page.address, w->atom) : STR_EMPTY;
    feed.id = feed.self.n ? feed.self : feed.title;
    web_feed_atom(&out, &feed);
    (void)build_companion(b, w->atom, &out);
    buf_clear(&out);
    feed.self = w->page.address.n ? web_resolve(a, w->page.address, w->json) : STR_EMPTY;
    web_feed_json(&out, &feed);
    (void)build_companion(b, w->json, &out);
    buf_drop(&out);
    arena_drop(a);
}
