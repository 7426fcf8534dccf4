/* SPDX-License-Identifier: MIT */
/*
 * The builder of lines, in Latin Modern: every character is set, lines fill their width, words
 * are cut at allowed places, and the ends of lines are correct.
 */
#include "print/layout/text/para_builder.h"

#include "core/base/buf.h"
#include "core/base/utf8.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

#define SIZE (10 * SP_PT)

struct env {
    struct arena *a;
    struct fonts *fonts;
    struct shaper *s;
    struct inline_style roman, italic, mono, url;
};

static void env_open(struct env *e) {
    e->a = arena_new();
    e->fonts = fonts_new(e->a);
    e->s = shaper_new(e->a, e->a, e->fonts);
    e->roman = (struct inline_style){
        .font = fonts_find(e->fonts, STR("Latin Modern Roman"), 0, SIZE, NULL),
        .size = SIZE,
        .features = FONT_DEFAULT_FEATURES,
        .flags = INLINE_HYPHENATE,
        .lang = STR("en-US")};
    e->italic = e->roman;
    e->italic.font = fonts_find(e->fonts, STR("Latin Modern Roman"), FONT_ITALIC, SIZE, NULL);
    e->italic.face = FONT_ITALIC;
    e->mono = e->roman;
    e->mono.font = fonts_find(e->fonts, STR("Latin Modern Mono"), 0, SIZE, NULL);
    e->mono.flags = INLINE_VERBATIM;
    e->mono.features = 0;
    e->url = e->roman;
    e->url.flags = INLINE_URL;
}

static void env_close(struct env *e) {
    shaper_drop(e->s);
    fonts_drop(e->fonts);
    arena_drop(e->a);
}

/* Text of a line's pieces; what is drawn as one thing is a letter in brackets. */
static struct str line_text(struct env *e, const struct inline_line *line) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *p = &line->pieces[i];
        if (p->kind == INLINE_TEXT) {
            buf_str(&b, p->text.text);
        } else {
            buf_puts(&b, p->kind == INLINE_BOX ? "[B]" : p->kind == INLINE_MARK ? "[M]" : "[G]");
        }
    }
    return buf_finish(&b, e->a);
}

/* All lines, '|' behind each. */
static struct str lines_text(struct env *e, const struct inline_line *lines, size_t n) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_str(&b, line_text(e, &lines[i]));
        buf_putc(&b, '|');
    }
    return buf_finish(&b, e->a);
}

static struct inline_line *set(struct env *e, struct inline_builder *b, sp width,
                               enum inline_align align, size_t *n) {
    struct para_params p;
    (void)e;
    para_params_init(&p, width);
    return inline_break(b, &p, align, n);
}

/* One text in one style on a measure in points. */
static struct str set_text(struct env *e, const struct inline_style *style, const char *text,
                           int points) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, style, str_of(text));
    struct inline_line *lines = set(e, b, points * SP_PT, INLINE_JUSTIFY, &n);
    struct str out = lines_text(e, lines, n);
    inline_drop(b);
    return out;
}

/* Where the last glyph of a line ends that is no trailing space, reckoned from the pieces as PDF
 * will. */
static sp line_end(const struct inline_line *line) {
    sp end = 0;
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *p = &line->pieces[i];
        end = p->x + p->width > end ? p->x + p->width : end;
    }
    return end;
}

/* Width of a text piece from its glyphs. */
static int64_t glyphs_width(const struct page_text *t, size_t n) {
    int64_t units = 0, extra = 0;
    for (size_t i = 0; i < n; i++) {
        units += page_text_glyph(t, i).advance;
    }
    for (size_t i = 0; i < t->ngaps; i++) {
        extra += t->gaps[i].glyph < n ? t->gaps[i].size : 0;
    }
    return (int64_t)font_scale(t->font, units, t->size) * t->expansion / 10000 + extra;
}

static void test_collapse(struct env *e) {
    is_str(set_text(e, &e->roman, "  a \n\t b  ", 200), "a b|", "white space collapses");
    is_str(set_text(e, &e->roman, "", 200), "", "nothing gives no line");
    is_str(set_text(e, &e->roman, " \n ", 200), "", "white space gives no line");
    is_str(set_text(e, &e->roman,
                    "a\xC2\xA0"
                    "b",
                    200),
           "a\xC2\xA0"
           "b|",
           "a fixed space stays itself");
    is_str(set_text(e, &e->roman,
                    "a\xE2\x80\x89"
                    "b",
                    200),
           "a\xE2\x80\x89"
           "b|",
           "a thin space too");
    is_str(set_text(e, &e->roman,
                    "a\xE2\x80\xA8"
                    "b",
                    200),
           "a |b|", "a line separator breaks");
    is_str(set_text(e, &e->roman, "co\xC2\xADop \xE2\x80\x8Bx", 200), "coop x|",
           "soft hyphens and invisible spaces vanish");
    is_str(set_text(e, &e->roman,
                    "a\x01"
                    "b",
                    200),
           "ab|", "control characters are nothing");
}

static const char prose[] =
    "We present a compiler for academic documents, which sets paragraphs as a whole: every line is "
    "chosen with regard to all the others. The difficulty lies in finding efficient algorithms; "
    "fortunately, dynamic programming offers one. Figures and offices affect affluent giraffes.";

static void test_justified(struct env *e) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->roman, str_of(prose));
    struct inline_line *lines = set(e, b, 180 * SP_PT, INLINE_JUSTIFY, &n);
    bool fills = true, agrees = true, stretched = false;
    ok(n > 6, "several lines");
    for (size_t i = 0; i < n; i++) {
        const struct page_text *last = &lines[i].pieces[lines[i].n - 1].text;
        size_t shown = last->n - (i + 1 < n && last->text.p[last->text.n - 1] == ' ');
        int64_t width = glyphs_width(last, shown);
        int64_t off = (int64_t)lines[i].pieces[0].x + width - line_end(&lines[i]);
        agrees = agrees && off >= -16 && off <= 16;
        stretched = stretched || last->expansion != 10000;
        if (i + 1 < n) {
            sp end = line_end(&lines[i]);
            fills = fills && end >= 180 * SP_PT && end < 184 * SP_PT;
        }
    }
    ok(fills, "every line but the last reaches the margin, or hangs a little over it");
    ok(agrees, "the width that is returned is the width of the glyphs");
    ok(stretched, "letters are stretched or shrunk");
    struct buf all = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        struct str t = line_text(e, &lines[i]);
        if (str_ends(t, STR("\xC2\xAD"))) {
            t.n -= 2;
        }
        buf_str(&all, t);
    }
    is_str(buf_view(&all), prose, "all characters are there, in order");
    buf_drop(&all);
    inline_drop(b);
}

static void test_hyphens(struct env *e) {
    is_str(set_text(e, &e->roman, "unbreakable characterization", 40),
           "unbreak\xC2\xAD|able char\xC2\xAD|acteriza\xC2\xAD|tion|", "words are hyphenated");
    is_str(set_text(e, &e->url, "unbreakable", 5), "unbr|e|a|k|able|", "a URL without hyphens");
    is_str(set_text(e, &e->roman, "lattice-based", 35), "lattice\u2010|based|",
           "a hyphen at a line's end that is in the word is U+2010");
    is_str(set_text(e, &e->roman, "co\xC2\xADoperate", 12), "co\xC2\xAD|operate|",
           "a soft hyphen shows when a line ends there");
    is_str(set_text(e, &e->roman, "one\xE2\x80\x94two", 12), "one\xE2\x80\x94|two|",
           "a dash may end a line");
    is_str(set_text(e, &e->roman, "-1 --x a- b", 1), "-1 |--x |a- |b|",
           "signs and options are not cut behind their hyphens");
    is_str(set_text(e, &e->roman, "input/output", 20), "input/|output|", "a slash may");
    is_str(set_text(e, &e->roman, "file.name3x", 1), "file.name3x|", "names of files are no words");
    struct inline_style plain = e->roman;
    plain.flags = 0;
    is_str(set_text(e, &plain, "characterization", 10), "characterization|",
           "without the flag no word is cut");
    plain.flags = INLINE_NO_BREAK | INLINE_HYPHENATE;
    is_str(set_text(e, &plain, "a b co-op c", 5), "a b co-op c|",
           "no break where there shall be none");
}

/* A word cut inside "ffi": its first part ends in f and a hyphen, and is shaped again. */
static void test_ligature(struct env *e) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->roman,
                STR("of\xC2\xAD"
                    "fice"));
    struct inline_line *lines = set(e, b, 100 * SP_PT, INLINE_JUSTIFY, &n);
    is_int(lines[0].pieces[0].text.n, 4, "uncut the ligature is there");
    sp whole = lines[0].natural;
    is_int(whole,
           font_scale(e->roman.font,
                      font_shape(e->roman.font, STR("office"), 3, STR("en-US"))->width, SIZE),
           "as wide as the word");
    lines = set(e, b, 18 * SP_PT, INLINE_JUSTIFY, &n);
    is_str(lines_text(e, lines, n), "of\xC2\xAD|fice|", "cut in the ligature");
    is_int(lines[0].pieces[0].text.n, 3, "o, f, hyphen");
    is_int(lines[1].pieces[0].text.n, 3, "fi, c, e");
    is_int(page_text_cluster(&lines[0].pieces[0].text, 2), 2,
           "the hyphen's cluster is behind the letters");
    ok(lines[0].hyphen, "the line says that it ends in a hyphen");
    inline_drop(b);
}

static void test_urls(struct env *e) {
    struct str got = set_text(
        e, &e->roman, "https://www.example.org/a/long/path/to/some/page.html?x=1&y=%20z", 90);
    ok(str_find(got, STR("\xC2\xAD")) == STR_NONE, "no hyphen in a URL");
    ok(str_find(got, STR("https://|")) != STR_NONE || str_starts(got, STR("https://www.")),
       "nothing is cut in front of the host");
    ok(str_find(got, STR("%|")) == STR_NONE && str_find(got, STR("%2|")) == STR_NONE,
       "escapes stay whole");
    if (!ok(str_find(got, STR("/|")) != STR_NONE, "cut behind slashes")) {
        note("%.*s", STR_ARG(got));
    }
    size_t n = 0;
    for (size_t i = 0; i < got.n; i++) {
        n += got.p[i] == '|';
    }
    ok(n >= 3, "a long URL takes several lines");
}

static void test_long_words(struct env *e) {
    struct inline_style unknown = e->roman;
    unknown.lang = STR("qaa"); /* no patterns */
    struct str got = set_text(e, &unknown, "donaudampfschifffahrtsgesellschaftskapitäne", 90);
    ok(str_find(got, STR("\xC2\xAD|")) != STR_NONE, "a long word is cut with a hyphen");
    got = set_text(e, &unknown, "ACGTACGTACGTACGTACGTACGTACGTACGTACGTACGTACGT", 90);
    ok(str_find(got, STR("|")) != STR_NONE && str_find(got, STR("\xC2\xAD")) == STR_NONE,
       "a sequence without");
    is_str(shaper_unhyphenated(e->s, 0), "qaa", "languages without patterns are known");
    is_str(shaper_unhyphenated(e->s, 1), "", "and no others");
}

static void test_styles(struct env *e) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    int tag = 0;
    e->italic.tag = &tag;
    inline_text(b, &e->roman, STR("some "));
    inline_text(b, &e->italic, STR("empha"));
    inline_text(b, &e->italic, STR("sised"));
    inline_text(b, &e->roman, STR(" text"));
    struct inline_line *lines = set(e, b, 400 * SP_PT, INLINE_JUSTIFY, &n);
    is_int(lines[0].n, 3, "three pieces");
    is_str(lines[0].pieces[0].text.text, "some ", "the space belongs to its style");
    is_str(lines[0].pieces[1].text.text, "emphasised", "texts of one style are joined");
    ok(lines[0].pieces[1].tag == &tag && lines[0].pieces[1].style == &e->italic, "tag and style");
    is_int(lines[0].pieces[1].x, lines[0].pieces[0].x + lines[0].pieces[0].width,
           "pieces follow one another");
    ok(lines[0].forced && lines[0].badness == 0, "the last line is not stretched");
    sp narrow, wide;
    inline_measure(b, &narrow, &wide);
    ok(wide >= lines[0].natural - 4 && wide <= lines[0].natural + 4,
       "the widest is the line as it is, but for rounding");
    ok(narrow < wide && narrow >= lines[0].pieces[1].width, "the narrowest its longest word");
    inline_drop(b);
}

/* Returns the width of a slanted word and an upright one behind it, set without a space. */
static sp slanted_then(struct env *e, const char *first, const char *second) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->italic, str_of(first));
    inline_text(b, &e->roman, str_of(second));
    struct inline_line *lines = set(e, b, 100 * SP_PT, INLINE_LEFT, &n);
    sp width = n == 1 ? lines[0].natural : 0;
    inline_drop(b);
    return width;
}

static void test_italic_correction(struct env *e) {
    sp slanted = slanted_then(e, "f", ""), bracket = slanted_then(e, "", ")");
    ok(slanted_then(e, "f", ")") > slanted + bracket, "an f does not lean into a bracket");
    ok(slanted_then(e, "f", ")") < slanted + bracket + SIZE / 10, "and the gap is not a space");
    sp point = slanted_then(e, "", ".");
    is_int(slanted_then(e, "f", "."), slanted + point, "a full stop stays near");
}

static void test_rise(struct env *e) {
    struct inline_style sup = e->roman;
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    sup.size = 7 * SP_PT;
    sup.rise = 4 * SP_PT;
    inline_text(b, &e->roman, STR("x"));
    inline_text(b, &sup, STR("2"));
    struct inline_line *lines = set(e, b, 100 * SP_PT, INLINE_JUSTIFY, &n);
    is_int(lines[0].pieces[1].text.y, -4 * SP_PT, "a superscript stands higher");
    ok(lines[0].height > 8 * SP_PT, "and makes the line higher");
    ok(lines[0].depth < 3 * SP_PT, "but not deeper");
    inline_drop(b);
}

static void test_boxes(struct env *e) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    int box, mark, gap;
    inline_text(b, &e->roman, STR("see"));
    inline_mark(b, &mark, NULL);
    inline_text(b, &e->roman, STR(" "));
    inline_box(b, 20 * SP_PT, 9 * SP_PT, 4 * SP_PT, &box, NULL);
    inline_text(b, &e->roman, STR(", then"));
    inline_glue(b, 0, SP_PT, 0, 1, &gap);
    inline_text(b, &e->roman, STR("7"));
    struct inline_line *lines = set(e, b, 200 * SP_PT, INLINE_LEFT, &n);
    is_str(line_text(e, &lines[0]), "see[M] [B], then[G]7", "boxes, marks and gaps in their order");
    is_int(lines[0].height, 9 * SP_PT, "a box makes the line high");
    is_int(lines[0].depth, 4 * SP_PT, "and deep");
    sp end = line_end(&lines[0]);
    ok(end > 200 * SP_PT - 400 && end <= 200 * SP_PT,
       "an infinite gap pushes the rest to the margin");
    for (size_t i = 0; i < lines[0].n; i++) {
        const struct inline_piece *p = &lines[0].pieces[i];
        if (p->kind == INLINE_GAP) {
            ok(p->tag == &gap && p->width > 100 * SP_PT,
               "the gap comes back with its tag and width");
        } else if (p->kind == INLINE_MARK) {
            ok(p->box == &mark && p->width == 0, "the mark with what it marks");
        }
    }
    inline_drop(b);

    b = inline_new(e->s);
    ok(inline_is_empty(b), "a new builder is empty");
    inline_text(b, &e->roman, STR("  \n"));
    ok(inline_is_empty(b), "with white space too");
    inline_mark(b, &mark, NULL);
    ok(!inline_is_empty(b), "with a mark it is not");
    inline_drop(b);
}

static void test_newlines(struct env *e) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->roman, STR("one "));
    inline_newline(b);
    inline_text(b, &e->roman, STR(" two"));
    inline_newline(b);
    struct inline_line *lines = set(e, b, 200 * SP_PT, INLINE_JUSTIFY, &n);
    is_str(lines_text(e, lines, n), "one |two|",
           "a break, spaces around it gone, none behind the last");
    ok(lines[0].forced, "the first line ends by force");
    is_int(lines[1].pieces[0].x, 0, "the second begins at the margin");
    lines = set(e, b, 200 * SP_PT, INLINE_CENTER, &n);
    ok(lines[0].pieces[0].x > 80 * SP_PT && lines[0].pieces[0].x < 100 * SP_PT, "centred");
    lines = set(e, b, 200 * SP_PT, INLINE_RIGHT, &n);
    ok(line_end(&lines[0]) >= 200 * SP_PT, "flush right");
    inline_drop(b);
}

static void test_verbatim(struct env *e) {
    is_str(set_text(e, &e->mono, "if (x)\n    y  = 1;\n\n\tz();", 400),
           "if (x) |    y  = 1; ||    z();|", "code keeps its lines and spaces");
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->mono, STR("a\n    b"));
    struct inline_line *lines = set(e, b, 400 * SP_PT, INLINE_LEFT, &n);
    is_int(lines[1].natural, 5 * font_scale(e->mono.font, 525, SIZE), "five columns");
    is_int(lines[0].pieces[0].text.expansion, 10000, "which do not stretch");
    inline_drop(b);
}

static void test_spacing(struct env *e) {
    struct inline_style french = e->roman;
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->roman, STR("Stop. Go"));
    sp wide = set(e, b, 400 * SP_PT, INLINE_JUSTIFY, &n)[0].natural;
    inline_drop(b);
    french.flags |= INLINE_FRENCH;
    b = inline_new(e->s);
    inline_text(b, &french, STR("Stop. Go"));
    sp even = set(e, b, 400 * SP_PT, INLINE_JUSTIFY, &n)[0].natural;
    inline_drop(b);
    is_int(wide - even, font_scale(e->roman.font, 333, SIZE) / 3,
           "a sentence's end is wider by a third");
    b = inline_new(e->s);
    inline_text(b, &e->roman, STR("X. Go"));
    sp initial = set(e, b, 400 * SP_PT, INLINE_JUSTIFY, &n)[0].natural;
    inline_drop(b);
    b = inline_new(e->s);
    inline_text(b, &french, STR("X. Go"));
    is_int(set(e, b, 400 * SP_PT, INLINE_JUSTIFY, &n)[0].natural, initial,
           "an initial is no sentence");
    inline_drop(b);
}

static void test_fallback(struct env *e) {
    struct inline_builder *b = inline_new(e->s);
    size_t n, nmissing;
    inline_text(b, &e->roman,
                STR("an \xCE\xB1-ray, e\xCC\x81t\xC3\xA9 \xF4\x8F\xBF\xBD \xF4\x8F\xBF\xBD"));
    struct inline_line *lines = set(e, b, 400 * SP_PT, INLINE_JUSTIFY, &n);
    const struct inline_missing *missing = inline_missing(b, &nmissing);
    is_int(nmissing, 1, "one character is missing");
    is_int(missing[0].cp, 0x10FFFD, "and named");
    bool zero = false, greek = false;
    for (size_t i = 0; i < lines[0].n; i++) {
        const struct page_text *t = &lines[0].pieces[i].text;
        greek = greek || (str_eq(t->text, STR("\xCE\xB1")) && t->font != e->roman.font);
        for (size_t k = 0; k < t->n; k++) {
            zero = zero || page_text_glyph(t, k).id == 0;
        }
    }
    ok(greek, "Greek comes from another font");
    ok(!zero, "no glyph 0 is set");
    struct str text = line_text(e, &lines[0]);
    ok(str_find(text, STR("\xC3\xA9t\xC3\xA9")) != STR_NONE, "accents are composed");
    inline_drop(b);
}

static void test_ideographs(struct env *e) {
    if (fonts_fallback(e->fonts, 0x6587, 0) == NULL) {
        skip("no font with ideographs is installed");
        return;
    }
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    /* Ten characters, a full stop behind the fifth: it must not begin a line. */
    inline_text(b, &e->roman,
                STR("\xE4\xB8\x80\xE4\xBA\x8C\xE4\xB8\x89\xE5\x9B\x9B\xE4\xBA\x94\xE3\x80\x82"
                    "\xE5\x85\xAD\xE4\xB8\x83\xE5\x85\xAB\xE4\xB9\x9D\xE5\x8D\x81"));
    struct inline_line *lines = set(e, b, 52 * SP_PT, INLINE_JUSTIFY, &n);
    ok(n >= 2, "cut without spaces");
    bool stop = false;
    for (size_t i = 0; i < n; i++) {
        stop = stop || str_starts(line_text(e, &lines[i]), STR("\xE3\x80\x82"));
    }
    ok(!stop, "no line begins with a full stop");
    sp end = line_end(&lines[0]);
    ok(end > 52 * SP_PT - 100 && end < 52 * SP_PT + 100,
       "the line is stretched between characters");
    inline_drop(b);
}

/* ---- right to left */

#define ALEF "\xD7\x90"
#define BET "\xD7\x91"
#define GIMEL "\xD7\x92"

static int by_place(const void *a, const void *b) {
    const struct inline_piece *x = a, *y = b;
    return (x->text.x > y->text.x) - (x->text.x < y->text.x);
}

/* The texts of a line's pieces from left to right as they are seen, each in the order of its text;
 * a bar between two. */
static struct str seen(struct env *e, const struct inline_line *line) {
    struct inline_piece *sorted = arena_copy(e->a, line->pieces, line->n * sizeof *line->pieces);
    struct buf b = BUF_INIT;
    qsort(sorted, line->n, sizeof *sorted, by_place);
    for (size_t i = 0; i < line->n; i++) {
        if (sorted[i].kind == INLINE_TEXT && str_trim(sorted[i].text.text).n > 0) {
            buf_puts(&b, b.n ? "|" : "");
            buf_str(&b, str_trim(sorted[i].text.text));
        }
    }
    return buf_finish(&b, e->a);
}

static struct str seen_of(struct env *e, const struct inline_style *style, const char *text) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, style, str_of(text));
    struct inline_line *lines = set(e, b, 400 * SP_PT, INLINE_JUSTIFY, &n);
    struct str out = seen(e, &lines[0]);
    inline_drop(b);
    return out;
}

static void test_order(struct env *e) {
    struct inline_style rtl = e->roman;
    rtl.rtl = true;
    is_str(seen_of(e, &e->roman, "one " ALEF " " BET " two"), "one|" BET "|" ALEF "|two",
           "Hebrew within English");
    is_str(seen_of(e, &rtl, ALEF " one two " BET), BET "|one two|" ALEF, "English within Hebrew");
    is_str(seen_of(e, &rtl, ALEF " 12, 13"), "13|,|12|" ALEF, "numbers run rightwards");
    is_str(seen_of(e, &rtl, "one."), ".|one", "the full stop ends the line at its left");
}

/* The left end of the first visible glyph, and the right end of the last one. */
static void ends_of(const struct inline_line *line, sp *left, sp *right) {
    *left = SP_MAX;
    *right = -SP_MAX;
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *p = &line->pieces[i];
        *left = p->width > 0 && p->x < *left ? p->x : *left;
        *right = p->width > 0 && p->x + p->width > *right ? p->x + p->width : *right;
    }
}

static void test_mirrored(struct env *e) {
    struct inline_style rtl = e->roman;
    struct inline_builder *b = inline_new(e->s);
    struct para_params p;
    size_t n;
    sp left, right;
    rtl.rtl = true;
    for (int i = 0; i < 30; i++) {
        inline_text(b, &rtl, STR(ALEF BET GIMEL ALEF " " BET GIMEL " "));
    }
    para_params_init(&p, 100 * SP_PT);
    p.first_indent = 20 * SP_PT;
    struct inline_line *lines = inline_break(b, &p, INLINE_JUSTIFY, &n);
    ok(n > 3, "several lines");
    ends_of(&lines[0], &left, &right);
    ok(left > -100 && left < 100 && right == 80 * SP_PT, "the first is indented at its right");
    ends_of(&lines[1], &left, &right);
    ok(left > -100 && left < 100 && right == 100 * SP_PT, "others fill the measure");
    ends_of(&lines[n - 1], &left, &right);
    ok(right == 100 * SP_PT && left > 10 * SP_PT, "the last is flush right");
    const struct inline_piece *last = &lines[0].pieces[lines[0].n - 1];
    ok(str_eq(last->text.text, STR(" ")) && last->text.x < 0 && last->width == 0,
       "the space at a line's end stands beyond its left end");
    lines = inline_break(b, &p, INLINE_END, &n);
    ends_of(&lines[1], &left, &right);
    is_int(left, 0, "the end is at the left");
    inline_drop(b);
}

/* Glyphs are kept small where all of a text can be, and say the same in both forms. */
static void test_small_glyphs(struct env *e) {
    const struct font_glyph odd[] = {{.id = 7, .advance = -32768, .cluster = 65535},
                                     {.id = 65536},
                                     {.advance = 32768},
                                     {.advance = -32769},
                                     {.cluster = 65536},
                                     {.dx = 1},
                                     {.dy = -1}};
    struct page_gap gaps[] = {{0, 5}, {1, -5}};
    for (size_t i = 0; i < ARRAY_LEN(odd); i++) {
        struct font_glyph glyphs[] = {{.id = 1, .advance = 500}, odd[i]};
        struct page_text t = {
            .glyphs = glyphs, .n = 2, .gaps = gaps, .ngaps = 2, .text = STR("ab")};
        page_text_keep(e->a, &t);
        struct font_glyph back = page_text_glyph(&t, 1);
        ok(t.is_small == (i == 0), "the first of them is small");
        ok(back.id == odd[i].id && back.advance == odd[i].advance && back.dx == odd[i].dx &&
               back.dy == odd[i].dy && back.cluster == odd[i].cluster &&
               page_text_cluster(&t, 1) == odd[i].cluster,
           "it is what it was");
        ok(page_text_glyph(&t, 0).advance == 500 && t.gaps != gaps && t.gaps[1].size == -5 &&
               str_is(t.text, "ab"),
           "with all there is of it");
    }
}

/* Letters of one word in two styles keep the shapes they have together. */
static void test_joined(struct env *e) {
    struct inline_style red = e->roman;
    red.colour.r = 200;
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->roman, STR("\xD8\xA8"));
    inline_text(b, &red, STR("\xD8\xA8"));
    struct inline_line *lines = set(e, b, 100 * SP_PT, INLINE_LEFT, &n);
    if (is_int(lines[0].n, 2, "two pieces")) {
        const struct page_text *first = &lines[0].pieces[0].text, *last = &lines[0].pieces[1].text;
        const struct font_run *both = font_shape(first->font, STR("\xD8\xA8\xD8\xA8"),
                                                 FONT_DEFAULT_FEATURES | FONT_RTL, STR("en-US"));
        ok(page_text_glyph(first, 0).id == both->glyphs[both->n - 1].id, "the first letter joins");
        ok(page_text_glyph(last, 0).id == both->glyphs[0].id, "and the one behind it");
        ok(first->x > last->x, "which stands at its left");
    }
    inline_drop(b);
}

static void test_isolates(struct env *e) {
    struct inline_builder *b = inline_new(e->s);
    size_t n;
    inline_text(b, &e->roman, STR("one "));
    inline_isolate(b, UNICODE_RTL);
    inline_text(b, &e->roman, STR("two, " ALEF));
    inline_isolate_end(b);
    inline_text(b, &e->roman, STR(" 3"));
    inline_box(b, 5 * SP_PT, SP_PT, 0, b, NULL);
    struct inline_line *lines = set(e, b, 400 * SP_PT, INLINE_LEFT, &n);
    is_str(seen(e, &lines[0]), "one|" ALEF "|,|two|3", "an isolate has a direction of its own");
    ok(lines[0].pieces[lines[0].n - 1].x > lines[0].pieces[0].x, "and what follows none of it");
    sp narrow, wide;
    inline_measure(b, &narrow, &wide);
    ok(wide >= lines[0].natural - 100 && wide <= lines[0].natural + 100, "measured as it is set");
    inline_drop(b);
}

static void test_directions(struct env *e) {
    if (fonts_fallback(e->fonts, 0x5D0, 0) == NULL || fonts_fallback(e->fonts, 0x628, 0) == NULL) {
        skip("no font with Hebrew and Arabic is installed");
        return;
    }
    test_order(e);
    test_mirrored(e);
    test_joined(e);
    test_small_glyphs(e);
    test_isolates(e);
}

/* Any bytes, at any width: they come out, and no line is lost. */
static void test_hostile(struct env *e) {
    uint32_t seed = 7;
    bool alive = true;
    for (int round = 0; round < 200; round++) {
        char text[200];
        size_t n, len = 0;
        while (len < 190) {
            seed = seed * 1664525u + 1013904223u;
            uint32_t pick = seed >> 24;
            uint32_t cp = pick < 100   ? 'a' + pick % 26
                          : pick < 150 ? ' '
                          : pick < 170 ? 0x2000 + pick % 64
                          : pick < 190 ? 0x300 + pick % 60
                          : pick < 200 ? 0xAD
                          : pick < 210 ? 0x5D0 + pick % 20
                          : pick < 220 ? 0x4E00 + pick
                                       : (seed >> 8) % 0x3000;
            len += utf8_encode(cp, text + len);
        }
        struct inline_builder *b = inline_new(e->s);
        inline_text(b, round % 3 == 0 ? &e->mono : &e->roman, (struct str){text, len});
        struct inline_line *lines = set(e, b, (sp)(round * 2) * SP_PT, INLINE_JUSTIFY, &n);
        alive = alive && (n == 0 || lines != NULL);
        inline_drop(b);
    }
    ok(alive, "any characters at any width");
    struct str got = set_text(e, &e->roman, "\xFF\xC3(\x80 \xED\xA0\x80", 100);
    ok(got.n > 0, "ill-formed bytes do no harm");
}

#define ROUNDING 256 /* sp, of the parts of a line */

/* The width of a text in one line. */
static sp width_of(struct shaper *s, const struct inline_style *style, struct str text) {
    struct inline_builder *b = inline_new(s);
    sp narrowest, widest;
    inline_text(b, style, text);
    inline_measure(b, &narrowest, &widest);
    inline_drop(b);
    return widest;
}

static size_t overfull_lines(struct shaper *s, const struct inline_style *style, struct str text,
                             sp width, size_t *n) {
    struct inline_builder *b = inline_new(s);
    struct para_params p;
    size_t over = 0;
    para_params_init(&p, width);
    inline_text(b, style, text);
    const struct inline_line *lines = inline_break(b, &p, INLINE_JUSTIFY, n);
    for (size_t i = 0; i < *n; i++) {
        over += lines[i].overfull && lines[i].natural - lines[i].width > ROUNDING;
    }
    inline_drop(b);
    return over;
}

/* Words of letters, figures and signs, some of them joined; addresses; a few that are shaped. */
static struct str random_words(char *out, size_t room, uint32_t *seed) {
    static const char *const parts[] = {"\u00E9", "\u2019", "\u2013", "\u201C", "-",  "/",
                                        ".",      ",",      "10.1",   "www.",   ":",  "\u00AD",
                                        "\u00A0", "\u4E2D", "\u03B1", "ffi",    "AV", "7"};
    struct buf b = BUF_INIT;
    while (b.n < room - 8) {
        *seed = *seed * 1664525u + 1013904223u;
        uint32_t pick = *seed >> 20;
        if (pick % 8 < 5) {
            buf_putc(&b, (char)((pick % 8 == 0 ? 'A' : 'a') + pick / 8 % 26));
        } else if (pick % 8 == 5) {
            buf_puts(&b, parts[pick / 8 % ARRAY_LEN(parts)]);
        } else if (pick % 16 == 6) {
            buf_putc(&b, ' ');
        }
    }
    memcpy(out, b.p, b.n);
    struct str text = {out, b.n};
    buf_drop(&b);
    return text;
}

/* Letters that fonts keep away from signs. */
static void test_rough_signs(struct env *e) {
    static const char *const words[] = {
        "self)", "(if)", "ff)", "f?",  "f!", "f\u2019", "\u201Cif\u201D", "f]", "f\"", "T)",
        "V?",    "(j",   "f*",  "{f}", "W!", "Y'"};
    struct shaper *s = shaper_new(e->a, e->a, e->fonts);
    const struct inline_style *styles[] = {&e->roman, &e->italic, &e->mono};
    bool wider = true;
    shaper_measure_roughly(s);
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        for (size_t k = 0; k < ARRAY_LEN(styles); k++) {
            wider = wider && width_of(s, styles[k], str_of(words[i])) + ROUNDING >=
                                 width_of(e->s, styles[k], str_of(words[i]));
        }
    }
    ok(wider, "signs that fonts keep letters away from are no wider than their rough measure");
    shaper_drop(s);
}

/* What has room when it is measured roughly has room when it is set. */
static void test_rough(struct env *e) {
    struct shaper *s = shaper_new(e->a, e->a, e->fonts);
    const struct inline_style *styles[] = {&e->roman, &e->italic, &e->mono, &e->url};
    uint32_t seed = 3;
    bool wider = true, room = true, both = false;
    size_t sure = 0, n = 0;
    shaper_measure_roughly(s);
    for (int round = 0; round < 3000; round++) {
        char text[160];
        const struct inline_style *style = styles[round % 4];
        struct str words = random_words(text, (size_t)(10 + round % 140), &seed);
        sp width = (sp)(10 + round % 97) * 2 * SP_PT;
        wider = wider && width_of(s, style, words) + ROUNDING >= width_of(e->s, style, words);
        size_t over = overfull_lines(s, style, words, width, &n);
        size_t truly = overfull_lines(e->s, style, words, width, &n);
        room = room && (over > 0 || truly == 0);
        sure += over == 0;
        both = both || truly > 0;
    }
    ok(wider, "nothing is wider than its rough measure");
    ok(room && both, "no line that has room roughly is overfull");
    ok(sure > 1000, "and many of them have");
    is_int((int64_t)overfull_lines(s, &e->roman, STR("a word and another one"), 60 * SP_PT, &n), 0,
           "words go on lines");
    is_int((int64_t)n, 2, "as many as have room");
    shaper_drop(s);
}

/* Of what stands on rough lines boxes and marks are told. */
static void test_rough_pieces(struct env *e) {
    struct shaper *s = shaper_new(e->a, e->a, e->fonts);
    shaper_measure_roughly(s);
    struct inline_builder *b = inline_new(s);
    size_t n;
    int mark = 0, box = 0;
    inline_text(b, &e->roman, STR("one "));
    inline_box(b, 20 * SP_PT, 15 * SP_PT, 3 * SP_PT, &box, NULL);
    inline_mark(b, &mark, NULL);
    inline_newline(b);
    inline_text(b, &e->roman, STR("two"));
    struct inline_line *lines = set(e, b, 100 * SP_PT, INLINE_JUSTIFY, &n);
    is_int((int64_t)n, 2, "a forced break ends a rough line");
    ok(n == 2 && lines[0].forced && lines[0].n == 2 && lines[0].pieces[0].box == &box &&
           lines[0].pieces[1].box == &mark && lines[0].pieces[1].kind == INLINE_MARK,
       "which has its box and its mark");
    ok(n == 2 && lines[0].height == 15 * SP_PT && lines[0].depth == 3 * SP_PT &&
           lines[0].natural > 20 * SP_PT,
       "and is as high as the box");
    ok(n == 2 && lines[1].n == 0 && lines[1].height > 0 && !lines[1].overfull,
       "text has a height and no pieces");
    inline_drop(b);
    shaper_drop(s);
}

int main(void) {
    struct env e;
    env_open(&e);
    test_collapse(&e);
    test_justified(&e);
    test_hyphens(&e);
    test_ligature(&e);
    test_urls(&e);
    test_long_words(&e);
    test_styles(&e);
    test_italic_correction(&e);
    test_rise(&e);
    test_boxes(&e);
    test_newlines(&e);
    test_verbatim(&e);
    test_spacing(&e);
    test_fallback(&e);
    test_ideographs(&e);
    test_directions(&e);
    test_hostile(&e);
    test_rough(&e);
    test_rough_signs(&e);
    test_rough_pieces(&e);
    env_close(&e);
    return tap_done();
}
