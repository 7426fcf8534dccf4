/* SPDX-License-Identifier: MIT */
/*
 * Colours of style sheets (CSS Color 4). On paper all colours are opaque, so transparent colours
 * are blended with white. The original colour and its opacity are also kept, for use on other
 * backgrounds.
 */
#include "core/data/css_colour.h"
#include "print/layout/style/look_internal.h"

static uint8_t on_white(uint8_t v, uint8_t alpha) {
    return (uint8_t)((v * alpha + 255 * (255 - alpha) + 127) / 255);
}

bool look_colour_read(const struct css_token *t, size_t n, struct look_value *out) {
    uint32_t rgb = 0;
    uint8_t alpha = 255;
    while (n > 1 && look_opens(t, "light-dark")) {
        t++; /* light-dark() means its first colour here, because paper is light (CSS Color 5,
                section 6) */
        n = look_value_tokens(t, n - 1);
    }
    if (n == 0) {
        return false;
    }
    if (n == 1 && look_token_is(t, "currentcolor")) {
        *out = (struct look_value){.kind = LOOK_WORD, .word = WORD_CURRENT};
        return true;
    }
    if (n == 1 && look_token_is(t, "transparent")) {
        alpha = 0;
    } else if (n > 1                 ? !css_colour_function(t, n, &rgb, &alpha)
               : t->kind == CSS_HASH ? !css_colour_hex(t->text, &rgb, &alpha)
                                     : t->kind != CSS_IDENT || !css_colour_named(t->text, &rgb)) {
        return false;
    }
    struct page_colour c = page_colour_of(rgb);
    *out = (struct look_value){.kind = LOOK_COLOUR, .pure = c, .alpha = alpha};
    out->colour =
        (struct page_colour){on_white(c.r, alpha), on_white(c.g, alpha), on_white(c.b, alpha)};
    return true;
}
