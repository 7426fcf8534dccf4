/* SPDX-License-Identifier: MIT */
/*
 * Every kind of image gives the expected pixels, and every fault is reported. The files are
 * seeds of the fuzz target.
 */
#include "tap.h"

#include "core/base/file.h"
#include "print/image/image.h"
#include "print/pdfread/form.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_MISSING_IMAGE);
DIAG_USE(DIAG_BAD_IMAGE);
DIAG_USE(DIAG_SVG);
DIAG_USE(DIAG_FIGURE_STANDARD);

struct fixture {
    struct arena *arena;
    struct diags diags;
};

static const struct image *read_file(struct fixture *f, const char *name) {
    struct str path = arena_printf(f->arena, "tests/fuzz/corpus/image/%s", name);
    return image_read(f->arena, NULL, path, 1, SPAN_NONE, &f->diags);
}

static void test_png(struct fixture *f) {
    const struct image *i = read_file(f, "rgb.png");
    ok(i && i->kind == IMAGE_RGB && i->width == 2 && i->height == 2, "colour is read");
    if (i) {
        is_mem(i->pixels.p, "\xff\0\0\0\xff\0\0\0\xff\xff\xff\xff", 12, "rows are in order");
        is_int(i->dpi_x, 300, "pixels per metre become dots per inch");
        is_int(i->alpha.n, 0, "an opaque image has no alpha");
        is_str(i->mime, "image/png", "the kind is known for HTML");
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
    i = read_file(f, "exifdpi.jpg");
    ok(i && i->orientation == 6 && i->dpi_x == 144 && i->dpi_y == 144,
       "without JFIF Exif tells the density");
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
    struct str text =
        STR("<s:svg xmlns:s='http://www.w3.org/2000/svg' width='10mm' height='5cm'/>");
    i = image_read_memory(f->arena, text, STR("x"), &f->diags);
    ok(i && i->width == 38 && i->height == 189, "units are CSS units");
    i = image_read_memory(f->arena, STR("<svg/>"), STR("x"), &f->diags);
    ok(i && i->width == 300 && i->height == 150, "no size is the default size");
}

static bool has_text(const struct pdfread_form *form, const char *text) {
    for (size_t i = 0; i < form->n; i++) {
        if (str_find(form->objects[i].body, str_of(text)) != STR_NONE ||
            str_find(form->objects[i].data, str_of(text)) != STR_NONE) {
            return true;
        }
    }
    return false;
}

static const struct image *drawing_of(struct fixture *f, const char *inside) {
    struct str text =
        arena_join(f->arena, 3,
                   STR("<svg xmlns='http://www.w3.org/2000/svg' "
                       "xmlns:xlink='http://www.w3.org/1999/xlink' width='100' height='50'>"),
                   str_of(inside), STR("</svg>"));
    return image_read_memory(f->arena, text, STR("x"), &f->diags);
}

static void test_drawings(struct fixture *f) {
    size_t before = f->diags.n;
    const struct image *i = drawing_of(f, "<path d='M0 0H40V20Z' fill='#0f0'/>");
    ok(i && i->form && has_text(i->form, "0 1 0 rg") && !has_text(i->form, "/Image"),
       "shapes stay shapes");
    ok(i && i->form && i->form->width == 75 && i->form->height == 37.5,
       "pixels are of 96 to the inch");
    i = drawing_of(f, "<text x='5' y='20' style='font: 10px sans-serif'>Words</text>");
    ok(i && i->form && has_text(i->form, "/ToUnicode") && !i->form->no_font && !i->form->no_text,
       "words stay words, their fonts are embedded");
    i = drawing_of(f, "<rect width='9' height='9' style='fill:light-dark(rgb(0, 0, 255), #fff)'/>");
    ok(i && i->form && has_text(i->form, "0 0 1 rg"), "of light-dark() paper has the first");
    i = drawing_of(f, "<switch><g requiredFeatures=\"x\"/><rect width='9' height='9' fill='#0f0'/>"
                      "</switch>");
    ok(i && i->form && !has_text(i->form, "0 1 0 rg"), "required features are there");
    i = drawing_of(f, "<switch><foreignObject requiredFeatures=\"x\"/><rect width='9' height='9' "
                      "fill='#0f0'/></switch>");
    ok(i && i->form && has_text(i->form, "0 1 0 rg"), "but that of HTML within is not");
    i = drawing_of(f, "<style>circle { filter: blur(1px) }</style><filter id='f'>"
                      "<feTurbulence numOctaves='300000'/></filter><rect width='9' height='9'/>");
    ok(i && i->form, "a sheet's filter counts for an eighth of five elements: for one");
    ok(f->diags.n == before, "none of this is reported");
    drawing_of(f, "<image href='http://x'/><image xlink:href='y.png'/><script>alert(1)</script>"
                  "<rect><animate/></rect><foreignObject/>");
    ok(f->diags.n == before + 4 && f->diags.list[before]->id == DIAG_SVG &&
           f->diags.list[before]->span.begin == 107,
       "what is left out is reported once for each kind, at its place");
    before = f->diags.n;
    ok(!image_read_memory(f->arena, STR("<svg><g></svg>"), STR("x"), &f->diags) &&
           f->diags.n > before,
       "what is no XML is reported");
    i = image_read_memory(f->arena,
                          STR("<svg width='10'><rect width='9' height='9' fill='#0f0'/></svg>"),
                          STR("x"), &f->diags);
    ok(i && i->form && has_text(i->form, "0 1 0 rg"), "an image without a namespace is drawn");
    ok(image_mime(STR("<?xml version='1.0'?><svg/>")).n == 13 && image_mime(STR("GIF8")).n == 0,
       "the kind of a file by its first bytes");
}

static void refused(struct fixture *f, const char *name, const struct diag_rule *id,
                    const char *word) {
    size_t before = f->diags.n;
    const struct image *i = read_file(f, name);
    bool reported = f->diags.n == before + 1 && f->diags.list[before]->id == id &&
                    str_find(f->diags.list[before]->text, str_of(word)) != STR_NONE;
    ok(!i && reported, name);
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
    ok(!image_read_memory(f->arena, file, STR("huge"), &f->diags) &&
           f->diags.list[before]->id == DIAG_TOO_LARGE,
       "four thousand million pixels are refused before memory is taken");
    before = f->diags.n;
    ok(!image_read_memory(f->arena, STR("%!PS-Adobe-3.0 EPSF-3.0"), STR("g"), &f->diags) &&
           str_find(f->diags.list[before]->text, STR("PostScript")) != STR_NONE &&
           str_find(f->diags.list[before]->hint, STR("epstopdf")) != STR_NONE,
       "a known foreign format is named, with the way out");
    /* A JPEG whose end is missing decodes to gray in most programs: here it is reported. */
    const struct image *whole = read_file(f, "gray.jpg");
    before = f->diags.n;
    ok(whole &&
           !image_read_memory(f->arena, str_slice(whole->file, 0, whole->file.n - 2), STR("j"),
                              &f->diags) &&
           str_find(f->diags.list[before]->text, STR("cut off")) != STR_NONE,
       "a JPEG without its end is cut off");
}

/* Red, green, blue, and a place that is see-through. */
static void is_four(const struct image *i, const char *what) {
    bool right = i && i->kind == IMAGE_RGB && i->width == 2 && i->height == 2 &&
                 i->pixels.n == 12 && i->alpha.n == 4;
    ok(right && !memcmp(i->pixels.p, "\xff\0\0\0\xff\0\0\0\xff", 9) &&
           !memcmp(i->alpha.p, "\xff\xff\xff\0", 4),
       what);
}

static void test_others(struct fixture *f) {
    is_four(read_file(f, "four.webp"), "WebP");
    is_four(read_file(f, "film.gif"), "the first frame of a GIF");
    const struct image *i = read_file(f, "four.tif");
    is_four(i, "TIFF");
    is_int(i ? i->dpi_x : 0, 150, "its resolution");
    i = read_file(f, "film.webp");
    ok(i && i->pixels.n == 12 && (unsigned char)i->pixels.p[0] == 200,
       "the first frame of an animation in WebP");
    i = read_file(f, "rows.gif");
    ok(i && i->pixels.n == 27 && !memcmp(i->pixels.p, "\xff\0\0", 3) &&
           !memcmp(i->pixels.p + 24, "\0\xff\0", 3) && !memcmp(i->pixels.p + 6, "\xff\0\0", 3),
       "an interlaced GIF has its rows in order");
    i = read_file(f, "part.gif");
    ok(i && i->alpha.n == 4 && !memcmp(i->alpha.p, "\0\0\0\xff", 4),
       "a frame may be smaller than its picture");
    refused(f, "cut.webp", DIAG_BAD_IMAGE, "damaged");
    refused(f, "cut.gif", DIAG_BAD_IMAGE, "damaged");
    refused(f, "cut.tif", DIAG_BAD_IMAGE, "damaged");
}

/* Files with a position, numbers of cameras and names: a JPEG and a WebP with XMP, a TIFF with
 * directories of Exif and GPS, and a drawing of Inkscape. */
static void test_makers(struct fixture *f) {
    static const struct {
        const char *file, *serial, *maker;
    } files[] = {{"xmp.jpg", "XS-55", "Cy Cole"},
                 {"maker.webp", "SN-9876", "Ann Ash"},
                 {"maker.tif", "SN-9876", "Ann Ash"},
                 {"maker.svg", "", "Cy Cole"}};
    static const char *const told[] = {"Ann", "Cole", "XS-55", "SN-9876", "48,12N", "adobe"};
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        struct str bytes, clean;
        struct image_facts facts;
        struct str path = arena_printf(f->arena, "tests/fuzz/corpus/image/%s", files[i].file);
        is_int(file_read(f->arena, path, 10000, &bytes), 0, files[i].file);
        image_facts_read(f->arena, bytes, &facts);
        is_str(facts.serial, files[i].serial, "the number of the camera");
        is_str(facts.maker, files[i].maker, "the name of a person");
        ok(facts.place == (files[i].serial[0] != 0), "a position");
        ok(image_clean(f->arena, bytes, &clean) && clean.n <= bytes.n, "it can be cleaned");
        for (size_t k = 0; k < ARRAY_LEN(told); k++) {
            ok(str_find(clean, str_of(told[k])) == STR_NONE, told[k]);
        }
        const struct image *image = image_read_memory(f->arena, clean, path, &f->diags);
        ok(image && image->width, "the picture is whole");
    }
    const struct image *i = read_file(f, "maker.svg");
    ok(i && i->width == 10 && i->height == 9, "sizes with decimals are rounded");
}

static void test_pages(struct fixture *f) {
    size_t before = f->diags.n;
    const struct image *i = read_file(f, "page.pdf");
    ok(i && i->kind == IMAGE_PDF && i->form && f->diags.n == before, "a page of a PDF is read");
    if (i && i->form) {
        is_int(i->width, 5000, "its crop box counts, turned by an inherited /Rotate");
        is_int(i->height, 10000, "in hundredths of a point");
        ok(has_text(i->form, "/Subtype/Form") && has_text(i->form, "a\\)b") &&
               has_text(i->form, "\x01"
                                 "EI\x02\nEI"),
           "content, strings and inline images are kept");
        ok(!has_text(i->form, "BDC") && !has_text(i->form, "BMC") && !has_text(i->form, "MCID") &&
               !has_text(i->form, "/OC") && !has_text(i->form, "/Properties"),
           "tags and layers stay behind");
        ok(has_text(i->form, "/Widths [10 ]") && i->form->n == 5,
           "circles end, arrays stand where they are referred to");
        ok(!i->form->no_font && !i->form->cmyk && !i->form->no_text && i->form->clear,
           "nothing in it is against a standard");
    }
    i = image_read(f->arena, NULL, STR("tests/fuzz/corpus/image/page.pdf"), 2, SPAN_NONE,
                   &f->diags);
    ok(i && i->width == 40000 && i->height == 20000, "another page, in units of its own");
    before = f->diags.n;
    ok(!image_read(f->arena, NULL, STR("tests/fuzz/corpus/image/page.pdf"), 3, SPAN_NONE,
                   &f->diags) &&
           f->diags.list[before]->id == DIAG_BAD_IMAGE,
       "a page that there is not is reported");
    before = f->diags.n;
    i = read_file(f, "turned.pdf");
    ok(i && i->width == 20000 && i->height == 10000, "a turn that is none is not made");
    i = read_file(f, "press.pdf");
    ok(i && i->form->no_font && i->form->cmyk && f->diags.n == before + 1 &&
           f->diags.list[before]->id == DIAG_FIGURE_STANDARD &&
           str_find(f->diags.list[before]->text, STR("CMYK")) != STR_NONE,
       "what takes the standards from the document is reported");
}

int main(void) {
    struct fixture f = {.arena = arena_new()};
    diags_init(&f.diags, f.arena);
    test_png(&f);
    test_jpeg(&f);
    test_svg(&f);
    test_drawings(&f);
    test_others(&f);
    test_makers(&f);
    test_pages(&f);
    test_faults(&f);
    diags_drop(&f.diags);
    arena_drop(f.arena);
    return tap_done();
}
