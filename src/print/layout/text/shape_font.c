/* SPDX-License-Identifier: MIT */
/*
 * Chooses the font of each character in a word, and replaces characters that no font has. The font
 * of the style is tried first; print/font chooses substitutes. Punctuation and symbols stay in
 * the font of the letters before them, if it has them.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

bool shape_has_ascii(struct shaper *s, struct font *font) {
    size_t i = (size_t)font_index(font);
    while (s->ascii.n <= i) {
        vec_push(&s->ascii, 0);
    }
    if (s->ascii.p[i] == 0) {
        s->ascii.p[i] = 1;
        for (uint32_t cp = '!'; cp <= '~'; cp++) {
            if (!font_has(font, cp)) {
                s->ascii.p[i] = 2;
            }
        }
    }
    return s->ascii.p[i] == 1;
}

/* Whether a character is a joiner or a variation selector. These act on the shaping and need no
 * glyph. */
static bool is_invisible(uint32_t cp) {
    return (cp >= 0x200C && cp <= 0x200F) || (cp >= 0xFE00 && cp <= 0xFE0F) ||
           (cp >= 0x202A && cp <= 0x202E) || (cp >= 0x2060 && cp <= 0x206F) ||
           (cp >= 0xE0100 && cp <= 0xE01EF);
}

/* Whether a character controls directions: the marks, embeddings and isolates of UAX #9. */
static bool is_direction(uint32_t cp) {
    return cp == 0x200E || cp == 0x200F || cp == 0x61C || (cp >= 0x202A && cp <= 0x202E) ||
           (cp >= 0x2066 && cp <= 0x2069);
}

/* Whether a character belongs to the one before it and must be shaped in the same font. */
static bool is_attached(uint32_t cp) {
    return is_invisible(cp) || (cp >= 0x300 && unicode_is_mark(cp)) ||
           (cp >= 0x1F3FB && cp <= 0x1F3FF);
}

static bool font_has_all(const struct font *font, struct str cluster) {
    for (size_t at = 0; at < cluster.n;) {
        uint32_t cp = utf8_next(cluster, &at);
        if (!is_invisible(cp) && !font_has(font, cp)) {
            return false;
        }
    }
    return true;
}

/* A font for the characters that are missing in the font of the style; or NULL. */
static struct font *stand_in(struct inline_builder *b, const struct inline_style *style,
                             uint32_t cp) {
    return fonts_stand_in(b->shaper->fonts, cp, style->font, style->face,
                          b->cjk_lang.n > 0 ? b->cjk_lang : style->lang);
}

/* The font of a character with its marks: the font of the style, else a font that has all of these
 * characters, else a font that has the base character. An emoji is set in an emoji font if one
 * has the emoji. */
static struct font *cluster_font(struct inline_builder *b, const struct inline_style *style,
                                 struct str cluster) {
    struct font *base = style->font;
    if (b->emoji && shape_emoji_end(cluster, 0) > 0) {
        struct font *font = shape_emoji_font(b, style, cluster);
        if (font != NULL) {
            return font;
        }
    }
    if (font_has_all(style->font, cluster)) {
        return style->font;
    }
    for (size_t at = 0; at < cluster.n;) {
        size_t here = at;
        struct font *f = stand_in(b, style, utf8_next(cluster, &at));
        if (f != NULL && font_has_all(f, cluster)) {
            return f;
        }
        base = here == 0 && f != NULL && !font_has_all(style->font, str_slice(cluster, 0, at))
                   ? f
                   : base;
    }
    return base;
}

size_t shape_cluster_end(const struct inline_builder *b, struct str word, size_t from) {
    size_t end = b->emoji ? shape_emoji_end(word, from) : from;
    if (end == from) {
        (void)utf8_next(word, &end);
    }
    while (end < word.n && (unsigned char)word.p[end] >= 0x80) {
        size_t next = end;
        if (!is_attached(utf8_next(word, &next))) {
            break;
        }
        end = next;
    }
    return end;
}

struct font *shape_word_font(struct inline_builder *b, const struct inline_style *style,
                             size_t from, size_t to, struct font *near) {
    struct str word = buf_view(&b->word);
    struct str cluster = str_slice(word, from, to);
    size_t at = 0;
    uint32_t cp = utf8_next(cluster, &at);
    if (b->cjk_lang.n > 0 && shape_cjk_takes(b, style, word, from)) {
        struct font *font = fonts_cjk(b->shaper->fonts, cp, style->font, style->face, b->cjk_lang);
        if (font != NULL) {
            return font;
        }
    }
    struct font *font = cluster_font(b, style, cluster);
    bool stays = font != style->font && near != NULL && near != style->font && near != font &&
                 !font_has_colours(near) && !font_has_colours(font) && !unicode_is_letter(cp) &&
                 font_has_all(near, cluster);
    return stays ? near : font;
}

/* Records a character that no font has. Each character is reported once. */
static void missing_note(struct inline_builder *b, const struct inline_style *style, uint32_t cp) {
    for (size_t i = 0; i < b->missing.n; i++) {
        if (b->missing.p[i].cp == cp) {
            return;
        }
    }
    vec_push(&b->missing, (struct inline_missing){cp, style, style->tag});
}

/* Adds a replacement for a character that no font has: U+FFFD, or a question mark if U+FFFD is
 * missing too. */
static void missing_add(struct inline_builder *b, const struct inline_style *style, uint32_t cp) {
    missing_note(b, style, cp);
    bool has =
        font_has(style->font, UTF8_REPLACEMENT) || stand_in(b, style, UTF8_REPLACEMENT) != NULL;
    buf_rune(&b->word, has ? UTF8_REPLACEMENT : '?');
}

static bool is_lacking(struct inline_builder *b, const struct inline_style *style, uint32_t cp) {
    return !is_invisible(cp) && !font_has(style->font, cp) && stand_in(b, style, cp) == NULL;
}

/* Adds to b->word those parts of an emoji sequence that its font has. Missing parts are reported.
 * If no font has even the first character, one replacement character is added for the whole
 * sequence. */
static void emoji_clean(struct inline_builder *b, const struct inline_style *style,
                        struct str sequence) {
    size_t first = 0;
    uint32_t base = utf8_next(sequence, &first);
    struct font *font = shape_emoji_font(b, style, sequence);
    if (font == NULL && is_lacking(b, style, base)) {
        missing_add(b, style, base);
        return;
    }
    for (size_t at = 0; at < sequence.n;) {
        uint32_t cp = utf8_next(sequence, &at);
        bool lacks =
            font != NULL ? !is_invisible(cp) && !font_has(font, cp) : is_lacking(b, style, cp);
        if (lacks) {
            missing_note(b, style, cp);
        } else {
            buf_rune(&b->word, cp);
        }
    }
}

/* Adds one character that is not an emoji to b->word, or a possible break to b->cuts. Returns
 * whether it counts as ASCII. */
static bool char_clean(struct inline_builder *b, const struct inline_style *style, uint32_t cp) {
    if (cp == 0xAD || cp == 0x200B) {
        bool soft = cp == 0xAD;
        vec_push(&b->cuts, (struct cut){.at = (uint32_t)b->word.n,
                                        .penalty = soft ? 50 : 0,
                                        .hyphen = soft,
                                        .flagged = soft});
        return true;
    }
    /* a word joiner is dropped, because most words have no break at its place anyway */
    if (cp == 0xFEFF || cp == 0x2060) {
        size_t at = b->word.n;
        if (at > 0 && utf8_prev(buf_view(&b->word), &at) >= 0x0E00) {
            vec_push(&b->cuts, (struct cut){.at = (uint32_t)b->word.n, .penalty = PENALTY_INF});
        }
        return true;
    }
    if (is_direction(cp)) {
        return true; /* the character was used for computing the levels and has no glyph */
    }
    if (is_lacking(b, style, cp)) {
        missing_add(b, style, cp);
    } else {
        buf_rune(&b->word, cp);
    }
    return false;
}

/* Whether the character at `at` shows that the word contains an emoji. A keycap also shows this,
 * although its sequence begins before `at`. */
static bool is_emoji_at(struct str text, size_t at, uint32_t cp) {
    return unicode_maybe_emoji(cp) && (cp == UNICODE_KEYCAP || shape_emoji_end(text, at) > at);
}

/* Like shape_word_clean(), for a word with an emoji. */
static void emoji_word_clean(struct inline_builder *b, const struct inline_style *style,
                             struct str text) {
    b->emoji = true;
    buf_clear(&b->word);
    vec_clear(&b->cuts);
    for (size_t at = 0; at < text.n;) {
        size_t end = shape_emoji_end(text, at);
        if (end > at) {
            emoji_clean(b, style, str_slice(text, at, end));
            at = end;
        } else {
            (void)char_clean(b, style, utf8_next(text, &at));
        }
    }
}

bool shape_word_clean(struct inline_builder *b, const struct inline_style *style, struct str text) {
    bool ascii = true;
    size_t plain = 0;
    b->emoji = false;
    buf_clear(&b->word);
    vec_clear(&b->cuts);
    while (plain < text.n && (unsigned char)text.p[plain] < 0x80) {
        plain++;
    }
    buf_add(&b->word, text.p, plain);
    for (size_t at = plain; at < text.n;) {
        if ((unsigned char)text.p[at] < 0x80) {
            buf_putc(&b->word, text.p[at++]);
            continue;
        }
        size_t here = at;
        uint32_t cp = utf8_next(text, &at);
        if (is_emoji_at(text, here, cp)) {
            emoji_word_clean(b, style, text);
            return false;
        }
        ascii = char_clean(b, style, cp) && ascii;
    }
    return ascii;
}
