/* SPDX-License-Identifier: MIT */
/*
 * Measures an SVG file (SVG 1.1, 7.2 and 7.7).
 *
 * Only the start tag of the outermost element is read, by a scanner that handles just enough XML to
 * find it. svg_draw.c draws the file.
 */
#include "core/base/markup.h"
#include "print/image/image_internal.h"

/* Lengths in 1/1000 of a CSS pixel. */
typedef int64_t milli;

static const struct {
    const char *unit;
    milli per; /* the size of a unit in 1/1000 px (CSS 2.1, 4.3.2); an em is taken as 16 px */
} units[] = {{"", 1000},    {"px", 1000}, {"pt", 1333},  {"pc", 16000}, {"in", 96000},
             {"cm", 37795}, {"mm", 3780}, {"em", 16000}, {"ex", 8000}};

/* the largest number: it is larger than any page, and sums do not overflow */
enum { NUMBER_MAX = 1000000 };

/** Reads a number without exponent at the start of `*text`, in thousandths, and moves `*text` past
 * it. Returns false for anything else. */
static bool take_number(struct str *text, milli *out) {
    bool negative = text->n && text->p[0] == '-', digits;
    if (text->n && (text->p[0] == '-' || text->p[0] == '+')) {
        *text = str_from(*text, 1);
    }
    milli v;
    digits = str_take_decimal(text, '.', 3, &v);
    v = v < NUMBER_MAX * (milli)1000 ? v : NUMBER_MAX * (milli)1000;
    *out = negative ? -v : v;
    return digits;
}

/** A length in whole pixels. 0 for percentages and malformed lengths. */
static uint32_t parse_length(struct str text) {
    milli v = 0;
    text = str_trim(text);
    if (!take_number(&text, &v) || v <= 0) {
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if (str_is(text, units[i].unit)) {
            milli px = (v / 1000 * units[i].per + v % 1000 * units[i].per / 1000 + 500) / 1000;
            return px < NUMBER_MAX ? (uint32_t)px : NUMBER_MAX;
        }
    }
    return 0;
}

/** Reads width and height of `min-x min-y width height`. Returns false for a malformed value. */
static bool parse_view_box(struct str text, uint32_t *width, uint32_t *height) {
    milli v[4];
    for (int i = 0; i < 4; i++) {
        while (text.n && (is_space(text.p[0]) || text.p[0] == ',')) {
            text = str_from(text, 1);
        }
        if (!take_number(&text, &v[i])) {
            return false;
        }
    }
    if (v[2] <= 0 || v[3] <= 0) {
        return false;
    }
    *width = (uint32_t)((v[2] + 999) / 1000); /* at most NUMBER_MAX + 1 */
    *height = (uint32_t)((v[3] + 999) / 1000);
    return true;
}

/** The text after the first `end` in `text`, or an empty text. */
static struct str behind(struct str text, struct str end) {
    size_t at = str_find(text, end);
    return at == STR_NONE ? STR_EMPTY : str_from(text, at + end.n);
}

/** Skips the document type declaration with its internal subset. */
static struct str behind_doctype(struct str text) {
    size_t close = str_index(text, '>'), open = str_index(text, '[');
    if (open != STR_NONE && close != STR_NONE && open < close) {
        text = behind(text, STR("]"));
    }
    return behind(text, STR(">"));
}

struct str image_svg_tag(struct str text) {
    text = str_from(text, str_bom(text));
    for (text = str_trim(text); text.n > 1 && text.p[0] == '<'; text = str_trim(text)) {
        if (str_starts(text, STR("<!--"))) {
            text = behind(text, STR("-->"));
        } else if (text.p[1] == '?') {
            text = behind(text, STR("?>"));
        } else if (text.p[1] == '!') {
            text = behind_doctype(text);
        } else {
            size_t n = 1;
            while (n < text.n && !is_space(text.p[n]) && text.p[n] != '>' && text.p[n] != '/') {
                n++;
            }
            struct str name = str_slice(text, 1, n);
            bool svg = str_is(name, "svg") || str_ends(name, STR(":svg"));
            return svg ? str_from(text, n) : STR_EMPTY;
        }
    }
    return STR_EMPTY;
}

bool image_svg_sniff(struct str file) {
    return image_svg_tag(file).n > 0;
}

/** The missing side of the image, computed from the other side by the proportions of the view
 * box. */
static uint32_t in_proportion(uint32_t side, uint32_t box_side, uint32_t box_other) {
    uint64_t v = (uint64_t)side * box_other / box_side;
    return v < NUMBER_MAX ? (uint32_t)v : NUMBER_MAX;
}

bool image_svg_read(struct image_job *job) {
    struct image *img = job->img;
    struct str tag = image_svg_tag(img->file), name, value;
    uint32_t width = 0, height = 0, box_width = 0, box_height = 0;
    while (markup_next_attr(&tag, &name, &value) && !str_starts(name, STR(">"))) {
        if (str_is(name, "width")) {
            width = parse_length(value);
        } else if (str_is(name, "height")) {
            height = parse_length(value);
        } else if (str_is(name, "viewBox")) {
            parse_view_box(value, &box_width, &box_height);
        }
    }
    if (width == 0 && height == 0) {
        width = box_width;
        height = box_height;
    } else if (box_width > 0 && height == 0) {
        height = in_proportion(width, box_width, box_height);
    } else if (box_height > 0 && width == 0) {
        width = in_proportion(height, box_height, box_width);
    }
    /* an SVG without a size is 300 by 150 (CSS 2.1, 10.3.2) */
    img->kind = IMAGE_SVG;
    img->width = width ? width : 300;
    img->height = height ? height : 150;
    img->dpi_x = img->dpi_y = 96;
    return image_svg_draw(job);
}
