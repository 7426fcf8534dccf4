/* SPDX-License-Identifier: MIT */
/* Every kind of image comes out as pixels one knows, and every fault is told. The files are the
 * fuzzer's seeds. */
#include "tap.h"

#include "image/image.h"

struct fixture {
    struct arena *arena;
    struct diags diags;
};

static const struct image *read_file(struct fixture *f, const char *name) {
    struct str path = arena_printf(f->arena, "tests/fuzz/corpus/image/%s", name);
    return image_read(f->arena, path, SPAN_NONE, &f->diags);
}

static void test_png(struct fixture *f) {
    const struct image *i = read_file(f, "rgb.png");
    ok(i && i->kind == IMAGE_RGB && i->width == 2 && i->height == 2, "colour is read");
    if (i) {
        is_mem(i->pixels.p, "\xff\0\0\0\xff\0\0\0\xff\xff\xff\xff", 12, "rows are in order");
        is_int(i->dpi_x, 300, "pixels per metre become dots per inch");
        is_int(i->alpha.n, 0, "an opaque image has no alpha");
        is_str(i->mime, "image/png", "the kind is told for HTML");
    }
    i = read_file(f, "gray16.png");
    ok(i && i->kind == IMAGE_GRAY, "gray stays gray");
    if (i) {
        is_mem(i->pixels.p, "\x80\xff", 2, "16 bits become 8, and stay sRGB");
    }
    i = read_file(f, "palette.png");
    ok(i && i->alpha.n == 4, "a palette with transparency has alpha");
    if (i && i->alpha.n == 4) {
        is_mem(i->pixels.p, "\xff\0\0\0\xff\0\0\0\xff\x09\x09\x09", 12,
               "palette entries are looked up");
        is_mem(i->alpha.p, "\xff\0\x80\xff", 4, "its alpha is apart");
    }
    i = read_file(f, "rgbtrns.png");
    ok(i && i->alpha.n == 2 && i->alpha.p[0] == 0 && (unsigned char)i->alpha.p[1] == 255,
       "one transparent colour is alpha");
    i = read_file(f, "adam7.png");
    ok(i && i->pixels.n == 25, "interlaced rows are read");
    if (i) {
        is_mem(i->pixels.p + 5, "\x01\x15\x29\x3d\x51", 5, "and put in their places");
    }
}

static void test_jpeg(struct fixture *f) {
    const struct image *i = read_file(f, "gray.jpg");
    ok(i && i->kind == IMAGE_JPEG && i->jpeg_components == 1, "gray JPEG passes through");
    ok(i && i->pixels.p == i->file.p && i->pixels.n == i->file.n, "its bytes are the file's");
    ok(i && i->dpi_x == 150 && i->dpi_y == 75, "JFIF tells the density");
    i = read_file(f, "exif.jpg");
    ok(i && i->orientation == 6 && i->width == 5 && i->height == 9 && i->stored_width == 9,
       "Exif turns the image");
    i = read_file(f, "rgb.jpg");
    ok(i && i->jpeg_plain_rgb, "three components without a marker are seen to be RGB");
    i = read_file(f, "cmyk.jpg");
    ok(i && i->kind == IMAGE_RGB && (unsigned char)i->pixels.p[0] == 24, "CMYK becomes RGB");
    i = read_file(f, "ycck.jpg");
    ok(i && i->kind == IMAGE_RGB && (unsigned char)i->pixels.p[1] == 12, "and so does YCCK");
    i = read_file(f, "arith.jpg");
    ok(i && i->kind == IMAGE_RGB, "arithmetic coding is decoded: readers of PDF do not know it");
}

static void test_svg(struct fixture *f) {
    const struct image *i = read_file(f, "sized.svg");
    ok(i && i->kind == IMAGE_SVG && i->width == 192 && i->height == 96,
       "a width and a view box give the height");
    struct str text = STR("<svg:svg width='10mm' height='5cm'/>");
    i = image_read_memory(f->arena, text, STR("x"), SPAN_NONE, &f->diags);
    ok(i && i->width == 38 && i->height == 189, "units are CSS units");
    i = image_read_memory(f->arena, STR("<svg>"), STR("x"), SPAN_NONE, &f->diags);
    ok(i && i->width == 300 && i->height == 150, "no size is the default size");
}

static void refused(struct fixture *f, const char *name, enum diag_id id, const char *word) {
    size_t before = f->diags.n;
    const struct image *i = read_file(f, name);
    bool told = f->diags.n == before + 1 && f->diags.list[before]->id == id &&
                str_find(f->diags.list[before]->text, str_of(word)) != STR_NONE;
    ok(!i && told, name);
}

static void test_faults(struct fixture *f) {
    refused(f, "cut.png", DIAG_BAD_IMAGE, "damaged");
    refused(f, "crc.png", DIAG_BAD_IMAGE, "damaged");
    refused(f, "cut.jpg", DIAG_BAD_IMAGE, "damaged");
    refused(f, "none.png", DIAG_MISSING_IMAGE, "does not exist");
    static const char huge[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff\x08\2\0\0\0";
    struct str file = {huge, sizeof huge + 3};
    char bytes[sizeof huge + 3] = {0};
    memcpy(bytes, huge, sizeof huge);
    file.p = bytes;
    size_t before = f->diags.n;
    ok(!image_read_memory(f->arena, file, STR("huge"), SPAN_NONE, &f->diags) &&
           f->diags.list[before]->id == DIAG_TOO_LARGE,
       "four thousand million pixels are refused before memory is taken");
    before = f->diags.n;
    ok(!image_read_memory(f->arena, STR("GIF89a"), STR("g"), SPAN_NONE, &f->diags) &&
           str_find(f->diags.list[before]->text, STR("GIF")) != STR_NONE,
       "a known foreign format is named");
    /* A JPEG whose end is missing decodes to gray in most programs: here it is told. */
    const struct image *whole = read_file(f, "gray.jpg");
    before = f->diags.n;
    ok(whole &&
           !image_read_memory(f->arena, str_slice(whole->file, 0, whole->file.n - 2), STR("j"),
                              SPAN_NONE, &f->diags) &&
           str_find(f->diags.list[before]->text, STR("cut off")) != STR_NONE,
       "a JPEG without its end is cut off");
}

int main(void) {
    struct fixture f = {.arena = arena_new()};
    diags_init(&f.diags, f.arena);
    test_png(&f);
    test_jpeg(&f);
    test_svg(&f);
    test_faults(&f);
    diags_drop(&f.diags);
    arena_drop(f.arena);
    return tap_done();
}
