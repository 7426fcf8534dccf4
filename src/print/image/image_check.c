/* SPDX-License-Identifier: MIT */
/*
 * Reports images that are damaged or too large. The readers find the faults; this file adds the
 * wording, the place and the hint.
 */
#include "print/image/image_internal.h"

#include "core/base/bounds.h"

#include <stdarg.h>

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BAD_IMAGE);

bool image_damaged(struct image_job *job, const char *fmt, ...) {
    struct buf text = BUF_INIT;
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&text, fmt, ap);
    va_end(ap);
    struct diag *g = diag_add(job->diags, DIAG_BAD_IMAGE, job->at, "image `%.*s` %.*s",
                              STR_ARG(job->name), STR_ARG(buf_view(&text)));
    diag_hint(job->diags, g, "open it in an image editor and save it again");
    buf_drop(&text);
    return false;
}

bool image_size_ok(struct image_job *job, uint64_t width, uint64_t height) {
    if (width == 0 || height == 0) {
        return image_damaged(job, "has no pixels: its header says %u x %u", (unsigned)width,
                             (unsigned)height);
    }
    if (width <= LIMIT_IMAGE_SIDE && height <= LIMIT_IMAGE_SIDE &&
        width * height <= LIMIT_IMAGE_PIXELS) {
        return true;
    }
    struct diag *g =
        diag_add(job->diags, DIAG_TOO_LARGE, job->at, "image `%.*s` is too large: %u x %u pixels",
                 STR_ARG(job->name), (unsigned)width, (unsigned)height);
    diag_hint(job->diags, g, "scale it down: at most %u million pixels are taken",
              LIMIT_IMAGE_PIXELS / 1000000u);
    return false;
}

void image_split_alpha(struct image_job *job, unsigned char *pixels, size_t count,
                       size_t channels) {
    unsigned char *alpha = xmalloc(count);
    size_t colours = channels - 1;
    unsigned char *to = pixels, least = 255;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *from = pixels + i * channels;
        for (size_t k = 0; k < colours; k++) {
            *to++ = from[k];
        }
        alpha[i] = from[colours];
        least &= alpha[i];
    }
    job->img->pixels.n = count * colours;
    if (least < 255) { /* alpha fits into the memory of the pixels, after the colours */
        memcpy(pixels + count * colours, alpha, count);
        job->img->alpha = (struct str){(char *)pixels + count * colours, count};
    }
    free(alpha);
}

bool image_has_library(struct image_job *job, enum module id) {
    return module_is_there(id) || image_no_library(job, id);
}

bool image_no_library(struct image_job *job, enum module id) {
    if (!job->looks) {
        diag_no_library(job->diags, job->at, id);
    }
    return false;
}

void image_take_rgba(struct image_job *job, unsigned char *pixels) {
    job->img->kind = IMAGE_RGB;
    job->img->pixels.p = (char *)pixels;
    image_split_alpha(job, pixels, (size_t)job->img->width * job->img->height, 4);
}
