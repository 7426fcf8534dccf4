/* SPDX-License-Identifier: MIT */
/*
 * Numbers of figures, tables and listings: "Table 2: " before a caption, as in LaTeX's article
 * class. The number is a span in the tree, so that all outputs show the same number.
 */
#include "model/doc/doc.h"

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
    bool table = of->kind != DOC_FIGURE || doc_has_class(of, "float-table");
    return table                          ? DOC_WORD_TABLE
           : doc_has_class(of, "listing") ? DOC_WORD_LISTING
                                          : DOC_WORD_FIGURE;
}

/** Returns the text between the number of a caption and its text. The default is ": ". A key of
 * pandoc-crossref or Quarto can change it. */
static struct str delimiter(const struct doc *d) {
    const struct node *own = node_get(d->front, "titleDelim");
    own = own ? own : node_get(node_get(d->front, "crossref"), "title-delim");
    return own && own->kind == NODE_STRING ? node_text(own) : STR(":");
}

/** Returns the form of the numbers of a kind: "arabic", "alpha a", "roman I" (Quarto;
 * pandoc-crossref has the same words). */
static enum doc_list_style number_style(const struct doc *d, enum doc_word kind) {
    static const char *const keys[][2] = {
        {"tblLabels", "tbl-labels"}, {"figLabels", "fig-labels"}, {"lstLabels", "lst-labels"}};
    size_t k = kind == DOC_WORD_TABLE ? 0 : kind == DOC_WORD_FIGURE ? 1 : 2;
    const struct node *map = node_get(d->front, "crossref");
    const struct node *own = node_get(d->front, keys[k][0]);
    own = own ? own : node_get(map, keys[k][1]);
    struct str s = node_text(own ? own : node_get(map, "labels"));
    bool upper = s.n && is_upper(s.p[s.n - 1]);
    return str_starts(s, STR("alpha"))   ? upper ? DOC_UPPER_ALPHA : DOC_LOWER_ALPHA
           : str_starts(s, STR("roman")) ? upper ? DOC_UPPER_ROMAN : DOC_LOWER_ROMAN
                                         : DOC_DECIMAL;
}

static void put_label(struct doc *d, struct doc_node *caption, struct str lang) {
    bool foreign = false;
    struct str word = doc_label_word(d, lang, doc_caption_kind(caption), &foreign);
    struct doc_node *span = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    doc_add_class(d, span, STR("caption-number"));
    if (foreign) {
        doc_set_pair(d, span, STR("lang"), STR("en"));
    }
    struct str label =
        arena_printf(d->arena, "%.*s%s%.*s%.*s ", STR_ARG(word), word.n ? "\u00A0" : "",
                     STR_ARG(caption->u.caption.shown), STR_ARG(delimiter(d)));
    doc_add_text(d, span, label, SPAN_NONE);
    doc_insert(caption, caption->first, span);
}

struct str doc_continued_word(const struct doc *d, const struct doc_node *caption) {
    static const struct str no = STR_INIT("false");
    bool foreign;
    struct str word = doc_label_word(d, doc_lang_at(d, caption), DOC_WORD_CONTINUED, &foreign);
    return str_eq(doc_pair(caption->parent, "continued"), no) || str_eq(word, no) ? STR_EMPTY
                                                                                  : word;
}

struct str doc_continued_label(const struct doc *d, const struct doc_node *caption) {
    bool foreign;
    struct str word = doc_continued_word(d, caption);
    struct str kind =
        doc_label_word(d, doc_lang_at(d, caption), doc_caption_kind(caption), &foreign);
    return !word.n ? word
                   : arena_join(d->arena, 6, kind, kind.n ? STR("\u00A0") : STR_EMPTY,
                                caption->u.caption.shown, STR(" ("), word, STR(")"));
}

/** The counts of tables, figures and listings in the current chapter of the walk. */
#define KINDS 3
struct counting {
    struct doc_chapters chapters[KINDS];
    struct doc_count counts[KINDS];
};

/** Reads `tag="S1"` of pandoc-fignos at the figure, its image or the table. */
static struct str own_tag(const struct doc_node *caption) {
    const struct doc_node *of = caption->parent;
    struct str tag = doc_pair(of, "tag");
    const struct doc_node *block = of->kind == DOC_FIGURE ? of->first : NULL;
    const struct doc_node *image = block && block != caption ? block->first : NULL;
    return tag.n || !image || image->kind != DOC_IMAGE ? tag : doc_pair(image, "tag");
}

static void number_caption(struct doc *d, struct counting *c, struct doc_node *caption) {
    enum doc_word kind = doc_caption_kind(caption);
    size_t which = kind == DOC_WORD_TABLE ? 0 : kind == DOC_WORD_LISTING ? 2 : 1;
    struct str tag = own_tag(caption);
    if (doc_has_class(caption, "unnumbered")) { /* LaTeX's \caption* */
        return;
    }
    if (tag.n) { /* a number set by the author, such as "S1", is not counted */
        caption->u.caption.shown = tag;
        put_label(d, caption, doc_lang_at(d, caption));
        return;
    }
    int number = doc_count_next(&c->counts[which], doc_outputs_around(d, caption));
    caption->u.caption.number = number;
    caption->u.caption.shown =
        doc_chapters_number(&c->chapters[which], d->arena, number, number_style(d, kind));
    put_label(d, caption, doc_lang_at(d, caption));
}

void doc_number_captions(struct doc *d) {
    struct doc_node *parts[] = {d->meta.abstract, d->root};
    if (!doc_has_kind(d, DOC_CAPTION)) {
        return;
    }
    struct counting c = {.chapters = {doc_chapters_start(d, d->within & DOC_WITHIN_TABLES),
                                      doc_chapters_start(d, d->within & DOC_WITHIN_FIGURES),
                                      doc_chapters_start(d, false)}};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_CAPTION) {
                number_caption(d, &c, w.node);
            }
            for (size_t k = 0; w.enter && w.node->kind == DOC_HEADING && k < KINDS; k++) {
                if (doc_chapters_pass(&c.chapters[k], w.node)) {
                    c.counts[k] = (struct doc_count){{0}};
                }
            }
        }
    }
}
