/* SPDX-License-Identifier: MIT */
/*
 * The files that the program adds to a site: the page for dead addresses (404), redirects from old
 * addresses, sitemap.xml (sitemaps.org, "Protocol") and robots.txt (RFC 9309). If the author has a
 * file of the same name, the author's file is used.
 */
#include "job/site/site_model.h"

#include "core/base/markup.h"

DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_SITE_ADDRESS);

#define MAX_ADDRESSES 50000 /* maximum number of addresses in a sitemap (sitemaps.org) */

/* ---- the page for dead addresses (404) */

/* Whether a page or a file will have the address `/`. At this time, pages do not have addresses
 * yet. */
static bool has_first_page(struct site *s) {
    bool found = map_find(&s->by_output, STR("index.html"));
    for (size_t i = 0; !found && i < s->pages.n; i++) {
        const struct site_page *p = s->pages.p[i];
        struct str stem = path_stem(p->path);
        found = str_is(node_text(node_get(p->front, "permalink")), "/") ||
                (str_index(p->path, '/') == STR_NONE &&
                 (str_is(stem, "index") || str_is(stem, "_index") || str_is(stem, "README")));
    }
    return found;
}

static void make_missing(struct site *s) {
    static const char *const own[] = {"404.md", "404.qmd", "404.html", "404.markdown", "404.Rmd"};
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        if (map_find(&s->by_path, str_of(own[i])) || map_find(&s->by_output, str_of(own[i]))) {
            return;
        }
    }
    for (size_t i = 0; i < s->pages.n; i++) { /* the author may have given this address to a page */
        struct str to = node_text(node_get(s->pages.p[i]->front, "permalink"));
        if (str_is(to, "/404.html") || str_is(to, "404.html") || str_is(to, "/404")) {
            s->pages.p[i]->absolute = s->pages.p[i]->unlisted = true;
            return;
        }
    }
    bool foreign;
    struct str lang = s->config.lang, rest = lang, primary = str_cut(&rest, '-');
    struct str title = doc_word(lang, DOC_WORD_MISSING_TITLE, &foreign);
    struct str text =
        arena_printf(s->tree, "---\ntitle: %.*s\nlang: %.*s\nliquid: false\n---\n\n%.*s\n",
                     STR_ARG(title), STR_ARG(foreign || !lang.n ? STR("en") : primary),
                     STR_ARG(doc_word(lang, DOC_WORD_MISSING_TEXT, NULL)));
    if (has_first_page(s)) {
        text = arena_printf(s->tree, "%.*s\n[%.*s](/)\n", STR_ARG(text),
                            STR_ARG(doc_word(lang, DOC_WORD_MISSING_HOME, NULL)));
    }
    (void)site_add_page(s, STR("404.md"), text);
}

const struct site_maker site_makers[] = {{"404", make_missing},
                                         {"people", site_make_people},
                                         {"works", site_make_works},
                                         {"search", site_make_search},
                                         {NULL, NULL}};

/* ---- redirects */

/* Writes a small page that redirects an old address without a script (HTML, 4.2.5.3). */
static struct str redirect_page(struct site *s, struct arena *a, struct str from, struct str to,
                                struct str title) {
    bool elsewhere = !str_starts(to, STR("/"));
    size_t at = str_index(to, '#');
    struct str path = elsewhere || at == STR_NONE ? to : str_slice(to, 0, at),
               id = elsewhere || at == STR_NONE ? STR_EMPTY : str_from(to, at);
    struct str whole = elsewhere ? to : site_absolute(s, a, path);
    struct str there = elsewhere ? to : arena_join(a, 2, site_relative(a, from, path), id);
    struct str lang = s->config.lang.n ? s->config.lang : STR("en");
    struct buf b = BUF_INIT;
    buf_puts(&b, "<!DOCTYPE html>\n<html lang=\"");
    markup_put(&b, lang, MARKUP_QUOTED);
    buf_puts(&b, "\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    markup_put(&b, title.n ? title : there, MARKUP_QUOTED);
    buf_puts(&b, "</title>\n<link rel=\"canonical\" href=\"");
    markup_put(&b, whole.n ? whole : there, MARKUP_QUOTED);
    buf_puts(&b, "\">\n<meta name=\"robots\" content=\"noindex\">\n<meta http-equiv=\"refresh\" "
                 "content=\"0; url=");
    markup_put(&b, there, MARKUP_QUOTED);
    buf_puts(&b, "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                 "initial-scale=1\">\n</head>\n<body>\n<p><a href=\"");
    markup_put(&b, there, MARKUP_QUOTED);
    buf_puts(&b, "\">");
    markup_put(&b, title.n ? title : there, MARKUP_QUOTED);
    buf_puts(&b, "</a></p>\n</body>\n</html>\n");
    return buf_finish(&b, a);
}

static void redirect(struct site *s, struct arena *a, struct str from, struct str to,
                     struct str title, struct span at) {
    struct str output = site_output_of(a, from);
    if (site_is_hidden(from)) {
        site_report_hidden(s, from, at);
        return;
    }
    const struct site_page *taken = map_lookup(&s->by_address, output);
    if (taken || map_find(&s->by_output, output)) {
        diag_add(&s->diags, DIAG_SITE_ADDRESS, at,
                 "there is a page at the old address `%.*s` already", STR_ARG(from));
        return;
    }
    (void)site_put(s, output, redirect_page(s, a, from, to, title), STR_EMPTY);
}

/* Writes a redirect of the configuration. `value` is the file of a page, an address, or a URL. */
static void redirect_configured(struct site *s, struct arena *a, struct str from,
                                const struct node *value) {
    struct str to = str_trim(node_text(value));
    if (!from.n || !to.n || !site_own_address(s, &from)) {
        diag_add(&s->diags, DIAG_BAD_METADATA, value ? value->span : SPAN_NONE,
                 "a redirect is an old address and a new one");
        return;
    }
    struct site_page *p;
    to = site_target(s, to, value->span, "redirect", &p);
    if (to.n) {
        redirect(s, a, site_clean_address(a, from), to, p ? p->title : STR_EMPTY, value->span);
    }
}

void site_write_redirects(struct site *s, struct arena *a) {
    for (size_t i = 0; i < s->pages.n; i++) {
        const struct site_page *p = s->pages.p[i];
        for (size_t k = 0; k < p->nredirects && !p->hidden; k++) {
            struct str output = site_output_of(a, p->redirects[k]);
            if (!str_eq(output, p->output)) {
                redirect(s, a, p->redirects[k], p->address, p->title, site_place_of(s, p));
            }
        }
    }
    const struct node *map = node_get(s->config.map, "redirects");
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        redirect_configured(s, a, map->keys[i], map->items[i]);
    }
    for (size_t i = 0; map && map->kind == NODE_LIST && i < map->n; i++) {
        redirect_configured(s, a, node_text(node_get(map->items[i], "from")),
                            node_get(map->items[i], "to"));
    }
}

/* ---- sitemap.xml, robots.txt */

static struct str last_change(const struct site_page *p) {
    static const char *const keys[] = {"last-modified", "last_modified_at", "lastmod",
                                       "date-modified"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        struct str day = site_iso_day(node_text(node_get(p->front, keys[i])));
        if (day.n == 10) {
            return day;
        }
    }
    return p->date;
}

static int by_address(const void *x, const void *y) {
    return str_cmp((*(struct site_page *const *)x)->address,
                   (*(struct site_page *const *)y)->address);
}

/* Writes one entry of a sitemap (`url`) or of an index of sitemaps (`sitemap`). */
static void put_map_entry(struct buf *b, const char *tag, struct str address, struct str day) {
    buf_printf(b, "<%s><loc>", tag);
    markup_put(b, address, MARKUP_QUOTED);
    buf_puts(b, "</loc>");
    if (day.n == 10) {
        buf_puts(b, "<lastmod>");
        markup_put(b, day, MARKUP_QUOTED);
        buf_puts(b, "</lastmod>");
    }
    buf_printf(b, "</%s>\n", tag);
}

/* Writes the file of a sitemap (`urlset`) or of an index of sitemaps (`sitemapindex`). */
static void put_map(struct site *s, struct str output, const char *tag, struct buf *entries) {
    struct buf b = BUF_INIT;
    buf_printf(&b,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<%s "
               "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
               tag);
    buf_str(&b, buf_view(entries));
    buf_printf(&b, "</%s>\n", tag);
    (void)site_put(s, output, buf_view(&b), STR_EMPTY);
    buf_drop(&b);
}

/* Writes the sitemap. If there are too many addresses for one sitemap, several are written, and
 * sitemap.xml becomes their index ("Using Sitemap index files"). */
static void write_sitemap(struct site *s, struct arena *a) {
    VEC(struct site_page *) list = VEC_INIT;
    for (size_t i = 0; i < s->pages.n; i++) {
        if (!s->pages.p[i]->hidden && !s->pages.p[i]->unlisted) {
            vec_push(&list, s->pages.p[i]);
        }
    }
    vec_sort(&list, by_address);
    struct buf maps = BUF_INIT, b = BUF_INIT;
    bool many = list.n > MAX_ADDRESSES;
    for (size_t i = 0; i < list.n; i++) {
        put_map_entry(&b, "url", site_absolute(s, a, list.p[i]->address), last_change(list.p[i]));
        bool last = i + 1 == list.n;
        if (many && (last || (i + 1) % MAX_ADDRESSES == 0)) {
            struct str name = arena_printf(a, "sitemap-%zu.xml", i / MAX_ADDRESSES + 1);
            put_map(s, name, "urlset", &b);
            struct str address = arena_join(a, 2, STR("/"), name);
            put_map_entry(&maps, "sitemap", site_absolute(s, a, address), STR_EMPTY);
            buf_clear(&b);
        }
    }
    if (list.n) {
        put_map(s, STR("sitemap.xml"), many ? "sitemapindex" : "urlset", many ? &maps : &b);
    }
    buf_drop(&maps);
    buf_drop(&b);
    vec_drop(&list);
}

void site_write_maps(struct site *s, struct arena *a) {
    bool map = s->config.url.n && node_bool(node_get(s->config.map, "sitemap"), 1) > 0;
    if (map && !map_find(&s->by_output, STR("sitemap.xml"))) {
        write_sitemap(s, a);
    }
    if (map_find(&s->by_output, STR("robots.txt")) ||
        node_bool(node_get(s->config.map, "robots"), 1) == 0) {
        return;
    }
    struct str text = STR("User-agent: *\nAllow: /\n");
    if (map) {
        text = arena_join(a, 4, text, STR("Sitemap: "), site_absolute(s, a, STR("/sitemap.xml")),
                          STR("\n"));
    }
    (void)site_put(s, STR("robots.txt"), text, STR_EMPTY);
}
