/* SPDX-License-Identifier: MIT */
/* Whether two trees of XML are the same. */
#ifndef DOSSIER_TESTS_SAME_XML_H
#define DOSSIER_TESTS_SAME_XML_H

#include "core/data/xml.h"

static inline bool same_text(struct str a, struct str b) {
    return str_eq(a, b) && (a.n > 0 || !a.p == !b.p);
}

static inline bool same_span(struct span a, struct span b) {
    return a.src == b.src && a.begin == b.begin && a.end == b.end;
}

static inline bool same_node(const struct xml_node *a, const struct xml_node *b) {
    bool same = str_eq(a->name, b->name) && str_eq(a->ns, b->ns) && same_text(a->text, b->text) &&
                same_span(a->span, b->span) && a->nattrs == b->nattrs &&
                (a->name.n == 0 || (a->name.p[a->name.n] == '\0' && b->name.p[b->name.n] == '\0'));
    for (size_t i = 0; same && i < a->nattrs; i++) {
        const struct xml_attr *x = &a->attrs[i], *y = &b->attrs[i];
        same = str_eq(x->name, y->name) && same_text(x->value, y->value) &&
               same_span(x->span, y->span) && x->name.p[x->name.n] == y->name.p[y->name.n];
    }
    return same;
}

/** Compares names, texts and places of all nodes, and how they are nested. */
static inline bool same_xml(const struct xml_node *a, const struct xml_node *b) {
    bool same = a && b && !a->parent && !b->parent && !a->next && !b->next;
    while (same && a) {
        same = same_node(a, b) && !a->first == !b->first && !a->last == !b->last;
        if (same && a->first) {
            a = a->first;
            b = b->first;
            continue;
        }
        while (same && a && !a->next) {
            same = !b->next && !a->parent == !b->parent &&
                   (!a->parent || (a->parent->last == a && b->parent->last == b));
            a = a->parent;
            b = b->parent;
        }
        same = same && !a == !b && (!a || b->next);
        a = same && a ? a->next : NULL;
        b = same && b ? b->next : NULL;
    }
    return same;
}

#endif
