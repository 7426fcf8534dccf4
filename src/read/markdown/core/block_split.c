/* SPDX-License-Identifier: MIT */
/* Handles blocks among inlines. LaTeX's commands and HTML's tags create such blocks. They end their
 * paragraph, or become text where only inlines are allowed. */
#include "read/markdown/core/md.h"

bool md_is_paragraph_break(const struct doc_node *n) {
    return n->kind == DOC_RAW_BLOCK && str_is(n->u.code.text, "\\par");
}

/* ---- blocks */

/* Moves blocks out of emphasis and similar nodes, so that they follow these nodes. */
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
    while (para->last && doc_is_blank(para->last)) {
        doc_unlink(para->last);
    }
    while (para->first && doc_is_blank(para->first)) {
        doc_unlink(para->first);
    }
}

static void end_paragraph(struct doc_node *para) {
    trim(para);
    doc_unlink_empty(para);
}

/* Inserts a paragraph after `behind`, for the inlines that follow a block. */
static struct doc_node *go_on(struct md *m, const struct doc_node *leaf, struct doc_node *behind,
                              struct span at) {
    struct doc_node *para =
        doc_node_new(m->doc, leaf->kind == DOC_PLAIN ? DOC_PLAIN : DOC_PARA, at);
    doc_insert_after(behind, para);
    return para;
}

static void split(struct md *m, struct doc_node *leaf) {
    struct doc_node *behind = leaf, *para = leaf; /* `behind` is the last block; `para` is the
                                                     paragraph for inlines, or NULL after a block */
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
        if (!md_is_paragraph_break(n)) {
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

void md_flatten(struct md *m, struct doc_node *parent) {
    for (struct doc_node *n = parent->first, *next; n; n = next) {
        next = n->next;
        if (doc_is_inline(n->kind)) {
            hoist(n);
            next = n->next;
            continue;
        }
        struct str text = str_trim(doc_plain(m->a, n));
        /* raw blocks, such as page breaks, become raw inlines */
        if (n->kind == DOC_RAW_BLOCK && !md_is_paragraph_break(n)) {
            struct doc_node *raw = doc_node_new(m->doc, DOC_RAW_INLINE, n->span);
            raw->u.code = n->u.code;
            doc_insert_before(n, raw);
        } else if (!md_is_paragraph_break(n) && text.n) {
            doc_insert_before(n, doc_text_new(m->doc, text, n->span));
        } else if (n->next && n->prev && md_is_paragraph_break(n)) {
            doc_insert_before(n, doc_text_new(m->doc, STR(" "), n->span));
        }
        doc_unlink(n);
    }
}

void md_split_cell(struct md *m, struct doc_node *cell) {
    for (struct doc_node *n = cell->first, *next; n; n = next) {
        next = n->next;
        if (doc_is_inline(n->kind)) {
            hoist(n);
            next = n->next;
        } else if (md_is_paragraph_break(n)) {
            if (n->next && n->prev) {
                doc_insert_before(n, doc_node_new(m->doc, DOC_LINE_BREAK, n->span));
            }
            doc_unlink(n);
        }
    }
    trim(cell);
}

void md_split_blocks(struct md *m, struct doc_node *leaf) {
    bool paragraph = leaf->kind == DOC_PARA || leaf->kind == DOC_PLAIN;
    for (struct doc_node *n = leaf->first; n; n = n->next) {
        if (doc_is_inline(n->kind) && n->first) {
            hoist(n);
        }
    }
    if (paragraph && leaf->parent) {
        split(m, leaf);
    } else {
        md_flatten(m, leaf);
    }
}
