/* SPDX-License-Identifier: MIT */
/*
 * The state of each page: its number and the form of the number, the style of its heads and feet,
 * and whether it is blank. It is computed from the turns in the rows, once the page of each row is
 * known.
 */
#include "print/layout/set/ship.h"

#include "print/layout/page/page_break.h"

#include <limits.h>

static struct str label_of(struct arena *a, enum page_numbering numbering, int number) {
    static const enum doc_list_style STYLES[] = {
        [PAGE_ARABIC] = DOC_DECIMAL,          [PAGE_ROMAN] = DOC_LOWER_ROMAN,
        [PAGE_ROMAN_UPPER] = DOC_UPPER_ROMAN, [PAGE_ALPHA] = DOC_LOWER_ALPHA,
        [PAGE_ALPHA_UPPER] = DOC_UPPER_ALPHA, [PAGE_UNNUMBERED] = DOC_DECIMAL,
    };
    struct buf b = BUF_INIT;
    doc_list_number(&b, STYLES[numbering], number);
    return buf_finish(&b, a);
}

/** Applies a turn to the state of its page and of the following pages. */
static void take_turn(struct page_state *page, struct page_state *on, const struct v_turn *turn) {
    if (turn->numbers) {
        page->numbering = on->numbering = turn->numbering;
    }
    if (turn->restart != 0) {
        page->number = turn->restart;
    }
    if (turn->styles) {
        page->style = on->style = turn->style;
    }
    if (turn->this_style.n > 0) {
        page->style = turn->this_style;
    }
}

static void add_cut(const struct v_row *rows, const struct page_cut *cut, struct page_state *page,
                    struct page_state *on) {
    page->blank = page->blank && cut->begin == cut->end && cut->nnotes == 0 &&
                  cut->float_begin == cut->float_end;
    page->sideways = page->sideways || cut->sideways;
    for (size_t r = cut->begin; r < cut->end; r++) {
        if (rows[r].turn) {
            take_turn(page, on, rows[r].turn);
        }
    }
}

void set_page_states(struct setter *s, const struct page_cuts *cuts) {
    size_t columns = (size_t)s->style->columns;
    size_t n = cuts->cuts[cuts->n - 1].column / columns + 1;
    struct page_state on = {.numbering = s->style->numbering};
    size_t k = 0;
    struct page_state *states = ARENA_ARRAY(s->arena, struct page_state, n);
    for (size_t i = 0; i < n; i++) {
        struct page_state *page = &states[i];
        *page = on;
        page->number = on.number < INT_MAX ? on.number + 1 : on.number;
        page->blank = i > 0 || (n > 1 && s->over.rows.n == 0);
        for (; k < cuts->n && cuts->cuts[k].column / columns == i; k++) {
            add_cut(s->body.rows.p, &cuts->cuts[k], page, &on);
        }
        on.number = page->number;
        page->label = label_of(s->arena, page->numbering, page->number);
    }
    s->shipped.states = states;
}

/* ---- destinations ---- */

static void note_places(struct map *pages, const struct v_row *row, size_t *page) {
    for (const struct dest_mark *m = row->box->dests; m; m = m->next) {
        if (!map_find(pages, m->name)) {
            (void)map_put(pages, m->name, page);
        }
    }
}

void set_page_places(struct setter *s, const struct v_row *rows, const struct page_cuts *cuts,
                     struct map *pages) {
    for (size_t i = 0; i < cuts->n; i++) {
        const struct page_cut *cut = &cuts->cuts[i];
        size_t *page = ARENA_NEW(s->arena, size_t);
        *page = cut->column / (size_t)s->style->columns;
        for (size_t r = cut->begin; r < cut->end; r++) {
            /* a row that anchors floats is skipped, because the floats may be on another page */
            if (!rows[r].box->floats) {
                note_places(pages, &rows[r], page);
            }
        }
        for (size_t k = cut->float_begin; k < cut->float_end; k++) {
            note_places(pages, cuts->float_rows[k], page);
        }
        for (size_t k = 0; k < cut->nnotes; k++) {
            note_places(pages, cut->notes[k], page);
        }
    }
}
