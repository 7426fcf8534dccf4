/* SPDX-License-Identifier: MIT */
/*
 * Image XObjects (ISO 32000-1, 8.9.5). Decoded pixels are compressed with PNG's predictors, JPEG
 * files are copied, and alpha becomes a soft mask (11.6.5.3). taken.c writes drawings and pages of
 * PDFs. PDF/A-1 has no soft masks, so there the pixels are blended with white, the colour of paper.
 */
#include "print/pdf/job.h"

#include "print/image/image.h"
#include "print/pdfread/form.h"

#include <stdlib.h>
#include <string.h>

bool pdf_image_is_clear(const struct image *img) {
    return img->alpha.n > 0 || (img->form && img->form->clear);
}

static unsigned magnitude(int v) {
    return (unsigned)(v < 0 ? -v : v);
}

/** PNG's Paeth predictor (PNG 9.4): of the three neighbours, the one nearest to left + above -
 * corner. */
static int paeth(int left, int above, int corner) {
    int p = left + above - corner;
    unsigned l = magnitude(p - left), a = magnitude(p - above), c = magnitude(p - corner);
    return l <= a && l <= c ? left : a <= c ? above : corner;
}

enum { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_PAETH = 4 };

/** Filters one row of an image. Returns the sum of the absolute values: a small sum means good
 * compression (PNG 12.8). Each filter has its own loop, because the loops run over every byte of
 * every image. */
static unsigned filter_row(int filter, const unsigned char *row, const unsigned char *above,
                           size_t n, size_t channels, unsigned char *out) {
    unsigned sum = 0;
    size_t first = channels < n ? channels : n;
    if (filter == FILTER_NONE) {
        memcpy(out, row, n);
    } else if (filter == FILTER_SUB) {
        memcpy(out, row, first);
        for (size_t i = first; i < n; i++) {
            out[i] = (unsigned char)(row[i] - row[i - channels]);
        }
    } else if (filter == FILTER_UP) {
        for (size_t i = 0; i < n; i++) {
            out[i] = (unsigned char)(row[i] - above[i]);
        }
    } else {
        /* without a left neighbour, paeth() would predict the pixel above */
        for (size_t i = 0; i < first; i++) {
            out[i] = (unsigned char)(row[i] - above[i]);
        }
        for (size_t i = first; i < n; i++) {
            int guess = paeth(row[i - channels], above[i], above[i - channels]);
            out[i] = (unsigned char)(row[i] - guess);
        }
    }
    for (size_t i = 0; i < n; i++) {
        sum += magnitude((signed char)out[i]);
    }
    return sum;
}

/** Appends the rows. Each has the filter with the smallest sum, and begins with the number of that
 * filter (7.4.4.4). */
static void put_predicted(struct buf *out, struct str pixels, size_t stride, size_t channels) {
    static const int filters[] = {FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_PAETH};
    unsigned char *zero = xcalloc(1, stride);
    unsigned char *best = xmalloc(stride), *other = xmalloc(stride);
    const unsigned char *above = zero;
    buf_room(out, pixels.n + pixels.n / stride);
    for (size_t at = 0; at + stride <= pixels.n; at += stride) {
        const unsigned char *row = (const unsigned char *)pixels.p + at;
        unsigned least = UINT32_MAX;
        int chosen = FILTER_NONE;
        for (size_t i = 0; i < ARRAY_LEN(filters) && least > 0; i++) {
            unsigned sum = filter_row(filters[i], row, above, stride, channels, other);
            if (sum < least) {
                least = sum;
                chosen = filters[i];
                unsigned char *swap = best;
                best = other;
                other = swap;
            }
        }
        buf_putc(out, (char)chosen);
        buf_add(out, best, stride);
        above = row;
    }
    free(zero);
    free(best);
    free(other);
}

static pdf_ref write_pixels(struct pdf_job *job, struct str entries, struct str pixels,
                            uint32_t width, size_t channels) {
    struct buf rows = BUF_INIT, body = BUF_INIT;
    put_predicted(&rows, pixels, width * channels, channels);
    buf_str(&body, entries);
    buf_printf(&body, "/DecodeParms<</Predictor 15/Colors %zu/Columns %u>>", channels, width);
    pdf_ref ref = haru_stream_of(job->haru, pdf_keep(job, &body), &rows);
    buf_drop(&rows);
    return ref;
}

static struct str common(struct pdf_job *job, const struct image *img, const char *space) {
    return arena_printf(job->arena,
                        "/Type/XObject/Subtype/Image/Width %u/Height %u/ColorSpace/%s"
                        "/BitsPerComponent 8",
                        img->stored_width, img->stored_height, space);
}

static pdf_ref write_jpeg(struct pdf_job *job, const struct image *img) {
    struct str body = arena_join(
        job->arena, 3, common(job, img, img->jpeg_components == 1 ? "DeviceGray" : "DeviceRGB"),
        STR("/Filter/DCTDecode"),
        /* else three components without an Adobe marker would be read as YCbCr (Table 13) */
        img->jpeg_plain_rgb ? STR("/DecodeParms<</ColorTransform 0>>") : STR_EMPTY);
    return haru_stream(job->haru, body, img->pixels, HARU_PLAIN);
}

static struct str on_white(struct pdf_job *job, const struct image *img, size_t channels) {
    char *out = ARENA_ARRAY(job->arena, char, img->pixels.n + 1);
    for (size_t i = 0; i < img->pixels.n; i++) {
        unsigned alpha = (unsigned char)img->alpha.p[i / channels];
        unsigned colour = (unsigned char)img->pixels.p[i];
        out[i] = (char)((colour * alpha + 255 * (255 - alpha) + 127) / 255);
    }
    return (struct str){out, img->pixels.n};
}

pdf_ref pdf_image_write(struct pdf_job *job, const struct image *img) {
    switch (img->kind) {
    case IMAGE_JPEG:
        return write_jpeg(job, img);
    case IMAGE_RGB:
    case IMAGE_GRAY: {
        bool gray = img->kind == IMAGE_GRAY;
        struct str entries = common(job, img, gray ? "DeviceGray" : "DeviceRGB");
        struct str pixels = img->pixels;
        if (img->alpha.n && job->version < 17) {
            pixels = on_white(job, img, gray ? 1 : 3);
        } else if (img->alpha.n) {
            pdf_ref mask =
                write_pixels(job, common(job, img, "DeviceGray"), img->alpha, img->stored_width, 1);
            entries = arena_printf(job->arena, "%.*s/SMask %u 0 R", STR_ARG(entries), mask);
        }
        return write_pixels(job, entries, pixels, img->stored_width, gray ? 1 : 3);
    }
    case IMAGE_SVG:
    case IMAGE_PDF:
        return pdf_page_write(job, img);
    }
    return 0;
}

int pdf_image_index(struct pdf_job *job, const struct image *img) {
    if (!img || (img->kind == IMAGE_SVG && !img->form)) {
        return -1;
    }
    for (size_t i = 0; i < job->images.n; i++) {
        if (job->images.p[i].image == img) {
            return (int)i;
        }
    }
    pdf_ref ref = pdf_image_write(job, img);
    vec_push(&job->images, (struct pdf_image){img, ref});
    return (int)job->images.n - 1;
}
