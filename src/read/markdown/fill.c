/* SPDX-License-Identifier: MIT */
/* Fills parts of a document that are not written in Markdown: the whole document, or a division
 * that names a file. This happens before inlines are read, so that the new texts can refer to notes
 * and links of the rest of the document. */
#include "read/markdown/markdown.h"
#include "read/markdown/md_front.h"

void markdown_put_inlines(struct md *m, struct doc_node *parent, const struct node *text) {
    if (!md_scalar_has_text(text)) {
        return;
    }
    if (text->block) {
        struct md_region r = md_scalar_lines(m, text);
        md_leaf(m, parent, md_text_lines(m, &r));
    } else {
        md_leaf(m, parent, md_scalar_text(m, text));
    }
}

void markdown_put_blocks(struct md *m, struct doc_node *parent, const struct node *text) {
    int depth = 1;
    for (const struct doc_node *n = parent; n; n = n->parent) {
        depth++;
    }
    if (md_scalar_has_text(text)) {
        struct md_region r = md_scalar_lines(m, text);
        md_blocks(m, &r, parent, depth);
    }
}

/* With `as_written`, the divisions stay empty, as the author wrote them. */
static void fill_divisions(struct md *m, const struct markdown_filler *f) {
    struct doc_walk w = doc_walk_start(m->doc->root);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (w.enter && n->kind == DOC_DIV && !n->first && doc_has_class(n, f->cls) &&
            doc_pair(n, "file").n) {
            f->fill(f->user, m, m->doc, n);
            doc_walk_skip(&w);
        }
    }
}

void md_fill(struct md *m) {
    const struct markdown_filler *f = &m->opt->filler;
    m->part = 0;
    if (f->fill && f->front) {
        f->fill(f->user, m, m->doc, m->doc->root);
    } else if (f->fill && !m->as_written && doc_has_kind(m->doc, DOC_DIV)) {
        fill_divisions(m, f);
    }
}
