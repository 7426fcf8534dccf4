/* SPDX-License-Identifier: MIT */
/*
 * The page breaker. A state stands for a cut. It keeps the best way to reach the cut, with the
 * number of floats and notes that were set on this way and the column that begins at the cut.
 * page_fill.c computes the content of columns. All numbers are integers.
 */
#include "print/layout/page/page_fill.h"

#include <stdlib.h>

/* the cost of a page: the number of pages matters more than their quality */
#define PAGE_COST 1000000
/* the cost of a forbidden cut, made only if there is no other cut */
#define EMERGENCY_COST 100000000
#define HEADING_PENALTY (-200) /* cuts above headings have this penalty or a smaller one */
#define SPLIT_COST 300         /* the cost of a footnote that is continued on the next page */
#define FLUSH_LINES 6          /* the most white space that a flush column distributes, in lines */
#define UNREACHED INT64_MAX

struct state {
    int64_t cost;
    size_t from;          /* the row of the previous cut */
    size_t notes, floats; /* the numbers of footnote rows and floats that are set before this cut */
    size_t column;        /* the index of the column that begins here */
    int64_t page_top; /* the height that is taken at the top of its page, if the column is not the
                         first of the page */
    sp over; /* how much the rows of the column that ends here must shrink; below 0: stretch */
    bool emergency;
};

struct search {
    struct cutter c;
    struct state *states; /* one state for each row, and one for the end */
    size_t furthest;      /* the last row for which a way was found */
};

/** The demerits of a column. White space at the foot costs the square of its size; shrinking costs
 * the cube. */
static int64_t column_demerits(const struct cutter *c, const struct fill *f, int64_t height) {
    int64_t left = f->height - height;
    if (left < 0) {
        int64_t ratio = f->shrink > 0 ? -left * 100 / f->shrink : 100;
        return ratio * ratio * ratio / 10000;
    }
    int64_t half_lines = left * 2 / (c->size->leading > 0 ? c->size->leading : 1);
    return half_lines * half_lines;
}

/* The lower limit of the demerits of a cut that is not forced. A forced cut has none. */
#define MIN_DEMERITS (V_FORCE / 20)

static int64_t cut_demerits(int32_t penalty) {
    return penalty < 0 ? penalty / 20 : penalty;
}

static bool may_cut(const struct cutter *c, size_t j) {
    return j == c->n || c->rows[j].penalty < V_NEVER;
}

static bool must_cut(const struct cutter *c, size_t j) {
    return j < c->n && c->rows[j].penalty <= V_FORCE;
}

static void reach(struct search *s, size_t i, size_t j, const struct fill *f, struct state to) {
    if (to.cost < s->states[j].cost) {
        struct fill next = *f;
        page_fill_next_column(&s->c, &next);
        to.from = i;
        to.floats = next.floats;
        to.column = next.column;
        to.page_top = next.page_top;
        s->states[j] = to;
    }
    if (j > s->furthest) {
        s->furthest = j;
    }
}

/** The column that begins at row `i`. Also computes the cost of columns of floats before it. */
static struct fill begin_from(const struct search *s, size_t i, int64_t *cost) {
    const struct state *from = &s->states[i];
    struct fill f = {.column = from->column,
                     .notes = from->notes,
                     .floats = from->floats,
                     .page_top = from->page_top};
    *cost = from->cost;
    while (!page_fill_begin(&s->c, &f, i)) {
        page_fill_next_column(&s->c, &f);
        *cost += PAGE_COST;
    }
    return f;
}

/** Tries the column with the rows [i, j). Returns false if the rows alone are too high. */
static bool try_column(struct search *s, size_t i, size_t j, const struct fill *f, int64_t before,
                       bool emergency) {
    const struct cutter *c = &s->c;
    bool notes = c->note_end[j] > f->notes;
    int64_t height = page_fill_height(f, notes);
    int64_t room = f->height + f->shrink - height;
    if (page_fill_height(f, false) > f->height + f->shrink) {
        return false;
    }
    if ((!emergency && !may_cut(c, j)) || (f->empty && j < c->n)) {
        return true;
    }
    int64_t cost = before + PAGE_COST + (emergency ? EMERGENCY_COST : 0);
    if (j < c->n) {
        cost += cut_demerits(must_cut(c, j) || emergency ? 0 : c->rows[j].penalty);
    }
    if (s->states[j].cost <= cost) {
        return true; /* the known way is better, and longer columns cost more */
    }
    size_t all = c->note_end[j];
    size_t least = page_least_notes(c, i, j, f->notes);
    size_t set = page_fit_notes(c, f->notes, least, all, room);
    if (set < least && !emergency) {
        return true; /* more rows are worse, but a later cut may be forced */
    }
    height += page_note_rows_height(c, f->notes, set);
    int64_t over = height - f->height;
    if (j == c->n) {
        cost += (int64_t)(c->nfloats - f->floats) *
                PAGE_COST; /* the remaining floats come after the text, on pages of their own */
    }
    bool full = j < c->n && !must_cut(c, j);
    bool flush = c->size->flush && full && over > -(int64_t)FLUSH_LINES * c->size->leading;
    if (full || over > 0) {
        int64_t demerits = column_demerits(c, f, height);
        bool heading = j < c->n && c->rows[j].penalty <= HEADING_PENALTY;
        cost += heading && over <= 0
                    ? demerits / 4
                    : demerits; /* white space above a heading looks good, so it costs nothing */
    }
    if (set < all) {
        cost += SPLIT_COST + (int64_t)(all - set) * 10;
        cost += j == c->n ? PAGE_COST : 0; /* the notes need a page of their own */
    }
    reach(s, i, j, f,
          (struct state){.cost = cost,
                         .notes = set,
                         .over = over > 0 || flush ? (sp)over : 0,
                         .emergency = emergency});
    return true;
}

/** Whether the column that ends before row `j` fits but cannot improve the known way to `j`. This
 * is true of most columns, because a longer column ends at the same row. */
static bool is_known_better(const struct search *s, size_t j, const struct fill *f, int64_t cost) {
    return s->states[j].cost <= cost + PAGE_COST + MIN_DEMERITS &&
           page_fill_height(f, false) <= f->height + f->shrink;
}

static void try_from(struct search *s, size_t i) {
    int64_t cost = 0;
    struct fill f = begin_from(s, i, &cost);
    page_fill_row(&s->c, &f, i);
    for (size_t j = i + 1;; j++) {
        bool fits = is_known_better(s, j, &f, cost) || try_column(s, i, j, &f, cost, false);
        if (!fits || j == s->c.n || must_cut(&s->c, j) || page_fill_waits(&s->c, &f, j) ||
            page_fill_has_enough(&s->c, &f, j)) {
            return;
        }
        page_fill_row(&s->c, &f, j);
    }
}

/** Called if no allowed cut follows cut `i`. Takes as many rows as fit, but at least one, and
 * ignores penalties. */
static void force_from(struct search *s, size_t i) {
    const struct cutter *c = &s->c;
    int64_t cost = 0;
    struct fill f = begin_from(s, i, &cost);
    page_fill_row(c, &f, i);
    size_t j = i + 1;
    while (j < c->n && !must_cut(c, j)) {
        struct fill more = f;
        page_fill_row(c, &more, j);
        bool notes = c->note_end[j + 1] > f.notes;
        if (page_fill_height(&more, notes) > f.height) {
            break;
        }
        f = more;
        j++;
    }
    if (try_column(s, i, j, &f, cost, true) && s->states[j].cost != UNREACHED) {
        return;
    }
    size_t all = c->note_end[j];
    reach(s, i, j, &f,
          (struct state){.cost = cost + PAGE_COST + EMERGENCY_COST,
                         .notes = page_fit_notes(c, f.notes, all, all, f.height - f.used),
                         .emergency = true});
}

/* ---- search ---- */

/** Finds the best ways that continue from the cut `first`, to which a way is known. */
static void search_from(struct search *s, size_t first) {
    for (size_t i = first + 1; i <= s->c.n; i++) {
        s->states[i].cost = UNREACHED;
    }
    s->furthest = first;
    for (size_t i = first; i < s->c.n; i++) {
        if (s->states[i].cost == UNREACHED) {
            continue;
        }
        if (!s->c.size->rough) {
            try_from(s, i);
        }
        if (s->furthest <= i) {
            force_from(s, i);
        }
    }
}

/** Whether the text from column `first` on ends on the same page, and no notes or floats remain. */
static bool ends_on_page(const struct search *s, size_t first) {
    const struct state *end = &s->states[s->c.n];
    return end->cost != UNREACHED && !end->emergency &&
           end->column <= first + (size_t)s->c.size->columns && end->floats == s->c.nfloats &&
           end->notes == s->c.nnote_rows;
}

/** Finds the smallest height at which the columns of the last page hold their content. */
static void balance(struct search *s) {
    size_t columns = (size_t)s->c.size->columns;
    size_t last = s->states[s->c.n].column - 1;
    size_t first = last - last % columns;
    size_t row = s->c.n;
    while (row > 0 && s->states[row].column > first) {
        row = s->states[row].from;
    }
    if (columns < 2 || s->states[row].column != first || !ends_on_page(s, first)) {
        return;
    }
    sp low = 0; /* this height is known to be too low */
    sp high = s->c.size->height;
    s->c.short_page = first / columns;
    while (high - low > SP_PT / 2) {
        s->c.short_height = low + (high - low) / 2;
        search_from(s, row);
        if (ends_on_page(s, first)) {
            high = s->c.short_height;
        } else {
            low = s->c.short_height;
        }
    }
    s->c.short_height = high;
    search_from(s, row);
}

/* ---- the result ---- */

struct cut_list {
    struct page_cut *cuts;
    size_t n, cap;
};

static void add_cut(struct cut_list *list, struct arena *a, struct page_cut cut) {
    if (list->n == list->cap) {
        size_t cap = list->cap * 2 + 16;
        struct page_cut *more = ARENA_ARRAY(a, struct page_cut, cap);
        for (size_t i = 0; i < list->n; i++) {
            more[i] = list->cuts[i];
        }
        list->cuts = more;
        list->cap = cap;
    }
    list->cuts[list->n++] = cut;
}

static struct page_cut cut_of(const struct fill *f, size_t begin, size_t end) {
    return (struct page_cut){.begin = begin,
                             .end = end,
                             .note_begin = f->notes,
                             .note_end = f->notes,
                             .float_begin = f->before,
                             .float_end = f->floats,
                             .column = f->column,
                             .sideways = f->sideways,
                             .page_top = (sp)f->page_top};
}

/** Fills the columns of rows [i, j) again, in order to record the places of floats. */
static void refill(struct search *s, struct arena *a, struct cut_list *list, size_t i, size_t j) {
    const struct state *from = &s->states[i];
    const struct state *to = &s->states[j];
    struct fill f = {.column = from->column,
                     .notes = from->notes,
                     .floats = from->floats,
                     .page_top = from->page_top};
    while (!page_fill_begin(&s->c, &f, i)) {
        add_cut(list, a, cut_of(&f, i, i));
        page_fill_next_column(&s->c, &f);
    }
    for (size_t k = i; k < j; k++) {
        page_fill_row(&s->c, &f, k);
    }
    struct page_cut cut = cut_of(&f, i, j);
    cut.note_end = to->notes;
    cut.over = to->over;
    add_cut(list, a, cut);
}

/** Adds columns for notes and floats that remain at the end of the text. */
static void add_rest(struct search *s, struct arena *a, struct cut_list *list) {
    const struct cutter *c = &s->c;
    const struct state *end = &s->states[c->n];
    struct fill f = {.column = end->column,
                     .notes = end->notes,
                     .floats = end->floats,
                     .page_top = end->page_top};
    while (f.notes < c->nnote_rows || f.floats < c->nfloats) {
        (void)page_fill_begin(c, &f, c->n);
        struct page_cut cut = cut_of(&f, c->n, c->n);
        size_t more = page_fit_notes(c, f.notes, f.notes + 1, c->nnote_rows, f.height - f.used);
        if (more == f.notes && f.empty && more < c->nnote_rows) {
            more++; /* a row that is higher than a page */
        }
        cut.note_end = f.notes = more;
        add_cut(list, a, cut);
        page_fill_next_column(c, &f);
    }
}

static void trace(struct search *s, struct arena *a, struct page_cuts *out) {
    struct cutter *c = &s->c;
    size_t n = 0;
    for (size_t j = c->n; j > 0; j = s->states[j].from) {
        n++;
    }
    size_t *ends = ARENA_ARRAY(a, size_t, n + 1);
    struct cut_list list = {0};
    size_t k = n;
    for (size_t j = c->n; j > 0; j = s->states[j].from) {
        ends[k--] = j;
    }
    c->areas = ARENA_ARRAY(a, enum float_area, c->nfloats + 1);
    for (k = 0; k < n; k++) {
        refill(s, a, &list, ends[k], ends[k + 1]);
    }
    add_rest(s, a, &list);
    *out = (struct page_cuts){.cuts = list.cuts,
                              .n = list.n,
                              .note_rows = c->note_rows,
                              .nnote_rows = c->nnote_rows,
                              .float_rows = c->float_rows,
                              .areas = c->areas,
                              .nfloats = c->nfloats};
}

struct page_cuts page_break(struct arena *a, const struct v_row *rows, size_t n,
                            const struct page_size *size) {
    struct page_cuts out = {0};
    struct search s = {.c = {.rows = rows, .n = n, .size = size, .short_page = SIZE_MAX}};
    if (n == 0) {
        out.cuts = ARENA_ARRAY(a, struct page_cut, 1);
        out.n = 1;
        return out;
    }
    page_fill_prepare(&s.c, a);
    s.states = xcalloc(n + 1, sizeof *s.states);
    s.states[0] = (struct state){0};
    search_from(&s, 0);
    if (size->balance) {
        balance(&s);
    }
    trace(&s, a, &out);
    free(s.states);
    return out;
}
