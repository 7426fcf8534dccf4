/* SPDX-License-Identifier: MIT */
/*
 * CSS colours that are a single word, for style sheets and drawings.
 */
#include "core/data/css_colour.h"

#include "core/base/word_list.h"

#include <stdlib.h>

/* CSS Color 4, section 6.1. Sorted by name. */
static const struct colour_name {
    const char *name;
    uint32_t rgb;
} NAMES[] = {
#define COLOUR(name, rgb) {name, rgb},
#include "core/data/css_colours.def"
#undef COLOUR
};

bool css_colour_named(struct str name, uint32_t *rgb) {
    char small[24]; /* room for the longest name, which has 20 letters */
    struct str key = str_lower(name, small, sizeof small);
    const struct colour_name *c =
        bsearch(&key, NAMES, ARRAY_LEN(NAMES), sizeof NAMES[0], str_order_z);
    if (!c) {
        return false;
    }
    *rgb = c->rgb;
    return true;
}

bool css_colour_hex(struct str digits, uint32_t *rgb, uint8_t *alpha) {
    uint32_t v[8];
    bool small = digits.n == 3 || digits.n == 4;
    if (!small && digits.n != 6 && digits.n != 8) {
        return false;
    }
    for (size_t i = 0; i < digits.n; i++) {
        int digit = hex_digit(digits.p[i]);
        if (digit < 0) {
            return false;
        }
        if (small) {
            v[2 * i] = v[2 * i + 1] = (uint32_t)digit;
        } else {
            v[i] = (uint32_t)digit;
        }
    }
    *rgb = 0;
    for (size_t i = 0; i < 6; i++) {
        *rgb = *rgb << 4 | v[i];
    }
    *alpha = digits.n == 4 || digits.n == 8 ? (uint8_t)(v[6] << 4 | v[7]) : 255;
    return true;
}

/* Returns a channel's part of the relative luminance, v^2.4. The fifth root of v^2 is found by
 * Newton's method, so that no mathematical library is needed. */
static double channel(uint32_t rgb, int shift) {
    double v = (double)((rgb >> shift) & 255) / 255.0, root = 1.0;
    if (v <= 0.04045) {
        return v / 12.92;
    }
    v = (v + 0.055) / 1.055;
    for (int i = 0; i < 20; i++) {
        root = (4.0 * root + v * v / (root * root * root * root)) / 5.0;
    }
    return v * v * root;
}

double css_colour_luminance(uint32_t rgb) {
    return 0.2126 * channel(rgb, 16) + 0.7152 * channel(rgb, 8) + 0.0722 * channel(rgb, 0);
}

double css_colour_contrast(uint32_t a, uint32_t b) {
    double x = css_colour_luminance(a), y = css_colour_luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}
