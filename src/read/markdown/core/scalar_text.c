/* SPDX-License-Identifier: MIT */
/* Reads scalars of YAML as Markdown, with their places in the source. */
#include "read/markdown/core/md.h"

/* Plain scalars, and quoted scalars without escapes, are equal to their bytes in the source. */
struct md_text md_scalar_text(struct md *m, const struct node *n) {
    struct str s = n->text;
    struct span at = n->span;
    if (at.src != m->doc->source || n->block) {
        return md_text_fixed(s, at);
    }
    struct str source = span_text(at);
    size_t skip = source.n == s.n + 2 && source.n && (source.p[0] == '"' || source.p[0] == '\'');
    if (source.n < s.n + skip || !str_eq(str_slice(source, skip, skip + s.n), s)) {
        return md_text_fixed(s, at);
    }
    return md_text_at(m, s, at.begin + (uint32_t)skip);
}

/* Each line of a block scalar is searched for in the source, after the previous line. */
struct md_region md_scalar_lines(struct md *m, const struct node *n) {
    struct md_text t = md_scalar_text(m, n);
    struct md_region r = md_lines(m, t.s, t.npieces ? t.pieces[0].src : MD_NOWHERE, n->span);
    if (t.npieces || n->span.src != m->doc->source) {
        return r;
    }
    struct md_line *lines = ARENA_ARRAY(m->a, struct md_line, r.n + 1);
    struct str source = span_text(n->span);
    size_t at = 0;
    for (size_t i = 0; i < r.n; i++) {
        lines[i] = r.lines[i];
        size_t found = str_find(str_from(source, at), r.lines[i].s);
        if (found == STR_NONE) {
            return r; /* the lines of a folded scalar were joined, so they are not in the source */
        }
        lines[i].src = n->span.begin + (uint32_t)(at + found);
        at += found + r.lines[i].s.n;
    }
    r.lines = lines;
    return r;
}

bool md_scalar_has_text(const struct node *n) {
    return n && n->kind != NODE_LIST && n->kind != NODE_MAP && str_trim(n->text).n &&
           n->kind != NODE_NULL;
}

struct doc_node *md_scalar_inlines(struct md *m, const struct node *n) {
    if (!md_scalar_has_text(n)) {
        return NULL;
    }
    struct doc_node *span = doc_node_new(m->doc, DOC_SPAN, n->span);
    m->in_front = true;
    if (n->block) {
        struct md_region r = md_scalar_lines(m, n);
        struct md_text t = md_text_lines(m, &r);
        md_inlines(m, &t, span);
    } else {
        struct md_text t = md_scalar_text(m, n);
        md_inlines(m, &t, span);
    }
    m->in_front = false;
    return span;
}
