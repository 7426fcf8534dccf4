/* SPDX-License-Identifier: MIT */
/*
 * site.yml: defines its schema in one table, and decodes it into struct site_config. Configurations
 * of other engines are first converted to maps in the same schema, so this file does not depend on
 * any other engine.
 */
#include "core/base/bounds.h"
#include "core/data/yaml.h"
#include "core/files/file_host.h"
#include "job/site/site_model.h"
#include "model/doc/front.h"

DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_FOREIGN_KEY);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);

#define MAX_DEPTH 8 /* maximum nesting of navigation links */

/* All keys, ended by a row without a name. */
static const struct site_key keys[] = {
#define KEY(within, name, kind, meaning) {within, name, kind, meaning},
#include "job/site/site_keys.def"
#undef KEY
};

/* ---- faults */

static const struct site_key *find_key(const char *within, struct str name) {
    for (const struct site_key *k = keys; k->name; k++) {
        if (strcmp(k->within, within) == 0 && str_is(name, k->name)) {
            return k;
        }
    }
    return NULL;
}

/* Returns the most similar key of the map `within`. */
static struct str nearest(const char *within, struct str name) {
    VEC(struct str) names = VEC_INIT;
    for (const struct site_key *k = keys; k->name; k++) {
        if (strcmp(k->within, within) == 0) {
            vec_push(&names, str_of(k->name));
        }
    }
    struct str near = diag_nearest(name, names.p, names.n);
    vec_drop(&names);
    return near;
}

static void unknown_key(const struct node *map, size_t i, const char *within, struct diags *d) {
    struct str near = nearest(within, map->keys[i]);
    struct doc_front_other other;
    if (!*within && doc_front_other(STR("site."), map->keys[i], &other)) {
        bool means = other.kind == FRONT_MEANS;
        struct diag *g = diag_add(d, means ? DIAG_UNKNOWN_KEY : DIAG_FOREIGN_KEY, map->key_spans[i],
                                  means ? "unknown key `%.*s`" : "`%.*s` has no effect here",
                                  STR_ARG(map->keys[i]));
        diag_hint(d, g, "%s", other.hint);
        return;
    }
    if (!near.n && !*within) {
        return; /* the key may be a variable of the author */
    }
    struct diag *g = diag_add(d, DIAG_UNKNOWN_KEY, map->key_spans[i], "unknown key `%.*s`",
                              STR_ARG(map->keys[i]));
    (void)diag_hint_near(d, g, near);
}

static const char *const says[] = {[SITE_TEXT] = "a text",
                                   [SITE_FLAG] = "`true` or `false`",
                                   [SITE_TEXTS] = "a text or a list of texts",
                                   [SITE_MAP] = "a map",
                                   [SITE_MAPS] = "a list",
                                   [SITE_SWITCH] = "`true`, `false` or a map",
                                   [SITE_ANY] = "anything"};

static bool is_scalar(const struct node *n) {
    return n->kind != NODE_LIST && n->kind != NODE_MAP;
}

static bool is_texts(const struct node *n) {
    bool good = n->kind != NODE_MAP;
    for (size_t i = 0; good && n->kind == NODE_LIST && i < n->n; i++) {
        good = is_scalar(n->items[i]);
    }
    return good;
}

static bool fits(const struct node *n, enum site_type type) {
    switch (type) {
    case SITE_TEXT:
        return is_scalar(n);
    case SITE_FLAG:
        return is_scalar(n) && node_bool(n, -1) >= 0;
    case SITE_TEXTS:
        return is_texts(n);
    case SITE_MAP:
        return n->kind == NODE_MAP;
    case SITE_MAPS:
        return n->kind == NODE_LIST || n->kind == NODE_MAP;
    case SITE_SWITCH:
        return n->kind == NODE_MAP || (is_scalar(n) && node_bool(n, -1) >= 0);
    case SITE_ANY:
        return true;
    }
    return true;
}

static void check_map(const struct node *map, const char *within, int depth, struct diags *d);

/* Checks a value that is a map, a list of maps, or a map of names to maps. */
static void check_maps(const struct node *n, const struct site_key *k, int depth, struct diags *d) {
    const char *within = strcmp(k->name, "children") == 0 ? k->within : k->name;
    if (depth > MAX_DEPTH) {
        return;
    }
    bool named = n->kind == NODE_MAP && n->n && strcmp(k->name, "collections") == 0 &&
                 /* the values are maps themselves, so the keys are names */
                 !is_scalar(n->items[0]);
    if (n->kind == NODE_MAP && !named) {
        check_map(n, within, depth + 1, d);
    }
    for (size_t i = 0; (named || n->kind == NODE_LIST) && i < n->n; i++) {
        if (n->items[i]->kind == NODE_MAP) {
            check_map(n->items[i], within, depth + 1, d);
        }
    }
}

static void check_map(const struct node *map, const char *within, int depth, struct diags *d) {
    for (size_t i = 0; i < map->n; i++) {
        const struct site_key *k = find_key(within, map->keys[i]);
        const struct node *value = map->items[i];
        if (!k) {
            unknown_key(map, i, within, d);
        } else if (value->kind != NODE_NULL && !fits(value, k->type)) {
            diag_add(d, DIAG_UNKNOWN_VALUE, value->span, "`%s` is %s", k->name, says[k->type]);
        } else if (k->type == SITE_MAP || k->type == SITE_MAPS || k->type == SITE_SWITCH) {
            check_maps(value, k, depth, d);
        }
    }
}

void site_config_check(const struct node *map, struct diags *d) {
    if (map->kind == NODE_MAP) {
        check_map(map, "", 0, d);
    }
}

struct node *site_config_read(struct arena *a, const struct file_fence *fence, struct str file,
                              struct diags *d) {
    struct str text;
    int err = file_read_inside(fence, a, file, LIMIT_FRONT_MATTER, &text);
    if (err) {
        file_host_report(NULL, d, SPAN_NONE, file, err);
        return NULL;
    }
    struct source *src = source_new(a, file, text);
    struct node *map = yaml_parse(a, src, 0, text.n, d);
    if (map && map->kind != NODE_MAP && map->kind != NODE_NULL) {
        struct diag *g =
            diag_add(d, DIAG_BAD_METADATA, map->span, "this is not the configuration of a site");
        diag_hint(d, g, "write `title: ...` and the like, one in a line");
    }
    return map && map->kind == NODE_MAP ? map : node_new_map(a, SPAN_NONE);
}

/* ---- values */

/* Returns a list of texts, or a single text as a list. Sets `*count` to the number of texts. */
static struct str *texts_of(struct arena *a, const struct node *n, size_t *count) {
    VEC(struct str) list = VEC_INIT;
    if (n && is_scalar(n) && node_text(n).n) {
        vec_push(&list, str_trim(node_text(n)));
    }
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        if (node_text(n->items[i]).n) {
            vec_push(&list, str_trim(node_text(n->items[i])));
        }
    }
    struct str *out = vec_finish(&list, a);
    *count = list.n;
    return out;
}

struct str site_bare_path(struct str path) {
    path = str_trim(path);
    while (str_starts(path, STR("/")) || str_starts(path, STR("./"))) {
        path = str_from(path, path.p[0] == '/' ? 1 : 2);
    }
    while (str_ends(path, STR("/"))) {
        path.n--;
    }
    return path;
}

static void bare_all(struct str *paths, size_t n) {
    for (size_t i = 0; i < n; i++) {
        paths[i] = site_bare_path(paths[i]);
    }
}

/* Returns the name of an author from a text, a map with a name, or the first item of a list. */
static struct str author_name(const struct node *n) {
    for (int level = 0; n && n->kind == NODE_LIST && n->n && level < 2; level++) {
        n = n->items[0];
    }
    return n && n->kind == NODE_MAP ? node_text(node_get(n, "name")) : node_text(n);
}

/* Splits "https://host/~doe/" into url and base. */
static void split_url(struct arena *a, struct site_config *c, struct span span, struct diags *d) {
    bool web = str_starts(c->url, STR("http://")) || str_starts(c->url, STR("https://"));
    if (c->url.n && !web && !str_starts(c->url, STR("/"))) {
        struct diag *g =
            diag_add(d, DIAG_UNKNOWN_VALUE, span, "`%.*s` is not a web address", STR_ARG(c->url));
        diag_hint(d, g, "write `url: https://example.edu`");
        c->url = STR_EMPTY;
    }
    size_t at = str_find(c->url, STR("://"));
    at = at == STR_NONE ? 0 : at + 3;
    size_t slash = str_index(str_from(c->url, at), '/');
    if (slash != STR_NONE) {
        struct str path = site_bare_path(str_from(c->url, at + slash));
        c->url = str_slice(c->url, 0, at + slash);
        c->base = c->base.n || !path.n ? c->base : path;
    }
    c->base = site_bare_path(c->base);
    c->base = c->base.n ? arena_join(a, 2, STR("/"), c->base) : STR_EMPTY;
}

static void add_collection(struct arena *a, const struct node *n, struct str name,
                           struct site_collection *c) {
    struct str text = node_text(n), folder = node_text(node_get(n, "folder"));
    struct str given = node_text(node_get(n, "name"));
    folder = site_bare_path(folder.n ? folder : text.n ? text : name);
    struct str own = path_base(folder);
    own = str_starts(own, STR("_")) ? str_from(own, 1) : own;
    *c = (struct site_collection){.name = given.n  ? given
                                          : name.n ? name
                                                   : own,
                                  .folder = folder,
                                  .title = node_text(node_get(n, "title")),
                                  .address = node_text(node_get(n, "address")),
                                  .hidden = node_bool(node_get(n, "hidden"), 0) > 0,
                                  .map = n && n->kind == NODE_MAP ? n : node_new_map(a, SPAN_NONE)};
}

/* Decodes collections: a list of maps or of folders, or a map of names to maps. */
static void decode_collections(struct arena *a, const struct node *n, struct site_config *c) {
    bool one = n && n->kind == NODE_MAP && is_scalar(n->n ? n->items[0] : n) && n->n;
    size_t count = !n || is_scalar(n) ? 0 : one ? 1 : n->n;
    c->collections = ARENA_ARRAY(a, struct site_collection, count + 1);
    for (size_t i = 0; i < count; i++) {
        struct str name = n->kind == NODE_MAP && !one ? n->keys[i] : STR_EMPTY;
        add_collection(a, one ? n : n->items[i], name, &c->collections[c->ncollections]);
        c->ncollections += c->collections[c->ncollections].folder.n > 0;
    }
}

static void decode_defaults(struct arena *a, const struct node *n, struct site_config *c) {
    size_t count = !n || is_scalar(n) ? 0 : n->kind == NODE_MAP ? 1 : n->n;
    c->defaults = ARENA_ARRAY(a, struct site_default, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct node *map = n->kind == NODE_MAP ? n : n->items[i];
        const struct node *metadata = node_get(map, "metadata");
        if (metadata && metadata->kind == NODE_MAP) {
            c->defaults[c->ndefaults++] =
                (struct site_default){site_bare_path(node_text(node_get(map, "folder"))),
                                      node_text(node_get(map, "collection")), metadata};
        }
    }
}

void site_config_decode(struct arena *a, struct node *map, struct str dir, struct site_config *c,
                        struct diags *d) {
    *c = (struct site_config){.map = map,
                              .title = node_text(node_get(map, "title")),
                              .description = str_trim(node_text(node_get(map, "description"))),
                              .lang = node_text(node_get(map, "lang")),
                              .author = author_name(node_get(map, "author")),
                              .url = str_trim(node_text(node_get(map, "url"))),
                              .base = str_trim(node_text(node_get(map, "base"))),
                              .source = site_bare_path(node_text(node_get(map, "source"))),
                              .permalink = node_text(node_get(map, "permalink")),
                              .markdown = node_text(node_get(map, "markdown")),
                              .liquid = node_bool(node_get(map, "liquid"), 1) > 0,
                              .outside = node_bool(node_get(map, "outside"), 0) > 0,
                              .footer = node_text(node_get(map, "footer")),
                              .icon = node_text(node_get(map, "icon")),
                              .navigation = node_get(map, "navigation"),
                              .metadata = node_get(map, "metadata")};
    struct str fault;
    if (c->markdown.n && !markdown_format_check(a, c->markdown, &fault)) {
        diag_add(d, DIAG_UNKNOWN_VALUE, node_get(map, "markdown")->span, "%.*s", STR_ARG(fault));
        c->markdown = STR_EMPTY;
    }
    const struct node *url = node_get(map, "url");
    split_url(a, c, url ? url->span : SPAN_NONE, d);
    c->databases = texts_of(a, node_get(map, "bibliography"), &c->ndatabases);
    for (size_t i = 0; i < c->ndatabases; i++) {
        c->databases[i] = path_join(a, dir, c->databases[i]);
    }
    decode_collections(a, node_get(map, "collections"), c);
    decode_defaults(a, node_get(map, "defaults"), c);
    c->exclude = texts_of(a, node_get(map, "exclude"), &c->nexclude);
    c->include = texts_of(a, node_get(map, "include"), &c->ninclude);
    c->resources = texts_of(a, node_get(map, "resources"), &c->nresources);
    c->statics = texts_of(a, node_get(map, "static"), &c->nstatics);
    bare_all(c->exclude, c->nexclude);
    bare_all(c->include, c->ninclude);
    bare_all(c->statics, c->nstatics);
}
