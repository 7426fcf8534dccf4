/* SPDX-License-Identifier: MIT */
/*
 * What is for some outputs alone: classes `only-html`, `not-html` and the like, Quarto's
 * conditional content. Decides which nodes an output gets to see; knows no output but by the names
 * that the document carries.
 */
#include "base/vec.h"
#include "doc/doc.h"

static bool has_mark(const struct doc_node *n, const char *mark, const char *output) {
    struct str front = str_of(mark), name = str_of(output);
    for (size_t i = 0; n->attr && i < n->attr->nclasses; i++) {
        struct str cls = n->attr->classes[i];
        if (cls.n == front.n + name.n && str_starts(cls, front) && str_ends(cls, name)) {
            return true;
        }
    }
    return false;
}

/** The outputs that a name of Quarto's stands for ("html", "latex"); none for one that is not made
 * here. */
static unsigned outputs_named(const struct doc *d, struct str name) {
    static const char *const others[][2] = {
        {"latex", "pdf"}, {"typst", "pdf"}, {"html:js", "html"}, {"html5", "html"}};
    unsigned bits = 0;
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        name = str_is(name, others[i][0]) ? str_of(others[i][1]) : name;
    }
    for (size_t i = 0; i < d->noutputs; i++) {
        bits |= str_is(name, d->outputs[i]) ? 1u << i : 0;
    }
    return bits;
}

/** Whether the front matter has a value for the key, "a.b" within maps, which is not false. */
static bool has_meta(const struct doc *d, struct str path) {
    const struct node *n = node_at(d->front, path);
    return n && (n->kind == NODE_LIST || n->kind == NODE_MAP || node_text(n).n > 0) &&
           node_bool(n, 1) != 0;
}

/** Where the conditions of a division hold (Quarto, conditional content): all of them have to. No
 * profile is ever active. */
static unsigned conditions_of(const struct doc *d, const struct doc_node *n) {
    unsigned bits = ~0u;
    for (size_t i = 0; i < n->attr->npairs; i++) {
        const struct doc_pair *p = &n->attr->pairs[i];
        if (str_is(p->key, "when-format")) {
            bits &= outputs_named(d, p->value);
        } else if (str_is(p->key, "unless-format")) {
            bits &= ~outputs_named(d, p->value);
        } else if (str_is(p->key, "when-meta")) {
            bits &= has_meta(d, p->value) ? ~0u : 0;
        } else if (str_is(p->key, "unless-meta")) {
            bits &= has_meta(d, p->value) ? 0 : ~0u;
        } else if (str_is(p->key, "when-profile")) {
            bits = 0;
        }
    }
    return bits;
}

unsigned doc_outputs_of(const struct doc *d, const struct doc_node *n) {
    unsigned content = ~0u;
    if (doc_has_class(n, "content-visible")) {
        content = conditions_of(d, n);
    } else if (doc_has_class(n, "content-hidden")) {
        content = ~conditions_of(d, n);
    }

    unsigned only = 0, not = 0;
    for (size_t i = 0; n->attr && n->attr->nclasses && i < d->noutputs; i++) {
        only |= has_mark(n, "only-", d->outputs[i]) ? 1u << i : 0;
        not |= has_mark(n, "not-", d->outputs[i]) ? 1u << i : 0;
    }
    return (only ? only : ~0u) & ~not &content;
}

/** A node that was taken out, and where it stood. */
struct place {
    struct doc_node *node, *parent, *next;
};

struct doc_hidden {
    struct place *p;
    size_t n, cap;
};

/** Whether any node of the document ever had such a class. */
static bool has_marks(const struct doc *d) {
    for (const struct doc_attr *a = d->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->nclasses; i++) {
            if (str_starts(a->classes[i], STR("only-")) || str_starts(a->classes[i], STR("not-")) ||
                str_starts(a->classes[i], STR("content-"))) {
                return true;
            }
        }
    }
    return false;
}

static void hide_below(struct doc *d, struct doc_node *root, unsigned bit, struct doc_hidden *h) {
    struct doc_walk w = doc_walk_start(root);
    struct doc_node *last = NULL; /* to be taken out when the walk is past it */
    while (root && doc_walk_next(&w)) {
        if (last && w.node != last) {
            doc_unlink(last);
            last = NULL;
        }
        if (w.enter && w.node != root && !(doc_outputs_of(d, w.node) & bit)) {
            vec_push(h, (struct place){w.node, w.node->parent, w.node->next});
            last = w.node;
            doc_walk_skip(&w);
        }
    }
}

struct doc_hidden *doc_hide(struct doc *d, size_t output) {
    if (output >= d->noutputs || !has_marks(d)) {
        return NULL;
    }
    struct doc_hidden *h = ARENA_NEW(d->arena, struct doc_hidden);
    struct doc_meta *m = &d->meta;
    struct doc_node *parts[] = {m->title, m->subtitle, m->date, m->abstract, d->root};
    unsigned bit = 1u << output;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        hide_below(d, parts[i], bit, h);
    }
    for (size_t i = 0; i < m->nauthors; i++) {
        hide_below(d, m->authors[i].name, bit, h);
    }
    return h;
}

/** Backwards: what stood behind a node is in its place again when the node's turn comes. */
void doc_unhide(struct doc_hidden *h) {
    for (size_t i = h ? h->n : 0; i > 0; i--) {
        const struct place *at = &h->p[i - 1];
        if (at->next) {
            doc_insert_before(at->next, at->node);
        } else {
            doc_append(at->parent, at->node);
        }
    }
    if (h) {
        free(h->p);
    }
}
