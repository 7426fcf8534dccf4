/* SPDX-License-Identifier: MIT */
/* Makes the nodes of inlines, and reads their attributes. Joins text nodes when all inlines of a
 * text have been read. */
#include "read/markdown/core/inline_pass.h"

struct doc_node *md_inl_text(struct inl *x, size_t begin, size_t end) {
    return doc_add_text(x->m->doc, x->top, str_slice(x->s, begin, end), md_span(x->t, begin, end));
}

struct doc_node *md_inl_made(struct inl *x, struct str text, size_t begin, size_t end,
                             bool escaped) {
    struct doc_node *n = doc_text_new(x->m->doc, text, md_span(x->t, begin, end));
    n->u.text.escaped = escaped;
    doc_append(x->top, n);
    return n;
}

struct doc_node *md_inl_node(struct inl *x, enum doc_kind kind, size_t begin, size_t end) {
    return doc_add(x->m->doc, x->top, kind, md_span(x->t, begin, end));
}

bool md_inl_attr(struct inl *x, struct doc_node *node) {
    if (!md_on(x->m, MD_LINK_ATTRIBUTES) || x->at >= x->s.n || x->s.p[x->at] != '{') {
        return false;
    }
    struct doc_attr attr;
    size_t n = md_attr(x->m, x->t, x->at, &attr, NULL, NULL);
    if (n) {
        md_attr_put(x->m, node, &attr);
        x->at += n;
    }
    return n > 0;
}

/* Joins adjacent text nodes. If they are also adjacent in the source, the result is a slice of the
 * source. */
static void join_texts(struct md *m, struct doc_node *first) {
    struct doc_node *n = first->next;
    struct buf b = BUF_INIT;
    bool slices = true;
    struct str text = first->u.text.text;
    buf_str(&b, text);
    for (; n && n->kind == DOC_TEXT; n = first->next) {
        struct str more = n->u.text.text;
        slices = slices && (!more.n || text.p + text.n == more.p);
        text.n += more.n;
        buf_str(&b, more);
        first->span = md_span_to(first->span, n->span);
        doc_unlink(n);
    }
    first->u.text.text = slices ? text : buf_keep(&b, m->a);
    buf_drop(&b);
}

static void drop_empty(struct doc_node *parent) {
    struct doc_node *n = parent->first;
    while (n) {
        struct doc_node *next = n->next;
        if (n->kind == DOC_TEXT && !n->u.text.text.n) {
            doc_unlink(n);
        }
        n = next;
    }
}

void md_inl_tidy(struct md *m, const struct md_text *t, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            continue;
        }
        drop_empty(w.node);
        if (w.node->kind == DOC_TEXT) {
            if (w.node->next && w.node->next->kind == DOC_TEXT) {
                join_texts(m, w.node);
            }
            w.node->u.text.escaped = false;
        }
    }
    md_inl_addresses(m, t, root);
}
