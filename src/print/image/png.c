/* SPDX-License-Identifier: MIT */
/*
 * Reads PNG to rows of eight-bit gray or RGB and a separate alpha channel (ISO 32000-1, 11.6.5.3
 * requires it to be separate).
 *
 * libpng's simplified interface decodes all depths, palettes, interlacing and tRNS in the same way,
 * and returns errors as values. It does not return the resolution, so pHYs is read here.
 */
#include "core/base/module.h"
#include "print/image/image_internal.h"

#include <png.h>
#include <string.h>

#define CALLS(X)                                                                                   \
    X(png_image_begin_read_from_memory)                                                            \
    X(png_image_finish_read)                                                                       \
    X(png_image_free)

/* Maximum size in bytes of a file whose pixels image_look() unpacks. */
#define LOOK_WHOLE 1000000

struct calls {
    CALLS(MODULE_FIELD)
};

static const struct calls *lib(void) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    return module_calls(MODULE_PNG, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}

/* Converts pixels per metre, the unit of pHYs (ISO/IEC 15948, 11.3.5.3), to dots per inch. An inch
 * has 0.0254 m. */
static uint32_t dpi_of_metre(size_t per_metre) {
    return (uint32_t)(((uint64_t)per_metre * 254 + 5000) / 10000);
}

/** Reads the chunk pHYs, which must come before the first IDAT. A faulty chunk is left to
 * libpng. */
static void read_resolution(struct image *img) {
    struct str f = img->file;
    size_t at = 8;
    while (f.n - at >= 12) {
        size_t len = str_big_endian(f, at, 4);
        const char *type = f.p + at + 4;
        if (len > f.n - at - 12 || !memcmp(type, "IDAT", 4)) {
            return;
        }
        if (!memcmp(type, "pHYs", 4) && len == 9 && f.p[at + 16] == 1) {
            img->dpi_x = dpi_of_metre(str_big_endian(f, at + 8, 4));
            img->dpi_y = dpi_of_metre(str_big_endian(f, at + 12, 4));
            return;
        }
        at += 12 + len;
    }
}

static bool decode(struct image_job *job, png_image *png) {
    bool colour = (png->format & PNG_FORMAT_FLAG_COLOR) != 0;
    bool alpha = (png->format & PNG_FORMAT_FLAG_ALPHA) != 0;
    png->format = colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    if (alpha) {
        png->format |= PNG_FORMAT_FLAG_ALPHA;
    }
    /* Without gAMA or sRGB, 16-bit samples are taken as sRGB like all others, not as linear. */
    png->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    size_t count = (size_t)png->width * png->height;
    size_t channels = PNG_IMAGE_SAMPLE_CHANNELS(png->format);
    unsigned char *pixels = arena_alloc(job->arena, count * channels);
    if (!lib()->png_image_finish_read(png, NULL, pixels, 0, NULL)) {
        return image_damaged(job, "is damaged: %s", png->message);
    }
    job->img->kind = colour ? IMAGE_RGB : IMAGE_GRAY;
    job->img->pixels = (struct str){(char *)pixels, count * channels};
    if (alpha) {
        image_split_alpha(job, pixels, count, channels);
    }
    return true;
}

/** Whether the chunks follow each other up to the last chunk (ISO/IEC 15948, 5.3). */
static bool look_at_chunks(struct image_job *job) {
    struct str f = job->img->file;
    for (size_t at = 8; f.n - at >= 12;) {
        size_t length = str_big_endian(f, at, 4);
        if (length > f.n - at - 12) {
            break;
        }
        if (!memcmp(f.p + at + 4, "IEND", 4)) {
            return true;
        }
        at += 12 + length;
    }
    return image_damaged(job, "is damaged: it ends too early");
}

bool image_png_sniff(struct str file) {
    return str_starts(file, STR("\x89PNG\r\n\x1a\n"));
}

bool image_png_read(struct image_job *job) {
    struct image *img = job->img;
    if (job->looks && img->file.n > LOOK_WHOLE) {
        return look_at_chunks(job);
    }
    if (!image_has_library(job, MODULE_PNG)) {
        return false;
    }
    /* The size is checked before libpng allocates a row. IHDR is the first chunk (11.2.2). */
    if (img->file.n < 33 || memcmp(img->file.p + 12, "IHDR", 4) != 0) {
        return image_damaged(job, "is damaged: it does not begin with a header (IHDR)");
    }
    if (!image_size_ok(job, str_big_endian(img->file, 16, 4), str_big_endian(img->file, 20, 4))) {
        return false;
    }
    png_image png;
    memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    if (!lib()->png_image_begin_read_from_memory(&png, img->file.p, img->file.n)) {
        image_damaged(job, "is damaged: %s", png.message);
        lib()->png_image_free(&png);
        return false;
    }
    img->width = png.width;
    img->height = png.height;
    bool ok = image_size_ok(job, png.width, png.height) && decode(job, &png);
    lib()->png_image_free(&png);
    if (ok) {
        read_resolution(img);
    }
    return ok;
}

struct str image_png_version(struct arena *a) {
    return arena_printf(a, "libpng %s", PNG_LIBPNG_VER_STRING);
}
