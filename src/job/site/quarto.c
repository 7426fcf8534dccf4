/* SPDX-License-Identifier: MIT */
/*
 * Reads Quarto websites: _quarto.yml, the _metadata.yml of folders, `about` and `listing` of pages.
 * Converts their keys to those of dossier. Ignores settings of the appearance (themes, banners,
 * grid columns). Rules: Quarto's documentation ("Website Options", "Navigation", "Document
 * Listings", "About Pages", "Shared Metadata").
 */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "job/site/engines.h"

#include <fnmatch.h>
#include <string.h>

DIAG_USE(DIAG_SITE_LISTING);

#define MAX_ROWS 5000 /* maximum number of items of a data file in a listing */

/* ---- texts */

/* Removes shortcodes. In navigation, they are icons, whose images are not loaded. */
static struct str without_icons(struct arena *a, struct str s) {
    struct str out = s;
    for (size_t open = str_find(out, STR("{{<")); open != STR_NONE;
         open = str_find(out, STR("{{<"))) {
        size_t close = str_find(str_from(out, open), STR(">}}"));
        struct str rest = close == STR_NONE ? STR_EMPTY : str_from(out, open + close + 3);
        out = arena_join(a, 2, str_slice(out, 0, open), rest);
    }
    return str_trim(out);
}

/* Returns the name of an icon, which is the last word of "{{< fa brands bluesky >}}". */
static struct str icon_name(struct arena *a, struct str s) {
    size_t close = str_find(s, STR(">}}"));
    struct str rest = str_trim(str_slice(s, 0, close)), last = rest;
    while (rest.n) {
        struct str word = str_cut(&rest, ' ');
        last = word.n && str_index(word, '=') == STR_NONE ? word : last;
    }
    struct str copy = arena_str(a, last), name = doc_service_name(last);
    if (name.n) {
        return name;
    }
    char *z = (char *)(uintptr_t)copy.p; /* the copy may be changed */
    for (size_t i = 0; i < copy.n; i++) {
        z[i] = z[i] == '-' || z[i] == '_' ? ' ' : i == 0 || z[i - 1] == ' ' ? to_upper(z[i]) : z[i];
    }
    return copy;
}

/* Returns the name for the target of an address, such as "e-mail" or the name of a service; or
 * empty. */
static struct str name_of_address(struct arena *a, struct str href) {
    struct node *who = node_new_map(a, SPAN_NONE), *links = node_new_list(a, SPAN_NONE);
    size_t n = 0;
    node_append(a, links, node_string(a, href, SPAN_NONE));
    site_map_put(a, who, "links", links);
    const struct doc_contact *way = doc_contacts_read(a, who, &n);
    return n && strcmp(way->icon, "link") != 0 ? way->name : STR_EMPTY;
}

/* Returns the text of a link. Without a text, returns the name of its target or of its icon. */
static struct str label_of(struct arena *a, const struct node *n) {
    struct str text = site_text(n, "text"), icon = site_text(n, "icon"),
               bare = site_bare_text(a, without_icons(a, text)); /* tags are icons, too */
    if (bare.n) {
        return bare;
    }
    struct str name = site_text(n, "aria-label");
    bool feed = str_is(icon, "rss");
    struct str way = name_of_address(a, site_text(n, "href"));
    return name.n   ? name
           : way.n  ? way
           : feed   ? STR("RSS")
           : text.n ? icon_name(a, text)
                    : icon_name(a, icon);
}

/* ---- navigation */

#define MAX_NESTED 4 /* maximum nesting of menus */

struct nav {
    struct arena *a;
    struct str dir; /* the folder of the site */
    const struct file_fence *fence;
};

static struct node *menu(const struct nav *v, const struct node *list, int depth);

/* Converts an entry of the navigation. It is the path of a page's file, or a map with text, href,
 * and menu (contents in a sidebar). */
static struct node *entry(const struct nav *v, const struct node *n, int depth) {
    struct arena *a = v->a;
    if (n->kind != NODE_MAP) {
        struct str href = node_text(n);
        bool rule = !href.n || str_starts(href, STR("---"));
        return rule ? NULL : site_map_link(a, STR_EMPTY, href, n);
    }
    const struct node *below = node_first(n, "menu contents");
    struct str href = node_first_text(n, "href file"), section = site_text(n, "section");
    struct str text = label_of(a, n);
    if (!href.n && !below && text.n && str_run(text, 0, '-') == text.n) {
        return NULL; /* a rule between entries */
    }
    bool page = path_ext(section).n > 0;
    text = text.n ? text : page ? STR_EMPTY : section;
    struct node *link = site_map_link(a, text, href.n ? href : page ? section : STR_EMPTY, n);
    if (below && below->kind != NODE_MAP && depth < MAX_NESTED) {
        site_map_put(a, link, "children", menu(v, below, depth + 1));
    }
    return link->n ? link : NULL;
}

/* Adds links to the pages in a folder, or to those that match a pattern such as "notes/n*.qmd". */
static void add_files(const struct nav *v, struct node *out, struct str what,
                      const struct node *from) {
    size_t star = str_index(what, '*');
    struct str folder = star == STR_NONE ? what : path_dir(str_slice(what, 0, star + 1));
    const char *pattern = star == STR_NONE ? "*" : arena_str(v->a, path_base(what)).p;
    size_t n = 0;
    folder = site_bare_path(folder);
    struct str dir = path_join(v->a, v->dir, folder);
    const struct file_entry *list = file_fence_has(v->fence, dir) ? file_list(v->a, dir, &n) : NULL;
    for (size_t i = 0; i < n; i++) {
        struct str name = list[i].name;
        bool page = list[i].plain && str_iamong(path_ext(name), "qmd md") &&
                    str_index(STR("_."), name.p[0]) == STR_NONE;
        if (page && fnmatch(pattern, arena_str(v->a, name).p, 0) == 0) {
            node_append(v->a, out,
                        site_map_link(v->a, STR_EMPTY, path_join(v->a, folder, name), from));
        }
    }
}

/* Returns what `auto`, "auto" or a pattern stands for: a folder or a pattern. `none` for others. */
static struct str listed(const struct node *n, struct str none) {
    const struct node *own = node_get(n, "auto");
    struct str text = node_text(n->kind == NODE_MAP ? own : n);
    bool all = own ? node_bool(own, 0) > 0 : str_is(text, "auto");
    bool some = own ? text.n > 0 : str_index(text, '*') != STR_NONE;
    return all ? STR("") : some ? text : none;
}

static struct node *menu(const struct nav *v, const struct node *list, int depth) {
    struct node *out = node_new_list(v->a, list->span);
    for (size_t i = 0; i < node_count(list); i++) {
        const struct node *n = node_item(list, i);
        struct str files = listed(n, (struct str){0});
        struct node *link = files.p ? NULL : entry(v, n, depth);
        if (files.p) {
            add_files(v, out, files, n);
        } else if (link) {
            node_append(v->a, out, link);
        }
    }
    return out;
}

/* Adds the links of a part of the navigation. A sidebar beside other links is a menu with its own
 * title. */
static void add_part(const struct nav *v, struct node *all, const struct node *list,
                     struct str title) {
    if (!list || list->kind == NODE_MAP) {
        return;
    }
    struct node *part = menu(v, list, title.n ? 1 : 0);
    if (title.n && part->n) {
        struct node *group = site_map_link(v->a, title, STR_EMPTY, list);
        site_map_put(v->a, group, "children", part);
        node_append(v->a, all, group);
    }
    for (size_t k = 0; !title.n && k < part->n; k++) {
        node_append(v->a, all, part->items[k]);
    }
}

static void put_navigation(const struct nav *v, struct node *out, const struct node *web) {
    struct arena *a = v->a;
    static const char *const places[] = {"navbar.left", "navbar.right", "navbar.tools"};
    struct node *all = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        add_part(v, all, node_at(web, str_of(places[i])), STR_EMPTY);
    }
    const struct node *sides = node_get(web, "sidebar");
    bool beside = all->n > 0, several = sides && sides->kind == NODE_LIST;
    for (size_t i = 0; i < (several ? sides->n : 1); i++) {
        const struct node *side = several ? sides->items[i] : sides;
        struct str title = node_first_text(side, "title id");
        title = !beside && !several ? STR_EMPTY : title.n ? title : STR("More");
        add_part(v, all, node_get(side, "contents"), title);
    }
    if (all->n) {
        site_map_put(a, out, "navigation", all);
    }
}

/* Adds one part of the footer: a text or a list of links. */
static void put_footer_part(struct arena *a, struct buf *b, const struct node *n) {
    struct str text =
        n && n->kind != NODE_LIST && n->kind != NODE_MAP ? str_trim(node_text(n)) : STR_EMPTY;
    size_t script = str_find(text, STR("<script"));
    text = script == STR_NONE ? text : str_trim(str_slice(text, 0, script));
    if (text.n) {
        buf_puts(b, b->n ? "\n\n" : "");
        buf_str(b, text);
    }
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        /* a footer has no menus */
        struct node *link = entry(&(struct nav){.a = a}, n->items[i], MAX_NESTED);
        struct str href = site_text(link, "href"), name = site_text(link, "text");
        if (href.n) {
            buf_puts(b, i ? " · " : b->n ? "\n\n" : "");
            buf_printf(b, "[%.*s](<%.*s>)", STR_ARG(name.n ? name : href), STR_ARG(href));
        }
    }
}

static struct str footer_of(struct arena *a, const struct node *web) {
    static const char *const parts[] = {"left", "center", "right"};
    const struct node *n = node_get(web, "page-footer");
    struct buf b = BUF_INIT;
    put_footer_part(a, &b, n);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        put_footer_part(a, &b, node_get(n, parts[i]));
    }
    return buf_finish(&b, a);
}

/* ---- the configuration */

static bool detect(struct arena *a, struct str dir, struct str *file) {
    static const char *const names[] = {"_quarto.yml", "_quarto.yaml"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        *file = path_join(a, dir, str_of(names[i]));
        if (file_exists(*file)) {
            const struct node *map = site_data_file(a, NULL, *file, NULL);
            struct str type = site_text(map, "project.type");
            return str_is(type, "website") || (!type.n && node_get(map, "website"));
        }
    }
    return false;
}

/* Returns the keys that a page inherits from the project, at the top level or under the format of
 * the page. */
static struct node *metadata_of(struct arena *a, const struct node *in) {
    static const char *const keys[] = {"toc",      "toc-depth", "number-sections", "csl",
                                       "nocite",   "lang",      "link-citations",  "execute",
                                       "crossref", "author",    "highlight-style"};
    struct node *out = node_new_map(a, SPAN_NONE);
    const struct node *places[] = {node_at(in, STR("format.html")), in};
    for (size_t k = 0; k < ARRAY_LEN(places); k++) {
        for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
            const struct node *value = node_get(places[k], keys[i]);
            if (value && !node_get(out, keys[i])) {
                site_map_put(a, out, keys[i], value);
            }
        }
    }
    return out;
}

static void put_files(struct arena *a, struct node *out, const struct node *in) {
    struct node *exclude = node_new_list(a, SPAN_NONE);
    struct str output = site_text(in, "project.output-dir");
    const struct node *render = node_at(in, STR("project.render"));
    site_list_words(a, exclude, "_site _extensions _freeze *.ipynb renv");
    if (output.n) {
        node_append(a, exclude, node_string(a, output, SPAN_NONE));
    }
    for (size_t i = 0; render && render->kind == NODE_LIST && i < render->n; i++) {
        /* Quarto does not render a folder that is listed as "!drafts/" */
        struct str one = node_text(render->items[i]);
        if (str_starts(one, STR("!"))) {
            node_append(a, exclude, node_string(a, str_from(one, 1), render->items[i]->span));
        }
    }
    site_map_put(a, out, "exclude", exclude);
}

static struct node *read_config(struct arena *a, const struct file_fence *fence, struct str dir,
                                struct str file, struct diags *d) {
    const struct node *in = site_data_file(a, fence, file, d), *web = node_get(in, "website");
    struct node *out = node_new_map(a, SPAN_NONE);
    struct str title = site_text(web, "title"), about = site_text(web, "description");
    title = title.n ? title : site_text(in, "title");
    about = about.n ? about : site_text(in, "description-meta");
    site_map_text(a, out, "title", title, node_get(web, "title"));
    site_map_text(a, out, "url", site_text(web, "site-url"), node_get(web, "site-url"));
    site_map_text(a, out, "description", about, NULL);
    site_map_put(a, out, "search", node_get(web, "search"));
    site_map_text(a, out, "icon", site_text(web, "favicon"), node_get(web, "favicon"));
    site_map_text(a, out, "lang", site_text(in, "lang"), node_get(in, "lang"));
    site_map_text(a, out, "footer", footer_of(a, web), node_get(web, "page-footer"));
    site_map_put(a, out, "bibliography", node_get(in, "bibliography"));
    site_map_put(a, out, "csl", node_get(in, "csl"));
    site_map_put(a, out, "metadata", metadata_of(a, in));
    site_map_flag(a, out, "liquid", false);
    site_map_flag(a, out, "feed", false);
    put_files(a, out, in);
    put_navigation(&(struct nav){a, dir, fence}, out, web);
    site_map_put(a, out, "_config", in);
    return out;
}

/* ---- front matter */

/* Applies the _metadata.yml of the page's folder and of the folders above, the nearest first. */
static void put_shared(struct site *s, struct site_page *p) {
    struct str dir = path_dir(p->path);
    while (dir.n) {
        struct str path =
            path_join(s->tree, path_join(s->tree, s->root, dir), STR("_metadata.yml"));
        const struct node *map =
            file_exists(path) ? site_data_file(s->tree, s->opt->build->host.fence, path, NULL)
                              : NULL;
        site_map_missing(s->tree, p->front, map);
        dir = path_dir(dir);
    }
}

/* Sets the person whom `about` describes, with the picture and links. */
static void put_about(struct site *s, struct site_page *p) {
    const struct node *about = node_get(p->front, "about");
    if (!about || node_get(p->front, "author")) {
        return;
    }
    struct node *who = node_new_map(s->tree, about->span),
                *links = node_new_list(s->tree, about->span);
    const struct node *list = node_get(about, "links");
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        struct node *link = node_copy_map(s->tree, list->items[i]);
        site_map_text(s->tree, link, "text", label_of(s->tree, list->items[i]), list->items[i]);
        node_append(s->tree, links, link);
    }
    struct str image = site_text(about, "image");
    const struct node *own = node_get(p->front, "image");
    site_map_text(s->tree, who, "name", site_text(p->front, "title"), node_get(p->front, "title"));
    site_put_photo(s, p, who, image.n ? image : node_text(own), own);
    site_map_put(s->tree, who, "links", links);
    site_map_put(s->tree, p->front, "author", who);
}

/* Reads a date such as "1/15/2024" or "01-15-2024": the month comes first (Quarto, "Dates"). */
static void put_date(struct site *s, struct site_page *p) {
    const struct node *date = node_get(p->front, "date");
    struct str rest = str_trim(node_text(date)), month, day;
    char mark = str_index(rest, '/') == STR_NONE ? '-' : '/';
    int64_t m = 0, d = 0, y = 0;
    month = str_cut(&rest, mark);
    day = str_cut(&rest, mark);
    bool read = month.n < 3 && day.n < 3 && rest.n == 4 && str_to_i64(month, &m) &&
                str_to_i64(day, &d) && str_to_i64(rest, &y);
    if (read && m > 0 && m < 13 && d > 0 && d < 32 && y > 0) {
        site_map_text(s->tree, p->front, "date",
                      arena_printf(s->tree, "%04d-%02d-%02d", (int)y, (int)m, (int)d), date);
    }
}

static void front(struct site *s, struct site_page *p) {
    put_shared(s, p);
    put_date(s, p);
    put_about(s, p);
    const struct node *says = node_get(p->front, "description-meta");
    if (says && !node_get(p->front, "description")) {
        site_map_put(s->tree, p->front, "description", says);
    }
    const struct node *words = node_get(p->front, "categories");
    if (words && words->kind == NODE_LIST && words->n && !node_get(p->front, "keywords")) {
        site_map_put(s->tree, p->front, "keywords", words);
    }
}

/* Returns the folder of a listing: "posts" for "posts", "posts/index.qmd", or the pattern
 * "posts/x*". */
static struct str folder_of(struct str contents) {
    size_t star = str_index(contents, '*');
    struct str dir = star == STR_NONE ? contents : str_slice(contents, 0, star);
    if (star != STR_NONE) {
        dir = str_slice(dir, 0, str_after_last(dir, '/'));
    } else if (path_ext(dir).n) {
        dir = path_dir(dir);
    }
    while (str_ends(dir, STR("/"))) {
        dir.n--;
    }
    return dir;
}

/* Sets the site's feed from the first listing with `feed: true`. The file of the feed is beside the
 * page and has the page's name. */
static void finish(struct site *s) {
    for (size_t i = 0; i < s->pages.n; i++) {
        const struct site_page *p = s->pages.p[i];
        const struct node *n = node_get(p->front, "listing");
        const struct node *first = node_count(n) ? node_item(n, 0) : NULL;
        const struct node *contents = node_get(first, "contents"), *feed = node_get(first, "feed");
        contents = node_count(contents) ? node_item(contents, 0) : NULL;
        bool on = feed && (feed->kind == NODE_MAP || node_bool(feed, 0) > 0);
        struct str folder = folder_of(str_trim(node_text(contents)));
        if (on && folder.n) {
            struct node *map = node_new_map(s->tree, feed->span);
            struct str stem = path_join(s->tree, path_dir(p->path), path_stem(p->path));
            site_map_text(s->tree, map, "folder", path_join(s->tree, path_dir(p->path), folder),
                          contents);
            site_map_text(s->tree, map, "path", arena_join(s->tree, 2, stem, STR(".xml")), NULL);
            site_map_text(s->tree, map, "title", site_text(feed, "title"), NULL);
            site_map_put(s->tree, (struct node *)(uintptr_t)s->config.map, "feed", map);
            return;
        }
    }
}

/* ---- listings */

/** A listing that is being filled. */
struct listing {
    struct site *site;
    struct site_page *page;
    struct doc *doc;
    struct diags *d;
    const struct node *spec;
};

/* Adds an item of a data file. Its title links to its `path`. The other fields come after the
 * title. */
static void add_item(struct listing *l, struct doc_node *list, const struct node *item,
                     const struct node *fields) {
    struct doc *doc = l->doc;
    struct doc_node *line =
        site_add(doc, site_add(doc, list, DOC_ITEM, "listing-item"), DOC_PLAIN, NULL);
    struct str path = node_first_text(item, "path href"), title = site_text(item, "title");
    struct doc_node *span = site_add(doc, line, DOC_SPAN, "listing-title");
    if (path.n) {
        struct doc_node *link = doc_link_new(doc, arena_str(doc->arena, path), SPAN_NONE);
        doc_append(span, link);
        span = link;
    }
    site_add_text(doc, span, title);
    static const char *const usual[] = {"date", "subtitle", "description", "author"};
    bool given = fields && fields->kind == NODE_LIST;
    for (size_t i = 0; i < (given ? fields->n : ARRAY_LEN(usual)); i++) {
        struct str key = given ? node_text(fields->items[i]) : str_of(usual[i]);
        struct str text = site_join(doc->arena, node_at(item, key));
        if (text.n && !str_is(key, "title") && !str_is(key, "image")) {
            site_add_text(doc, line, STR(" "));
            site_add_text(doc, site_add(doc, line, DOC_SPAN, "listing-description"), text);
        }
    }
}

static void add_data(struct listing *l, struct doc_node *div, const struct node *items) {
    struct doc_node *list = NULL;
    int64_t most = MAX_ROWS;
    (void)str_to_i64(site_text(l->spec, "max-items"), &most);
    for (size_t i = 0; items && items->kind == NODE_LIST && i < items->n && (int64_t)i < most;
         i++) {
        if (items->items[i]->kind == NODE_MAP) {
            list = list ? list : site_add(l->doc, div, DOC_LIST, NULL);
            list->u.list.style = DOC_UNMARKED;
            list->u.list.tight = true;
            add_item(l, list, items->items[i], node_get(l->spec, "fields"));
        }
    }
}

/* Sets the order from `sort`, which is a text or a list of texts such as "date desc". */
static void put_sort(struct listing *l, struct doc_node *div) {
    const struct node *n = node_get(l->spec, "sort");
    struct str text = site_join(l->doc->arena, n);
    if (text.n && node_bool(n, 1) != 0) {
        doc_set_pair(l->doc, div, STR("sort"), text);
    }
}

/* Sets the fields that listings of dossier support. Other fields are ignored. */
static void put_fields(struct listing *l, struct doc_node *div) {
    const struct node *n = node_get(l->spec, "fields");
    struct str out = STR_EMPTY;
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        struct str word = node_text(n->items[i]);
        if (str_among(word, "date title description author image categories")) {
            out = arena_join(l->doc->arena, 3, out, STR(" "), word);
        }
    }
    if (out.n) {
        doc_set_pair(l->doc, div, STR("fields"), str_trim(out));
    }
}

/* Adds a listing of the pages in a folder. This is an empty div that the site fills. */
static void add_folder(struct listing *l, struct doc_node *to, struct str folder,
                       const struct node *from) {
    struct doc_node *div = doc_node_new(l->doc, DOC_DIV, from ? from->span : to->span);
    struct str most = site_text(l->spec, "max-items");
    struct str word = site_join(l->doc->arena, node_at(l->spec, STR("include.categories")));
    doc_append(to, div);
    doc_add_class(l->doc, div, STR("listing"));
    struct str own = path_dir(l->page->path);
    bool rooted = str_starts(folder, STR("/")) || !own.n;
    doc_set_pair(l->doc, div, STR("folder"),
                 rooted ? folder : path_join(l->doc->arena, own, folder));
    if (most.n) {
        doc_set_pair(l->doc, div, STR("limit"), most);
    }
    if (word.n) {
        doc_set_pair(l->doc, div, STR("category"), word);
    }
    if (str_is(site_text(l->spec, "type"), "grid")) {
        doc_set_pair(l->doc, div, STR("type"), STR("grid"));
    }
    put_sort(l, div);
    put_fields(l, div);
}

/* Adds one text of `contents`: a folder, a pattern of pages, or a data file. */
static void add_contents(struct listing *l, struct doc_node *div, const struct node *n) {
    struct str text = str_trim(node_text(n)), ext = path_ext(text);
    if (!text.n || str_starts(text, STR("!"))) {
        return;
    }
    if (!str_is(ext, "yml") && !str_is(ext, "yaml")) {
        add_folder(l, div, folder_of(text), n);
        return;
    }
    struct arena *a = l->doc->arena;
    bool rooted = str_starts(text, STR("/"));
    struct str dir = rooted ? l->site->root : path_dir(l->page->source);
    struct str path = path_join(a, dir, rooted ? str_from(text, 1) : text);
    if (!file_exists(path)) {
        struct diag *g = diag_add(l->d, DIAG_SITE_LISTING, n->span,
                                  "the listing's file `%.*s` is not there", STR_ARG(text));
        diag_hint(l->d, g, "paths are relative to the page; those that begin with / to the site");
        return;
    }
    add_data(l, div, site_data_file(a, l->site->opt->build->host.fence, path, l->d));
}

static struct doc_node *find_div(struct doc *doc, struct str id) {
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_DIV && id.n && str_eq(doc_id(w.node), id)) {
            return w.node;
        }
    }
    return NULL;
}

static void fill_listing(struct listing *l) {
    struct str id = site_text(l->spec, "id");
    struct doc_node *div = find_div(l->doc, id.n ? id : STR("listing"));
    const struct node *contents = node_get(l->spec, "contents");
    div = div ? div : site_add(l->doc, l->doc->root, DOC_DIV, NULL);
    bool items = contents && contents->kind == NODE_LIST && contents->n &&
                 contents->items[0]->kind == NODE_MAP;
    l->page->lists = true;
    if (items) {
        add_data(l, div, contents);
        return;
    }
    if (!contents || contents->kind == NODE_NULL) {
        add_folder(l, div, path_dir(l->page->path).n ? STR(".") : STR_EMPTY, l->spec);
        return;
    }
    for (size_t i = 0; i < node_count(contents); i++) {
        add_contents(l, div, node_item(contents, i));
    }
}

static void fill(struct site *s, struct site_page *p, struct doc *doc, struct diags *d) {
    const struct node *n = node_get(p->front, "listing");
    struct listing l = {.site = s, .page = p, .doc = doc, .d = d};
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        l.spec = n->items[i];
        fill_listing(&l);
    }
    if (n && n->kind != NODE_LIST && n->kind != NODE_NULL) {
        struct node *map = node_new_map(doc->arena, n->span);
        site_map_put(doc->arena, map, "contents", n->kind == NODE_MAP ? NULL : n);
        l.spec = n->kind == NODE_MAP ? n : map; /* `listing: posts`, or `listing: default` */
        fill_listing(&l);
    }
}

const struct site_engine site_quarto = {.name = "Quarto",
                                        .detect = detect,
                                        .config = read_config,
                                        .front = front,
                                        .finish = finish,
                                        .fill = fill};
