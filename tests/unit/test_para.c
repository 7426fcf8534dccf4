/* SPDX-License-Identifier: MIT */
/*
 * The line breaker: badness as in TeX, breaks checked by hand, a comparison with all ways to
 * break a short paragraph, and hard inputs: no text, one word that is too wide, no width at
 * all, very many places to break.
 */
#include "print/layout/text/para.h"

#include "core/base/vec.h"
#include "tap.h"

#include <stdlib.h>

#define U 65536 /* one letter is a point wide */

struct list {
    struct para_item items[4096];
    size_t n;
};

static void box(struct list *l, sp width) {
    l->items[l->n++] = (struct para_item){.kind = PARA_BOX, .width = width};
}
static void glue(struct list *l, sp width, sp stretch, sp shrink) {
    l->items[l->n++] =
        (struct para_item){.kind = PARA_GLUE, .width = width, .stretch = stretch, .shrink = shrink};
}
static void penalty(struct list *l, int32_t p, sp width, bool flagged) {
    l->items[l->n++] =
        (struct para_item){.kind = PARA_PENALTY, .width = width, .penalty = p, .flagged = flagged};
}
static void finish(struct list *l) {
    penalty(l, PENALTY_INF, 0, false);
    l->items[l->n++] = (struct para_item){.kind = PARA_GLUE, .stretch = U, .stretch_order = 1};
    penalty(l, -PENALTY_INF, 0, false);
}

/* "one two-three": letters are boxes of one unit together, '-' a place for a hyphen found by
 * patterns, '|' a forced break. */
static void words(struct list *l, const char *text) {
    size_t run = 0;
    for (const char *p = text;; p++) {
        if (*p == ' ' || *p == '-' || *p == '|' || *p == '\0') {
            if (run > 0) {
                box(l, (sp)run * U);
            }
            run = 0;
        } else {
            run++;
        }
        if (*p == ' ') {
            glue(l, U, U / 2, U / 3);
        } else if (*p == '-') {
            penalty(l, 50, U, true);
            l->items[l->n - 1].automatic = true;
        } else if (*p == '|') {
            finish(l);
        } else if (*p == '\0') {
            break;
        }
    }
    finish(l);
}

static struct para_line *broken(struct arena *a, const struct list *l, sp width, size_t *n) {
    struct para_params p;
    para_params_init(&p, width);
    p.emergency_stretch = 0;
    return para_break(a, l->items, l->n, &p, n);
}

static void test_badness(void) {
    static const struct {
        int64_t t, s;
        int32_t badness;
    } table[] = {
        {0, 0, 0},
        {0, 5, 0},
        {1, 0, 10000},
        {1, 1, 100}, /* all the stretch there is: 99.99 rounds to 100 */
        {65536, 65536, 100},
        {65536, 131072, 12},  /* half: 12.5 comes out as 12 in TeX */
        {131072, 65536, 800}, /* twice: 8 * 100 */
        {65536, 655360, 0},
        {3 * 65536, 65536, 2698}, /* 2700 but for rounding 297 * 3 = 891 */
        {65536 * 5, 65536, 10000},
        {7230584, 7230584, 100},
        {7230585, 1663496, 10000},
        {7230585, 7230585, 100},
        {1073741823, 1073741823, 100},
        {4000000, 20000000, 1},
    };
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        if (!is_int(para_badness(table[i].t, table[i].s), table[i].badness, "TeX's badness")) {
            note("row %zu", i);
        }
    }
}

/* Four words of 3 letters on a measure of 7: two lines that fit exactly. */
static void test_exact(void) {
    struct arena *a = arena_new();
    static struct list l;
    size_t n;
    words(&l, "aaa bbb ccc ddd");
    struct para_line *lines = broken(a, &l, 7 * U, &n);
    is_int(n, 2, "two lines");
    is_int(lines[0].begin, 0, "the first begins at the beginning");
    is_int(lines[0].end, 3, "and ends at the second glue");
    is_int(lines[0].ratio, 0, "and is as wide as the measure");
    is_int(lines[0].natural, 7 * U, "and says so");
    is_int(lines[1].begin, 4, "the glue at the break is gone");
    is_int(lines[1].badness, 0, "the last line is filled by infinite glue");
    arena_drop(a);
}

/* On a measure of 9, "aaa bbb cc" has 10: shrinking takes 1 of 2/3, too much; so "aaa bbb" is
 * stretched by 2 of 1/2 (badness 100 * 4^3: only the last pass takes it) and with a hyphen place in
 * "cc c" the second pass finds better. */
static void test_passes(void) {
    struct arena *a = arena_new();
    static struct list l, h;
    size_t n;
    words(&l, "aaa bbb cccc ddd");
    struct para_line *lines = broken(a, &l, 9 * U, &n);
    is_int(n, 2, "no hyphen: two lines");
    is_int(lines[0].badness, 6396, "the first is very loose");
    ok(!lines[0].overfull, "but loose is better than overfull");
    words(&h, "aaa bbb c-ccc ddd");
    lines = broken(a, &h, 10 * U, &n);
    ok(lines[0].hyphen, "with a hyphen it fits");
    is_int(lines[0].natural, 10 * U, "the hyphen counts");
    is_int(lines[0].badness, 0, "and nothing stretches");
    struct para_params p;
    para_params_init(&p, 10 * U);
    p.pretolerance = 10000;
    lines = para_break(a, h.items, h.n, &p, &n);
    ok(!lines[0].hyphen, "the first pass does without hyphens when it may");
    arena_drop(a);
}

static void test_forced(void) {
    struct arena *a = arena_new();
    static struct list l, twice;
    size_t n;
    words(&l, "aaa|bbb ccc");
    struct para_line *lines = broken(a, &l, 20 * U, &n);
    is_int(n, 2, "a forced break makes a line");
    is_int(lines[0].badness, 0, "which is not stretched");
    is_int(l.items[lines[1].begin].width, 3 * U, "the next one begins with its word");
    words(&twice, "aaa||bbb");
    lines = broken(a, &twice, 20 * U, &n);
    is_int(n, 3, "two forced breaks make an empty line");
    is_int(lines[1].natural, 0, "with nothing on it");
    arena_drop(a);
}

static void test_hostile(void) {
    struct arena *a = arena_new();
    static struct list l, wide, zero;
    size_t n = 99;
    struct para_params p;
    para_params_init(&p, 10 * U);
    ok(para_break(a, NULL, 0, &p, &n) == NULL && n == 0, "no items, no lines");

    words(&wide, "aa bbbbbbbbbbbbbbbbbbbb cc");
    struct para_line *lines = broken(a, &wide, 10 * U, &n);
    is_int(n, 3, "a word that is too wide has a line of its own");
    ok(!lines[0].overfull && lines[1].overfull && !lines[2].overfull, "only that is overfull");
    is_int(lines[1].natural, 20 * U, "and keeps its width");

    words(&l, "aa bb cc dd");
    lines = broken(a, &l, 0, &n);
    is_int(n, 4, "no width at all: a word a line");
    lines = broken(a, &l, -5 * U, &n);
    is_int(n, 4, "less than no width: the same");

    box(&zero, U);
    lines = broken(a, &zero, 10 * U, &n);
    is_int(n, 1, "a list without its end is ended");
    is_int(lines[0].badness, 0, "by infinite glue");
    is_int(lines[0].end, 1, "at its last item");
    arena_drop(a);
}

/* Every item in exactly one line, or discarded after a break: no word is dropped, whatever the
 * width. */
static void test_complete(void) {
    struct arena *a = arena_new();
    static struct list l;
    size_t n, lost = 0, overlaps = 0;
    words(&l, "now is the ti-me for all good edi-tors to come to the aid of their com-pos-i-tors "
              "and to break their para-graphs as a whole in-stead of line by line|which is what "
              "type-writ-ers did");
    for (sp w = U; w < 100 * U; w += U / 2) {
        struct para_line *lines = broken(a, &l, w, &n);
        size_t at = 0;
        for (size_t i = 0; i < n; i++) {
            overlaps += lines[i].begin < at;
            for (size_t k = at; k < lines[i].begin; k++) {
                lost += l.items[k].kind == PARA_BOX;
            }
            at = lines[i].end;
        }
        lost += at != l.n - 1;
    }
    is_int(lost, 0, "no box is lost at any width");
    is_int(overlaps, 0, "no item is set twice");
    arena_drop(a);
}

/* Demerits of one way to break, by the book (TeXbook, ch. 14), written again and independently.
 * INT64_MAX: not allowed. */
static int64_t way_demerits(const struct list *l, const size_t *at, size_t n, sp width) {
    int64_t total = 0;
    size_t begin = 0;
    int fitness = 1;
    bool hyphen = false;
    for (size_t i = 0; i < n; i++) {
        int64_t w = 0, stretch = 0, shrink = 0;
        bool fil = false, last = i + 1 == n;
        while (begin < at[i] && i > 0 && l->items[begin].kind != PARA_BOX) {
            begin++;
        }
        for (size_t k = begin; k < at[i]; k++) {
            const struct para_item *it = &l->items[k];
            w += it->kind == PARA_PENALTY ? 0 : it->width;
            fil = fil || it->stretch_order > 0;
            stretch += it->stretch_order > 0 ? 0 : it->stretch;
            shrink += it->shrink;
        }
        const struct para_item *end = &l->items[at[i]];
        w += end->kind == PARA_PENALTY ? end->width : 0;
        int64_t b, fit = 1, extra = width - w;
        if (extra >= 0) {
            b = fil ? 0 : para_badness(extra, stretch);
            fit = b > 99 ? 3 : b > 12 ? 2 : 1;
        } else {
            b = -extra > shrink ? 10001 : para_badness(-extra, shrink);
            fit = b > 12 ? 0 : 1;
        }
        if (b > 200) {
            return INT64_MAX;
        }
        total += (10 + b) * (10 + b);
        int64_t pi = end->kind == PARA_PENALTY ? end->penalty : 0;
        total += pi > 0 ? pi * pi : 0;
        total += hyphen && last ? 5000 : hyphen && end->flagged ? 10000 : 0;
        total += llabs(fit - fitness) > 1 ? 10000 : 0;
        fitness = (int)fit;
        hyphen = end->flagged;
        begin = at[i] + 1;
    }
    return total;
}

/* All subsets of the places where a short paragraph may be broken, against the breaker's choice. */
static void test_optimal(void) {
    struct arena *a = arena_new();
    static struct list l;
    uint32_t seed = 12345;
    size_t compared = 0, worse = 0;
    for (int round = 0; round < 300; round++) {
        size_t places[16], np = 0, ways[17], chosen[17], n;
        l.n = 0;
        for (int i = 0; i < 11; i++) {
            seed = seed * 1664525u + 1013904223u;
            box(&l, (sp)(1 + (seed >> 16) % 9) * U);
            places[np++] = l.n;
            if ((seed >> 8) % 4 == 0) {
                penalty(&l, 50, U, true);
            } else {
                glue(&l, 2 * U, 2 * U, U);
            }
        }
        box(&l, 3 * U);
        finish(&l);
        int64_t best = INT64_MAX;
        sp width = (sp)(16 + (seed >> 20) % 16) * U;
        for (uint32_t set = 0; set < 1u << np; set++) {
            size_t k = 0;
            for (size_t i = 0; i < np; i++) {
                if ((set >> i & 1) != 0) {
                    ways[k++] = places[i];
                }
            }
            ways[k++] = l.n - 1;
            int64_t d = way_demerits(&l, ways, k, width);
            best = d < best ? d : best;
        }
        struct para_params p;
        para_params_init(&p, width);
        p.pretolerance = -1;
        struct para_line *lines = para_break(a, l.items, l.n, &p, &n);
        if (best == INT64_MAX || n > ARRAY_LEN(chosen)) {
            continue; /* nothing within tolerance: the later passes' business */
        }
        for (size_t i = 0; i < n; i++) {
            chosen[i] = lines[i].end;
        }
        compared++;
        worse += way_demerits(&l, chosen, n, width) != best;
    }
    ok(compared > 100, "enough paragraphs can be broken within tolerance");
    is_int(worse, 0, "the total fit is the best of all ways");
    arena_drop(a);
}

static void test_indents(void) {
    struct arena *a = arena_new();
    static struct list l;
    size_t n;
    struct para_params p;
    words(&l, "aaa bbb ccc ddd eee fff");
    para_params_init(&p, 11 * U);
    p.first_indent = 4 * U;
    struct para_line *lines = para_break(a, l.items, l.n, &p, &n);
    is_int(lines[0].width, 7 * U, "the first line is shorter by its indent");
    is_int(lines[0].natural, 7 * U, "and takes two words");
    is_int(lines[1].natural, 11 * U, "the second takes three");
    para_params_init(&p, 11 * U);
    p.hang_indent = 4 * U;
    lines = para_break(a, l.items, l.n, &p, &n);
    is_int(lines[0].natural, 11 * U, "hanging: the first line takes three words");
    is_int(lines[1].indent, 4 * U, "the second is indented");
    is_int(lines[1].natural, 7 * U, "and takes two");
    is_int(n, 3, "three lines");
    arena_drop(a);
}

static void test_looseness(void) {
    struct arena *a = arena_new();
    static struct list l;
    size_t n, looser;
    struct para_params p;
    for (int i = 0; i < 40; i++) {
        box(&l, (sp)(2 + i * 7 % 5) * U);
        glue(&l, U, U, U / 3);
    }
    box(&l, U);
    finish(&l);
    para_params_init(&p, 30 * U);
    p.tolerance = 5000;
    para_break(a, l.items, l.n, &p, &n);
    p.looseness = 1;
    para_break(a, l.items, l.n, &p, &looser);
    is_int(looser, n + 1, "looseness 1 gives a line more");
    arena_drop(a);
}

static void test_ragged(void) {
    struct arena *a = arena_new();
    static struct list l;
    size_t n;
    struct para_params p;
    words(&l, "aaa bbb cccc dd ee fffff gggg hh iiii");
    para_params_init(&p, 12 * U);
    p.ragged_right = true;
    struct para_line *lines = para_break(a, l.items, l.n, &p, &n);
    bool set = false, over = false;
    for (size_t i = 0; i < n; i++) {
        set = set || (lines[i].ratio != 0 && i + 1 < n) || lines[i].expand != 0;
        over = over || lines[i].natural > 12 * U;
    }
    ok(!set, "ragged lines keep their spaces");
    ok(!over, "and are never wider than the measure");
    arena_drop(a);
}

/* Protrusion makes a line wider; expansion gives before the spaces do. */
static void test_microtypography(void) {
    struct arena *a = arena_new();
    static struct list l;
    size_t n;
    words(&l, "aaa bbb ccc ddd");
    l.items[2].protrude_right = U / 2;
    l.items[0].protrude_left = U / 4;
    struct para_line *lines = broken(a, &l, 7 * U - U * 3 / 4, &n);
    is_int(lines[0].hang_left, U / 4, "the first letter hangs out");
    is_int(lines[0].hang_right, U / 2, "the last one too");
    is_int(lines[0].ratio, 0, "and the line fits");
    for (size_t i = 0; i < l.n; i++) {
        if (l.items[i].kind == PARA_BOX) {
            l.items[i].stretch = l.items[i].shrink = U / 4;
            l.items[i].protrude_left = l.items[i].protrude_right = 0;
        }
    }
    lines = broken(a, &l, 7 * U + U / 4, &n);
    is_int(lines[0].expand, 32768, "half of the boxes' stretch is taken");
    is_int(lines[0].ratio, 0, "and none of the glue's");
    lines = broken(a, &l, 7 * U + U * 3 / 4, &n);
    is_int(lines[0].expand, 65536, "all of it");
    is_int(lines[0].ratio, 32768, "and half of the glue's");
    lines = broken(a, &l, 7 * U - U / 4, &n);
    is_int(lines[0].expand, -32768, "shrinking is the same");
    arena_drop(a);
}

/* A box of two words' ligature, taken apart by the hyphen: the next line is wider by what the break
 * adds. */
static void test_width_after(void) {
    struct arena *a = arena_new();
    static struct list l;
    size_t n;
    box(&l, 5 * U);
    penalty(&l, 0, U, true);
    l.items[1].width_after = 2 * U;
    box(&l, 3 * U);
    finish(&l);
    struct para_line *lines = broken(a, &l, 6 * U, &n);
    is_int(n, 2, "broken at the hyphen");
    is_int(lines[1].natural, 5 * U, "what the break adds to the next line counts");
    arena_drop(a);
}

/* Nothing but places to break, and a paragraph of a hundred thousand words: both in no time. */
static void test_long(void) {
    struct arena *a = arena_new();
    size_t count = 300000, n;
    struct para_item *items = xcalloc(count, sizeof *items);
    for (size_t i = 0; i < count; i++) {
        items[i].kind = i % 2 == 0 ? PARA_BOX : PARA_PENALTY;
        items[i].protrude_left = 1;
    }
    struct para_params p;
    para_params_init(&p, 100 * U);
    para_break(a, items, count, &p, &n);
    is_int(n, 1, "boxes without width fit on one line");
    for (size_t i = 0; i < count; i++) {
        items[i] = i % 2 == 0
                       ? (struct para_item){.kind = PARA_BOX, .width = (sp)(i % 7 + 2) * U}
                       : (struct para_item){
                             .kind = PARA_GLUE, .width = U, .stretch = U / 2, .shrink = U / 3};
    }
    struct para_line *lines = para_break(a, items, count, &p, &n);
    int32_t worst = 0;
    for (size_t i = 0; i < n; i++) {
        worst = lines[i].badness > worst ? lines[i].badness : worst;
    }
    ok(n > 8000 && n < 11000, "a long paragraph has many lines");
    ok(worst <= 200, "all within tolerance");
    free(items);
    arena_drop(a);
}

int main(void) {
    test_badness();
    test_exact();
    test_passes();
    test_forced();
    test_hostile();
    test_complete();
    test_optimal();
    test_indents();
    test_looseness();
    test_ragged();
    test_microtypography();
    test_width_after();
    test_long();
    return tap_done();
}
