/* SPDX-License-Identifier: MIT */
/* Writes the lines in the head of a page that are for machines: its address, its other forms,
 * Open Graph, and the graph of schema.org as JSON-LD. A page that has only a title gets few of
 * them. */
#include "core/base/utf8.h"
#include "model/tex/math/math_rich.h"
#include "write/web/graph.h"

bool web_wants_head(const struct doc *doc) {
    return node_bool(node_get(doc->front, "structured-data"), 1) != 0;
}

struct str web_address(const struct doc *doc, struct str file) {
    static const char *const keys[] = {"canonical", "canonical-url", "url"};
    struct str home = str_trim(node_text(node_get(doc->front, "site-url")));
    if (home.n && home.p[home.n - 1] != '/') {
        home = arena_join(doc->arena, 2, home, STR("/"));
    }
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct node *n = node_get(doc->front, keys[i]);
        struct str value = node_bool(n, -1) < 0 ? str_trim(node_text(n)) : STR_EMPTY;
        struct str url = value.n ? web_resolve(doc->arena, home, value) : STR_EMPTY;
        if (web_is_absolute(url)) {
            return url;
        }
    }
    return web_is_absolute(home) && file.n ? web_resolve(doc->arena, home, file) : STR_EMPTY;
}

static void put_link(struct buf *out, const char *rel, struct str href) {
    if (href.n && !doc_url_is_live(href)) {
        buf_printf(out, "<link rel=\"%s\"", rel);
        web_put_href(out, href);
        buf_puts(out, ">\n");
    }
}

static void put_alternates(struct buf *out, const struct web_page *page) {
    for (size_t i = 0; i < page->nalternates; i++) {
        const struct web_alternate *alt = &page->alternates[i];
        buf_puts(out, "<link rel=\"alternate\"");
        web_attr(out, "type", alt->mime);
        web_put_href(out, alt->href);
        if (alt->title.n) {
            web_attr(out, "title", alt->title);
        }
        buf_puts(out, ">\n");
    }
}

/** Returns the address of a licence, which is given as an address or as a name of Creative Commons:
 * "CC BY 4.0", "CC-BY-SA-4.0", "CC0 1.0". */
static struct str license_address(struct arena *a, struct str text) {
    if (web_is_absolute(text)) {
        return text;
    }
    struct str rest = arena_lower(a, str_trim(text)), kind = STR_EMPTY, version = STR_EMPTY;
    bool zero = str_starts(rest, STR("cc0"));
    if (!zero && !str_starts(rest, STR("cc ")) && !str_starts(rest, STR("cc-"))) {
        return STR_EMPTY;
    }
    rest = str_from(rest, 3);
    while (rest.n) {
        size_t n = 0;
        while (n < rest.n && rest.p[n] != ' ' && rest.p[n] != '-') {
            n++;
        }
        struct str part = str_slice(rest, 0, n);
        rest = str_from(rest, n + (n < rest.n));
        if (str_is(part, "by") || str_is(part, "sa") || str_is(part, "nc") || str_is(part, "nd")) {
            kind = kind.n ? arena_join(a, 3, kind, STR("-"), part) : part;
        } else if (str_is(part, "4.0") || str_is(part, "3.0") || str_is(part, "2.0") ||
                   str_is(part, "1.0")) {
            version = part;
        } else if (part.n) {
            return STR_EMPTY;
        }
    }
    if (zero) {
        return STR("https://creativecommons.org/publicdomain/zero/1.0/");
    }
    version = version.n ? version : STR("4.0");
    return kind.n ? arena_join(a, 5, STR("https://creativecommons.org/licenses/"), kind, STR("/"),
                               version, STR("/"))
                  : STR_EMPTY;
}

/** Writes the authors and the licence. */
static void put_rights(struct buf *out, const struct web_page *page) {
    const struct doc_meta *meta = &page->doc->meta;
    const struct node *n = node_first(page->doc->front, "license licence");
    const struct node *content = node_get(n, "content"); /* MyST has another licence for code */
    n = content ? content : n;
    struct str name =
        n && n->kind == NODE_MAP ? node_first_text(n, "link url id name") : node_text(n);
    if (meta->nauthors == 1) {
        struct str url = meta->authors[0].url;
        put_link(out, "author", url.n ? url : web_orcid(page->doc->arena, meta->authors[0].orcid));
    }
    put_link(out, "license", license_address(page->doc->arena, str_trim(name)));
}

static void put_property(struct buf *out, const char *name, struct str value) {
    if (value.n) {
        buf_printf(out, "<meta property=\"%s\"", name);
        web_attr(out, "content", value);
        buf_puts(out, ">\n");
    }
}

/** Returns the absolute address of the page's image. Social networks accept no other addresses. */
static struct str page_image(const struct web_page *page) {
    const struct doc *doc = page->doc;
    struct str image = node_first_text(doc->front, "image og-image thumbnail cover-image");
    size_t subject = web_subject(doc);
    image = image.n || subject == STR_NONE ? image : doc->meta.authors[subject].photo;
    struct str url = image.n ? web_resolve(doc->arena, page->address, image) : STR_EMPTY;
    return web_is_absolute(url) ? url : STR_EMPTY;
}

/** Returns the locale in the form of Open Graph, en_GB for "en-GB", or an empty text for a language
 * without a territory. */
static struct str locale_of(struct arena *a, struct str lang) {
    bool two = lang.n >= 5 && lang.p[2] == '-' && is_alpha(lang.p[3]) && is_alpha(lang.p[4]) &&
               (lang.n == 5 || lang.p[5] == '-');
    return two ? arena_printf(a, "%.2s_%c%c", lang.p, to_upper(lang.p[3]), to_upper(lang.p[4]))
               : STR_EMPTY;
}

/** minimum and maximum bytes of a text that search engines show */
enum { SUMMARY_LEAST = 20, SUMMARY_MOST = 160 };

/** Returns the titles of the first works of a page, as many as a description holds. */
static struct str first_titles(const struct doc *doc) {
    struct doc_walk w = doc_walk_start(doc->root);
    struct str all = STR_EMPTY;
    while (all.n <= SUMMARY_MOST && doc_walk_next(&w)) {
        if (w.enter && doc_has_class(w.node, "pub-title")) {
            struct str title = str_trim(doc_plain(doc->arena, w.node));
            all = all.n ? arena_join(doc->arena, 3, all, STR("; "), title) : title;
        }
    }
    return all;
}

/** Returns the text that describes a page whose author gives no description: the abstract, else the
 * first paragraph, else titles of works. */
static struct str summary_of(const struct doc *doc) {
    struct doc_walk w = doc_walk_start(doc->root);
    const struct doc_node *abstract = doc->meta.abstract;
    struct str text = abstract ? str_trim(doc_plain(doc->arena, abstract)) : STR_EMPTY;
    while (text.n < SUMMARY_LEAST && doc_walk_next(&w)) {
        bool para = w.enter && w.node->kind == DOC_PARA && !doc_has_class(w.node, "pub-legend");
        if (w.enter && w.node->kind == DOC_ITEM) {
            doc_walk_skip(&w);
        }
        text = para ? str_trim(doc_plain(doc->arena, w.node)) : STR_EMPTY;
        text = text.n && text.p[text.n - 1] == ':' ? STR_EMPTY : text;
    }
    text = text.n >= SUMMARY_LEAST ? text : first_titles(doc);
    return text.n >= SUMMARY_LEAST ? text : STR_EMPTY;
}

/** Writes a description of the page, shortened at a blank, unless it is empty. */
static void put_description(struct buf *out, struct arena *a, struct str text) {
    size_t n = text.n;
    if (n == 0) {
        return;
    }
    if (n > SUMMARY_MOST) {
        n = SUMMARY_MOST;
        while (n > SUMMARY_LEAST && text.p[n] != ' ') {
            n--;
        }
        n = utf8_cut(text, n).n;
    }
    struct str part = str_trim(str_slice(text, 0, n));
    buf_puts(out, "<meta name=\"description\"");
    web_attr(out, "content", n < text.n ? arena_join(a, 2, part, STR("…")) : part);
    buf_puts(out, ">\n");
}

/** Writes Open Graph (ogp.me) and the card for social networks. */
static void put_card(struct buf *out, const struct web_page *page) {
    const struct doc *doc = page->doc;
    struct str image = page_image(page);
    bool article = doc->meta.abstract || doc_date_iso(doc).n;
    put_property(out, "og:title", doc_page_title(doc));
    put_property(out, "og:type",
                 web_subject(doc) != STR_NONE ? STR("profile")
                 : article                    ? STR("article")
                                              : STR("website"));
    put_property(out, "og:url", page->address);
    put_property(out, "og:description", doc->meta.description);
    put_property(out, "og:site_name", page->site);
    put_property(out, "og:locale", locale_of(doc->arena, doc->meta.lang));
    put_property(out, "og:image", image);
    if (image.n) {
        put_property(out, "og:image:alt", node_text(node_get(doc->front, "image-alt")));
    }
    if (image.n || page->address.n) {
        buf_printf(out, "<meta name=\"twitter:card\" content=\"%s\">\n",
                   image.n && web_subject(doc) == STR_NONE ? "summary_large_image" : "summary");
    }
}

/** Whether a page is meant for the web: it has a list of works or a public address, or is about a
 * work or a person. */
static bool is_described(const struct web_page *page) {
    return page->works.n || page->address.n || page->self || web_subject(page->doc) != STR_NONE;
}

void web_head(struct buf *out, const struct web_page *page) {
    const struct doc *doc = page->doc;
    if (!web_wants_head(doc)) {
        return;
    }
    if (!page->framed) {
        put_link(out, "canonical", page->address);
    }
    if (is_described(page) && !node_get(doc->front, "anonymous") && !doc->meta.description.n) {
        put_description(out, doc->arena, summary_of(doc));
    }
    if (page->self) {
        web_highwire(out, page, page->self, page->address);
    }
    put_alternates(out, page);
    put_rights(out, page);
    put_card(out, page);
    if (is_described(page)) {
        buf_puts(out, "<script type=\"application/ld+json\">");
        web_graph_write(out, page, NULL);
        buf_puts(out, "</script>\n");
    }
}

/** Returns the text that describes the page of a work: its abstract, else its title and venue. */
static struct str summary_of_work(struct arena *a, const struct item *it) {
    struct str text = str_trim(tex_rich_plain(a, item_rich(it, VAR_ABSTRACT)));
    if (text.n >= SUMMARY_LEAST) {
        return text;
    }
    struct str venue = str_trim(tex_rich_plain(a, item_rich(it, VAR_CONTAINER_TITLE)));
    venue = venue.n ? venue : str_trim(tex_rich_plain(a, item_rich(it, VAR_PUBLISHER)));
    struct str title = web_work_title(a, it);
    return venue.n ? arena_join(a, 3, title, STR(". "), venue) : title;
}

void web_work_head(struct buf *out, const struct web_page *list, const struct item *it,
                   struct str address) {
    struct arena *a = arena_new();
    struct web_page own = {.doc = list->doc, .address = address, .site = list->site};
    put_link(out, "canonical", address);
    put_description(out, a, summary_of_work(a, it));
    web_highwire(out, list, it, address);
    put_property(out, "og:title", web_work_title(a, it));
    put_property(out, "og:type", STR("article"));
    put_property(out, "og:url", address);
    put_property(out, "og:site_name", list->site);
    buf_puts(out, "<script type=\"application/ld+json\">");
    web_graph_write(out, &own, it);
    buf_puts(out, "</script>\n");
    arena_drop(a);
}
