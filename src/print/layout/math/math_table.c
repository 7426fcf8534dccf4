/* SPDX-License-Identifier: MIT */
/*
 * Tables inside formulas: matrices, arrays, cases, aligned equations (TeXbook ch. 22, \halign;
 * amsmath's manual for the distances).
 */
#include "print/layout/math/math_box.h"

#include "core/base/bounds.h"
#include "print/layout/model/sp.h"

/* the distance of double rules: LaTeX's \doublerulesep plus the thickness of a rule */
#define RULES_APART PT100(240)

struct grid {
    const struct mbox_env *e;
    const struct math *m;
    struct mbox_env cell;
    struct mbox *boxes; /* one box for each cell: rows * cols */
    size_t rows, cols;
    sp *widths, *heights, *depths;
    sp apart; /* the space between the equations of align */
};

static enum math_style cell_style(const struct mbox_env *e, enum math_table kind) {
    switch (kind) {
    case MATH_MATRIX:
    case MATH_ARRAY:
    case MATH_CASES:
    case MATH_DIAGRAM:
        return e->style == MATH_STYLE_DISPLAY ? MATH_STYLE_TEXT : e->style;
    case MATH_SMALL_MATRIX:
        return e->style == MATH_STYLE_DISPLAY || e->style == MATH_STYLE_TEXT ? MATH_STYLE_SCRIPT
                                                                             : e->style;
    case MATH_ALIGNED:
    case MATH_GATHERED:
    case MATH_MULTLINE:
        return e->style == MATH_STYLE_TEXT ? MATH_STYLE_DISPLAY : e->style;
    case MATH_SUBSTACK:
        return e->style;
    }
    BUG("math table");
}

static sp column_gap(const struct grid *g, size_t col) {
    sp em = mbox_size(&g->cell);
    if (col == 0) {
        return 0;
    }
    switch (g->m->table) {
    case MATH_MATRIX:
    case MATH_ARRAY:
    case MATH_CASES:
        return em;
    case MATH_SMALL_MATRIX:
        return em / 2;
    case MATH_ALIGNED:
        /* eqnarray has \thickmuskip on both sides of the relation */
        if (str_is(g->m->columns, "rcl")) {
            return sp_scale(em, 5, 18);
        }
        return col % 2 == 1 || g->m->packed ? 0 : g->apart;
    case MATH_GATHERED:
    case MATH_MULTLINE:
    case MATH_SUBSTACK:
        return 0;
    case MATH_DIAGRAM: /* the gap is \thickmuskip, because arrows are relations */
        return sp_scale(em, 5, 18);
    }
    BUG("math table");
}

/** The space outside the outermost columns: \arraycolsep. Matrices have no such space. */
static sp outer_gap(const struct grid *g) {
    return g->m->table == MATH_ARRAY ? mbox_size(&g->cell) / 2 : 0;
}

/** The line distance in percent of the font size. It is \baselineskip (in cases, times
 * \arraystretch). In amsmath's subarray it is the sum of two font dimensions. */
static int strut_percent(enum math_table kind) {
    switch (kind) {
    case MATH_SMALL_MATRIX:
        return 90;
    case MATH_CASES:
        return 149;
    case MATH_SUBSTACK:
        return 74;
    case MATH_DIAGRAM: /* amscd has a \baselineskip of 20pt at a size of 10pt */
        return 200;
    case MATH_MATRIX:
    case MATH_ARRAY:
    case MATH_ALIGNED:
    case MATH_GATHERED:
    case MATH_MULTLINE:
        return 124;
    }
    BUG("math table");
}

static void fill(struct grid *g) {
    size_t r = 0;
    sp strut = sp_scale(mbox_size(&g->cell), strut_percent(g->m->table), 100);
    for (const struct math *row = g->m->first; row; row = row->next, r++) {
        size_t c = 0;
        g->heights[r] = strut * 7 / 10;
        g->depths[r] = strut - g->heights[r];
        for (const struct math *k = row->first; k; k = k->next, c++) {
            struct mbox *b = &g->boxes[r * g->cols + c];
            struct mbox_env text = mbox_styled_env(&g->cell, MATH_STYLE_TEXT);
            *b = mbox_set(row->words ? &text : &g->cell, k);
            if (!row->words) {
                g->widths[c] = b->w > g->widths[c] ? b->w : g->widths[c];
            }
            g->heights[r] = b->h > g->heights[r] ? b->h : g->heights[r];
            g->depths[r] = b->d > g->depths[r] ? b->d : g->depths[r];
        }
        g->heights[r] += row->line_before > 1 ? RULES_APART : 0;
    }
}

static sp total_height(const struct grid *g, sp jot) {
    int64_t sum = 0;
    for (size_t r = 0; r < g->rows; r++) {
        sum += (int64_t)g->heights[r] + g->depths[r] + (r > 0 ? jot : 0);
    }
    return sum > MBOX_MAX ? MBOX_MAX : (sp)sum;
}

static char multline_side(const struct math *row, size_t r) {
    return r == 0 ? 'l' : row->next ? 'c' : 'r';
}

static void place_row(const struct grid *g, const struct math *row, struct mbox *out, size_t r,
                      sp y) {
    sp x = outer_gap(g);
    for (size_t c = 0; c < g->cols && !row->words; c++) {
        const struct mbox *b = &g->boxes[r * g->cols + c];
        char align = g->m->table == MATH_MULTLINE ? multline_side(row, r) : math_column(g->m, c);
        sp slack = g->widths[c] - b->w;
        x = mbox_add(x, column_gap(g, c));
        mbox_put(out, b, x + (align == 'l' ? 0 : align == 'r' ? slack : slack / 2), y);
        x = mbox_add(x, g->widths[c]);
    }
    x = mbox_add(x, outer_gap(g));
    if (row->words) {
        mbox_put(out, &g->boxes[r * g->cols], 0, y);
        x = 0;
    }
    out->w = x > out->w ? x : out->w;
    for (int i = 0; i < row->line_before; i++) {
        mbox_rule(g->e, out, 0, y - g->heights[r] + i * RULES_APART, out->w, PT100(40));
    }
}

/** Draws vertical rules where the column string has '|'. */
static void column_rules(const struct grid *g, struct mbox *out, sp top, sp height) {
    size_t col = 0;
    sp x = outer_gap(g), beside = 0;
    for (size_t i = 0; i < g->m->columns.n && col <= g->cols; i++) {
        if (g->m->columns.p[i] != '|') {
            if (col < g->cols) {
                x = mbox_add(x, column_gap(g, col) + g->widths[col]);
            }
            beside = 0;
            col++;
            continue;
        }
        sp gap = col == 0         ? -outer_gap(g)
                 : col == g->cols ? outer_gap(g) - PT100(40)
                                  : column_gap(g, col) / 2;
        mbox_rule(g->e, out, x + gap + beside, top, PT100(40), height);
        beside += RULES_APART;
    }
}

/** Distributes the room beside equations (amsmath's manual, 3.6). The equations of align have equal
 * distances to one another and to the margins; those of flalign extend to the margins. In aligned
 * they are a quad apart, which is also the minimum for align and flalign. A multline is as wide as
 * its display. */
static void spread(struct grid *g) {
    const struct mbox_env *e = g->e;
    bool wide = e->wide == g->m;
    sp em = mbox_size(&g->cell), free = wide ? e->wide_w : 0;
    int32_t pairs = (int32_t)(g->cols + 1) / 2;
    for (size_t c = 0; c < g->cols; c++) {
        free -= g->widths[c] < free ? g->widths[c] : free;
    }
    g->apart = em;
    if (wide && g->m->table == MATH_MULTLINE) {
        sp margins = em + (e->wide_beside ? e->wide_beside : em);
        g->widths[0] += free > margins ? free - margins : 0;
    } else if (wide && g->m->first->line && pairs > 1) {
        sp most = (free - e->wide_beside) / (pairs - 1), share = free / (pairs + 1);
        share = g->m->to_margins || share > most ? most : share;
        g->apart = share > em ? share : em;
    }
}

/** Sets the cells. A table that is empty or too large gets no rows. */
static struct grid make_grid(const struct mbox_env *e, const struct math *m) {
    struct grid g = {.e = e, .m = m, .cell = *e};
    g.cols = math_columns(m, &g.rows);
    /* the parser has reported a table that is too large */
    if (g.rows == 0 || g.rows > LIMIT_MATH_CELLS / g.cols) {
        g.rows = 0;
        return g;
    }
    g.cell.style = m->style != MATH_STYLE_INHERIT ? m->style : cell_style(e, m->table);
    g.boxes = ARENA_ARRAY(e->host->arena, struct mbox, g.rows * g.cols);
    g.widths = ARENA_ARRAY(e->host->arena, sp, g.cols);
    g.heights = ARENA_ARRAY(e->host->arena, sp, g.rows);
    g.depths = ARENA_ARRAY(e->host->arena, sp, g.rows);
    g.cell.wide = NULL;
    fill(&g);
    spread(&g);
    return g;
}

/** The space between rows in addition to their struts; for equations \jot. */
static sp row_gap(const struct grid *g) {
    return sp_scale(mbox_size(&g->cell),
                    math_is_equations(g->m->table) ? 30
                    : g->m->table == MATH_SUBSTACK ? 12
                                                   : 0,
                    100);
}

struct mbox *mbox_table_rows(const struct mbox_env *e, const struct math *m, size_t *n) {
    struct grid g = make_grid(e, m);
    struct mbox *rows = ARENA_ARRAY(e->host->arena, struct mbox, g.rows);
    size_t r = 0;
    for (const struct math *row = m->first; row && r < g.rows; row = row->next, r++) {
        sp half = r > 0 ? row_gap(&g) / 2 : 0;
        place_row(&g, row, &rows[r], r, 0);
        rows[r].h = g.heights[r] + half;
        rows[r].d = g.depths[r] + (r + 1 < g.rows ? row_gap(&g) / 2 : 0);
    }
    *n = g.rows;
    return rows;
}

struct mbox mbox_table(const struct mbox_env *e, const struct math *m) {
    struct grid g = make_grid(e, m);
    struct mbox out = {0};
    if (g.rows == 0) {
        return out;
    }
    sp jot = row_gap(&g);
    sp axis = mbox_scale(e, font_math(e->font)->axis_height);
    sp height = total_height(&g, jot);
    sp top = -(height / 2 + axis);
    sp y = top;
    size_t r = 0;
    for (const struct math *row = m->first; row; row = row->next, r++) {
        y = mbox_add(y, (r > 0 ? jot : 0) + g.heights[r]);
        if (e->places && e->wide == m && m->table == MATH_MULTLINE) {
            e->places->first = r == 0 ? y : e->places->first;
            e->places->last = y;
        }
        place_row(&g, row, &out, r, y);
        if (e->places && row->line && row->line->number.n) {
            mbox_place(e, row->line, y);
        }
        y = mbox_add(y, g.depths[r]);
    }
    column_rules(&g, &out, top, height);
    /* height and depth include the struts, because delimiters grow with them */
    out.h = -top > out.h ? -top : out.h;
    out.d = height + top > out.d ? height + top : out.d;
    for (int i = 0; i < m->line_before; i++) {
        mbox_rule(e, &out, 0, y + i * RULES_APART, out.w, PT100(40));
    }
    return out;
}
