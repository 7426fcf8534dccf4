/* SPDX-License-Identifier: MIT */
/*
 * Pages of widgets, as Academic and Wowchemy had them until 2023: a folder whose index.md has
 * `type: widget_page`, and one file for each section. They become the sections of HugoBlox.
 */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/word_list.h"
#include "job/site/engines.h"

#define MAX_WIDGETS 200

/** The widgets of Academic: for each, the block of HugoBlox, and the folder whose pages the widget
 * lists. Other widgets keep their name. */
static const struct {
    const char *widget, *block, *folder;
} widgets[] = {
    {"about", "about.biography", NULL},
    {"blank", "markdown", NULL},
    {"people", "people", NULL},
    {"featured", "collection", "post"},
    {"pages", "collection", "post"},
    {"portfolio", "collection", "project"},
    {"posts", "collection", "post"},
    {"publications", "collection", "publication"},
    {"projects", "collection", "project"},
    {"talks", "collection", "talk"},
    {"skills", "markdown", NULL},
    {"hero", "hero", NULL},
};

/** Returns the folder that a page type of a widget lists. */
static struct str folder_of(const struct site *s, struct str type) {
    for (size_t i = 0; i < s->config.ncollections; i++) {
        struct str name = s->config.collections[i].folder;
        bool plural = str_starts(name, type) && name.n == type.n + 1 && str_ends(name, STR("s"));
        if (str_eq(name, type) || plural) {
            return name;
        }
    }
    return type;
}

/** Returns the content of a block: the keys of the widget, its text, and its list as `items`. */
static struct node *content_of(struct site *s, const struct site_page *p, struct str folder,
                               bool featured) {
    static const char *const lists[] = {"item", "experience", "feature"};
    struct arena *a = s->tree;
    const struct node *f = p->front;
    struct node *c = node_copy_map(a, node_get(f, "content"));
    struct str user = site_text(f, "author"), text = str_trim(site_page_body(s, s->tree, p));
    struct str type = site_text(c, "page_type"), count = site_text(c, "count");
    site_map_text(a, c, "title", site_text(f, "title"), node_get(f, "title"));
    site_map_text(a, c, "subtitle", site_text(f, "subtitle"), NULL);
    site_map_text(a, c, "text", text, NULL);
    site_map_text(a, c, "username", user.n ? user : STR("admin"), NULL);
    site_map_text(a, c, "count", count, NULL);
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        site_map_put(a, c, "items", node_get(f, lists[i]));
    }
    if (folder.n) {
        struct node *filters = node_copy_map(a, node_get(c, "filters"));
        struct node *folders = node_new_list(a, SPAN_NONE);
        struct str name = folder_of(s, type.n ? type : folder);
        node_append(a, folders, node_string(a, name, SPAN_NONE));
        site_map_put(a, filters, "folders", folders);
        if (featured && !node_get(filters, "featured_only")) {
            site_map_flag(a, filters, "featured_only", true);
        }
        site_map_put(a, c, "filters", filters);
    }
    return c;
}

static struct node *block_of(struct site *s, const struct site_page *p) {
    struct arena *a = s->tree;
    struct str widget = site_text(p->front, "widget"), block = widget, folder = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(widgets); i++) {
        if (str_is(widget, widgets[i].widget)) {
            block = str_of(widgets[i].block);
            folder = widgets[i].folder ? str_of(widgets[i].folder) : STR_EMPTY;
        }
    }
    struct node *out = node_new_map(a, SPAN_NONE);
    struct node *design = node_copy_map(a, node_get(p->front, "design"));
    struct str view = site_text(design, "view");
    if (str_is(view, "4")) { /* Academic's number for the view "citation" */
        site_map_text(a, design, "view", STR("citation"), NULL);
    }
    site_map_text(a, out, "block", block, node_get(p->front, "widget"));
    site_map_text(a, out, "id", path_stem(p->path), NULL);
    site_map_put(a, out, "content", content_of(s, p, folder, str_is(widget, "featured")));
    site_map_put(a, out, "design", design);
    return out;
}

static int by_weight(const void *x, const void *y) {
    const struct site_page *a = *(struct site_page *const *)x, *b = *(struct site_page *const *)y;
    int64_t m = site_number(a->front, "weight", 0), n = site_number(b->front, "weight", 0);
    return m != n ? (m < n ? -1 : 1) : str_cmp(a->path, b->path);
}

struct node *site_hugo_widgets(struct site *s, const struct site_page *page) {
    struct site_page *found[MAX_WIDGETS];
    size_t n = 0, names = 0;
    struct str dir = path_dir(page->path);
    const struct file_entry *list = file_list(s->tree, path_dir(page->source), &names);
    for (size_t i = 0; i < names && n < MAX_WIDGETS; i++) {
        struct site_page *p = map_lookup(&s->drafts, path_join(s->tree, dir, list[i].name));
        if (p && site_text(p->front, "widget").n &&
            node_bool(node_get(p->front, "active"), 1) != 0) {
            found[n++] = p;
        }
    }
    if (n) {
        qsort(found, n, sizeof *found, by_weight);
    }
    struct node *out = node_new_list(s->tree, SPAN_NONE);
    for (size_t i = 0; i < n; i++) {
        if (!str_among(site_text(found[i]->front, "widget"), "tag_cloud slider")) {
            node_append(s->tree, out, block_of(s, found[i]));
        }
    }
    return out;
}
