/* SPDX-License-Identifier: MIT */
/*
 * Colours of CSS (CSS Color 4): those that are written in one word, and functions.
 */
#ifndef DOSSIER_DATA_CSS_COLOUR_H
#define DOSSIER_DATA_CSS_COLOUR_H

#include "core/base/base.h"

struct css_token;

/** A colour by name, in any case (section 6.1), as 0xRRGGBB; false, and `*rgb` is kept, when no
 * colour is called that. `transparent` and `currentcolor` are none. */
bool css_colour_named(struct str name, uint32_t *rgb);

/** Three, four, six or eight hexadecimal digits (section 5.2) without their number sign; false when
 * they are none. `*alpha` is 255 where nothing is said of it. */
bool css_colour_hex(struct str digits, uint32_t *rgb, uint8_t *alpha);

/** rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch(): the function and what is in it up to its
 * closing bracket; false when it is none of them, or one that cannot be read. `calc()` in it is not
 * understood. */
bool css_colour_function(const struct css_token *t, size_t n, uint32_t *rgb, uint8_t *alpha);

#endif
