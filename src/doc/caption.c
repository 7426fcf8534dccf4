/* SPDX-License-Identifier: MIT */
/*
 * Numbers of figures and tables: "Table 2: " in front of a caption, as LaTeX's article has it, in a
 * span, so that every output shows the same ones.
 */
#include "doc/doc.h"

/** What was counted so far, of one kind, in each output. */
struct caption_count {
    int n[DOC_OUTPUTS];
};

/**
 * What several outputs show has one number in all of them: a figure for the screen and the one that
 * stands for it on paper share theirs. `outputs` has a bit for each that shows the caption.
 */
static int next_number(struct caption_count *c, unsigned outputs) {
    int number = 0;
    for (size_t i = 0; i < DOC_OUTPUTS; i++) {
        number = outputs >> i & 1 && c->n[i] > number ? c->n[i] : number;
    }
    number++;
    for (size_t i = 0; i < DOC_OUTPUTS; i++) {
        c->n[i] = outputs >> i & 1 ? number : c->n[i];
    }
    return number;
}

static void put_label(struct doc *d, struct doc_node *caption, struct str lang, int number) {
    bool figure = caption->parent->kind == DOC_FIGURE;
    bool foreign = false;
    caption->u.caption.number = number;
    struct str word = doc_label_word(d, lang, figure ? DOC_WORD_FIGURE : DOC_WORD_TABLE, &foreign);
    struct doc_node *span = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    doc_add_class(d, span, STR("caption-number"));
    if (foreign) {
        doc_set_pair(d, span, STR("lang"), STR("en"));
    }
    struct str label =
        arena_printf(d->arena, "%.*s%s%d: ", STR_ARG(word), word.n ? "\u00A0" : "", number);
    doc_append(span, doc_text_new(d, label, SPAN_NONE));
    if (caption->first) {
        doc_insert_before(caption->first, span);
    } else {
        doc_append(caption, span);
    }
}

static void number_caption(struct doc *d, struct doc_node *caption, struct caption_count *count) {
    unsigned outputs = ~0u;
    for (const struct doc_node *n = caption; n; n = n->parent) {
        outputs &= doc_outputs_of(d, n);
    }
    put_label(d, caption, doc_lang_at(d, caption), next_number(count, outputs));
}

void doc_number_captions(struct doc *d) {
    struct doc_node *parts[] = {d->meta.abstract, d->root};
    struct caption_count tables = {{0}};
    struct caption_count figures = {{0}};
    if (!doc_has_kind(d, DOC_CAPTION)) {
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_CAPTION) {
                number_caption(d, w.node, w.node->parent->kind == DOC_FIGURE ? &figures : &tables);
            }
        }
    }
}
