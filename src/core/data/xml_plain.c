/* SPDX-License-Identifier: MIT */
/*
 * Trees of plain XML: the pieces of xml_pull.c put together as xml.c does with libxml2's.
 */
#include "core/data/xml_plain.h"

#include "core/data/xml_pull.h"

/** Names that were met, each once: a style has hundreds of elements with a dozen names. */
struct names {
    struct str slots[64];
};

struct builder {
    struct arena *arena;
    struct xml_node *root, *open;
    struct names names;
};

/** The name with a NUL behind it. */
static struct str keep_name(struct builder *b, struct str name) {
    size_t at = (name.n * 7 + (unsigned char)name.p[0] * 3u + (unsigned char)name.p[name.n - 1]) %
                ARRAY_LEN(b->names.slots);
    struct str *slot = &b->names.slots[at];
    if (!str_eq(*slot, name)) {
        *slot = arena_str(b->arena, name);
    }
    return *slot;
}

static void append(struct builder *b, struct xml_node *n) {
    n->parent = b->open;
    if (!b->open) {
        b->root = n;
    } else if (b->open->last) {
        b->open->last = b->open->last->next = n;
    } else {
        b->open->first = b->open->last = n;
    }
}

static void add_element(struct builder *b, const struct xml_pull *p) {
    struct xml_node *n = ARENA_NEW(b->arena, struct xml_node);
    n->name = keep_name(b, p->name);
    n->ns = p->ns.p ? arena_str(b->arena, p->ns) : b->open ? b->open->ns : STR("");
    n->span = p->span;
    n->nattrs = p->nattrs;
    if (p->nattrs) {
        n->attrs = arena_copy(b->arena, p->attrs, p->nattrs * sizeof *p->attrs);
    }
    for (size_t i = 0; i < n->nattrs; i++) {
        n->attrs[i].name = keep_name(b, n->attrs[i].name);
    }
    append(b, n);
    b->open = n;
}

static void add_text(struct builder *b, const struct xml_pull *p) {
    struct xml_node *n = ARENA_NEW(b->arena, struct xml_node);
    n->text = p->text;
    n->span = p->span;
    append(b, n);
}

/** The element at hand, with all that is in it; NULL when it is not plain. */
static struct xml_node *build(struct xml_pull *p) {
    struct builder b = {.arena = p->arena};
    add_element(&b, p);
    while (b.open) {
        switch (xml_pull_next(p)) {
        case XML_OPEN:
            add_element(&b, p);
            break;
        case XML_CLOSE:
            b.open = b.open->parent;
            break;
        case XML_TEXT:
            add_text(&b, p);
            break;
        case XML_DONE:
        case XML_OTHER:
            return NULL;
        }
    }
    return b.root;
}

const struct xml_node *xml_pull_element(struct xml_pull *p) {
    if (p->root) {
        p->left = true;
        return p->node;
    }
    return build(p);
}

struct xml_node *xml_read_plain(struct arena *a, struct source *src) {
    struct xml_pull p;
    xml_pull_utf8(&p, a, src);
    struct xml_node *root = xml_pull_next(&p) == XML_OPEN ? build(&p) : NULL;
    root = root && xml_pull_next(&p) == XML_DONE ? root : NULL;
    xml_pull_end(&p);
    return root;
}
