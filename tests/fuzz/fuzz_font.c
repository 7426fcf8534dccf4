/* SPDX-License-Identifier: MIT */
/* Font files: any bytes are opened or refused, measured, shaped and subset without harm; and the
 * reader of CFF charsets by itself, since HarfBuzz would never give it a broken table. */
#include "font/font_internal.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str bytes = {(const char *)data, size};
    struct arena *a = arena_new();
    struct fonts *fonts = fonts_new(a);
    struct font *font = open_bytes(fonts, data, size);
    uint32_t cids[64];
    bool keyed;
    font_cff_cids(bytes, cids, ARRAY_LEN(cids), &keyed);
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
    }
    fonts_drop(fonts);
    arena_drop(a);
    return 0;
}
