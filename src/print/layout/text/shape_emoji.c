/* SPDX-License-Identifier: MIT */
/*
 * Emoji in words: the font of a sequence, and the breaks around it. A sequence (UTS #51) is shown
 * as one picture in one font, without breaks inside. print/font finds out which font can show it.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

size_t shape_emoji_end(struct str word, size_t from) {
    size_t at = from;
    uint32_t cp = utf8_next(word, &at);
    bool pictured;
    /* A digit is an emoji only with a keycap. The selector or keycap that must follow begins with
     * this byte. */
    if (cp < 0x80 ? at >= word.n || (unsigned char)word.p[at] < 0xE2 : !unicode_maybe_emoji(cp)) {
        return from;
    }
    size_t end = unicode_emoji_end(word, from, &pictured);
    return end > from && pictured ? end : from;
}

struct font *shape_emoji_font(struct inline_builder *b, const struct inline_style *style,
                              struct str sequence) {
    size_t at = 0;
    struct font *own = style->font;
    if (font_has_colours(own) && font_has(own, utf8_next(sequence, &at))) {
        return own; /* the author chose an emoji font as the font of the text */
    }
    return fonts_emoji(b->shaper->fonts, sequence);
}

/* ---- cuts */

struct emoji_cuts {
    struct inline_builder *b;
    struct str word;
    size_t begin, end; /* the range of the first sequence that ends at or after the boundary */
};

/* Moves to the sequence that ends at or after `offset`. */
static void sequence_seek(struct emoji_cuts *u, size_t offset) {
    while (u->end < offset && u->end < u->word.n) {
        u->begin = u->end;
        u->end = shape_emoji_end(u->word, u->begin);
        if (u->end == u->begin) {
            (void)utf8_next(u->word, &u->end);
            u->begin = u->end; /* if no sequence was found, the range becomes empty */
        }
    }
}

/* Called for each boundary of UAX #14. Adds a break there if a sequence is on one side of it. */
static void boundary(void *user, size_t offset) {
    struct emoji_cuts *u = user;
    if (offset == 0 || offset >= u->word.n) {
        return;
    }
    sequence_seek(u, offset);
    bool behind = u->end == offset && u->begin < u->end;
    if (behind || shape_emoji_end(u->word, offset) > offset) {
        vec_push(&u->b->cuts, (struct cut){.at = (uint32_t)offset});
    }
}

void shape_emoji_cuts(struct inline_builder *b, const struct inline_style *style, struct str word) {
    struct emoji_cuts u = {b, word, 0, 0};
    shape_breaks_find(b->shaper, style->lang, word, boundary, &u);
}

void shape_emoji_keep(struct inline_builder *b, struct str word) {
    struct emoji_cuts u = {b, word, 0, 0};
    size_t n = 0;
    for (size_t i = 0; i < b->cuts.n; i++) {
        size_t at = b->cuts.p[i].at;
        sequence_seek(&u, at);
        if (u.begin >= at || u.end <= at) {
            b->cuts.p[n++] = b->cuts.p[i];
        }
    }
    b->cuts.n = n;
}
