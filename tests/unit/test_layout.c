/* SPDX-License-Identifier: MIT */
/* Pages of documents: their content, its places and order, and the diagnostics. */
#include "tap.h"

#include "core/base/buf.h"
#include "core/data/css.h"
#include "print/layout/layout.h"
#include "print/layout/style/units.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_FONT_NOT_FOUND);
DIAG_USE(DIAG_MISSING_IMAGE);
DIAG_USE(DIAG_BAD_LENGTH);
DIAG_USE(DIAG_UNKNOWN_VALUE);
DIAG_USE(DIAG_WIDE_FORMULA);

/** A document laid out. */
struct laid {
    struct arena *a;
    struct diags d;
    struct fonts *fonts;
    struct doc *doc;
    struct pages *p;
};

/** Lays out a document with a style sheet, which may be empty. */
static void lay_styled(struct laid *l, struct str text, struct str css) {
    struct markdown_options md = {.format = STR("markdown")};
    l->a = arena_new();
    diags_init(&l->d, l->a);
    l->fonts = fonts_new(l->a);
    l->doc = markdown_parse(l->a, source_new(l->a, STR("test.md"), text), &md, &l->d);
    struct css_sheet *sheet = css_parse(l->a, source_new(l->a, STR("test.css"), css), &l->d);
    struct layout_options opt = {.sheets = &sheet, .nsheets = css.n > 0};
    l->p = layout_document(l->a, l->doc, l->fonts, &opt, &l->d);
}

static void lay(struct laid *l, struct str text) {
    lay_styled(l, text, STR_EMPTY);
}

static void lay_z(struct laid *l, const char *text) {
    lay(l, str_of(text));
}

static void drop(struct laid *l) {
    pages_drop(l->p);
    fonts_drop(l->fonts);
    diags_drop(&l->d);
    arena_drop(l->a);
}

/** All tagged text of a page in painting order. */
static struct str page_words(struct laid *l, size_t page, bool artifacts) {
    struct buf b = BUF_INIT;
    const struct page *p = l->p->pages.p[page];
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *it = &p->items.p[i];
        if (it->kind == PAGE_TEXT && (it->elem == NULL) == artifacts) {
            buf_str(&b, it->u.text.text);
        }
    }
    return buf_finish(&b, l->a);
}

static bool page_has(struct laid *l, size_t page, const char *words) {
    return str_find(page_words(l, page, false), str_of(words)) != STR_NONE;
}

static const struct page_text *find_text(struct laid *l, size_t page, const char *start) {
    const struct page *p = l->p->pages.p[page];
    for (size_t i = 0; i < p->items.n; i++) {
        if (p->items.p[i].kind == PAGE_TEXT &&
            str_starts(p->items.p[i].u.text.text, str_of(start))) {
            return &p->items.p[i].u.text;
        }
    }
    return NULL;
}

static const struct page_elem *find_elem(const struct page_elem *e, enum page_role role) {
    const struct page_elem *root = e;
    while (e) {
        if (e->role == role && e != root) {
            return e;
        }
        if (e->first) {
            e = e->first;
            continue;
        }
        while (e != root && !e->next) {
            e = e->parent;
        }
        e = e == root ? NULL : e->next;
    }
    return NULL;
}

static bool has_dest(const struct laid *l, struct str name, int *page) {
    for (size_t i = 0; i < l->p->dests.n; i++) {
        if (str_eq(l->p->dests.p[i].name, name)) {
            *page = l->p->dests.p[i].page;
            return true;
        }
    }
    return false;
}

static bool has_diag(const struct laid *l, const struct diag_rule *id, uint32_t line,
                     uint32_t col) {
    for (size_t i = 0; i < l->d.n; i++) {
        const struct diag *g = l->d.list[i];
        if (g->id == id && g->span.src) {
            struct line_col lc = source_line_col(g->span.src, g->span.begin);
            if (lc.line == line && lc.col == col) {
                return true;
            }
        }
    }
    return false;
}

/** Links lead somewhere, lie on their page and say what they are. */
static bool links_hold(const struct laid *l) {
    for (size_t i = 0; i < l->p->pages.n; i++) {
        const struct page *p = l->p->pages.p[i];
        for (size_t k = 0; k < p->links.n; k++) {
            const struct page_link *k1 = &p->links.p[k];
            int page = 0;
            if (k1->x < 0 || k1->y < 0 || k1->w <= 0 || k1->h <= 0 || k1->x + k1->w > p->width ||
                k1->y + k1->h > p->height || k1->contents.n == 0 || !k1->elem ||
                (k1->dest.n > 0 && !has_dest(l, k1->dest, &page))) {
                return false;
            }
        }
    }
    return true;
}

static void test_plain(void) {
    struct laid l;
    lay_z(&l, "---\ntitle: A title\nauthor: Ann Author\n---\n\nHello, world of pages.\n");
    is_int((int64_t)l.p->pages.n, 1, "one page");
    is_str(l.p->title, "A title", "its title");
    is_str(l.p->author, "Ann Author", "its author");
    is_str(page_words(&l, 0, false), "A titleAnn Author Hello, world of pages.", "its words");
    is_str(page_words(&l, 0, true), "1", "the folio is an artifact");
    is_str(l.p->pages.p[0]->label, "1", "the page's label");
    ok(l.p->pages.p[0]->width > PT(614) && l.p->pages.p[0]->width < PT(615), "letter paper");
    ok(l.p->root->first && l.p->root->first->role == ROLE_TITLE, "the title comes first");
    is_int((int64_t)l.d.n, 0, "nothing to say");
    drop(&l);
}

static void test_empty(void) {
    struct laid l;
    lay_z(&l, "");
    is_int((int64_t)l.p->pages.n, 1, "an empty document has a page");
    is_str(l.p->title, "test", "and a title for the window");
    drop(&l);
}

static void test_headings(void) {
    struct laid l;
    lay_z(&l,
          "---\ntitle: T\n---\n\n## First {#one}\n\ntext\n\n#### Deep\n\ntext\n\n# Top\n\ntext\n");
    const struct page_elem *e = l.p->root->first;
    int last = 0;
    bool jump = false;
    for (; e; e = e->next) {
        if (e->role == ROLE_TITLE || (e->role >= ROLE_H1 && e->role <= ROLE_H6)) {
            int level = e->role == ROLE_TITLE ? 1 : (int)(e->role - ROLE_H1) + 1;
            jump = jump || level > last + 1;
            last = level;
        }
    }
    ok(!jump && last == 2, "levels never jump");
    is_int((int64_t)l.p->outline.n, 3, "three entries in the outline");
    ok(l.p->outline.p[0].level == 1 && l.p->outline.p[1].level == 2 && l.p->outline.p[2].level == 1,
       "nested as the headings");
    int page = -1;
    ok(has_dest(&l, STR("one"), &page) && page == 0, "a heading's identifier is a destination");
    drop(&l);
}

static void test_links(void) {
    struct laid l;
    lay_z(&l, "# Here\n\nTo [here](#here), to [nowhere](#no), [out](https://example.org/), and a "
              "note.[^1]\n\n"
              "[^1]: The note.\n");
    ok(links_hold(&l), "links lead somewhere");
    is_int((int64_t)l.p->pages.p[0]->links.n, 4, "inside, outside, to the note and back");
    ok(page_has(&l, 0, "nowhere"), "a link without an end keeps its words");
    int page = -1;
    ok(has_dest(&l, STR("fn1"), &page) && has_dest(&l, STR("fnref1"), &page),
       "notes are destinations");
    const struct page_elem *note = find_elem(l.p->root, ROLE_NOTE);
    ok(note && note->parent == l.p->root && page_elem_said(note)->id.n > 0,
       "the note stands behind its paragraph");
    drop(&l);
}

static void test_note_page(void) {
    struct laid l;
    struct buf b;
    bool same = true;
    buf_init(&b, 0);
    for (int i = 1; i <= 60; i++) {
        buf_printf(&b,
                   "Paragraph %d has a mark^[Note number %d of all of them.] in it and words "
                   "enough to fill one line and a good part of the next one.\n\n",
                   i, i);
    }
    lay(&l, buf_view(&b));
    for (int i = 1; i <= 60; i++) {
        int mark = -1;
        int note = -2;
        (void)has_dest(&l, arena_printf(l.a, "fnref%d", i), &mark);
        (void)has_dest(&l, arena_printf(l.a, "fn%d", i), &note);
        same = same && mark == note;
    }
    ok(same && l.p->pages.n > 2, "sixty notes, each on the page of its mark");
    drop(&l);
    buf_drop(&b);
}

static void test_list(void) {
    struct laid l;
    lay_z(&l, "9. nine\n10. ten\n\n- [x] done\n\n(a) letter\n");
    ok(page_has(&l, 0, "9. nine"), "a number and its text");
    ok(page_has(&l, 0, "(a) letter"), "a letter in parentheses");
    const struct page_elem *list = find_elem(l.p->root, ROLE_L);
    ok(list && list->numbering == NUMBERING_DECIMAL && list->first->role == ROLE_LI &&
           list->first->first->role == ROLE_LBL && list->first->last->role == ROLE_LBODY,
       "L, LI, Lbl, LBody");
    const struct page_text *nine = find_text(&l, 0, "nine");
    const struct page_text *ten = find_text(&l, 0, "ten");
    ok(nine && ten && nine->x == ten->x, "texts of a list are in line");
    drop(&l);
}

static void test_table(void) {
    struct laid l;
    struct buf b = BUF_INIT;
    buf_puts(&b, "| Name | Count |\n|:--|--:|\n");
    for (int i = 0; i < 120; i++) {
        buf_printf(&b, "| row %d | %d |\n", i, i);
    }
    lay(&l, buf_view(&b));
    ok(l.p->pages.n == 3, "a long table goes over pages");
    ok(str_find(page_words(&l, 1, true), STR("Name")) != STR_NONE,
       "its head is repeated as an artifact");
    ok(!page_has(&l, 1, "Name"), "and read once");
    const struct page_elem *th = find_elem(l.p->root, ROLE_TH);
    ok(th && th->scope_col && th->parent->parent->role == ROLE_THEAD, "head cells have a scope");
    drop(&l);
    buf_drop(&b);
}

static void test_options(void) {
    struct laid l;
    lay_z(&l, "---\npapersize: a4\ngeometry: [margin=2cm, left=30mm]\nfontsize: 12pt\n"
              "footer-right: \"{page}/{pages}\"\n---\n\nWords.\n");
    const struct page_text *t = find_text(&l, 0, "Words");
    sp left = 0;
    struct unit_base base = {PT(10), PT(4), 0};
    (void)unit_parse(STR("30mm"), &base, &left);
    ok(t && t->x >= left - PT(1) && t->x <= left + PT(1), "the left margin");
    ok(t && t->size == PT(12), "the size");
    ok(l.p->pages.p[0]->height > PT(844) && l.p->pages.p[0]->height < PT(846), "A4 is 297 mm high");
    is_str(page_words(&l, 0, true), "1/1", "a foot of our own instead of the folio");
    is_int((int64_t)l.d.n, 0, "nothing to say");
    drop(&l);
}

static void test_faults(void) {
    struct laid l;
    lay_z(&l, "---\npapersize: a44\ngeometry: margin=1inch, tpo=2cm\nfontsize: large\nmainfont: No "
              "Such Font\n"
              "linkcolor: bluish\n---\n\nWords.\n\n![A picture](missing.png)\n");
    ok(has_diag(&l, DIAG_UNKNOWN_VALUE, 2, 12), "unknown paper, at its value");
    ok(has_diag(&l, DIAG_BAD_LENGTH, 3, 18), "bad length, inside the string");
    ok(has_diag(&l, DIAG_UNKNOWN_VALUE, 3, 25), "unknown key of geometry");
    ok(has_diag(&l, DIAG_BAD_LENGTH, 4, 11), "no size");
    ok(has_diag(&l, DIAG_FONT_NOT_FOUND, 5, 11), "no such font");
    ok(has_diag(&l, DIAG_UNKNOWN_VALUE, 6, 12), "no such colour");
    ok(has_diag(&l, DIAG_MISSING_IMAGE, 11, 1), "no such image");
    ok(page_has(&l, 0, "Words.") && page_has(&l, 0, "A picture"), "set all the same");
    drop(&l);
}

static void test_words_in_order(void) {
    struct laid l;
    struct buf b = BUF_INIT;
    for (int i = 0; i < 4000; i++) {
        buf_printf(&b, "w%d%s", i, i % 97 == 96 ? ".\n\n" : " ");
    }
    lay(&l, buf_view(&b));
    int next = 0;
    for (size_t i = 0; i < l.p->pages.n; i++) {
        struct str text = page_words(&l, i, false);
        while (text.p) {
            struct str word = str_cut(&text, ' ');
            struct str want = arena_printf(l.a, "w%d", next);
            if (str_starts(word, want)) {
                next++;
                size_t more = str_find(str_from(word, 1), arena_printf(l.a, "w%d", next));
                if (more != STR_NONE) { /* the end of a paragraph has no space behind it */
                    next++;
                }
            }
        }
    }
    is_int(next, 4000, "every word once, in order");
    drop(&l);
    buf_drop(&b);
}

static void nest(struct buf *b, const char *what, int times) {
    for (int i = 0; i < times; i++) {
        buf_puts(b, what);
    }
}

static void test_hostile(void) {
    struct laid l;
    struct buf b = BUF_INIT;
    nest(&b, "> ", 400);
    buf_puts(&b, "deep\n\n");
    for (int i = 0; i < 150; i++) {
        buf_fill(&b, ' ', (size_t)i * 2);
        buf_puts(&b, "- item\n");
    }
    buf_puts(&b, "\n");
    buf_fill(&b, 'x', 20000);
    buf_puts(&b, "\n\n`");
    buf_fill(&b, 'y', 20000);
    buf_puts(&b, "`\n\n");
    nest(&b, "*a **b ", 200);
    buf_puts(&b, "\n\n$");
    nest(&b, "{\\frac{1}", 300);
    buf_puts(&b, "$\n\n| a |\n|---|\n| ");
    buf_fill(&b, 'z', 5000);
    buf_puts(&b, " |\n");
    lay(&l, buf_view(&b));
    ok(l.p->pages.n >= 1, "deep nesting and endless words are set somehow");
    ok(links_hold(&l), "and nothing lies beside the page that should not");
    drop(&l);
    buf_clear(&b);
    for (int i = 0; i < 300; i++) {
        buf_puts(&b, "a^[b^[c^[d]]]\n\n");
    }
    lay(&l, buf_view(&b));
    ok(l.p->pages.n > 5, "notes in notes");
    drop(&l);
    buf_drop(&b);
}

/** The x of the `nth` text on the first page that is `word` alone. */
static sp place_of(const struct laid *l, const char *word, int nth) {
    const struct page *p = l->p->pages.p[0];
    for (size_t i = 0; i < p->items.n; i++) {
        if (p->items.p[i].kind == PAGE_TEXT && str_is(p->items.p[i].u.text.text, word) &&
            nth-- == 0) {
            return p->items.p[i].u.text.x;
        }
    }
    return 0;
}

/** A line that is stretched gives the space on both sides of an operator as much. */
static void test_formula_glue(void) {
    struct laid l;
    lay_z(&l, "---\ngeometry: paperwidth=3in, paperheight=4in, margin=0.6in\n---\n\n"
              "Xy $\\Gamma+\\Delta$ understood thoroughly everywhere\n\n$\\Gamma+\\Delta$\n");
    sp before = place_of(&l, "+", 0) - place_of(&l, "\u0393", 0);
    sp behind = place_of(&l, "\u0394", 0) - place_of(&l, "+", 0);
    sp natural_before = place_of(&l, "+", 1) - place_of(&l, "\u0393", 1);
    sp natural_behind = place_of(&l, "\u0394", 1) - place_of(&l, "+", 1);
    ok(before != natural_before, "the line is not set as it is");
    ok(before - natural_before - (behind - natural_behind) <= 1 &&
           before - natural_before - (behind - natural_behind) >= -1,
       "an operator's spaces stretch alike");
    drop(&l);
    lay_z(&l, "---\ngeometry: paperwidth=3in, paperheight=4in, margin=0.6in\n---\n\n"
              "Xy $\\left(a+b+c+d+e+f+g+h+i+j+k+l+m+n\\right)$.\n");
    ok(has_diag(&l, DIAG_WIDE_FORMULA, 5, 4),
       "a formula that sticks out is reported, at its place");
    drop(&l);
}

/** The lines of a paragraph between two others. */
static int lines_with(struct laid *l, const char *looseness) {
    struct buf b = BUF_INIT;
    buf_printf(&b, "Above.\n\n::: {looseness=%s}\n", looseness);
    for (int i = 0; i < 60; i++) {
        buf_puts(&b, "of so many a word to be set in ");
    }
    buf_puts(&b, "\n:::\n\nUnder.\n");
    lay(l, buf_view(&b));
    buf_drop(&b);
    const struct page_text *above = find_text(l, 0, "Above");
    const struct page_text *under = find_text(l, 0, "Under");
    return above && under ? (int)((under->y - above->y + PT(6)) / PT100(1360)) : 0;
}

static void test_looseness(void) {
    struct laid l;
    int lines = lines_with(&l, "0");
    drop(&l);
    int more = lines_with(&l, "1");
    drop(&l);
    int fewer = lines_with(&l, "-1");
    drop(&l);
    is_int(more, lines + 1, "a paragraph may be asked to be longer");
    ok(fewer <= lines && fewer >= lines - 1, "and shorter, when it can");
    lay_z(&l, "Above.\n\n::: {looseness=x}\nText.\n:::\n");
    ok(has_diag(&l, DIAG_UNKNOWN_VALUE, 3, 16), "what is no number is reported");
    drop(&l);
}

/** Rows of align that are more than a page holds go on overleaf, in their size. */
static void test_long_align(void) {
    struct laid l;
    struct buf b = BUF_INIT;
    buf_puts(&b, "$$\\begin{align}\n\\Gamma &= 1");
    for (int i = 0; i < 80; i++) {
        buf_puts(&b, " \\\\\n\\Delta &= 2");
    }
    buf_puts(&b, "\n\\end{align}$$\n");
    lay(&l, buf_view(&b));
    is_int((int64_t)l.d.n, 0, "eighty equations: nothing to tell");
    ok(l.p->pages.n > 1, "they go on overleaf");
    const struct page_text *first = find_text(&l, 0, "\u0393");
    const struct page_text *later = find_text(&l, 1, "\u0394");
    ok(first && later && first->size == later->size && later->size > PT(9),
       "in the size of the text");
    drop(&l);
    buf_drop(&b);
}

static void test_narrow(void) {
    struct laid l;
    lay_z(&l, "---\ngeometry: paperwidth=2in, paperheight=2in, margin=0.6in\n---\n\n# A heading "
              "that is wide\n\n"
              "- item\n    - inner\n        - innermost of all these\n\n> quote\n\n    code block "
              "with a long line\n\n"
              "| a | b | c | d |\n|---|---|---|---|\n| one | two | three | four |\n\nMath "
              "$a+b+c+d+e+f+g$.[^n]\n\n[^n]: Note.\n");
    ok(l.p->pages.n > 3, "a page of two inches is set");
    drop(&l);
    lay_z(&l, "---\ngeometry: margin=6in\n---\n\nx\n");
    ok(has_diag(&l, DIAG_BAD_LENGTH, 2, 11), "no room for text is reported");
    drop(&l);
}

/** `\pagenumbering{gobble}` hides page numbers until another form follows; heads remain. */
static void test_page_numbers(void) {
    static const char *const documents[] = {
        "---\nheader-left: Head\n---\n\n\\pagenumbering{gobble}\n\nFront\n\n\\newpage\n"
        "\\pagenumbering{Roman}\n\\setcounter{page}{7}\n\nMain\n",
        "---\nheader-left: Head\nfooter-center: \"\\\\thepage\"\n"
        "header-includes: \\pagenumbering{gobble}\n---\n\n"
        "Front\n\n\\newpage\n\\pagenumbering{Roman}\n\\setcounter{page}{7}\n\nMain\n"};
    for (size_t i = 0; i < ARRAY_LEN(documents); i++) {
        struct laid l;
        lay_z(&l, documents[i]);
        is_str(page_words(&l, 0, true), "", "a page without a number");
        is_str(page_words(&l, 1, true), "HeadVII", "a page with a number after it");
        drop(&l);
    }
    struct laid l;
    lay_z(&l, "\\pagenumbering{gobble}\n\nText\\index{word}\n\n\\printindex\n");
    is_str(page_words(&l, 0, false), "TextIndexword, 1", "an index has the numbers all the same");
    drop(&l);
    lay_z(&l, "\\pagenumbering{greek}\n\n\\setcounter{page}{0}\n\n\\needspace{much}\n\n"
              "![a](b.png){page=0 width=wide}\n");
    ok(has_diag(&l, DIAG_UNKNOWN_VALUE, 1, 1), "an unknown form of numbers");
    ok(has_diag(&l, DIAG_UNKNOWN_VALUE, 3, 1), "no page has the number 0");
    ok(has_diag(&l, DIAG_BAD_LENGTH, 5, 1), "a height without a number");
    ok(has_diag(&l, DIAG_UNKNOWN_VALUE, 7, 1), "pages of a figure are counted from 1");
    drop(&l);
}

/** Parts of a row with `align-items: baseline` have one baseline, with or without boxes. */
static void test_baselines(void) {
    static const char *const sheets[] = {
        ".row { display: flex; align-items: baseline } .big { font-size: 20pt }",
        ".row { display: flex; align-items: baseline } .big { font-size: 20pt; padding-top: 4pt } "
        ".row > div { border: 1pt solid }"};
    for (size_t i = 0; i < ARRAY_LEN(sheets); i++) {
        struct laid l;
        lay_styled(&l, STR(":::: row\n::: small-part\nsmall\n:::\n::: big\nlarge\n:::\n::::\n"),
                   str_of(sheets[i]));
        const struct page_text *low = find_text(&l, 0, "small"), *high = find_text(&l, 0, "large");
        ok(low && high && low->y == high->y && low->size < high->size, "a row has one baseline");
        drop(&l);
    }
}

/** \fancypagestyle{plain} sets the pages on which chapters begin, and those that ask for it. */
static void test_plain_pages(void) {
    static const char *const feet[] = {"Plain 1", "Usual 2", "Plain 3", "Usual 4", "Plain 5"};
    struct laid l;
    lay_z(&l, "---\ndocumentclass: report\nheader-includes: |\n  \\pagestyle{fancy}\\fancyhf{}\n"
              "  \\cfoot{Usual \\thepage}\n"
              "  \\fancypagestyle{plain}{\\fancyhf{}\\fancyfoot[C]{Plain \\thepage}}\n---\n\n"
              "# A\n\na\n\n\\newpage\n\nb\n\n# B\n\nc\n\n\\newpage\n\nd\n\n\\newpage\n"
              "\\thispagestyle{plain}\n\ne\n");
    is_int((int64_t)l.p->pages.n, ARRAY_LEN(feet), "five pages");
    for (size_t i = 0; i < l.p->pages.n && i < ARRAY_LEN(feet); i++) {
        is_str(page_words(&l, i, true), feet[i], "the foot of a page");
    }
    drop(&l);
}

/** Selectors know the places of the parts of a row before the row is set. */
static void test_row_parts(void) {
    struct laid l;
    lay_styled(
        &l, STR("::: row\n::: part\none\n:::\n::: part\ntwo\n:::\n::: part\nthree\n:::\n:::\n"),
        STR(".row { display: flex } .part:first-child { flex: 0 0 6cm } "
            ".part:nth-child(2) { padding-right: 2cm } .part + .part + .part { color: red }"));
    const struct page_text *part[] = {find_text(&l, 0, "one"), find_text(&l, 0, "two"),
                                      find_text(&l, 0, "three")};
    bool found = part[0] && part[1] && part[2];
    ok(found && part[0]->y == part[2]->y, "three words in a row");
    sp first = found ? part[1]->x - part[0]->x : 0, second = found ? part[2]->x - part[1]->x : 0;
    ok(first > PT(165) && first < PT(175), "the first part is as wide as it says");
    ok(second > PT(57) && second < PT(90),
       "the second part is as wide as its text and its padding");
    drop(&l);
}

/** Right-to-left lines beside a float at the end of the line begin at the right margin. */
static void test_float_rtl(void) {
    static const char *const sides[] = {"left", "right"};
    sp begins[2][2];
    for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
        struct laid l;
        char css[64];
        snprintf(css, sizeof css, ".box { float: %s; width: 5cm }", sides[i]);
        lay_styled(&l,
                   STR("---\nlang: he\n---\n\n::: box\nfloat\n:::\n\n\u05D0 1\n\n\u05D1 2\n\n"
                       "\u05D2 3\n\n\u05D3 4\n\n\u05D4 5\n"),
                   str_of(css));
        const struct page_text *beside = find_text(&l, 0, "\u05D0"),
                               *below = find_text(&l, 0, "\u05D4");
        begins[i][0] = beside ? beside->x : 0;
        begins[i][1] = below ? below->x : 0;
        drop(&l);
    }
    /* the letters at the beginning differ a little in width */
    ok(begins[0][0] > begins[0][1] - PT(3) && begins[0][0] < begins[0][1] + PT(3),
       "a float at the left moves no beginning of a line");
    ok(begins[1][0] < begins[1][1] - PT(140), "a float at the right does");
}

/** Only solid borders above and below a table are its first and last rule. */
static void test_table_borders(void) {
    static const struct {
        const char *css;
        int rules; /* with the rule below the head */
    } cases[] = {{"", 3},
                 {"table { border: 2pt solid }", 3},
                 {"table { border: 2pt dashed }", 1},
                 {"table { border-top: none; border-bottom: 2pt dotted }", 1}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct laid l;
        int rules = 0;
        lay_styled(&l, STR("| a |\n|---|\n| b |\n"), str_of(cases[i].css));
        for (size_t k = 0; k < l.p->pages.p[0]->items.n; k++) {
            rules += l.p->pages.p[0]->items.p[k].kind == PAGE_RULE;
        }
        is_int(rules, cases[i].rules, "rules of a table");
        drop(&l);
    }
}

/** Of faults that are only counted nobody knows whether a rough measure is to blame. */
static void test_doubtful(void) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct diags_mark before = diags_mark(&d);
    (void)diag_add(&d, DIAG_UNKNOWN_VALUE, SPAN_NONE, "a fault");
    ok(!layout_is_doubtful(&d, before), "faults that have nothing to do with room are certain");
    while (d.suppressed == 0) {
        (void)diag_add(&d, DIAG_UNKNOWN_VALUE, SPAN_NONE, "another");
    }
    ok(layout_is_doubtful(&d, before), "those that are not shown are in doubt");
    before = diags_mark(&d);
    ok(!layout_is_doubtful(&d, before), "but for those of others");
    diags_drop(&d);
    arena_drop(a);
}

int main(void) {
    test_plain();
    test_empty();
    test_headings();
    test_links();
    test_note_page();
    test_list();
    test_table();
    test_options();
    test_faults();
    test_words_in_order();
    test_hostile();
    test_narrow();
    test_formula_glue();
    test_long_align();
    test_looseness();
    test_page_numbers();
    test_baselines();
    test_float_rtl();
    test_row_parts();
    test_plain_pages();
    test_table_borders();
    test_doubtful();
    return tap_done();
}
