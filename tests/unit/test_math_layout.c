/* SPDX-License-Identifier: MIT */
/*
 * Formulas on pages: distances and sizes by the rules of TeX, computed from the constants of
 * the fonts.
 */
#include "tap.h"

#include "core/base/buf.h"
#include "print/layout/layout.h"
#include "print/layout/model/sp.h"
#include "read/markdown/markdown.h"

struct laid {
    struct arena *a;
    struct diags d;
    struct fonts *fonts;
    struct pages *p;
};

/** Sets a formula as a display in ten points, with more lines of front matter. */
static struct laid lay_with(const char *front, const char *tex) {
    struct laid l = {.a = arena_new()};
    struct layout_options opt = {.root = STR_EMPTY};
    struct markdown_options md = {.format = STR("markdown")};
    diags_init(&l.d, l.a);
    l.fonts = fonts_new(l.a);
    struct str text = arena_printf(l.a,
                                   "---\nfontsize: 10pt\ngeometry: paperwidth=6in, "
                                   "paperheight=8in, margin=1in\n%s---\n\n$$%s$$\n",
                                   front, tex);
    struct doc *doc = markdown_parse(l.a, source_new(l.a, STR("test.md"), text), &md, &l.d);
    l.p = layout_document(l.a, doc, l.fonts, &opt, &l.d);
    return l;
}

static struct laid lay(const char *tex) {
    return lay_with("", tex);
}

static void drop(struct laid *l) {
    pages_drop(l->p);
    fonts_drop(l->fonts);
    diags_drop(&l->d);
    arena_drop(l->a);
}

/** The text on the first page that is `word` alone. */
static const struct page_text *find(const struct laid *l, const char *word) {
    const struct page *p = l->p->pages.p[0];
    for (size_t i = 0; i < p->items.n; i++) {
        if (p->items.p[i].kind == PAGE_TEXT && str_is(p->items.p[i].u.text.text, word)) {
            return &p->items.p[i].u.text;
        }
    }
    static const struct page_text none;
    return &none;
}

/** From the end of one text, by its advance, to the next; in thousandths of an em. */
static long gap(const struct laid *l, const char *left, const char *right) {
    const struct page_text *a = find(l, left), *b = find(l, right);
    if (!a->n || !b->n) {
        return -99999;
    }
    sp end = a->x;
    for (size_t i = 0; i < a->n; i++) {
        end += font_scale(a->font, page_text_glyph(a, i).advance, a->size);
    }
    return ((long)(b->x - end) * 1000 + a->size / 2) / a->size;
}

/** Height and depth of the ink of a text's first glyph, in thousandths of its size. */
static long height(const struct laid *l, const char *word) {
    const struct page_text *t = find(l, word);
    int32_t ink[4];
    if (!t->n || !font_glyph_box(t->font, page_text_glyph(t, 0).id, ink)) {
        return 0;
    }
    return (long)(ink[3] - ink[1]) * 1000 / font_metrics(t->font)->upem;
}

static void test_delimiters(void) {
    static const struct {
        const char *tex;
        long low, high;
    } sizes[] = {{"\\big( x", 1150, 1250},
                 {"\\Big( x", 1750, 1850},
                 {"\\bigg( x", 2350, 2450},
                 {"\\Bigg( x", 2950, 3050}};
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct laid l = lay(sizes[i].tex);
        long h = height(&l, "(");
        ok(h >= sizes[i].low && h <= sizes[i].high, sizes[i].tex);
        drop(&l);
    }
    struct laid l = lay("\\left( \\frac{1}{2} \\middle| \\Gamma \\right)");
    is_int(gap(&l, "|", "\u0393"), 0, "\\middle has no space of its own");
    drop(&l);
    l = lay("\\left( \\frac{1}{2} \\,\\middle|\\, \\Gamma \\right)");
    is_int(gap(&l, "|", "\u0393"), 167, "but what is given");
    drop(&l);
}

static void test_symbols(void) {
    struct laid l = lay("1 + \\dots + 2");
    is_int((long)find(&l, "\u22EF")->n, 3, "dots are three points, raised between operators");
    drop(&l);
    l = lay("\\Gamma_{1, \\dots, \\Delta}");
    is_int((long)find(&l, "\u2026")->n, 3, "low ones between commas");
    drop(&l);
    l = lay("\\Gamma \\implies \\Delta");
    is_int(gap(&l, "\u27F9", "\u0394"), 556, "\\implies has a thick space more");
    drop(&l);
    l = lay("\\int_0 \\Delta");
    ok(gap(&l, "\u222B", "0") > -450, "a subscript stands free of the integral's foot");
    drop(&l);
    l = lay("\\Gamma'");
    ok(gap(&l, "\u0393", "\u2032") < -30, "a prime close to its letter");
    drop(&l);
}

static void test_limits(void) {
    struct laid deep = lay("\\sum^p"), plain = lay("\\sum^n");
    long p = (long)(find(&deep, "\u2211")->y - find(&deep, "\U0001D45D")->y);
    long n = (long)(find(&plain, "\u2211")->y - find(&plain, "\U0001D45B")->y);
    ok(p > 0 && p - n < PT100(60), "a limit with a descender hardly rises");
    drop(&deep);
    drop(&plain);
}

/** Where a text begins, in hundredths of the text's width. */
static long column(const struct laid *l, const char *word) {
    sp inch = sp_scale(PT(1), 7227, 100);
    return (long)((int64_t)(find(l, word)->x - inch) * 100 / (4 * inch));
}

static void test_lines(void) {
    struct laid l = lay_with("classoption: leqno\n", "\\begin{align}\\Gamma\\end{align}");
    is_int(column(&l, "(1)"), 0, "leqno: numbers at the left margin");
    drop(&l);
    l = lay("\\begin{align}\\Gamma\\end{align}");
    ok(column(&l, "(1)") > 90, "else at the right one");
    drop(&l);
    l = lay("\\begin{multline}\\Gamma\\\\\\Delta\\\\\\Theta\\end{multline}");
    ok(column(&l, "\u0393") < 5, "a multline's first row is at the left");
    ok(column(&l, "\u0394") > 40 && column(&l, "\u0394") < 60, "the next in the middle");
    ok(column(&l, "\u0398") > 80, "the last at the right");
    is_int(find(&l, "(1)")->y, find(&l, "\u0398")->y, "with the number");
    drop(&l);
    l = lay("\\begin{align*}\\Gamma&=1&\\Delta&=2\\end{align*}");
    ok(column(&l, "\u0393") > 20 && column(&l, "\u0394") > 55,
       "equations are spread over the line");
    drop(&l);
    l = lay("\\begin{flalign*}\\Gamma&=1&\\Delta&=2\\end{flalign*}");
    ok(column(&l, "\u0393") == 0 && column(&l, "\u0394") > 85, "to the margins");
    drop(&l);
    l = lay("\\begin{align}\\Gamma&=1\\\\\\intertext{words}\\Delta&=2\\end{align}");
    is_int(column(&l, "words"), 0, "text between them is at the margin");
    ok(column(&l, "\u0393") - column(&l, "\u0394") <= 1, "and they keep their columns");
    drop(&l);
}

/** The rows of a display within a paragraph continue on the next page. */
static void test_long_amid(void) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "1$$\n\nWords\n$$\\begin{align*}");
    for (int i = 0; i < 60; i++) {
        buf_puts(&b, "a &= b \\\\ ");
    }
    buf_puts(&b, "\\end{align*}$$\nmore $$2");
    buf_putc(&b, '\0');
    struct laid l = lay(b.p);
    is_int((long)l.d.n, 0, "nothing is made smaller");
    ok(l.p->pages.n > 1 && l.p->pages.p[1]->items.n > 40, "a long display amid text has two pages");
    drop(&l);
    buf_drop(&b);
}

/** Sums of lengths stay in range, which a build with sanitizers sees. */
static void test_huge(void) {
    struct buf b = BUF_INIT;
    for (int i = 0; i < 30; i++) {
        buf_puts(&b, "\\frac{\\rule{999em}{999em}}{\\rule[-999em]{999em}{99em}_{\\phase{\\sqrt{");
    }
    buf_putc(&b, 'x');
    for (int i = 0; i < 30; i++) {
        buf_puts(&b, "}}}}");
    }
    buf_puts(&b, "\\left(");
    for (int i = 0; i < 9000; i++) {
        buf_puts(&b, "W");
    }
    buf_puts(&b, "\\right)\\begin{matrix}");
    for (int i = 0; i < 200; i++) {
        buf_puts(&b, "\\hspace{999em}&\\rule{0pt}{999em}\\\\");
    }
    buf_puts(&b, "\\end{matrix}");
    buf_putc(&b, '\0');
    struct laid l = lay(b.p);
    ok(l.p->pages.n > 0, "a huge formula is set somehow");
    drop(&l);
    buf_drop(&b);
}

int main(void) {
    test_delimiters();
    test_symbols();
    test_limits();
    test_lines();
    test_long_amid();
    test_huge();
    return tap_done();
}
