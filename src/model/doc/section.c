/* SPDX-License-Identifier: MIT */
/*
 * Section numbers: "2.1" before a heading's text, in a span of pandoc's class, so that all outputs
 * show the same number.
 */
#include "model/doc/doc.h"

#include "core/base/buf.h"

#define MAX_LEVELS 8
/* the lowest division with a number in articles (LaTeX's secnumdepth): subsubsections */
#define ARTICLE_DEPTH 3
#define REPORT_DEPTH 2 /* the lowest division with a number in reports and books: subsections */
#define LETTERS 26

/** Returns the smallest heading level of the document. These headings are numbered 1, 2, 3,
 * whatever the level is. */
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

/** The state of the numbering. */
struct numbering {
    struct doc *doc;
    int first;    /* the highest division that is counted, except parts */
    int64_t last; /* the lowest division with numbers */
    int counts[MAX_LEVELS];
    int offsets[MAX_LEVELS]; /* numbers that are added to the counts of each level */
    int parts;
    /* in appendices, the number of the last section before them; elsewhere, that of the last
     * appendix */
    int main;
    bool appendix; /* the section of the highest level is an appendix */
    enum doc_matter matter;
};

static struct str formed(struct doc *d, enum doc_list_style style, int number) {
    struct buf b = BUF_INIT;
    doc_list_number(&b, style, number);
    return buf_finish(&b, d->arena);
}

/** Returns the number of the current section, as "2.1". In an appendix, the highest level has
 * letters (LaTeX's \appendix): "B.1". */
static struct str number_text(const struct numbering *n, int depth) {
    struct buf b = BUF_INIT;
    for (int i = 0; i < depth; i++) {
        buf_puts(&b, i ? "." : "");
        if (i == 0 && n->appendix && n->counts[0] >= 1 && n->counts[0] <= LETTERS) {
            buf_putc(&b, (char)('A' + n->counts[0] - 1));
        } else {
            buf_int(&b, n->counts[i] + n->offsets[i]);
        }
    }
    return buf_finish(&b, n->doc->arena);
}

static void put_number(struct doc *d, struct doc_node *heading, struct str number) {
    heading->u.heading.number = number;
    struct doc_node *span = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    doc_add_class(d, span, STR("header-section-number"));
    doc_add_text(d, span, number, SPAN_NONE);
    /* an em space, as in LaTeX */
    struct doc_node *gap = doc_text_new(d, STR("\xE2\x80\x83"), SPAN_NONE);
    if (heading->first) {
        doc_insert_before(heading->first, span);
        doc_insert_after(span, gap);
    } else {
        doc_append(heading, span);
    }
}

/** Whether headings have numbers. Sets `*depth` to LaTeX's lowest division with numbers. */
static bool wanted_depth(const struct doc *d, int64_t *depth) {
    static const char *const keys[] = {"numbersections", "number-sections", "numberSections"};
    *depth = d->cls.kind == DOC_CLASS_ARTICLE ? ARTICLE_DEPTH : REPORT_DEPTH;
    (void)str_to_i64(node_text(node_get(d->front, "secnumdepth")), depth);
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (node_bool(node_get(d->front, keys[i]), 0) == 1) {
            return true;
        }
    }
    const struct node *all = node_get(d->front, "numbering"); /* the key in MyST */
    static const char *const levels[] = {"headings",  "all",       "heading_1", "heading_2",
                                         "heading_3", "heading_4", "heading_5", "heading_6"};
    bool on = node_bool(all, 0) == 1;
    for (size_t i = 0; i < ARRAY_LEN(levels) && !on; i++) {
        const struct node *one = node_get(all, levels[i]);
        on = node_bool(one, 0) == 1 || node_bool(node_get(one, "enabled"), 0) == 1;
    }
    return on;
}

/** Numbers a part. Parts have their own numbers, and chapters do not restart in them. */
static void number_part(struct numbering *n, struct doc_node *heading) {
    if (n->last >= DOC_PART && n->matter != DOC_MATTER_FRONT && n->matter != DOC_MATTER_BACK) {
        put_number(n->doc, heading, formed(n->doc, DOC_UPPER_ROMAN, ++n->parts));
    }
}

static void number_heading(struct numbering *n, struct doc_node *heading) {
    bool article = n->doc->cls.kind == DOC_CLASS_ARTICLE;
    int level = doc_division(n->doc, heading) - n->first;
    if (!article && doc_division(n->doc, heading) <= DOC_PART) {
        number_part(n, heading);
        return;
    }
    int division = article ? level + 1 : level + n->first;
    bool outside = n->matter == DOC_MATTER_FRONT || n->matter == DOC_MATTER_BACK;
    if (level < 0 || division > n->last || level >= MAX_LEVELS || (!article && outside)) {
        return;
    }
    bool appendix = level == 0 && doc_has_class(heading, "appendix");
    if (level == 0 && appendix != n->appendix) {
        int count = n->counts[0];
        n->counts[0] = n->main;
        n->main = count;
        n->appendix = appendix;
    }
    n->counts[level]++;
    for (int i = level + 1; i < MAX_LEVELS; i++) {
        n->counts[i] = 0;
    }
    heading->u.heading.appendix = n->appendix;
    put_number(n->doc, heading, number_text(n, level + 1));
}

/** Reads `number-offset: 5` or `[1, 4]`: the numbers before the first heading of each level, as in
 * pandoc. */
static void read_offsets(struct numbering *n) {
    const struct node *all = node_get(n->doc->front, "number-offset");
    struct str rest = node_text(all);
    for (size_t i = 0; i < MAX_LEVELS && all; i++) {
        bool list = all->kind == NODE_LIST;
        struct str text = !list        ? str_cut(&rest, ',')
                          : i < all->n ? node_text(all->items[i])
                                       : STR_EMPTY;
        int64_t offset = 0;
        if (str_to_i64(str_trim(text), &offset) && offset > 0 && offset < 10000) {
            n->offsets[i] = (int)offset;
        }
    }
}

void doc_number_sections(struct doc *d) {
    struct numbering n = {.doc = d};
    if (!wanted_depth(d, &n.last)) {
        return;
    }
    read_offsets(&n);
    n.first = d->cls.kind == DOC_CLASS_ARTICLE ? first_level(d->root)
              : d->cls.top > DOC_CHAPTER       ? d->cls.top
                                               : DOC_CHAPTER;
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_HEADING && !w.node->u.heading.unnumbered) {
            number_heading(&n, w.node);
        } else if (w.enter && doc_matter_of(w.node) != DOC_MATTER_NONE) {
            n.matter = doc_matter_of(w.node);
        }
    }
}
