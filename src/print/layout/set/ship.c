/* SPDX-License-Identifier: MIT */
/*
 * Makes pages from the galley: cuts it, places rows and footnotes, and passes the boxes to the
 * painter.
 */
#include "print/layout/set/ship.h"

#include "print/layout/model/sp.h"
#include "print/layout/page/page_break.h"
#include "print/layout/page/panel.h"

static struct page *new_page(struct setter *s) {
    struct page *page = ARENA_NEW(s->arena, struct page);
    page->width = s->style->paper_w;
    page->height = s->style->paper_h;
    const struct page_state *state = &s->shipped.states[s->pages->pages.n];
    page->left = set_page_left(s->style, s->pages->pages.n);
    page->top = s->style->top;
    page->bottom = s->style->top + s->style->text_h;
    page->columns = s->style->columns;
    page->column_w = s->style->column_w;
    page->column_sep = s->style->column_sep;
    page->top_skip = s->style->top_skip;
    page->note_sep = s->style->foot_ins.size;
    page->label = state->label;
    page->number = state->number;
    page->numbering = state->numbering;
    vec_push(&s->pages->pages, page);
    struct page_colour ground;
    if (set_box_canvas(s, &ground)) {
        struct painter p = {s, page, (int)s->pages->pages.n - 1, ARTIFACT_LAYOUT};
        set_paint_rule(&p, (struct page_rule){0, 0, page->width, page->height, ground}, NULL);
    }
    return page;
}

sp set_page_left(const struct page_style *st, size_t number) {
    bool other = st->two_sided && (number % 2 == 1) != st->rtl;
    return other ? st->paper_w - st->text_w - st->left : st->left;
}

#define FLOAT_STRETCH PT(2) /* the stretch of the space beside floats (LaTeX's \textfloatsep) */
#define STRETCH_MOST 16     /* a column does not stretch by more than this many times its glue */

/** The glue of a column that shrinks by `over`, or stretches if `over` is below 0. */
struct give {
    /* `total` is the sum of the glue, `left` the part of it that has not been taken yet */
    int64_t over, total, left;
};

/** Takes a share of the change for some glue. Returns how much the glue shrinks; below 0: how much
 * it stretches. */
static sp give_take(struct give *g, struct v_glue glue) {
    int64_t part = g->over > 0 ? glue.shrink : glue.stretch;
    if (g->total <= 0 || g->left == 0) {
        return 0;
    }
    int64_t give = part * g->over / g->total;
    give = (g->over > 0 ? give > g->left : give < g->left) ? g->left : give;
    g->left -= give;
    return (sp)give;
}

/** A column of a page that is being filled. */
struct placing {
    const struct painter *p;
    const struct page_cuts *cuts;
    const struct page_cut *cut;
    const struct v_row *rows;
    size_t flt; /* the index of the next float of the column */
    sp x;
    sp margin_foot; /* the foot of the last margin note */
    struct give give;
};

static sp float_height(const struct placing *place, size_t number) {
    return place->cuts->float_rows[number]->box->height +
           place->cuts->float_rows[number]->box->depth;
}

/** Paints a float with its top at `y`. */
static void place_float(const struct placing *place, size_t number, sp x, sp y) {
    const struct v_box *box = place->cuts->float_rows[number]->box;
    set_paint_box(place->p, box, x, y + box->height);
}

/** Paints the floats over all columns of the page. Returns the y at which the columns begin. */
static sp place_over(struct placing *place, sp left) {
    const struct page_style *st = place->p->s->style;
    sp y = st->top + place->cut->page_top;
    for (size_t k = place->cut->float_end; k > place->cut->float_begin; k--) {
        if (place->cuts->areas[k - 1] == AREA_PAGE) {
            y -= float_height(place, k - 1) + st->text_float_sep;
        }
    }
    for (; place->flt < place->cut->float_end && place->cuts->areas[place->flt] == AREA_PAGE;
         place->flt++) {
        place_float(place, place->flt, left, y);
        y += float_height(place, place->flt) + st->text_float_sep;
    }
    return st->top + place->cut->page_top;
}

/** Paints the float of this row if it is placed in this column. If the float is at its anchor, `*y`
 * moves below the float. */
static bool place_anchor(struct placing *place, const struct v_row *row, sp *y) {
    const struct v_float *how = row->box->floats;
    if (!how) {
        return false;
    }
    if (place->flt < place->cut->float_end && place->cuts->float_rows[place->flt] == row &&
        place->cuts->areas[place->flt] == AREA_HERE) {
        const struct v_glue beside = {0, FLOAT_STRETCH, 0};
        *y += how->above - give_take(&place->give, beside);
        place_float(place, place->flt, place->x, *y);
        *y += float_height(place, place->flt) + how->below - give_take(&place->give, beside);
        place->flt++;
    }
    return true;
}

/** Paints the floats at the top of the column and moves `*y` below them. The floats at the foot are
 * painted last. */
static bool place_tops(struct placing *place, sp *y) {
    bool any = false;
    for (size_t k = place->flt; k < place->cut->float_end; k++) {
        if (place->cuts->areas[k] == AREA_TOP) {
            place_float(place, k, place->x, *y);
            *y += float_height(place, k) + place->p->s->style->text_float_sep -
                  give_take(&place->give, (struct v_glue){0, FLOAT_STRETCH, 0});
            any = true;
        }
    }
    return any;
}

static void place_feet(struct placing *place, sp notes) {
    const struct page_style *st = place->p->s->style;
    sp y = st->top + st->text_h - notes;
    for (size_t k = place->cut->float_end; k > place->cut->float_begin; k--) {
        if (place->cuts->areas[k - 1] == AREA_FOOT) {
            y -= float_height(place, k - 1);
            place_float(place, k - 1, place->x, y);
            y -= st->text_float_sep;
        }
    }
}

/** The glue of the column that shrinks or stretches. Glue above its first row or below a float at
 * its end does not count. */
static struct give give_of(const struct placing *place) {
    struct give g = {.over = place->cut->over, .left = place->cut->over};
    const struct v_row *last = NULL;
    for (size_t i = place->cut->begin; i < place->cut->end; i++) {
        const struct v_row *row = &place->rows[i];
        if (!row->box->floats) {
            g.total += !last ? 0 : g.over > 0 ? row->above.shrink : row->above.stretch;
            last = row;
        }
    }
    for (size_t k = place->cut->float_begin; g.over < 0 && k < place->cut->float_end; k++) {
        enum float_area area = place->cuts->areas[k];
        bool ends = area == AREA_HERE && (!last || place->cuts->float_rows[k] > last);
        g.total += area == AREA_HERE && !ends ? 2 * FLOAT_STRETCH
                   : area == AREA_TOP || ends ? FLOAT_STRETCH
                                              : 0;
    }
    return -g.over > STRETCH_MOST * g.total ? (struct give){0} : g;
}

/* ---- panels ---- */

/** The rows of one column. The panels behind them are painted at the end. */
struct backing {
    const struct painter *p;
    size_t begin; /* the number of the page's items before these rows */
    struct panel_list list;
};

static struct backing backing_begin(const struct painter *p) {
    return (struct backing){.p = p, .begin = p->page->items.n};
}

/** Paints the panels. Then moves them before the items of the rows, which were painted first. */
static void backing_end(struct backing *back, sp x) {
    struct page *page = back->p->page;
    size_t n = page->items.n - back->begin;
    struct page_item *kept = NULL;
    if (back->list.slices.n > 0 && n > 0) {
        kept = arena_copy(back->p->s->arena, page->items.p + back->begin, n * sizeof *kept);
        page->items.n = back->begin;
    }
    for (size_t i = 0; i < back->list.slices.n; i++) {
        struct box_area area = panel_area(&back->list.slices.p[i]);
        set_paint_area(back->p, back->list.slices.p[i].panel->paint, &area, x, 0);
    }
    for (size_t i = 0; kept && i < n; i++) {
        vec_push(&page->items, kept[i]);
    }
    panel_list_drop(&back->list);
}

/* ---- columns ---- */

/** Paints the margin notes of a row whose baseline is at `y`. Each is beside its line. It is moved
 * up if it would end below the text, and then down if it would overlap an earlier note. */
static void place_margins(struct placing *place, const struct v_box *box, sp y) {
    const struct page_style *st = place->p->s->style;
    sp left = set_page_left(st, (size_t)place->p->number);
    sp width = set_margin_width(st);
    bool even = st->two_sided && place->p->number % 2 == 1;
    bool first = st->columns > 1 && place->x == left;
    bool before = st->columns > 1 ? first : even != st->rtl;
    sp x = before ? left - MARGIN_SEP - width : left + st->text_w + MARGIN_SEP;
    for (const struct v_margin *m = box->margins; m; m = m->next) {
        sp height = m->box->height + m->box->depth;
        sp top = y + m->y - m->first;
        sp lowest = st->top + st->text_h - height;
        top = top > lowest ? lowest : top;
        top = top < place->margin_foot ? place->margin_foot : top;
        set_paint_box(place->p, m->box, x, top + m->box->height);
        place->margin_foot = top + height + st->sizes[STEP_FOOTNOTE].leading / 2;
    }
}

static void place_rows(struct placing *place, sp y) {
    const struct page_style *st = place->p->s->style;
    place->give = give_of(place);
    bool over = place_tops(place, &y);
    bool first = true;
    struct backing back = backing_begin(place->p);
    for (size_t i = place->cut->begin; i < place->cut->end; i++) {
        const struct v_row *row = &place->rows[i];
        while (place->flt < place->cut->float_end && place->cuts->areas[place->flt] != AREA_HERE) {
            place->flt++;
        }
        if (place_anchor(place, row, &y)) {
            continue;
        }
        sp height = row->box->height;
        sp cut = y;
        if (!first) {
            y += row->above.size - give_take(&place->give, row->above);
        } else if (i > 0 && row->head) {
            struct painter again = *place->p;
            again.artifact = ARTIFACT_LAYOUT;
            set_paint_box(&again, row->head, place->x, y + row->head->height);
            y += row->head->height + row->head->depth;
        } else if (!over && height < st->top_skip && row->box->edge != V_EDGE_OPEN) {
            height = st->top_skip;
        }
        first = false;
        y += height;
        set_paint_box(place->p, row->box, place->x, y);
        sp top = y - row->box->height;
        set_line_number(place->p, row->box, place->x, y);
        place_margins(place, row->box, y);
        y += row->box->depth;
        if (row->panel) {
            panel_list_add(&back.list, row, cut, top, y);
        } else {
            back.list.nopen = 0;
        }
    }
    backing_end(&back, place->x);
}

/** Paints the footnotes at the foot of the page, below LaTeX's \footnoterule. */
static sp place_notes(const struct placing *place) {
    const struct page_style *st = place->p->s->style;
    if (place->cut->nnotes == 0) {
        return 0;
    }
    sp all = page_notes_height(place->cut, st->foot_ins.size);
    sp y = st->top + st->text_h - (all - st->foot_ins.size);
    sp width = sp_scale(st->column_w, 4, 10);
    struct page_rule rule = {place->x + (st->rtl ? st->column_w - width : 0), y - PT(3), width,
                             PT100(40), st->text_colour};
    set_paint_rule(place->p, rule, NULL);
    struct backing back = backing_begin(place->p);
    for (size_t i = 0; i < place->cut->nnotes; i++) {
        const struct v_row *row = place->cut->notes[i];
        y += (i > 0 ? row->above.size : 0) + row->box->height;
        set_paint_box(place->p, row->box, place->x, y);
        sp top = y - row->box->height;
        y += row->box->depth;
        panel_list_add(&back.list, row, top, top, y);
    }
    backing_end(&back, place->x);
    return all;
}

/** Paints the blocks across all columns of the first page. */
static void place_over_first(const struct painter *p) {
    const struct page_style *st = p->s->style;
    const struct galley *g = &p->s->over;
    sp y = st->top + st->heads.first_down;
    struct backing back = backing_begin(p);
    for (size_t i = 0; i < g->rows.n; i++) {
        const struct v_row *row = &g->rows.p[i];
        y += (i > 0 ? row->above.size : 0) + row->box->height;
        set_paint_box(p, row->box, set_page_left(st, 0), y);
        sp top = y - row->box->height;
        y += row->box->depth;
        panel_list_add(&back.list, row, top, top, y);
    }
    backing_end(&back, set_page_left(st, 0));
}

static void place_boxes(const struct painter *p) {
    const struct page_style *st = p->s->style;
    for (size_t i = 0; i < p->s->placed.n; i++) {
        const struct placed_box *b = &p->s->placed.p[i];
        set_paint_box(p, b->box, set_page_left(st, 0) + b->x, st->top + b->y + b->box->height);
    }
}

/** Moves footnotes of blocks at fixed places to the foot of the first column. */
static void take_placed_notes(struct setter *s) {
    for (size_t i = 0; i < s->placed.n && s->body.rows.n > 0; i++) {
        if (s->placed.p[i].box->notes) {
            galley_add_note(s->body.rows.p[0].box, s->placed.p[i].box->notes);
        }
    }
}

static void place_column(struct setter *s, const struct page_cuts *cuts,
                         const struct page_cut *cut) {
    size_t columns = (size_t)s->upright->columns;
    size_t number = cut->column / columns;
    while (s->pages->pages.n <= number) {
        set_sideways_style(s, s->shipped.states[s->pages->pages.n].sideways);
        struct painter behind = {s, new_page(s), (int)s->pages->pages.n - 1, ARTIFACT_NONE};
        set_watermark(&behind);
        if (s->pages->pages.n == 1) {
            struct painter first = {s, s->pages->pages.p[0], 0, ARTIFACT_NONE};
            place_over_first(&first);
            place_boxes(&first);
        }
    }
    set_sideways_style(s, s->shipped.states[number].sideways);
    const struct page_style *st = s->style;
    struct painter p = {s, s->pages->pages.p[number], (int)number, ARTIFACT_NONE};
    struct placing place = {.p = &p,
                            .cuts = cuts,
                            .cut = cut,
                            .rows = s->body.rows.p,
                            .flt = cut->float_begin,
                            .x = set_page_left(st, number),
                            .margin_foot = cut->column % columns > 1 ? st->top + st->text_h : 0};
    sp y = place_over(&place, place.x);
    size_t before = cut->column % columns;
    /* several columns, which turned pages do not have, are ordered from the right */
    if (st->rtl && st->columns > 1) {
        before = columns - 1 - before;
    }
    place.x += (sp)before * (st->column_w + st->column_sep);
    place_rows(&place, y);
    place_feet(&place, place_notes(&place));
}

/** Removes the entries of the outline whose (empty) heading is on no page. */
static void keep_outline(struct setter *s) {
    size_t kept = 0;
    for (size_t i = 0; i < s->pages->outline.n; i++) {
        if (map_find(&s->shipped.dests, s->pages->outline.p[i].dest)) {
            s->pages->outline.p[kept++] = s->pages->outline.p[i];
        }
    }
    s->pages->outline.n = kept;
}

/** Removes links to destinations that are on no page; their text remains. */
static void keep_links(struct setter *s) {
    for (size_t i = 0; i < s->pages->pages.n; i++) {
        struct page *page = s->pages->pages.p[i];
        size_t kept = 0;
        for (size_t k = 0; k < page->links.n; k++) {
            struct page_link *l = &page->links.p[k];
            if (l->dest.n == 0 || map_find(&s->shipped.dests, l->dest)) {
                page->links.p[kept++] = *l;
            } else {
                l->elem->role = ROLE_SPAN;
            }
        }
        page->links.n = kept;
    }
}

/** Fills in the page numbers of the table of contents. The places of destinations in `rows` give
 * the numbers. */
static void number_contents(struct setter *s, const struct v_row *rows,
                            const struct page_cuts *cuts) {
    struct map pages = MAP_INIT;
    if (s->toc.lines.n > 0) {
        set_page_places(s, rows, cuts, &pages);
        set_toc_fill(s, &pages);
    }
    map_drop(&pages);
}

/** The height of the blocks across all columns of the first page, with the space below them. */
static sp over_height(const struct setter *s) {
    int64_t sum = s->over.height;
    sum += s->over.rows.n > 0 ? s->over.space.size : 0;
    return sum > s->style->text_h ? s->style->text_h : (sp)sum;
}

void set_ship_pages(struct setter *s) {
    const struct page_style *st = s->style;
    struct page_size size = {.height = st->text_h,
                             .side_height = st->text_w,
                             .top_skip = st->top_skip,
                             .max_depth = st->top_skip / 2,
                             .leading = st->sizes[STEP_NORMAL].leading,
                             .foot_ins = st->foot_ins.size,
                             .text_float_sep = st->text_float_sep,
                             .first_top = over_height(s) + st->heads.first_down,
                             .columns = st->columns,
                             .few_pages = st->few_pages,
                             .balance = st->balance && !s->rough,
                             .flush = st->columns > 1 || st->two_sided,
                             .rough = s->rough};
    take_placed_notes(s);
    struct page_cuts cuts = page_break(s->arena, s->body.rows.p, s->body.rows.n, &size);
    if (set_index(s, &cuts)) {
        cuts = page_break(s->arena, s->body.rows.p, s->body.rows.n, &size);
    }
    set_page_states(s, &cuts);
    number_contents(s, s->body.rows.p, &cuts);
    s->shipped.used = ARENA_ARRAY(s->arena, bool, (size_t)s->pages->nelems + 1);
    for (size_t i = 0; i < cuts.n; i++) {
        place_column(s, &cuts, &cuts.cuts[i]);
    }
    set_ship_running(s);
    set_sideways_style(s, false);
    keep_outline(s);
    keep_links(s);
    for (size_t i = 0; i < s->pages->pages.n; i++) {
        vec_fit(&s->pages->pages.p[i]->items);
        vec_fit(&s->pages->pages.p[i]->links);
    }
    vec_sort(&s->pages->dests, str_order);
    page_elem_prune(s->pages->root, s->shipped.used);
}
