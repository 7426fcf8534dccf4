/* SPDX-License-Identifier: MIT */
/*
 * Variables for templates: Liquid's `site` and `page` with Jekyll's names ("Variables"). They
 * contain the configuration, site.pages, site.posts, site.NAME of a collection, and site.data. The
 * texts of pages are not included.
 */
#include "job/site/engines.h"

/* ---- pages */

static struct node *page_data(struct site *s, const struct site_page *p) {
    struct arena *a = s->tree;
    struct node *map = node_copy_map(a, p->front);
    struct str stem = path_stem(p->path);
    site_map_text(a, map, "url", p->address, NULL);
    site_map_text(a, map, "dir", str_slice(p->address, 0, str_after_last(p->address, '/')), NULL);
    site_map_text(a, map, "path", p->path, NULL);
    site_map_text(a, map, "relative_path", p->path, NULL);
    /* in a collection, a `name` in the front matter takes precedence over the name of the file */
    if (!p->collection || !node_get(map, "name")) {
        site_map_text(a, map, "name", path_base(p->path), NULL);
    }
    site_map_text(a, map, "title", p->title, NULL);
    site_map_text(a, map, "date", p->date, NULL);
    site_map_text(a, map, "id",
                  path_ext(p->address).n
                      ? str_slice(p->address, 0, p->address.n - path_ext(p->address).n - 1)
                      : p->address,
                  NULL);
    if (!node_get(map, "slug")) {
        site_map_text(a, map, "slug", expand_is_dated(stem) ? str_from(stem, 11) : stem, NULL);
    }
    if (p->collection) {
        static const char *const lists[] = {"tags", "categories"};
        for (size_t i = 0; s->engine && i < ARRAY_LEN(lists); i++) {
            if (!node_get(map, lists[i])) { /* documents always have these keys */
                site_map_put(a, map, lists[i], node_new_list(a, SPAN_NONE));
            }
        }
        site_map_text(a, map, "collection", p->collection->name, NULL);
    }
    return map;
}

static struct node *list_of(struct arena *a, struct site_page *const *pages, size_t n) {
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < n; i++) {
        node_append(a, list, pages[i]->data);
    }
    return list;
}

/* Compares two pages for qsort(): the oldest first, then by path. */
static int oldest(const void *x, const void *y) {
    const struct site_page *a = *(struct site_page *const *)x, *b = *(struct site_page *const *)y;
    int c = str_cmp(a->date, b->date);
    return c ? c : str_cmp(a->path, b->path);
}

/* Sets a map of the words under a key of posts, such as their tags, to lists of these posts. */
static void put_words(struct site *s, struct node *site, const char *key,
                      struct site_page *const *posts, size_t n) {
    struct node *map = node_new_map(s->tree, SPAN_NONE);
    struct map known = MAP_INIT; /* maps a word to its list */
    for (size_t i = 0; i < n; i++) {
        const struct node *words = node_get(posts[i]->front, key);
        for (size_t k = 0; k < node_count(words); k++) {
            struct str word = node_text(node_item(words, k));
            struct node *list = word.n ? map_lookup(&known, word) : NULL;
            if (!list && word.n) {
                list = node_new_list(s->tree, SPAN_NONE);
                node_add(s->tree, map, word, SPAN_NONE, list);
                map_put(&known, word, list);
            }
            if (list) {
                node_append(s->tree, list, posts[i]->data);
            }
        }
    }
    map_drop(&known);
    node_put(s->tree, site, str_of(key), SPAN_NONE, map);
}

static void put_collection(struct site *s, struct node *site, const struct site_collection *c) {
    VEC(struct site_page *) list = VEC_INIT;
    for (size_t i = 0; i < s->pages.n; i++) {
        const struct site_collection *own = s->pages.p[i]->collection;
        if (own && str_eq(own->name, c->name)) { /* each language may have a folder of this name */
            vec_push(&list, s->pages.p[i]);
        }
    }
    /* only posts have the newest first (Jekyll, "site.posts") */
    bool posts = s->engine && str_is(c->name, "posts");
    vec_sort(&list, str_is(c->name, "posts") ? site_by_newest : oldest);
    if (posts) {
        put_words(s, site, "tags", list.p, list.n);
        put_words(s, site, "categories", list.p, list.n);
    }
    node_put(s->tree, site, c->name, SPAN_NONE, list_of(s->tree, list.p, list.n));
    vec_drop(&list);
}

/* ---- _data */

static void put_data(struct site *s, struct node *site) {
    struct str dir = path_join(s->tree, s->root, STR("_data"));
    struct node *data = site_data_folder(s->tree, s->opt->build->host.fence, dir, true, &s->diags);
    if (file_is_dir(dir)) {
        vec_push(&s->folders, dir);
    }
    if (data->n) {
        node_put(s->tree, site, STR("data"), SPAN_NONE, data);
    }
}

/* ---- all variables */

void site_make_variables(struct site *s) {
    struct arena *a = s->tree;
    struct node *site = node_new_map(a, SPAN_NONE);
    const struct node *own = node_get(s->config.map, "variables");
    const struct node *maps[] = {s->config.map, own};
    for (size_t k = 0; k < ARRAY_LEN(maps); k++) {
        for (size_t i = 0; maps[k] && maps[k]->kind == NODE_MAP && i < maps[k]->n; i++) {
            node_put(a, site, maps[k]->keys[i], maps[k]->key_spans[i], maps[k]->items[i]);
        }
    }
    node_put_text(a, site, "url", s->config.url.n ? s->config.url : STR(""));
    node_put_text(a, site, "baseurl", s->config.base.n ? s->config.base : STR(""));
    VEC(struct site_page *) plain = VEC_INIT;
    for (size_t i = 0; i < s->pages.n; i++) {
        s->pages.p[i]->data = page_data(s, s->pages.p[i]);
        if (!s->pages.p[i]->collection) {
            vec_push(&plain, s->pages.p[i]);
        }
    }
    node_put(a, site, STR("pages"), SPAN_NONE, list_of(a, plain.p, plain.n));
    vec_drop(&plain);
    for (size_t i = 0; i < s->config.ncollections; i++) {
        put_collection(s, site, &s->config.collections[i]);
    }
    /* for another engine, the data files were read with its configuration */
    if (!node_get(s->config.map, "data")) {
        put_data(s, site);
    }
    s->liquid = site;
}

bool site_uses_page(struct str template) {
    return str_find(template, STR("page.")) != STR_NONE;
}
