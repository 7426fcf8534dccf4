/* SPDX-License-Identifier: MIT */
/* Chooses the widths of a table's columns and the text size. No column is narrower than its longest
 * word. If words do not fit, the table is set smaller, then words are hyphenated, and then they are
 * broken anywhere. If the table is still too wide, this is reported at the table with possible
 * remedies. Numbers are never broken. */
#include "print/layout/set/table_parts.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_WIDE_TABLE);

#define MIN_GAP PT(3)
/* A smaller text size is not tried if the words seem to need more than this, in percent of the
 * room. The limit is above 100, because words do not become narrower in exact proportion to the
 * text size. */
#define NEVER_FITS 115

/** A text size and flags that are tried. */
struct attempt {
    enum type_step step;
    unsigned flags;
    sp gap;
};

/* ---- cells ---- */

static void build_cell(struct table *t, struct table_cell *cell, const struct frame *row) {
    struct setter *s = t->s;
    struct look look;
    struct frame in = *row;
    sp measure = s->now.measure;
    set_enter_block(s, &in, &look, cell->node);
    cell->look_align = in.look && in.look->v[LOOK_TEXT_ALIGN] ? (int)in.align : -1;
    set_table_cell_box(t, cell, &in);
    in.ink.tag = (struct inline_tag){.elem = cell->elem};
    /* images and displays are limited to the width of the columns that the cell spans */
    s->now.measure = 0;
    for (size_t i = cell->col; i < cell->col + cell->span; i++) {
        s->now.measure += t->cols[i].share;
    }
    s->now.measure += t->gap * (sp)(cell->span - 1);
    cell->b = inline_new(s->shaper);
    set_cell(s, cell->b, cell->node, &in.ink);
    set_report_missing(s, cell->b, cell->node);
    s->now.measure = measure;
}

static void build_cells(struct table *t) {
    if (t->f.ink.element) {
        t->f.ink.element->last_kid = NULL; /* the elements are entered again for every size */
    }
    struct frame part = t->f;
    for (size_t r = 0; r < t->rows.n; r++) {
        struct table_row *row = &t->rows.p[r];
        struct look look;
        struct frame f = t->f;
        bool again =
            r > 0 && set_table_part(&t->rows.p[r - 1]) == set_table_part(row) && t->s->looks;
        if (again) {
            f = part;
        } else {
            const char *name = row->head ? "thead" : row->foot ? "tfoot" : "tbody";
            set_enter_element(t->s, &f, &look, name, NULL, "");
            set_table_part_box(t, &f);
            t->part = f.ink.element;
            part = f;
        }
        set_enter_block(t->s, &f, &look, row->node);
        set_table_row_box(t, row, &f);
        for (size_t k = row->first; k < row->first + row->ncells; k++) {
            build_cell(t, &t->cells.p[k], &f);
        }
    }
}

void set_table_drop_builders(struct table *t) {
    for (size_t i = 0; i < t->cells.n; i++) {
        if (t->cells.p[i].b) {
            inline_drop(t->cells.p[i].b);
            t->cells.p[i].b = NULL;
        }
    }
}

/* ---- columns ---- */

static void measure(struct table *t) {
    /* first single cells, then cells over several columns */
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < t->cells.n; i++) {
            struct table_cell *cell = &t->cells.p[i];
            sp narrow = 0;
            sp wide = 0;
            if ((cell->span > 1) != (pass == 1)) {
                continue;
            }
            inline_measure(cell->b, &narrow, &wide);
            if (t->cuts) {
                narrow = inline_narrowest(cell->b);
            }
            narrow = narrow > cell->least ? narrow : cell->least;
            wide = wide > narrow ? wide : narrow;
            /* a little is added, so that rounding does not break a line that fits */
            narrow += SP_PT / 16;
            wide += SP_PT / 8;
            if (cell->span > 1) {
                set_table_span(&t->cols[cell->col], cell->span, t->gap, narrow, wide);
                continue;
            }
            struct table_col *col = &t->cols[cell->col];
            col->narrowest = narrow > col->narrowest ? narrow : col->narrowest;
            col->widest = wide > col->widest ? wide : col->widest;
        }
    }
    for (size_t i = 0; i < t->ncols; i++) {
        struct table_col *col = &t->cols[i];
        col->widest = col->widest > col->narrowest ? col->widest : col->narrowest;
    }
}

/** The column widths that the author gives, or NULL. In a pipe table, dashes of equal length are
 * not taken as widths. */
static const int *wishes(const struct table *t) {
    const struct doc_node *n = t->node;
    return n->u.table.even ? NULL : n->u.table.widths;
}

/** The room for columns, without the gaps between them. */
static sp room(const struct table *t) {
    int64_t left = t->f.width - (int64_t)t->gap * (int64_t)(t->ncols - 1) - 2 * set_table_pad(t);
    return left > 0 ? (sp)left : 0;
}

/** Computes the column widths, from the author's widths or from the content. Returns false if words
 * do not fit. */
static bool choose_widths(struct table *t) {
    measure(t);
    if (!wishes(t)) {
        return set_table_share(t->cols, t->ncols, room(t));
    }
    for (size_t i = 0; i < t->ncols; i++) {
        t->cols[i].width = t->cols[i].share;
    }
    return set_table_widen(t->cols, t->ncols, room(t));
}

/** The leftmost place where a table may begin. The table may extend into the margin of the page,
 * but not into another column. */
static sp least_left(const struct table *t) {
    const struct page_style *st = t->s->style;
    sp margin = st->left - PT(18);
    bool whole = t->f.left == 0 && t->f.width == st->text_w;
    return whole && margin > 0 ? -margin : t->f.left;
}

static void place_columns(struct table *t) {
    int64_t total = (int64_t)t->gap * (int64_t)(t->ncols - 1);
    for (size_t i = 0; i < t->ncols; i++) {
        total += t->cols[i].width;
    }
    const struct look_value *margin = t->f.look ? t->f.look->v[LOOK_MARGIN_LEFT] : NULL;
    bool start = doc_has_class(t->node, "gloss") || (margin && margin->kind != LOOK_WORD);
    int64_t room = t->f.width - total, pad = set_table_pad(t);
    int64_t x = t->f.left + (!start ? room / 2 : t->f.rtl ? room - pad : pad);
    sp least = least_left(t);
    x = x > least ? x : least;
    for (size_t i = 0; i < t->ncols; i++) {
        t->left[i] = (sp)(x < SP_MAX / 4 ? x : SP_MAX / 4);
        x += t->cols[i].width + t->gap;
    }
    x -= t->gap;
    t->left[t->ncols] = (sp)(x < SP_MAX / 4 ? x : SP_MAX / 4);
}

/* ---- size ---- */

/** Narrows the gaps so that they take at most half of the room. They do not become 0. */
static sp narrow_gap(const struct table *t, sp gap) {
    sp most = t->ncols > 1 ? t->f.width / 2 / (sp)(t->ncols - 1) : gap;
    most = most > MIN_GAP ? most : MIN_GAP;
    return gap < most ? gap : most;
}

/** Widens all columns of a table that must be wider than its content. */
static void fill_width(struct table *t) {
    int64_t total = 0;
    for (size_t i = 0; i < t->ncols; i++) {
        total += t->cols[i].width;
    }
    int64_t want =
        t->asked_width - (int64_t)t->gap * (int64_t)(t->ncols - 1) - 2 * set_table_pad(t);
    for (size_t i = 0; i < t->ncols && want > total && total > 0; i++) {
        t->cols[i].width = (sp)(t->cols[i].width * want / total);
    }
}

/** Builds and measures the table at one text size. Returns false if words are wider than their
 * columns. */
static bool try_size(struct table *t, const struct attempt *a, const struct set_trial *before) {
    set_trial_undo(t->s, before); /* footnotes of an earlier attempt must not appear */
    t->f.ink.flags |= a->flags;
    t->cuts = a->flags != 0;
    t->gap = narrow_gap(t, a->gap);
    set_frame_shrink(t->s->style, &t->f, a->step);
    sp avail = room(t);
    for (size_t k = 0; k < t->ncols; k++) {
        const int *wish = wishes(t);
        sp share = wish ? sp_scale(avail, wish[k], 1000) : avail / (sp)t->ncols;
        t->cols[k] = (struct table_col){.share = share};
    }
    set_table_drop_builders(t);
    t->boxed = t->paint != NULL;
    t->asked_gap = 0;
    build_cells(t);
    t->gap = t->asked_gap > 0 ? narrow_gap(t, t->asked_gap) : t->gap;
    return choose_widths(t);
}

/** Whether words are so wide that not even the text size `next` helps. */
static bool is_hopeless(const struct table *t, sp next) {
    int64_t least = 0;
    for (size_t i = 0; i < t->ncols; i++) {
        least += t->cols[i].narrowest;
    }
    return t->f.ink.size > 0 &&
           least / 128 * next / t->f.ink.size * 100 > (int64_t)room(t) / 128 * NEVER_FITS;
}

static void report_wide(const struct table *t) {
    struct setter *s = t->s;
    int64_t over = (int64_t)t->left[t->ncols] - t->left[0] - t->f.width;
    if (over <= SP_PT / 2) {
        return;
    }
    struct diag *g = diag_add(s->d, DIAG_WIDE_TABLE, t->node->span,
                              "the table is %d pt wider than the text, in its smallest size",
                              (int)(over / SP_PT));
    diag_hint(s->d, g,
              "put it on a page of its own, sideways: `::: {.landscape}` before and `:::` after "
              "it; or make fewer columns of it");
}

void set_table_size(struct table *t) {
    static const struct attempt TRIES[] = {
        {STEP_NORMAL, 0, PT(12)}, /* the gap of normal text is twice LaTeX's \tabcolsep */
        {STEP_SMALL, 0, PT(12)},
        {STEP_FOOTNOTE, 0, PT(10)},
        {STEP_SCRIPT, 0, PT(8)},
        {STEP_FOOTNOTE, INLINE_HYPHENATE, PT(10)},
        {STEP_SCRIPT, INLINE_HYPHENATE, PT(8)},
        {STEP_SCRIPT, INLINE_HYPHENATE | INLINE_CUT_WORDS, PT(6)}};
    struct set_trial before = set_trial_begin(t->s);
    struct frame whole = t->f;
    for (size_t i = 0; i < ARRAY_LEN(TRIES); i++) {
        const struct attempt *a = &TRIES[i];
        bool last = i + 1 == ARRAY_LEN(TRIES);
        bool smaller = t->s->style->sizes[a->step].size < t->f.ink.size;
        if (i > 0 && !last && a->flags == 0 &&
            (!smaller || is_hopeless(t, t->s->style->sizes[a->step].size))) {
            continue;
        }
        sp width = t->f.width;
        t->f = whole;
        t->f.width = width;
        bool fits = try_size(t, a, &before);
        if (!fits && t->may_be_wide && !t->wide) {
            t->wide = true;
            t->f.width = t->s->style->text_w;
            fits = try_size(t, a, &before);
        }
        if (fits) {
            break;
        }
    }
    t->leading = t->f.leading;
    fill_width(t);
    place_columns(t);
    report_wide(t);
}
