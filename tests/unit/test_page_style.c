/* SPDX-License-Identifier: MIT */
/*
 * Front matter about pages: class options, all forms of geometry, sizes, page styles, and a
 * LaTeX preamble.
 */
#include "tap.h"

#include "core/base/buf.h"
#include "print/layout/style/default_style.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_UNSUPPORTED);
DIAG_USE(DIAG_BAD_LENGTH);
DIAG_USE(DIAG_UNKNOWN_VALUE);
DIAG_USE(DIAG_FONT_NOT_FOUND);

#define MM(n) ((sp)((int64_t)(n)*SP_PT * 7227 / 2540))

struct read {
    struct arena *a;
    struct diags d;
    struct fonts *fonts;
    struct page_style style;
};

static void read_front(struct read *r, const char *front) {
    struct markdown_options md = {.format = STR("markdown")};
    r->a = arena_new();
    diags_init(&r->d, r->a);
    r->fonts = fonts_new(r->a);
    struct str text = arena_printf(r->a, "---\n%s\n---\n\ntext\n", front);
    struct doc *doc = markdown_parse(r->a, source_new(r->a, STR("test.md"), text), &md, &r->d);
    style_read(r->a, &r->style, doc, r->fonts, NULL, &r->d);
}

static void drop(struct read *r) {
    fonts_drop(r->fonts);
    diags_drop(&r->d);
    arena_drop(r->a);
}

static bool near(sp have, sp want) {
    sp off = have - want;
    return off > -SP_PT / 10 && off < SP_PT / 10;
}

/** Paper and text of a front matter in millimetres; 0 is not looked at. */
static void page_is(const char *front, int paper_w, int paper_h, int left, int text_w) {
    struct read r;
    read_front(&r, front);
    const struct page_style *s = &r.style;
    bool good = (!paper_w || near(s->paper_w, MM(paper_w))) &&
                (!paper_h || near(s->paper_h, MM(paper_h))) && (!left || near(s->left, MM(left))) &&
                (!text_w || near(s->text_w, MM(text_w)));
    if (!ok(good && r.d.n == 0, front)) {
        note("%.1f x %.1f pt, text %.1f pt wide %.1f pt from the left; %zu diagnostics",
             (double)s->paper_w / SP_PT, (double)s->paper_h / SP_PT, (double)s->text_w / SP_PT,
             (double)s->left / SP_PT, r.d.n);
    }
    drop(&r);
}

static void test_paper(void) {
    page_is("papersize: a4", 210, 297, 0, 0);
    page_is("classoption: a5paper", 148, 210, 0, 0);
    page_is("classoption: [a4paper, landscape]", 297, 210, 0, 0);
    page_is("geometry: a4paper", 210, 297, 0, 0);
    page_is("geometry: \"paper=a5paper, margin=20mm\"", 148, 210, 20, 108);
    page_is("papersize: a4\ngeometry: [landscape, margin=20mm]", 297, 210, 20, 257);
    page_is("papersize: a4\ngeometry: [landscape, portrait]", 210, 297, 0, 0);
    page_is("papersize: a4\ngeometry: \"landscape=false\"", 210, 297, 0, 0);
    page_is("papersize: a4\ngeometry:\n  left: 30mm\n  right: 20mm", 0, 0, 30, 160);
    page_is("papersize: a4\ngeometry:\n- left: 30mm\n- right=20mm,", 0, 0, 30, 160);
    page_is("papersize: a4\ngeometry: textwidth=110mm", 0, 0, 50, 110);
    page_is("papersize: a4\nmargin-left: 30mm\nmargin-right: 40mm", 0, 0, 30, 140);
}

static void test_geometry(void) {
    struct read r;
    read_front(&r, "papersize: a4\ngeometry: \"textheight=200mm, headsep=5mm, footskip=15mm, "
                   "twocolumn, twoside\"");
    ok(near(r.style.text_h, MM(200)) && near(r.style.top, MM(97) / 2),
       "a height stands in the middle");
    ok(near(r.style.head_sep, MM(5)) && near(r.style.foot_skip, MM(15)), "head and foot");
    ok(r.style.columns == 2 && r.style.two_sided, "columns and sides");
    drop(&r);
    read_front(&r,
               "classoption: [twocolumn, twoside]\ngeometry: \"twocolumn=false, twoside=false\"");
    ok(r.style.columns == 1 && !r.style.two_sided, "switched off again");
    drop(&r);
}

static void test_sizes(void) {
    struct read r;
    read_front(&r, "classoption: 12pt");
    is_int(r.style.sizes[STEP_NORMAL].size, 12 * SP_PT, "the class has a size");
    drop(&r);
    read_front(&r, "fontsize: 10");
    is_int(r.style.sizes[STEP_NORMAL].size, 10 * SP_PT, "a bare number is in points");
    sp single = r.style.sizes[STEP_NORMAL].leading, foot = r.style.sizes[STEP_FOOTNOTE].leading;
    drop(&r);
    read_front(&r, "fontsize: 10pt\nlinestretch: 1.5");
    ok(near(r.style.sizes[STEP_NORMAL].leading, single * 3 / 2), "lines apart");
    is_int(r.style.sizes[STEP_FOOTNOTE].leading, foot, "but not footnotes");
    drop(&r);
    read_front(&r, "parskip: 6pt\nparindent: 20pt\ncolorlinks: false");
    ok(!r.d.n && r.style.par_skip.size == 6 * SP_PT && r.style.par_indent == 20 * SP_PT,
       "paragraphs");
    drop(&r);
}

/** One fault is reported, in these words, and the page stays what it was. */
static void fault(const struct diag_rule *id, const char *front, const char *words) {
    struct read r, plain;
    read_front(&r, front);
    read_front(&plain, "x: y");
    bool good = r.d.n == 1 && r.d.list[0]->id == id && r.d.list[0]->span.src &&
                (str_find(r.d.list[0]->text, str_of(words)) != STR_NONE ||
                 str_find(r.d.list[0]->hint, str_of(words)) != STR_NONE);
    if (!ok(good, front)) {
        for (size_t i = 0; i < r.d.n; i++) {
            note("[%s] %.*s; %.*s", r.d.list[i]->id->slug, STR_ARG(r.d.list[i]->text),
                 STR_ARG(r.d.list[i]->hint));
        }
    }
    ok(r.style.text_w == plain.style.text_w &&
           r.style.sizes[STEP_NORMAL].leading == plain.style.sizes[STEP_NORMAL].leading,
       "and the page stays as it was");
    drop(&r);
    drop(&plain);
}

static void test_faults(void) {
    fault(DIAG_BAD_LENGTH, "fontsize: 90pt", "not a readable text size");
    fault(DIAG_BAD_LENGTH, "fontsize: large", "fontsize");
    fault(DIAG_BAD_LENGTH, "linestretch: 9", "not a factor");
    fault(DIAG_BAD_LENGTH, "linestretch: wide", "from 0.5 to 5");
    fault(DIAG_BAD_LENGTH, "margin-left: 3", "has no unit");
    fault(DIAG_BAD_LENGTH, "geometry: \"left=99999999999in\"", "too large");
    fault(DIAG_UNKNOWN_VALUE, "pagestyle: fanzy", "did you mean `fancy`?");
    fault(DIAG_UNKNOWN_VALUE, "pagestyle: 12", "page styles: plain");
    fault(DIAG_FONT_NOT_FOUND, "mainfont: Latin Modern Romann", "Latin Modern Roman");
    fault(DIAG_FONT_NOT_FOUND, "mainfont: Qqqqqqqqqqqqqqq", "install it");
    fault(DIAG_UNSUPPORTED, "mainfontoptions: Scale=2", "changes nothing");
}

static unsigned features_of(const char *front) {
    struct read r;
    read_front(&r, front);
    unsigned features = r.d.n ? 0 : r.style.features;
    drop(&r);
    return features;
}

static void test_font_options(void) {
    unsigned plain = features_of("x: y");
    is_int(features_of("mainfontoptions: Numbers=OldStyle"), plain | FONT_ONUM,
           "old-style figures");
    is_int(features_of("mainfontoptions: Numbers={Monospaced}"), plain | FONT_TNUM,
           "figures of one width");
    is_int(features_of("mainfontoptions: \"Ligatures=NoCommon\""), plain & ~(unsigned)FONT_LIGA,
           "no ligatures");
    is_int(features_of("mainfontoptions: [Ligatures=TeX, Numbers=Lining]"), plain,
           "what holds in any case");
}

static void test_lang_fonts(void) {
    struct lang_font list[] = {{STR_INIT("zh-Hans"), STR_INIT("Song")},
                               {STR_INIT("ru"), STR_INIT("Literaturnaya")},
                               {STR_INIT("zh-Hant"), STR_INIT("Ming")}};
    struct page_style style = {.lang_fonts = list, .nlang_fonts = ARRAY_LEN(list)};
    is_str(style_lang_family(&style, STR("ru-RU")), "Literaturnaya", "a country of the language");
    is_str(style_lang_family(&style, STR("zh-Hant-TW")), "Ming", "the longest tag that fits");
    is_str(style_lang_family(&style, STR("zh")), "Song", "else the first of the language");
    is_str(style_lang_family(&style, STR("rus")), "", "a tag is no beginning of a word");
    is_str(style_lang_family(&style, STR_EMPTY), "", "no language");
    struct read r;
    read_front(&r, "CJKmainfont: TeX Gyre Heros\nbabelfonts:\n  greek: TeX Gyre Termes\n"
                   "  fr: TeX Gyre Bonum\n");
    is_str(style_lang_family(&r.style, STR("el")), "TeX Gyre Termes", "babel's name");
    is_str(style_lang_family(&r.style, STR("fr-CA")), "TeX Gyre Bonum", "or the tag");
    drop(&r);
}

static void test_preamble(void) {
    struct read r;
    read_front(&r, "header-includes: |\n"
                   "  \\setlength{\\headsep}{11pt}\n  \\setlength{\\footskip}{33pt}\n"
                   "  \\setlength{\\columnsep}{22pt}\n  \\setlength{\\parskip}{7pt}\n"
                   "  \\pagenumbering{gobble}\n  \\sloppy\n  \\raggedright\n");
    ok(r.style.head_sep == 11 * SP_PT && r.style.foot_skip == 33 * SP_PT &&
           r.style.column_sep == 22 * SP_PT && r.style.par_skip.size == 7 * SP_PT,
       "lengths");
    is_int(r.style.numbering, PAGE_UNNUMBERED, "pages without numbers");
    ok(r.style.tolerance == 9999 && r.style.ragged_right, "how lines are broken");
    drop(&r);
    read_front(&r, "fontsize: 10pt");
    sp single = r.style.sizes[STEP_NORMAL].leading;
    drop(&r);
    static const struct {
        const char *command;
        int thousandth;
    } spreads[] = {{"\\linespread{1.5}", 1500},
                   {"\\onehalfspacing", 1213},
                   {"\\doublespacing", 1618},
                   {"\\linespread{99}", 1000}};
    for (size_t i = 0; i < ARRAY_LEN(spreads); i++) {
        char front[120];
        snprintf(front, sizeof front, "fontsize: 10pt\nheader-includes: |\n  %s\n",
                 spreads[i].command);
        read_front(&r, front);
        ok(near(r.style.sizes[STEP_NORMAL].leading, single * spreads[i].thousandth / 1000),
           spreads[i].command);
        drop(&r);
    }
    read_front(&r, "header-includes: |\n  \\usepackage{fancyhdr}\n  \\pagestyle{fancy}\n"
                   "  \\fancypagestyle{plain}{\\fancyhf{}\\fancyfoot[R]{last}}\n"
                   "  \\thispagestyle{plain}\n");
    is_str(r.style.running[RUNNING_FIRST].foot.part[RUN_RIGHT], "last",
           "a style of one's own for plain pages");
    ok(r.style.heads.first_differs, "which the first page has");
    drop(&r);
}

int main(void) {
    test_paper();
    test_geometry();
    test_sizes();
    test_faults();
    test_font_options();
    test_lang_fonts();
    test_preamble();
    return tap_done();
}
