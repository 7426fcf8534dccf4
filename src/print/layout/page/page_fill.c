/* SPDX-License-Identifier: MIT */
/*
 * Fills columns: rows below one another, footnotes at the foot, floats where they have room. The
 * start of a column determines its content. The search therefore needs heights only; the result is
 * found by filling the chosen columns once more.
 */
#include "print/layout/page/page_fill.h"

#include "core/base/bounds.h"
#include "core/base/search.h"

#define TOP_SHARE 70 /* LaTeX's \topfraction, in hundredths */
#define MIN_LINES 4  /* minimum number of lines of text in a column with floats */

/* ---- rows of all footnotes, concatenated ---- */

static void count_all(struct cutter *c) {
    for (size_t i = 0; i < c->n; i++) {
        bool floats = c->rows[i].box->floats != NULL;
        c->nfloats += floats;
        for (const struct foot_note *f = c->rows[i].box->notes; f && !floats; f = f->next) {
            c->nnote_rows += f->body->rows.n;
        }
    }
}

static void take_notes(struct cutter *c, size_t i, size_t *k) {
    bool floats = c->rows[i].box->floats != NULL; /* take_float() counts the notes of a float */
    for (const struct foot_note *f = c->rows[i].box->notes; f && !floats; f = f->next) {
        c->last_note[i] = *k;
        for (size_t r = 0; r < f->body->rows.n; r++, (*k)++) {
            const struct v_row *row = &f->body->rows.p[r];
            c->note_rows[*k] = row;
            c->note_sum[*k + 1] = c->note_sum[*k] + galley_row_height(row, false);
        }
    }
    c->note_end[i + 1] = *k;
}

static void find_sideways(struct cutter *c, struct arena *a) {
    bool sideways = false;
    for (size_t i = 0; i < c->n; i++) {
        const struct v_turn *turn = c->rows[i].turn;
        sideways = turn && turn->shapes ? turn->sideways : sideways;
        if (sideways && !c->sideways) {
            c->sideways = ARENA_ARRAY(a, bool, c->n);
        }
        if (sideways) {
            c->sideways[i] = true;
        }
    }
}

static int64_t float_notes_height(const struct v_box *box) {
    int64_t height = 0;
    for (const struct foot_note *f = box->notes; f; f = f->next) {
        height += f->body->height;
    }
    return height;
}

static void take_float(struct cutter *c, const struct v_row *row, size_t k) {
    const struct v_box *box = row->box;
    c->float_rows[k] = row;
    c->float_notes[k] = float_notes_height(box);
    c->float_sum[k + 1] =
        c->float_sum[k] + (int64_t)box->height + box->depth + c->size->text_float_sep;
    c->narrow_floats[k + 1] = c->narrow_floats[k] + !box->floats->wide;
}

void page_fill_prepare(struct cutter *c, struct arena *a) {
    size_t notes = 0;
    size_t floats = 0;
    count_all(c);
    find_sideways(c, a);
    c->note_end = ARENA_ARRAY(a, size_t, c->n + 1);
    c->last_note = ARENA_ARRAY(a, size_t, c->n + 1);
    c->note_sum = ARENA_ARRAY(a, int64_t, c->nnote_rows + 1);
    c->note_rows = ARENA_ARRAY(a, const struct v_row *, c->nnote_rows + 1);
    c->float_end = ARENA_ARRAY(a, size_t, c->n + 1);
    c->float_rows = ARENA_ARRAY(a, const struct v_row *, c->nfloats + 1);
    c->float_notes = ARENA_ARRAY(a, int64_t, c->nfloats + 1);
    c->float_sum = ARENA_ARRAY(a, int64_t, c->nfloats + 1);
    c->narrow_floats = ARENA_ARRAY(a, size_t, c->nfloats + 1);
    for (size_t i = 0; i < c->n; i++) {
        take_notes(c, i, &notes);
        if (c->rows[i].box->floats) {
            take_float(c, &c->rows[i], floats++);
        }
        c->float_end[i + 1] = floats;
    }
    c->narrow_called = ARENA_ARRAY(a, size_t, c->n + 1);
    for (size_t i = c->n + 1; i-- > 0;) {
        bool at_float = i < c->n && c->rows[i].box->floats;
        c->narrow_called[i] =
            at_float ? c->narrow_called[i + 1] : c->narrow_floats[c->float_end[i]];
    }
}

sp page_notes_height(const struct page_cut *cut, sp foot_ins) {
    int64_t sum = cut->nnotes ? foot_ins : 0;
    for (size_t i = 0; i < cut->nnotes; i++) {
        sum += galley_row_height(cut->notes[i], i == 0);
    }
    return sp_clamp(sum);
}

int64_t page_note_rows_height(const struct cutter *c, size_t from, size_t to) {
    if (to <= from) {
        return 0;
    }
    return c->size->foot_ins + c->note_sum[to] - c->note_sum[from] - c->note_rows[from]->above.size;
}

size_t page_least_notes(const struct cutter *c, size_t i, size_t j, size_t from) {
    size_t all = c->note_end[j];
    /* without notes there is nothing to examine */
    for (size_t k = j; k > i && all > c->note_end[i]; k--) {
        if (c->note_end[k] > c->note_end[k - 1]) {
            size_t begin = c->last_note[k - 1] > from ? c->last_note[k - 1] : from;
            return begin + 3 < all ? begin + 2 : all;
        }
    }
    /* the column has only the rest of a note that began in the previous column */
    return from + 3 < all ? from + 2 : all;
}

size_t page_fit_notes(const struct cutter *c, size_t from, size_t least, size_t all, int64_t room) {
    if (page_note_rows_height(c, from, all) <= room) {
        return all;
    }
    size_t n; /* the first note row that does not fit; heights ascend */
    SEARCH_FIRST(n, from + 1, all, page_note_rows_height(c, from, n) > room);
    n--;
    if (n + 1 == all && n > least) {
        n--; /* a single line must not be moved to the next page */
    }
    while (n > least && n < all && c->note_rows[n]->penalty >= V_NEVER) {
        n--;
    }
    return n;
}

/* ---- floats ---- */

static const struct v_float *float_of(const struct cutter *c, size_t number) {
    return c->float_rows[number]->box->floats;
}

static int64_t float_height(const struct cutter *c, size_t number) {
    const struct v_box *box = c->float_rows[number]->box;
    return (int64_t)box->height + box->depth;
}

/** Takes the room for the notes of a float. */
static void take_float_notes(const struct cutter *c, struct fill *f, size_t number) {
    if (c->float_notes[number] > 0) {
        f->height -= c->float_notes[number] + (f->noted ? 0 : c->size->foot_ins);
        f->noted = true;
    }
}

static void place(const struct cutter *c, struct fill *f, enum float_area area) {
    if (c->areas) {
        c->areas[f->floats] = area;
    }
    f->sideways = f->sideways || c->float_rows[f->floats]->box->floats->sideways;
    take_float_notes(c, f, f->floats);
    f->floats++;
    f->empty = false;
}

static bool first_of_page(const struct cutter *c, const struct fill *f) {
    return f->column % (size_t)c->size->columns == 0;
}

static int64_t page_height(const struct cutter *c, const struct fill *f) {
    bool cut_short = f->column / (size_t)c->size->columns == c->short_page;
    return cut_short ? c->short_height : c->size->height;
}

/** The maximum height of the floats in a column. It is lower if `text` follows them. */
static int64_t most_for_floats(const struct cutter *c, int64_t height, int64_t taken, bool text) {
    int64_t share = height * TOP_SHARE / 100;
    int64_t alone = height - (int64_t)MIN_LINES * c->size->leading;
    if (!text) {
        return height + c->size->text_float_sep;
    }
    return taken == 0 && alone > share ? alone : share;
}

/** Whether so many floats begin at row `i` that columns which begin with them contain no text. */
static bool only_floats(const struct cutter *c, size_t i) {
    return c->n - i >= LIMIT_WAITING_FLOATS &&
           c->float_end[i + LIMIT_WAITING_FLOATS] - c->float_end[i] == LIMIT_WAITING_FLOATS;
}

/** Whether row `i`, which begins a page, has only floats before it. This happens at the end of the
 * text and after \clearpage. */
static bool clears(const struct cutter *c, size_t i) {
    return i == c->n || (c->rows[i].after_floats && c->rows[i].penalty <= V_FORCE);
}

bool page_fill_waits(const struct cutter *c, const struct fill *f, size_t i) {
    return c->rows[i].after_floats && f->floats < c->float_end[i];
}

bool page_fill_has_enough(const struct cutter *c, const struct fill *f, size_t i) {
    return c->rows[i].box->floats && c->float_end[i] >= f->floats + LIMIT_WAITING_FLOATS;
}

/** Places waiting wide floats over the columns of a new page. */
static void begin_page(const struct cutter *c, struct fill *f, size_t i) {
    int64_t taken = 0;
    f->page_top = f->column == 0 ? c->size->first_top : 0;
    while (f->floats < c->float_end[i] && float_of(c, f->floats)->wide) {
        int64_t h = float_height(c, f->floats) + c->size->text_float_sep;
        int64_t room = c->size->height - f->page_top + taken;
        bool alone = float_height(c, f->floats) > most_for_floats(c, c->size->height, 0, true);
        bool text = !clears(c, i) && !only_floats(c, i) && !(alone && taken == 0);
        if (taken + h > most_for_floats(c, room, taken, text) && (f->column == 0 || taken > 0)) {
            return; /* the next page has more room */
        }
        place(c, f, AREA_PAGE);
        taken += h;
        f->page_top += h;
    }
}

/** Takes the room for a float at the top or foot of the current column. */
static void take_room(const struct cutter *c, struct fill *f, size_t number, enum float_area area) {
    int64_t h = float_height(c, number) + c->size->text_float_sep;
    f->used += h;
    f->tops += h;
    place(c, f, area);
}

/** Places waiting floats at the top or foot of the column. */
static void begin_floats(const struct cutter *c, struct fill *f, size_t i) {
    while (f->floats < c->float_end[i] && !float_of(c, f->floats)->wide) {
        int64_t h =
            float_height(c, f->floats) + c->float_notes[f->floats] + c->size->text_float_sep;
        /* no later column has more room than a column of the full height */
        bool whole = f->height == c->size->height;
        bool alone = h > most_for_floats(c, c->size->height, 0, true);
        bool text = !clears(c, i) && !only_floats(c, i) && !(alone && f->tops == 0) && !f->alone;
        int64_t most = f->dense && text ? f->height - (int64_t)MIN_LINES * c->size->leading
                                        : most_for_floats(c, f->height, f->tops, text);
        if (f->tops + h > most && (!whole || f->tops > 0)) {
            return;
        }
        bool foot = (float_of(c, f->floats)->places & FLOAT_TOP) == 0;
        take_room(c, f, f->floats, foot ? AREA_FOOT : AREA_TOP);
    }
}

/** Whether the row must begin on a left or right page, and the current page is on the other
 * side. */
static bool other_side(const struct cutter *c, const struct fill *f, size_t i) {
    const struct v_turn *turn = i < c->n ? c->rows[i].turn : NULL;
    if (!turn || turn->side < V_SIDE_RIGHT) {
        return false;
    }
    bool right = f->column / (size_t)c->size->columns % 2 == 0;
    return right != (turn->side == V_SIDE_RIGHT);
}

/** Whether row `i` begins a page that is turned sideways. Floats and blank pages before it are not
 * turned. */
static bool turns_page(const struct cutter *c, const struct fill *f, size_t i) {
    return c->sideways && i < c->n && c->sideways[i] && f->floats == c->float_end[i] &&
           first_of_page(c, f) && !other_side(c, f, i);
}

bool page_fill_begin(const struct cutter *c, struct fill *f, size_t i) {
    f->before = f->floats;
    f->empty = true;
    f->used = f->shrink = f->hang = f->tops = 0;
    f->sideways = turns_page(c, f, i);
    if (first_of_page(c, f)) {
        begin_page(c, f, i);
    }
    f->height = (f->sideways ? c->size->side_height : page_height(c, f)) - f->page_top;
    f->noted = false;
    /* the notes of wide floats are in the first column of their page */
    for (size_t k = f->before; k < f->floats; k++) {
        take_float_notes(c, f, k);
    }
    begin_floats(c, f, i);
    if (i == c->n || f->alone || page_fill_waits(c, f, i) ||
        (only_floats(c, i) && f->floats > f->before) ||
        (clears(c, i) && (f->floats > f->before || !first_of_page(c, f) || other_side(c, f, i)))) {
        return false;
    }
    int64_t least = (int64_t)MIN_LINES * c->size->leading;
    int64_t room = f->height - f->used;
    const struct v_box *first = c->rows[i].box;
    bool waits = first->floats != NULL && f->floats < c->float_end[i];
    int64_t want = waits ? 0 : (int64_t)first->height + first->depth;
    bool taken = f->used > 0 || f->page_top > 0;
    return !taken || (room >= want && room >= (f->tops > 0 || f->page_top > 0 ? least / 2 : 0));
}

void page_fill_next_column(const struct cutter *c, struct fill *f) {
    do {
        f->column++;
    } while (f->sideways && !first_of_page(c, f));
    f->page_top = first_of_page(c, f) ? 0 : f->page_top;
}

/** How far the last line of a box may extend below the text. */
static sp hang_of(const struct cutter *c, const struct v_box *box) {
    sp depth = box->foot > 0 ? box->foot : box->depth;
    return depth < c->size->max_depth ? depth : c->size->max_depth;
}

/** Places the float at row `j`, which is the next row: here, or at the top or foot of this column.
 * If there is no room, it waits. */
static void fill_float(const struct cutter *c, struct fill *f, size_t j) {
    const struct v_float *how = c->rows[j].box->floats;
    int64_t h = float_height(c, f->floats);
    int64_t room = f->height + f->shrink - f->used - c->float_notes[f->floats] -
                   page_fill_notes(c, f, c->note_end[j + 1]);
    int64_t outside = h + c->size->text_float_sep;
    bool share = f->tops + outside <= most_for_floats(c, f->height, f->tops, true);
    if ((how->places & FLOAT_HERE) && f->empty && h <= room) {
        take_room(c, f, f->floats, AREA_TOP);
    } else if ((how->places & FLOAT_HERE) && !f->empty && how->above + h <= room) {
        f->used += how->above + h + how->below;
        f->hang = how->below + (c->float_notes[f->floats] ? 0 : hang_of(c, c->rows[j].box));
        place(c, f, AREA_HERE);
    } else if ((how->places & FLOAT_TOP) && !(how->places & FLOAT_HERE) && share &&
               outside <= room) {
        take_room(c, f, f->floats, AREA_TOP);
    } else if ((how->places & FLOAT_FOOT) && share && outside <= room) {
        take_room(c, f, f->floats, AREA_FOOT);
    }
}

void page_fill_row(const struct cutter *c, struct fill *f, size_t j) {
    const struct v_row *r = &c->rows[j];
    sp height = r->box->height;
    if (r->box->floats) {
        if (f->floats == c->float_end[j] && f->floats < f->defer && !r->box->floats->wide) {
            fill_float(c, f, j);
        }
        return;
    }
    if (f->used == f->tops) { /* the row is the first one in the column */
        if (j > 0 && r->head) {
            f->used += (int64_t)r->head->height + r->head->depth;
        } else if (f->tops == 0 && height < c->size->top_skip && r->box->edge != V_EDGE_OPEN) {
            height = c->size->top_skip;
        }
    } else {
        f->used += r->above.size;
        f->shrink += r->above.shrink;
    }
    f->used += (int64_t)height + r->box->depth;
    f->hang = hang_of(c, r->box);
    f->empty = false;
}
