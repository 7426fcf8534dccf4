/* SPDX-License-Identifier: MIT */
/* Any bytes as an image: no crash, no leak, and what is taken keeps the promises of image.h. */
#include "image/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
        if (img->width == 0 || img->height == 0 || img->orientation < 1 || img->orientation > 8) {
            BUG("an image that cannot be shown");
        }
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
