/* SPDX-License-Identifier: MIT */
/*
 * Parts of the PDF writer with known results, and a whole file: it is valid, and the same when
 * it is written again. tests/pdf has the tests with other readers.
 */
#include "tap.h"

#include "../pdf/sample_pages.h"
#include "core/data/deflate.h"
#include "print/pdf/font_usage.h"
#include "print/pdf/haru.h"
#include "print/pdf/job.h"

DIAG_USE(DIAG_PDF_FAILED);

static struct buf out;

static struct str taken(void) {
    return buf_view(&out);
}

static void number(int64_t v, int decimals, const char *want) {
    buf_clear(&out);
    pdf_put_fixed(&out, v, decimals);
    is_str(taken(), want, want);
}

static void test_numbers(void) {
    number(0, 3, "0");
    number(12500, 3, "12.5");
    number(-500, 3, "-.5");
    number(1, 6, ".000001");
    number(-12, 0, "-12");
    number(INT64_MIN, 0, "-9223372036854775808");
    is_int(pdf_micro(SP_PT), 996264, "a point is 72/72.27 units");
    is_int(pdf_micro(-SP_PT), -996264, "rounding is the same on both sides of zero");
    is_int(pdf_micro((int64_t)SP_PT * 7227), 7200000000, "a hundred inches are 7200 units");
    buf_clear(&out);
    pdf_put_length(&out, 1499);
    pdf_put_length(&out, -1500);
    is_str(taken(), ".001-.002", "lengths are rounded to thousandths");
}

static void test_strings(void) {
    buf_clear(&out);
    pdf_put_name(&out, STR("A b/#\xC3"));
    is_str(taken(), "/A#20b#2F#23#C3", "names escape what is not regular");
    buf_clear(&out);
    pdf_put_text(&out, STR("a(b)\\c"));
    is_str(taken(), "(a\\(b\\)\\\\c)", "ASCII text is a literal string");
    buf_clear(&out);
    pdf_put_text(&out, STR("é\xF0\x9F\x98\x80"));
    is_str(taken(), "<FEFF00E9D83DDE00>", "other text is UTF-16BE, with surrogates");
    buf_clear(&out);
    pdf_put_bytes(&out, STR("a\rb"));
    is_str(taken(), "(a\\rb)", "a carriage return would be read as a line feed");
    buf_clear(&out);
    pdf_put_uri(&out, STR("https://x.org/a b?ü(1)"));
    is_str(taken(), "(https://x.org/a%20b?%C3%BC\\(1\\))", "URIs are ASCII");
}

static void test_to_unicode(void) {
    const struct pdf_glyph fi = {.cid = 1, .text = STR("fi")};
    const struct pdf_glyph emoji = {.cid = 0x102, .text = STR("\xF0\x9F\x98\x80")};
    const struct pdf_glyph *glyphs[120] = {&fi, &emoji};
    buf_clear(&out);
    pdf_to_unicode_put(&out, glyphs, 2, false);
    ok(str_find(taken(), STR("2 beginbfchar\n<0001><00660069>\n<0102><D83DDE00>\nendbfchar")) !=
           STR_NONE,
       "a ligature stands for its letters, an astral character for two units");
    for (size_t i = 0; i < 120; i++) {
        glyphs[i] = &fi;
    }
    buf_clear(&out);
    pdf_to_unicode_put(&out, glyphs, 120, true);
    ok(str_find(taken(), STR("100 beginbfchar")) != STR_NONE &&
           str_find(taken(), STR("20 beginbfchar")) != STR_NONE,
       "sections have at most a hundred entries");
}

static struct str glyph_text(const struct page_text *t, size_t i) {
    struct pdf_cluster c = pdf_cluster_at(t, i);
    struct str text = STR("none");
    for (; i >= c.to; c = pdf_cluster_at(t, c.to)) {
    }
    return pdf_cluster_glyph_text(t, &c, i, &text) ? text : STR("none");
}

static void test_clusters(void) {
    const struct font_glyph ltr[] = {
        {.cluster = 0}, {.cluster = 2}, {.cluster = 2}, {.cluster = 5}};
    struct page_text t = {.glyphs = ltr, .n = 4, .text = STR("fie\xCC\x81x")};
    is_str(glyph_text(&t, 0), "fi", "a ligature has all its letters");
    struct pdf_cluster c = pdf_cluster_at(&t, 1);
    ok(c.from == 1 && c.to == 3, "glyphs of one cluster stay together");
    struct str text;
    ok(pdf_cluster_glyph_text(&t, &c, 1, &text) && str_is(text, "e"), "a base has its letter");
    ok(pdf_cluster_glyph_text(&t, &c, 2, &text) && str_is(text, "\xCC\x81"), "a mark has its own");
    is_str(glyph_text(&t, 3), "x", "the last one has the rest");
    const struct font_glyph rtl[] = {{.cluster = 4}, {.cluster = 2}, {.cluster = 0}};
    struct page_text r = {.glyphs = rtl, .n = 3, .text = STR("אבג")};
    c = pdf_cluster_at(&r, 1);
    is_str(c.text, "ב", "right to left, offsets fall");
    c = pdf_cluster_at(&r, 2);
    is_str(c.text, "א", "down to the first letter");
    const struct font_glyph two[] = {{.cluster = 0}, {.cluster = 0}};
    struct page_text odd = {.glyphs = two, .n = 2, .text = STR("abc")};
    c = pdf_cluster_at(&odd, 0);
    ok(!pdf_cluster_glyph_text(&odd, &c, 0, &text), "two glyphs for three letters have none each");
    const struct font_glyph one[] = {{.cluster = 0}};
    struct page_text space = {.glyphs = one, .n = 1, .text = STR("\xC2\xA0")};
    is_str(glyph_text(&space, 0), " ", "a space that does not break is searched for as a space");
}

static uint32_t u32_at(struct str s, size_t at) {
    const unsigned char *b = (const unsigned char *)s.p + at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void test_profile(void) {
    buf_clear(&out);
    pdf_srgb_profile(&out, false);
    struct str p = taken();
    is_int(u32_at(p, 0), p.n, "the profile says its own size");
    is_mem(p.p + 36, "acsp", 4, "and has the signature of one");
    bool inside = true;
    for (uint32_t i = 0; i < u32_at(p, 128); i++) {
        uint32_t at = u32_at(p, 132 + 12 * i + 4), n = u32_at(p, 132 + 12 * i + 8);
        inside = inside && at % 4 == 0 && at >= 132 && at + n <= p.n;
    }
    ok(inside, "its tags point into it");
}

static void write_sample(struct buf *to, int64_t epoch) {
    struct sample s;
    sample_begin(&s);
    sample_text(&s, 2);
    sample_page(&s);
    sample_features(&s, NULL);
    struct diags d;
    diags_init(&d, s.arena);
    const struct pdf_options opt = {
        .epoch = epoch, .producer = STR("test"), .standards = PDF_UA_1 | PDF_A_2A};
    buf_init(to, 0);
    ok(pdf_write(to, &s.pages, &opt, &d) && d.n == 0, "a document is written");
    diags_drop(&d);
    sample_end(&s);
}

static void test_file(void) {
    struct sample s;
    sample_begin(&s);
    bool fonts = s.roman && s.italic;
    sample_end(&s);
    if (!fonts) {
        skip("Latin Modern is not installed");
        return;
    }
    struct buf a, b, dated;
    write_sample(&a, -1);
    write_sample(&b, -1);
    write_sample(&dated, 1700000000);
    ok(str_eq(buf_view(&a), buf_view(&b)), "the same pages give the same bytes");
    ok(str_starts(buf_view(&a), STR("%PDF-1.7\n")), "it says what it is");
    ok(str_ends(buf_view(&a), STR("%%EOF\n")), "and where it ends");
    ok(str_find(buf_view(&a), STR("xmp:CreateDate")) == STR_NONE, "there is no date unasked");
    ok(str_find(buf_view(&dated), STR("<xmp:CreateDate>2023-11-14T22:13:20Z<")) != STR_NONE,
       "the given date is in the metadata");
    ok(str_find(buf_view(&a), STR("Findings &amp; “fluffy” affairs")) != STR_NONE,
       "the title is escaped there");
    ok(str_find(buf_view(&a), STR("<pdfuaid:part>1<")) != STR_NONE, "conformance is claimed");
    buf_drop(&a);
    buf_drop(&b);
    buf_drop(&dated);
}

/* Sizes, widths and gaps of all kinds for the texts of a page; one glyph in many is off the
 * baseline. */
static void vary(struct sample *s, struct page *page, size_t *count) {
    static const int32_t expansions[] = {10000, 9800, 10150, 9999};
    static const sp sizes[] = {sample_size, SP_PT / 3, 7 * SP_PT + 12345, 90 * SP_PT};
    for (size_t i = 0; i < page->items.n; i++) {
        struct page_text *t = &page->items.p[i].u.text;
        if (page->items.p[i].kind != PAGE_TEXT || t->n == 0) {
            continue;
        }
        size_t k = (*count)++;
        struct page_gap *gaps = ARENA_ARRAY(s->arena, struct page_gap, t->n);
        struct font_glyph *glyphs = arena_copy(s->arena, t->glyphs, t->n * sizeof *glyphs);
        t->size = k % 9 == 8 ? sizes[k / 9 % ARRAY_LEN(sizes)] : t->size;
        t->expansion = expansions[k % ARRAY_LEN(expansions)];
        for (uint32_t g = (uint32_t)(k % 3); k % 2 == 1 && g < t->n; g += 1 + g % 2) {
            gaps[t->ngaps++] = (struct page_gap){g, ((int)(k * 7 + g) % 41 - 20) * SP_PT / 19};
        }
        glyphs[k % t->n].dy = k % 23 == 22 ? 100 : 0;
        glyphs[k % t->n].dx = k % 31 == 30 ? -70 : 0;
        t->gaps = gaps;
        t->glyphs = glyphs;
    }
}

/* Glyphs that are kept in their small form give the same bytes as those in the large one. */
static void test_small_glyphs(void) {
    struct sample s;
    sample_begin(&s);
    if (!s.roman || !s.italic) {
        skip("Latin Modern is not installed");
        sample_end(&s);
        return;
    }
    sample_text(&s, 2);
    sample_page(&s);
    sample_features(&s, NULL);
    struct diags d;
    diags_init(&d, s.arena);
    const struct pdf_options opt = {.epoch = -1, .standards = PDF_UA_1 | PDF_A_2A};
    struct buf large = BUF_INIT, small = BUF_INIT;
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < s.pages.pages.n; i++) {
        vary(&s, s.pages.pages.p[i], &count);
    }
    bool written = pdf_write(&large, &s.pages, &opt, &d);
    for (size_t i = 0; i < s.pages.pages.n; i++) {
        struct page *page = s.pages.pages.p[i];
        for (size_t k = 0; k < page->items.n; k++) {
            if (page->items.p[k].kind == PAGE_TEXT) {
                page_text_keep(s.arena, &page->items.p[k].u.text);
                kept += page->items.p[k].u.text.is_small;
            }
        }
    }
    ok(count > 500 && kept > count / 2 && kept < count, "most texts have a small form");
    ok(written && pdf_write(&small, &s.pages, &opt, &d) && d.n == 0, "both forms are written");
    ok(str_eq(buf_view(&large), buf_view(&small)), "they are written alike");
    buf_drop(&large);
    buf_drop(&small);
    diags_drop(&d);
    sample_end(&s);
}

/* A figure without alternative text is no reason not to write, but one not to promise. */
static void test_claims(void) {
    struct sample s;
    sample_begin(&s);
    if (!s.roman) {
        skip("Latin Modern is not installed");
        sample_end(&s);
        return;
    }
    struct page_elem *formula = sample_elem(&s, s.pages.root, ROLE_FORMULA);
    sample_piece(&s, formula, s.roman, STR("x"), NULL);
    struct diags d;
    diags_init(&d, s.arena);
    const struct pdf_options opt = {
        .epoch = -1, .producer = STR("test"), .standards = PDF_UA_1 | PDF_A_2A};
    struct buf b = BUF_INIT;
    ok(pdf_write(&b, &s.pages, &opt, &d), "a formula without a reading is written");
    ok(str_find(buf_view(&b), STR("pdfuaid:part>")) == STR_NONE, "PDF/UA is not claimed then");
    ok(str_find(buf_view(&b), STR("<pdfaid:conformance>U<")) != STR_NONE, "PDF/A-2u is");
    buf_drop(&b);
    diags_drop(&d);
    sample_end(&s);
}

static bool has(const struct buf *b, const char *text) {
    return str_find(buf_view(b), str_of(text)) != STR_NONE;
}

/* A link to a place gives its page and position, which other programs keep, and the place keeps its
 * name. A link to no place is no link. */
static void test_destinations(void) {
    struct sample s;
    sample_begin(&s);
    if (!s.roman) {
        skip("Latin Modern is not installed");
        sample_end(&s);
        return;
    }
    struct page_elem *p = sample_elem(&s, s.pages.root, ROLE_P);
    sample_piece(&s, p, s.roman, STR("x"), NULL);
    static const char *const names[] = {"here", "gone"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct page_link l = {.w = SP_PT, .h = SP_PT, .dest = str_of(names[i]), .elem = p};
        vec_push(&s.page->links, l);
    }
    vec_push(&s.pages.dests, (struct page_dest){STR("here"), 0, 72 * SP_PT, 100 * SP_PT, 0});
    vec_push(&s.pages.outline, (struct page_outline){1, STR("Title"), STR("here")});
    struct diags d;
    diags_init(&d, s.arena);
    const struct pdf_options opt = {.epoch = -1, .standards = PDF_A_1B};
    struct buf b = BUF_INIT;
    ok(pdf_write(&b, &s.pages, &opt, &d), "links within a document are written");
    size_t n = 0;
    for (size_t at = 0; at < b.n; at++) {
        n += str_starts(str_from(buf_view(&b), at), STR("/A<</S/GoTo/D["));
    }
    ok(n == 2 && !has(&b, "/Dest(") && !has(&b, "/Dest<"),
       "a link and the outline lead to a place, without its name");
    ok(has(&b, "/Names[(here)["), "the name leads there, too");
    ok(!has(&b, "(gone)"), "a link to no place is left out");
    buf_drop(&b);
    diags_drop(&d);
    sample_end(&s);
}

/* Standards that were asked for by name and are not kept are an error where they were asked for. */
static void test_required(void) {
    struct sample s;
    sample_begin(&s);
    if (!s.roman) {
        skip("Latin Modern is not installed");
        sample_end(&s);
        return;
    }
    sample_piece(&s, sample_elem(&s, s.pages.root, ROLE_FORMULA), s.roman, STR("x"), NULL);
    static const struct {
        unsigned standards;
        size_t errors;
        const char *in, *out; /* texts that the metadata contain, and texts that they do not */
    } cases[] = {{PDF_UA_1, 1, "<dc:format>", "pdfuaid:part>"},
                 {PDF_A_3A, 1, "<pdfaid:part>3<", "conformance>A<"},
                 {PDF_A_2U, 0, "<pdfaid:conformance>U<", "pdfuaid:part>"},
                 {PDF_A_2B, 0, "<pdfaid:part>2<", "conformance>U<"},
                 {PDF_A_3B, 0, "<pdfaid:part>3<", "conformance>A<"},
                 {PDF_A_1B, 0, "<pdfaid:part>1<", "conformance>A<"},
                 {PDF_A_4, 0, "<pdfaid:part>4</pdfaid:part>\n<pdfaid:rev>2020<", "conformance>"},
                 {PDF_A_4F, 0, "<pdfaid:conformance>F<", "pdfuaid:part>"},
                 {PDF_UA_2, 1, "<dc:format>", "pdfuaid:part>"},
                 {PDF_UA_2 | PDF_A_4, 1, "<pdfaid:rev>", "pdfuaid:part>"},
                 {PDF_2_0, 0, "<dc:format>", "pdfaid:part>"},
                 {0, 0, "<dc:format>", "pdfaid:part>"}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct diags d;
        diags_init(&d, s.arena);
        const struct pdf_options opt = {
            .epoch = -1, .standards = cases[i].standards, .required = true};
        struct buf b = BUF_INIT;
        ok(pdf_write(&b, &s.pages, &opt, &d) && d.errors == cases[i].errors,
           "what is not kept is reported, what is kept is not");
        ok(has(&b, cases[i].in), "the metadata say what is kept");
        ok(!has(&b, cases[i].out), "and nothing else");
        buf_drop(&b);
        diags_drop(&d);
    }
    sample_end(&s);
}

/* Each standard is of one version of PDF, and 1.4 knows no streams of objects, 2.0 no /Info. */
static void test_versions(void) {
    struct sample s;
    sample_begin(&s);
    if (!s.roman || !s.italic) {
        skip("Latin Modern is not installed");
        sample_end(&s);
        return;
    }
    sample_text(&s, 1);
    static const struct {
        unsigned standards;
        const char *head;
        bool table, info;
    } cases[] = {{PDF_A_1B, "%PDF-1.4\n", true, true},
                 {PDF_A_2B, "%PDF-1.7\n", false, true},
                 {PDF_A_4, "%PDF-2.0\n", false, false},
                 {PDF_UA_2 | PDF_A_4F, "%PDF-2.0\n", false, false},
                 {PDF_2_0, "%PDF-2.0\n", false, false}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct diags d;
        diags_init(&d, s.arena);
        const struct pdf_options opt = {
            .epoch = -1, .standards = cases[i].standards, .required = true};
        struct buf b = BUF_INIT;
        ok(pdf_write(&b, &s.pages, &opt, &d) && d.n == 0, "a file of that version is written");
        ok(str_starts(buf_view(&b), str_of(cases[i].head)), "it says its version");
        ok(has(&b, "\ntrailer\n") == cases[i].table && has(&b, "/ObjStm") != cases[i].table &&
               has(&b, "/XRef") != cases[i].table,
           "a table, or streams of objects and references");
        ok(has(&b, "/Info ") == cases[i].info, "an information dictionary, or none");
        ok(has(&b, "/CIDSet") == (cases[i].standards == PDF_A_1B),
           "parts of fonts are listed in 1.4");
        buf_drop(&b);
        diags_drop(&d);
    }
    sample_end(&s);
}

/* Characters of private use: a standard that requires known characters is not claimed. */
static void test_private(void) {
    struct sample s;
    sample_begin(&s);
    if (!s.roman) {
        skip("Latin Modern is not installed");
        sample_end(&s);
        return;
    }
    sample_piece(&s, sample_elem(&s, s.pages.root, ROLE_P), s.roman, STR("a"), "\xEE\x80\x80");
    struct diags d;
    diags_init(&d, s.arena);
    const struct pdf_options opt = {.epoch = -1, .standards = PDF_UA_1 | PDF_A_2A};
    struct buf b = BUF_INIT;
    ok(pdf_write(&b, &s.pages, &opt, &d) && has(&b, "<pdfaid:conformance>U<"),
       "with a character of private use it is level U");
    buf_drop(&b);
    diags_drop(&d);
    sample_end(&s);
}

/* What layout never makes, and must not hurt all the same. */
static void test_odd_pages(void) {
    struct sample s;
    sample_begin(&s);
    if (!s.roman) {
        skip("Latin Modern is not installed");
        sample_end(&s);
        return;
    }
    struct page_elem *p = sample_elem(&s, s.pages.root, ROLE_P);
    struct page_elem stray = {.role = ROLE_P, .number = p->number};
    sample_piece(&s, &stray, s.roman, STR("in no tree"), NULL);
    sample_piece(&s, p, s.roman, STR(""), NULL);
    sample_piece(&s, p, s.roman, STR("ab"), "a");       /* less text than glyphs */
    sample_piece(&s, p, s.roman, STR("c"), "");         /* none at all */
    sample_piece(&s, p, s.roman, STR("d"), "\xFF\xFE"); /* no text */
    struct page_item rule = {.kind = PAGE_RULE, .elem = p};
    rule.u.rule = (struct page_rule){-SP_MAX, SP_MAX, SP_MAX, SP_MAX, {1, 2, 3}};
    vec_push(&s.page->items, rule);
    const struct path_step far[] = {{.kind = PATH_MOVE, .to = {-SP_MAX, SP_MAX}},
                                    {.kind = PATH_CURVE, .to = {SP_MAX, SP_MAX}},
                                    {.kind = PATH_CLOSE}};
    struct page_item shape = {.kind = PAGE_SHAPE, .artifact = ARTIFACT_LAYOUT};
    shape.u.shape = (struct page_shape){.x = SP_MAX,
                                        .y = -SP_MAX,
                                        .steps = far,
                                        .n = 3,
                                        .fill = true,
                                        .stroke = true,
                                        .even_odd = true,
                                        .line = SP_MAX,
                                        .dash = SP_MAX,
                                        .gap = SP_MAX,
                                        .round = true};
    vec_push(&s.page->items, shape);
    sample_piece(&s, p, s.italic, STR("text behind a rule"), NULL);
    sample_piece(&s, p, s.italic, STR("-"), "\xC2\xAD");
    sample_piece(&s, p, s.italic, STR("and a hyphen-"), NULL);
    vec_push(&s.page->items, (struct page_item){.kind = PAGE_IMAGE, .elem = p});
    struct page_link nowhere = {.dest = STR("nowhere"), .elem = p};
    vec_push(&s.page->links, nowhere);
    struct page_link homeless = {.uri = STR("x:\xFF ()"), .elem = &stray};
    vec_push(&s.page->links, homeless);
    vec_push(&s.pages.dests, (struct page_dest){STR("beyond"), 7, 0, 0, 0});
    vec_push(&s.pages.outline, (struct page_outline){9, STR("deep"), STR("beyond")});
    vec_push(&s.pages.outline, (struct page_outline){-3, STR("high"), STR("")});
    struct diags d;
    diags_init(&d, s.arena);
    const struct pdf_options opt = {.epoch = INT64_MAX, .producer = STR("\x01<&>")};
    struct buf b = BUF_INIT;
    ok(pdf_write(&b, &s.pages, &opt, &d), "odd pages are written");
    ok(str_find(buf_view(&b), STR("xmp:CreateDate")) == STR_NONE,
       "a date beyond the year 9999 is none");
    ok(str_find(buf_view(&b), STR("<pdf:Producer>&lt;&amp;&gt;<")) != STR_NONE,
       "control characters do not reach the metadata");
    buf_drop(&b);
    buf_init(&b, 1000);
    ok(!pdf_write(&b, &s.pages, &opt, &d) && d.n == 1 && d.list[0]->id == DIAG_PDF_FAILED,
       "a file that does not fit is a diagnostic");
    buf_drop(&b);
    diags_drop(&d);
    sample_end(&s);
}

int main(void) {
    buf_init(&out, 0);
    test_numbers();
    test_strings();
    test_to_unicode();
    test_clusters();
    test_profile();
    test_destinations();
    test_file();
    test_small_glyphs();
    test_claims();
    test_required();
    test_versions();
    test_private();
    test_odd_pages();
    buf_drop(&out);
    return tap_done();
}
