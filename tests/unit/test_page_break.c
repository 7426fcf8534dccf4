/* SPDX-License-Identifier: MIT */
/* Page breaks: lines of 10 points on pages of ten lines, unless a test sets other sizes. */
#include "tap.h"

#include "print/layout/model/sp.h"
#include "print/layout/page/page_break.h"

#define LINE PT(10)

static const struct page_size SIZE = {.height = PT(100),
                                      .top_skip = PT(7),
                                      .max_depth = PT(3),
                                      .leading = PT(10),
                                      .foot_ins = PT(10),
                                      .columns = 1};

struct column {
    struct arena *a;
    struct galley g;
};

static void column_init(struct column *c) {
    c->a = arena_new();
    galley_init(&c->g, c->a, c->a);
}

static void column_drop(struct column *c) {
    galley_drop(&c->g);
    arena_drop(c->a);
}

static struct v_box *line(struct column *c) {
    struct v_box *b = galley_box_new(&c->g, LINE * 7 / 10, LINE * 3 / 10);
    galley_add_line(&c->g, b, LINE);
    return b;
}

/** A paragraph of `n` lines without widows and orphans. */
static void para(struct column *c, int n) {
    for (int i = 0; i < n; i++) {
        if (i > 0) {
            galley_penalty(&c->g, i == 1 || i == n - 1 ? V_NEVER : 0);
        }
        (void)line(c);
    }
}

static struct page_cuts cut(struct column *c) {
    return page_break(c->a, c->g.rows.p, c->g.rows.n, &SIZE);
}

/** Every row and every note row is on exactly one page, in order. */
static bool whole(const struct column *c, const struct page_cuts *p) {
    size_t row = 0, cut = 0, note = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (p->cuts[i].begin != row) {
            return false;
        }
        row = p->cuts[i].end;
    }
    for (size_t i = 0; i < c->g.rows.n; i++) {
        for (const struct foot_note *f = c->g.rows.p[i].box->notes; f; f = f->next) {
            for (size_t r = 0; r < f->body->rows.n; r++, note++) {
                while (cut < p->n && note == p->cuts[cut].nnotes) {
                    cut++;
                    note = 0;
                }
                if (cut == p->n || p->cuts[cut].notes[note] != &f->body->rows.p[r]) {
                    return false;
                }
            }
        }
    }
    return row == c->g.rows.n && (cut == p->n || note == p->cuts[cut].nnotes);
}

static void add_note(struct column *c, struct v_box *box, int lines) {
    struct foot_note *n = ARENA_NEW(c->a, struct foot_note);
    n->body = ARENA_NEW(c->a, struct galley);
    galley_init(n->body, c->a, c->a);
    for (int i = 0; i < lines; i++) {
        galley_add_line(n->body, galley_box_new(n->body, PT(7), PT(3)), PT(10));
    }
    galley_add_note(box, n);
}

static void drop_notes(struct column *c) {
    for (size_t i = 0; i < c->g.rows.n; i++) {
        for (struct foot_note *f = c->g.rows.p[i].box->notes; f; f = f->next) {
            galley_drop(f->body);
        }
    }
}

/** A float of `lines` lines at this place. */
static void floating(struct column *c, int lines, struct v_float *how) {
    galley_add_float(&c->g, galley_box_new(&c->g, PT(10) * lines, 0), how);
}

static const struct page_size COLUMNS = {.height = PT(100),
                                         .top_skip = PT(7),
                                         .max_depth = PT(3),
                                         .leading = PT(10),
                                         .foot_ins = PT(10),
                                         .text_float_sep = PT(10),
                                         .columns = 2};

static void test_floats(void) {
    struct v_float here = {.places = FLOAT_HERE | FLOAT_TOP, .above = PT(5), .below = PT(5)};
    struct v_float foot = {.places = FLOAT_FOOT};
    struct column c;
    column_init(&c);
    para(&c, 4);
    floating(&c, 3, &here);
    para(&c, 2);
    struct page_cuts p = cut(&c);
    ok(p.n == 1 && p.areas[0] == AREA_HERE, "here, where there is room");
    column_drop(&c);
    column_init(&c);
    para(&c, 8);
    floating(&c, 3, &here);
    floating(&c, 2, &here);
    para(&c, 6);
    struct page_cuts q = cut(&c);
    ok(q.n == 2 && q.areas[0] == AREA_TOP && q.cuts[0].float_end == 0,
       "else at the top of the next page");
    ok(q.cuts[0].end > 10, "and text fills the page before");
    ok(q.cuts[1].float_end == 2, "two keep their order");
    column_drop(&c);
    column_init(&c);
    para(&c, 2);
    floating(&c, 3, &foot);
    para(&c, 2);
    struct page_cuts r = cut(&c);
    ok(r.n == 1 && r.areas[0] == AREA_FOOT, "at the foot, when asked");
    column_drop(&c);
    column_init(&c);
    para(&c, 6);
    floating(&c, 9, &here);
    para(&c, 6);
    struct page_cuts t = cut(&c);
    ok(t.n == 3 || (t.n == 2 && t.cuts[1].float_end == 1), "a float as high as a page has its own");
    column_drop(&c);
}

/** Eight lines, a float that does not fit below them, and a place that it must precede. */
/** The note of a float is on its page, although the text goes on before it. */
static void test_float_note(void) {
    struct column c;
    struct v_float how = {.places = FLOAT_HERE | FLOAT_TOP};
    column_init(&c);
    for (int i = 0; i < 11; i++) {
        if (i == 7) {
            floating(&c, 4, &how);
            add_note(&c, vec_last(&c.g.rows).box, 1);
        }
        struct v_box *b = line(&c);
        if (i == 7 || i == 10) {
            add_note(&c, b, 1);
        }
    }
    struct page_cuts p = cut(&c);
    ok(p.n >= 2 && p.cuts[0].float_end == 0 && p.cuts[0].nnotes == 1,
       "the float waits, and so does its note");
    ok(p.n >= 2 && p.cuts[1].float_end == 1 && p.cuts[1].nnotes >= 2 &&
           p.cuts[1].notes[0] == &p.float_rows[0]->box->notes->body->rows.p[0],
       "both are on the next page, the note before those of later text");
    drop_notes(&c);
    column_drop(&c);
}

static struct page_cuts cut_with_barrier(struct column *c, struct v_float *here, int32_t penalty) {
    column_init(c);
    para(c, 8);
    floating(c, 3, here);
    galley_after_floats(&c->g);
    galley_penalty(&c->g, penalty);
    para(c, 6);
    return cut(c);
}

/** A float with room at its anchor waits, if the text behind it would leave the page half empty. */
static void test_waiting(void) {
    struct v_float here = {.places = FLOAT_HERE | FLOAT_TOP, .above = PT(5), .below = PT(5)};
    struct page_size size = SIZE;
    struct column c;
    size.height = PT(300);
    for (int notes = 0; notes < 2; notes++) {
        column_init(&c);
        para(&c, 4);
        floating(&c, 12, &here);
        struct v_box *first = line(&c);
        if (notes) {
            add_note(&c, first, 16);
        }
        para(&c, 30);
        struct page_cuts p = page_break(c.a, c.g.rows.p, c.g.rows.n, &size);
        ok(p.areas[0] == (notes ? AREA_TOP : AREA_HERE) && (p.cuts[0].float_end == 0) == notes,
           notes ? "a float waits, and the text behind it fills the page"
                 : "a float is placed at its anchor");
        ok(whole(&c, &p), "all there");
        drop_notes(&c);
        column_drop(&c);
    }
}

static void test_barriers(void) {
    struct v_float here = {.places = FLOAT_HERE | FLOAT_TOP, .above = PT(5), .below = PT(5)};
    struct v_float wide = {.places = FLOAT_TOP, .wide = true};
    struct column c;
    struct page_cuts p = cut_with_barrier(&c, &here, 0);
    ok(p.n == 2 && p.cuts[0].end <= 9 && p.areas[0] == AREA_TOP && p.cuts[1].float_end == 1,
       "no row passes a float that it must stand behind");
    column_drop(&c);
    struct page_cuts q = cut_with_barrier(&c, &here, V_FORCE);
    ok(q.n == 3 && q.cuts[0].end == 6 && q.cuts[1].end == 9 && q.cuts[1].float_end == 1 &&
           q.cuts[2].begin == 9 && whole(&c, &q),
       "a cleared page begins behind the floats, which take text to their page");
    column_drop(&c);
    column_init(&c);
    para(&c, 4);
    floating(&c, 3, &wide);
    galley_after_floats(&c.g);
    galley_penalty(&c.g, V_FORCE);
    para(&c, 4);
    struct page_cuts r = page_break(c.a, c.g.rows.p, c.g.rows.n, &COLUMNS);
    ok(r.areas[0] == AREA_PAGE && r.cuts[r.n - 1].column % 2 == 0 && r.cuts[r.n - 1].column >= 4,
       "with columns, too: on a new page, behind that of the wide float");
    column_drop(&c);
}

static size_t page_of(const struct page_cuts *p, size_t row, int columns) {
    for (size_t i = 0; i < p->n; i++) {
        if (row >= p->cuts[i].begin && row < p->cuts[i].end) {
            return p->cuts[i].column / (size_t)columns;
        }
    }
    return SIZE_MAX;
}

static void test_turns(void) {
    static const struct v_turn right = {.side = V_SIDE_RIGHT, .restart = 1},
                               left = {.side = V_SIDE_LEFT}, any = {.side = V_SIDE_ANY},
                               roman = {.numbers = true, .numbering = PAGE_ROMAN};
    struct column c;
    column_init(&c);
    galley_turn(&c.g, &roman);
    para(&c, 3);
    galley_turn(&c.g, &right);
    para(&c, 3);
    galley_turn(&c.g, &left);
    para(&c, 3);
    galley_turn(&c.g, &any);
    para(&c, 3);
    struct page_cuts p = cut(&c);
    ok(page_of(&p, 0, 1) == 0 && page_of(&p, 3, 1) == 2 && page_of(&p, 6, 1) == 3 &&
           page_of(&p, 9, 1) == 4,
       "turns to right, left and any pages");
    ok(p.n == 5 && p.cuts[1].begin == p.cuts[1].end && whole(&c, &p), "a blank page lies between");
    ok(c.g.rows.p[0].turn->numbering == PAGE_ROMAN && c.g.rows.p[0].penalty == 0 &&
           c.g.rows.p[3].turn->restart == 1 && !c.g.rows.p[4].turn,
       "what holds from a row on is the row's");
    struct page_cuts q = page_break(c.a, c.g.rows.p, c.g.rows.n, &COLUMNS);
    ok(page_of(&q, 3, 2) == 2 && page_of(&q, 6, 2) == 3 && page_of(&q, 9, 2) == 4,
       "with columns, too: pages are turned, not columns");
    column_drop(&c);
}

static void test_columns(void) {
    struct v_float wide = {.places = FLOAT_TOP, .wide = true};
    struct column c;
    column_init(&c);
    for (int i = 0; i < 24; i++) {
        (void)line(&c);
    }
    struct page_cuts p = page_break(c.a, c.g.rows.p, c.g.rows.n, &COLUMNS);
    ok(p.n == 3 && p.cuts[1].column == 1 && p.cuts[2].column == 2, "columns are filled in order");
    struct page_size even = COLUMNS;
    even.balance = true;
    struct page_cuts q = page_break(c.a, c.g.rows.p, c.g.rows.n, &even);
    ok(q.n == 4 && q.cuts[2].end - q.cuts[2].begin == 2, "the last page is balanced");
    struct page_size title = COLUMNS;
    title.first_top = PT(50);
    struct page_cuts t = page_break(c.a, c.g.rows.p, c.g.rows.n, &title);
    ok(t.cuts[0].end == 5 && t.cuts[1].end == 10 && t.cuts[2].end == 20,
       "a title takes from both columns");
    column_drop(&c);
    column_init(&c);
    (void)line(&c);
    floating(&c, 3, &wide);
    for (int i = 0; i < 30; i++) {
        (void)line(&c);
    }
    struct page_cuts w = page_break(c.a, c.g.rows.p, c.g.rows.n, &COLUMNS);
    ok(w.areas[0] == AREA_PAGE && w.cuts[2].float_end == 1 && w.cuts[2].page_top == PT(40) &&
           w.cuts[3].page_top == PT(40),
       "a wide float stands over both columns of the next page");
    column_drop(&c);
}

static void test_full(void) {
    struct column c;
    column_init(&c);
    struct page_cuts none = cut(&c);
    is_int((int64_t)none.n, 1, "nothing still makes a page");
    para(&c, 10);
    struct page_cuts one = cut(&c);
    ok(one.n == 1 && whole(&c, &one), "ten lines fill a page");
    column_drop(&c);
    column_init(&c);
    for (int i = 0; i < 25; i++) {
        (void)line(&c);
    }
    struct page_cuts three = cut(&c);
    ok(three.n == 3 && three.cuts[0].end == 10 && three.cuts[1].end == 20, "pages are filled");
    ok(whole(&c, &three), "every line is somewhere");
    column_drop(&c);
}

static void test_widow(void) {
    struct column c;
    column_init(&c);
    para(&c, 8);
    para(&c, 3); /* its lines 9 to 11: cutting it would leave one line on either side */
    para(&c, 4);
    struct page_cuts p = cut(&c);
    is_int((int64_t)p.cuts[0].end, 8, "three lines go over together");
    column_drop(&c);
    column_init(&c);
    para(&c, 6);
    para(&c, 5); /* 7 to 11: the page could hold 4 of it, which would leave a widow */
    struct page_cuts q = cut(&c);
    is_int((int64_t)q.cuts[0].end, 9, "no widow");
    column_drop(&c);
}

static void test_heading(void) {
    struct column c;
    column_init(&c);
    para(&c, 8);
    galley_penalty(&c.g, -300);
    galley_space(&c.g, (struct v_glue){PT(5), 0, 0});
    (void)line(&c); /* the heading */
    galley_penalty(&c.g, V_NEVER);
    para(&c, 6);
    struct page_cuts p = cut(&c);
    is_int((int64_t)p.cuts[0].end, 8, "a heading goes with two lines of its text");
    column_drop(&c);
}

static void test_balance(void) {
    struct column c;
    column_init(&c);
    galley_space(&c.g, (struct v_glue){PT(50), 0, 0});
    (void)line(&c);
    ok(c.g.rows.p[0].above.size == 0, "no space at the top of all");
    galley_space(&c.g, (struct v_glue){PT(8), 0, 0});
    galley_space(&c.g, (struct v_glue){PT(5), 0, 0});
    galley_penalty(&c.g, V_NEVER);
    galley_penalty(&c.g, -300);
    (void)line(&c);
    ok(c.g.rows.p[1].above.size == PT(8), "of two spaces the larger counts");
    ok(c.g.rows.p[1].penalty == V_NEVER, "a forbidden cut stays forbidden");
    column_drop(&c);
}

static void test_force(void) {
    struct column c;
    column_init(&c);
    para(&c, 3);
    galley_penalty(&c.g, V_FORCE);
    para(&c, 3);
    struct page_cuts p = cut(&c);
    ok(p.n == 2 && p.cuts[0].end == 3, "a forced cut cuts");
    column_drop(&c);
}

static void test_impossible(void) {
    struct column c;
    column_init(&c);
    for (int i = 0; i < 30; i++) {
        galley_penalty(&c.g, V_NEVER);
        (void)line(&c);
    }
    struct page_cuts p = cut(&c);
    ok(p.n == 3 && whole(&c, &p), "what may be cut nowhere is cut where it must");
    column_drop(&c);
    column_init(&c);
    (void)line(&c);
    galley_add_box(&c.g, galley_box_new(&c.g, PT(400), 0));
    (void)line(&c);
    struct page_cuts q = cut(&c);
    ok(q.n == 3 && whole(&c, &q), "a box higher than a page has one of its own");
    column_drop(&c);
}

static void test_notes(void) {
    struct column c;
    column_init(&c);
    for (int i = 0; i < 12; i++) {
        struct v_box *b = line(&c);
        if (i == 4) {
            add_note(&c, b, 2);
        }
    }
    struct page_cuts p = cut(&c);
    ok(p.n == 2 && p.cuts[0].end == 7 && p.cuts[0].nnotes == 2, "a note takes room from its page");
    ok(page_notes_height(&p.cuts[0], SIZE.foot_ins) == PT(30), "its height and the space above");
    ok(whole(&c, &p), "nothing is lost");
    drop_notes(&c);
    column_drop(&c);
}

static void test_long_note(void) {
    struct column c;
    column_init(&c);
    for (int i = 0; i < 6; i++) {
        struct v_box *b = line(&c);
        if (i == 5) {
            add_note(&c, b, 25);
        }
    }
    struct page_cuts p = cut(&c);
    ok(whole(&c, &p), "a note longer than a page goes on");
    ok(p.cuts[0].end == 6 && p.cuts[0].nnotes >= 2, "it begins on the page of its mark");
    ok(p.n >= 4 && p.n <= 5, "and takes the pages it needs");
    drop_notes(&c);
    column_drop(&c);
}

static void test_last_line_note(void) {
    struct column c;
    column_init(&c);
    for (int i = 0; i < 20; i++) {
        struct v_box *b = line(&c);
        if (i == 9) { /* there is no room for its note below it */
            add_note(&c, b, 1);
        }
    }
    struct page_cuts p = cut(&c);
    ok(p.cuts[0].end <= 9 && p.cuts[0].nnotes == 0, "mark and note go over together");
    ok(whole(&c, &p), "all there");
    drop_notes(&c);
    column_drop(&c);
}

static void test_shrink(void) {
    struct column c;
    column_init(&c);
    for (int i = 0; i < 10; i++) {
        if (i > 0) {
            galley_space(&c.g, (struct v_glue){PT(1), 0, PT(1)});
        }
        (void)line(&c);
    }
    struct page_cuts p = cut(&c);
    ok(p.n == 1, "glue shrinks to keep a line");
    ok(p.cuts[0].over > 0 && p.cuts[0].over <= PT(9), "by no more than it can");
    column_drop(&c);
}

/* Flush columns stretch to the foot, but not the last one, nor one before a forced cut. Spaces of
 * equal size keep the larger stretch. */
static void test_flush(void) {
    struct column c;
    struct page_size size = SIZE;
    size.flush = true;
    column_init(&c);
    for (int i = 0; i < 30; i++) {
        galley_space(&c.g, (struct v_glue){PT(1), 0, 0});
        galley_space(&c.g, (struct v_glue){PT(1), PT(1), 0});
        if (i == 20) {
            galley_penalty(&c.g, V_FORCE);
        }
        (void)line(&c);
    }
    is_int(c.g.rows.p[3].above.stretch, PT(1), "the larger stretch is kept");
    struct page_cuts p = page_break(c.a, c.g.rows.p, c.g.rows.n, &size);
    ok(p.n >= 4 && p.cuts[0].over < 0, "a full column stretches");
    bool last = p.cuts[p.n - 1].over == 0;
    for (size_t i = 0; i < p.n; i++) {
        last = last && (p.cuts[i].end != 20 || p.cuts[i].over == 0);
    }
    ok(last, "the last column and one before a forced cut do not");
    p = cut(&c);
    ok(p.cuts[0].over == 0, "ragged columns do not");
    column_drop(&c);
}

/** How many pages the floats are behind the rows that call them, together. */
static size_t distance(const struct page_cuts *p, const struct v_row *rows) {
    size_t sum = 0;
    for (size_t i = 0; i < p->n; i++) {
        for (size_t k = p->cuts[i].float_begin; k < p->cuts[i].float_end; k++) {
            size_t row = (size_t)(p->float_rows[k] - rows) - 1, page = 0;
            while (p->cuts[page].end <= row) {
                page++;
            }
            sum += i - page;
        }
    }
    return sum;
}

/* Floats that are nearer to their text are worth a page, unless the pages are limited. */
static void test_distance(void) {
    struct v_float how = {.places = FLOAT_HERE | FLOAT_TOP};
    struct page_size size = SIZE;
    struct column c;
    size.height = PT(470);
    column_init(&c);
    for (int i = 0; i < 40; i++) {
        para(&c, 6 + i * 7 % 5);
        floating(&c, 13, &how);
    }
    struct page_cuts near = page_break(c.a, c.g.rows.p, c.g.rows.n, &size);
    size.few_pages = true;
    struct page_cuts few = page_break(c.a, c.g.rows.p, c.g.rows.n, &size);
    ok(whole(&c, &near) && whole(&c, &few) && near.n == few.n + 1 &&
           distance(&near, c.g.rows.p) + 10 < distance(&few, c.g.rows.p),
       "a page more brings ten floats nearer to their text, if pages are not limited");
    column_drop(&c);
}

static void test_repeated_head(void) {
    struct column c;
    column_init(&c);
    struct v_box *head = galley_box_new(&c.g, 0, PT(20));
    for (int i = 0; i < 30; i++) {
        galley_head(&c.g, head);
        (void)line(&c);
    }
    struct page_cuts p = cut(&c);
    ok(p.cuts[0].end == 10 && p.cuts[1].end == 18, "a repeated head takes room on later pages");
    column_drop(&c);
}

static void test_large(void) {
    struct column c;
    column_init(&c);
    for (int i = 0; i < 10000; i++) {
        para(&c, 1 + i % 7);
    }
    struct page_cuts p = cut(&c);
    ok(whole(&c, &p) && p.n > 2500, "40,000 lines are cut whole");
    column_drop(&c);
    struct v_float how = {.places = FLOAT_HERE | FLOAT_TOP};
    column_init(&c);
    for (int i = 0; i < 1000; i++) {
        floating(&c, 3, &how);
    }
    struct page_cuts q = cut(&c);
    ok(whole(&c, &q) && q.n > 300, "1,000 floats without text between");
    column_drop(&c);
    column_init(&c);
    para(&c, 5);
    for (int i = 0; i < 250; i++) {
        floating(&c, 2, &how);
    }
    para(&c, 5);
    struct page_cuts r = cut(&c);
    ok(whole(&c, &r) && r.n <= 53 && r.cuts[r.n - 1].begin > 250,
       "so many that none comes to text have columns of their own");
    column_drop(&c);
}

/** Six of ten lines that go on a turned page. */
static void test_sideways(void) {
    static const struct v_turn on = {.side = V_SIDE_ANY, .shapes = true, .sideways = true},
                               off = {.side = V_SIDE_ANY, .shapes = true};
    struct page_size size = SIZE;
    struct column c;
    column_init(&c);
    size.side_height = PT(60);
    size.columns = 2;
    for (int i = 0; i < 25; i++) {
        if (i == 5 || i == 15) {
            galley_turn(&c.g, i == 5 ? &on : &off);
        }
        (void)line(&c);
    }
    struct page_cuts p = page_break(c.a, c.g.rows.p, c.g.rows.n, &size);
    ok(whole(&c, &p) && p.n == 5, "turned pages have a height of their own");
    ok(!p.cuts[0].sideways && p.cuts[2].sideways && p.cuts[2].begin == 5 && p.cuts[2].end == 11,
       "they begin where they are turned");
    ok(p.cuts[2].column % 2 == 0 && p.cuts[3].sideways && p.cuts[3].column == p.cuts[2].column + 2,
       "and have one column each");
    ok(!p.cuts[4].sideways && p.cuts[4].begin == 15, "until they are turned back");
    column_drop(&c);
}

static void test_kept(void) {
    struct column c;
    column_init(&c);
    for (int i = 0; i < 30; i++) {
        if (i == 8) {
            galley_need(&c.g, 4 * LINE);
        }
        (void)line(&c);
    }
    struct page_cuts p = cut(&c);
    ok(p.cuts[0].end == 8 && whole(&c, &p), "lines that need one another go over together");
    galley_keep(&c.g, 12, 5 * LINE);
    ok(c.g.rows.p[14].penalty == 0, "what is higher than allowed is not kept together");
    column_drop(&c);
}

int main(void) {
    test_sideways();
    test_kept();
    test_full();
    test_widow();
    test_heading();
    test_balance();
    test_force();
    test_impossible();
    test_notes();
    test_long_note();
    test_last_line_note();
    test_shrink();
    test_flush();
    test_repeated_head();
    test_large();
    test_floats();
    test_float_note();
    test_waiting();
    test_distance();
    test_barriers();
    test_turns();
    test_columns();
    return tap_done();
}
