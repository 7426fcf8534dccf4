/* SPDX-License-Identifier: MIT */
/*
 * Data files and maps for the readers of sites of other engines. Converts a table of values to a
 * list of maps, but does not interpret the data.
 */
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/data/csv.h"
#include "core/data/json.h"
#include "core/data/toml.h"
#include "core/data/yaml.h"
#include "job/site/engines.h"

DIAG_USE(DIAG_MISSING_IMAGE);
DIAG_USE(DIAG_YAML_ALIAS);

#define MAX_FILES 1000 /* maximum number of entries of a data folder */
#define MAX_DEPTH 4    /* maximum nesting of data folders */
#define MAX_ROWS 20000 /* maximum number of rows of a table */

/* ---- maps */

struct str site_text(const struct node *map, const char *path) {
    return str_trim(node_text(node_at(map, str_of(path))));
}

void site_map_put(struct arena *a, struct node *map, const char *key, const struct node *value) {
    if (value) { /* values are shared and never changed */
        node_put(a, map, str_of(key), value->span, (struct node *)(uintptr_t)value);
    }
}

void site_map_text(struct arena *a, struct node *map, const char *key, struct str text,
                   const struct node *from) {
    if (text.n) {
        site_map_put(a, map, key, node_string(a, text, from ? from->span : SPAN_NONE));
    }
}

void site_map_flag(struct arena *a, struct node *map, const char *key, bool yes) {
    struct node *flag = node_plain(a, yes ? STR("true") : STR("false"), SPAN_NONE);
    site_map_put(a, map, key, flag);
}

void site_map_missing(struct arena *a, struct node *map, const struct node *from) {
    for (size_t i = 0; from && from->kind == NODE_MAP && i < from->n; i++) {
        if (node_index(map, from->keys[i]) == STR_NONE) {
            node_put(a, map, from->keys[i], from->key_spans[i], from->items[i]);
        }
    }
}

void site_set(struct site *s, struct site_page *p, const char *key, const struct node *value) {
    p->over = p->over ? p->over : node_new_map(s->tree, SPAN_NONE);
    site_map_put(s->tree, p->front, key, value);
    site_map_put(s->tree, p->over, key, value);
}

struct node *site_map_link(struct arena *a, struct str text, struct str href,
                           const struct node *from) {
    struct node *link = node_new_map(a, from ? from->span : SPAN_NONE);
    site_map_text(a, link, "text", text, from);
    site_map_text(a, link, "href", href, from);
    return link;
}

void site_list_words(struct arena *a, struct node *list, const char *words) {
    for (struct str rest = str_of(words); rest.n;) {
        node_append(a, list, node_string(a, str_next_word(&rest), SPAN_NONE));
    }
}

int64_t site_number(const struct node *map, const char *key, int64_t other) {
    int64_t n;
    return str_to_i64(site_text(map, key), &n) ? n : other;
}

/* ---- files */

static struct source *read_source(struct arena *a, const struct file_fence *fence,
                                  struct str path) {
    struct str text;
    bool read = file_read_inside(fence, a, path, LIMIT_STYLE, &text) == 0;
    return read ? source_new(a, path, text) : NULL;
}

/* Reports the findings of the parser. The value of a YAML alias is empty; this is reported with
 * `aliases`. */
static void tell(const struct diags *from, bool aliases, struct diags *d) {
    for (size_t i = 0; d && i < from->n; i++) {
        const struct diag *g = from->list[i];
        if (aliases || g->id != DIAG_YAML_ALIAS) {
            struct diag *same = diag_add(d, g->id, g->span, "%.*s", STR_ARG(g->text));
            diag_hint(d, same, "%.*s", STR_ARG(g->hint));
        }
    }
}

static struct node *read_data(struct arena *a, const struct file_fence *fence, struct str path,
                              bool aliases, struct diags *d) {
    struct source *src = read_source(a, fence, path);
    if (!src) {
        return NULL;
    }
    struct diags own;
    diags_init(&own, a);
    struct str ext = path_ext(path);
    struct node *value = str_iamong(ext, "json")   ? json_parse(a, src, &own)
                         : str_iamong(ext, "toml") ? toml_parse(a, src, 0, src->text.n, &own)
                                                   : yaml_parse(a, src, 0, src->text.n, &own);
    tell(&own, aliases, d);
    diags_drop(&own);
    return value;
}

struct node *site_data_file(struct arena *a, const struct file_fence *fence, struct str path,
                            struct diags *d) {
    return read_data(a, fence, path, false, d);
}

static struct node *read_table(struct arena *a, const struct file_fence *fence, struct str path,
                               char separator) {
    struct source *src = read_source(a, fence, path);
    bool good = src && utf8_check(src->text) == STR_NONE;
    return good ? csv_rows(a, src, separator, MAX_ROWS) : node_new_list(a, SPAN_NONE);
}

static struct node *read_any(struct arena *a, const struct file_fence *fence, struct str path,
                             bool aliases, struct diags *d) {
    struct str ext = path_ext(path);
    if (str_iamong(ext, "csv tsv")) {
        return read_table(a, fence, path, str_iamong(ext, "csv") ? ',' : '\t');
    }
    bool data = str_iamong(ext, "yml yaml json toml");
    return data ? read_data(a, fence, path, aliases, d) : NULL;
}

static struct node *read_dir(struct arena *a, const struct file_fence *fence, struct str dir,
                             bool aliases, struct diags *d, int depth) {
    struct node *map = node_new_map(a, SPAN_NONE);
    size_t n = 0;
    const struct file_entry *list = file_fence_has(fence, dir) ? file_list(a, dir, &n) : NULL;
    for (size_t i = 0; i < n && i < MAX_FILES; i++) {
        struct str name = list[i].name, path = path_join(a, dir, name);
        struct node *value = str_starts(name, STR(".")) ? NULL
                             : list[i].plain            ? read_any(a, fence, path, aliases, d)
                             : list[i].folder && depth < MAX_DEPTH
                                 ? read_dir(a, fence, path, aliases, d, depth + 1)
                                 : NULL;
        if (value) {
            node_put(a, map, list[i].folder ? name : path_stem(name), SPAN_NONE, value);
        }
    }
    return map;
}

struct node *site_data_folder(struct arena *a, const struct file_fence *fence, struct str dir,
                              bool aliases, struct diags *d) {
    return read_dir(a, fence, dir, aliases, d, 0);
}

/* ---- texts */

struct str site_slug(struct arena *a, struct str text, const char *kept) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < text.n; i++) {
        char c = kept ? text.p[i] : to_lower(text.p[i]);
        if (is_alnum(c) || (unsigned char)c >= 0x80 || (kept && c && strchr(kept, c))) {
            buf_putc(&b, c);
        } else if (b.n && b.p[b.n - 1] != '-') {
            buf_putc(&b, '-');
        }
    }
    if (b.n && b.p[b.n - 1] == '-') {
        buf_cut(&b, b.n - 1);
    }
    return buf_finish(&b, a);
}

struct str site_bare_text(struct arena *a, struct str html) {
    struct buf b = BUF_INIT;
    while (html.n) {
        size_t open = str_index(html, '<'), n = str_index(str_slice(html, open, html.n), '>');
        buf_str(&b, str_slice(html, 0, n == STR_NONE ? html.n : open));
        html = n == STR_NONE ? STR_EMPTY : str_from(html, open + n + 1);
    }
    struct str out = arena_one_line(a, buf_view(&b));
    buf_drop(&b);
    return out;
}

/* ---- people */

void site_put_photo(struct site *s, const struct site_page *p, struct node *who, struct str path,
                    const struct node *from) {
    if (!path.n) {
        return;
    }
    bool rooted = str_starts(path, STR("/"));
    struct str dir = rooted ? s->root : path_join(s->tree, s->root, path_dir(p->path));
    struct str file = path_join(s->tree, dir, path_of_url(s->tree, str_from(path, rooted)));
    /* a path from the root may lead to a picture in a static folder */
    bool known = rooted && map_find(&s->by_output, str_from(path, 1));
    if (str_find(path, STR("://")) == STR_NONE && !known && !file_exists(file)) {
        struct diag *g = diag_add(&s->diags, DIAG_MISSING_IMAGE, from ? from->span : SPAN_NONE,
                                  "image `%.*s` not found", STR_ARG(path));
        diag_hint(&s->diags, g, "the page has no picture of the person");
        return;
    }
    site_map_text(s->tree, who, "photo", path, from);
}
