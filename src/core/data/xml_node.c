/* SPDX-License-Identifier: MIT */
/*
 * Look-ups in the tree of xml.h.
 */
#include "core/data/xml.h"

struct str xml_attr(const struct xml_node *n, const char *name) {
    for (size_t i = 0; n && i < n->nattrs; i++) {
        if (str_is(n->attrs[i].name, name)) {
            /* An attribute with an empty value exists; only a missing attribute has a NULL
             * pointer. */
            struct str value = n->attrs[i].value;
            return value.p ? value : STR("");
        }
    }
    return STR_EMPTY;
}

struct xml_node *xml_child(const struct xml_node *n, const char *name) {
    for (struct xml_node *c = n ? n->first : NULL; c; c = c->next) {
        if (str_is(c->name, name)) {
            return c;
        }
    }
    return NULL;
}

struct xml_node *xml_following(const struct xml_node *root, const struct xml_node *n) {
    if (n->first) {
        return n->first;
    }
    while (n != root && !n->next) {
        n = n->parent;
    }
    return n == root ? NULL : n->next;
}

struct str xml_text(struct arena *a, const struct xml_node *n) {
    if (!n) {
        return STR_EMPTY;
    }
    if (n->name.n == 0) {
        return n->text;
    }
    if (n->first && !n->first->next && n->first->name.n == 0) {
        return n->first->text;
    }
    struct buf out = BUF_INIT;
    for (const struct xml_node *at = n; at; at = xml_following(n, at)) {
        buf_str(&out, at->text);
    }
    return buf_finish(&out, a);
}
