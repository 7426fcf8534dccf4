/* SPDX-License-Identifier: MIT */
/* Style sheets for paper: the cascade, custom properties, units, media, shorthands. */
#include "print/layout/style/look.h"
#include "tap.h"

struct sheet {
    struct arena *arena;
    struct diags *diags;
    struct looks *looks;
};

static struct sheet read_sheet(const char *css) {
    struct sheet s = {.arena = arena_new()};
    s.diags = ARENA_NEW(s.arena, struct diags);
    diags_init(s.diags, s.arena);
    struct css_sheet *sheet =
        css_parse(s.arena, source_new(s.arena, STR("t.css"), str_of(css)), s.diags);
    s.looks = looks_read(s.arena, &sheet, 1, STR("en"), NULL, s.diags);
    return s;
}

static void drop(struct sheet *s) {
    diags_drop(s->diags);
    arena_drop(s->arena);
}

/* What holds for <p class="a" id="i">. */
static struct look of_p(const struct sheet *s) {
    static const struct str A[] = {STR_INIT("a")};
    struct css_element p = {.type = STR("p"), .id = STR("i"), .classes = A, .nclasses = 1};
    struct look look;
    look_find(s->looks, &(struct look_query){.e = &p}, &look, NULL);
    return look;
}

static int red_of(const char *css) {
    struct sheet s = read_sheet(css);
    struct look look = of_p(&s);
    const struct look_value *v = look.v[LOOK_COLOR];
    int red = v && v->kind == LOOK_COLOUR ? v->colour.r : -1;
    drop(&s);
    return red;
}

static void test_cascade(void) {
    static const struct {
        const char *css;
        int red;
        const char *name;
    } CASES[] = {
        {"p { color: #010000 } p { color: #020000 }", 2, "the later rule"},
        {".a { color: #010000 } p { color: #020000 }", 1, "the more specific one"},
        {"#i { color: #010000 } p.a { color: #020000 }", 1, "an id above classes"},
        {"p { color: #010000 !important } #i { color: #020000 }", 1, "importance above all"},
        {"p { color: #010000 !important; color: #020000 }", 1, "in one rule too"},
        {"p { color: #010000 } p { color: unset }", -1, "what is unset"},
        {"p { color: #010000 } p { color: revert }", -1, "what is taken back"},
        {"p { color: #010000 } p { color: initial }", 0, "black"},
        {"p { color: #010000 } p { all: initial }", 0, "all of it"},
        {"p { color: #010000 !important } p { all: revert }", 1, "but what is important"},
        /* layers */
        {"@layer a { #i { color: #010000 } } p { color: #020000 }", 2, "layers come before"},
        {"@layer b, a; @layer a { p { color: #010000 } } @layer b { #i { color: #020000 } }", 1,
         "in the order that they are named in"},
        {"@layer a { p { color: #010000 !important } } p { color: #020000 !important }", 1,
         "and in the other when they are important"},
        {"@layer a { p { color: #010000 } @layer b { p { color: #020000 } } }", 1,
         "a layer within one comes before it"},
        {"@layer a.b { p { color: #010000 } } @layer a { p { color: #020000 } }", 2, "with a dot"},
        {"@layer { p { color: #010000 } } @layer { p { color: #020000 } }", 2, "without names"},
        {"@layer a { p { color: #010000 } } p { color: #020000 } p { color: revert-layer }", 1,
         "back to the layer before"},
        /* conditions */
        {"@supports (color: red) { p { color: #010000 } }", 1, "what paper knows"},
        {"@supports (flaot: left) { p { color: #010000 } }", -1, "what it does not"},
        {"@supports not (flaot: left) { p { color: #010000 } }", 1, "negated"},
        {"@supports (color: red) and ((x: y) or (margin: 0)) { p { color: #010000 } }", 1,
         "and, or"},
        {"@supports selector(a > b) { p { color: #010000 } }", 1, "a selector"},
        {"@supports selector(:has(a)) { p { color: #010000 } }", -1, "one that is not known"},
        {"@supports font-tech(color-COLRv1) { p { color: #010000 } }", -1, "what nobody knows"},
        {"@media (min-width: 8in) and (color) { p { color: #010000 } }", 1, "the width of paper"},
        {"@media (max-width: 600px) { p { color: #010000 } }", -1, "which is no telephone"},
        {"@media print and (orientation: portrait) { p { color: #010000 } }", 1, "upright"},
        {"@media (8in < width <= 8.5in) { p { color: #010000 } }", 1, "a range"},
        {"@media (width > 8.5in) { p { color: #010000 } }", -1, "and one above it"},
        {"@media (10in >= height) { p { color: #010000 } }", -1, "from the other side"},
        {"@media not (hover) { p { color: #010000 } }", 1, "nothing hovers"},
        {"@media not (foo) { p { color: #010000 } }", -1, "nobody knows what that is"},
        {"@media (prefers-color-scheme: light) { p { color: #010000 } }", 1, "paper is light"},
        {"@media screen, (min-resolution: 2dppx) { p { color: #010000 } }", 1, "a fine printer"},
        {"@media (monochrome) { p { color: #010000 } }", -1, "colours"},
        {"@media (min-aspect-ratio: 1/1) { p { color: #010000 } }", -1, "higher than wide"},
        /* nesting */
        {"p { color: #010000; &.a { color: #020000 } }", 2, "a rule in a rule"},
        {"p { .a & { color: #020000 } }", -1, "somewhere else"},
        {"p { @media print { color: #020000 } }", 2, "a condition in a rule"},
        {"html, p { &#i { color: #020000 } }", 2, "of several"},
        /* custom properties of elements */
        {".a { --x: #030000 } p { color: var(--x) }", 3, "a custom property of its own"},
        {":root { --x: #010000 } .a { --x: #030000 } p { color: var(--x) }", 3, "above the root's"},
        {":root { --x: #010000 } .b { --x: #030000 } p { color: var(--x) }", 1, "another's"},
        {"p { --x: #030000; --x: initial; color: var(--x, #040000) }", 4, "none any more"},
        {"p { --x: var(--y); --y: #050000; color: var(--x) }", 5, "one of another"},
        {"p { --x: var(--x); color: #050000; color: var(--x) }", -1, "itself"},
        {"@property --x { initial-value: #060000 } p { color: var(--x) }", 6, "a first value"},
        {"p { color: #010000 } p { color: 3 }", 1, "a bad value changes nothing"},
        {"p { color: #010000 } @media screen { p { color: #020000 } }", 1, "screens"},
        {"p { color: #010000 } @media print { p { color: #020000 } }", 2, "paper"},
        {"p { color: #010000 } @media not screen { p { color: #020000 } }", 2, "no screen"},
        {"@media (prefers-color-scheme: dark) { p { color: #020000 } }", -1, "no paper is dark"},
        {":root { --x: #030000 } p { color: var(--x) }", 3, "a custom property"},
        {"p { color: var(--x, rgb(4, 0, 0)) }", 4, "its fallback"},
        {":root { --x: var(--y); --y: var(--x) } p { color: var(--x) }", -1, "a circle"},
        {"@media print { :root { --x: #050000 } } p { color: var(--x) }", 5, "set on paper"},
        {"p, :root { --x: #050000 } p { color: var(--x) }", 5, "of a list"},
        {":root { --x: #050000 !important; --x: red } p { color: var(--x) }", 5, "important"},
        {"p { color: rgb(2% 0 0) } ", 5, "percentages of a channel"},
        {"p { color: rgb(6, 0, 0) }", 6, "commas"},
        {"p { color: rgb(7 0 0 / 100%) }", 7, "an opaque colour"},
        {"p { color: rgb(6 0 0 / 0.5) }", 130, "one that is half transparent, on white"},
        {"p { color: rgb(7, 0 0) }", -1, "commas in one place"},
        {"p { color: rgb(7 x 0 0) }", -1, "what is no number"},
        {"p { color: rgb(7 0) }", -1, "two channels"},
        {"p { color: #080000ff }", 8, "eight digits"},
        {"p { color: #08000080 }", 131, "half transparent"},
        {"p { color: #f008 }", 255, "four digits"},
        {"p { color: hsl(120 100% 50%) }", 0, "a hue"},
        {"p { color: hsla(0, 100%, 25%, 1) }", 128, "a dark red, with commas"},
        {"p { color: hsl(0.5turn 0% 20%) }", 51, "a grey"},
        {"p { color: hwb(0 20% 80%) }", 51, "white and black"},
        {"p { color: hwb(120 25% 25%) }", 64, "a little of both"},
        {"p { color: rgb(7 0 0 / 4px) }", -1, "an opacity that is a length"},
        {"p { color: lab(100 0 0) }", 255, "white by Lab"},
        {"p { color: lch(52.2345 72.2 56.2deg) }", 198, "by LCH"},
        {"p { color: oklch(62.8% 0.2577 29.23) }", 255, "red by OKLCH"},
        {"p { color: oklab(0.5 none 0) }", 99, "grey by OKLab"},
        {"p { color: hsl(1px 0% 20%) }", -1, "a hue that is a length"},
        {"p { color: light-dark(#090000, white) }", 9, "paper is light"},
        {"p { color: color-mix(in srgb, red, blue) }", -1, "a mixture"},
        {"p { color: Tomato }", 255, "a name"},
        {"p:hover { color: red }", -1, "what no reader does on paper"},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        is_int(red_of(CASES[i].css), CASES[i].red, CASES[i].name);
    }
}

static sp length_of(const char *value) {
    char css[200];
    struct look_base base = {.em = 10 * SP_PT,
                             .rem = 20 * SP_PT,
                             .ex = 4 * SP_PT,
                             .whole = 300 * SP_PT,
                             .lh = 14 * SP_PT,
                             .rlh = 25 * SP_PT,
                             .page_w = 500 * SP_PT,
                             .page_h = 700 * SP_PT};
    snprintf(css, sizeof css, "p { margin-left: %s }", value);
    struct sheet s = read_sheet(css);
    struct look look = of_p(&s);
    sp out = -1;
    (void)look_length(look.v[LOOK_MARGIN_LEFT], &base, &out);
    drop(&s);
    return out;
}

static void test_lengths(void) {
    is_int(length_of("72pt"), length_of("1in"), "72 points to the inch");
    is_int(length_of("96px"), length_of("1in"), "96 pixels");
    is_int(length_of("2.54cm"), length_of("1in"), "centimetres");
    is_int(length_of("25.4mm"), length_of("1in"), "millimetres");
    is_int(length_of("6pc"), length_of("1in"), "picas");
    is_int(length_of("1in"), ((int64_t)7227 * SP_PT + 50) / 100,
           "an inch is 72.27 of TeX's points");
    is_int(length_of("1.5em"), 15 * SP_PT, "em");
    is_int(length_of("-1.5rem"), -30 * SP_PT, "rem, negative");
    is_int(length_of("2ex"), 8 * SP_PT, "ex");
    is_int(length_of("50%"), 150 * SP_PT, "a percentage");
    is_int(length_of("0"), 0, "nothing needs no unit");
    is_int(length_of("3"), -1, "all else does");
    is_int(length_of("1e9in"), -1, "what is larger than any page");
    is_int(length_of("2ch"), 10 * SP_PT, "noughts");
    is_int(length_of("2lh"), 28 * SP_PT, "lines");
    is_int(length_of("1rlh"), 25 * SP_PT, "the root's");
    is_int(length_of("10vw"), 50 * SP_PT, "a tenth of the page's width");
    is_int(length_of("10vh"), 70 * SP_PT, "of its height");
    is_int(length_of("10vmin"), 50 * SP_PT, "of the smaller");
    is_int(length_of("10vmax"), 70 * SP_PT, "of the larger");
    is_int(length_of("calc(1em + 2rem)"), 50 * SP_PT, "a sum");
    is_int(length_of("calc(100% - 2 * (1em + 1rem) / 4)"), 285 * SP_PT, "a longer one");
    is_int(length_of("calc(-1 * 1em)"), -10 * SP_PT, "a product");
    is_int(length_of("min(1em, 1rem, 50%)"), 10 * SP_PT, "the least");
    is_int(length_of("max(1em, 1rem)"), 20 * SP_PT, "the most");
    is_int(length_of("clamp(1em, 50%, 2rem)"), 40 * SP_PT, "within bounds");
    is_int(length_of("clamp(1em, 0px, 2rem)"), 10 * SP_PT, "not below");
    is_int(length_of("env(safe-area-inset-left, 1em)"), 10 * SP_PT, "of no device");
    is_int(length_of("calc(1em + calc(1em))"), 20 * SP_PT, "a sum in a sum");
    is_int(length_of("calc(99999 * 99999 * 1em)"), SP_MAX / 4, "a large one");
    is_int(length_of("sin(1em)"), -1, "what is not known");
}

static void test_shorthands(void) {
    struct sheet s = read_sheet("p { margin: 1em 2em 3em; border-top: 2px solid #070000;"
                                " font: italic bold 2em/1.5 Foo Bar, \"Baz\", monospace }");
    struct look look = of_p(&s);
    is_int(s.diags->n, 0, "no fault");
    is_int(look.v[LOOK_MARGIN_TOP]->micro, 1000000, "top");
    is_int(look.v[LOOK_MARGIN_LEFT]->micro, 2000000, "left is as right");
    is_int(look.v[LOOK_MARGIN_BOTTOM]->micro, 3000000, "bottom");
    is_int(look.v[LOOK_BORDER_TOP_COLOR]->colour.r, 7, "a border's colour");
    ok(look.v[LOOK_BORDER_TOP_STYLE]->word == WORD_SOLID, "its style");
    ok(look.v[LOOK_FONT_STYLE]->word == WORD_ITALIC && look.v[LOOK_FONT_WEIGHT]->word == WORD_BOLD,
       "a font's style and weight");
    is_int(look.v[LOOK_LINE_HEIGHT]->micro, 1500000, "its distance");
    is_int(look.v[LOOK_FONT_FAMILY]->nfamilies, 3, "its families");
    is_str(look.v[LOOK_FONT_FAMILY]->families[0].name, "Foo Bar", "a name in words");
    ok(look.v[LOOK_FONT_FAMILY]->families[2].cls == FONT_MONO, "a generic one");
    drop(&s);
    s = read_sheet("p { border-top: 1px solid red; margin: 1em; font-family: \"serif\" }"
                   "p { border-top: 1px solid; margin: unset }");
    look = of_p(&s);
    ok(look.v[LOOK_BORDER_TOP_COLOR]->word == WORD_CURRENT, "a shorthand takes colours back");
    is_int(look.v[LOOK_MARGIN_TOP]->length, 0, "margins as they are without any sheet");
    is_str(look.v[LOOK_FONT_FAMILY]->families[0].name, "serif", "in quotes it is a name");
    drop(&s);
    s = read_sheet("p { grid-template-columns: 6em 1fr }");
    look = of_p(&s);
    is_int(look.v[LOOK_TERM_COLUMN]->micro, 6000000, "the first column of a grid");
    drop(&s);
}

static void test_page(void) {
    struct sheet s =
        read_sheet("@page { size: A5 landscape; margin: 1in 2in; @top-left { content: \"p. \" "
                   "counter(page) \"/\" counter(pages) string(title) } @bottom-right { content: "
                   "none } } @page :first { @top-left { content: none } }");
    const struct look_page *p = &s.looks->page;
    is_int(s.diags->n, 0, "no fault");
    is_str(p->paper, "A5", "paper");
    ok(p->landscape, "turned");
    ok(p->look[PAGES_ALL].v[LOOK_MARGIN_RIGHT] != NULL, "margins");
    const struct look_margin_box *all = p->boxes[PAGES_ALL];
    const struct look_margin_box *first = p->boxes[PAGES_FIRST];
    is_str(all[BOX_TOP_LEFT].text, "p. {page}/{pages}{title}", "a box as a template");
    ok(all[BOX_BOTTOM_RIGHT].set && all[BOX_BOTTOM_RIGHT].text.n == 0, "an empty one");
    ok(!all[BOX_TOP_RIGHT].set, "one that is not there");
    ok(first[BOX_TOP_LEFT].set && first[BOX_TOP_LEFT].text.n == 0, "the first page's");
    drop(&s);
}

/* Of pages of a kind the text of the box at the top left, or "-". */
static struct str box_of(const struct sheet *s, enum look_pages pages) {
    const struct look_margin_box *box = &s->looks->page.boxes[pages][BOX_TOP_LEFT];
    return box->set ? box->text : STR("-");
}

static void test_pages(void) {
    struct sheet s = read_sheet("@page :first { @top-left { content: \"f\" } }"
                                "@page :left { margin-left: 1in; @top-left { color: unset } }"
                                "@page { @top-left { content: \"a\"; color: #010000 }"
                                " @top-right { color: red } }"
                                "@page :right { @top-left { content: \"r\" } }");
    const struct look_page *p = &s.looks->page;
    is_int(s.diags->n, 0, "no fault");
    is_str(box_of(&s, PAGES_FIRST), "f", "the first page, whatever comes behind it");
    is_str(box_of(&s, PAGES_RIGHT), "r", "right pages");
    is_str(box_of(&s, PAGES_LEFT), "a", "left pages have what all have");
    ok(p->boxes[PAGES_FIRST][BOX_TOP_LEFT].look.v[LOOK_COLOR] != NULL, "the colour of all");
    ok(p->boxes[PAGES_LEFT][BOX_TOP_LEFT].look.v[LOOK_COLOR]->kind == LOOK_INHERIT,
       "but where it is that of the text");
    ok(!p->boxes[PAGES_ALL][BOX_TOP_RIGHT].set, "a colour alone says nothing of the text");
    ok(p->look[PAGES_LEFT].v[LOOK_MARGIN_LEFT] && !p->look[PAGES_RIGHT].v[LOOK_MARGIN_LEFT],
       "margins of left pages");
    ok(p->differ[PAGES_LEFT] && p->differ[PAGES_FIRST], "which differ");
    drop(&s);
}

/* A few lines must not stand for more than there is time or memory for. */
static void test_bombs(void) {
    struct buf b = BUF_INIT;
    buf_puts(&b, ":root { --p9: ;");
    for (int i = 0; i < 9; i++) {
        buf_printf(&b, "--p%d:", i);
        for (int k = 0; k < 30; k++) {
            buf_printf(&b, " var(--p%d)", i + 1);
        }
        buf_putc(&b, ';');
    }
    buf_puts(&b, "} p { color: var(--p0) }");
    struct sheet s = read_sheet(b.p);
    is_int(s.diags->n, 1, "thirty to the ninth properties that are empty");
    drop(&s);
    buf_clear(&b);
    buf_puts(&b, ":root { --x:");
    for (int i = 0; i < 10000; i++) {
        buf_puts(&b, " a");
    }
    buf_puts(&b, "}");
    for (int i = 0; i < 1000; i++) {
        buf_puts(&b, "p { font-family: var(--x) }");
    }
    s = read_sheet(b.p);
    is_int(s.diags->n, 1000, "a value of ten thousand parts, a thousand times");
    drop(&s);
    buf_clear(&b);
    buf_puts(&b, ":root { --y: 1pt; --x: var(--y,");
    for (int i = 0; i < 10000; i++) {
        buf_puts(&b, " a");
    }
    buf_puts(&b, ") } p { font-size: var(--x) }");
    s = read_sheet(b.p);
    is_int(s.diags->n, 1, "nor is such an alternative gone through");
    drop(&s);
    buf_drop(&b);
}

static void test_warnings(void) {
    static const struct {
        const char *css;
        size_t n;
        const char *name;
    } CASES[] = {
        {"p { flaot: left }", 1, "an unknown property"},
        {"p { cursor: pointer; -x-y: z; overflow: auto }", 0, "what has no meaning on paper"},
        {"@media screen { p { flaot: left } }", 0, "what is for screens"},
        {"p, q, li { text-align: middle }", 1, "once for a declaration, not for each selector"},
        {"a:hover { flaot: left }", 0, "what nothing on paper matches"},
        {"@font-face { src: local(x) }", 1, "a font in the sheet"},
        {"@keyframes x { from { flaot: left } }", 0, "what moves"},
        {"@page cover { margin: 0 }", 1, "pages that are not told apart"},
        {"@page :left { margin: 0; @top-left { content: none } }", 0, "left pages"},
        {"@page :right { size: A4 }", 1, "pages of two sizes"},
        {"@page { size: A4 3in }", 1, "two sizes at once"},
        {"@page { @top-left { text-indent: 1em; --x: 1; font: 9pt serif } }", 1,
         "what a margin box has not"},
        {"p { --x: 1 }", 0, "a custom property of a part"},
        {"p { width: env(x) }", 1, "what paper has not"},
        {"p::first-line { color: red }", 1, "a line that is not known yet"},
        {"@scope (p) { a { color: red } }", 1, "scopes"},
        {"p { all: red }", 1, "all of nothing"},
        {"p { margin-left: calc(1px + 2) }", 1, "a sum of unlike things"},
        {"p { margin-left: calc(1px 2px) }", 1, "no sum"},
        {"p { margin-left: calc(1px / 0) }", 1, "nothing divides"},
        {"p { orphans: calc(1px) }", 1, "a length for a number"},
        {":root, p { --x: 1 }", 0, "one of the whole"},
        {"a:hover { &:focus { color: red } }", 0, "rules in what matches nothing"},
        {"p { font: bold }", 1, "a font without a size"},
        {"dl { grid-template-columns: 6em 1fr } dl { grid-template-columns: none }", 0, "a grid"},
        {"div { grid-template-columns: repeat(2, 1fr) minmax(1em, 2fr) auto }", 0, "columns"},
        {"div { grid-template-columns: repeat(2, repeat(2, 1fr)) } p { grid-template-columns: 1kg }"
         " li { grid-template-columns: repeat(33, 1em) }",
         3, "grids that paper has not"},
        {"p { background: linear-gradient(red, blue); color: white }", 2,
         "text does not get the colour for a ground that is not painted"},
        {"p { background-image: url(x.png); color: white }", 2, "nor for a picture"},
        {"p { background: navy url(x.png); color: white }", 1, "but for what of it is painted"},
        {"p { background: none; border: none; border-radius: 3px 4px } i { background: #0008 }", 0,
         "nothing, and what is half transparent"},
        {"p { border: 1px dashed; border-width: 0 1px; border-style: solid none double dotted }", 0,
         "sides of borders"},
        {"p { border: 1px groove; border-radius: 1px / 2px; float: top; position: fixed }", 4,
         "what boxes have not"},
        {"p { flex: 1 1 30%; flex: none; gap: 1em 2em; flex-flow: row wrap; columns: 3 10em }", 0,
         "flexible boxes and columns"},
        {"p { grid-column: 1 / -1; grid-column: span 2; grid-column: 2 / 1; flex: 1 2 3 4 }", 2,
         "places in a grid"},
        {"p { text-wrap: pretty } h1 { text-wrap: wavy }", 1, "lines as nobody breaks them"},
        {"p { font-family: a, }", 1, "a list that ends in a comma"},
        {"p { margin: inherit; font: unset; border-top: initial; background: revert }", 0,
         "words of all properties"},
        {"p { color: var(--x y, red) }", 1, "var() of two names"},
        {"@import url(x.css); @supports (x: y) { p { color: red } }", 1, "what else may hold"},
        {"@layer a { p { color: red } }", 0, "layers"},
        {"p { line-height: calc(1 + 3 * 0.5); line-height: calc(min(3, 2.5) - max(1, 0.5)) } "
         "i { line-height: calc(-1 * max(1, 2)); width: calc(1 + 1); color: calc(1em) }",
         3, "numbers that are computed"},
        {"@media (color: 8) and (min-color: x) { p { color: red } } "
         "@supports ( color : red ) and (--x: y) { p { color: red } }",
         0, "features that are numbers"},
        {"p { columns: 1px 2px x; flex-flow: row red; flex: 1 1 1; font-kerning: none normal }", 4,
         "too many values"},
        {"p { grid-template-columns: minmax(auto, 3cm) minmax(1cm, 1fr) } "
         "i { grid-template-columns: minmax(1cm); grid-template-columns: repeat(x, 1fr) } "
         "b { grid-template-columns: repeat(0, 1fr); grid-template-columns: repeat(auto-fill, red) "
         "}",
         4, "columns of a grid"},
        {"p { grid-column: 0; grid-column: 1 2; margin: 1px 2px 3px 4px 5px; width: 2000em }", 4,
         "numbers that are too large or too many"},
        {"p { font-feature-settings: \"tnum\" 1 1; content: counters(a, b); "
         "content: string(a, b); page: 3 } i { color: currentcolor }",
         4, "words where there are none"},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        struct sheet s = read_sheet(CASES[i].css);
        is_int(s.diags->n, CASES[i].n, CASES[i].name);
        drop(&s);
    }
}

int main(void) {
    test_cascade();
    test_lengths();
    test_shorthands();
    test_page();
    test_pages();
    test_bombs();
    test_warnings();
    return tap_done();
}
