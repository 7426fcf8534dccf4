/* SPDX-License-Identifier: MIT */
/*
 * Section numbers: "2.1" in front of a heading's text, in a span of pandoc's class, so that every
 * output shows the same ones.
 */
#include "doc/doc.h"

#include "base/buf.h"

#define MAX_LEVELS 6

/** The smallest heading level of the document: it is numbered 1, 2, 3, whatever it is. */
static int first_level(struct doc_node *root) {
    int least = MAX_LEVELS;
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_HEADING && !w.node->u.heading.unnumbered &&
            w.node->u.heading.level < least) {
            least = w.node->u.heading.level;
        }
    }
    return least;
}

static void put_number(struct doc *d, struct doc_node *heading, const int *counts, int depth) {
    struct buf b;
    buf_init(&b, 0);
    for (int i = 0; i < depth; i++) {
        buf_puts(&b, i ? "." : "");
        buf_int(&b, counts[i]);
    }
    struct doc_node *span = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    doc_add_class(d, span, STR("header-section-number"));
    doc_append(span, doc_text_new(d, buf_keep(&b, d->arena), SPAN_NONE));
    buf_drop(&b);
    struct doc_node *gap =
        doc_text_new(d, STR("\xE2\x80\x83"), SPAN_NONE); /* an em, as LaTeX leaves */
    if (heading->first) {
        doc_insert_before(heading->first, span);
        doc_insert_after(span, gap);
    } else {
        doc_append(heading, span);
    }
}

void doc_number_sections(struct doc *d, int64_t depth) {
    int counts[MAX_LEVELS] = {0};
    int base = first_level(d->root);
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_HEADING || w.node->u.heading.unnumbered) {
            continue;
        }
        int level = w.node->u.heading.level - base;
        if (level < 0 || level >= depth || level >= MAX_LEVELS) {
            continue;
        }
        counts[level]++;
        for (int i = level + 1; i < MAX_LEVELS; i++) {
            counts[i] = 0;
        }
        put_number(d, w.node, counts, level + 1);
    }
}
