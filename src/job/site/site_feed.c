/* SPDX-License-Identifier: MIT */
/*
 * The feed of a site, written as Atom (RFC 4287). It contains the newest pages that have a date.
 * This file decides which pages the feed contains and where its file is. It uses the description of
 * a page and not its text.
 */
#include "job/site/site_model.h"

#include "write/web/feed.h"

DIAG_USE(DIAG_SITE_LISTING);

#define USUAL_LIMIT 20 /* number of entries of a feed without `limit` */
#define MAX_LIMIT 1000 /* maximum value of `limit` */

/* Returns the value of `feed` in the configuration: true, or a map. */
static const struct node *feed_of(const struct site *s) {
    return node_get(s->config.map, "feed");
}

static struct str path_of(const struct site *s) {
    struct str path = node_text(node_get(feed_of(s), "path"));
    path = site_clean_address(s->tree, path);
    return path.n > 1 && !str_ends(path, STR("/")) ? str_from(path, 1) : STR("feed.xml");
}

static bool is_of(const struct site_page *p, struct str name) {
    return p->collection && str_eq(p->collection->name, name);
}

/* Whether a page is in a collection of the feed (default: posts and news), or below the folder of
 * the feed. */
static bool is_in_feed(const struct site *s, struct arena *a, const struct site_page *p) {
    const struct node *feed = feed_of(s), *list = node_get(feed, "collection");
    struct str folder = node_text(node_get(feed, "folder"));
    bool named = list && list->kind != NODE_NULL, in = false;
    if (!web_feed_time(a, p->date).n || p->unlisted || p->hidden) {
        return false;
    }
    if (folder.n) {
        return path_is_below(p->path, folder);
    }
    for (size_t i = 0; named && i < node_count(list); i++) {
        in = in || is_of(p, node_text(node_item(list, i)));
    }
    struct str top = p->path;
    top = str_cut(&top, '/');
    bool usual =
        is_of(p, STR("posts")) || is_of(p, STR("news")) ||
        (!p->collection && top.n < p->path.n && (str_is(top, "posts") || str_is(top, "news")));
    return named ? in : usual;
}

int site_by_newest(const void *x, const void *y) {
    const struct site_page *a = *(struct site_page *const *)x, *b = *(struct site_page *const *)y;
    int c = str_cmp(b->date, a->date);
    return c ? c : str_cmp(a->path, b->path);
}

typedef VEC(struct site_page *) page_list;

static void find_pages(const struct site *s, struct arena *a, page_list *out) {
    for (size_t i = 0; i < s->pages.n; i++) {
        if (is_in_feed(s, a, s->pages.p[i])) {
            vec_push(out, s->pages.p[i]);
        }
    }
    vec_sort(out, site_by_newest);
}

void site_make_feed(struct site *s) {
    const struct node *feed = feed_of(s);
    struct str path = path_of(s);
    page_list pages = VEC_INIT;
    bool off = feed && feed->kind != NODE_MAP && node_bool(feed, 1) == 0;
    s->feed = STR_EMPTY;
    if (site_is_hidden(path)) {
        site_report_hidden(s, path, node_get(feed, "path")->span);
        off = true;
    }
    if (!off) {
        find_pages(s, s->tree, &pages);
    }
    if (!off && feed && feed->kind != NODE_NULL && !pages.n && !s->engine) {
        struct diag *g =
            diag_add(&s->diags, DIAG_SITE_LISTING, feed->span, "no page for `feed` has a date");
        diag_hint(&s->diags, g,
                  "`feed` lists posts and news, or the pages of its `collection` or `folder`; "
                  "`metadata: {feed: true}` makes feeds of the works on pages");
    }
    if (pages.n && !map_find(&s->by_output, path)) {
        struct str title = node_text(node_get(feed, "title"));
        s->feed_title = title.n ? title : s->config.title;
        s->feed = arena_join(s->tree, 2, STR("/"), path);
        struct site_file *f = ARENA_NEW(s->tree, struct site_file);
        *f = (struct site_file){.output = path, .made = true};
        map_put(&s->by_output, path, f);
    }
    vec_drop(&pages);
}

/* Returns a permanent identifier. It is the URL of the page, or a tag (RFC 4151) if the site has no
 * `url`. */
static struct str id_of(const struct site *s, struct arena *a, struct str address) {
    struct str whole = site_absolute(s, a, address);
    return whole.n ? whole : arena_join(a, 2, STR("tag:localhost,2000:"), site_href(a, address));
}

void site_write_feed(struct site *s, struct arena *a) {
    if (!s->feed.n) {
        return;
    }
    page_list pages = VEC_INIT;
    find_pages(s, a, &pages);
    int64_t limit = USUAL_LIMIT;
    (void)str_to_i64(node_text(node_get(feed_of(s), "limit")), &limit);
    size_t most = limit < 1 ? USUAL_LIMIT : limit > MAX_LIMIT ? MAX_LIMIT : (size_t)limit;
    struct str author = s->config.author.n ? s->config.author : s->config.title;
    struct web_feed_person person = {.name = author.n ? author : STR("Anonymous")};
    struct web_feed feed = {.title = s->feed_title.n ? s->feed_title : STR("Feed"),
                            .subtitle = s->config.description,
                            .id = id_of(s, a, s->feed),
                            .self = site_absolute(s, a, s->feed),
                            .address = site_absolute(s, a, STR("/")),
                            .authors = &person,
                            .nauthors = 1,
                            .n = pages.n < most ? pages.n : most};
    struct web_feed_entry *entries = ARENA_ARRAY(a, struct web_feed_entry, feed.n);
    for (size_t i = 0; i < feed.n; i++) {
        const struct site_page *p = pages.p[i];
        struct str excerpt = node_text(node_get(p->front, "excerpt"));
        entries[i] =
            (struct web_feed_entry){.title = p->title,
                                    .id = id_of(s, a, p->address),
                                    .address = site_absolute(s, a, p->address),
                                    .date = web_feed_time(a, p->date),
                                    .summary = p->description.n ? p->description : excerpt};
    }
    feed.entries = entries;
    struct buf b = BUF_INIT;
    web_feed_atom(&b, &feed);
    (void)site_put(s, str_from(s->feed, 1), buf_view(&b), STR_EMPTY);
    buf_drop(&b);
    vec_drop(&pages);
}
