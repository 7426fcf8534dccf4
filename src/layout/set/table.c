/* SPDX-License-Identifier: MIT */
/*
 * Tables as the booktabs package sets them: rules above, below the head and at the end, nothing
 * upright; columns as wide as their content, centred. Rows stay whole; the head is repeated where a
 * page is cut.
 */
#include "layout/set/table.h"

#include "layout/model/sp.h"
#include "layout/set/setter.h"

#define MAX_COLUMNS 512
#define COLUMN_GAP PT(12) /* twice \tabcolsep */
#define SHORT_TABLE 12    /* rows; it is best not broken, and may float */
#define MOST_WIDE_ROWS 30 /* of a table over all columns, which is never cut */

/** A cell on its way to the page. */
struct cell {
    const struct doc_node *node;
    struct inline_builder *b;
    struct page_elem *elem;
    struct inline_line *lines;
    size_t nlines;
    size_t col, span;
    int rows;       /* rows it spans */
    int look_align; /* enum inline_align by a style sheet, or -1 */
    sp height;
};

struct row {
    const struct doc_node *node;
    struct page_elem *elem;
    size_t first, ncells; /* in table.cells */
    sp height;
    bool head, foot;
    bool joined; /* a cell of a row above reaches into it */
};

struct table {
    struct setter *s;
    const struct doc_node *node;
    struct frame f; /* of the cells' text */
    size_t ncols;
    struct table_col *cols;
    sp *left; /* of each column, and the right end of the last */
    VEC(struct cell) cells;
    VEC(struct row) rows;
    sp leading;
    bool may_be_wide, wide; /* over all columns: a float */
    sp heavy, light, thin;  /* booktabs: \heavyrulewidth, ... */
    sp above_rule, below_rule;
    sp end;                    /* thickness of the rule at the end */
    struct page_colour colour; /* of the rules */
    struct element *part;      /* <thead>, <tbody> or <tfoot>, for style sheets */
};

/* ---- taking the table in ---- */

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
    return false; /* pandoc's tables without a head have an empty one */
}

/** Puts the cells of a row into columns that no cell above reaches into. */
static void take_row(struct table *t, const struct doc_node *n, int *busy) {
    struct row row = {.node = n, .first = t->cells.n, .head = n->u.row.head, .foot = n->u.row.foot};
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
        struct cell cell = {.node = c, .col = col, .span = 1, .rows = 1};
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

static enum page_role part_role(const struct row *row) {
    return row->head ? ROLE_THEAD : row->foot ? ROLE_TFOOT : ROLE_TBODY;
}

/** Structure: Table > THead, TBody, TFoot > TR > TH, TD (ISO 32000-1, 14.8.4.3.4). */
static void make_elems(struct table *t, struct page_elem *table) {
    struct setter *s = t->s;
    struct page_elem *part = NULL;
    for (size_t i = 0; i < t->rows.n; i++) {
        struct row *row = &t->rows.p[i];
        if (!part || part->role != part_role(row)) {
            part = set_elem_new(s, table, part_role(row));
        }
        row->elem = set_elem_new(s, part, ROLE_TR);
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            struct cell *cell = &t->cells.p[k];
            bool th = row->head || cell->node->u.cell.head;
            cell->elem = set_elem_new(s, row->elem, th ? ROLE_TH : ROLE_TD);
            cell->elem->scope_col = row->head;
            cell->elem->scope_row = th && !row->head;
            cell->elem->colspan = cell->span > 1 ? (int)cell->span : 0;
            cell->elem->rowspan = cell->rows > 1 ? cell->rows : 0;
        }
    }
}

static void build_cells(struct table *t) {
    if (t->f.ink.element) {
        t->f.ink.element->last_kid = NULL; /* at every size anew */
    }
    for (size_t r = 0; r < t->rows.n; r++) {
        const struct row *row = &t->rows.p[r];
        struct look look;
        struct frame f = t->f;
        bool again = r > 0 && part_role(&t->rows.p[r - 1]) == part_role(row) && t->s->looks;
        if (again) {
            f.ink.element = t->part;
        } else {
            const char *name = row->head ? "thead" : row->foot ? "tfoot" : "tbody";
            set_enter_element(t->s, &f, &look, name, NULL, "");
            t->part = f.ink.element;
        }
        set_enter_block(t->s, &f, &look, row->node);
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            struct cell *cell = &t->cells.p[k];
            struct frame in = f;
            set_enter_block(t->s, &in, &look, cell->node);
            cell->look_align = in.look && in.look->v[LOOK_TEXT_ALIGN] ? (int)in.align : -1;
            in.ink.tag = (struct inline_tag){.elem = cell->elem};
            cell->b = inline_new(t->s->shaper);
            set_cell(t->s, cell->b, cell->node, &in.ink);
            set_report_missing(t->s, cell->b, cell->node);
        }
    }
}

/* ---- widths ---- */

static void measure(struct table *t) {
    for (size_t pass = 0; pass < 2; pass++) { /* cells over several columns come second */
        for (size_t i = 0; i < t->cells.n; i++) {
            struct cell *cell = &t->cells.p[i];
            sp narrow = 0;
            sp wide = 0;
            if ((cell->span > 1) != (pass == 1)) {
                continue;
            }
            inline_measure(cell->b, &narrow, &wide);
            wide += SP_PT / 8; /* rounding must not break a line that fits */
            if (cell->span > 1) {
                set_table_span(&t->cols[cell->col], cell->span, COLUMN_GAP, narrow, wide);
                continue;
            }
            struct table_col *col = &t->cols[cell->col];
            col->narrowest = narrow > col->narrowest ? narrow : col->narrowest;
            col->widest = wide > col->widest ? wide : col->widest;
        }
    }
}

/** Whether columns of given widths hold their longest words. */
static bool words_fit(struct table *t) {
    measure(t);
    for (size_t i = 0; i < t->ncols; i++) {
        if (t->cols[i].narrowest > t->cols[i].width) {
            return false;
        }
    }
    return true;
}

/** Column widths: those the author gave, or from the content. */
static bool choose_widths(struct table *t) {
    const struct doc_node *n = t->node;
    sp gaps = COLUMN_GAP * (sp)(t->ncols - 1);
    sp avail = t->f.width > 2 * gaps ? t->f.width - gaps : t->f.width / 2;
    if (n->u.table.widths) {
        for (size_t i = 0; i < t->ncols; i++) {
            t->cols[i].width = sp_scale(avail, n->u.table.widths[i], 1000);
        }
        return !t->may_be_wide || t->wide || words_fit(t);
    }
    measure(t);
    return set_table_share(t->cols, t->ncols, avail);
}

static void place_columns(struct table *t) {
    int64_t total = (int64_t)COLUMN_GAP * (int64_t)(t->ncols - 1);
    for (size_t i = 0; i < t->ncols; i++) {
        total += t->cols[i].width;
    }
    bool gloss = doc_has_class(t->node, "gloss");
    int64_t x = t->f.left + (t->f.width > total && !gloss ? (t->f.width - total) / 2 : 0);
    for (size_t i = 0; i < t->ncols; i++) {
        t->left[i] = (sp)x;
        x += t->cols[i].width + COLUMN_GAP;
    }
    t->left[t->ncols] = (sp)(x - COLUMN_GAP);
}

/* ---- setting ---- */

static enum inline_align cell_align(const struct table *t, const struct cell *cell) {
    enum doc_align a = cell->node->u.cell.align;
    if (a == DOC_ALIGN_DEFAULT && t->node->u.table.aligns) {
        a = t->node->u.table.aligns[cell->col];
    }
    if (a == DOC_ALIGN_DEFAULT && cell->look_align >= 0) {
        return (enum inline_align)cell->look_align;
    }
    switch (a) {
    case DOC_ALIGN_DEFAULT:
    case DOC_ALIGN_LEFT:
        return INLINE_LEFT;
    case DOC_ALIGN_CENTER:
        return INLINE_CENTER;
    case DOC_ALIGN_RIGHT:
        return INLINE_RIGHT;
    }
    BUG("cell align");
}

static sp cell_width(const struct table *t, const struct cell *cell) {
    return t->left[cell->col + cell->span] - t->left[cell->col] -
           (cell->col + cell->span < t->ncols ? COLUMN_GAP : 0);
}

static void break_cells(struct table *t) {
    for (size_t i = 0; i < t->rows.n; i++) {
        t->rows.p[i].height = t->leading;
    }
    for (size_t r = 0; r < t->rows.n; r++) {
        for (size_t k = t->rows.p[r].first; k < t->rows.p[r].first + t->rows.p[r].ncells; k++) {
            struct cell *cell = &t->cells.p[k];
            struct para_params params;
            para_params_init(&params, cell_width(t, cell));
            params.ragged_right = true;
            cell->lines = inline_break(cell->b, &params, cell_align(t, cell), &cell->nlines);
            for (size_t i = 0; i + 1 < cell->nlines; i++) {
                if (cell->lines[i].forced) {
                    inline_end_space(t->s->arena, &cell->lines[i]);
                }
            }
            /* rows stay whole: what is thousands of pages below the first one is on none */
            size_t most = (size_t)(SP_MAX / 4 / (t->leading > 0 ? t->leading : 1));
            cell->nlines = cell->nlines < most ? cell->nlines : most;
            cell->height = t->leading * (sp)cell->nlines;
            size_t last = r + (size_t)cell->rows - 1;
            last = last < t->rows.n ? last : t->rows.n - 1;
            int64_t have = 0;
            for (size_t j = r; j <= last; j++) {
                have += t->rows.p[j].height;
            }
            if (cell->height > have) {
                t->rows.p[last].height += (sp)(cell->height - have);
            }
        }
    }
}

/** `first_time`: notes and destinations hang on the row itself, not on a repeated head. */
static struct v_box *row_box(struct table *t, const struct row *row, bool first_time) {
    struct setter *s = t->s;
    sp height = t->leading * 7 / 10;
    struct v_box *box = galley_box_new(s->g, height, row->height - height);
    for (size_t k = row->first; k < row->first + row->ncells; k++) {
        struct cell *cell = &t->cells.p[k];
        for (size_t i = 0; i < cell->nlines; i++) {
            sp y = t->leading * (sp)i;
            galley_draw(box, draw_line(s->arena, &cell->lines[i], t->left[cell->col], y));
            if (first_time) {
                galley_collect(s->g, box, &cell->lines[i], y);
            }
        }
    }
    return box;
}

/** A rule over the table's width, with the space that booktabs puts at its sides. */
static struct v_box *rule_box(struct table *t, sp thick, sp above, sp below) {
    struct setter *s = t->s;
    struct v_box *box = galley_box_new(s->g, above + thick, below);
    if (thick > 0) {
        galley_draw(box, draw_rule(s->arena, t->left[0], -thick, t->left[t->ncols] - t->left[0],
                                   thick, t->colour, NULL));
    }
    return box;
}

/** Below a row of the head that others follow: a thinner rule under each cell that spans columns,
 * shorter at its sides than they are (booktabs' \cmidrule). NULL when there is none. */
static struct v_box *group_rules(struct table *t, size_t row) {
    const struct row *line = &t->rows.p[row];
    struct v_box *box = NULL;
    for (size_t k = line->first; k < line->first + line->ncells; k++) {
        const struct cell *cell = &t->cells.p[k];
        if (cell->span < 2 || cell->rows > 1 || cell->nlines == 0) {
            continue;
        }
        box = box ? box : galley_box_new(t->s->g, t->above_rule + t->thin, t->below_rule);
        galley_draw(box, draw_rule(t->s->arena, t->left[cell->col], -t->thin, cell_width(t, cell),
                                   t->thin, t->colour, NULL));
    }
    return box;
}

/** Puts a box below what `all` has, of which `*y` is the end. */
static void stack(struct v_box *all, const struct v_box *box, sp *y) {
    *y += box->height;
    for (struct draw *d = box->first; d; d = d->next) {
        d->y += *y;
    }
    if (box->first) {
        galley_draw(all, box->first);
    }
    *y += box->depth;
}

/** The head's rules and rows in one box, to be repeated on the next page. */
static struct v_box *head_copy(struct table *t, size_t nhead) {
    struct v_box *all = galley_box_new(t->s->g, 0, 0);
    sp y = 0;
    stack(all, rule_box(t, t->heavy, 0, t->below_rule), &y);
    for (size_t i = 0; i < nhead; i++) {
        struct v_box *groups = i + 1 < nhead ? group_rules(t, i) : NULL;
        stack(all, row_box(t, &t->rows.p[i], false), &y);
        if (groups) {
            stack(all, groups, &y);
        }
    }
    stack(all, rule_box(t, t->light, t->above_rule, t->below_rule), &y);
    all->depth = y;
    return all;
}

/** Of a page cut above row `i`: two rows stay together at both ends, short tables are cut only
 * where they must. */
static int32_t row_penalty(const struct table *t, size_t i, size_t nhead) {
    size_t n = t->rows.n - nhead;
    if (i <= nhead + 1 || i + 2 >= t->rows.n || t->rows.p[i].joined) {
        return V_NEVER;
    }
    return n <= SHORT_TABLE ? 2000 : 50;
}

static void put_rows(struct table *t) {
    struct setter *s = t->s;
    size_t nhead = 0;
    while (nhead < t->rows.n && t->rows.p[nhead].head) {
        nhead++;
    }
    struct v_box *copy = nhead > 0 && nhead < t->rows.n ? head_copy(t, nhead) : NULL;
    set_put_box(s, rule_box(t, t->heavy, 0, t->below_rule), &t->f);
    for (size_t i = 0; i < t->rows.n; i++) {
        galley_penalty(s->g, row_penalty(t, i, nhead));
        galley_head(s->g, copy);
        galley_add_box(s->g, row_box(t, &t->rows.p[i], true));
        struct v_box *groups = i + 1 < nhead ? group_rules(t, i) : NULL;
        if (groups) {
            galley_penalty(s->g, V_NEVER);
            galley_add_box(s->g, groups);
        }
        bool foot = i + 1 < t->rows.n && t->rows.p[i + 1].foot && !t->rows.p[i].foot;
        if (i + 1 == nhead || foot) {
            galley_penalty(s->g, V_NEVER);
            galley_add_box(s->g, rule_box(t, t->light, t->above_rule, t->below_rule));
        }
    }
    galley_penalty(s->g, V_NEVER);
    galley_add_box(s->g, rule_box(t, t->end, t->above_rule, 0));
}

static void drop_builders(struct table *t) {
    for (size_t i = 0; i < t->cells.n; i++) {
        if (t->cells.p[i].b) {
            inline_drop(t->cells.p[i].b);
            t->cells.p[i].b = NULL;
        }
    }
}

/** Builds and measures at one size; false when the table is too wide. */
static bool try_size(struct table *t, enum type_step step, unsigned flags) {
    t->f.ink.flags |= flags;
    set_frame_shrink(t->s->style, &t->f, step);
    for (size_t k = 0; k < t->ncols; k++) {
        t->cols[k] = (struct table_col){0, 0, 0};
    }
    drop_builders(t);
    build_cells(t);
    return choose_widths(t);
}

/** Too wide a table is set smaller, and at last its words are cut. Elements are made once. */
static void size_table(struct table *t, struct page_elem *elem) {
    static const struct {
        enum type_step step;
        unsigned flags;
    } TRIES[] = {
        {STEP_NORMAL, 0}, {STEP_SMALL, 0}, {STEP_FOOTNOTE, 0}, {STEP_FOOTNOTE, INLINE_URL}};
    enum type_step step = t->f.step;
    size_t notes = t->s->loose_notes.n;
    make_elems(t, elem);
    for (size_t i = 0; i < ARRAY_LEN(TRIES); i++) {
        enum type_step smaller = TRIES[i].step < step ? TRIES[i].step : step;
        if (i > 0 && smaller == step && TRIES[i].flags == 0) {
            continue;
        }
        bool fits = try_size(t, smaller, TRIES[i].flags);
        bool once = t->s->loose_notes.n > notes; /* each note belongs once to the page */
        if (!fits && !once && t->may_be_wide && !t->wide) {
            t->wide = true;
            t->f.width = t->s->style->text_w;
            fits = try_size(t, smaller, TRIES[i].flags);
        }
        if (fits || once) {
            break;
        }
    }
    t->leading = t->f.leading;
    place_columns(t);
    break_cells(t);
}

static void set_caption(struct setter *s, const struct doc_node *caption, const struct frame *f,
                        struct page_elem *elem) {
    struct frame in = *f;
    in.elem = elem;
    set_caption_text(s, caption, &in);
    galley_penalty(s->g, V_NEVER);
    galley_space(s->g, (struct v_glue){f->leading / 2, 0, 0});
}

void set_table(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct table t = {.s = s, .node = n, .f = *f, .cells = VEC_INIT, .rows = VEC_INIT};
    t.ncols = n->u.table.ncols > 0 ? (size_t)n->u.table.ncols : 1;
    t.ncols = t.ncols < MAX_COLUMNS ? t.ncols : MAX_COLUMNS;
    t.cols = ARENA_ARRAY(s->arena, struct table_col, t.ncols);
    t.left = ARENA_ARRAY(s->arena, sp, t.ncols + 1);
    t.heavy = sp_scale(s->style->em, 8, 100);
    const struct look_value *colour = f->look ? f->look->v[LOOK_BORDER_TOP_COLOR] : NULL;
    t.end = set_look_sp(s, f, LOOK_BORDER_BOTTOM_WIDTH, t.heavy);
    t.heavy = set_look_sp(s, f, LOOK_BORDER_TOP_WIDTH, t.heavy);
    t.colour = colour && colour->kind == LOOK_COLOUR ? colour->colour : f->ink.colour;
    t.light = sp_scale(s->style->em, 5, 100);
    t.thin = sp_scale(s->style->em, 3, 100);
    t.above_rule = sp_scale(s->style->ex, 40, 100);
    t.below_rule = sp_scale(s->style->ex, 65, 100);
    if (doc_has_class(n, "gloss")) { /* words below words, in the line's place */
        t.heavy = t.light = t.thin = t.end = t.above_rule = t.below_rule = 0;
    }
    t.f.ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    t.f.ink.flags |= INLINE_NO_PROTRUDE | INLINE_NO_EXPAND;
    struct page_elem *elem = set_elem_new(s, f->elem, ROLE_TABLE);
    struct v_glue around = {doc_has_class(n, "gloss") ? 0 : f->leading * 7 / 10, PT(2), PT(1)};
    const struct doc_node *caption = n->first && n->first->kind == DOC_CAPTION ? n->first : NULL;
    struct page_elem *caption_elem = caption ? set_elem_new(s, elem, ROLE_CAPTION) : NULL;
    take_rows(&t);
    t.may_be_wide = s->style->columns > 1 && set_float_allowed(s, f) && t.rows.n <= MOST_WIDE_ROWS;
    t.wide = t.may_be_wide && doc_has_class(n, "wide");
    t.f.width = t.wide ? s->style->text_w : f->width;
    if (t.cells.n > 0) {
        size_table(&t, elem);
    }
    struct float_setting fs;
    /* A table stands in its place, as LaTeX's from Markdown do, unless the author lets it float. */
    bool asked = t.rows.n <= SHORT_TABLE && set_float_asked(s, n, "tbl-pos");
    bool floats = (t.wide || asked) && set_float_begin(s, &fs, n, f, "tbl-pos", t.wide);
    bool no_indent = floats ? s->no_indent : true;
    if (!floats) {
        set_keep_with_intro(s->g, n);
        galley_space(s->g, set_look_margin(s, f, LOOK_MARGIN_TOP, around));
    }
    if (caption) {
        struct frame over = *f;
        over.width = t.f.width;
        set_caption(s, caption, &over, caption_elem);
    }
    if (t.cells.n > 0) {
        put_rows(&t);
        drop_builders(&t);
    }
    galley_space(s->g, set_look_margin(s, f, LOOK_MARGIN_BOTTOM, around));
    if (floats) {
        set_float_end(s, &fs);
    }
    s->no_indent = no_indent;
    vec_drop(&t.cells);
    vec_drop(&t.rows);
}
