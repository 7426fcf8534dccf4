/* SPDX-License-Identifier: MIT */
/*
 * YAML and JSON as one tree of values with positions. Scalars keep their text: `1.10` stays "1.10",
 * `no` stays "no". The caller converts a scalar to a number or a truth value when it needs one.
 */
#ifndef DOSSIER_DATA_DATA_NODE_H
#define DOSSIER_DATA_DATA_NODE_H

#include "core/base/arena.h"
#include "core/base/bounds.h"
#include "core/diag/diag.h"

enum node_kind { NODE_NULL, NODE_BOOL, NODE_NUMBER, NODE_STRING, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind; /* YAML: plain scalars are NODE_STRING with `plain` set */
    bool plain;          /* a YAML scalar without quotes */
    bool block;          /* a YAML block scalar (| or >): offsets in its text do not map to the
                            source */
    struct str text;     /* scalars: the text ("true", "12", the string without quotes) */
    struct span span;    /* the place of the value, with its quotes */
    struct node **items; /* list items, or the values of a map */
    struct str *keys;    /* a map's keys, in order */
    struct span *key_spans;
    /* `cap` is the capacity of the three arrays; node_append() and node_put() grow them */
    size_t n, cap;
};

/** Returns the index of `key` in a map, or STR_NONE (also when `map` is NULL or not a map). */
size_t node_index(const struct node *map, struct str key);
/** Returns the value of `key` in a map, or NULL (also when `map` is NULL or not a map). This
 * function and node_get() are inline because the length of a literal key is then a compile-time
 * constant. */
static inline const struct node *node_value(const struct node *map, struct str key) {
    size_t at = node_index(map, key);
    return at == STR_NONE ? NULL : map->items[at];
}
static inline const struct node *node_get(const struct node *map, const char *key) {
    return node_value(map, str_of(key));
}
/** Returns the value of the first key in `keys` whose value is not null. `keys` is a list of words.
 * NULL if there is no such key. */
const struct node *node_first(const struct node *map, const char *keys);
/** Like node_first(), but returns the first value that is a text and is not only white space. White
 * space around the text is removed. */
struct str node_first_text(const struct node *map, const char *keys);
/** Returns the number of values of a key that has one value or a list of them; 0 for NULL. */
static inline size_t node_count(const struct node *n) {
    return !n ? 0 : n->kind == NODE_LIST ? n->n : 1;
}
/** Returns value `i` of those that node_count() counts. */
static inline struct node *node_item(const struct node *n, size_t i) {
    return n->kind == NODE_LIST ? n->items[i] : (struct node *)n;
}
/** Returns the value at a path of keys, "format.pdf.toc", or NULL. */
const struct node *node_at(const struct node *map, struct str path);
/** Returns the text of a scalar, or the empty slice for NULL, lists and maps. */
struct str node_text(const struct node *n);
/**
 * Finds the place of a scalar's text. Returns true, with the span of the text in `*out`, when the
 * text is in the source byte by byte (no escapes, no folded lines). Returns false, with the span of
 * the whole value, when offsets in the text do not match the source. For NULL it returns false with
 * SPAN_NONE.
 */
bool node_text_span(const struct node *n, struct span *out);
/** Whether a value is null: null in JSON, or in YAML a scalar without quotes that is empty, `~` or
 * `null`. */
bool node_is_null(const struct node *n);
/** Returns a scalar as a truth value: 1 for "true", "yes", "on" and 1; 0 for "false", "no", "off"
 * and 0; `other` for anything else. */
int node_bool(const struct node *n, int other);
/** Makes a new scalar, for example the value of an option that overrides a key. */
struct node *node_string(struct arena *a, struct str text, struct span span);
/** Like node_string(), for a scalar without quotes: `true` is a truth value, `3` a number. */
struct node *node_plain(struct arena *a, struct str text, struct span span);
struct node *node_new_map(struct arena *a, struct span span);
struct node *node_new_list(struct arena *a, struct span span);
/** Sets `key` in a map; an existing value is replaced and keeps its position. */
void node_put(struct arena *a, struct node *map, struct str key, struct span key_span,
              struct node *value);
/** Sets `key` to a text that has no place; node_put_some() does so unless the text is empty. */
void node_put_text(struct arena *a, struct node *map, const char *key, struct str text);
void node_put_some(struct arena *a, struct node *map, const char *key, struct str text);
/** Adds `key` to a map without searching for an existing value. The caller must know that the key
 * is new. */
void node_add(struct arena *a, struct node *map, struct str key, struct span key_span,
              struct node *value);
/** Returns a copy of a map whose keys can be changed. The values are shared. The copy is empty if
 * the node is not a map. */
struct node *node_copy_map(struct arena *a, const struct node *map);
/** Appends a value to a list. */
void node_append(struct arena *a, struct node *list, struct node *value);

/** A walk over the scalars of a tree of data. */
struct node_walk {
    const struct node *root; /* the root before the first step; NULL afterwards */
    struct node_walk_level {
        const struct node *of;
        size_t next; /* index of the next item of `of` */
    } levels[LIMIT_DATA_DEPTH + 1];
    size_t open;
};
/** Starts a walk over the scalars below `root`, which may be a scalar itself or NULL. */
struct node_walk node_walk_start(const struct node *root);
/** Returns the next scalar in the order of the source, or NULL at the end. Values that are nested
 * deeper than LIMIT_DATA_DEPTH are skipped. */
const struct node *node_walk_next(struct node_walk *w);

#endif
