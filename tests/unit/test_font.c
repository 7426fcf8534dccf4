/* SPDX-License-Identifier: MIT */
/*
 * Fonts of the packages that dossier needs: found by name, family and path, measured, shaped,
 * subset.
 */
#include "print/font/font.h"
#include "print/font/font_internal.h"

#include "tap.h"

static struct font *find(struct fonts *f, const char *family, unsigned style, sp size) {
    return fonts_find(f, str_of(family), style, size, NULL);
}

static bool has_name(struct font *font, const char *postscript) {
    return font != NULL && is_str(font_postscript_name(font), postscript, postscript);
}

static void test_find(struct fonts *f) {
    unsigned missing = 0;
    has_name(find(f, "Latin Modern Roman", 0, 10 * SP_PT), "LMRoman10-Regular");
    has_name(find(f, "latin modern roman", FONT_BOLD, 12 * SP_PT), "LMRoman12-Bold");
    has_name(find(f, "Latin Modern Roman", 0, 11 * SP_PT), "LMRoman10-Regular");
    has_name(find(f, "Latin Modern Roman", 0, 8 * SP_PT), "LMRoman8-Regular");
    has_name(find(f, "Latin Modern Roman", 0, 3 * SP_PT), "LMRoman5-Regular");
    has_name(find(f, "Latin Modern Roman", 0, 40 * SP_PT), "LMRoman17-Regular");
    has_name(find(f, "Latin Modern Roman", FONT_ITALIC, 5 * SP_PT), "LMRoman7-Italic");
    has_name(find(f, "Latin Modern Roman", FONT_SMALL_CAPS, 10 * SP_PT), "LMRomanCaps10-Regular");
    has_name(find(f, "Latin Modern Sans", FONT_BOLD | FONT_ITALIC, 10 * SP_PT),
             "LMSans10-BoldOblique");
    has_name(find(f, "Latin Modern Mono", FONT_BOLD, 10 * SP_PT), "LMMonoLt10-Bold");
    has_name(find(f, "Times New Roman", FONT_BOLD, 10 * SP_PT), "TeXGyreTermes-Bold");
    has_name(find(f, " Palatino ", FONT_BOLD | FONT_ITALIC, 10 * SP_PT),
             "TeXGyrePagella-BoldItalic");
    has_name(find(f, "Arial", 0, 10 * SP_PT), "TeXGyreHeros-Regular");
    has_name(find(f, "serif", 0, 10 * SP_PT), "LMRoman10-Regular");
    for (int c = FONT_SERIF; c <= FONT_MATH; c++) {
        ok(fonts_find(f, fonts_default_family((enum font_class)c), 0, 10 * SP_PT, NULL) != NULL,
           "the default families are there");
    }
    ok(f->fc == NULL, "fontconfig was not woken");

    struct font *caps =
        fonts_find(f, STR("TeX Gyre Pagella"), FONT_SMALL_CAPS, 10 * SP_PT, &missing);
    ok(caps != NULL && !missing, "small caps by feature are not missing");
    ok(fonts_find(f, STR("Latin Modern Roman"), FONT_SMALL_CAPS | FONT_BOLD, 10 * SP_PT,
                  &missing) != NULL &&
           missing,
       "a style that is lacking is reported");
    ok(fonts_find(f, STR("Latin Modern Math"), FONT_BOLD, 10 * SP_PT, &missing) != NULL && missing,
       "a bold of a family with one face is reported");
    ok(find(f, "Latin Modern Roman", 0, 10 * SP_PT) == find(f, "LMRoman", 0, 10 * SP_PT),
       "a face is opened once");
}

/* Weights by the order of CSS Fonts 4, section 5.2, and a slant for a family without italic. */
static void test_weights(struct fonts *f) {
    unsigned missing = 0;
    is_int(font_weight_face(400), FONT_REGULAR, "400 is regular");
    is_int(font_weight_face(700), FONT_BOLD, "700 is bold");
    is_int(font_style_weight(font_weight_face(300)), 300, "300 is a weight of its own");
    is_int(font_style_weight(font_weight_face(1000)), 900, "the heaviest is 900");
    is_int(font_style_weight(font_weight_face(300) | FONT_BOLD), 700, "bold in light text is bold");
    static const unsigned order[][4] = {
        {400, 500, 300, 600}, {300, 200, 400, 500}, {600, 900, 500, 400}, {500, 400, 600, 700}};
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        bool rising = font_weight_cost(order[i][0], order[i][0]) == 0;
        for (size_t k = 1; k + 1 < 4; k++) {
            rising = rising && font_weight_cost(order[i][0], order[i][k]) <
                                   font_weight_cost(order[i][0], order[i][k + 1]);
        }
        ok(rising, "the nearest weight first");
    }
    struct font *upright = find(f, "Noto Sans Mono", 0, 10 * SP_PT);
    if (upright == NULL) {
        skip("Noto Sans Mono");
        return;
    }
    struct font *slanted =
        fonts_find(f, STR("Noto Sans Mono"), FONT_ITALIC | FONT_SLANTED, 10 * SP_PT, &missing);
    int32_t one[4], two[4];
    ok(slanted != upright && missing == FONT_ITALIC &&
           font_glyph_box(upright, font_glyph(upright, 'H'), one) &&
           font_glyph_box(slanted, font_glyph(slanted, 'H'), two) &&
           two[2] - two[0] > one[2] - one[0],
       "a family without italic is slanted, and reported");
    is_int(font_char_advance(slanted, 'H'), font_char_advance(upright, 'H'), "its widths stay");
}

static void test_not_found(struct fonts *f) {
    ok(find(f, "No Such Family", 0, 10 * SP_PT) == NULL, "a family that is not installed is NULL");
    ok(find(f, "", 0, 10 * SP_PT) == NULL, "so is no name");
    ok(find(f, "/no/such/file.otf", 0, 10 * SP_PT) == NULL, "a file that is not there");
    ok(find(f, "/etc/passwd", 0, 10 * SP_PT) == NULL, "a file that is no font");
    ok(find(f, "/tmp", 0, 10 * SP_PT) == NULL, "a folder");
    ok(fonts_find(f, (struct str){"a\0b", 3}, 0, 10 * SP_PT, NULL) == NULL, "a name with a NUL");
    size_t n;
    const struct str *names = fonts_families(f, &n);
    bool sorted = n > 0;
    for (size_t i = 1; i < n; i++) {
        sorted = sorted && str_cmp(names[i - 1], names[i]) < 0;
    }
    ok(sorted, "the installed families are listed in order, each once");
}

static void test_system(struct fonts *f) {
    unsigned missing = 0;
    struct font *font = fonts_find(f, STR("LM Roman Dunhill 10"), 0, 10 * SP_PT, &missing);
    ok(font != NULL && !missing, "a family the table does not know comes from fontconfig");
    if (font != NULL) {
        ok(str_find(font_postscript_name(font), STR("Dunh")) != STR_NONE, "and is that family");
    }
    struct str path = STR("/usr/share/texmf/fonts/opentype/public/lm/lmroman10-bold.otf");
    has_name(fonts_find(f, path, 0, 10 * SP_PT, NULL), "LMRoman10-Bold");
}

static void test_metrics(struct fonts *f) {
    const struct font_metrics *m = font_metrics(find(f, "Latin Modern Roman", 0, 10 * SP_PT));
    is_int(m->upem, 1000, "units to the em");
    is_int(m->space, 333, "TeX's word space");
    is_int(m->x_height, 431, "x-height");
    is_int(m->cap_height, 683, "height of capitals");
    ok(m->text_height > 680 && m->text_height < 710, "a d is as high as in TeX");
    ok(m->text_depth > 180 && m->text_depth < 220, "a p as deep");
    ok(m->ascender > 700 && m->descender < -150, "ascender and descender have their signs");
    ok(m->serif && !m->fixed_pitch && m->slant == 0, "a roman");
    m = font_metrics(find(f, "Latin Modern Mono", 0, 10 * SP_PT));
    ok(m->fixed_pitch, "a typewriter");
    is_int(m->space, 525, "has wide spaces");
    m = font_metrics(find(f, "Latin Modern Roman", FONT_ITALIC, 10 * SP_PT));
    ok(m->slant < -10000 && m->slant > -20000, "italics lean to the right");
    m = font_metrics(find(f, "TeX Gyre Heros", 0, 10 * SP_PT));
    ok(!m->serif, "a sans has no serifs");
    struct font *roman = find(f, "Latin Modern Roman", 0, 10 * SP_PT);
    is_int(font_scale(roman, 500, 10 * SP_PT), 5 * SP_PT, "half an em at 10 pt");
    is_int(font_scale(roman, 1, 1499), 1, "rounded down below a half");
    is_int(font_scale(roman, 1, 1500), 2, "half away from zero");
    is_int(font_scale(roman, -1, 1500), -2, "also below it");
}

static void test_shape(struct fonts *f) {
    struct font *roman = find(f, "Latin Modern Roman", 0, 10 * SP_PT);
    const struct font_run *run = font_shape(roman, STR("office"), FONT_DEFAULT_FEATURES, STR("en"));
    is_int(run->n, 4, "ffi is one glyph");
    is_int(run->glyphs[2].cluster, 4, "the cluster behind it is at its byte");
    ok(font_shape(roman, STR("office"), FONT_DEFAULT_FEATURES, STR("en")) == run, "cached");
    const struct font_run *plain = font_shape(roman, STR("office"), FONT_KERN, STR("en"));
    is_int(plain->n, 6, "without ligatures six");
    ok(font_shape(roman, STR("office"), FONT_DEFAULT_FEATURES, STR("en-US")) != run,
       "another language is another entry");
    const struct font_run *kerned = font_shape(roman, STR("AV"), FONT_KERN, STR("en"));
    const struct font_run *loose = font_shape(roman, STR("AV"), 0, STR("en"));
    is_int(loose->width - kerned->width, 111, "A and V are kerned as in Computer Modern");
    is_int(font_shape(roman, STR(""), 0, STR("en"))->n, 0, "no text, no glyphs");
    is_int(font_shape(roman, STR("\xCE\xB1"), 0, STR("el"))->glyphs[0].id, 0,
           "what the font lacks is glyph 0");
    int64_t sum = 0;
    for (size_t i = 0; i < run->n; i++) {
        sum += run->glyphs[i].advance;
    }
    is_int(run->width, sum, "the width is the sum of the advances");
    struct font *pagella = find(f, "TeX Gyre Pagella", 0, 10 * SP_PT);
    const struct font_run *caps = font_shape(pagella, STR("abc"), FONT_SMCP, STR("en"));
    ok(caps->glyphs[0].id != font_glyph(pagella, 'a'), "small caps by feature");
    /* The cache grows and still finds everything. */
    const struct font_run *first[2000];
    char text[16];
    bool same = true;
    for (int i = 0; i < 2000; i++) {
        int n = snprintf(text, sizeof text, "w%d", i);
        first[i] = font_shape(roman, (struct str){text, (size_t)n}, 3, STR("en"));
    }
    for (int i = 0; i < 2000; i++) {
        int n = snprintf(text, sizeof text, "w%d", i);
        same = same && font_shape(roman, (struct str){text, (size_t)n}, 3, STR("en")) == first[i];
    }
    ok(same, "two thousand words are all found again");
}

static void test_fallback(struct fonts *f) {
    struct font *greek = fonts_fallback(f, 0x3B1, 0);
    ok(greek != NULL && font_has(greek, 0x3B1), "alpha is somewhere");
    has_name(greek, "GentiumPlus");
    ok(fonts_fallback(f, 0x3B1, 0) == greek, "and stays there");
    has_name(fonts_fallback(f, 0x3B1, FONT_BOLD), "GentiumPlus-Bold");
    struct font *set = fonts_fallback(f, 0x2115, 0);
    ok(set != NULL && font_has(set, 0x2115), "a double-struck N too");
    struct font *han = fonts_fallback(f, 0x738B, 0);
    if (han) {
        ok(font_has(han, 0x738B), "a Chinese character too");
    } else {
        skip("no font with ideographs is installed");
    }
    ok(fonts_fallback(f, 0x10FFFD, 0) == NULL, "a private character is nowhere");
    ok(fonts_fallback(f, 0x10FFFD, 0) == NULL, "also the second time");
}

/* A face for each class and script; families that are not installed leave nothing to see. */
static void test_stand_ins(struct fonts *f) {
    static const struct {
        uint32_t cp;
        const char *beside, *lang, *want, *family;
    } rows[] = {
        {0x3B1, "Latin Modern Roman", "en", "GentiumPlus", "Gentium Plus"},
        {0x3B1, "Latin Modern Sans", "en", "NotoSans-Regular", "Noto Sans"},
        {0x2500, "Latin Modern Mono", "en", "DejaVuSansMono", "DejaVu Sans Mono"},
        {0xE01, "Latin Modern Roman", "th", "NotoSerifThai-Regular", "Noto Serif Thai"},
        {0xE01, "Latin Modern Sans", "th", "NotoSansThai-Regular", "Noto Sans Thai"},
        {0x964, "Latin Modern Roman", "hi", "NotoSerifDevanagari-Regular", "Noto Serif Devanagari"},
        {0x76F4, "Latin Modern Roman", "zh", "NotoSerifCJKsc-Regular", "Noto Serif CJK SC"},
        {0x76F4, "Latin Modern Roman", "zh-Hant", "NotoSerifCJKtc-Regular", "Noto Serif CJK TC"},
        {0x76F4, "Latin Modern Roman", "zh-HK", "NotoSerifCJKhk-Regular", "Noto Serif CJK HK"},
        {0x76F4, "Latin Modern Sans", "ja-JP", "NotoSansCJKjp-Regular", "Noto Sans CJK JP"},
        {0x76F4, "Latin Modern Roman", "ko", "NotoSerifCJKkr-Regular", "Noto Serif CJK KR"},
        {0x3042, "Latin Modern Roman", "en", "NotoSerifCJKjp-Regular", "Noto Serif CJK JP"},
        {0xAC00, "Latin Modern Roman", "en", "NotoSerifCJKkr-Regular", "Noto Serif CJK KR"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct font *beside = find(f, rows[i].beside, 0, 10 * SP_PT);
        if (beside == NULL || find(f, rows[i].family, 0, 10 * SP_PT) == NULL) {
            skip(rows[i].family);
            continue;
        }
        has_name(fonts_stand_in(f, rows[i].cp, beside, 0, str_of(rows[i].lang)), rows[i].want);
    }
}

static void test_choices(struct fonts *f) {
    static const struct font_choice choices[] = {
        {.family = STR("No Such Family"), .cls = FONT_SERIF},
        {.family = STR("TeX Gyre Termes"), .cls = FONT_SERIF},
        {.family = STR("TeX Gyre Heros"), .cls = FONT_SERIF, .cjk = true},
    };
    struct font *roman = find(f, "Latin Modern Roman", 0, 10 * SP_PT);
    struct font *sans = find(f, "Latin Modern Sans", 0, 10 * SP_PT);
    fonts_choose(f, choices, ARRAY_LEN(choices));
    has_name(fonts_stand_in(f, 0x3B1, roman, 0, STR("en")), "TeXGyreTermes-Regular");
    has_name(fonts_cjk(f, 0x201C, roman, FONT_BOLD, STR("zh")), "TeXGyreHeros-Bold");
    ok(fonts_choose_cjk(f), "one is for East Asia");
    struct font *other = fonts_stand_in(f, 0x3B1, sans, 0, STR("en"));
    ok(other != NULL && !str_starts(font_postscript_name(other), STR("TeXGyreTermes")),
       "but not beside a sans");
    fonts_choose(f, NULL, 0);
    ok(!fonts_choose_cjk(f), "choices are taken back");
}

static void test_sizes(struct fonts *f) {
    struct font *roman = find(f, "Latin Modern Roman", 0, 10 * SP_PT);
    struct font *heros = find(f, "TeX Gyre Heros", 0, 10 * SP_PT);
    struct font *mono = find(f, "Latin Modern Mono", 0, 10 * SP_PT);
    struct font *cursor = find(f, "TeX Gyre Cursor", 0, 10 * SP_PT);
    sp size = font_size_beside(heros, roman, 10 * SP_PT);
    sp own = font_scale(heros, font_metrics(heros)->x_height, size);
    sp want = font_scale(roman, font_metrics(roman)->x_height, 10 * SP_PT);
    ok(own - want < SP_PT / 20 && want - own < SP_PT / 20, "small letters are of one height");
    size = font_size_beside(cursor, mono, 10 * SP_PT);
    own = font_scale(cursor, font_metrics(cursor)->space, size);
    want = font_scale(mono, font_metrics(mono)->space, 10 * SP_PT);
    ok(own - want < SP_PT / 20 && want - own < SP_PT / 20, "typewriters are of one width");
    is_int(font_size_beside(roman, roman, 10 * SP_PT), 10 * SP_PT, "a font beside itself");
    is_str(fonts_package(0x6587), "fonts-noto-cjk", "the package for ideographs");
    is_str(fonts_package(0x0378), "", "none for what is no character");
    is_str(fonts_package(0x0E01), "fonts-noto-core", "and for Thai");
}

/* Shapes a text, subsets its glyphs twice and looks at the result. */
static void check_subset(struct fonts *f, const char *family, const char *text, bool cff,
                         size_t most) {
    struct arena *a = f->arena;
    struct font *font = find(f, family, 0, 10 * SP_PT);
    struct font_subset one, two;
    uint32_t glyphs[64];
    if (font == NULL) {
        skip(family);
        return;
    }
    const struct font_run *run = font_shape(font, str_of(text), 3, STR("en"));
    for (size_t i = 0; i < run->n; i++) {
        glyphs[i] = run->glyphs[run->n - 1 - i].id; /* any order */
    }
    if (!ok(font_subset_make(a, font, glyphs, NULL, run->n, &one), family)) {
        return;
    }
    is_int(one.cff, cff, "the right kind of program");
    ok(one.program.n > 200 && one.program.n < most, "small");
    bool sorted = one.used[0] == 0 && one.cids[0] == 0;
    for (size_t i = 1; i < one.n; i++) {
        sorted = sorted && one.used[i] > one.used[i - 1];
    }
    ok(sorted, "glyphs in order, glyph 0 first");
    ok(font_subset_make(a, font, glyphs, NULL, run->n, &two) && str_eq(one.program, two.program),
       "the same bytes twice");
}

static void test_subset(struct fonts *f) {
    const char *text = "Difficult office, Wxyz 0123";
    check_subset(f, "Latin Modern Roman", text, true, 8000);
    check_subset(f, "Latin Modern Sans", text, true, 8000);
    check_subset(f, "Latin Modern Mono", text, true, 8000);
    check_subset(f, "Latin Modern Math", "x+y=z", true, 8000);
    check_subset(f, "TeX Gyre Termes", text, true, 8000);
    check_subset(f, "TeX Gyre Pagella", text, true, 8000);
    check_subset(f, "TeX Gyre Heros", text, true, 8000);
    check_subset(f, "TeX Gyre Cursor", text, true, 9000);
    check_subset(f, "TeX Gyre Schola", text, true, 8000);
    check_subset(f, "TeX Gyre Bonum", text, true, 8000);
    check_subset(f, "TeX Gyre Adventor", text, true, 8000);
    check_subset(f, "Noto Sans", text, false, 20000);
    check_subset(f, "Noto Serif", text, false, 20000);
    check_subset(f, "Gentium Plus", "\xCE\xB1\xCE\xB2 \xC3\xA9", false, 20000);
    check_subset(f, "Noto Serif CJK SC", "\xE7\x8E\x8B\xE5\xB0\x8F", true, 20000);
}

/* Noto's CJK fonts are CID-keyed: the codes are the font's CIDs, which are its glyph numbers, not
 * the subset's. */
static void test_cid_keyed(struct fonts *f) {
    struct font *font = find(f, "Noto Serif CJK SC", 0, 10 * SP_PT);
    struct font_subset s;
    if (font == NULL) {
        skip("fonts-noto-cjk is not installed");
        return;
    }
    uint32_t glyph = font_glyph(font, 0x738B);
    ok(font_subset_make(f->arena, font, &glyph, NULL, 1, &s), "subset");
    is_int(s.n, 2, "two glyphs");
    is_int(s.cids[1], glyph, "the code is the original CID");
}

static void test_cff(void) {
    uint32_t cids[4];
    bool keyed;
    /* Header, empty name INDEX, a top DICT with ROS and a charset at 24, then the charset (format
     * 2: 7, 8, 9). */
    static const char font[] = "\x01\x00\x04\x01\x00\x00\x00\x01\x01\x01\x09"
                               "\x8B\x8B\x8B\x0C\x1E\x9F\x0F\x8B"
                               "\x02\x00\x07\x00\x02";
    struct str data = {font, sizeof font - 1};
    ok(!font_cff_cids(data, cids, 4, &keyed), "charset outside of the font");
    static const char right[] = "\x01\x00\x04\x01\x00\x00\x00\x01\x01\x01\x08"
                                "\x8B\x8B\x8B\x0C\x1E\x9D\x0F"
                                "\x02\x00\x07\x00\x02";
    data = (struct str){right, sizeof right - 1};
    ok(font_cff_cids(data, cids, 4, &keyed) && keyed, "a CID-keyed font is recognised");
    ok(cids[0] == 0 && cids[1] == 7 && cids[3] == 9, "and its charset read");
    bool all = true;
    for (size_t n = 0; n < data.n; n++) {
        all = all && !font_cff_cids((struct str){right, n}, cids, 4, &keyed);
    }
    ok(all, "cut short anywhere it is refused");
}

/** Pieces join without a gap, in order, and have the requested length. */
static void test_assembly(struct fonts *f) {
    struct font *font = find(f, "Latin Modern Math", 0, 10 * SP_PT);
    if (font == NULL) {
        skip("fonts-lmodern is not installed");
        return;
    }
    struct font_math_part parts[FONT_MATH_PARTS];
    static const struct {
        uint32_t cp;
        bool across;
    } cases[] = {{'(', false}, {'{', false}, {0x221A, false}, {0x23DE, true}, {0x2192, true}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int32_t length;
        size_t n = font_math_assembly(font, font_glyph(font, cases[i].cp), cases[i].across, 12345,
                                      parts, &length);
        bool ordered = n > 2;
        for (size_t k = 1; k < n; k++) {
            ordered = ordered && parts[k].at > parts[k - 1].at;
        }
        ok(ordered, "parts in order");
        ok(length >= 12345 && length < 12345 + 100, "as long as asked for");
    }
    int32_t none;
    is_int((long)font_math_assembly(font, font_glyph(font, 'x'), false, 5000, parts, &none), 0,
           "a letter is not put together");
    is_int(font_math_variant(font, font_glyph(font, '('), false, 1), font_glyph(font, '('),
           "the smallest variant is the glyph itself");
}

int main(void) {
    struct arena *a = arena_new();
    struct fonts *f = fonts_new(a);
    test_find(f);
    test_metrics(f);
    test_shape(f);
    test_subset(f);
    test_cid_keyed(f);
    test_cff();
    test_assembly(f);
    test_fallback(f);
    test_stand_ins(f);
    test_choices(f);
    test_sizes(f);
    test_weights(f);
    test_not_found(f);
    test_system(f);
    note("%.*s", STR_ARG(font_library_versions(a)));
    fonts_drop(f);
    arena_drop(a);
    return tap_done();
}
