/* SPDX-License-Identifier: MIT */
/*
 * Reads TIFF (revision 6.0) to rows of RGB and a separate alpha channel, with libtiff. The first
 * image of the file is taken and turned upright. Warnings of libtiff are ignored; its errors count
 * as damage.
 */
#include "core/base/bounds.h"
#include "core/base/module.h"
#include "print/image/image_internal.h"
#include "print/image/tiff_library.h"

#include <string.h>
#include <unistd.h>

#define CALLS(X)                                                                                   \
    X(TIFFOpenOptionsAlloc)                                                                        \
    X(TIFFOpenOptionsSetMaxSingleMemAlloc)                                                         \
    X(TIFFOpenOptionsFree)                                                                         \
    X(TIFFOpenOptionsSetErrorHandlerExtR)                                                          \
    X(TIFFOpenOptionsSetWarningHandlerExtR)                                                        \
    X(TIFFClientOpenExt)                                                                           \
    X(TIFFClose)                                                                                   \
    X(TIFFGetField)                                                                                \
    X(TIFFGetFieldDefaulted)                                                                       \
    X(TIFFReadRGBAImageOriented)

struct calls {
    CALLS(MODULE_FIELD)
};

struct input {
    struct str file;
    size_t at;
};

static tmsize_t read_bytes(thandle_t user, void *to, tmsize_t n) {
    struct input *in = (struct input *)user;
    size_t left = in->at < in->file.n ? in->file.n - in->at : 0;
    size_t take = n > 0 && (size_t)n < left ? (size_t)n : left;
    memcpy(to, in->file.p + (left ? in->at : 0), take);
    in->at += take;
    return (tmsize_t)take;
}

static tmsize_t write_nothing(thandle_t user, void *from, tmsize_t n) {
    (void)user, (void)from, (void)n;
    return 0;
}

static toff_t seek(thandle_t user, toff_t to, int whence) {
    struct input *in = (struct input *)user;
    size_t base = whence == SEEK_CUR ? in->at : whence == SEEK_END ? in->file.n : 0;
    in->at = base + (size_t)to;
    return (toff_t)in->at;
}

static int close_nothing(thandle_t user) {
    (void)user;
    return 0;
}

static toff_t size_of(thandle_t user) {
    return (toff_t)((struct input *)user)->file.n;
}

static int quiet(TIFF *tiff, void *user, const char *module, const char *fmt, va_list ap) {
    (void)tiff, (void)user, (void)module, (void)fmt, (void)ap;
    return 1;
}

static uint32_t resolution(const struct calls *lib, TIFF *tiff, uint32_t tag) {
    float v = 0;
    uint16_t unit = RESUNIT_INCH;
    (void)lib->TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    if (!lib->TIFFGetField(tiff, tag, &v) || unit == RESUNIT_NONE) {
        return 0;
    }
    v = unit == RESUNIT_CENTIMETER ? v * 2.54F : v;
    return v >= 1 && v < 100000 ? (uint32_t)(v + 0.5F) : 0;
}

/* Copies pixels. libtiff has multiplied the colours by alpha; this is undone here. */
static void put_pixels(const uint32_t *raster, size_t count, unsigned char *rgba) {
    for (size_t i = 0; i < count; i++) {
        uint32_t v = raster[i], a = TIFFGetA(v);
        const uint32_t c[3] = {TIFFGetR(v), TIFFGetG(v), TIFFGetB(v)};
        for (size_t k = 0; k < 3; k++) {
            uint32_t plain = a ? (c[k] * 255 + a / 2) / a : 255;
            rgba[4 * i + k] = (unsigned char)(plain < 255 ? plain : 255);
        }
        rgba[4 * i + 3] = (unsigned char)a;
    }
}

static bool read_open(struct image_job *job, const struct calls *lib, TIFF *tiff) {
    struct image *img = job->img;
    if (!lib->TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &img->width) ||
        !lib->TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &img->height)) {
        return image_damaged(job, "is damaged: it has no size");
    }
    if (!image_size_ok(job, img->width, img->height)) {
        return false;
    }
    size_t count = (size_t)img->width * img->height;
    uint32_t *raster = arena_alloc(job->arena, count * sizeof *raster);
    if (!lib->TIFFReadRGBAImageOriented(tiff, img->width, img->height, raster, ORIENTATION_TOPLEFT,
                                        1)) {
        return image_damaged(job, "is damaged, or of a kind that libtiff does not read");
    }
    unsigned char *rgba = arena_alloc(job->arena, count * 4);
    put_pixels(raster, count, rgba);
    image_take_rgba(job, rgba);
    img->dpi_x = resolution(lib, tiff, TIFFTAG_XRESOLUTION);
    img->dpi_y = resolution(lib, tiff, TIFFTAG_YRESOLUTION);
    return true;
}

bool image_tiff_sniff(struct str file) {
    return file.n >= 4 && (!memcmp(file.p, "II*\0", 4) || !memcmp(file.p, "MM\0*", 4));
}

static bool read_with(struct image_job *job, const struct calls *lib) {
    struct input in = {job->img->file, 0};
    TIFFOpenOptions *options = lib->TIFFOpenOptionsAlloc();
    lib->TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)LIMIT_IMAGE_PIXELS * 8);
    lib->TIFFOpenOptionsSetErrorHandlerExtR(options, quiet, NULL);
    lib->TIFFOpenOptionsSetWarningHandlerExtR(options, quiet, NULL);
    TIFF *tiff = lib->TIFFClientOpenExt("", "rm", (thandle_t)&in, read_bytes, write_nothing, seek,
                                        close_nothing, size_of, NULL, NULL, options);
    lib->TIFFOpenOptionsFree(options);
    if (!tiff) {
        return image_damaged(job, "is damaged: its header cannot be read");
    }
    bool ok = read_open(job, lib, tiff);
    lib->TIFFClose(tiff);
    return ok;
}

bool image_tiff_read(struct image_job *job) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    struct calls lib;
    void *module = module_load(MODULE_TIFF, symbols, ARRAY_LEN(symbols), &lib);
    bool ok = module ? read_with(job, &lib) : image_no_library(job, MODULE_TIFF);
    module_drop(module);
    return ok;
}
