/* SPDX-License-Identifier: MIT */
/*
 * Text in columns (CSS Multi-column 1). The blocks are set in a galley as wide as one column. On
 * each page the galley is divided into columns of equal height.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

#define MAX_COLUMNS 64
#define MIN_COLUMN PT(32)

/** Computes the number of columns and their width (CSS Multi-column 1, section 3.4). */
static size_t count_columns(const struct setter *s, const struct frame *f, sp gap) {
    const struct look_value *v = f->look->v[LOOK_COLUMN_COUNT];
    int64_t asked = v && v->kind == LOOK_NUMBER ? v->micro / CSS_MICRO : 0;
    sp wide = set_look_sp(s, f, LOOK_COLUMN_WIDTH, 0);
    int64_t fit = wide > 0 ? ((int64_t)f->width + gap) / ((int64_t)wide + gap) : 0;
    int64_t n = asked > 0 && fit > 0 ? (asked < fit ? asked : fit) : asked > 0 ? asked : fit;
    n = n > MAX_COLUMNS ? MAX_COLUMNS : n;
    while (n > 1 && ((int64_t)f->width - gap * (n - 1)) / n < MIN_COLUMN) {
        n--;
    }
    return n > 1 ? (size_t)n : 1;
}

/** The end of the rows that fit into `n` columns of this height, beginning with row `from`. */
static size_t columns_end(const struct galley *g, size_t from, size_t n, int64_t height,
                          size_t *ends) {
    for (size_t i = 0; i < n; i++) {
        from = galley_fit(g, from, height);
        ends[i] = from;
    }
    return from;
}

/** Finds the ends of a page's columns. The columns have the smallest height that holds the
 * remaining rows, or the height of the page. Returns the end of the last column. */
static size_t balance(const struct galley *g, size_t from, size_t n, sp most, size_t *ends) {
    int64_t low = 0, high = most;
    if (columns_end(g, from, n, high, ends) < g->rows.n) {
        return ends[n - 1];
    }
    while (high - low > SP_PT / 2) {
        int64_t mid = low + (high - low) / 2;
        if (columns_end(g, from, n, mid, ends) < g->rows.n) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return columns_end(g, from, n, high, ends);
}

static void draw_column_rules(struct setter *s, struct v_box *box, const struct frame *f, size_t n,
                              sp width, sp gap) {
    const struct look_value *colour = f->look->v[LOOK_COLUMN_RULE_COLOR];
    const struct look_value *style = f->look->v[LOOK_COLUMN_RULE_STYLE];
    struct box_paint paint = {0};
    if (!style || look_is(style, WORD_NONE)) {
        return;
    }
    struct border *b = &paint.border[EDGE_LEFT];
    b->style = look_is(style, WORD_DASHED)   ? BORDER_DASHED
               : look_is(style, WORD_DOTTED) ? BORDER_DOTTED
               : look_is(style, WORD_DOUBLE) ? BORDER_DOUBLE
                                             : BORDER_SOLID;
    b->width = set_look_sp(s, f, LOOK_COLUMN_RULE_WIDTH, SP_PT / 2);
    b->colour = colour && colour->kind == LOOK_COLOUR ? set_box_colour(colour, f->ink.ground)
                                                      : f->ink.colour;
    for (size_t i = 1; i < n; i++) {
        struct box_area area = {.x = f->left + (sp)i * (width + gap) - gap / 2 - b->width / 2,
                                .y = -box->height,
                                .w = b->width,
                                .h = box->height + box->depth};
        draw_box(s->arena, &box->draws, &paint, &area);
    }
}

/** Puts the rows of a galley into columns. Each page gets one box. */
static void put_columns(struct setter *s, struct galley *own, const struct frame *f, size_t n,
                        sp width, sp gap) {
    for (size_t from = 0; from < own->rows.n;) {
        struct v_box *boxes[MAX_COLUMNS];
        size_t ends[MAX_COLUMNS];
        size_t count = 0;
        size_t to = balance(own, from, n, s->style->text_h, ends);
        for (size_t i = 0; i < n && from < to; i++) {
            boxes[count] = galley_pack_rows(own, from, ends[i]);
            from = ends[i];
            draw_move(&boxes[count++]->draws, (sp)(f->rtl ? n - 1 - i : i) * (width + gap), 0);
        }
        struct v_box *all = galley_beside(s->now.g, boxes, count);
        draw_column_rules(s, all, f, n, width, gap);
        set_put_box(s, all, f);
    }
}

bool set_text_columns(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct galley own;
    struct frame in = *f;
    sp measure = s->now.measure;
    sp gap = set_look_sp(s, f, LOOK_COLUMN_GAP, f->ink.size);
    size_t columns = count_columns(s, f, gap);
    if (columns < 2) {
        return false;
    }
    set_flush_run_in(s, f);
    set_aside_clear(s, f, WORD_BOTH);
    in.width = (sp)(((int64_t)f->width - (int64_t)gap * (int64_t)(columns - 1)) / (int64_t)columns);
    set_galley_begin(s, &own);
    s->now.measure = in.width;
    set_blocks(s, n->first, &in);
    set_flush_labels(s, &in);
    set_aside_end(s, &in);
    s->now.measure = measure;
    set_galley_end(s);
    put_columns(s, &own, f, columns, in.width, gap);
    galley_drop(&own);
    s->now.no_indent = true;
    return true;
}
