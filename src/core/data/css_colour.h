/* SPDX-License-Identifier: MIT */
/*
 * Colours of CSS (CSS Color 4): names, hexadecimal digits and functions.
 */
#ifndef DOSSIER_DATA_CSS_COLOUR_H
#define DOSSIER_DATA_CSS_COLOUR_H

#include "core/base/base.h"

struct css_token;

/** Finds the colour with this name, in upper or lower case (section 6.1), as 0xRRGGBB. Returns
 * false, with `*rgb` unchanged, for an unknown name. `transparent` and `currentcolor` are not
 * included. */
bool css_colour_named(struct str name, uint32_t *rgb);

/** Reads three, four, six or eight hexadecimal digits (section 5.2) without the number sign.
 * Returns false for anything else. `*alpha` becomes 255 if the digits have no alpha. */
bool css_colour_hex(struct str digits, uint32_t *rgb, uint8_t *alpha);

/** Reads a colour function and its arguments up to the closing bracket: rgb(), hsl(), hwb(), lab(),
 * lch(), oklab() or oklch(). Returns false for another function and for invalid arguments.
 * `calc()` is not supported. */
bool css_colour_function(const struct css_token *t, size_t n, uint32_t *rgb, uint8_t *alpha);

/** Returns the relative luminance of a colour, from 0 for black to 1 for white (WCAG 2.1, section
 * 5). */
double css_colour_luminance(uint32_t rgb);
/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.1, 1.4.3). */
double css_colour_contrast(uint32_t a, uint32_t b);

#endif
