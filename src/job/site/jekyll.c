/* SPDX-License-Identifier: MIT */
/*
 * Reads Jekyll sites that follow the conventions of al-folio, academicpages and minimal-mistakes:
 * _config.yml, _data, collections, permalinks, front matter defaults, navigation. Converts their
 * keys to those of dossier. The templates are in theme_jekyll.def. Rules: Jekyll's documentation
 * ("Configuration", "Front Matter Defaults", "Collections", "Permalinks", "Data Files") and the
 * README files of the themes.
 */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "job/site/engines.h"

/* ---- the configuration */

/* Whether a key has another meaning or form in Jekyll. Such keys are not copied. */
static bool is_theirs(struct str key) {
    return str_among(key,
                     "author base bibliography collections colors css csl data defaults exclude "
                     "feed fonts footer icon include lang liquid markdown metadata navigation "
                     "outside people permalink redirects robots sitemap source static title "
                     "url variables works highlight-style");
}

/* Returns the text of a key. Empty if the key is not set or has al-folio's placeholder "blank". */
static struct str said(const struct node *map, const char *key) {
    const struct node *n = node_get(map, key);
    struct str text = str_trim(node_text(n));
    return n && n->kind != NODE_NULL && !str_is(text, "blank") ? text : STR_EMPTY;
}

/* Joins the parts of a person's name in al-folio's configuration. */
static struct str person_of(struct arena *a, const struct node *in) {
    static const char *const parts[] = {"first_name", "middle_name", "last_name"};
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct str part = said(in, parts[i]);
        if (part.n) {
            buf_puts(&b, b.n ? " " : "");
            buf_str(&b, part);
        }
    }
    return buf_finish(&b, a);
}

/* Adds the folder of the theme to the name of a picture that has no folder. */
static struct str picture(struct arena *a, struct str folder, struct str name) {
    bool whole = !name.n || str_starts(name, STR("/")) || str_find(name, STR("://")) != STR_NONE ||
                 str_index(name, '/') != STR_NONE;
    return whole ? name : arena_join(a, 2, folder, name);
}

/* Returns the author as front matter, from academicpages' `author`, or from al-folio's names and
 * socials. */
static struct node *author_of(struct arena *a, const struct node *in, const struct node *data) {
    const struct node *given = node_get(in, "author");
    struct node *out = node_new_map(a, given ? given->span : SPAN_NONE);
    struct str name = given && given->kind == NODE_MAP ? said(given, "name") : said(in, "author");
    name = name.n ? name : said(in, "name");
    name = name.n ? name : person_of(a, in);
    site_map_text(a, out, "name", name, given);
    struct str photo = said(given, "avatar");
    site_map_text(a, out, "photo", picture(a, STR("/images/"), photo), node_get(given, "avatar"));
    site_map_text(a, out, "affiliation", said(given, "employer"), given);
    for (size_t i = 0; given && given->kind == NODE_MAP && i < given->n; i++) {
        bool own = str_among(given->keys[i], "avatar employer name bio");
        if (!own && given->items[i]->kind != NODE_NULL) {
            node_put(a, out, given->keys[i], given->key_spans[i], given->items[i]);
        }
    }
    site_map_missing(a, out, node_get(data, "socials"));
    /* al-folio had these keys before 2024 */
    for (size_t i = 0; node_get(in, "first_name") && i < in->n; i++) {
        struct str key = in->keys[i];
        bool way = doc_service_name(key).n || str_among(key, "email orcid_id");
        if (way && said(in, arena_str(a, key).p).n && !node_value(out, key)) {
            node_put(a, out, key, in->key_spans[i], in->items[i]);
        }
    }
    site_map_text(a, out, "orcid", node_get(out, "orcid") ? STR_EMPTY : said(out, "orcid_id"),
                  node_get(out, "orcid_id"));
    return node_get(out, "name") ? out : NULL;
}

static bool has_plugin(const struct node *in, const char *name) {
    const struct node *lists[] = {node_get(in, "plugins"), node_get(in, "gems"),
                                  node_get(in, "whitelist")};
    for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
        for (size_t i = 0; lists[k] && lists[k]->kind == NODE_LIST && i < lists[k]->n; i++) {
            if (str_is(node_text(lists[k]->items[i]), name)) {
                return true;
            }
        }
    }
    return false;
}

static void put_title(struct arena *a, struct node *out, const struct node *in) {
    struct str title = said(in, "title"), lang = said(in, "lang");
    lang = lang.n ? lang : said(in, "locale");
    lang = lang.n ? lang : said(in, "default_lang");
    title = title.n ? title : person_of(a, in);
    title = title.n ? title : said(in, "name");
    site_map_text(a, out, "title", title, node_get(in, "title"));
    site_map_text(a, out, "lang", lang, node_get(in, "lang"));
    site_map_text(a, out, "url", said(in, "url"), node_get(in, "url"));
    site_map_text(a, out, "base", said(in, "baseurl"), node_get(in, "baseurl"));
    struct str icon = said(in, "icon"); /* in al-folio, this is a file in assets/img, or an emoji */
    if (path_ext(icon).n) {
        site_map_text(a, out, "icon", picture(a, STR("/assets/img/"), icon), node_get(in, "icon"));
    }
    site_map_text(a, out, "footer", said(in, "footer_text"), node_get(in, "footer_text"));
}

static struct node *collection(struct arena *a, struct str name, struct str dir,
                               const struct node *given) {
    struct node *out = node_new_map(a, given ? given->span : SPAN_NONE);
    struct str folder = arena_join(a, 2, STR("_"), name);
    site_map_text(a, out, "name", name, given);
    site_map_text(a, out, "folder", path_join(a, dir, folder), given);
    site_map_text(a, out, "title", site_text(given, "title"), given);
    bool shown = node_bool(node_get(given, "output"), 0) > 0 || str_is(name, "posts");
    site_map_flag(a, out, "hidden", !shown);
    return out;
}

/* Sets the collections, which are a list of names or a map. Posts are added (Jekyll,
 * "Collections"). */
static void put_collections(struct arena *a, struct node *out, const struct node *in) {
    const struct node *given = node_get(in, "collections");
    struct str dir = said(in, "collections_dir");
    struct node *list = node_new_list(a, SPAN_NONE);
    node_append(a, list, collection(a, STR("posts"), dir, node_at(given, STR("posts"))));
    bool map = given && given->kind == NODE_MAP;
    for (size_t i = 0; given && (map || given->kind == NODE_LIST) && i < given->n; i++) {
        struct str name = map ? given->keys[i] : node_text(given->items[i]);
        if (name.n && !str_is(name, "posts")) {
            node_append(a, list, collection(a, name, dir, map ? given->items[i] : NULL));
        }
    }
    site_map_put(a, out, "collections", list);
}

static void add_texts(struct arena *a, struct node *list, const struct node *n) {
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        if (node_text(n->items[i]).n) {
            node_append(a, list, n->items[i]);
        }
    }
}

static void put_files(struct arena *a, struct node *out, const struct node *in) {
    struct node *exclude = node_new_list(a, SPAN_NONE), *include = node_new_list(a, SPAN_NONE);
    /* Jekyll's default `exclude`, and common files of a site's repository */
    site_list_words(a, exclude,
                    "_site .sass-cache .jekyll-cache gemfiles Gemfile Gemfile.lock node_modules "
                    "vendor LICENSE LICENSE.* README* Dockerfile CHANGELOG* package.json *.gemspec "
                    "Rakefile");
    add_texts(a, exclude, node_get(in, "exclude"));
    add_texts(a, include, node_get(in, "include"));
    site_map_put(a, out, "exclude", exclude);
    site_map_put(a, out, "include", include);
    struct str source = said(in, "source");
    site_map_text(a, out, "source", str_is(source, ".") ? STR_EMPTY : source,
                  node_get(in, "source"));
}

/* Sets the names to highlight in lists of works (jekyll-scholar). Each first name is combined with
 * each last name. */
static void put_names(struct arena *a, struct node *metadata, const struct node *scholar) {
    const struct node *last = node_get(scholar, "last_name"),
                      *first = node_get(scholar, "first_name");
    struct node *names = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; last && last->kind == NODE_LIST && i < last->n; i++) {
        for (size_t k = 0; first && first->kind == NODE_LIST && k < first->n; k++) {
            struct str name =
                arena_join(a, 3, node_text(first->items[k]), STR(" "), node_text(last->items[i]));
            node_append(a, names, node_string(a, name, first->items[k]->span));
        }
    }
    if (names->n) {
        site_map_put(a, metadata, "highlight-author", names);
    }
}

/* Sets the source of works: the database of jekyll-scholar, or academicpages' pages of works. */
static void put_works(struct arena *a, struct node *out, const struct node *in, struct str dir) {
    const struct node *scholar = node_get(in, "scholar");
    struct str folder = site_text(scholar, "source"), name = site_text(scholar, "bibliography");
    folder = site_bare_path(folder.n ? folder : STR("_bibliography"));
    name = name.n ? name : STR("references.bib");
    name = path_ext(name).n ? name : arena_join(a, 2, name, STR(".bib"));
    struct str path = path_join(a, folder, name);
    if (file_exists(path_join(a, dir, path))) {
        site_map_text(a, out, "bibliography", path, node_get(scholar, "bibliography"));
    }
    struct node *metadata = node_new_map(a, SPAN_NONE);
    site_map_put(a, out, "search", node_get(in, "search_enabled"));
    put_names(a, metadata, scholar);
    site_map_text(a, metadata, "max-authors", said(in, "max_author_limit"),
                  node_get(in, "max_author_limit"));
    site_map_put(a, out, "metadata", metadata);
}

static void put_feed(struct arena *a, struct node *out, const struct node *in) {
    struct node *feed = node_new_map(a, SPAN_NONE), *of = node_new_list(a, SPAN_NONE);
    node_append(a, of, node_string(a, STR("posts"), SPAN_NONE));
    const struct node *more = node_at(in, STR("feed.collections"));
    bool map = more && more->kind == NODE_MAP;
    for (size_t i = 0; more && (map || more->kind == NODE_LIST) && i < more->n; i++) {
        node_append(a, of,
                    map ? node_string(a, more->keys[i], more->key_spans[i]) : more->items[i]);
    }
    bool hidden = node_bool(node_at(in, STR("atom_feed.hide")), 0) > 0;
    site_map_put(a, feed, "collection", of);
    site_map_text(a, feed, "limit", site_text(in, "feed.posts_limit"), NULL);
    if ((has_plugin(in, "jekyll-feed") || node_get(in, "feed")) && !hidden) {
        site_map_put(a, out, "feed", feed);
    } else {
        site_map_flag(a, out, "feed", false);
    }
}

/* Converts {title, url, children} of _data/navigation.yml (minimal-mistakes) to dossier's keys. */
static struct node *menu(struct arena *a, const struct node *list, int depth) {
    struct node *out = node_new_list(a, list->span);
    for (size_t i = 0; list->kind == NODE_LIST && i < list->n; i++) {
        const struct node *n = list->items[i], *below = node_first(n, "children sublinks");
        struct node *link = site_map_link(a, site_text(n, "title"), site_text(n, "url"), n);
        if (below && below->kind == NODE_LIST && depth < 3) {
            site_map_put(a, link, "children", menu(a, below, depth + 1));
        }
        if (link->n) {
            node_append(a, out, link);
        }
    }
    return out;
}

static void put_navigation(struct arena *a, struct node *out, const struct node *in,
                           const struct node *data) {
    const struct node *main = node_at(data, STR("navigation.main"));
    main = main ? main : node_get(data, "navigation");
    const struct node *pages = node_get(in, "header_pages"); /* the key of the theme minima */
    struct node *list = NULL;
    if (main && main->kind == NODE_LIST) {
        list = menu(a, main, 0);
    } else if (pages && pages->kind == NODE_LIST) {
        list = node_new_list(a, pages->span);
        for (size_t i = 0; i < pages->n; i++) {
            node_append(a, list,
                        site_map_link(a, STR_EMPTY, node_text(pages->items[i]), pages->items[i]));
        }
    }
    site_map_put(a, out, "navigation", list);
}

/* Reads the data files that al-folio imports from other folders (jekyll-get-json). */
static void get_json(struct arena *a, const struct file_fence *fence, struct node *data,
                     const struct node *in, struct str dir, struct diags *d) {
    const struct node *list = node_get(in, "jekyll_get_json");
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        struct str name = site_text(list->items[i], "data"),
                   path = site_text(list->items[i], "json");
        struct node *value = path.n && str_find(path, STR("://")) == STR_NONE
                                 ? site_data_file(a, fence, path_join(a, dir, path), d)
                                 : NULL;
        if (value && name.n) {
            node_put(a, data, name, SPAN_NONE, value);
        }
    }
}

static struct node *read_config(struct arena *a, const struct file_fence *fence, struct str dir,
                                struct str file, struct diags *d) {
    struct node *in = site_data_file(a, fence, file, d), *out = node_new_map(a, SPAN_NONE);
    in = in && in->kind == NODE_MAP ? in : node_new_map(a, SPAN_NONE);
    for (size_t i = 0; i < in->n; i++) {
        if (!is_theirs(in->keys[i])) {
            node_put(a, out, in->keys[i], in->key_spans[i], in->items[i]);
        }
    }
    struct str folder = said(in, "data_dir");
    struct node *data =
        site_data_folder(a, fence, path_join(a, dir, folder.n ? folder : STR("_data")), false, d);
    get_json(a, fence, data, in, dir, d);
    site_map_put(a, out, "data", data);
    site_map_put(a, out, "_config", in);
    /* the key of the plugin jekyll-polyglot */
    site_map_text(a, out, "active_lang", said(in, "default_lang"), NULL);
    put_title(a, out, in);
    site_map_put(a, out, "author", author_of(a, in, data));
    put_collections(a, out, in);
    put_files(a, out, in);
    put_works(a, out, in, dir);
    put_feed(a, out, in);
    put_navigation(a, out, in, data);
    return out;
}

static bool detect(struct arena *a, struct str dir, struct str *file) {
    static const char *const names[] = {"_config.yml", "_config.yaml"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        *file = path_join(a, dir, str_of(names[i]));
        if (file_exists(*file)) { /* Jupyter Book also has a file of this name */
            const struct node *map = site_data_file(a, NULL, *file, NULL);
            return !node_get(map, "sphinx") && !node_get(map, "execute") && !node_get(map, "parse");
        }
    }
    return false;
}

/* ---- after all pages are read */

static int by_order(const void *x, const void *y) {
    const struct site_page *a = *(struct site_page *const *)x, *b = *(struct site_page *const *)y;
    int64_t m = site_number(a->front, "nav_order", INT64_MAX);
    int64_t n = site_number(b->front, "nav_order", INT64_MAX);
    return m != n ? (m < n ? -1 : 1) : str_cmp(a->path, b->path);
}

/* Returns the navigation link to a page. With `dropdown: true`, the link has `children` of the form
 * {title, permalink}. */
static struct node *link_of(struct arena *a, const struct site_page *p) {
    struct node *link =
        site_map_link(a, site_text(p->front, "nav_title"), arena_join(a, 2, STR("/"), p->path),
                      node_get(p->front, "nav"));
    if (!node_get(link, "text")) {
        site_map_text(a, link, "text", site_text(p->front, "title"), NULL);
    }
    const struct node *list = node_get(p->front, "children");
    bool drops =
        list && list->kind == NODE_LIST && node_bool(node_get(p->front, "dropdown"), 0) > 0;
    struct node *below = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; drops && i < list->n; i++) {
        struct str title = site_text(list->items[i], "title");
        struct str href = site_text(list->items[i], "permalink");
        if (title.n && !str_is(title, "divider")) {
            node_append(a, below, site_map_link(a, title, href, list->items[i]));
        }
    }
    if (below->n) {
        site_map_put(a, link, "children", below);
    }
    return link;
}

/* Makes the navigation of al-folio: the first page, then the pages with `nav: true` in their
 * order. */
static void nav_of_pages(struct site *s) {
    VEC(struct site_page *) found = VEC_INIT;
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        if (node_bool(node_get(p->front, "nav"), 0) > 0 && !p->unlisted) {
            vec_push(&found, p);
        }
    }
    if (found.n) {
        vec_sort(&found, by_order);
        struct node *list = node_new_list(s->tree, SPAN_NONE);
        for (size_t i = 0; i < found.n; i++) {
            node_append(s->tree, list, link_of(s->tree, found.p[i]));
        }
        s->config.navigation = list;
    }
    vec_drop(&found);
}

static void finish(struct site *s) {
    if (!s->config.navigation) {
        nav_of_pages(s);
    }
    site_put_excerpts(s);
}

static struct source *layout(struct site *s, struct arena *a, const struct site_page *p) {
    (void)s;
    bool elsewhere = str_index(site_text(p->front, "redirect"), '/') != STR_NONE;
    return site_jekyll_layout(a, site_text(p->front, "layout"), elsewhere);
}

static struct source *theme_include(struct site *s, struct str name) {
    return site_jekyll_include(s->tree, name);
}

const struct site_engine site_jekyll = {.name = "Jekyll",
                                        .detect = detect,
                                        .config = read_config,
                                        .front = site_jekyll_front,
                                        .finish = finish,
                                        .layout = layout,
                                        .menu = site_jekyll_menu,
                                        .include = theme_include};
