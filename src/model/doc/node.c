/* SPDX-License-Identifier: MIT */
/*
 * Nodes of the document tree: making, linking and copying them. This file depends on the structure
 * of the tree and on the strings and subtrees of nodes, but not on the meaning of nodes.
 *
 * Invariants of every linked node:
 * 1. `parent->first` and `parent->last` are both NULL or both not.
 * 2. `prev` and `next` are NULL at the ends and mirror each other.
 * 3. An unlinked node has no parent and no siblings.
 */
#include "core/base/bounds.h"
#include "model/doc/doc.h"

#include <string.h>

struct doc *doc_new(struct arena *a, struct source *src) {
    struct doc *d = ARENA_NEW(a, struct doc);
    d->arena = a;
    d->source = src;
    struct span whole = src ? span_make(src, 0, src->text.n) : SPAN_NONE;
    d->front = node_new_map(a, SPAN_NONE);
    d->root = doc_node_new(d, DOC_ROOT, whole);
    d->meta.lang = STR("en-US");
    return d;
}

#define FIRST_NODES 16u
#define MAX_NODES 256u
#define LINE ((size_t)64) /* number of bytes in a line of a processor's cache */

static bool is_long(enum doc_kind kind) {
    static const bool are[DOC_KIND_COUNT] = {
        [DOC_CODE_BLOCK] = true,   [DOC_RAW_BLOCK] = true, [DOC_LIST] = true,
        [DOC_BIBLIOGRAPHY] = true, [DOC_BIB_ENTRY] = true, [DOC_CODE] = true,
        [DOC_MATH] = true,         [DOC_LINK] = true,      [DOC_IMAGE] = true,
        [DOC_RAW_INLINE] = true,   [DOC_CITE] = true,
    };
    return are[kind];
}

#define U offsetof(struct doc_node, u)
#define SHORT (U + sizeof((struct doc_node *)NULL)->u.text)
#define FITS(member) (sizeof((struct doc_node *)NULL)->u.member <= SHORT - U)

_Static_assert(FITS(heading) && FITS(item) && FITS(table) && FITS(caption) && FITS(row) &&
                   FITS(cell) && FITS(note),
               "what is no member of a long kind is short");
_Static_assert(offsetof(struct doc_node, first) + sizeof(void *) <= LINE / 2,
               "what walks follow is in the first half of a line");

static size_t node_size(enum doc_kind kind) {
    return is_long(kind) ? sizeof(struct doc_node) : SHORT;
}

/** Returns memory for a node. Nodes are adjacent in memory, and the texts that are made between
 * them are elsewhere. Each node begins at a cache line or at half of one. Walks over large trees
 * mostly wait for memory, and the members that they read are all in the first half of a line. */
static struct doc_node *node_room(struct doc *d, enum doc_kind kind) {
#ifdef ARENA_POISON
    return arena_alloc(d->arena,
                       node_size(kind)); /* AddressSanitizer protects the memory after the node */
#else
    size_t size = (node_size(kind) + LINE / 2 - 1) / (LINE / 2) * (LINE / 2);
    if (size > (size_t)(d->rooms.end - d->rooms.at)) {
        d->rooms.n = d->rooms.n == 0          ? FIRST_NODES
                     : d->rooms.n < MAX_NODES ? d->rooms.n * 2
                                              : MAX_NODES;
        size_t all = d->rooms.n * ((sizeof(struct doc_node) + LINE - 1) / LINE * LINE);
        char *p = arena_alloc(d->arena, all + LINE);
        d->rooms.at = p + (LINE - (uintptr_t)p % LINE) % LINE;
        d->rooms.end = d->rooms.at + all;
    }
    void *room = d->rooms.at;
    d->rooms.at += size;
    return room;
#endif
}

struct doc_node *doc_node_new(struct doc *d, enum doc_kind kind, struct span span) {
    struct doc_node *n = node_room(d, kind);
    memset(n, 0, SHORT);
    if (is_long(kind)) {
        memset((char *)n + SHORT, 0, sizeof *n - SHORT);
    }
    n->kind = kind;
    n->span = span;
    d->made[kind] = true;
    if (kind == DOC_CELL) {
        n->u.cell.colspan = 1;
        n->u.cell.rowspan = 1;
    } else if (kind == DOC_HEADING) {
        n->u.heading.level = 1;
    } else if (kind == DOC_LIST) {
        n->u.list.start = 1;
    } else if (kind == DOC_BIBLIOGRAPHY) {
        n->u.bib.line_spacing = -1;
        n->u.bib.entry_spacing = -1;
    }
    return n;
}

bool doc_has_kind(const struct doc *d, enum doc_kind kind) {
    return d->made[kind];
}

void doc_change_kind(struct doc *d, struct doc_node *n, enum doc_kind kind) {
    if (is_long(kind) && !is_long(n->kind)) {
        BUG("doc_change_kind: the node has no memory for that");
    }
    n->kind = kind;
    d->made[kind] = true;
}

struct doc_node *doc_text_new(struct doc *d, struct str text, struct span span) {
    struct doc_node *n = doc_node_new(d, DOC_TEXT, span);
    n->u.text.text = text;
    return n;
}

struct doc_node *doc_link_new(struct doc *d, struct str url, struct span span) {
    struct doc_node *n = doc_node_new(d, DOC_LINK, span);
    n->u.link.url = url;
    return n;
}

void doc_append(struct doc_node *parent, struct doc_node *child) {
    if (child->parent || child->prev || child->next) {
        BUG("doc_append: the child is linked elsewhere");
    }
    child->parent = parent;
    child->prev = parent->last;
    if (parent->last) {
        parent->last->next = child;
    } else {
        parent->first = child;
    }
    parent->last = child;
}

struct doc_node *doc_add(struct doc *d, struct doc_node *parent, enum doc_kind kind,
                         struct span span) {
    struct doc_node *n = doc_node_new(d, kind, span);
    doc_append(parent, n);
    return n;
}

struct doc_node *doc_add_text(struct doc *d, struct doc_node *parent, struct str text,
                              struct span span) {
    struct doc_node *n = doc_text_new(d, text, span);
    doc_append(parent, n);
    return n;
}

void doc_insert_before(struct doc_node *at, struct doc_node *node) {
    if (!at->parent || node->parent) {
        BUG("doc_insert_before: no place to insert at, or the node is linked elsewhere");
    }
    node->parent = at->parent;
    node->prev = at->prev;
    node->next = at;
    if (at->prev) {
        at->prev->next = node;
    } else {
        at->parent->first = node;
    }
    at->prev = node;
}

void doc_insert_after(struct doc_node *at, struct doc_node *node) {
    if (!at->parent || node->parent) {
        BUG("doc_insert_after: no place to insert at, or the node is linked elsewhere");
    }
    doc_insert(at->parent, at->next, node);
}

void doc_insert(struct doc_node *parent, struct doc_node *before, struct doc_node *node) {
    if (before) {
        doc_insert_before(before, node);
    } else {
        doc_append(parent, node);
    }
}

void doc_unlink(struct doc_node *node) {
    if (node->prev) {
        node->prev->next = node->next;
    } else if (node->parent) {
        node->parent->first = node->next;
    }
    if (node->next) {
        node->next->prev = node->prev;
    } else if (node->parent) {
        node->parent->last = node->prev;
    }
    node->parent = node->prev = node->next = NULL;
}

void doc_unlink_empty(struct doc_node *node) {
    if (!node->first) {
        doc_unlink(node);
    }
}

void doc_replace(struct doc_node *old, struct doc_node *node) {
    doc_insert_before(old, node);
    doc_unlink(old);
}

void doc_dissolve(struct doc_node *node) {
    while (node->first) {
        struct doc_node *child = node->first;
        doc_unlink(child);
        doc_insert_before(node, child);
    }
    doc_unlink(node);
}

void doc_adopt(struct doc_node *to, struct doc_node *from) {
    if (!from->first) {
        return;
    }
    for (struct doc_node *c = from->first; c; c = c->next) {
        c->parent = to;
    }
    from->first->prev = to->last;
    if (to->last) {
        to->last->next = from->first;
    } else {
        to->first = from->first;
    }
    to->last = from->last;
    from->first = from->last = NULL;
}

static struct doc_attr *attr_copy(struct doc *d, const struct doc_attr *attr) {
    if (!attr) {
        return NULL;
    }
    struct doc_attr *copy = arena_copy(d->arena, attr, sizeof *attr);
    copy->made_before = d->last_attr;
    copy->shared = false;
    d->last_attr = copy;
    if (copy->named) {
        copy->named_before = d->last_named;
        d->last_named = copy;
    }
    if (attr->nclasses) {
        copy->classes =
            arena_copy(d->arena, attr->classes, attr->nclasses * sizeof attr->classes[0]);
    }
    if (attr->npairs) {
        copy->pairs = arena_copy(d->arena, attr->pairs, attr->npairs * sizeof attr->pairs[0]);
    }
    return copy;
}

static struct doc_node *copy_tree(struct doc *d, const struct doc_node *node, int cites);

/* Copies prefixes and suffixes, which are not in the tree. This is the only recursion here: a
 * prefix or suffix may contain cites. Beyond LIMIT_DOC_DEPTH, prefixes and suffixes are shared,
 * which only matters if they are changed. */
static void copy_cites(struct doc *d, struct doc_node *copy, int cites) {
    copy->u.cite.cites =
        arena_copy(d->arena, copy->u.cite.cites, copy->u.cite.n * sizeof copy->u.cite.cites[0]);
    if (cites >= LIMIT_DOC_DEPTH) {
        return;
    }
    for (size_t i = 0; i < copy->u.cite.n; i++) {
        struct doc_cite *c = &copy->u.cite.cites[i];
        c->prefix = c->prefix ? copy_tree(d, c->prefix, cites + 1) : NULL;
        c->suffix = c->suffix ? copy_tree(d, c->suffix, cites + 1) : NULL;
    }
}

static struct doc_node *copy_one(struct doc *d, const struct doc_node *node, int cites) {
    struct doc_node *copy = node_room(d, node->kind);
    memcpy(copy, node, node_size(node->kind));
    copy->parent = copy->prev = copy->next = copy->first = copy->last = NULL;
    copy->attr = attr_copy(d, node->attr);
    if (node->kind == DOC_CITE) {
        copy_cites(d, copy, cites);
    }
    return copy;
}

static struct doc_node *copied_parent(const struct doc_node *copy) {
    if (copy->parent == NULL) {
        BUG("a copy above the tree that is copied");
    }
    return copy->parent;
}

static struct doc_node *copy_tree(struct doc *d, const struct doc_node *node, int cites) {
    struct doc_node *top = copy_one(d, node, cites);
    const struct doc_node *from = node;
    struct doc_node *to = top;
    for (;;) {
        if (from->first) {
            from = from->first;
        } else {
            while (from != node && !from->next) {
                from = from->parent;
                to = copied_parent(to);
            }
            if (from == node) {
                return top;
            }
            from = from->next;
            to = copied_parent(to);
        }
        struct doc_node *copy = copy_one(d, from, cites);
        doc_append(to, copy);
        to = copy;
    }
}

struct doc_node *doc_copy(struct doc *d, const struct doc_node *node) {
    return copy_tree(d, node, 0);
}

/** Whether the node has one of pandoc's classes for line numbers (manual,
 * fenced_code_attributes). */
static bool numbers_lines(struct str cls) {
    return str_is(cls, "numberLines") || str_is(cls, "number-lines");
}

struct str doc_code_language(const struct doc_node *n) {
    if (n->u.code.info.n && !numbers_lines(n->u.code.info)) {
        return n->u.code.info;
    }
    for (size_t i = 0; n->attr && i < n->attr->nclasses; i++) {
        struct str cls = n->attr->classes[i];
        if (!numbers_lines(cls) && !str_is(cls, "lineAnchors") && !str_is(cls, "line-anchors")) {
            return cls;
        }
    }
    return STR_EMPTY;
}

bool doc_code_numbered(const struct doc_node *n, int *first) {
    int64_t from = 1;
    *first = 1;
    if (str_to_i64(doc_pair(n, "startFrom"), &from) && from > 0 && from < 1000000) {
        *first = (int)from;
    }
    for (size_t i = 0; n->attr && i < n->attr->nclasses; i++) {
        if (numbers_lines(n->attr->classes[i])) {
            return true;
        }
    }
    return false;
}

bool doc_is_blank(const struct doc_node *n) {
    return n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK ||
           (n->kind == DOC_TEXT && str_trim(n->u.text.text).n == 0);
}

bool doc_is_inline(enum doc_kind kind) {
    return kind >= DOC_BIB_LABEL && kind < DOC_KIND_COUNT;
}
