/* SPDX-License-Identifier: MIT */
/*
 * Attributes of nodes: id, classes, key=value pairs. A class is stored once, and setting a key
 * again replaces its value.
 */
#include "model/doc/doc.h"

#include <string.h>

static struct doc_attr *attr_new(struct doc *d) {
    struct doc_attr *attr = ARENA_NEW(d->arena, struct doc_attr);
    attr->made_before = d->last_attr;
    d->last_attr = attr;
    return attr;
}

/* Returns attributes that belong only to this node. They are made if the node has none. */
static struct doc_attr *attr_of(struct doc *d, struct doc_node *node) {
    const struct doc_attr *old = node->attr;
    if (!old || old->shared) {
        node->attr = attr_new(d);
    }
    if (old && old->shared) { /* shared attributes are never changed */
        node->attr->classes = old->classes;
        node->attr->nclasses = old->nclasses;
    }
    return node->attr;
}

enum { ROOM_CLASSES, ROOM_PAIRS };

/* Returns an array of `n` elements that has room for another one: `p` itself, or a copy with room
 * for twice as many. */
static void *with_room(struct doc *d, struct doc_attr *attr, int which, const void *p, size_t n,
                       size_t size) {
    if (n && attr->room[which].of == p && n < attr->room[which].n) {
        return (void *)(uintptr_t)p;
    }
    size_t room = n ? n * 2 : 1;
    void *grown = arena_grow(d->arena, p, n, room, size);
    attr->room[which].of = grown;
    attr->room[which].n = room;
    return grown;
}

void doc_set_class(struct doc *d, struct doc_node *node, const char *cls) {
    size_t i = 0;
    while (i < ARRAY_LEN(d->shared) && d->shared[i].cls != cls) {
        i++;
    }
    if (i == ARRAY_LEN(d->shared)) {
        i--;
        memmove(d->shared + 1, d->shared, i * sizeof d->shared[0]);
        i = 0;
        struct str *classes = ARENA_NEW(d->arena, struct str);
        *classes = str_of(cls);
        d->shared[i].cls = cls;
        d->shared[i].attr = attr_new(d);
        d->shared[i].attr->shared = true;
        d->shared[i].attr->classes = classes;
        d->shared[i].attr->nclasses = 1;
    }
    node->attr = d->shared[i].attr;
}

void doc_add_class(struct doc *d, struct doc_node *node, struct str cls) {
    struct doc_attr *attr = attr_of(d, node);
    if (str_in(cls, attr->classes, attr->nclasses)) {
        return;
    }
    attr->classes =
        with_room(d, attr, ROOM_CLASSES, attr->classes, attr->nclasses, sizeof *attr->classes);
    attr->classes[attr->nclasses++] = cls;
}

void doc_set_pair(struct doc *d, struct doc_node *node, struct str key, struct str value) {
    doc_set_pair_at(d, node, key, value, SPAN_NONE);
}

void doc_set_pair_at(struct doc *d, struct doc_node *node, struct str key, struct str value,
                     struct span at) {
    struct doc_attr *attr = attr_of(d, node);
    for (size_t i = 0; i < attr->npairs; i++) {
        if (str_eq(attr->pairs[i].key, key)) {
            attr->pairs[i].value = value;
            attr->pairs[i].span = at;
            return;
        }
    }
    attr->pairs = with_room(d, attr, ROOM_PAIRS, attr->pairs, attr->npairs, sizeof *attr->pairs);
    attr->pairs[attr->npairs++] = (struct doc_pair){key, value, at};
}

void doc_set_id(struct doc *d, struct doc_node *node, struct str id) {
    struct doc_attr *attr = attr_of(d, node);
    attr->id = id;
    if (!attr->named) {
        attr->named = true;
        attr->named_before = d->last_named;
        d->last_named = attr;
    }
}

void doc_set_element(struct doc *d, struct doc_node *node, struct str name) {
    attr_of(d, node)->element = name;
}

struct str doc_element(const struct doc_node *node) {
    return node->attr ? node->attr->element : STR_EMPTY;
}

bool doc_has_class(const struct doc_node *node, const char *cls) {
    return node->attr && str_in(str_of(cls), node->attr->classes, node->attr->nclasses);
}

const struct doc_pair *doc_find_pair(const struct doc_node *node, const char *key) {
    for (size_t i = 0; node->attr && i < node->attr->npairs; i++) {
        if (str_is(node->attr->pairs[i].key, key)) {
            return &node->attr->pairs[i];
        }
    }
    return NULL;
}

struct str doc_pair(const struct doc_node *node, const char *key) {
    const struct doc_pair *p = doc_find_pair(node, key);
    return !p ? STR_EMPTY : p->value.p ? p->value : STR("");
}

struct str doc_id(const struct doc_node *node) {
    return node->attr ? node->attr->id : STR_EMPTY;
}

bool doc_id_taken(const struct doc *d, struct str id) {
    for (const struct doc_attr *a = d->last_named; a; a = a->named_before) {
        if (str_eq(a->id, id)) {
            return true;
        }
    }
    return false;
}

bool doc_is_decoration(const struct doc_node *image) {
    struct str role = doc_pair(image, "role");
    return str_is(doc_pair(image, "aria-hidden"), "true") || str_is(role, "presentation") ||
           str_is(role, "none");
}

bool doc_row_is_empty(const struct doc_node *row) {
    const struct doc_node *cell = row->first;
    while (cell && !cell->first) {
        cell = cell->next;
    }
    return !cell;
}
