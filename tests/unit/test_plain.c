/* SPDX-License-Identifier: MIT */
/*
 * Words that are put together without HarfBuzz are just what it makes of them: every pair of signs
 * and some words, in fonts of several makers, with several features.
 */
#include "print/font/font.h"
#include "print/font/font_internal.h"

#include "core/base/utf8.h"
#include "tap.h"

static const char *const words[] = {
    "of",         "office",    "affluent",
    "flip",       "AVATAR",    "Tomorrow,",
    "(1/2)",      "\"Wave\"",  "naïve",
    "façade",     "Ärger",     "Übermaß",
    "ﬁx",         "i\xCC\x81", "fj",
    "ij",         "``x''",     "--",
    "e--f",       "“Types”",   "don’t",
    "2019–20",    "x…",        "T.",
    "L’Été",      "?`",        "Ðð×÷",
    "e\xC2\xADx", "a b",       "\xE2\x80\x8Bx",
    "100%",       "[12]",      "https://example.org/~me/file_name.pdf?x=1&y=2",
    "W.A.V.",
};

static bool same(struct font *f, struct str text, unsigned features, hb_language_t lang,
                 hb_buffer_t *b) {
    struct font_run run = {.font = f, .text = text, .features = features};
    if (!font_shape_plain(f, features, lang, &run)) {
        return true;
    }
    hb_feature_t list[FONT_FEATURES];
    unsigned nlist = font_features_list(features, list), n = 0;
    HB(buffer_clear_contents, b);
    HB(buffer_add_utf8, b, text.p, (int)text.n, 0, (int)text.n);
    HB(buffer_set_language, b, lang);
    HB(buffer_guess_segment_properties, b);
    HB(shape, f->hb, b, list, nlist);
    const hb_glyph_info_t *info = HB(buffer_get_glyph_infos, b, &n);
    const hb_glyph_position_t *pos = HB(buffer_get_glyph_positions, b, &n);
    bool good = n == run.n;
    for (unsigned i = 0; i < n && good; i++) {
        const struct font_glyph *g = &run.glyphs[i];
        good = g->id == info[i].codepoint && g->advance == pos[i].x_advance &&
               g->dx == pos[i].x_offset && g->dy == pos[i].y_offset &&
               g->cluster == info[i].cluster;
    }
    if (!good) {
        note("%.*s, features %x: \"%.*s\"", STR_ARG(font_postscript_name(f)), features,
             STR_ARG(text));
    }
    return good;
}

/* Every pair of two lists of signs, behind another one; and the words. */
static bool all_same(struct font *f, unsigned features, hb_language_t lang, hb_buffer_t *b) {
    static const uint32_t ranges[][2] = {{0x21, 0x7E}, {0xC0, 0xFF}, {0x2013, 0x2026}};
    bool good = true;
    for (size_t r = 0; r < ARRAY_LEN(ranges) * ARRAY_LEN(ranges); r++) {
        const uint32_t *first = ranges[r / ARRAY_LEN(ranges)];
        const uint32_t *second = ranges[r % ARRAY_LEN(ranges)];
        for (uint32_t i = first[0]; i <= first[1] && good; i++) {
            for (uint32_t k = second[0]; k <= second[1] && good; k++) {
                char text[9] = "n";
                size_t n = 1;
                n += utf8_encode(i, text + n);
                n += utf8_encode(k, text + n);
                good = same(f, (struct str){text, n}, features, lang, b);
            }
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(words) && good; i++) {
        good = same(f, str_of(words[i]), features, lang, b);
    }
    return good;
}

static void test_fonts(struct fonts *f) {
    static const struct {
        const char *family;
        unsigned style;
        bool needed; /* by the program; others are not everywhere */
    } faces[] = {
        {"Latin Modern Roman", 0, true},
        {"Latin Modern Roman", FONT_ITALIC, true},
        {"Latin Modern Mono", 0, true},
        {"TeX Gyre Pagella", 0, true},
        {"TeX Gyre Heros", FONT_BOLD, true},
        {"Latin Modern Math", 0, true},
        {"DejaVu Sans", 0, false},
        {"DejaVu Serif", FONT_BOLD, false},
        {"Liberation Serif", 0, false},
        {"Gentium Plus", 0, false},
        {"Noto Sans", 0, false},
        {"Carlito", 0, false},
        {"EB Garamond", FONT_ITALIC, false},
        {"Libertinus Serif", 0, false},
    };
    static const unsigned features[] = {FONT_DEFAULT_FEATURES, FONT_KERN | FONT_ONUM,
                                        FONT_DEFAULT_FEATURES | FONT_SMCP, 0};
    hb_buffer_t *b = HB(buffer_create);
    for (size_t i = 0; i < ARRAY_LEN(faces); i++) {
        struct font *font =
            fonts_find(f, str_of(faces[i].family), faces[i].style, 10 * SP_PT, NULL);
        ok(font != NULL || !faces[i].needed, faces[i].family);
        for (size_t k = 0; k < ARRAY_LEN(features) && font != NULL; k++) {
            hb_language_t lang = HB(language_from_string, k % 2 == 0 ? "en" : "tr", -1);
            ok(all_same(font, features[k], lang, b), "plain words are as HarfBuzz has them");
        }
    }
    HB(buffer_destroy, b);
}

/* Which words are put together, so that the comparison is not an empty one. */
static void test_plain(struct fonts *f) {
    static const struct {
        const char *text;
        bool plain;
    } texts[] = {
        {"Tomorrow,", true}, {"naïve", true},       {"don’t", true},
        {"2019–20", true},   {"e\xC2\xADx", false}, {"“Types”", true},
    };
    struct font *roman = fonts_find(f, STR("Latin Modern Roman"), 0, 10 * SP_PT, NULL);
    hb_language_t lang = HB(language_from_string, "en", -1);
    for (size_t i = 0; i < ARRAY_LEN(texts) && roman != NULL; i++) {
        struct font_run run = {.font = roman, .text = str_of(texts[i].text)};
        is_int(font_shape_plain(roman, FONT_DEFAULT_FEATURES, lang, &run), texts[i].plain,
               texts[i].text);
    }
}

int main(void) {
    struct arena *a = arena_new();
    struct fonts *f = fonts_new(a);
    test_fonts(f);
    test_plain(f);
    fonts_drop(f);
    arena_drop(a);
    return tap_done();
}
