/* SPDX-License-Identifier: MIT */
/*
 * Boxes of a table and of its rows and cells in style sheets: backgrounds, borders, paddings and
 * widths. A table without boxes keeps the style of booktabs. A table with a box has padding in each
 * cell, and no white space between rules and backgrounds.
 */
#include "print/layout/set/table_parts.h"

#include "print/layout/model/sp.h"

/** The paint of a style, in the arena; NULL if nothing is visible. */
static const struct box_paint *paint_of(struct setter *s, const struct frame *f) {
    struct box_paint paint;
    if (!set_box_paint(s, f->look, &f->ink, f->width, &paint)) {
        return NULL;
    }
    return arena_copy(s->arena, &paint, sizeof paint);
}

void set_table_part_box(struct table *t, const struct frame *f) {
    t->part_paint = f->look ? paint_of(t->s, f) : NULL;
    t->boxed = t->boxed || t->part_paint;
}

/** Reads the paint of a row. A row without a background gets that of its part of the table. */
void set_table_row_box(struct table *t, struct table_row *row, const struct frame *f) {
    row->paint = f->look ? paint_of(t->s, f) : NULL;
    if (!row->paint || !row->paint->grounded) {
        const struct box_paint *part = t->part_paint;
        if (part && part->grounded) {
            struct box_paint own = row->paint ? *row->paint : (struct box_paint){0};
            own.grounded = true;
            own.ground = part->ground;
            row->paint = arena_copy(t->s->arena, &own, sizeof own);
        }
    }
    t->boxed = t->boxed || row->paint;
}

void set_table_cell_box(struct table *t, struct table_cell *cell, const struct frame *f) {
    struct setter *s = t->s;
    cell->paint = NULL;
    cell->pad_top = cell->pad_bottom = cell->least = 0;
    cell->sink = WORD_TOP;
    if (!f->look) {
        return;
    }
    cell->paint = paint_of(s, f);
    bool padded = f->look->v[LOOK_PADDING_TOP] || f->look->v[LOOK_PADDING_BOTTOM];
    cell->padded = padded;
    cell->pad_top = set_box_padding(s, f->look, EDGE_TOP, &f->ink, f->width);
    cell->pad_bottom = set_box_padding(s, f->look, EDGE_BOTTOM, &f->ink, f->width);
    cell->least = set_box_length(s, f->look, LOOK_WIDTH, &f->ink, f->width, 0);
    const struct look_value *sink = f->look->v[LOOK_VERTICAL_ALIGN];
    cell->sink = look_is(sink, WORD_MIDDLE)   ? WORD_MIDDLE
                 : look_is(sink, WORD_BOTTOM) ? WORD_BOTTOM
                                              : WORD_TOP;
    int64_t sides = (int64_t)set_box_padding(s, f->look, EDGE_LEFT, &f->ink, f->width) +
                    set_box_padding(s, f->look, EDGE_RIGHT, &f->ink, f->width);
    if (sides > t->asked_gap && (f->look->v[LOOK_PADDING_LEFT] || f->look->v[LOOK_PADDING_RIGHT])) {
        t->asked_gap = sides < f->width / 2 ? (sp)sides : f->width / 2;
    }
    t->boxed = t->boxed || cell->paint || padded;
}

void set_table_own_box(struct table *t, const struct frame *f) {
    static const struct {
        enum box_edge edge;
        enum look_prop prop;
    } RULES[] = {{EDGE_TOP, LOOK_BORDER_TOP_STYLE}, {EDGE_BOTTOM, LOOK_BORDER_BOTTOM_STYLE}};
    sp *const rules[] = {&t->heavy, &t->end};
    struct box_paint paint;
    t->asked_width = set_box_length(t->s, f->look, LOOK_WIDTH, &f->ink, f->width, 0);
    t->asked_width = t->asked_width < f->width ? t->asked_width : f->width;
    (void)set_box_paint(t->s, f->look, &f->ink, f->width, &paint);
    /* solid borders at the top and bottom of the table are drawn as its first and last rule, and
     * other borders that the sheet sets replace this rule */
    for (size_t i = 0; f->look && i < ARRAY_LEN(RULES); i++) {
        struct border *b = &paint.border[RULES[i].edge];
        if (b->style == BORDER_SOLID) {
            *b = (struct border){.style = BORDER_NONE};
        } else if (f->look->v[RULES[i].prop]) {
            *rules[i] = 0;
        }
    }
    if (page_shape_paints(&paint)) {
        t->paint = arena_copy(t->s->arena, &paint, sizeof paint);
        t->boxed = true;
    }
}

sp set_table_pad(const struct table *t) {
    return t->boxed ? t->gap / 2 : 0;
}

/** Gives a cell a copy of its paint in which one side is missing. */
static void drop_side(struct table *t, struct table_cell *cell, enum box_edge edge) {
    struct box_paint own = *cell->paint;
    own.border[edge].style = BORDER_NONE;
    cell->paint = arena_copy(t->s->arena, &own, sizeof own);
}

static bool has_side(const struct box_paint *paint, enum box_edge edge) {
    return paint && paint->border[edge].style != BORDER_NONE && paint->border[edge].width > 0;
}

/** Lets two adjacent cells share one border line, which the first cell draws (CSS 2.1, 17.6.2). If
 * widths and colours differ, those of the first cell count. */
static void collapse_borders(struct table *t) {
    /* for each column, whether there is a line below the previous row */
    bool *lined = ARENA_ARRAY(t->s->arena, bool, t->ncols + 1);
    for (size_t r = 0; r < t->rows.n; r++) {
        const struct table_row *row = &t->rows.p[r];
        const struct table_cell *before = NULL;
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            struct table_cell *cell = &t->cells.p[k];
            bool beside = before && before->col + before->span == cell->col;
            if (beside && has_side(before->paint, EDGE_RIGHT) && has_side(cell->paint, EDGE_LEFT)) {
                drop_side(t, cell, EDGE_LEFT);
            }
            if (lined[cell->col] && has_side(cell->paint, EDGE_TOP)) {
                drop_side(t, cell, EDGE_TOP);
            }
            for (size_t i = cell->col; i < cell->col + cell->span; i++) {
                lined[i] = has_side(cell->paint, EDGE_BOTTOM) || has_side(row->paint, EDGE_BOTTOM);
            }
            before = cell;
        }
    }
}

/** Moves booktabs' space between rules and rows into the rows, so that backgrounds touch the
 * rules. */
void set_table_box_rows(struct table *t) {
    if (!t->boxed) {
        return;
    }
    for (size_t i = 0; i < t->rows.n; i++) {
        struct table_row *row = &t->rows.p[i];
        row->pad_top = row->pad_bottom = 0;
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            const struct table_cell *cell = &t->cells.p[k];
            sp top = cell->padded ? cell->pad_top : t->below_rule / 2;
            sp bottom = cell->padded ? cell->pad_bottom : t->below_rule / 2;
            row->pad_top = top > row->pad_top ? top : row->pad_top;
            row->pad_bottom = bottom > row->pad_bottom ? bottom : row->pad_bottom;
        }
    }
    t->above_rule = t->below_rule = 0;
    collapse_borders(t);
}

/* ---- drawing ---- */

/** A part of a row that is in one box. It extends from `from` to `to` below the top of the row. */
struct part {
    struct table *t;
    struct v_box *box;
    size_t row;
    sp from, to;
};

/** The area of some columns within the part. `height` is that of the row, or of all rows of a cell.
 */
static struct box_area area_of(const struct part *part, size_t col, size_t span, sp height) {
    const struct table *t = part->t;
    sp pad = set_table_pad(t);
    bool last = col + span >= t->ncols;
    sp left = t->left[col] - pad;
    sp right = t->left[col + span] - (last ? 0 : t->gap) + (last ? pad : t->gap - pad);
    if (t->f.rtl) { /* in right-to-left text, columns are ordered from the right */
        sp ends = t->left[0] + t->left[t->ncols], mirrored = ends - right;
        right = ends - left;
        left = mirrored;
    }
    bool cut = part->from > 0 || part->to < t->rows.p[part->row].height;
    sp to = cut ? part->to : height;
    struct box_area area = {
        .x = left, .y = -part->box->height, .w = right - left, .h = to - part->from};
    area.open[EDGE_TOP] = part->from > 0;
    area.open[EDGE_BOTTOM] = cut && part->to < height;
    return area;
}

/** The height of all rows that a cell covers. */
static sp cell_height(const struct table *t, size_t r, const struct table_cell *cell) {
    int64_t sum = 0;
    for (size_t i = r; i < t->rows.n && i < r + (size_t)cell->rows; i++) {
        sum += t->rows.p[i].height;
    }
    return sum < SP_MAX / 4 ? (sp)sum : SP_MAX / 4;
}

void set_table_draw_boxes(struct table *t, struct v_box *box, size_t r, sp from, sp to) {
    const struct table_row *row = &t->rows.p[r];
    struct part part = {t, box, r, from, to};
    bool whole = !row->joined;
    if (!t->boxed) {
        return;
    }
    for (size_t k = row->first; k < row->first + row->ncells; k++) {
        whole = whole && t->cells.p[k].rows == 1;
    }
    if (row->paint && whole) {
        struct box_area area = area_of(&part, 0, t->ncols, row->height);
        draw_box(t->s->arena, &box->draws, row->paint, &area);
    }
    for (size_t k = row->first; k < row->first + row->ncells; k++) {
        const struct table_cell *cell = &t->cells.p[k];
        struct box_area area = area_of(&part, cell->col, cell->span, cell_height(t, r, cell));
        if (row->paint && !whole) {
            draw_box(t->s->arena, &box->draws, row->paint, &area);
        }
        if (cell->paint) {
            draw_box(t->s->arena, &box->draws, cell->paint, &area);
        }
    }
}

void set_table_open_box(struct table *t) {
    struct v_panel *panel = ARENA_NEW(t->s->arena, struct v_panel);
    sp pad = set_table_pad(t);
    sp before = t->paint->border[EDGE_LEFT].width;
    panel->x = t->left[0] - pad - before;
    panel->width =
        t->left[t->ncols] - t->left[0] + 2 * pad + before + t->paint->border[EDGE_RIGHT].width;
    panel->paint = t->paint;
    galley_open_panel(t->s->now.g, panel, t->paint->border[EDGE_TOP].width);
}
