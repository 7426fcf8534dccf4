/* SPDX-License-Identifier: MIT */
/*
 * The page breaker. States are cuts; each state keeps the one best way to reach it, with the number
 * of footnote rows that are set by then. Knows rows and heights, not what they are. Integers only.
 */
#include "layout/page_break.h"

#include <stdlib.h>

#define PAGE_COST 1000000        /* fewer pages come before better ones */
#define EMERGENCY_COST 100000000 /* a forbidden cut, where none else is left */
#define HEADING_PENALTY (-200)   /* a cut above a heading has this or less */
#define SPLIT_COST 300           /* a footnote that goes on overleaf */
#define UNREACHED INT64_MAX

struct state {
    int64_t cost;
    size_t from;  /* the cut before */
    size_t notes; /* footnote rows set before this cut */
    sp over;      /* of the page that ends here */
    bool emergency;
};

struct cutter {
    const struct v_row *rows;
    size_t n;
    const struct page_size *size;
    struct state *states; /* n + 1 */
    size_t *note_end;     /* note rows that hang on rows before this one; n + 1 */
    size_t *last_note; /* first row of the last note on this row; meaningful where note_end grows */
    int64_t *note_sum; /* heights of the note rows before; nnote_rows + 1 */
    const struct v_row **note_rows;
    size_t nnote_rows;
    size_t furthest; /* the last reached cut */
};

/** A page being filled. */
struct fill {
    int64_t used; /* with the last depth */
    int64_t shrink;
    sp last_depth;
};

/* ---- footnotes in one row of rows ---- */

static void count_notes(struct cutter *c) {
    for (size_t i = 0; i < c->n; i++) {
        for (const struct foot_note *f = c->rows[i].box->notes; f; f = f->next) {
            c->nnote_rows += f->body->rows.n;
        }
    }
}

static void take_notes(struct cutter *c, struct arena *a) {
    count_notes(c);
    c->note_end = ARENA_ARRAY(a, size_t, c->n + 1);
    c->last_note = ARENA_ARRAY(a, size_t, c->n + 1);
    c->note_sum = ARENA_ARRAY(a, int64_t, c->nnote_rows + 1);
    c->note_rows = ARENA_ARRAY(a, const struct v_row *, c->nnote_rows + 1);
    size_t k = 0;
    for (size_t i = 0; i < c->n; i++) {
        for (const struct foot_note *f = c->rows[i].box->notes; f; f = f->next) {
            c->last_note[i] = k;
            for (size_t r = 0; r < f->body->rows.n; r++, k++) {
                const struct v_row *row = &f->body->rows.p[r];
                c->note_rows[k] = row;
                c->note_sum[k + 1] =
                    c->note_sum[k] + row->above.size + row->box->height + row->box->depth;
            }
        }
        c->note_end[i + 1] = k;
    }
}

sp page_notes_height(const struct page_cuts *c, const struct page_cut *cut, sp foot_ins) {
    int64_t sum = cut->note_end > cut->note_begin ? foot_ins : 0;
    for (size_t i = cut->note_begin; i < cut->note_end; i++) {
        const struct v_row *r = c->note_rows[i];
        sum += (int64_t)(i > cut->note_begin ? r->above.size : 0) + r->box->height + r->box->depth;
    }
    return sum > SP_MAX ? SP_MAX : (sp)sum;
}

static int64_t notes_height(const struct cutter *c, size_t from, size_t to) {
    if (to <= from) {
        return 0;
    }
    return c->size->foot_ins + c->note_sum[to] - c->note_sum[from] - c->note_rows[from]->above.size;
}

/** The fewest note rows that a page with rows up to `j` has to show: every note begins on its page,
 * with two lines. */
static size_t least_notes(const struct cutter *c, size_t i, size_t j, size_t from) {
    size_t all = c->note_end[j];
    for (size_t k = j; k > i; k--) {
        if (c->note_end[k] > c->note_end[k - 1]) {
            size_t begin = c->last_note[k - 1] > from ? c->last_note[k - 1] : from;
            return begin + 3 < all ? begin + 2 : all;
        }
    }
    return from + 3 < all ? from + 2 : all; /* only what is left over from the page before */
}

/** How many of the notes fit into `room`; less than `least` when not even those do. */
static size_t fit_notes(const struct cutter *c, size_t from, size_t least, size_t all,
                        int64_t room) {
    if (notes_height(c, from, all) <= room) {
        return all;
    }
    size_t low = from;
    size_t high = all; /* binary search: heights grow */
    while (low < high) {
        size_t mid = low + (high - low + 1) / 2;
        if (notes_height(c, from, mid) <= room) {
            low = mid;
        } else {
            high = mid - 1;
        }
    }
    if (low + 1 == all && low > least) {
        low--; /* no single line overleaf */
    }
    return low;
}

/* ---- one page ---- */

static struct fill fill_first(const struct cutter *c, size_t i) {
    const struct v_row *r = &c->rows[i];
    struct fill f = {0, 0, r->box->depth};
    sp height = r->box->height;
    if (i > 0 && r->head) {
        f.used = (int64_t)r->head->height + r->head->depth;
    } else if (height < c->size->top_skip) {
        height = c->size->top_skip;
    }
    f.used += (int64_t)height + r->box->depth;
    return f;
}

static void fill_next(struct fill *f, const struct v_row *r) {
    f->used += (int64_t)r->above.size + r->box->height + r->box->depth;
    f->shrink += r->above.shrink;
    f->last_depth = r->box->depth;
}

/** Room that the rows take, without what of the last depth may hang below the text. */
static int64_t rows_height(const struct cutter *c, const struct fill *f, bool notes) {
    if (notes) {
        return f->used;
    }
    return f->used - (f->last_depth < c->size->max_depth ? f->last_depth : c->size->max_depth);
}

/** White space at the foot costs its square, shrinking its cube. */
static int64_t page_demerits(const struct cutter *c, const struct fill *f, int64_t height) {
    int64_t left = c->size->height - height;
    if (left < 0) {
        int64_t ratio = f->shrink > 0 ? -left * 100 / f->shrink : 100;
        return ratio * ratio * ratio / 10000;
    }
    int64_t half_lines = left * 2 / (c->size->leading > 0 ? c->size->leading : 1);
    return half_lines * half_lines;
}

static int64_t cut_demerits(int32_t penalty) {
    return penalty < 0 ? penalty / 20 : penalty;
}

static bool may_cut(const struct cutter *c, size_t j) {
    return j == c->n || c->rows[j].penalty < V_NEVER;
}

static bool must_cut(const struct cutter *c, size_t j) {
    return j < c->n && c->rows[j].penalty <= V_FORCE;
}

static void reach(struct cutter *c, size_t i, size_t j, int64_t cost, size_t notes, sp over,
                  bool emergency) {
    struct state *to = &c->states[j];
    if (cost < to->cost) {
        *to = (struct state){cost, i, notes, over, emergency};
    }
    if (j > c->furthest) {
        c->furthest = j;
    }
}

/** Tries the page of rows [i, j). Returns false when the rows alone are too high already. */
static bool try_page(struct cutter *c, size_t i, size_t j, const struct fill *f, bool emergency) {
    const struct state *from = &c->states[i];
    bool notes = c->note_end[j] > from->notes;
    int64_t height = rows_height(c, f, notes);
    int64_t room = c->size->height + f->shrink - height;
    if (rows_height(c, f, false) > c->size->height + f->shrink) {
        return false;
    }
    if (!emergency && !may_cut(c, j)) {
        return true;
    }
    size_t all = c->note_end[j];
    size_t least = least_notes(c, i, j, from->notes);
    size_t set = fit_notes(c, from->notes, least, all, room);
    if (set < least && !emergency) {
        return true; /* more rows only make it worse, but a later cut may still be forced */
    }
    height += notes_height(c, from->notes, set);
    int64_t over = height - c->size->height;
    int64_t cost = from->cost + PAGE_COST + (emergency ? EMERGENCY_COST : 0);
    if (j < c->n) {
        cost += cut_demerits(must_cut(c, j) || emergency ? 0 : c->rows[j].penalty);
    }
    if ((j < c->n && !must_cut(c, j)) || over > 0) {
        int64_t demerits = page_demerits(c, f, height);
        bool heading = j < c->n && c->rows[j].penalty <= HEADING_PENALTY;
        cost +=
            heading && over <= 0 ? demerits / 4 : demerits; /* space looks right above a heading */
    }
    if (set < all) {
        cost += SPLIT_COST + (int64_t)(all - set) * 10;
    }
    reach(c, i, j, cost, set, over > 0 ? (sp)over : 0, emergency);
    return true;
}

static void try_from(struct cutter *c, size_t i) {
    struct fill f = fill_first(c, i);
    for (size_t j = i + 1;; j++) {
        if (!try_page(c, i, j, &f, false) || j == c->n || must_cut(c, j)) {
            return;
        }
        fill_next(&f, &c->rows[j]);
    }
}

/** No allowed cut leads further: as many rows as fit, wherever that cuts, and one at least. */
static void force_from(struct cutter *c, size_t i) {
    struct fill f = fill_first(c, i);
    size_t j = i + 1;
    while (j < c->n && !must_cut(c, j)) {
        struct fill more = f;
        fill_next(&more, &c->rows[j]);
        bool notes = c->note_end[j + 1] > c->states[i].notes;
        if (rows_height(c, &more, notes) > c->size->height) {
            break;
        }
        f = more;
        j++;
    }
    if (try_page(c, i, j, &f, true) && c->states[j].cost != UNREACHED) {
        return;
    }
    size_t all = c->note_end[j];
    reach(c, i, j, c->states[i].cost + PAGE_COST + EMERGENCY_COST,
          fit_notes(c, c->states[i].notes, all, all, c->size->height - f.used), 0, true);
}

/* ---- the whole ---- */

static void search(struct cutter *c) {
    for (size_t i = 0; i <= c->n; i++) {
        c->states[i].cost = UNREACHED;
    }
    c->states[0] = (struct state){0, 0, 0, 0, false};
    for (size_t i = 0; i < c->n; i++) {
        if (c->states[i].cost == UNREACHED) {
            continue;
        }
        try_from(c, i);
        if (c->furthest <= i) {
            force_from(c, i);
        }
    }
}

/** Pages for notes that are left when the text is at its end. */
static size_t add_note_pages(const struct cutter *c, struct page_cut *cuts, size_t n, size_t set) {
    while (set < c->nnote_rows) {
        size_t more = fit_notes(c, set, set + 1, c->nnote_rows, c->size->height);
        more = more > set ? more : set + 1;
        if (cuts) {
            cuts[n] = (struct page_cut){c->n, c->n, set, more, 0};
        }
        n++;
        set = more;
    }
    return n;
}

static void trace(const struct cutter *c, struct arena *a, struct page_cuts *out) {
    size_t n = 0;
    for (size_t j = c->n; j > 0; j = c->states[j].from) {
        n++;
    }
    size_t total = add_note_pages(c, NULL, n, c->states[c->n].notes);
    out->cuts = ARENA_ARRAY(a, struct page_cut, total);
    out->n = total;
    size_t k = n;
    for (size_t j = c->n; j > 0; j = c->states[j].from) {
        const struct state *s = &c->states[j];
        out->cuts[--k] = (struct page_cut){s->from, j, c->states[s->from].notes, s->notes, s->over};
    }
    (void)add_note_pages(c, out->cuts, n, c->states[c->n].notes);
}

struct page_cuts page_break(struct arena *a, const struct v_row *rows, size_t n,
                            const struct page_size *size) {
    struct page_cuts out = {0};
    struct cutter c = {.rows = rows, .n = n, .size = size};
    if (n == 0) {
        out.cuts = ARENA_ARRAY(a, struct page_cut, 1);
        out.n = 1;
        return out;
    }
    take_notes(&c, a);
    c.states = ARENA_ARRAY(a, struct state, n + 1);
    search(&c);
    out.note_rows = c.note_rows;
    out.nnote_rows = c.nnote_rows;
    trace(&c, a, &out);
    return out;
}
