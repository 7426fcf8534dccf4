/* SPDX-License-Identifier: MIT */
/*
 * Numbers of figures, tables and listings: "Table 2: " in front of a caption, as LaTeX's article
 * has it, in a span, so that every output shows the same ones.
 */
#include "doc/doc.h"

int doc_count_next(struct doc_count *c, unsigned outputs) {
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

unsigned doc_outputs_around(const struct doc *d, const struct doc_node *n) {
    unsigned outputs = ~0u;
    for (; n; n = n->parent) {
        outputs &= doc_outputs_of(d, n);
    }
    return outputs;
}

enum doc_word doc_caption_kind(const struct doc_node *caption) {
    const struct doc_node *of = caption->parent;
    return of->kind != DOC_FIGURE         ? DOC_WORD_TABLE
           : doc_has_class(of, "listing") ? DOC_WORD_LISTING
                                          : DOC_WORD_FIGURE;
}

static void put_label(struct doc *d, struct doc_node *caption, struct str lang, int number) {
    bool foreign = false;
    caption->u.caption.number = number;
    struct str word = doc_label_word(d, lang, doc_caption_kind(caption), &foreign);
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

void doc_number_captions(struct doc *d) {
    struct doc_node *parts[] = {d->meta.abstract, d->root};
    struct doc_count tables = {{0}}, figures = {{0}}, listings = {{0}};
    if (!doc_has_kind(d, DOC_CAPTION)) {
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            if (!w.enter || w.node->kind != DOC_CAPTION) {
                continue;
            }
            enum doc_word kind = doc_caption_kind(w.node);
            int number = doc_count_next(kind == DOC_WORD_TABLE     ? &tables
                                        : kind == DOC_WORD_LISTING ? &listings
                                                                   : &figures,
                                        doc_outputs_around(d, w.node));
            put_label(d, w.node, doc_lang_at(d, w.node), number);
        }
    }
}
