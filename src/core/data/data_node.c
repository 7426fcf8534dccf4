/* SPDX-License-Identifier: MIT */
/*
 * The tree that YAML and JSON share: look-ups, and how maps and lists grow. A look-up compares one
 * key after the other, since maps written by users are small. Readers may meet large maps; they
 * keep an index of keys while they build the tree.
 */
#include "core/data/data_node.h"

size_t node_index(const struct node *map, struct str key) {
    if (!map || map->kind != NODE_MAP) {
        return STR_NONE;
    }
    for (size_t i = 0; i < map->n; i++) {
        if (str_eq(map->keys[i], key)) {
            return i;
        }
    }
    return STR_NONE;
}

const struct node *node_first(const struct node *map, const char *keys) {
    for (struct str rest = str_of(keys); rest.p;) {
        const struct node *value = node_value(map, str_cut(&rest, ' '));
        if (value && value->kind != NODE_NULL) {
            return value;
        }
    }
    return NULL;
}

struct str node_first_text(const struct node *map, const char *keys) {
    struct str text = STR_EMPTY;
    for (struct str rest = str_of(keys); rest.p && !text.n;) {
        text = str_trim(node_text(node_value(map, str_cut(&rest, ' '))));
    }
    return text;
}

struct str node_text(const struct node *n) {
    if (!n || n->kind == NODE_LIST || n->kind == NODE_MAP) {
        return STR_EMPTY;
    }
    return n->text;
}

bool node_is_null(const struct node *n) {
    return n->kind == NODE_NULL ||
           (n->plain && (n->text.n == 0 || str_is(n->text, "~") || str_ieq(n->text, STR("null"))));
}

bool node_text_span(const struct node *n, struct span *out) {
    *out = n ? n->span : SPAN_NONE;
    if (!n || !n->span.src || !n->text.p || n->kind == NODE_LIST || n->kind == NODE_MAP) {
        return false;
    }
    /* Compared as numbers: comparing pointers to unrelated objects is undefined (C11, 6.5.8). */
    uintptr_t text = (uintptr_t)n->text.p, base = (uintptr_t)n->span.src->text.p;
    if (text < base + n->span.begin || text + n->text.n > base + n->span.end) {
        return false;
    }
    *out = span_make(n->span.src, text - base, text - base + n->text.n);
    return true;
}

int node_bool(const struct node *n, int other) {
    static const struct {
        struct str word;
        int value;
    } words[] = {
        {STR_INIT("true"), 1},  {STR_INIT("yes"), 1}, {STR_INIT("on"), 1},  {STR_INIT("1"), 1},
        {STR_INIT("false"), 0}, {STR_INIT("no"), 0},  {STR_INIT("off"), 0}, {STR_INIT("0"), 0},
    };
    struct str text = node_text(n);
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_ieq(text, words[i].word)) {
            return words[i].value;
        }
    }
    return other;
}

static struct node *node_new(struct arena *a, enum node_kind kind, struct span span) {
    struct node *n = ARENA_NEW(a, struct node);
    n->kind = kind;
    n->span = span;
    return n;
}

struct node *node_string(struct arena *a, struct str text, struct span span) {
    struct node *n = node_new(a, NODE_STRING, span);
    n->text = text;
    return n;
}

struct node *node_plain(struct arena *a, struct str text, struct span span) {
    struct node *n = node_string(a, text, span);
    n->plain = true;
    return n;
}

struct node *node_new_map(struct arena *a, struct span span) {
    return node_new(a, NODE_MAP, span);
}

struct node *node_new_list(struct arena *a, struct span span) {
    return node_new(a, NODE_LIST, span);
}

static void reserve(struct arena *a, struct node *n) {
    if (n->n < n->cap) {
        return;
    }
    size_t cap = n->n < 2 ? 4 : 2 * n->n;
    n->items = arena_grow(a, n->items, n->n, cap, sizeof *n->items);
    if (n->kind == NODE_MAP) {
        n->keys = arena_grow(a, n->keys, n->n, cap, sizeof *n->keys);
        n->key_spans = arena_grow(a, n->key_spans, n->n, cap, sizeof *n->key_spans);
    }
    n->cap = cap;
}

void node_add(struct arena *a, struct node *map, struct str key, struct span key_span,
              struct node *value) {
    if (map->kind != NODE_MAP) {
        BUG("a key for what is no map");
    }
    reserve(a, map);
    map->keys[map->n] = key;
    map->key_spans[map->n] = key_span;
    map->items[map->n++] = value;
}

void node_put(struct arena *a, struct node *map, struct str key, struct span key_span,
              struct node *value) {
    size_t at = node_index(map, key);
    if (at == STR_NONE) {
        node_add(a, map, key, key_span, value);
        return;
    }
    map->key_spans[at] = key_span;
    map->items[at] = value;
}

void node_put_text(struct arena *a, struct node *map, const char *key, struct str text) {
    node_put(a, map, str_of(key), SPAN_NONE, node_string(a, text, SPAN_NONE));
}

void node_put_some(struct arena *a, struct node *map, const char *key, struct str text) {
    if (text.n) {
        node_put_text(a, map, key, text);
    }
}

struct node *node_copy_map(struct arena *a, const struct node *map) {
    struct node *copy = node_new_map(a, map ? map->span : SPAN_NONE);
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        node_add(a, copy, map->keys[i], map->key_spans[i], map->items[i]);
    }
    return copy;
}

void node_append(struct arena *a, struct node *list, struct node *value) {
    if (list->kind != NODE_LIST) {
        BUG("an item for what is no list");
    }
    reserve(a, list);
    list->items[list->n++] = value;
}

const struct node *node_at(const struct node *map, struct str path) {
    const struct node *n = map;
    while (n && path.p) {
        n = node_value(n, str_cut(&path, '.'));
    }
    return n;
}

struct node_walk node_walk_start(const struct node *root) {
    return (struct node_walk){.root = root};
}

const struct node *node_walk_next(struct node_walk *w) {
    const struct node *n = w->root;
    for (w->root = NULL;;) {
        if (n && n->kind != NODE_LIST && n->kind != NODE_MAP) {
            return n;
        }
        if (n && w->open < ARRAY_LEN(w->levels)) {
            w->levels[w->open++] = (struct node_walk_level){n, 0};
        }
        while (w->open > 0 && w->levels[w->open - 1].next == w->levels[w->open - 1].of->n) {
            w->open--;
        }
        if (w->open == 0) {
            return NULL;
        }
        struct node_walk_level *top = &w->levels[w->open - 1];
        n = top->of->items[top->next++];
    }
}
