/* SPDX-License-Identifier: MIT */
/* Any bytes as an image: no crash, no leak, and what is taken keeps the promises of image.h. */
#include "image/image.h"
#include "image/vector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_sound(double v) {
    return v >= -VECTOR_MAX && v <= VECTOR_MAX;
}

/* Verbs and coordinates agree, numbers are within their limits, and all that opens ends. */
static void check_drawing(const struct vector *v) {
    static const uint8_t counts[] = {2, 2, 6, 0};
    size_t open = 0;
    for (size_t i = 0; i < v->nops; i++) {
        const struct vector_op *op = &v->ops[i];
        size_t want = 0;
        for (size_t k = 0; k < op->path.nverbs; k++) {
            want += counts[op->path.verbs[k]];
        }
        bool sound = want == op->path.ncoords && is_sound(op->matrix.a) && is_sound(op->matrix.f);
        for (size_t k = 0; k < op->path.ncoords; k++) {
            sound = sound && is_sound(op->path.coords[k]);
        }
        open += op->kind == VECTOR_CLIP || op->kind == VECTOR_GROUP;
        if (!sound || (op->kind == VECTOR_END && open-- == 0)) {
            BUG("an op that cannot be painted");
        }
    }
    if (open) {
        BUG("a clip or group without an end");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str file = {(const char *)data, size};
    const struct image *img = image_read_memory(a, file, STR("fuzz"), SPAN_NONE, &d);
    if (!img) {
        if (d.n == 0) {
            BUG("an image was refused without a word");
        }
    } else {
        size_t count = (size_t)img->stored_width * img->stored_height;
        bool decoded = img->kind == IMAGE_RGB || img->kind == IMAGE_GRAY;
        if (decoded && img->pixels.n != count * (img->kind == IMAGE_RGB ? 3 : 1)) {
            BUG("pixels and size do not agree");
        }
        if (img->alpha.n && img->alpha.n != count) {
            BUG("alpha and size do not agree");
        }
        if (img->kind == IMAGE_SVG) {
            check_drawing(img->drawing);
        }
        if (img->width == 0 || img->height == 0 || img->orientation < 1 || img->orientation > 8) {
            BUG("an image that cannot be shown");
        }
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
