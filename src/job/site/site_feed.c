/* SPDX-License-Identifier: MIT */
/*
 * The feed of a site, written as Atom (RFC 4287). It contains the newest pages that have a date.
 * This file decides which pages the feed contains and where its file is. It uses the description of
 * a page and not its text.
 */
#include "job/site/site_model.h"

#include "core/base/markup.h"

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
static bool is_in_feed(const struct site *s, const struct site_page *p) {
    const struct node *feed = feed_of(s), *list = node_get(feed, "collection");
    struct str folder = node_text(node_get(feed, "folder"));
    bool named = list && list->kind != NODE_NULL, in = false;
    if (!p->date.n || p->unlisted || p->hidden) {
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

static void find_pages(const struct site *s, page_list *out) {
    for (size_t i = 0; i < s->pages.n; i++) {
        if (is_in_feed(s, s->pages.p[i])) {
            vec_push(out, s->pages.p[i]);
        }
    }
    vec_sort(out, site_by_newest);
}

static struct str title_of(const struct site *s) {
    struct str title = node_text(node_get(feed_of(s), "title"));
    return title.n ? title : s->config.title;
}

void site_make_feeds(struct site *s) {
    const struct node *feed = feed_of(s);
    struct str path = path_of(s);
    page_list pages = VEC_INIT;
    bool off = feed && feed->kind != NODE_MAP && node_bool(feed, 1) == 0;
    s->nfeeds = 0;
    if (site_is_hidden(path)) {
        site_report_hidden(s, path, node_get(feed, "path")->span);
        off = true;
    }
    if (!off) {
        find_pages(s, &pages);
    }
    if (!off && feed && feed->kind != NODE_NULL && !pages.n && !s->engine) {
        struct diag *g =
            diag_add(&s->diags, DIAG_SITE_LISTING, feed->span, "no page for `feed` has a date");
        diag_hint(&s->diags, g,
                  "`feed` lists posts and news, or the pages of its `collection` or `folder`; "
                  "`metadata: {feed: true}` makes feeds of the works on pages");
    }
    if (pages.n && !map_find(&s->by_output, path)) {
        s->feeds = ARENA_ARRAY(s->tree, struct html_frame_feed, 1);
        s->feeds[0] = (struct html_frame_feed){.href = arena_join(s->tree, 2, STR("/"), path),
                                               .mime = STR("application/atom+xml"),
                                               .title = title_of(s)};
        s->nfeeds = 1;
        struct site_file *f = ARENA_NEW(s->tree, struct site_file);
        *f = (struct site_file){.output = path, .made = true};
        map_put(&s->by_output, path, f);
    }
    vec_drop(&pages);
}

/* ---- Atom */

static void put_element(struct buf *b, const char *name, struct str text) {
    if (!text.n) {
        return;
    }
    buf_printf(b, "<%s>", name);
    markup_put(b, text, MARKUP_XML);
    buf_printf(b, "</%s>\n", name);
}

/* Writes a link to an address, which is already escaped (RFC 3986) except for "&". */
static void put_link(struct buf *b, const char *rel, struct str href) {
    if (!href.n) {
        return;
    }
    buf_printf(b, "<link rel=\"%s\" href=\"", rel);
    markup_put(b, href, MARKUP_XML | MARKUP_QUOTED);
    buf_puts(b, "\"/>\n");
}

/* Writes a time (RFC 3339). If only a year or month is known, its first day is written. */
static void put_time(struct arena *a, struct buf *b, const char *name, struct str day) {
    const char *rest = day.n == 4 ? "-01-01" : day.n == 7 ? "-01" : "";
    put_element(b, name, arena_join(a, 3, day, str_of(rest), STR("T00:00:00Z")));
}

/* Writes the permanent identifier of an entry. It is the URL of the page, or a tag (RFC 4151) if
 * the site has no `url`. */
static void put_id(const struct site *s, struct arena *a, struct buf *b, struct str address) {
    struct str whole = site_absolute(s, a, address);
    put_element(b, "id", whole.n ? whole : arena_join(a, 2, STR("tag:localhost,2000:"), address));
}

static void put_entry(const struct site *s, struct arena *a, struct buf *b,
                      const struct site_page *p) {
    const struct node *excerpt = node_get(p->front, "excerpt");
    buf_puts(b, "<entry>\n");
    put_element(b, "title", p->title);
    put_id(s, a, b, p->address);
    put_link(b, "alternate", site_absolute(s, a, p->address));
    put_time(a, b, "published", p->date);
    put_time(a, b, "updated", p->date);
    put_element(b, "summary", p->description.n ? p->description : node_text(excerpt));
    buf_puts(b, "</entry>\n");
}

void site_write_feeds(struct site *s, struct arena *a) {
    if (!s->nfeeds) {
        return;
    }
    page_list pages = VEC_INIT;
    find_pages(s, &pages);
    int64_t limit = USUAL_LIMIT;
    (void)str_to_i64(node_text(node_get(feed_of(s), "limit")), &limit);
    size_t most = limit < 1 ? USUAL_LIMIT : limit > MAX_LIMIT ? MAX_LIMIT : (size_t)limit;
    struct str author = s->config.author.n ? s->config.author : s->config.title;
    struct buf b = BUF_INIT;
    buf_puts(&b, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                 "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    put_element(&b, "title", s->feeds[0].title.n ? s->feeds[0].title : STR("Feed"));
    put_element(&b, "subtitle", s->config.description);
    put_id(s, a, &b, s->feeds[0].href);
    put_time(a, &b, "updated", pages.p[0]->date);
    put_link(&b, "self", site_absolute(s, a, s->feeds[0].href));
    put_link(&b, "alternate", site_absolute(s, a, STR("/")));
    buf_puts(&b, "<author>\n");
    put_element(&b, "name", author.n ? author : STR("Anonymous"));
    buf_puts(&b, "</author>\n");
    for (size_t i = 0; i < pages.n && i < most; i++) {
        put_entry(s, a, &b, pages.p[i]);
    }
    buf_puts(&b, "</feed>\n");
    (void)site_put(s, str_from(s->feeds[0].href, 1), buf_view(&b), STR_EMPTY);
    buf_drop(&b);
    vec_drop(&pages);
}
