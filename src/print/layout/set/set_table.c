/* SPDX-License-Identifier: MIT */
/*
 * Tables in the style of the booktabs package: rules above, below the head and at the end, no
 * vertical rules; columns as wide as their content; the table is centred. This file reads rows and
 * cells, makes their elements and decides whether the table floats. table_size.c chooses the widths
 * of columns, and table_rows.c sets the rows.
 */
#include "print/layout/set/table_parts.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_WIDE_TABLE);

#define MAX_COLUMNS 512
/* maximum number of rows of a table that spans all columns of the page and is never cut */
#define MAX_WIDE_ROWS 30

/* ---- reading the table */

static bool has_head(const struct doc_node *n) {
    for (const struct doc_node *r = n->first; r; r = r->next) {
        if (r->kind != DOC_ROW || !r->u.row.head) {
            continue;
        }
        for (const struct doc_node *c = r->first; c; c = c->next) {
            if (c->first) {
                return true;
            }
        }
    }
    return false; /* pandoc gives an empty head to a table without a head */
}

/** Puts the cells of a row into those columns that cells of earlier rows do not cover. */
static void take_row(struct table *t, const struct doc_node *n, int *busy) {
    struct table_row row = {
        .node = n, .first = t->cells.n, .head = n->u.row.head, .foot = n->u.row.foot};
    size_t col = 0;
    for (size_t i = 0; i < t->ncols; i++) {
        row.joined = row.joined || busy[i] > 0;
    }
    for (const struct doc_node *c = n->first; c; c = c->next) {
        while (col < t->ncols && busy[col] > 0) {
            col++;
        }
        if (c->kind != DOC_CELL || col >= t->ncols) {
            continue;
        }
        struct table_cell cell = {.node = c, .col = col, .span = 1, .rows = 1};
        size_t want = c->u.cell.colspan > 1 ? (size_t)c->u.cell.colspan : 1;
        while (cell.span < want && col + cell.span < t->ncols && busy[col + cell.span] == 0) {
            cell.span++;
        }
        cell.rows = c->u.cell.rowspan > 1 ? c->u.cell.rowspan : 1;
        for (size_t i = col; i < col + cell.span; i++) {
            busy[i] = cell.rows;
        }
        vec_push(&t->cells, cell);
        col += cell.span;
    }
    for (size_t i = 0; i < t->ncols; i++) {
        busy[i] -= busy[i] > 0;
    }
    row.ncells = t->cells.n - row.first;
    vec_push(&t->rows, row);
}

static void take_rows(struct table *t) {
    bool head = has_head(t->node);
    int *busy = ARENA_ARRAY(t->s->arena, int, t->ncols);
    for (const struct doc_node *r = t->node->first; r; r = r->next) {
        if (r->kind == DOC_ROW && (head || !r->u.row.head)) {
            take_row(t, r, busy);
        }
    }
}

enum page_role set_table_part(const struct table_row *row) {
    return row->head ? ROLE_THEAD : row->foot ? ROLE_TFOOT : ROLE_TBODY;
}

/** Structure: Table > THead, TBody, TFoot > TR > TH, TD (ISO 32000-1, 14.8.4.3.4). */
static void make_elems(struct table *t, struct page_elem *table) {
    struct setter *s = t->s;
    struct page_elem *part = NULL;
    for (size_t i = 0; i < t->rows.n; i++) {
        struct table_row *row = &t->rows.p[i];
        if (!part || part->role != set_table_part(row)) {
            part = set_elem_new(s, table, set_table_part(row));
        }
        row->elem = set_elem_new(s, part, ROLE_TR);
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            struct table_cell *cell = &t->cells.p[k];
            bool th = row->head || cell->node->u.cell.head;
            cell->elem = set_elem_new(s, row->elem, th ? ROLE_TH : ROLE_TD);
            cell->elem->scope_col = row->head;
            cell->elem->scope_row = th && !row->head;
            cell->elem->colspan = cell->span > 1 ? (int)cell->span : 0;
            cell->elem->rowspan = cell->rows > 1 ? cell->rows : 0;
        }
    }
}

static void set_caption(struct setter *s, const struct doc_node *caption, const struct frame *f,
                        struct page_elem *elem) {
    struct frame in = *f;
    in.elem = elem;
    set_caption_text(s, caption, &in);
    galley_penalty(s->now.g, V_NEVER);
    galley_space(s->now.g, (struct v_glue){f->leading / 2, 0, 0});
}

void set_table(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct table t = {.s = s, .node = n, .f = *f, .cells = VEC_INIT, .rows = VEC_INIT};
    t.ncols = n->u.table.ncols > 0 ? (size_t)n->u.table.ncols : 1;
    if (t.ncols > MAX_COLUMNS) {
        (void)diag_add(s->d, DIAG_WIDE_TABLE, n->span,
                       "the table has %zu columns: those after the first %d are omitted", t.ncols,
                       MAX_COLUMNS);
        t.ncols = MAX_COLUMNS;
    }
    t.cols = ARENA_ARRAY(s->arena, struct table_col, t.ncols);
    t.left = ARENA_ARRAY(s->arena, sp, t.ncols + 1);
    t.heavy = sp_scale(s->style->em, 8, 100);
    const struct look_value *colour = f->look ? f->look->v[LOOK_BORDER_TOP_COLOR] : NULL;
    t.end = set_look_sp(s, f, LOOK_BORDER_BOTTOM_WIDTH, t.heavy);
    t.heavy = set_look_sp(s, f, LOOK_BORDER_TOP_WIDTH, t.heavy);
    t.colour = colour && colour->kind == LOOK_COLOUR ? colour->colour : f->ink.colour;
    set_table_own_box(&t, f);
    t.light = sp_scale(s->style->em, 5, 100);
    t.thin = sp_scale(s->style->em, 3, 100);
    t.above_rule = sp_scale(s->style->ex, 40, 100);
    t.below_rule = sp_scale(s->style->ex, 65, 100);
    /* an interlinear gloss has no rules, because it is a line of text with words above words */
    if (doc_has_class(n, "gloss")) {
        t.heavy = t.light = t.thin = t.end = t.above_rule = t.below_rule = 0;
    }
    t.f.ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    t.f.ink.flags |= INLINE_NO_PROTRUDE | INLINE_NO_EXPAND;
    struct page_elem *elem = set_elem_new(s, f->elem, ROLE_TABLE);
    struct v_glue around = {doc_has_class(n, "gloss") ? 0 : f->leading * 7 / 10, PT(2), PT(1)};
    const struct doc_node *notes = set_notes_below(n) ? n->next : NULL;
    const struct doc_node *caption = n->first && n->first->kind == DOC_CAPTION ? n->first : NULL;
    struct page_elem *caption_elem = caption ? set_elem_new(s, elem, ROLE_CAPTION) : NULL;
    take_rows(&t);
    t.may_be_wide = s->style->columns > 1 && set_float_allowed(s, f) && t.rows.n <= MAX_WIDE_ROWS;
    t.wide = t.may_be_wide && doc_has_class(n, "wide");
    t.f.width = t.wide ? s->style->text_w : f->width;
    if (t.cells.n > 0) {
        make_elems(&t, elem);
        set_table_size(&t);
        set_table_lines(&t);
    }
    struct float_setting fs;
    /* A table floats only if the author requests it, as in LaTeX that is made from Markdown. */
    bool asked = t.rows.n <= TABLE_SHORT && set_float_asked(s, n, "tbl-pos");
    bool floats = (t.wide || asked) && set_float_begin(s, &fs, n, f, "tbl-pos", t.wide);
    bool no_indent = floats ? s->now.no_indent : true;
    if (!floats) {
        set_keep_with_intro(s->now.g, n);
        galley_space(s->now.g, set_look_margin(s, f, LOOK_MARGIN_TOP, around));
    }
    t.over = *f;
    t.over.width = t.f.width;
    if (caption) {
        set_caption(s, caption, &t.over, caption_elem);
    }
    if (t.cells.n > 0) {
        t.continued = caption && !floats ? doc_continued_label(s->doc, caption) : STR_EMPTY;
        if (t.paint) {
            set_table_open_box(&t);
        }
        set_table_rows(&t);
        set_table_drop_builders(&t);
        if (t.paint) {
            galley_close_panel(s->now.g, t.paint->border[EDGE_BOTTOM].width, 0);
        }
    }
    s->now.table_left = t.left[0];
    s->now.table_width = t.left[t.ncols] - t.left[0];
    if (notes && floats) {
        set_block(s, notes, &t.over);
        s->now.table_notes = notes;
    } else if (!notes) {
        galley_space(s->now.g, set_look_margin(s, f, LOOK_MARGIN_BOTTOM, around));
    }
    if (floats) {
        set_float_end(s, &fs);
    }
    s->now.no_indent = no_indent;
    vec_drop(&t.cells);
    vec_drop(&t.rows);
}
