/* SPDX-License-Identifier: MIT */
/*
 * Opens any bytes as a font file, measures and shapes text with it, makes a subset, reads
 * colours and outlines. Bare CFF fonts are also given to their own readers, since HarfBuzz
 * refuses broken tables before.
 */
#include "print/font/font_internal.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** The bytes as a file that has a path, as fonts have. */
static struct font *open_bytes(struct fonts *fonts, const uint8_t *data, size_t size) {
    char path[40];
    int fd = memfd_create("font", 0);
    if (fd < 0) {
        return NULL;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct font *font = write(fd, data, size) == (ssize_t)size
                            ? fonts_find(fonts, str_of(path), FONT_REGULAR, 10 * SP_PT, NULL)
                            : NULL;
    close(fd); /* what was opened is mapped */
    return font;
}

/** All that may be asked of a glyph: what it looks like, its picture, layers and outline. */
static void look_at(struct arena *a, const struct font *font, uint32_t glyph) {
    struct font_picture picture;
    struct font_layer layers[FONT_LAYERS];
    size_t n = 0;
    (void)font_glyph_look(font, glyph);
    if (font_glyph_picture(a, font, glyph, &picture) && picture.png.n < 33) {
        BUG("a picture without a header");
    }
    if (font_glyph_layers(font, glyph, layers) > FONT_LAYERS) {
        BUG("too many layers");
    }
    (void)font_glyph_outline(a, font, glyph, &n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str bytes = {(const char *)data, size};
    struct arena *a = arena_new();
    struct fonts *fonts = fonts_new(a);
    struct font *font = open_bytes(fonts, data, size);
    uint32_t cids[64];
    bool keyed;
    font_cff_cids(bytes, cids, ARRAY_LEN(cids), &keyed);
    static const uint32_t first[3] = {0, 1, 2};
    struct str once, twice;
    if (font_cff_subset(a, bytes, first, NULL, ARRAY_LEN(first), &once) &&
        !(font_cff_subset(a, once, first, NULL, ARRAY_LEN(first), &twice) && str_eq(once, twice))) {
        BUG("a subset of a subset is another one");
    }
    if (font != NULL) {
        struct font_subset subset;
        uint32_t glyphs[32];
        size_t n = 0;
        static const struct str texts[] = {
            STR_INIT("abc fi\xCC\x81"),
            STR_INIT("\xF0\x9F\x9A\x80\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x94\xAC")};
        for (size_t t = 0; t < ARRAY_LEN(texts); t++) {
            const struct font_run *run = font_shape(font, texts[t], 3, STR("en"));
            for (size_t i = 0; i < run->n && n < ARRAY_LEN(glyphs); i++) {
                glyphs[n++] = run->glyphs[i].id;
            }
        }
        for (size_t i = 0; i < n; i++) {
            look_at(a, font, glyphs[i]);
        }
        font_blank_make(a, font, glyphs, n, &subset);
        if (font_subset_make(a, font, glyphs, NULL, n, &subset) && subset.n > 0 &&
            subset.used[0] != 0) {
            BUG("a subset without glyph 0");
        }
    }
    fonts_drop(fonts);
    arena_drop(a);
    return 0;
}
