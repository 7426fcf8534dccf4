/* SPDX-License-Identifier: MIT */
/* Font files: any bytes are opened or refused, measured, shaped and subset without harm; and the
 * reader of CFF charsets by itself, since HarfBuzz would never give it a broken table. */
#include "font/font_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str bytes = {(const char *)data, size};
    struct arena *a = arena_new();
    struct fonts *fonts = fonts_new(a);
    struct font *font = font_open_data(fonts, bytes, 0);
    uint32_t cids[64];
    bool keyed;
    cff_cids(bytes, cids, ARRAY_LEN(cids), &keyed);
    if (font != NULL) {
        struct font_subset subset;
        uint32_t glyphs[32];
        size_t n = 0;
        const struct font_run *run = font_shape(font, STR("abc fi\xCC\x81"), 3, STR("en"));
        for (size_t i = 0; i < run->n && n < ARRAY_LEN(glyphs); i++) {
            glyphs[n++] = run->glyphs[i].id;
        }
        if (font_subset_make(a, font, glyphs, n, &subset) && subset.n > 0 && subset.used[0] != 0) {
            BUG("a subset without glyph 0");
        }
        font_has_feature(font, HB_TAG('s', 'm', 'c', 'p'));
    }
    fonts_drop(fonts);
    arena_drop(a);
    return 0;
}
