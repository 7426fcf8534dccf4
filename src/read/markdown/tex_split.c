/* SPDX-License-Identifier: MIT */
/*
 * What LaTeX puts among inlines and does not belong there: blocks end the paragraph that they stand
 * in (a section, a page's end, a list), and what \hfill parts is found when the line is whole.
 */
#include "read/markdown/tex.h"

bool md_tex_is_break(const struct doc_node *n) {
    return n->kind == DOC_RAW_BLOCK && str_is(n->u.code.text, "\\par");
}

/* ---- blocks */

/* Blocks within emphasis and the like go behind it. */
static void hoist(struct doc_node *child) {
    struct doc_node *behind = child;
    struct doc_walk w = doc_walk_start(child);
    md_node_list blocks = VEC_INIT;
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            continue;
        }
        if (w.node->kind == DOC_NOTE) {
            doc_walk_skip(&w);
        } else if (!doc_is_inline(w.node->kind)) {
            vec_push(&blocks, w.node);
            doc_walk_skip(&w);
        }
    }
    for (size_t i = 0; i < blocks.n; i++) {
        doc_unlink(blocks.p[i]);
        doc_insert_after(behind, blocks.p[i]);
        behind = blocks.p[i];
    }
    vec_drop(&blocks);
}

static void trim(struct doc_node *para) {
    while (para->last && (para->last->kind == DOC_LINE_BREAK || doc_is_blank(para->last))) {
        doc_unlink(para->last);
    }
    while (para->first && (para->first->kind == DOC_LINE_BREAK || doc_is_blank(para->first))) {
        doc_unlink(para->first);
    }
}

static void end_paragraph(struct doc_node *para) {
    trim(para);
    if (!para->first) {
        doc_unlink(para);
    }
}

/* A paragraph for inlines behind `behind`. */
static struct doc_node *go_on(struct md *m, const struct doc_node *leaf, struct doc_node *behind,
                              struct span at) {
    struct doc_node *para =
        doc_node_new(m->doc, leaf->kind == DOC_PLAIN ? DOC_PLAIN : DOC_PARA, at);
    doc_insert_after(behind, para);
    return para;
}

static void split(struct md *m, struct doc_node *leaf) {
    struct doc_node *behind = leaf, *para = leaf; /* the last block; where inlines go, or NULL */
    md_node_list paras = VEC_INIT;
    for (struct doc_node *n = leaf->first, *next; n; n = next) {
        next = n->next;
        if (doc_is_inline(n->kind)) {
            if (!para) {
                para = behind = go_on(m, leaf, behind, n->span);
                vec_push(&paras, para);
            }
            if (para != leaf) {
                doc_unlink(n);
                doc_append(para, n);
            }
            continue;
        }
        para = NULL;
        doc_unlink(n);
        if (!md_tex_is_break(n)) {
            doc_insert_after(behind, n);
            behind = n;
        }
    }
    for (size_t i = 0; i < paras.n; i++) {
        end_paragraph(paras.p[i]);
    }
    end_paragraph(leaf);
    vec_drop(&paras);
}

void md_tex_flatten(struct md *m, struct doc_node *parent) {
    for (struct doc_node *n = parent->first, *next; n; n = next) {
        next = n->next;
        if (doc_is_inline(n->kind)) {
            hoist(n);
            next = n->next;
            continue;
        }
        struct str text = str_trim(doc_plain(m->a, n));
        if (n->kind == DOC_RAW_BLOCK && !md_tex_is_break(n)) { /* a page cannot end here */
            struct doc_node *raw = doc_node_new(m->doc, DOC_RAW_INLINE, n->span);
            raw->u.code = n->u.code;
            doc_insert_before(n, raw);
        } else if (!md_tex_is_break(n) && text.n) {
            doc_insert_before(n, doc_text_new(m->doc, text, n->span));
        } else if (n->next && n->prev && md_tex_is_break(n)) {
            doc_insert_before(n, doc_text_new(m->doc, STR(" "), n->span));
        }
        doc_unlink(n);
    }
}

void md_tex_cell(struct md *m, struct doc_node *cell) {
    for (struct doc_node *n = cell->first, *next; n; n = next) {
        next = n->next;
        if (doc_is_inline(n->kind)) {
            hoist(n);
            next = n->next;
        } else if (md_tex_is_break(n)) {
            if (n->next && n->prev) {
                doc_insert_before(n, doc_node_new(m->doc, DOC_LINE_BREAK, n->span));
            }
            doc_unlink(n);
        }
    }
    trim(cell);
}

void md_tex_split(struct md *m, struct doc_node *leaf) {
    bool paragraph = leaf->kind == DOC_PARA || leaf->kind == DOC_PLAIN;
    for (struct doc_node *n = leaf->first; n; n = n->next) {
        if (doc_is_inline(n->kind) && n->first) {
            hoist(n);
        }
    }
    if (paragraph && leaf->parent) {
        split(m, leaf);
    } else {
        md_tex_flatten(m, leaf);
    }
}

/* ---- what needs the whole tree */

/* The heading behind an \appendix begins what is numbered by letters. */
static void find_appendix(struct md *m) {
    md_node_list marks = VEC_INIT;
    struct doc_walk w = doc_walk_start(m->doc->root);
    bool waits = false;
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            continue;
        }
        if (w.node->kind == DOC_RAW_BLOCK && str_is(w.node->u.code.text, "\\appendix")) {
            waits = true;
            vec_push(&marks, w.node);
        } else if (waits && w.node->kind == DOC_HEADING) {
            doc_add_class(m->doc, w.node, STR("appendix"));
            waits = false;
        }
    }
    for (size_t i = 0; i < marks.n; i++) {
        doc_unlink(marks.p[i]);
    }
    vec_drop(&marks);
}

/* What stands behind an \hfill up to the line's end goes into its span. */
static void fill_line(struct md *m, struct doc_node *span) {
    while (span->next && span->next->kind != DOC_LINE_BREAK && doc_is_inline(span->next->kind)) {
        struct doc_node *n = span->next;
        doc_unlink(n);
        if (span->first || !doc_is_blank(n)) {
            doc_append(span, n);
        }
    }
    struct doc_node *before = span->prev;
    if (before && !(before->kind == DOC_TEXT && str_ends(before->u.text.text, STR(" ")))) {
        doc_insert_before(span, doc_text_new(m->doc, STR(" "), span->span));
    }
    doc_set_pair(m->doc, span, STR("style"), STR("float: right"));
}

void md_tex_finish(struct md *m) {
    if (m->tex_abstract && !m->doc->meta.abstract) {
        m->doc->meta.abstract = m->tex_abstract;
    }
    if (m->appendix) {
        find_appendix(m);
    }
    if (!m->hfill) {
        return;
    }
    struct doc_walk w = doc_walk_start(m->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_SPAN && !w.node->first &&
            doc_has_class(w.node, "hfill")) {
            fill_line(m, w.node);
        }
    }
}
