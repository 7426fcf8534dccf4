/* SPDX-License-Identifier: MIT */
/*
 * The page breaker. A state belongs to a cut and to a number of floats that are set before it. It
 * keeps the best way to reach the cut, with the number of notes that were set on this way and the
 * column that begins at the cut. A float that has room in a column may wait for the next one.
 * page_fill.c computes the content of columns. All numbers are integers.
 */
#include "print/layout/page/page_fill.h"

#include "core/base/search.h"

#include <stdlib.h>

/* the cost of a page: the number of pages matters more than their quality */
#define PAGE_COST 1000000
/* the cost of a forbidden cut, which is made only if there is no other cut */
#define EMERGENCY_COST 100000000
#define HEADING_PENALTY (-200) /* cuts above headings have this penalty or a smaller one */
/* the cost of continuing a footnote on the next page in documents without floats; with floats,
 * WAIT_COST */
#define SPLIT_COST 300
#define FLUSH_LINES 6 /* the most white space that a flush column distributes, in lines */
/* The cost of each page between a float and its anchor. An additional page is accepted if it brings
 * more than ten floats one page nearer to their text. */
#define WAIT_COST ((int64_t)PAGE_COST / 10)
/* In documents with floats, each column also costs WHITE_COST times the square of its white space
 * beyond WHITE_LINES lines, in half lines. So white space is weighed against the distances of
 * floats. */
#define WHITE_LINES 4
#define WHITE_COST 400
#define SLOTS 4    /* maximum number of states of a cut, which differ in their numbers of floats */
#define BRANCHES 2 /* maximum number of floats of a column that wait although they have room */
#define UNREACHED INT64_MAX

struct state {
    int64_t cost;
    size_t from, from_slot; /* the row and the slot of the previous cut */
    size_t defer;           /* `defer` of the column that ends here; see struct fill */
    size_t notes, floats; /* the numbers of footnote rows and floats that are set before this cut */
    size_t column;        /* the index of the column that begins here */
    /* the height taken at the top of the page, if the column is not the first of the page */
    int64_t page_top;
    sp over;    /* how much the rows of the column that ends here must shrink; below 0: stretch */
    bool dense; /* `dense` of the column that ends here; see struct fill */
    bool emergency;
    bool done; /* all columns that begin at this cut were tried */
};

struct search {
    struct cutter c;
    struct state *states; /* the states: `slots` of them for each row and for the end */
    size_t slots;
    size_t furthest; /* the last row for which a way was found */
};

/** The demerits of a column. White space at the foot costs the square of its height, and
 * additionally WHITE_COST beyond WHITE_LINES. Shrinking costs the cube of its ratio. */
static int64_t column_demerits(const struct cutter *c, const struct fill *f, int64_t height) {
    int64_t left = f->height - height;
    if (left < 0) {
        int64_t ratio = f->shrink > 0 ? -left * 100 / f->shrink : 100;
        return ratio * ratio * ratio / 10000;
    }
    int64_t half_lines = left * 2 / (c->size->leading > 0 ? c->size->leading : 1);
    bool much = half_lines > 2 * WHITE_LINES && c->nfloats > 0;
    int64_t more = much ? half_lines - 2 * WHITE_LINES : 0;
    return half_lines * half_lines + more * more * WHITE_COST;
}

/* The lower limit of the demerits of a cut that is not forced. A forced cut has no demerits. */
#define MIN_DEMERITS (V_FORCE / 20)

static int64_t cut_demerits(int32_t penalty) {
    return penalty < 0 ? penalty / 20 : penalty;
}

static bool must_cut(const struct cutter *c, size_t j) {
    return j < c->n && c->rows[j].penalty <= V_FORCE;
}

static struct state *state_at(const struct search *s, size_t row, size_t slot) {
    return &s->states[row * s->slots + slot];
}

static struct state *best_at(const struct search *s, size_t row) {
    struct state *best = state_at(s, row, 0);
    for (size_t k = 1; k < s->slots; k++) {
        struct state *one = state_at(s, row, k);
        best = one->cost < best->cost ? one : best;
    }
    return best;
}

/** The cost of a state with an estimate of the pages that its waiting floats will take. */
static int64_t whole_cost(const struct search *s, const struct state *state, size_t row) {
    int64_t height = s->c.float_sum[s->c.float_end[row]] - s->c.float_sum[state->floats];
    return state->cost + height * (PAGE_COST / 1000) / (s->c.size->height / 1000 + 1);
}

/** Returns the state of a cut with a number of floats. If there is none yet, returns an unused
 * state, or else the worst one. */
static struct state *slot_of(const struct search *s, size_t row, size_t floats) {
    struct state *worst = state_at(s, row, 0);
    for (size_t k = 0; k < s->slots; k++) {
        struct state *one = state_at(s, row, k);
        if (one->cost == UNREACHED || one->floats == floats) {
            return one;
        }
        worst = whole_cost(s, one, row) > whole_cost(s, worst, row) ? one : worst;
    }
    return worst;
}

/** The state that a column begins from. */
struct start {
    size_t row, slot;
    int64_t cost; /* the cost of the state and of the columns of floats before the column */
};

static void reach(struct search *s, struct start from, size_t j, const struct fill *f,
                  struct state to) {
    struct state *state = slot_of(s, j, f->floats);
    to.floats = f->floats;
    if (state->cost == UNREACHED || whole_cost(s, &to, j) < whole_cost(s, state, j)) {
        struct fill next = *f;
        page_fill_next_column(&s->c, &next);
        to.from = from.row;
        to.from_slot = from.slot;
        to.defer = f->defer;
        to.dense = f->dense;
        to.column = next.column;
        to.page_top = next.page_top;
        *state = to;
    }
    if (j > s->furthest) {
        s->furthest = j;
    }
}

/** The empty column that begins at a cut. */
static struct fill fill_after(const struct state *cut) {
    return (struct fill){.column = cut->column,
                         .notes = cut->notes,
                         .floats = cut->floats,
                         .defer = SIZE_MAX,
                         .page_top = cut->page_top};
}

/** The column that begins at row `i`. Also computes the cost of columns of floats before it. */
static struct fill begin_from(const struct search *s, struct start *start, bool dense) {
    const struct state *from = state_at(s, start->row, start->slot);
    struct fill f = fill_after(from);
    f.dense = dense;
    start->cost = from->cost;
    while (!page_fill_begin(&s->c, &f, start->row)) {
        page_fill_next_column(&s->c, &f);
        start->cost += PAGE_COST;
    }
    return f;
}

/** The cost of the floats that wait at the end of a column before row `j`. The text that refers to
 * a float is above its anchor, so floats at row `j` wait too. Floats over all columns must wait for
 * a new page. */
static int64_t wait_cost(const struct cutter *c, size_t j, const struct fill *f) {
    int64_t waiting = (int64_t)(c->narrow_called[j] - c->narrow_floats[f->floats]);
    bool turns = (f->column + 1) % (size_t)c->size->columns == 0;
    return waiting * (turns && !c->size->few_pages ? WAIT_COST : WAIT_COST / 20);
}

/** The number of columns for the floats that remain after the text. */
static int64_t rest_columns(const struct cutter *c, struct fill f) {
    int64_t n = 0;
    for (f.defer = SIZE_MAX; f.floats < c->nfloats; n++) {
        page_fill_next_column(c, &f);
        (void)page_fill_begin(c, &f, c->n);
    }
    return n;
}

/** Tries the column from `from` to row `j`. Returns false if the rows alone are too high. */
static bool try_column(struct search *s, struct start from, size_t j, const struct fill *f,
                       bool emergency) {
    const struct cutter *c = &s->c;
    bool notes = c->note_end[j] > f->notes;
    int64_t height = page_fill_height(f, notes);
    int64_t room = f->height + f->shrink - height + (f->noted ? c->size->foot_ins : 0);
    if (page_fill_height(f, false) > f->height + f->shrink) {
        return false;
    }
    if (j < c->n && (f->empty || (!emergency && c->rows[j].penalty >= V_NEVER))) {
        return true;
    }
    int64_t cost = from.cost + PAGE_COST + (emergency ? EMERGENCY_COST : 0);
    if (j < c->n) {
        cost += cut_demerits(must_cut(c, j) || emergency ? 0 : c->rows[j].penalty);
        cost += wait_cost(c, j, f);
    }
    const struct state *known = slot_of(s, j, f->floats);
    if (known->floats == f->floats && known->cost <= cost) {
        return true; /* the known way is better, and longer columns cost more */
    }
    size_t all = c->note_end[j];
    size_t least = page_least_notes(c, from.row, j, f->notes);
    size_t set = page_fit_notes(c, f->notes, least, all, room);
    if (set < least && !emergency) {
        return true; /* more rows are worse, but a later cut may be forced */
    }
    height += page_fill_notes(c, f, set);
    int64_t over = height - f->height;
    if (j == c->n) {
        cost += rest_columns(c, *f) * PAGE_COST + wait_cost(c, j, f);
    }
    bool full = j < c->n && !must_cut(c, j);
    bool flush = c->size->flush && full && over > -(int64_t)FLUSH_LINES * c->size->leading;
    if (full || over > 0) {
        int64_t demerits = column_demerits(c, f, height);
        bool heading = j < c->n && c->rows[j].penalty <= HEADING_PENALTY;
        cost += heading && over <= 0
                    ? demerits / 4
                    : demerits; /* white space above a heading looks good, so it costs a quarter */
    }
    if (set < all) {
        cost += (c->nfloats > 0 ? WAIT_COST : SPLIT_COST) + (int64_t)(all - set) * 10;
        cost += j == c->n ? PAGE_COST : 0; /* the notes that remain need a page of their own */
    }
    reach(s, from, j, f,
          (struct state){.cost = cost,
                         .notes = set,
                         .over = over > 0 || flush ? (sp)over : 0,
                         .emergency = emergency});
    return true;
}

/** Whether the column that ends before row `j` fits but cannot improve the known way to `j`. This
 * is true of most columns, because a column that begins earlier ends at the same row. */
static bool is_known_better(const struct search *s, size_t j, const struct fill *f, int64_t cost) {
    const struct state *known = slot_of(s, j, f->floats);
    return known->cost <= cost + PAGE_COST + MIN_DEMERITS && known->floats == f->floats &&
           page_fill_height(f, false) <= f->height + f->shrink;
}

/** A column that is filled from row `j` on. */
struct branch {
    struct fill f;
    size_t j;
    bool any;
};

/** Fills a column from row `b.j` on and tries all its ends. If a float that has room could also
 * wait, returns the column in which the first such float waits. */
static struct branch try_branch(struct search *s, struct start from, struct branch b) {
    struct branch other = {.any = false};
    for (;; b.j++) {
        struct fill before = b.f;
        page_fill_row(&s->c, &b.f, b.j);
        size_t j = b.j + 1;
        if (b.f.floats > before.floats && !other.any && !before.empty && s->slots > 1) {
            before.defer = before.floats;
            other = (struct branch){before, b.j, true};
        }
        bool fits = is_known_better(s, j, &b.f, from.cost) || try_column(s, from, j, &b.f, false);
        if (!fits || j == s->c.n || must_cut(&s->c, j) || page_fill_waits(&s->c, &b.f, j) ||
            page_fill_has_enough(&s->c, &b.f, j)) {
            return other;
        }
    }
}

/** Tries a column of floats before the row, if the waiting floats fill half of that column (LaTeX's
 * \floatpagefraction). */
static void try_alone(struct search *s, struct start from) {
    const struct cutter *c = &s->c;
    const struct state *state = state_at(s, from.row, from.slot);
    struct fill f = fill_after(state);
    f.alone = true;
    if (from.row == 0 || f.floats == c->float_end[from.row] ||
        c->float_rows[f.floats]->box->floats->wide) {
        return;
    }
    (void)page_fill_begin(c, &f, from.row);
    if (f.floats == f.before || f.tops * 2 < f.height || slot_of(s, from.row, f.floats)->done) {
        return;
    }
    int64_t cost =
        state->cost + PAGE_COST + column_demerits(c, &f, f.tops) / 4 + wait_cost(c, from.row, &f);
    reach(s, from, from.row, &f, (struct state){.cost = cost, .notes = f.notes});
}

static void try_from(struct search *s, size_t i, size_t slot) {
    struct start from = {.row = i, .slot = slot};
    struct branch b = {.f = begin_from(s, &from, false), .j = i};
    size_t floats = b.f.floats;
    struct branch other = try_branch(s, from, b);
    for (int k = 0; other.any && k < BRANCHES; k++) {
        other = try_branch(s, from, other);
    }
    if (floats < s->c.float_end[i]) { /* some floats wait although the text goes on */
        b = (struct branch){.f = begin_from(s, &from, true), .j = i};
        if (b.f.floats > floats) {
            (void)try_branch(s, from, b);
        }
    }
}

/** Called if no allowed cut follows cut `i`. Takes as many rows as fit, but at least one, and
 * ignores penalties. */
static void force_from(struct search *s, size_t i, size_t slot) {
    const struct cutter *c = &s->c;
    struct start from = {.row = i, .slot = slot};
    struct fill f = begin_from(s, &from, false);
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
    if (try_column(s, from, j, &f, true) && best_at(s, j)->cost != UNREACHED) {
        return;
    }
    size_t all = c->note_end[j];
    reach(s, from, j, &f,
          (struct state){.cost = from.cost + PAGE_COST + EMERGENCY_COST,
                         .notes = page_fit_notes(c, f.notes, all, all, f.height - f.used),
                         .emergency = true});
}

/* ---- search ---- */

/** Returns the state with the fewest floats among those that are not done, or `slots` if there is
 * none. */
static size_t next_slot(const struct search *s, size_t row) {
    size_t next = s->slots;
    for (size_t k = 0; k < s->slots; k++) {
        const struct state *one = state_at(s, row, k);
        if (one->cost != UNREACHED && !one->done &&
            (next == s->slots || one->floats < state_at(s, row, next)->floats)) {
            next = k;
        }
    }
    return next;
}

/** Whether a state can still lead to the best way: it costs at most a page more than another
 * state. */
static bool is_promising(const struct search *s, size_t row, size_t slot) {
    int64_t cost = s->slots > 1 ? whole_cost(s, state_at(s, row, slot), row) : 0;
    for (size_t k = 0; k < s->slots && s->slots > 1; k++) {
        const struct state *one = state_at(s, row, k);
        if (one->cost != UNREACHED && whole_cost(s, one, row) + PAGE_COST < cost) {
            return false;
        }
    }
    return true;
}

/** Finds the best ways that continue from the cut `first`, which a known way reaches. */
static void search_from(struct search *s, size_t first) {
    for (size_t i = (first + 1) * s->slots; i < (s->c.n + 1) * s->slots; i++) {
        s->states[i].cost = UNREACHED;
    }
    for (size_t k = 0; k < s->slots; k++) {
        state_at(s, first, k)->done = false;
    }
    s->furthest = first;
    for (size_t i = first; i < s->c.n; i++) {
        for (size_t k = next_slot(s, i); k < s->slots && !s->c.size->rough; k = next_slot(s, i)) {
            state_at(s, i, k)->done = true;
            if (!is_promising(s, i, k)) {
                continue;
            }
            try_from(s, i, k);
            try_alone(s, (struct start){.row = i, .slot = k});
        }
        const struct state *best = best_at(s, i);
        if (best->cost != UNREACHED && s->furthest <= i) {
            force_from(s, i, (size_t)(best - state_at(s, i, 0)));
        }
    }
}

/** Whether the text from column `first` on ends on the same page, and no notes or floats remain. */
static bool ends_on_page(const struct search *s, size_t first) {
    const struct state *end = best_at(s, s->c.n);
    return end->cost != UNREACHED && !end->emergency &&
           end->column <= first + (size_t)s->c.size->columns && end->floats == s->c.nfloats &&
           end->notes == s->c.nnote_rows;
}

/** Finds the smallest height at which the columns of the last page hold their content. */
static void balance(struct search *s) {
    size_t columns = (size_t)s->c.size->columns;
    const struct state *state = best_at(s, s->c.n);
    size_t last = state->column - 1;
    size_t first = last - last % columns;
    size_t row = s->c.n;
    while (row > 0 && state->column > first) {
        row = state->from;
        state = state_at(s, row, state->from_slot);
    }
    if (columns < 2 || state->column != first || !ends_on_page(s, first)) {
        return;
    }
    sp low = 0; /* a height that is known to be too low */
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

typedef VEC(struct page_cut) cut_list;

static struct page_cut cut_of(const struct fill *f, size_t begin, size_t end) {
    return (struct page_cut){.begin = begin,
                             .end = end,
                             .float_begin = f->before,
                             .float_end = f->floats,
                             .column = f->column,
                             .sideways = f->sideways,
                             .page_top = (sp)f->page_top};
}

/** The number of note rows that come before float `k` in the text. */
static size_t notes_before_float(const struct cutter *c, size_t k) {
    size_t row;
    SEARCH_FIRST(row, 0, c->n, c->float_end[row + 1] > k);
    return c->note_end[row];
}

/** Sets the notes of a column: note rows [begin, end) of the text, and those of its floats. */
static void set_notes(const struct cutter *c, struct arena *a, struct page_cut *cut, size_t begin,
                      size_t end) {
    size_t n = end - begin, at = begin;
    for (size_t k = cut->float_begin; k < cut->float_end; k++) {
        for (const struct foot_note *f = c->float_rows[k]->box->notes; f; f = f->next) {
            n += f->body->rows.n;
        }
    }
    const struct v_row **rows = ARENA_ARRAY(a, const struct v_row *, n + 1);
    cut->notes = rows;
    for (size_t k = cut->float_begin; k < cut->float_end; k++) {
        size_t before = notes_before_float(c, k);
        for (; at < end && at < before; at++) {
            rows[cut->nnotes++] = c->note_rows[at];
        }
        for (const struct foot_note *f = c->float_rows[k]->box->notes; f; f = f->next) {
            for (size_t r = 0; r < f->body->rows.n; r++) {
                rows[cut->nnotes++] = &f->body->rows.p[r];
            }
        }
    }
    for (; at < end; at++) {
        rows[cut->nnotes++] = c->note_rows[at];
    }
}

/** Fills the columns of rows [i, j) again, in order to record the places of floats. */
static void refill(struct search *s, struct arena *a, cut_list *list, const struct state *to,
                   size_t j) {
    size_t i = to->from;
    struct fill f = fill_after(state_at(s, i, to->from_slot));
    f.defer = to->defer;
    f.dense = to->dense;
    f.alone = i == j; /* the column has only floats */
    while (!page_fill_begin(&s->c, &f, i)) {
        struct page_cut cut = cut_of(&f, i, i);
        set_notes(&s->c, a, &cut, 0, 0);
        vec_push(list, cut);
        if (f.alone) {
            return;
        }
        page_fill_next_column(&s->c, &f);
    }
    for (size_t k = i; k < j; k++) {
        page_fill_row(&s->c, &f, k);
    }
    struct page_cut cut = cut_of(&f, i, j);
    set_notes(&s->c, a, &cut, f.notes, to->notes);
    cut.over = to->over;
    vec_push(list, cut);
}

/** Adds columns for notes and floats that remain at the end of the text. */
static void add_rest(struct search *s, struct arena *a, cut_list *list) {
    const struct cutter *c = &s->c;
    struct fill f = fill_after(best_at(s, c->n));
    while (f.notes < c->nnote_rows || f.floats < c->nfloats) {
        (void)page_fill_begin(c, &f, c->n);
        struct page_cut cut = cut_of(&f, c->n, c->n);
        size_t more = page_fit_notes(c, f.notes, f.notes + 1, c->nnote_rows, f.height - f.used);
        if (more == f.notes && f.empty && more < c->nnote_rows) {
            more++; /* at least one note row is set, even if it is higher than a page */
        }
        set_notes(c, a, &cut, f.notes, more);
        f.notes = more;
        vec_push(list, cut);
        page_fill_next_column(c, &f);
    }
}

static void trace(struct search *s, struct arena *a, struct page_cuts *out) {
    struct cutter *c = &s->c;
    size_t n = 0;
    const struct state *end = best_at(s, c->n);
    for (const struct state *t = end; t->from_slot < s->slots; n++) {
        t = state_at(s, t->from, t->from_slot);
    }
    const struct state **ends = ARENA_ARRAY(a, const struct state *, n + 1);
    cut_list list = VEC_INIT;
    size_t k = n;
    for (const struct state *t = end; k > 0; t = state_at(s, t->from, t->from_slot)) {
        ends[--k] = t;
    }
    c->areas = ARENA_ARRAY(a, enum float_area, c->nfloats + 1);
    for (k = 0; k < n; k++) {
        refill(s, a, &list, ends[k], (size_t)(ends[k] - s->states) / s->slots);
    }
    add_rest(s, a, &list);
    *out = (struct page_cuts){.cuts = vec_finish(&list, a),
                              .n = list.n,
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
    s.slots = s.c.nfloats > 0 ? SLOTS : 1;
    s.states = xcalloc((n + 1) * s.slots, sizeof *s.states);
    s.states[0] = (struct state){.from_slot = SIZE_MAX};
    for (size_t k = 1; k < s.slots; k++) {
        s.states[k].cost = UNREACHED;
    }
    search_from(&s, 0);
    if (size->balance) {
        balance(&s);
    }
    trace(&s, a, &out);
    free(s.states);
    return out;
}
