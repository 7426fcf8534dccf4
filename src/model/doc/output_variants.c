/* SPDX-License-Identifier: MIT */
/*
 * Decides which nodes an output or a variant of a document shows, by classes such as `only-html`
 * and `not-html`, by `only` and `not` with a `variant`, and by Quarto's conditional content.
 * Outputs are known only by the names that the document lists.
 */
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "model/doc/doc.h"

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

/** Returns the outputs for a name of Quarto ("html", "latex"). Returns 0 if the format is not built
 * here. */
static unsigned outputs_named(const struct doc *d, struct str name) {
    struct str other = str_paired(name, "latex=pdf typst=pdf html:js=html html5=html");
    name = other.n ? other : name;
    unsigned bits = 0;
    for (size_t i = 0; i < d->noutputs; i++) {
        bits |= str_is(name, d->outputs[i]) ? 1u << i : 0;
    }
    return bits;
}

/** Whether the front matter has a value other than false for the key. The key may be "a.b" for a
 * key within maps. */
static bool has_meta(const struct doc *d, struct str path) {
    const struct node *n = node_at(d->front, path);
    return n && (n->kind == NODE_LIST || n->kind == NODE_MAP || node_text(n).n > 0) &&
           node_bool(n, 1) != 0;
}

/** Takes the next of several names separated by commas or blanks. Returns false after the last. */
static bool next_name(struct str *rest, struct str *name) {
    size_t from = 0, n;
    while (from < rest->n && (rest->p[from] == ',' || is_space(rest->p[from]))) {
        from++;
    }
    for (n = from; n < rest->n && rest->p[n] != ',' && !is_space(rest->p[n]); n++) {
    }
    *name = str_slice(*rest, from, n);
    *rest = str_from(*rest, n);
    return name->n > 0;
}

/** Whether one of the names (separated by commas or blanks) is a variant that is being built. */
static bool has_variant(const struct doc *d, struct str names) {
    struct str name;
    while (next_name(&names, &name)) {
        struct str made = d->variant, one;
        while (next_name(&made, &one)) {
            if (str_eq(one, name)) {
                return true;
            }
        }
    }
    return false;
}

/** Returns the names of variants that belong to the class `only` or `not` of a node. The pointer is
 * NULL if the node has neither class. */
static struct str marked_variants(const struct doc_node *n, bool *only) {
    *only = doc_has_class(n, "only");
    return *only || doc_has_class(n, "not") ? doc_pair(n, "variant") : STR_EMPTY;
}

/** Returns the outputs in which all conditions of a division are true (Quarto, conditional
 * content). */
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
            bits &= has_variant(d, p->value) ? ~0u : 0;
        } else if (str_is(p->key, "unless-profile")) {
            bits &= has_variant(d, p->value) ? 0 : ~0u;
        }
    }
    return bits;
}

/** Whether a class of the node begins like a class for outputs. Few nodes have such a class. */
static bool may_be_marked(const struct doc_node *n) {
    static const struct str begins[] = {STR_INIT("only"), STR_INIT("not"), STR_INIT("content-")};
    for (size_t i = 0; n->attr && i < n->attr->nclasses; i++) {
        struct str cls = n->attr->classes[i];
        for (size_t k = 0; k < ARRAY_LEN(begins) && cls.n; k++) {
            if (cls.p[0] == begins[k].p[0] && str_starts(cls, begins[k])) {
                return true;
            }
        }
    }
    return false;
}

unsigned doc_outputs_of(const struct doc *d, const struct doc_node *n) {
    unsigned content = ~0u;
    if (!may_be_marked(n)) {
        return content;
    }
    if (doc_has_class(n, "content-visible")) {
        content = conditions_of(d, n);
    } else if (doc_has_class(n, "content-hidden")) {
        content = ~conditions_of(d, n);
    }

    bool only_variant;
    struct str variants = marked_variants(n, &only_variant);
    if (variants.p && has_variant(d, variants) != only_variant) {
        return 0;
    }

    unsigned only = 0, not = 0;
    for (size_t i = 0; n->attr && n->attr->nclasses && i < d->noutputs; i++) {
        only |= has_mark(n, "only-", d->outputs[i]) ? 1u << i : 0;
        not |= has_mark(n, "not-", d->outputs[i]) ? 1u << i : 0;
    }
    return (only ? only : ~0u) & ~not &content;
}

/** A removed node, and its place. */
struct place {
    struct doc_node *node, *parent, *next;
};

struct doc_hidden {
    struct place *p;
    size_t n, cap;
};

/** Whether any node of the document ever had a class that limits it to some outputs. */
static bool has_marks(const struct doc *d) {
    for (const struct doc_attr *a = d->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->nclasses; i++) {
            if (str_starts_among(a->classes[i], "only- not- content-")) {
                return true;
            }
        }
    }
    return false;
}

/* ---- variants */

/** Whether any node of the document is marked for a variant. */
static bool has_variants(const struct doc *d) {
    for (const struct doc_attr *a = d->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->npairs; i++) {
            if (str_is(a->pairs[i].key, "variant") || str_ends(a->pairs[i].key, STR("-profile"))) {
                return true;
            }
        }
    }
    return false;
}

/** Removes the classes and names of variants from a node that the variant shows. */
static void unmark(struct doc_node *n) {
    struct doc_attr *a = n->attr;
    size_t kept = 0;
    for (size_t i = 0; i < a->nclasses; i++) {
        if (!str_is(a->classes[i], "only") && !str_is(a->classes[i], "not")) {
            a->classes[kept++] = a->classes[i];
        }
    }
    a->nclasses = kept;
    kept = 0;
    for (size_t i = 0; i < a->npairs; i++) {
        if (!str_is(a->pairs[i].key, "variant")) {
            a->pairs[kept++] = a->pairs[i];
        }
    }
    a->npairs = kept;
}

static void settle_below(const struct doc *d, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    bool only;
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node == root || !w.node->attr) {
            continue;
        }
        if (!doc_outputs_of(d, w.node)) {
            doc_walk_remove(&w);
        } else if (marked_variants(w.node, &only).p) {
            unmark(w.node);
        }
    }
}

void doc_settle_variant(struct doc *d) {
    struct doc_node *parts[DOC_PARTS];
    size_t n = has_variants(d) ? doc_parts(d, parts) : 0;
    for (size_t i = 0; i < n; i++) {
        settle_below(d, parts[i]);
    }
}

void doc_each_variant(const struct doc *d, void (*fn)(void *user, struct str name), void *user) {
    for (const struct doc_attr *a = d->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->npairs; i++) {
            struct str rest = a->pairs[i].value, name;
            bool names =
                str_is(a->pairs[i].key, "variant") || str_ends(a->pairs[i].key, STR("-profile"));
            while (names && next_name(&rest, &name)) {
                fn(user, name);
            }
        }
    }
}

/* ---- outputs */

static void hide_below(struct doc *d, struct doc_node *root, unsigned bit, struct doc_hidden *h) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node != root && !(doc_outputs_of(d, w.node) & bit)) {
            vec_push(h, (struct place){w.node, w.node->parent, w.node->next});
            doc_walk_remove(&w);
        }
    }
}

struct doc_hidden *doc_hide(struct doc *d, size_t output) {
    if (output >= d->noutputs || !has_marks(d)) {
        return NULL;
    }
    struct doc_hidden *h = ARENA_NEW(d->arena, struct doc_hidden);
    struct doc_meta *m = &d->meta;
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(d, parts);
    unsigned bit = 1u << output;
    for (size_t i = 0; i < n; i++) {
        hide_below(d, parts[i], bit, h);
    }
    for (size_t i = 0; i < m->nauthors; i++) {
        hide_below(d, m->authors[i].name, bit, h);
    }
    return h;
}

/** The nodes are inserted in reverse order, so that the next sibling of each node is already in
 * its place. */
void doc_unhide(struct doc_hidden *h) {
    for (size_t i = h ? h->n : 0; i > 0; i--) {
        const struct place *at = &h->p[i - 1];
        doc_insert(at->parent, at->next, at->node);
    }
    if (h) {
        free(h->p);
    }
}
