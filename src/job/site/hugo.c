/* SPDX-License-Identifier: MIT */
/*
 * Reads Hugo sites that follow the conventions of HugoBlox: config/_default or hugo.yaml, menus,
 * content/ with bundles and sections, people in content/authors. Converts the keys and addresses of
 * Hugo to those of dossier. The templates are in theme_hugo.c. Rules: the documentation of Hugo
 * ("Configuration", "Menus", "Page bundles", "URL management") and of HugoBlox.
 */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/data/toml.h"
#include "core/unicode/unicode.h"
#include "job/site/engines.h"

DIAG_USE(DIAG_SITE_ADDRESS);

static bool is_true(const struct node *map, const char *key) {
    return node_bool(node_get(map, key), 0) > 0;
}

/* ---- the configuration */

/* Finds a configuration file in a folder by its name without extension. */
static struct str find_file(struct arena *a, struct str dir, const char *name) {
    static const char *const endings[] = {".yaml", ".yml", ".json", ".toml"};
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        struct str path = path_join(a, dir, arena_join(a, 2, str_of(name), str_of(endings[i])));
        if (file_exists(path)) {
            return path;
        }
    }
    return STR_EMPTY;
}

static struct str folder_of(struct arena *a, struct str dir) {
    return path_join(a, dir, STR("config/_default"));
}

static bool detect(struct arena *a, struct str dir, struct str *file) {
    static const char *const names[] = {"hugo", "config"};
    *file = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(names) && !file->n; i++) {
        *file = find_file(a, dir, names[i]);
        *file = file->n ? *file : find_file(a, folder_of(a, dir), names[i]);
    }
    return file->n && file_is_dir(path_join(a, dir, STR("content")));
}

static const struct node *read_part(struct arena *a, const struct file_fence *fence,
                                    struct str path, struct diags *d) {
    const struct node *map = path.n ? site_data_file(a, fence, path, d) : NULL;
    return map && map->kind == NODE_MAP ? map : NULL;
}

/* Returns a map from config/_default, or from a key of the single configuration file. */
static const struct node *part(struct arena *a, const struct file_fence *fence, struct str dir,
                               const struct node *in, const char *name, struct diags *d) {
    const struct node *own = read_part(a, fence, find_file(a, folder_of(a, dir), name), d);
    return own ? own : node_get(in, name);
}

/* Returns the entries below a menu entry, sorted by weight. The parent is given by its identifier
 * or name. */
static struct node *menu(struct arena *a, const struct node *list, struct str parent, int depth) {
    struct node *out = node_new_list(a, list->span), *rest = node_new_list(a, list->span);
    for (size_t i = 0; i < list->n; i++) {
        if (str_eq(site_text(list->items[i], "parent"), parent)) {
            node_append(a, rest, list->items[i]);
        }
    }
    for (size_t k = 0; k < rest->n; k++) {
        size_t best = STR_NONE;
        for (size_t i = 0; i < rest->n; i++) {
            bool free = rest->items[i] != NULL;
            bool lighter =
                best == STR_NONE || (free && site_number(rest->items[i], "weight", 0) <
                                                 site_number(rest->items[best], "weight", 0));
            best = free && lighter ? i : best;
        }
        const struct node *n = rest->items[best];
        rest->items[best] = NULL;
        struct str name = site_text(n, "name"), id = site_text(n, "identifier");
        struct str href = site_text(n, "url"), page = site_text(n, "pageRef");
        href = href.n ? href : page;
        bool rooted = !href.n || str_starts(href, STR("/")) || str_find(href, STR(":")) != STR_NONE;
        struct node *link = site_map_link(a, name.n ? name : id,
                                          rooted ? href : arena_join(a, 2, STR("/"), href), n);
        struct node *below = depth < 3 ? menu(a, list, id.n ? id : name, depth + 1) : NULL;
        if (below && below->n && (id.n || name.n)) {
            site_map_put(a, link, "children", below);
        }
        node_append(a, out, link);
    }
    return out;
}

/* Fills in the variables of a footer such as "© {year} Me. This work is licensed under
 * {license}". */
static struct str footer_of(struct arena *a, const struct node *params) {
    const struct node *c = node_at(params, STR("footer.copyright"));
    struct str notice = site_text(c, "notice"), out = notice;
    const struct node *license = node_get(c, "license");
    bool on = is_true(license, "enable");
    bool derived = is_true(license, "allow_derivatives"), alike = is_true(license, "share_alike");
    const char *money = is_true(license, "allow_commercial") ? "" : "-nc";
    const char *work = !derived ? "-nd" : alike ? "-sa" : "";
    const char *shown = !derived ? "-ND" : alike ? "-SA" : "";
    struct str link =
        arena_printf(a, "[CC BY%s%s 4.0](https://creativecommons.org/licenses/by%s%s/4.0)",
                     *money ? "-NC" : "", shown, money, work);
    static const char *const words[] = {"{year} ", "{year}", "{license}"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t at = str_find(out, str_of(words[i]));
        if (at != STR_NONE) {
            struct str value = i == 2 && on ? link : STR_EMPTY;
            out = arena_join(a, 3, str_slice(out, 0, at), value,
                             str_from(out, at + strlen(words[i])));
        }
    }
    return out;
}

/* Removes "{year}", the year of the build, because it would change pages that have not changed. */
static struct str without_year(struct arena *a, struct str s) {
    size_t at = str_find(s, STR("{year}"));
    return at == STR_NONE ? s
                          : arena_join(a, 2, str_slice(s, 0, at),
                                       str_trim(str_from(s, at + strlen("{year}"))));
}

/* Returns the folder of the pages in a language, "content/de", or an empty text. */
static struct str language_dir(struct arena *a, const struct node *language) {
    return site_clean_path(a, site_text(language, "contentDir"));
}

/* Whether a path is the folder of the pages in one language. */
static bool is_of_language(struct arena *a, const struct node *languages, struct str path) {
    bool found = false;
    path = site_clean_path(a, path);
    for (size_t i = 0; languages && languages->kind == NODE_MAP && i < languages->n; i++) {
        found = found || str_eq(language_dir(a, languages->items[i]), path);
    }
    return found;
}

/* Makes each folder below a folder of the content a collection of the same name. The folders of a
 * language are not collections, but contain them. */
static void add_collections(struct arena *a, struct node *list, struct str dir, struct str content,
                            struct str below, const struct node *languages) {
    size_t n = 0;
    const struct file_entry *found =
        file_list(a, path_join(a, dir, path_join(a, content, below)), &n);
    for (size_t i = 0; i < n; i++) {
        struct str name = found[i].name, folder = path_join(a, below, name);
        if (!found[i].folder || name.p[0] == '.') {
            continue;
        }
        if (!below.n && is_of_language(a, languages, path_join(a, content, name))) {
            add_collections(a, list, dir, content, name, languages);
            continue;
        }
        struct node *one = node_new_map(a, SPAN_NONE);
        site_map_text(a, one, "name", name, NULL);
        site_map_text(a, one, "folder", folder, NULL);
        node_append(a, list, one);
    }
}

static void put_folders(struct arena *a, struct node *out, struct str dir, struct str content,
                        const struct node *languages) {
    static const char *const statics[] = {"static", "assets"};
    static const char *const works[] = {"publication", "publications"};
    struct node *list = node_new_list(a, SPAN_NONE), *exclude = node_new_list(a, SPAN_NONE),
                *collections = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < ARRAY_LEN(statics); i++) {
        if (file_is_dir(path_join(a, dir, str_of(statics[i])))) {
            node_append(a, list, node_string(a, str_of(statics[i]), SPAN_NONE));
        }
    }
    site_map_put(a, out, "static", list);
    site_map_text(a, out, "source", content, NULL);
    for (size_t i = 0; i < ARRAY_LEN(works); i++) {
        struct str path = path_join(a, content, str_of(works[i]));
        if (file_is_dir(path_join(a, dir, path))) {
            site_map_text(a, out, "bibliography", path, NULL);
        }
    }
    site_list_words(a, exclude, "jsconfig.json *.Rmd *.ipynb");
    site_map_put(a, out, "exclude", exclude);
    add_collections(a, collections, dir, content, STR_EMPTY, languages);
    site_map_put(a, out, "collections", collections);
}

static struct node *read_config(struct arena *a, const struct file_fence *fence, struct str dir,
                                struct str file, struct diags *d) {
    const struct node *in = read_part(a, fence, file, d);
    struct node *none = node_new_map(a, SPAN_NONE), *out = node_new_map(a, SPAN_NONE);
    struct str below = find_file(a, folder_of(a, dir), "hugo");
    below = below.n ? below : find_file(a, folder_of(a, dir), "config");
    if (below.n && !str_eq(below, file)) { /* Hugo reads both files */
        struct node *all = node_copy_map(a, in);
        site_map_missing(a, all, read_part(a, fence, below, d));
        in = all;
    }
    in = in ? in : none;
    const struct node *params = part(a, fence, dir, in, "params", d);
    const struct node *menus = part(a, fence, dir, in, "menus", d);
    menus = menus ? menus : part(a, fence, dir, in, "menu", d);
    struct str main_menu = arena_join(a, 2, STR("menus."), site_text(in, "defaultContentLanguage"));
    menus = menus ? menus : part(a, fence, dir, in, arena_str(a, main_menu).p, d);
    struct str content = site_text(in, "contentDir"),
               lang = node_first_text(in, "languageCode defaultContentLanguage");
    struct str about = site_text(params, "marketing.seo.description");
    struct str name = site_text(params, "header.navbar.logo.text");
    struct str title = site_text(in, "title");
    const struct node *languages = part(a, fence, dir, in, "languages", d);
    site_map_put(a, out, "languages", languages);
    content = content.n ? content : STR("content");
    about = about.n ? about : site_text(params, "description");
    site_map_text(a, out, "title", title.n ? title : name, node_get(in, "title"));
    site_map_text(a, out, "url", site_text(in, "baseURL"), node_get(in, "baseURL"));
    site_map_text(a, out, "lang", lang, node_get(in, "languageCode"));
    site_map_text(a, out, "description", about, NULL);
    struct str footer = footer_of(a, params);
    footer = footer.n ? footer : without_year(a, site_text(in, "copyright"));
    site_map_text(a, out, "footer", footer, NULL);
    site_map_flag(a, out, "liquid", false);
    site_map_text(a, out, "markdown", STR("markdown+emoji"), NULL);
    put_folders(a, out, dir, content, languages);
    const struct node *main = node_get(menus, "main");
    if (main && main->kind == NODE_LIST) {
        site_map_put(a, out, "navigation", menu(a, main, STR_EMPTY, 0));
    }
    site_map_put(a, out, "data",
                 site_data_folder(a, fence, path_join(a, dir, STR("data")), false, d));
    site_map_put(a, out, "_config", in);
    site_map_put(a, out, "params", params);
    struct node *feed = node_new_map(a, SPAN_NONE), *of = node_new_list(a, SPAN_NONE);
    site_list_words(a, of, "post posts blog news");
    site_map_put(a, feed, "collection", of);
    site_map_text(a, feed, "path", STR("index.xml"), NULL);
    site_map_put(a, out, "feed", feed);
    return out;
}

/* ---- languages */

/* Returns the language of a page, from its name ("index.de.md") or from the folder of a language.
 * Empty if neither names one. `*path` is set to the path without the language. */
static struct str language_of(struct site *s, const struct site_page *p, struct str *path) {
    const struct node *all = node_get(s->config.map, "languages");
    struct str stem = path_stem(p->path), ending = path_ext(stem);
    struct str content = site_clean_path(s->tree, s->config.source);
    *path = p->path;
    for (size_t i = 0; all && all->kind == NODE_MAP && i < all->n; i++) {
        struct str dir = language_dir(s->tree, all->items[i]);
        dir = str_starts(dir, content) && dir.n > content.n ? str_from(dir, content.n + 1)
                                                            : STR_EMPTY;
        if (dir.n && path_is_below(p->path, dir)) {
            *path = str_from(p->path, dir.n + 1);
            return all->keys[i];
        }
        if (ending.n && str_eq(ending, all->keys[i])) {
            struct str base = str_slice(stem, 0, stem.n - ending.n - 1);
            *path = path_join(s->tree, path_dir(p->path),
                              arena_join(s->tree, 3, base, STR("."), path_ext(p->path)));
            return all->keys[i];
        }
    }
    return STR_EMPTY;
}

static struct str main_language(const struct site *s) {
    struct str usual = site_text(node_get(s->config.map, "_config"), "defaultContentLanguage");
    return usual.n ? usual : STR("en");
}

/* ---- addresses */

/* Returns the address pattern of a section: `permalinks: {post: ...}` or `{page: {post: ...}}`. */
static struct str pattern_of(const struct site *s, struct str sec) {
    const struct node *all = node_get(node_get(s->config.map, "_config"), "permalinks");
    struct str own = node_text(node_at(node_get(all, "page"), sec));
    return own.n ? own : node_text(node_at(all, sec));
}

/* Returns a text as a part of an address: in lower case, with hyphens for spaces, and without the
 * characters that Hugo removes and "#", which begins a fragment. */
static struct str urlized(struct arena *a, struct str text) {
    struct str low = unicode_lower(a, text, STR_EMPTY);
    struct buf b = BUF_INIT;
    bool space = false;
    for (size_t at = 0; at < low.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(low, &at);
        bool kept = cp < 0x80
                        ? is_alnum((char)cp) || (cp && strchr("./_+~-", (char)cp))
                        : unicode_is_letter(cp) || unicode_is_digit(cp) || unicode_is_mark(cp);
        if (kept) {
            buf_puts(&b, space && b.n && cp != '-' && b.p[b.n - 1] != '-' ? "-" : "");
            buf_str(&b, str_slice(low, from, at));
        }
        space = !kept && (space || unicode_is_space(cp));
    }
    return buf_finish(&b, a);
}

static struct str fill(struct site *s, const struct site_page *p, struct str pattern,
                       struct str path) {
    struct str day = site_iso_day(node_text(node_get(p->front, "date")));
    struct str slug = urlized(s->tree, site_text(p->front, "slug"));
    struct str title = urlized(s->tree, site_text(p->front, "title"));
    struct str last = urlized(s->tree, path_base(path)), rest = path, sec = str_cut(&rest, '/');
    const struct site_token tokens[] = {
        {"year", str_slice(day, 0, 4)},
        {"month", str_slice(day, 5, 7)},
        {"day", str_slice(day, 8, 10)},
        {"title", title},
        {"slug", slug.n ? slug : title},
        {"section", sec},
        {"sections", urlized(s->tree, path_dir(path))},
        {"filename", last},
        {"contentbasename", last},
        {"slugorcontentbasename", slug.n ? slug : last},
        {"slugorfilename", slug.n ? slug : last},
    };
    return site_fill_pattern(s->tree, pattern, tokens, ARRAY_LEN(tokens));
}

static void put_address(struct site *s, struct site_page *p, bool list, struct str own_path,
                        struct str lang) {
    struct arena *a = s->tree;
    struct str given = site_text(p->front, "url"), slug = site_text(p->front, "slug");
    struct str stem = path_stem(own_path), dir = path_dir(own_path);
    bool bundle = str_is(stem, "index") || list;
    struct str path = bundle ? dir : path_join(a, dir, stem), rest = path;
    struct str sec = str_cut(&rest, '/');
    struct str pattern = list && !str_is(sec, "authors") ? STR_EMPTY : pattern_of(s, sec);
    if (str_find(given, STR("://")) != STR_NONE) {
        struct diag *g = diag_add(&s->diags, DIAG_SITE_ADDRESS, node_get(p->front, "url")->span,
                                  "`url` is the address of this page, which cannot be on another "
                                  "site: it is left out");
        diag_hint(&s->diags, g, "write a link to the other site into the text");
        given = STR_EMPTY;
    }
    if (!given.n && str_is(path, "404")) {
        return;
    }
    bool home = str_is(site_text(p->front, "type"), "widget_page") && str_is(path, "home");
    path = home ? STR_EMPTY : path;
    struct str name = slug.n && !list ? path_join(a, path_dir(path), slug) : path, address = given;
    if (!given.n && pattern.n && !str_eq(path, sec)) {
        address = fill(s, p, pattern, path);
    } else if (!given.n) {
        address = arena_join(a, 3, STR("/"), urlized(a, name), name.n ? STR("/") : STR_EMPTY);
    }
    /* the author gives an address from the root with its language */
    bool whole = str_starts(given, STR("/"));
    if (lang.n && !str_eq(lang, main_language(s)) && !whole) {
        address = arena_join(a, 4, STR("/"), lang, STR("/"), address);
    }
    site_map_text(a, p->front, "permalink", address, node_get(p->front, "url"));
}

/* ---- front matter */

/* Returns the user name of the person whom the biography block of the page shows. */
static struct str user_of(const struct site_page *p) {
    const struct node *list = node_get(p->front, "sections");
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        struct str block = site_text(list->items[i], "block");
        if (str_starts(block, STR("resume-biography")) || str_starts(block, STR("about."))) {
            struct str user = site_text(list->items[i], "content.username");
            return user.n ? user : STR("admin");
        }
    }
    return STR_EMPTY;
}

/* Puts each title of a section on one line. Returns the title of the first section, if that
 * section is a hero. */
static struct str join_titles(struct arena *a, const struct node *sections) {
    struct str first = STR_EMPTY;
    for (size_t i = 0; sections && sections->kind == NODE_LIST && i < sections->n; i++) {
        const struct node *content = node_get(sections->items[i], "content");
        struct str out = arena_one_line(a, site_text(content, "title"));
        if (out.n && content->kind == NODE_MAP) {
            site_map_text(a, (struct node *)(uintptr_t)content, "title", out,
                          node_get(content, "title"));
        }
        bool hero = i == 0 && str_is(site_text(sections->items[i], "block"), "hero");
        first = hero ? out : first;
    }
    return first;
}

static void put_language(struct site *s, struct site_page *p, struct str lang, struct str path) {
    const struct node *all = node_get(s->config.map, "languages");
    if (!all || all->kind != NODE_MAP || all->n < 2) {
        return;
    }
    lang = lang.n ? lang : main_language(s);
    site_map_text(s->tree, p->front, "_language", lang, NULL);
    struct str code = site_text(node_at(all, lang), "languageCode");
    if (!node_get(p->front, "lang")) {
        site_map_text(s->tree, p->front, "lang", code.n ? code : lang, NULL);
    }
    if (!node_get(p->front, "translationKey")) {
        site_map_text(s->tree, p->front, "translationKey", path, NULL);
    }
}

/* Whether a file is not a page, but a resource of the page index.md in its folder: in a leaf
 * bundle, or as a section of a page of widgets. */
static bool is_resource(struct site *s, const struct site_page *p, struct str path) {
    struct str stem = path_stem(path), dir = path_dir(p->source);
    bool page = str_is(stem, "index") || str_is(stem, "_index") || !path_dir(path).n;
    return !page && file_exists(path_join(s->tree, dir, STR("index.md")));
}

/* Makes relative addresses in `url_pdf` and similar keys relative to the root of the site, as in
 * themes of Hugo. Addresses of files beside the page are kept. */
static void root_links(struct site *s, struct site_page *p) {
    for (size_t i = 0; i < p->front->n; i++) {
        struct node *n = p->front->items[i];
        struct str url = str_starts(p->front->keys[i], STR("url_")) && n->kind == NODE_STRING
                             ? str_trim(node_text(n))
                             : STR_EMPTY;
        bool relative =
            url.n && str_index(url, ':') == STR_NONE && str_index(STR("/#."), url.p[0]) == STR_NONE;
        if (relative && !file_exists(path_join(s->tree, path_dir(p->source), url))) {
            p->front->items[i] =
                node_string(s->tree, arena_join(s->tree, 2, STR("/"), url), n->span);
        }
    }
}

/* Whether the page is public on the day of the build: from `publishDate`, or else from its date,
 * until `expiryDate`. */
static bool is_public(const struct site *s, const struct site_page *p) {
    const struct node *config = node_get(s->config.map, "_config");
    struct str from = site_iso_day(node_first_text(p->front, "publishDate pubDate date")),
               until = site_iso_day(node_first_text(p->front, "expiryDate unpublishDate"));
    bool known = !str_starts(s->today, STR("9999"));
    bool late =
        known && until.n == 10 && !is_true(config, "buildExpired") && str_cmp(until, s->today) < 0;
    bool early = from.n == 10 && !is_true(config, "buildFuture") && str_cmp(from, s->today) > 0;
    return !early && !late;
}

static void front(struct site *s, struct site_page *p) {
    struct arena *a = s->tree;
    struct str path, lang = language_of(s, p, &path), type = site_text(p->front, "type");
    bool list = str_is(path_stem(path), "_index");
    struct str rest = path, sec = str_cut(&rest, '/');
    bool person = str_is(sec, "authors") && rest.n;
    bool widgets = str_is(type, "widget_page") && str_is(path_stem(path), "index");
    bool open = is_public(s, p);
    root_links(s, p);
    put_address(s, p, list, path, lang);
    put_language(s, p, lang, path);
    site_map_text(a, p->front, "section", rest.n ? sec : STR_EMPTY, NULL);
    site_map_text(a, p->front, "kind", list ? STR("section") : STR("page"), NULL);
    bool landing = widgets || str_is(type, "landing") || node_get(p->front, "sections");
    site_map_text(a, p->front, "layout",
                  landing  ? STR("landing")
                  : person ? STR("person")
                  : list   ? STR("section")
                           : STR("work"),
                  NULL);
    struct str title = site_text(p->front, "title"), about = site_text(p->front, "summary");
    bool home = !rest.n && list;
    if (landing) {
        struct str hero = join_titles(a, node_get(p->front, "sections"));
        if (home && !title.n && hero.n) {
            title = hero;
            site_map_text(a, p->front, "title", hero, node_get(p->front, "sections"));
        }
    }
    if (!title.n && home) {
        site_map_text(a, p->front, "title", s->config.title, node_get(p->front, "title"));
    }
    if (about.n && !node_get(p->front, "description")) {
        site_map_put(a, p->front, "description", node_get(p->front, "summary"));
    }
    const struct node *tags = node_get(p->front, "tags");
    if (tags && tags->kind == NODE_LIST && tags->n && !node_get(p->front, "keywords")) {
        site_map_put(a, p->front, "keywords", tags);
    }
    const struct node *date = node_get(p->front, "date");
    struct str day = landing || list || person ? STR_EMPTY : site_iso_day(node_text(date));
    struct node *said = node_string(a, day, date ? date->span : SPAN_NONE);
    if (date) {
        said->kind = day.n ? NODE_STRING : NODE_NULL;
        site_map_put(a, p->front, "date", said);
    }
    /* in a page of widgets, the key is meant for the sections */
    if (widgets && is_true(p->front, "headless")) {
        site_map_flag(a, p->front, "headless", false);
    }
    bool draft = !widgets && is_true(p->front, "headless");
    if (draft || !open || is_resource(s, p, path) ||
        str_is(site_text(p->front, "build.render"), "never") ||
        str_is(site_text(p->front, "_build.render"), "never")) {
        site_map_flag(a, p->front, "published", false);
    }
}

/* ---- after all pages are read: people, files of bundles, sections without a page */

/* Finds a file in the bundle of the page, such as "avatar" with the extension of an image. */
static struct str picture_of(struct site *s, const struct site_page *p, const char *name) {
    static const char *const endings[] = {"jpg", "jpeg", "png", "webp", "svg", "gif", "JPG", "PNG"};
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        struct str path =
            path_join(s->tree, path_dir(p->path),
                      arena_join(s->tree, 3, str_of(name), STR("."), str_of(endings[i])));
        if (map_find(&s->by_output, path)) {
            return arena_join(s->tree, 2, STR("/"), path);
        }
    }
    return STR_EMPTY;
}

/* Returns the texts of a list, or the texts under a key in a list of maps. */
static struct node *names_of(struct arena *a, const struct node *list, const char *key) {
    struct node *out = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        const struct node *n = list->items[i];
        struct str text = n->kind == NODE_MAP ? site_text(n, key) : node_text(n);
        if (text.n) {
            node_append(a, out, node_string(a, text, n->span));
        }
    }
    return out;
}

/* Returns the author data of a title block, from a page in content/authors. */
static struct node *person_of(struct site *s, const struct site_page *p) {
    struct arena *a = s->tree;
    struct node *out = node_new_map(a, SPAN_NONE);
    const struct node *f = p->front, *places = node_get(f, "organizations");
    struct str name = node_first_text(f, "title name");
    site_map_text(a, out, "name", name, node_get(f, "title"));
    site_put_photo(s, p, out, picture_of(s, p, "avatar"), NULL);
    struct node *names = names_of(a, places, "name");
    if (names->n) {
        site_map_put(a, out, "affiliation", names);
    }
    site_map_text(a, out, "email", site_text(f, "email"), NULL);
    site_map_put(a, out, "profiles", node_first(f, "profiles social"));
    return out;
}

/* Shows the role of a person below the title, unless the page has a subtitle. */
static void put_role(struct site *s, struct site_page *p, const struct site_page *who) {
    const struct node *role = node_get(who->front, "role");
    if (node_text(role).n && !site_text(p->front, "subtitle").n) {
        site_set(s, p, "subtitle", role);
    }
}

/* Returns the page of a person, by the name of the folder: the page in the language, or else the
 * first one. */
static struct site_page *find_person(struct site *s, struct str name, struct str lang) {
    const struct str files[] = {arena_join(s->tree, 3, STR("_index."), lang, STR(".md")),
                                arena_join(s->tree, 3, STR("index."), lang, STR(".md")),
                                STR("_index.md"), STR("index.md")};
    struct site_page *first = NULL;
    for (size_t i = 0; i < s->config.ncollections; i++) {
        const struct site_collection *c = &s->config.collections[i];
        for (size_t k = 0; str_is(c->name, "authors") && k < ARRAY_LEN(files); k++) {
            struct str dir = path_join(s->tree, c->folder, name);
            struct site_page *p = map_lookup(&s->by_path, path_join(s->tree, dir, files[k]));
            if (p && str_eq(site_text(p->front, "_language"), lang)) {
                return p;
            }
            first = first ? first : p;
        }
    }
    return first;
}

/* Completes `authors: [admin, Robert Ford]` with the full names of people who have a page. */
static void put_authors(struct site *s, struct site_page *p) {
    const struct node *list = node_get(p->front, "authors");
    struct node *out = node_new_list(s->tree, SPAN_NONE);
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        struct str word = node_text(list->items[i]);
        const struct site_page *who = find_person(s, word, site_text(p->front, "_language"));
        struct str name = who ? site_text(who->front, "title") : word;
        struct node *one = node_new_map(s->tree, list->items[i]->span);
        site_map_text(s->tree, one, "name", name.n ? name : word, list->items[i]);
        node_append(s->tree, out, one);
    }
    if (out->n) {
        site_set(s, p, "author", out);
    }
}

/* Gives themes the people by the names of their folders: `authors_by_language` has a map for each
 * language with people, which has those of other languages too, and `authors_by_name` is the map of
 * the main language. */
static void share_people(struct site *s, const struct node *languages) {
    struct node *site = (struct node *)(uintptr_t)s->config.map;
    struct node *all = node_new_map(s->tree, SPAN_NONE);
    for (size_t i = 0; i < languages->n; i++) {
        struct node *people = node_copy_map(s->tree, languages->items[i]);
        for (size_t k = 0; k < languages->n; k++) {
            site_map_missing(s->tree, people, languages->items[k]);
        }
        node_put(s->tree, all, languages->keys[i], SPAN_NONE, people);
    }
    size_t main = node_index(all, main_language(s));
    main = main == STR_NONE ? 0 : main;
    site_map_put(s->tree, site, "authors_by_language", all);
    site_map_put(s->tree, site, "authors_by_name",
                 main < all->n ? all->items[main] : node_new_map(s->tree, SPAN_NONE));
}

static void put_people(struct site *s) {
    struct node *languages = node_new_map(s->tree, SPAN_NONE);
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        struct str dir = path_dir(p->path);
        if (!str_is(site_text(p->front, "layout"), "person")) {
            continue;
        }
        struct node *who = node_copy_map(s->tree, p->front);
        site_map_text(s->tree, who, "content", str_trim(site_page_body(s, s->tree, p)), NULL);
        site_map_text(s->tree, who, "url", site_text(p->front, "permalink"), NULL);
        site_map_text(s->tree, who, "avatar", picture_of(s, p, "avatar"), NULL);
        struct str lang = site_text(p->front, "_language");
        size_t at = node_index(languages, lang);
        struct node *people =
            at == STR_NONE ? node_new_map(s->tree, SPAN_NONE) : languages->items[at];
        node_put(s->tree, languages, lang, SPAN_NONE, people);
        node_put(s->tree, people, path_base(dir), SPAN_NONE, who);
        site_set(s, p, "author", person_of(s, p));
        site_set(s, p, "username", node_string(s->tree, path_base(dir), SPAN_NONE));
        put_role(s, p, p);
    }
    share_people(s, languages);
}

static void put_bundle(struct site *s, struct site_page *p) {
    struct str picture = picture_of(s, p, "featured"), text;
    site_map_text(s->tree, p->front, "featured_image", picture, NULL);
    if (!node_get(p->front, "cite_bib") && str_is(path_stem(p->path), "index")) {
        struct str path = path_join(s->tree, path_dir(p->source), STR("cite.bib"));
        bool read = file_read_inside(s->opt->build->host.fence, s->tree, path, LIMIT_FRONT_MATTER,
                                     &text) == 0 &&
                    utf8_check(text) == STR_NONE && str_find(text, STR("```")) == STR_NONE;
        site_map_text(s->tree, p->front, "cite_bib", read ? str_trim(text) : STR_EMPTY, NULL);
    }
    struct str user = user_of(p);
    const struct site_page *who =
        user.n ? find_person(s, user, site_text(p->front, "_language")) : NULL;
    if (who) {
        struct node *person = person_of(s, who);
        site_set(s, p, "author", person);
        put_role(s, p, who);
        if (!site_text(p->front, "title").n) {
            site_set(s, p, "title", node_get(person, "name"));
        }
    }
}

/* Adds a page that lists the pages of a section, in a language that the names of files have, or, if
 * it is empty, in that of the folder. Nothing is added to a section with a page of its own. */
static void add_section(struct site *s, const struct site_collection *c, struct str lang) {
    bool used = false;
    for (size_t k = 0; k < s->pages.n && !used; k++) {
        const struct site_page *p = s->pages.p[k];
        used = p->collection == c && (!lang.n || str_eq(path_ext(path_stem(p->path)), lang));
    }
    struct str end = lang.n ? arena_join(s->tree, 3, STR("."), lang, STR(".md")) : STR(".md");
    struct str own = path_join(s->tree, c->folder, arena_join(s->tree, 2, STR("index"), end)),
               path = path_join(s->tree, c->folder, arena_join(s->tree, 2, STR("_index"), end));
    if (used && !map_find(&s->by_path, own) && !str_among(c->name, "authors home")) {
        (void)site_add_page(s, path,
                            arena_join(s->tree, 3, STR("---\ntitle: "),
                                       site_name_as_title(s->tree, c->name), STR("\n---\n")));
    }
}

static void add_sections(struct site *s) {
    const struct node *languages = node_get(s->config.map, "languages");
    for (size_t i = 0; i < s->config.ncollections; i++) {
        add_section(s, &s->config.collections[i], STR_EMPTY);
        for (size_t k = 0; languages && languages->kind == NODE_MAP && k < languages->n; k++) {
            bool main = str_eq(languages->keys[k], main_language(s));
            if (!main) {
                add_section(s, &s->config.collections[i], languages->keys[k]);
            }
        }
    }
}

/* Makes the list of a person's profiles from PaperMod's list of icons. */
static struct node *profiles_of(struct arena *a, const struct node *icons) {
    struct node *out = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; icons && icons->kind == NODE_LIST && i < icons->n; i++) {
        struct node *one = node_new_map(a, icons->items[i]->span);
        site_map_text(a, one, "icon", site_text(icons->items[i], "name"), icons->items[i]);
        site_map_text(a, one, "url", site_text(icons->items[i], "url"), icons->items[i]);
        node_append(a, out, one);
    }
    return out;
}

/* Adds the first page of a site that has no content/_index.md. It shows PaperMod's profile or the
 * name of the site, and lists the sections of the site. */
static void add_home(struct site *s) {
    struct arena *a = s->tree;
    const struct node *params = node_get(s->config.map, "params");
    const struct node *mode = node_get(params, "profileMode"),
                      *info = node_get(params, "homeInfoParams");
    bool on = is_true(mode, "enabled");
    const struct node *texts = on ? mode : info;
    for (size_t i = 0; i < s->pages.n; i++) {
        if (str_is(site_text(s->pages.p[i]->front, "permalink"), "/")) {
            return;
        }
    }
    struct str title = node_first_text(texts, "title Title"),
               about = node_first_text(texts, "subtitle Content");
    title = title.n ? title : s->config.title;
    about = about.n ? about : s->config.description;
    struct buf b = BUF_INIT;
    site_put_title(&b, title);
    buf_puts(&b, "---\n\n");
    buf_str(&b, about);
    buf_putc(&b, '\n');
    struct str text = buf_finish(&b, a);
    struct site_page *p = site_add_page(s, STR("_index.md"), text);
    if (p && on) {
        struct node *who = node_new_map(a, mode->span),
                    *icons = profiles_of(a, node_get(params, "socialIcons"));
        site_map_text(a, who, "name", title, mode);
        struct str photo = site_text(mode, "imageUrl");
        photo = photo.n && photo.p[0] != '/' && str_find(photo, STR(":")) == STR_NONE
                    ? arena_join(a, 2, STR("/"), photo)
                    : photo;
        site_put_photo(s, p, who, photo, node_get(mode, "imageUrl"));
        site_map_put(a, who, "profiles", icons);
        site_set(s, p, "author", who);
    }
    if (p) {
        site_set(s, p, "layout", node_string(a, STR("home"), SPAN_NONE));
        site_set(s, p, "buttons", node_get(mode, "buttons"));
    }
}

static void finish(struct site *s) {
    add_home(s);
    add_sections(s);
    put_people(s);
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        if (!str_is(site_text(p->front, "layout"), "person")) {
            if (str_is(site_text(p->front, "type"), "widget_page")) {
                site_set(s, p, "sections", site_hugo_widgets(s, p));
            }
            put_authors(s, p);
            put_bundle(s, p);
        }
    }
    site_put_excerpts(s);
}

static struct source *layout(struct site *s, struct arena *a, const struct site_page *p) {
    (void)s;
    return site_hugo_layout(a, site_text(p->front, "layout"));
}

const struct site_engine site_hugo = {.name = "Hugo",
                                      .detect = detect,
                                      .config = read_config,
                                      .front = front,
                                      .finish = finish,
                                      .text = toml_front_as_yaml,
                                      .layout = layout};
