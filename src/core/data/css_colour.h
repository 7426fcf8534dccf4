/* SPDX-License-Identifier: MIT */
/*
 * Colours of CSS (CSS Color 4): names, hexadecimal digits and functions.
 */
#ifndef DOSSIER_DATA_CSS_COLOUR_H
#define DOSSIER_DATA_CSS_COLOUR_H

#include "core/base/base.h"

struct css_token;

/** The colour of a name in any case (section 6.1), as 0xRRGGBB; false, with `*rgb` unchanged, for
 * an unknown name. `transparent` and `currentcolor` are not included. */
bool css_colour_named(struct str name, uint32_t *rgb);

/** Reads three, four, six or eight hexadecimal digits (section 5.2) without the number sign; false
 * for anything else. `*alpha` is 255 when it is not given. */
bool css_colour_hex(struct str digits, uint32_t *rgb, uint8_t *alpha);

/** Reads a colour function and its arguments up to the closing bracket: rgb(), hsl(), hwb(), lab(),
 * lch(), oklab() or oklch(). Returns false for another function and for invalid arguments.
 * `calc()` is not supported. */
bool css_colour_function(const struct css_token *t, size_t n, uint32_t *rgb, uint8_t *alpha);

#endif
