/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as an image. Checked: an accepted image has the properties that image.h
 * promises.
 */
#include "print/image/image.h"
#include "print/pdfread/form.h"

static void check_form(const struct pdfread_form *form) {
    if (!form || form->n == 0 || !form->objects[0].stream || !(form->width > 0) ||
        !(form->height > 0)) {
        BUG("a figure that cannot be painted");
    }
    for (size_t i = 0; i < form->n; i++) {
        struct str body = form->objects[i].body;
        for (size_t at = str_index(body, PDFREAD_REF); at != STR_NONE;
             at = str_index(body, PDFREAD_REF)) {
            body = str_from(body, at + 1);
            size_t end = str_index(body, PDFREAD_REF);
            int64_t index = -1;
            if (end == STR_NONE || !str_to_i64(str_slice(body, 0, end), &index) || index < 1 ||
                (size_t)index >= form->n) {
                BUG("a reference that leads nowhere");
            }
            body = str_from(body, end + 1);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str file = {(const char *)data, size};
    struct str clean, again;
    bool whole = image_clean(a, file, &clean);
    if (!str_eq(image_mime(clean), image_mime(file))) {
        BUG("an image became one of another kind");
    }
    if (whole && !(image_clean(a, clean, &again) && str_eq(again, clean))) {
        BUG("something was left to be taken out");
    }
    struct image_facts facts;
    image_facts_read(a, clean, &facts);
    bool tiff = str_is(image_mime(file), "image/tiff"),
         svg = str_is(image_mime(file), "image/svg+xml");
    if (whole && !tiff && !svg && (facts.place || facts.serial.n || facts.maker.n)) {
        BUG("a cleaned image tells about its maker");
    }
    image_facts_read(a, file, &facts);
    const struct image *img = image_read_memory(a, file, STR("fuzz"), &d);
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
        if (img->kind == IMAGE_SVG || img->kind == IMAGE_PDF) {
            check_form(img->form);
        }
        if (img->width == 0 || img->height == 0 || img->orientation < 1 || img->orientation > 8) {
            BUG("an image that cannot be shown");
        }
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
