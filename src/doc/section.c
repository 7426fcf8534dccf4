/* SPDX-License-Identifier: MIT */
/*
 * Section numbers: "2.1" in front of a heading's text, in a span of pandoc's class, so that every
 * output shows the same ones.
 */
#include "doc/doc.h"

#include "base/buf.h"

#define MAX_LEVELS 6
#define DEFAULT_DEPTH 3 /* LaTeX's secnumdepth for articles */
#define LETTERS 26

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

/** "2.1"; the first level of an appendix has letters (LaTeX's \appendix): "B.1". */
static struct str number_text(struct doc *d, const int *counts, int depth, bool appendix) {
    struct buf b;
    buf_init(&b, 0);
    for (int i = 0; i < depth; i++) {
        buf_puts(&b, i ? "." : "");
        if (i == 0 && appendix && counts[0] >= 1 && counts[0] <= LETTERS) {
            buf_putc(&b, (char)('A' + counts[0] - 1));
        } else {
            buf_int(&b, counts[i]);
        }
    }
    struct str text = buf_keep(&b, d->arena);
    buf_drop(&b);
    return text;
}

static void put_number(struct doc *d, struct doc_node *heading, struct str number) {
    heading->u.heading.number = number;
    struct doc_node *span = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    doc_add_class(d, span, STR("header-section-number"));
    doc_append(span, doc_text_new(d, number, SPAN_NONE));
    struct doc_node *gap =
        doc_text_new(d, STR("\xE2\x80\x83"), SPAN_NONE); /* an em, as LaTeX leaves */
    if (heading->first) {
        doc_insert_before(heading->first, span);
        doc_insert_after(span, gap);
    } else {
        doc_append(heading, span);
    }
}

/** How many levels get numbers; 0: none. */
static int64_t wanted_depth(const struct doc *d) {
    static const char *const keys[] = {"numbersections", "number-sections", "numberSections"};
    int64_t depth = DEFAULT_DEPTH;
    (void)str_to_i64(node_text(node_get(d->front, "secnumdepth")), &depth);
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (node_bool(node_get(d->front, keys[i]), 0) == 1) {
            return depth;
        }
    }
    return 0;
}

void doc_number_sections(struct doc *d) {
    int64_t depth = wanted_depth(d);
    int counts[MAX_LEVELS] = {0};
    bool appendix = false;
    if (depth <= 0) {
        return;
    }
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
        if (level == 0 && !appendix && doc_has_class(w.node, "appendix")) {
            appendix = true;
            counts[0] = 0;
        }
        counts[level]++;
        for (int i = level + 1; i < MAX_LEVELS; i++) {
            counts[i] = 0;
        }
        put_number(d, w.node, number_text(d, counts, level + 1, appendix));
    }
}
