/* SPDX-License-Identifier: MIT */
/* Subsets of CFF fonts draw the same glyphs as the fonts, read by HarfBuzz. */
#define DOSSIER_LIBRARY_HEADERS /* more functions of HarfBuzz than the program calls */
#include "print/font/font.h"
#include "print/font/font_internal.h"

#include "tap.h"

/** A font of the bare CFF table, with the head of another one. */
static hb_font_t *open_bare(const struct font *like, struct str cff, size_t nglyphs) {
    const char maxp[6] = {0, 0, 0x50, 0, (char)(nglyphs >> 8), (char)nglyphs};
    hb_face_t *face = hb_face_builder_create();
    hb_blob_t *head = HB(face_reference_table, like->face, HB_TAG('h', 'e', 'a', 'd'));
    hb_blob_t *most = hb_blob_create(maxp, sizeof maxp, HB_MEMORY_MODE_DUPLICATE, NULL, NULL);
    hb_blob_t *program =
        hb_blob_create(cff.p, (unsigned)cff.n, HB_MEMORY_MODE_DUPLICATE, NULL, NULL);
    hb_face_builder_add_table(face, HB_TAG('h', 'e', 'a', 'd'), head);
    hb_face_builder_add_table(face, HB_TAG('m', 'a', 'x', 'p'), most);
    hb_face_builder_add_table(face, HB_TAG('C', 'F', 'F', ' '), program);
    hb_blob_t *whole = HB(face_reference_blob, face);
    hb_face_t *read = HB(face_create, whole, 0);
    hb_font_t *font = HB(font_create, read);
    HB(blob_destroy, head);
    HB(blob_destroy, most);
    HB(blob_destroy, program);
    HB(blob_destroy, whole);
    HB(face_destroy, face);
    HB(face_destroy, read);
    return font;
}

/** Whether both glyphs have the same outline; `*drawn` counts those that have any. */
static bool same_outline(struct arena *a, const struct font *one, uint32_t glyph,
                         const struct font *two, uint32_t other, size_t *drawn) {
    size_t n, m;
    const struct font_pen *p = font_glyph_outline(a, one, glyph, &n);
    const struct font_pen *q = font_glyph_outline(a, two, other, &m);
    *drawn += n > 0;
    return n == m && (n == 0 || memcmp(p, q, n * sizeof *p) == 0);
}

static void check_all(struct fonts *f, const char *family, unsigned style, uint32_t step) {
    struct font *font = fonts_find(f, str_of(family), style, 10 * SP_PT, NULL);
    if (!ok(font != NULL, family)) {
        return;
    }
    struct arena *a = arena_new();
    uint32_t count = HB(face_get_glyph_count, font->face), n = 0;
    uint32_t *glyphs = ARENA_ARRAY(a, uint32_t, count);
    for (uint32_t g = 0; g < count; g += step) {
        glyphs[n++] = g;
    }
    hb_blob_t *blob = HB(face_reference_table, font->face, HB_TAG('C', 'F', 'F', ' '));
    unsigned bytes = 0;
    const char *cff = HB(blob_get_data, blob, &bytes);
    struct str program, again;
    if (ok(font_cff_subset(a, (struct str){cff, bytes}, glyphs, NULL, n, &program), "a subset")) {
        struct font sub = {.fonts = f, .hb = open_bare(font, program, n)};
        size_t wrong = 0, drawn = 0;
        for (uint32_t i = 0; i < n; i++) {
            wrong += !same_outline(a, font, glyphs[i], &sub, i, &drawn);
        }
        is_int((long)wrong, 0, "its outlines are the font's");
        ok(drawn * 10 > n * 9, "and nearly all of them have some");
        HB(font_destroy, sub.hb);
        for (uint32_t i = 0; i < n; i++) {
            glyphs[i] = i;
        }
        ok(font_cff_subset(a, program, glyphs, NULL, n, &again) && str_eq(program, again),
           "a subset of all of a subset is the same");
    }
    HB(blob_destroy, blob);
    arena_drop(a);
}

/* Half a font, a byte less each time, and every byte another: refused or not, never read beyond. */
static void check_broken(struct fonts *f) {
    struct arena *a = arena_new();
    struct font *font = fonts_find(f, STR("Latin Modern Roman"), 0, 10 * SP_PT, NULL);
    uint32_t glyphs[3] = {0, 1, 2};
    struct str small, out;
    hb_blob_t *blob = HB(face_reference_table, font->face, HB_TAG('C', 'F', 'F', ' '));
    unsigned bytes = 0;
    const char *cff = HB(blob_get_data, blob, &bytes);
    size_t refused = 0;
    ok(font_cff_subset(a, (struct str){cff, bytes}, glyphs, NULL, 3, &small), "a small font");
    for (size_t n = 0; n < small.n; n++) {
        char *copy = xmalloc(n + 1); /* of its own, so that tools see what is read behind it */
        memcpy(copy, small.p, n);
        refused += !font_cff_subset(a, (struct str){copy, n}, glyphs, NULL, 3, &out);
        free(copy);
    }
    ok(refused + 16 > small.n, "a font that is cut short is refused");
    for (size_t n = 0; n < small.n * 8; n++) {
        char *copy = xmalloc(small.n);
        memcpy(copy, small.p, small.n);
        copy[n / 8] = (char)(copy[n / 8] ^ 1 << n % 8);
        (void)font_cff_subset(a, (struct str){copy, small.n}, glyphs, NULL, 3, &out);
        free(copy);
    }
    HB(blob_destroy, blob);
    arena_drop(a);
}

/* A TrueType font is drawn in CFF: curves within a unit, widths the same. Glyphs are named after
 * their texts, by the rules of the Adobe Glyph List. */
static void check_drawn(struct fonts *f) {
    struct font *font = fonts_find(f, STR("Noto Serif"), 0, 10 * SP_PT, NULL);
    if (font == NULL) {
        skip("Noto Serif");
        return;
    }
    struct arena *a = arena_new();
    const uint32_t glyphs[] = {0, font_glyph(font, 'B'), font_glyph(font, 'g'),
                               font_glyph(font, 'o'), font_glyph(font, '&')};
    const struct str texts[] = {STR_EMPTY, STR("ffi"), STR("\xCE\x94"), STR("\xCE\x94"),
                                STR("\xF0\x9D\x91\xA5")};
    enum { N = ARRAY_LEN(glyphs) };
    struct str program;
    if (ok(font_cff_drawn(a, font, glyphs, texts, N, &program), "a TrueType font is drawn")) {
        struct font sub = {.fonts = f, .hb = open_bare(font, program, N)};
        size_t n, m, curves = 0;
        int32_t off = 0;
        for (uint32_t i = 0; i < N; i++) {
            const struct font_pen *p = font_glyph_outline(a, font, glyphs[i], &n);
            const struct font_pen *q = font_glyph_outline(a, &sub, i, &m);
            for (size_t k = 0; k < n && k < m; k++) {
                curves += p[k].kind == FONT_PEN_CURVE && q[k].kind == FONT_PEN_CURVE;
                int32_t d = p[k].kind == FONT_PEN_CURVE ? p[k].x[2] - q[k].x[2] : 0;
                off = d > off ? d : -d > off ? -d : off;
            }
        }
        ok(curves > 30 && off <= 64, "its curves are the font's");
        static const char *const names[] = {"f_f_i", "uni0394", "uni0394.1", "u1D465"};
        for (size_t i = 0; i < ARRAY_LEN(names); i++) {
            ok(str_find(program, str_of(names[i])) != STR_NONE, names[i]);
        }
        HB(font_destroy, sub.hb);
    }
    arena_drop(a);
}

/* Glyphs are called by their CIDs in these: HarfBuzz keeps the charset. */
static void check_keyed(struct fonts *f) {
    struct font *font = fonts_find(f, STR("Noto Serif CJK SC"), 0, 10 * SP_PT, NULL);
    if (font == NULL) {
        skip("Noto Serif CJK SC");
        return;
    }
    uint32_t glyphs[2] = {0, 1};
    struct str out;
    hb_blob_t *blob = HB(face_reference_table, font->face, HB_TAG('C', 'F', 'F', ' '));
    unsigned bytes = 0;
    const char *cff = HB(blob_get_data, blob, &bytes);
    ok(!font_cff_subset(f->arena, (struct str){cff, bytes}, glyphs, NULL, 2, &out), "refused");
    HB(blob_destroy, blob);
}

int main(void) {
    struct arena *a = arena_new();
    struct fonts *f = fonts_new(a);
    check_all(f, "Latin Modern Roman", 0, 1);
    check_all(f, "Latin Modern Roman", FONT_ITALIC, 1);
    check_all(f, "Latin Modern Mono", 0, 3);
    check_all(f, "Latin Modern Math", 0, 1);
    check_all(f, "TeX Gyre Pagella", 0, 1);
    check_all(f, "TeX Gyre Heros", FONT_BOLD, 5);
    check_broken(f);
    check_drawn(f);
    check_keyed(f);
    fonts_drop(f);
    arena_drop(a);
    return tap_done();
}
