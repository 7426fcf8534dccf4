/* SPDX-License-Identifier: MIT */
/*
 * Reads WebP to rows of RGB and a separate alpha channel, with libwebp. Only the first frame of an
 * animation is read.
 */
#include "core/base/module.h"
#include "print/image/image_internal.h"
#include "print/image/webp_library.h"

#include <string.h>

#define CALLS(X)                                                                                   \
    X(WebPGetFeaturesInternal)                                                                     \
    X(WebPDecodeRGBAInto)
#define FILM_CALLS(X)                                                                              \
    X(WebPAnimDecoderNewInternal)                                                                  \
    X(WebPAnimDecoderGetNext)                                                                      \
    X(WebPAnimDecoderDelete)

struct calls {
    CALLS(MODULE_FIELD)
    FILM_CALLS(MODULE_FIELD)
};

bool image_webp_sniff(struct str file) {
    return file.n >= 12 && !memcmp(file.p, "RIFF", 4) && !memcmp(file.p + 8, "WEBP", 4);
}

static bool decode_still(struct image_job *job, const struct calls *webp, unsigned char *rgba,
                         size_t n) {
    struct str file = job->img->file;
    return webp->WebPDecodeRGBAInto((const uint8_t *)file.p, file.n, rgba, n,
                                    (int)job->img->width * 4) ||
           image_damaged(job, "is damaged: its pixels cannot be read");
}

static bool decode_first(struct image_job *job, struct calls *webp, unsigned char *rgba, size_t n) {
    static const struct module_symbol symbols[] = {FILM_CALLS(MODULE_SYMBOL)};
    void *module = module_load(MODULE_WEBP_FILM, symbols, ARRAY_LEN(symbols), webp);
    if (!module) {
        return image_no_library(job, MODULE_WEBP_FILM);
    }
    WebPData data = {(const uint8_t *)job->img->file.p, job->img->file.n};
    WebPAnimDecoder *frames = webp->WebPAnimDecoderNewInternal(&data, NULL, WEBP_DEMUX_ABI_VERSION);
    uint8_t *first = NULL;
    int time = 0;
    bool ok = frames && webp->WebPAnimDecoderGetNext(frames, &first, &time) && first;
    if (ok) {
        memcpy(rgba, first, n);
    }
    webp->WebPAnimDecoderDelete(frames);
    module_drop(module);
    return ok || image_damaged(job, "is damaged: its pixels cannot be read");
}

static bool read_with(struct image_job *job, struct calls *webp) {
    struct image *img = job->img;
    WebPBitstreamFeatures f;
    VP8StatusCode status = webp->WebPGetFeaturesInternal((const uint8_t *)img->file.p, img->file.n,
                                                         &f, WEBP_DECODER_ABI_VERSION);
    if (status != VP8_STATUS_OK || f.width <= 0 || f.height <= 0) {
        return image_damaged(job, "is damaged: its header cannot be read");
    }
    img->width = (uint32_t)f.width;
    img->height = (uint32_t)f.height;
    if (!image_size_ok(job, img->width, img->height)) {
        return false;
    }
    size_t n = (size_t)f.width * (size_t)f.height * 4;
    unsigned char *rgba = arena_alloc(job->arena, n);
    bool ok = f.has_animation ? decode_first(job, webp, rgba, n) : decode_still(job, webp, rgba, n);
    if (ok) {
        image_take_rgba(job, rgba);
    }
    return ok;
}

bool image_webp_read(struct image_job *job) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    struct calls webp;
    void *module = module_load(MODULE_WEBP, symbols, ARRAY_LEN(symbols), &webp);
    bool ok = module ? read_with(job, &webp) : image_no_library(job, MODULE_WEBP);
    module_drop(module);
    return ok;
}
