/* SPDX-License-Identifier: MIT */
/*
 * The parts that surround a page: navigation, breadcrumbs (links to the pages above), the footer,
 * and the style sheet that all pages load. This file decides their content, and the module html
 * writes them.
 */
#include "job/site/engines.h"
#include "write/html/html.h"

DIAG_USE(DIAG_SITE_NAVIGATION);

#define MAX_LINKS 2000 /* maximum number of links in the navigation */
/* maximum number of top-level pages in a navigation without configuration */
#define MAX_USUAL 200
#define MAX_DEPTH 8      /* maximum nesting of links */
#define MAX_LANGUAGES 40 /* maximum number of languages of a page */
#define MAX_FOOTERS 16   /* number of folder depths for which a footer is kept */

/* ---- navigation */

/* Returns the translation of a page into the language of the page `p`, or the page itself. */
static const struct site_page *translated(const struct site_page *p, const struct site_page *to) {
    for (const struct site_page *q = to ? to->sister : NULL; q && q != to; q = q->sister) {
        if (str_eq(q->lang, p->lang) && !str_eq(to->lang, p->lang)) {
            return q;
        }
    }
    return to;
}

/* Links to several translations of one page are for changing the language. */
static void fix_languages(struct site *s) {
    for (size_t i = 0; i < s->nav.n; i++) {
        const struct site_page *own = s->nav.p[i].page, *q = own ? own->sister : NULL;
        for (; q && q != own && !s->nav.p[i].fixed; q = q->sister) {
            for (size_t k = 0; k < s->nav.n && !s->nav.p[i].fixed; k++) {
                s->nav.p[i].fixed = s->nav.p[k].page == q;
            }
        }
    }
}

static void add_link(struct site *s, struct str text, struct str href, struct site_page *page,
                     unsigned depth) {
    struct site_link l = {.text = text, .href = href, .page = page, .depth = depth};
    l.text = !text.n && page ? page->title : text.n ? text : href;
    if (l.text.n && s->nav.n < MAX_LINKS) {
        vec_push(&s->nav, l);
    }
}

static void add_links(struct site *s, const struct node *list, unsigned depth);

/* Adds a link of the configuration. If it is only a text, the text is the target. A group with a
 * bad target has no link, but its entries. */
static void add_configured(struct site *s, const struct node *n, unsigned depth) {
    const struct node *at = n->kind == NODE_MAP ? node_get(n, "href") : n;
    struct str href = node_text(at);
    const struct node *children = node_get(n, "children");
    struct site_page *page = NULL;
    if (href.n) {
        href = site_target(s, href, at->span, "link", &page);
        if (!href.n && !children) {
            return;
        }
    }
    add_link(s, node_text(node_get(n, "text")), href, page, depth);
    add_links(s, children, depth + 1);
}

static void add_links(struct site *s, const struct node *list, unsigned depth) {
    size_t n = list && list->kind == NODE_LIST ? list->n : 0;
    for (size_t i = 0; i < n && depth < MAX_DEPTH; i++) {
        add_configured(s, list->items[i], depth);
    }
}

static int64_t order_of(const struct site_page *p) {
    static const char *const keys[] = {"nav-order", "nav_order", "order", "weight"};
    int64_t v = INT64_MAX;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (str_to_i64(node_text(node_get(p->front, keys[i])), &v)) {
            break;
        }
    }
    return v;
}

static int by_order(const void *x, const void *y) {
    const struct site_page *a = *(struct site_page *const *)x, *b = *(struct site_page *const *)y;
    int64_t m = order_of(a), n = order_of(b);
    int c = m < n ? -1 : m > n ? 1 : str_cmp(a->title, b->title);
    return c ? c : str_cmp(a->path, b->path);
}

/* Whether a page is at the top level: in the site's folder, or the first page of a subfolder. */
static bool is_top(const struct site_page *p) {
    struct str rest = str_from(p->address, 1);
    size_t slash = str_index(rest, '/');
    return rest.n > 0 && (slash == STR_NONE || slash + 1 == rest.n);
}

/* Keeps only the first pages of folders in the navigation if there are very many top-level pages.
 * Otherwise, the navigation would be the largest part of each page, and the site could become too
 * large for the disk. */
static size_t keep_folders(struct site *s, struct site_page **list, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (str_ends(list[i]->address, STR("/")) && kept < MAX_USUAL) {
            list[kept++] = list[i];
        }
    }
    struct diag *g = diag_add(&s->diags, DIAG_SITE_NAVIGATION, SPAN_NONE,
                              "the navigation would have %zu pages: it has %s", n,
                              kept ? "those alone that begin a folder" : "none of them");
    diag_hint(&s->diags, g, "`nav: true` in pages, or `navigation` in site.yml, chooses its links");
    return kept;
}

/* Makes the navigation without configuration. It has the pages with `nav: true`. If no page has
 * this key, it has the pages of the top level. */
static void add_own_pages(struct site *s) {
    VEC(struct site_page *) list = VEC_INIT;
    bool asked = false;
    for (size_t i = 0; i < s->pages.n; i++) {
        asked = asked || node_bool(node_get(s->pages.p[i]->front, "nav"), -1) > 0;
    }
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        int own = node_bool(node_get(p->front, "nav"), -1);
        bool usual = !asked && !p->collection && is_top(p);
        if (!p->hidden && !p->absolute && (own > 0 || (usual && own != 0 && !p->unlisted))) {
            vec_push(&list, p);
        }
    }
    vec_sort(&list, by_order);
    if (!asked && list.n > MAX_USUAL) {
        list.n = keep_folders(s, list.p, list.n);
    }
    for (size_t i = 0; i < list.n; i++) {
        struct str text = str_trim(node_text(node_get(list.p[i]->front, "nav-title")));
        add_link(s, text, STR_EMPTY, list.p[i], 0);
    }
    vec_drop(&list);
}

void site_make_navigation(struct site *s) {
    vec_clear(&s->nav);
    if (!s->config.navigation && s->engine && s->engine->menu) {
        s->config.navigation = s->engine->menu(s);
    }
    if (s->config.navigation) {
        add_links(s, s->config.navigation, 0);
    } else {
        add_own_pages(s);
    }
    fix_languages(s);
}

/* Returns the target of a navigation link, relative to a page. */
static struct str lead_link(struct site *s, struct arena *a, const struct site_page *p,
                            const struct site_link *l, const struct site_page *page) {
    if (!page && !str_starts(l->href, STR("/"))) {
        return l->href;
    }
    size_t at = str_index(l->href, '#');
    struct str to = page ? page->address : str_slice(l->href, 0, at == STR_NONE ? l->href.n : at);
    struct str id = at == STR_NONE ? STR_EMPTY : str_from(l->href, at);
    return arena_join(a, 2, site_lead(s, a, p, to), id);
}

static void fill_nav(struct site *s, struct arena *a, const struct site_page *p,
                     struct html_frame *f) {
    struct html_frame_link *list = ARENA_ARRAY(a, struct html_frame_link, s->nav.n + 1);
    size_t above[MAX_DEPTH + 1] = {0};
    for (size_t i = 0; i < s->nav.n; i++) {
        const struct site_link *l = &s->nav.p[i];
        const struct site_page *page = l->fixed ? l->page : translated(p, l->page);
        bool own = page != l->page && str_eq(l->text, l->page->title);
        bool current = page == p && str_index(l->href, '#') == STR_NONE;
        above[l->depth] = i;
        list[i] = (struct html_frame_link){.text = own ? page->title : l->text,
                                           .href = page || l->href.n ? lead_link(s, a, p, l, page)
                                                                     : STR_EMPTY,
                                           .depth = l->depth,
                                           .current = current};
        bool folder = page && str_ends(page->address, STR("/")) && page->address.n > 1 &&
                      str_starts(p->address, page->address) && !current;
        list[i].within = folder;
        for (unsigned k = 0; current && k < l->depth; k++) {
            list[above[k]].within = true;
        }
    }
    f->nav = list;
    f->nnav = s->nav.n;
}

/* ---- other languages */

static void fill_sisters(struct site *s, struct arena *a, const struct site_page *p,
                         struct html_frame *f) {
    size_t n = 0;
    for (const struct site_page *q = p->sister; q && n < MAX_LANGUAGES;
         q = q == p ? NULL : q->sister) {
        n++;
    }
    struct html_frame_sister *all = ARENA_ARRAY(a, struct html_frame_sister, n + 1);
    const struct site_page *q = p;
    for (size_t i = 0; i < n; i++, q = q->sister) {
        struct str lang = q->lang.n ? q->lang : s->config.lang.n ? s->config.lang : STR("en");
        all[i] = (struct html_frame_sister){.lang = lang,
                                            .href = site_lead(s, a, p, q->address),
                                            .whole = site_absolute(s, a, q->address),
                                            .current = q == p};
    }
    f->sisters = all;
    f->nsisters = n;
}

/* ---- the pages above */

static void fill_crumbs(struct site *s, struct arena *a, const struct site_page *p,
                        struct html_frame *f) {
    VEC(struct html_frame_link) list = VEC_INIT;
    const struct site_page *home = translated(p, map_lookup(&s->by_address, STR("/")));
    for (size_t i = 1; i < p->address.n && !p->absolute; i++) {
        struct str above = str_slice(p->address, 0, i + 1);
        const struct site_page *q = p->address.p[i] == '/' && i + 1 < p->address.n
                                        ? map_lookup(&s->by_address, above)
                                        : NULL;
        if (q && q != p && q != home) {
            vec_push(&list, ((struct html_frame_link){.text = q->title,
                                                      .href = site_lead(s, a, p, q->address)}));
        }
    }
    if (list.n && home) {
        struct html_frame_link *all = ARENA_ARRAY(a, struct html_frame_link, list.n + 1);
        all[0] = (struct html_frame_link){.text = s->config.title.n ? s->config.title : home->title,
                                          .href = site_lead(s, a, p, home->address)};
        memcpy(all + 1, list.p, list.n * sizeof *list.p);
        f->crumbs = all;
        f->ncrumbs = list.n + 1;
    }
    vec_drop(&list);
}

/* ---- the footer */

static unsigned depth_of(struct str address) {
    unsigned n = 0;
    for (size_t i = 1; i < address.n; i++) {
        n += address.p[i] == '/';
    }
    return n;
}

/* Makes the footer for all pages that have the same depth as this page. */
static struct str make_footer(struct site *s, const struct site_page *p, unsigned depth) {
    struct buf address = BUF_INIT;
    buf_putc(&address, '/');
    for (unsigned i = 0; i < depth; i++) {
        buf_puts(&address,
                 "\x01/"); /* no folder has this name, so every link goes up to the root */
    }
    /* The footer is in the tree's arena, because its links are checked after all pages have been
     * made. */
    struct site_page *footer = arena_copy(s->tree, p, sizeof *p);
    footer->own = NULL;
    footer->path = STR("footer.md"); /* links are relative to the site's folder */
    footer->source = arena_join(s->tree, 2, s->config_file, STR(": footer"));
    footer->text = s->config.footer;
    footer->over = NULL;
    /* the footer has no listings, so the key `listing` is set to null in the copy */
    footer->front = node_copy_map(s->tree, p->front);
    struct node *none = node_plain(s->tree, STR_EMPTY, SPAN_NONE);
    none->kind = NODE_NULL;
    node_put(s->tree, footer->front, STR("listing"), SPAN_NONE, none);
    footer->pdf = false;
    footer->address = site_uses_page(s->config.footer) ? p->address : buf_keep(&address, s->tree);
    buf_drop(&address);
    bool said = s->footer_made; /* the errors of the footer have been reported */
    s->footer_made = true;
    return site_make_fragment(s, s->tree, footer, said);
}

static struct str footer_of(struct site *s, struct arena *a, const struct site_page *p) {
    unsigned depth = p->absolute ? MAX_FOOTERS - 1 : depth_of(p->address);
    if (!s->config.footer.n) {
        return STR_EMPTY;
    }
    if (depth >= MAX_FOOTERS || site_uses_page(s->config.footer)) {
        return arena_str(a, make_footer(s, p, depth));
    }
    struct str *kept = &s->footers[depth];
    if (!kept->p) {
        *kept = make_footer(s, p, depth);
        kept->p = kept->p ? kept->p : "";
    }
    return *kept;
}

/* Returns the address of the site's icon: the icon of the configuration, or a favicon in the top
 * folder, or an empty icon. Without an icon, browsers would request a file that does not exist. */
static struct str icon_of(const struct site *s, struct arena *a, const struct site_page *p) {
    const struct str icons[] = {s->config.icon, STR("/favicon.ico"), STR("/favicon.svg"),
                                STR("/favicon.png")};
    struct site_file *file = NULL;
    struct str id;
    for (size_t i = 0; i < ARRAY_LEN(icons) && !file; i++) {
        if (icons[i].n) {
            (void)site_look(s, a, NULL, icons[i], &file, &id);
        }
    }
    return file ? site_lead(s, a, p, arena_join(a, 2, STR("/"), file->output))
           : s->config.base.n || node_get(p->front, "favicon") ? STR_EMPTY
                                                               : STR("data:,");
}

/* ---- the whole frame */

void site_fill_frame(struct site *s, struct arena *a, const struct site_page *p,
                     struct html_frame *f) {
    const struct site_page *first = translated(p, map_lookup(&s->by_address, STR("/")));
    struct str home = site_lead(s, a, p, first ? first->address : STR("/"));
    *f =
        (struct html_frame){.layout = site_layout_of(s, p),
                            .title = s->config.title,
                            .home = s->config.title.n ? home : STR_EMPTY,
                            .theme = s->sheet.theme,
                            .linked = s->sheet.paths,
                            .nlinked = s->sheet.npaths,
                            .canonical = p->absolute ? STR_EMPTY : site_absolute(s, a, p->address)};
    if (!f->title.n && first) {
        f->title = first->title;
        f->home = home;
    }
    if (s->sheet_file.n) {
        f->sheet = site_lead(s, a, p, arena_join(a, 2, STR("/"), s->sheet_file));
    }
    if (p->pdf) {
        f->pdf = site_lead(s, a, p, arena_join(a, 2, STR("/"), site_pdf_output(a, p->output)));
    }
    f->look = site_lead(s, a, p, arena_join(a, 2, STR("/"), s->look_file));
    f->script = site_lead(s, a, p, arena_join(a, 2, STR("/"), s->script_file));
    fill_nav(s, a, p, f);
    fill_crumbs(s, a, p, f);
    fill_sisters(s, a, p, f);
    if (site_has_search(s) && !str_is(p->path, SITE_SEARCH)) {
        f->search = site_lead(s, a, p, STR("/" SITE_SEARCH_FILE));
    }
    f->footer = footer_of(s, a, p);
    f->icon = icon_of(s, a, p);
    f->feed = s->feed.n ? site_lead(s, a, p, s->feed) : STR_EMPTY;
    f->feed_title = s->feed_title;
}

/* ---- the style sheet and the scripts */

struct str site_hashed_name(struct arena *a, struct str name, struct str data) {
    struct str ext = path_ext(name), stem = path_stem(name);
    uint64_t h = str_hash(data);
    return arena_printf(a, "assets/%.*s-%08x%08x%s%.*s", STR_ARG(stem), (unsigned)(h >> 32),
                        (unsigned)h, ext.n ? "." : "", STR_ARG(ext));
}

void site_make_sheet(struct site *s) {
    struct node *front = node_new_map(s->tree, SPAN_NONE);
    static const char *const keys[] = {"css", "highlight-style"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        size_t at = node_index(s->config.map, str_of(keys[i]));
        if (at != STR_NONE) {
            node_add(s->tree, front, s->config.map->keys[at], s->config.map->key_spans[at],
                     s->config.map->items[at]);
        }
    }
    build_make_sheet(s->tree, &s->build, s->opt->dir, front, site_look_rules(s), &s->sheet,
                     &s->diags);
    s->sheet_file = site_hashed_name(s->tree, STR("site.css"), s->sheet.text);
    struct buf script = BUF_INIT;
    html_write_script(&script);
    s->script = buf_keep(&script, s->tree);
    s->script_file = site_hashed_name(s->tree, STR("site.js"), s->script);
    s->scripted = false;
    buf_drop(&script);
    buf_init(&script, 0);
    html_write_look(&script);
    s->look = buf_keep(&script, s->tree);
    s->look_file = site_hashed_name(s->tree, STR("site-look.js"), s->look);
    buf_drop(&script);
}
