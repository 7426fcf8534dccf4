/* SPDX-License-Identifier: MIT */
/* Makes the nodes of inlines, and reads their attributes. Joins text nodes when all inlines of a
 * text have been read. */
#include "read/markdown/core/inline_pass.h"

struct doc_node *md_inl_text(struct inl *x, size_t begin, size_t end) {
    return doc_add_text(x->m->doc, x->top, str_slice(x->s, begin, end), md_span(x->t, begin, end));
}

struct doc_node *md_inl_made(struct inl *x, struct str text, size_t begin, size_t end,
                             bool escaped) {
    struct doc_node *n = doc_add_text(x->m->doc, x->top, text, md_span(x->t, begin, end));
    n->u.text.escaped = escaped;
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

void md_trim_text(struct doc_node *n, bool front) {
    struct str was = n->u.text.text;
    struct str text = front ? str_from(was, str_past(was, 0, is_space)) : str_trim_end(was);
    if (n->span.src && n->span.end - n->span.begin == was.n) {
        uint32_t cut = (uint32_t)(was.n - text.n);
        n->span.begin += front ? cut : 0;
        n->span.end -= front ? 0 : cut;
    }
    n->u.text.text = text;
}

void md_move(struct doc_node *to, struct doc_node *first, const struct doc_node *end) {
    for (struct doc_node *n = first, *next; n && n != end; n = next) {
        next = n->next;
        doc_unlink(n);
        doc_append(to, n);
    }
}

void md_trim_inlines(struct doc_node *parent, bool front) {
    struct doc_node *n;
    while ((n = front ? parent->first : parent->last)) {
        if (n->kind == DOC_TEXT) {
            md_trim_text(n, front);
        }
        if (n->kind != DOC_SOFT_BREAK && !(n->kind == DOC_TEXT && !n->u.text.text.n)) {
            return;
        }
        doc_unlink(n);
    }
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
