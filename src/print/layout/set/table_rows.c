/* SPDX-License-Identifier: MIT */
/*
 * Sets the rows of a table: the lines of cells at their places, rules between rows, and page cuts.
 * Short rows are never cut; tall rows may be cut between their lines. The head is repeated after a
 * cut.
 */
#include "print/layout/set/table_parts.h"

#include "print/layout/model/sp.h"

/* a row that is higher than this fraction of the page (a third) may be cut */
#define TALL_SHARE 3
#define SHORT_PENALTY 2000 /* the penalty of cutting a short table */
#define ROW_PENALTY 50     /* the penalty of a cut between two rows */
/* the penalty of a cut inside a row, or between rows that a cell joins */
#define IN_ROW_PENALTY 200

/* ---- lines ---- */

static enum inline_align cell_align(const struct table *t, const struct table_cell *cell) {
    enum doc_align a = cell->node->u.cell.align;
    if (a == DOC_ALIGN_DEFAULT && t->node->u.table.aligns) {
        a = t->node->u.table.aligns[cell->col];
    }
    if (a == DOC_ALIGN_DEFAULT && cell->look_align >= 0) {
        return (enum inline_align)cell->look_align;
    }
    switch (a) {
    case DOC_ALIGN_DEFAULT:
        return INLINE_START;
    case DOC_ALIGN_LEFT:
        return INLINE_LEFT;
    case DOC_ALIGN_CENTER:
        return INLINE_CENTER;
    case DOC_ALIGN_RIGHT:
        return INLINE_RIGHT;
    }
    BUG("cell align");
}

static sp cell_width(const struct table *t, const struct table_cell *cell) {
    return t->left[cell->col + cell->span] - t->left[cell->col] -
           (cell->col + cell->span < t->ncols ? t->gap : 0);
}

/** The left edge of a cell; columns are ordered in the direction of the text. */
static sp cell_left(const struct table *t, const struct table_cell *cell) {
    sp from = t->left[cell->col] - t->left[0];
    return t->f.rtl ? t->left[t->ncols] - from - cell_width(t, cell) : t->left[0] + from;
}

/** Places the lines of a cell. Each line is as high as a strut of the leading, or higher if its
 * content is taller. */
static void stack_lines(struct table *t, struct table_cell *cell) {
    sp strut = t->leading * 7 / 10;
    int64_t y = 0;
    bool tall_before = false;
    cell->at = ARENA_ARRAY(t->s->arena, struct table_line, cell->nlines + 1);
    cell->first = strut;
    for (size_t i = 0; i < cell->nlines; i++) {
        sp height = strut;
        sp depth = t->leading - strut;
        for (size_t k = 0; k < cell->lines[i].n; k++) {
            const struct inline_piece *p = &cell->lines[i].pieces[k];
            /* letters fit into the strut; only boxes may be higher */
            bool box = p->kind == INLINE_BOX;
            height = box && p->height > height ? p->height : height;
            depth = box && p->depth > depth ? p->depth : depth;
        }
        bool tall = height > strut || depth > t->leading - strut;
        /* TeX's \lineskip separates lines that are higher than the strut */
        y += i > 0 && (tall || tall_before) ? SP_PT : 0;
        if (y > SP_MAX / 8) {
            /* lines that are thousands of pages below the top of the row are left out */
            cell->nlines = i;
            break;
        }
        cell->first = i == 0 ? height : cell->first;
        cell->at[i] = (struct table_line){(sp)y, (sp)(y + height), (sp)(y + height + depth)};
        y += height + depth;
        tall_before = tall;
    }
    cell->height = (sp)(y < SP_MAX / 4 ? y : SP_MAX / 4);
}

static void break_cell(struct table *t, struct table_cell *cell) {
    struct para_params params;
    para_params_init(&params, cell_width(t, cell));
    params.ragged_right = true;
    if (t->cuts) { /* lines of whole words are preferred, even if they are very short */
        params.pretolerance = PENALTY_INF;
    }
    cell->lines = inline_break(cell->b, &params, cell_align(t, cell), &cell->nlines);
    for (size_t i = 0; i + 1 < cell->nlines; i++) {
        if (cell->lines[i].forced) {
            inline_end_space(t->s->arena, &cell->lines[i]);
        }
    }
    stack_lines(t, cell);
}

/** The distance from the top of a row to the first baselines of its cells, which are aligned. Cells
 * that begin with tall content, such as an image, begin at the top of the row and do not count. */
static sp base_of(const struct table *t, const struct table_row *row) {
    sp base = t->leading * 7 / 10;
    for (size_t k = row->first; k < row->first + row->ncells; k++) {
        sp first = t->cells.p[k].nlines ? t->cells.p[k].first : 0;
        base = first > base && first <= 2 * t->leading ? first : base;
    }
    return base;
}

/** How far the cell's top is below that of its row. */
static sp drop_of(const struct table_row *row, const struct table_cell *cell) {
    return cell->first < row->base ? row->base - cell->first : 0;
}

/** The last row into which a cell of row `r` extends. */
static size_t last_row(const struct table *t, size_t r, const struct table_cell *cell) {
    size_t last = r + (size_t)cell->rows - 1;
    return last < t->rows.n ? last : t->rows.n - 1;
}

/** The space above a row. Rows of several lines are separated by a little space, which may shrink
 * when pages are filled. */
static sp gap_above(const struct table *t, size_t i) {
    const struct table_row *row = &t->rows.p[i], *before = i > 0 ? row - 1 : NULL;
    bool lines = before && (row->height > t->leading || before->height > t->leading);
    bool parts = lines && set_table_part(row) == set_table_part(before) && !row->head;
    return parts && !row->joined && !t->boxed ? t->leading / 5 : 0;
}

/** If the table has backgrounds or borders, adds the padding of its rows, and moves cells that are
 * aligned at the middle or the bottom of their rows. */
static void pad_rows(struct table *t) {
    for (size_t r = 0; r < t->rows.n && t->boxed; r++) {
        struct table_row *row = &t->rows.p[r];
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            struct table_cell *cell = &t->cells.p[k];
            sp room = row->height - cell->height - drop_of(row, cell);
            bool sinks = cell->rows == 1 && room > 0 && cell->sink != WORD_TOP;
            sp down = !sinks ? 0 : cell->sink == WORD_MIDDLE ? room / 2 : room;
            cell->first += row->pad_top;
            for (size_t i = 0; i < cell->nlines; i++) {
                cell->at[i].top += row->pad_top + down;
                cell->at[i].y += row->pad_top + down;
                cell->at[i].foot += row->pad_top + down;
            }
        }
        row->base += row->pad_top;
        row->height += row->pad_top + row->pad_bottom;
    }
}

void set_table_lines(struct table *t) {
    set_table_box_rows(t);
    for (size_t i = 0; i < t->rows.n; i++) {
        t->rows.p[i].height = t->leading;
    }
    for (size_t r = 0; r < t->rows.n; r++) {
        struct table_row *row = &t->rows.p[r];
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            break_cell(t, &t->cells.p[k]);
        }
        row->base = base_of(t, row);
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            const struct table_cell *cell = &t->cells.p[k];
            size_t last = last_row(t, r, cell);
            int64_t have = 0;
            int64_t want = (int64_t)cell->height + drop_of(row, cell);
            for (size_t j = r; j <= last; j++) {
                have += t->rows.p[j].height;
            }
            if (want > have) {
                int64_t height = t->rows.p[last].height + want - have;
                t->rows.p[last].height = (sp)(height < SP_MAX / 4 ? height : SP_MAX / 4);
            }
        }
    }
    int64_t top = 0;
    pad_rows(t);
    for (size_t i = 0; i < t->rows.n; i++) {
        t->rows.p[i].top = top;
        top += t->rows.p[i].height;
    }
}

/* ---- rows ---- */

/** A line of a cell as a part of a row. Its place is counted from the top of the row. */
struct row_line {
    const struct table_cell *cell;
    size_t line, order; /* the line's index in its cell, and its order in the row */
    sp y, top, foot;
};

/** A cell that extends into the next row, and the first of its lines that is not set yet. */
struct open_cell {
    const struct table_cell *cell; /* the cell that extends into the next row, or NULL */
    size_t row, next;
};

/** The state of setting rows: for each column, the cell that extends into the next row, with its
 * lines. */
struct row_setter {
    struct table *t;
    struct open_cell *open;
    VEC(struct row_line) lines;
    /* pages may be cut inside cells that join rows, so each row gets its own lines of such cells */
    bool parts;
};

static void take_lines(struct row_setter *rs, const struct table_cell *cell, size_t from, size_t r,
                       size_t *next) {
    const struct table *t = rs->t;
    const struct table_row *row = &t->rows.p[r];
    int64_t top = t->rows.p[from].top + drop_of(&t->rows.p[from], cell) - row->top;
    bool ends = !rs->parts || last_row(t, from, cell) == r;
    for (; *next < cell->nlines; (*next)++) {
        const struct table_line *at = &cell->at[*next];
        if (!ends && top + at->y > row->height) {
            return; /* the line belongs to a later row */
        }
        struct row_line line = {.cell = cell,
                                .line = *next,
                                .order = rs->lines.n,
                                .y = (sp)(top + at->y),
                                .top = (sp)(top + at->top),
                                .foot = (sp)(top + at->foot)};
        vec_push(&rs->lines, line);
    }
}

static void gather_row(struct row_setter *rs, size_t r) {
    struct table *t = rs->t;
    const struct table_row *row = &t->rows.p[r];
    vec_clear(&rs->lines);
    for (size_t c = 0; c < t->ncols && row->joined; c++) {
        const struct table_cell *cell = rs->open[c].cell;
        if (cell) {
            take_lines(rs, cell, rs->open[c].row, r, &rs->open[c].next);
            rs->open[c].cell = last_row(t, rs->open[c].row, cell) > r ? cell : NULL;
        }
    }
    for (size_t k = row->first; k < row->first + row->ncells; k++) {
        const struct table_cell *cell = &t->cells.p[k];
        size_t next = 0;
        take_lines(rs, cell, r, r, &next);
        if (last_row(t, r, cell) > r) {
            rs->open[cell->col].cell = cell;
            rs->open[cell->col].row = r;
            rs->open[cell->col].next = next;
        }
    }
}

/** Draws a line of a row into a box. `first_time` is false in a repeated head: notes and
 * destinations belong only to the first one. */
static void draw_row_line(struct row_setter *rs, struct v_box *box, const struct row_line *line,
                          sp y, bool first_time) {
    struct setter *s = rs->t->s;
    const struct inline_line *text = &line->cell->lines[line->line];
    draw_append(&box->draws, draw_line(s->arena, text, cell_left(rs->t, line->cell), y));
    if (first_time) {
        galley_collect(s->now.g, box, text, y);
    }
}

/** Packs the lines that were collected for the row into one box. The baseline of the box is the
 * first baseline of the row. */
static struct v_box *row_box(struct row_setter *rs, size_t r, bool first_time) {
    struct table *t = rs->t;
    const struct table_row *row = &t->rows.p[r];
    struct v_box *box = galley_box_new(t->s->now.g, row->base, row->height - row->base);
    set_table_draw_boxes(t, box, r, 0, row->height);
    for (size_t i = 0; i < rs->lines.n; i++) {
        draw_row_line(rs, box, &rs->lines.p[i], rs->lines.p[i].y - row->base, first_time);
    }
    return box;
}

static int by_top(const void *a, const void *b) {
    const struct row_line *x = (const struct row_line *)a;
    const struct row_line *y = (const struct row_line *)b;
    if (x->top != y->top) {
        return x->top < y->top ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/** Sets a tall row as several boxes. Lines that are side by side stay together. */
static void put_bands(struct row_setter *rs, size_t r, struct v_box *head) {
    struct table *t = rs->t;
    struct galley *g = t->s->now.g;
    sp done = 0;
    size_t nbands = 0;
    struct row_line *lines = rs->lines.p;
    vec_sort(&rs->lines, by_top);
    for (size_t i = 0; i < rs->lines.n;) {
        size_t to = i;
        sp foot = lines[i].foot;
        for (; to < rs->lines.n && lines[to].top < foot; to++) {
            foot = lines[to].foot > foot ? lines[to].foot : foot;
        }
        bool last = to == rs->lines.n;
        foot = last && t->rows.p[r].height > foot ? t->rows.p[r].height : foot;
        sp base = lines[i].y - done;
        struct v_box *box = galley_box_new(g, base, foot - done - base);
        sp y = lines[i].y;
        set_table_draw_boxes(t, box, r, done, foot);
        for (; i < to; i++) {
            draw_row_line(rs, box, &lines[i], lines[i].y - y, true);
        }
        if (nbands > 0) {
            galley_penalty(g, nbands < 2 || last ? V_NEVER : IN_ROW_PENALTY);
            galley_head(g, head);
        }
        galley_add_box(g, box);
        done = foot;
        nbands++;
    }
}

/* ---- rules ---- */

/** A rule as wide as the table, with booktabs' space above and below it. */
static struct v_box *rule_box(struct table *t, sp thick, sp above, sp below) {
    struct setter *s = t->s;
    struct v_box *box = galley_box_new(s->now.g, above + thick, below);
    if (thick > 0) {
        sp pad = set_table_pad(t);
        draw_append(&box->draws,
                    draw_rule(s->arena, t->left[0] - pad, -thick,
                              t->left[t->ncols] - t->left[0] + 2 * pad, thick, t->colour, NULL));
    }
    return box;
}

/** Rules under cells that span several columns, below a row of the head that is not its last
 * (booktabs' \cmidrule). They are thinner, and as wide as the cell. NULL if there are no such
 * cells.
 */
static struct v_box *group_rules(struct table *t, size_t row) {
    const struct table_row *line = &t->rows.p[row];
    struct v_box *box = NULL;
    for (size_t k = line->first; k < line->first + line->ncells; k++) {
        const struct table_cell *cell = &t->cells.p[k];
        if (cell->span < 2 || cell->rows > 1 || cell->nlines == 0) {
            continue;
        }
        box = box ? box : galley_box_new(t->s->now.g, t->above_rule + t->thin, t->below_rule);
        draw_append(&box->draws, draw_rule(t->s->arena, cell_left(t, cell), -t->thin,
                                           cell_width(t, cell), t->thin, t->colour, NULL));
    }
    return box;
}

/** Adds a box to `all` at `*y` and moves `*y` to the end of the box. */
static void stack(struct v_box *all, const struct v_box *box, sp *y) {
    *y += box->height;
    draw_move(&box->draws, 0, *y);
    draw_append(&all->draws, box->draws.first);
    *y += box->depth;
}

/** Adds "Table 3 (continued)", in the style of captions and of the class `continued`. */
static void stack_continued(struct table *t, struct v_box *all, sp *y) {
    struct setter *s = t->s;
    struct galley own;
    struct frame f = t->over;
    struct look look;
    f.elem = NULL;
    set_enter_element(s, &f, &look, "caption", NULL, "continued");
    set_look_inset(s, &f, 0, 0);
    struct ink ink = f.ink;
    struct para_params params;
    struct inline_builder *b = inline_new(s->shaper);
    ink.tag = (struct inline_tag){0};
    set_text(s, b, t->continued, &ink);
    set_frame_params(s, &f, &params);
    params.first_indent = 0;
    set_galley_begin(s, &own);
    set_paragraph(s, b, &f, &params,
                  f.look && f.look->v[LOOK_TEXT_ALIGN] ? f.align : INLINE_CENTER);
    set_galley_end(s);
    inline_drop(b);
    stack(all, galley_pack(&own), y);
    galley_drop(&own);
    *y += f.leading / 2;
}

/** Packs the rules and rows of the head into one box, which is repeated on the next page. */
static struct v_box *head_copy(struct row_setter *rs, size_t nhead) {
    struct table *t = rs->t;
    struct v_box *all = galley_box_new(t->s->now.g, 0, 0);
    sp y = 0;
    if (t->continued.n) {
        stack_continued(t, all, &y);
    }
    stack(all, rule_box(t, t->heavy, 0, t->below_rule), &y);
    for (size_t i = 0; i < nhead; i++) {
        struct v_box *groups = i + 1 < nhead ? group_rules(t, i) : NULL;
        gather_row(rs, i);
        stack(all, row_box(rs, i, false), &y);
        if (groups) {
            stack(all, groups, &y);
        }
    }
    if (nhead > 0) {
        stack(all, rule_box(t, t->light, t->above_rule, t->below_rule), &y);
    }
    all->depth = y;
    return all;
}

/** Returns `head` with the text of the cells that extend into row `r` from above, so that the text
 * is repeated if a page begins with the row. Text that is continued in the row, that has no room in
 * the rest of its cell, or that is higher than half a page, is not repeated. */
static struct v_box *head_with_cells(struct row_setter *rs, size_t r, struct v_box *head) {
    struct table *t = rs->t;
    const struct table_row *row = &t->rows.p[r];
    struct v_box *all = head;
    for (size_t c = 0; c < t->ncols && row->joined; c++) {
        const struct table_cell *cell = rs->open[c].cell;
        const struct table_row *last = cell ? &t->rows.p[last_row(t, rs->open[c].row, cell)] : NULL;
        if (!cell || cell->nlines == 0 || rs->open[c].next < cell->nlines ||
            cell->height > t->s->style->text_h / 2 ||
            (int64_t)cell->height + drop_of(row, cell) > last->top + last->height - row->top) {
            continue;
        }
        if (all == head) {
            all = galley_box_new(t->s->now.g, 0, head ? head->depth : 0);
            if (!head && row->base < t->s->style->top_skip) {
                all->depth = t->s->style->top_skip - row->base;
            }
        }
        for (size_t i = 0; i < cell->nlines; i++) {
            sp y = all->depth + drop_of(row, cell) + cell->at[i].y;
            draw_append(&all->draws,
                        draw_line(t->s->arena, &cell->lines[i], cell_left(t, cell), y));
        }
    }
    if (all != head && head) { /* the draws of the head are shared by its copies */
        all->draws.last->next = head->draws.first;
    }
    return all;
}

/* ---- all together ---- */

/** The penalty of a page break above row `i`. Two rows (or six lines) stay together at each end of
 * a table. Short tables are cut only if necessary. Rows that a cell joins are cut only with
 * `tall_join`, that is, if they are too tall for a page. */
static int32_t row_penalty(const struct table *t, size_t i, size_t nhead, bool tall_join) {
    const struct table_row *row = &t->rows.p[i], *last = &vec_last(&t->rows);
    if (i <= nhead || (row->joined && !tall_join)) {
        return V_NEVER;
    }
    int64_t before = row->top - t->rows.p[nhead].top;
    int64_t after = last->top + last->height - row->top;
    sp few = (i + 1 == t->rows.n ? 6 : 3) * t->leading;
    if ((i == nhead + 1 && before < 6 * t->leading) || (i + 2 >= t->rows.n && after < few)) {
        return V_NEVER;
    }
    bool is_short = t->rows.n - nhead <= TABLE_SHORT && before + after < t->s->style->text_h / 2;
    return row->joined ? IN_ROW_PENALTY : is_short ? SHORT_PENALTY : ROW_PENALTY;
}

/** Returns the row after the rows that cells join with row `r`. `*tall` becomes true if the joined
 * rows are so tall that a page break may be inside. If they have backgrounds or borders, it becomes
 * true only if a page cannot hold them. */
static size_t join_end(const struct table *t, size_t r, bool *tall) {
    size_t to = r + 1;
    while (to < t->rows.n && t->rows.p[to].joined) {
        to++;
    }
    int64_t end = t->rows.p[to - 1].top + t->rows.p[to - 1].height;
    *tall = end - t->rows.p[r].top > t->s->style->text_h / (t->boxed ? 1 : TALL_SHARE);
    return to;
}

static void put_row(struct row_setter *rs, size_t i, size_t nhead, struct v_box *head) {
    struct table *t = rs->t;
    struct galley *g = t->s->now.g;
    galley_head(g, rs->parts ? head_with_cells(rs, i, head) : head);
    gather_row(rs, i);
    bool tall = t->rows.p[i].height > t->s->style->text_h / TALL_SHARE;
    if (i >= nhead && tall && rs->lines.n > 0) {
        put_bands(rs, i, head);
    } else {
        galley_add_box(g, row_box(rs, i, true));
    }
    struct v_box *groups = i + 1 < nhead ? group_rules(t, i) : NULL;
    if (groups) {
        galley_penalty(g, V_NEVER);
        galley_add_box(g, groups);
    }
    const struct table_row *next = i + 1 < t->rows.n ? &t->rows.p[i + 1] : NULL;
    bool foot = next && next->foot && !t->rows.p[i].foot;
    if (i + 1 == nhead || foot || (next && doc_has_class(next->node, "ruled"))) {
        galley_penalty(g, V_NEVER);
        galley_add_box(g, rule_box(t, t->light, t->above_rule, t->below_rule));
    }
}

void set_table_rows(struct table *t) {
    struct setter *s = t->s;
    struct row_setter rs = {.t = t, .lines = VEC_INIT};
    size_t nhead = 0;
    rs.open = ARENA_ARRAY(s->arena, struct open_cell, t->ncols);
    while (nhead < t->rows.n && t->rows.p[nhead].head) {
        nhead++;
    }
    bool repeats = nhead > 0 && nhead < t->rows.n &&
                   /* the head is repeated only if it leaves enough room for rows */
                   t->rows.p[nhead].top <= s->style->text_h / 2;
    struct v_box *copy = repeats || t->continued.n ? head_copy(&rs, repeats ? nhead : 0) : NULL;
    for (size_t i = 0; i < t->ncols; i++) {
        rs.open[i].cell = NULL; /* the rows of the head are set again */
    }
    set_put_box(s, rule_box(t, t->heavy, 0, t->below_rule), &t->f);
    size_t join = 0;
    bool tall = false;
    for (size_t i = 0; i < t->rows.n; i++) {
        galley_penalty(s->now.g, row_penalty(t, i, nhead, tall && i < join));
        join = i >= join ? join_end(t, i, &tall) : join;
        rs.parts = tall && i >= nhead;
        sp gap = gap_above(t, i);
        galley_space(s->now.g, (struct v_glue){gap, 0, gap});
        put_row(&rs, i, nhead, copy);
    }
    galley_penalty(s->now.g, V_NEVER);
    galley_add_box(s->now.g, rule_box(t, t->end, t->above_rule, 0));
    vec_drop(&rs.lines);
}
