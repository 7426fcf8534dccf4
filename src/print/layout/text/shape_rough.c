/* SPDX-License-Identifier: MIT */
/*
 * Rough paragraphs, for checks that only ask whether the text fits. To check a research statement
 * of seven pages then takes 14 million instructions instead of 34. A word counts as slightly wider
 * than the sum of its letters, never as narrower than its exact width. Lines are filled greedily,
 * and their words are not placed. Words that are not plain Latin are shaped as usual
 * (shape_text.c).
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"

#include <string.h>

/* "Signs" in this file are the characters that rough words may have: ASCII, the letters of Latin-1,
 * and dashes and quotation marks of General Punctuation. */
enum { LATIN = 128, PUNCTUATION = LATIN + 64, SIGNS = PUNCTUATION + 0x17 };

/* Signs that allow a break beside them, or that make the word an address. */
static const bool cuts[SIGNS] = {['-'] = true,
                                 ['/'] = true,
                                 [':'] = true,
                                 [PUNCTUATION + 0x03] = true,  /* U+2013 */
                                 [PUNCTUATION + 0x04] = true}; /* U+2014 */

/* maximum number of bytes of a rough word; longer words have breaks that only shape_cut.c finds */
#define WORD_MAX 40
#define UNKNOWN (-1)        /* the width of a sign that has not been looked up yet */
#define LACKING (-2)        /* the width of a sign that is not in the font */
#define UNITS_MAX INT32_MAX /* maximum width of a word, wider than any page */

/** The widths of a font's signs, in design units. */
struct rough_face {
    const struct font *font;
    int32_t advance[SIGNS];
};

struct rough {
    VEC(struct rough_face *) faces; /* the widths of each font, indexed by font_index() */
    VEC(struct inline_line) lines;  /* the lines of the last paragraph */
    /* The style of the last text, and values derived from the style. */
    struct inline_style style;
    bool taken;   /* words of this style are measured roughly */
    bool records; /* words of this style are hyphenated, so their language must be recorded */
    struct rough_face *face;
    int32_t upem;
    struct para_item space; /* the glue between words inside a sentence */
};

void shaper_measure_roughly(struct shaper *s) {
    s->rough = ARENA_NEW(s->arena, struct rough);
}

void shape_rough_drop(struct rough *r) {
    if (r) {
        vec_drop(&r->faces);
        vec_drop(&r->lines);
    }
}

/* ---- words */

static struct rough_face *face_of(struct shaper *s, struct font *font) {
    struct rough *r = s->rough;
    size_t index = (size_t)font_index(font);
    while (r->faces.n <= index) {
        vec_push(&r->faces, NULL);
    }
    struct rough_face *face = r->faces.p[index];
    if (!face) {
        face = r->faces.p[index] = ARENA_NEW(s->arena, struct rough_face);
        face->font = font;
        for (size_t i = 0; i < SIGNS; i++) {
            face->advance[i] = UNKNOWN;
        }
    }
    return face;
}

static bool same_measure(const struct inline_style *a, const struct inline_style *b) {
    return a->font == b->font && a->size == b->size && a->features == b->features &&
           a->flags == b->flags && a->tracking == b->tracking && a->spacing == b->spacing &&
           a->lang.p == b->lang.p && a->lang.n == b->lang.n;
}

/* Whether words of a style are measured roughly. Computes the values for the style. */
static bool style_take(struct inline_builder *b, const struct inline_style *style) {
    struct rough *r = b->shaper->rough;
    if (same_measure(&r->style, style)) {
        return r->taken;
    }
    r->style = *style;
    r->taken = (style->features & ~(unsigned)FONT_DEFAULT_FEATURES) == 0 && style->tracking == 0 &&
               !font_has_colours(style->font);
    if (r->taken) {
        unsigned never = INLINE_URL | INLINE_VERBATIM | INLINE_NO_BREAK;
        r->records = (style->flags & INLINE_HYPHENATE) != 0 && (style->flags & never) == 0;
        r->face = face_of(b->shaper, style->font);
        r->upem = font_metrics(style->font)->upem;
        int32_t factor = b->space_factor;
        b->space_factor = 1000;
        r->space = shape_space_glue(b, style);
        b->space_factor = factor;
    }
    return r->taken;
}

/* The sign that begins at `at`, with the number of its bytes. SIGNS for another character. */
static size_t sign_at(struct str text, size_t at, size_t *bytes) {
    const unsigned char *p = (const unsigned char *)text.p + at;
    size_t left = text.n - at;
    *bytes = 1;
    if (p[0] < 0x80) {
        return p[0] > ' ' && p[0] < 0x7F ? p[0] : SIGNS;
    }
    if (p[0] == 0xC3 && left >= 2) {
        *bytes = 2;
        return LATIN + (p[1] & 0x3Fu);
    }
    if (p[0] == 0xE2 && left >= 3 && p[1] == 0x80 &&
        memchr("\x93\x94\x98\x99\x9C\x9D", p[2], 6) != NULL) {
        *bytes = 3;
        return PUNCTUATION + (p[2] - 0x90u);
    }
    return SIGNS;
}

/* Whether a character is a bracket, quotation mark or similar. Fonts add space between such
 * characters and letters like f, T or j. */
static bool is_kept_away(uint32_t cp) {
    return cp < 0x80 ? strchr("()[]{}?!'\"*/|", (int)cp) != NULL : cp >= 0x2018 && cp <= 0x201D;
}

/* Looks up the width of a sign and adds more than the largest positive kerning. Brackets and
 * quotation marks get a further eighth of an em. Fixed-pitch fonts need neither. Digits are shaped,
 * because features choose among several kinds of digits. */
static int32_t advance_find(const struct inline_style *style, struct rough_face *face, size_t sign,
                            struct str text) {
    struct font *font = style->font;
    size_t first = 0;
    uint32_t cp = utf8_next(text, &first);
    int32_t advance = LACKING;
    if (font_has(font, cp)) {
        bool figure = cp < 0x80 && is_digit((char)cp);
        int64_t own = figure ? font_shape(font, text, style->features, style->lang)->width
                             : font_char_advance(font, cp);
        const struct font_metrics *m = font_metrics(font);
        own += m->fixed_pitch ? 0 : own / 32 + (is_kept_away(cp) ? m->upem / 8 : 0);
        advance = own < 0 ? 0 : own > INT32_MAX ? INT32_MAX : (int32_t)own;
    }
    face->advance[sign] = advance;
    return advance;
}

/* The width of the sign that begins at `at`. Sets `*sign` and its `*bytes`. Negative if no sign
 * begins there or the font does not have it. */
static int32_t sign_width(const struct rough *r, const struct inline_style *style, struct str text,
                          size_t at, size_t *sign, size_t *bytes) {
    *sign = sign_at(text, at, bytes);
    int32_t advance = *sign == SIGNS ? LACKING : r->face->advance[*sign];
    return advance == UNKNOWN
               ? advance_find(style, r->face, *sign, str_slice(text, at, at + *bytes))
               : advance;
}

/* Reads signs from `*at` up to `end` and returns their width. `*at` becomes the offset after the
 * last sign read. `*cut` becomes true if a sign allows a break. */
static int64_t signs_read(const struct rough *r, const struct inline_style *style, struct str text,
                          size_t *at, size_t end, bool *cut) {
    const int32_t *advances = r->face->advance;
    int64_t units = 0;
    size_t i = *at, sign, bytes;
    for (;;) {
        int32_t advance;
        while (i < end && (sign = (unsigned char)text.p[i]) < LATIN &&
               (advance = advances[sign]) >= 0) {
            /* the usual case: an ASCII letter of known width */
            units += advance;
            *cut |= cuts[sign];
            i++;
        }
        if (i == end || text.p[i] == ' ' ||
            (advance = sign_width(r, style, text, i, &sign, &bytes)) < 0) {
            break;
        }
        units += advance;
        *cut |= cuts[sign];
        i += bytes;
    }
    *at = i;
    return units;
}

/* Adds an item and its unit. The caller sets their members. */
static struct para_item *item_new(struct inline_builder *b, struct unit **unit) {
    vec_reserve(&b->items, 1);
    vec_reserve(&b->units, 1);
    *unit = &b->units.p[b->units.n++];
    return &b->items.p[b->items.n++];
}

static void box_add(struct inline_builder *b, const struct inline_style *style, int64_t units) {
    const struct rough *r = b->shaper->rough;
    int64_t width = units > UNITS_MAX ? SP_MAX : (units * style->size + r->upem / 2) / r->upem;
    struct unit *unit;
    *item_new(b, &unit) = (struct para_item){.kind = PARA_BOX, .width = sp_clamp(width)};
    *unit = (struct unit){.kind = UNIT_WORD, .style = style};
}

/* Adds a word in parts, with the possible breaks between them. */
static void parts_add(struct inline_builder *b, const struct inline_style *style, struct str word) {
    const struct rough *r = b->shaper->rough;
    size_t done = 0;
    bool cut = false;
    buf_clear(&b->word);
    buf_str(&b->word, word);
    vec_clear(&b->cuts);
    b->emoji = false;
    shape_cuts_find(b, style, word);
    for (size_t i = 0; i < b->cuts.n; i++) {
        const struct cut *c = &b->cuts.p[i];
        if (c->at > done && c->at < word.n) {
            box_add(b, style, signs_read(r, style, word, &done, c->at, &cut));
            shape_cut_add(b, style, c);
        }
    }
    box_add(b, style, signs_read(r, style, word, &done, word.n, &cut));
}

/* Whether a word needs no seam (shape_seam_add) after the character `prev`. Scripts without spaces
 * need seams. */
static bool is_apart(uint32_t prev) {
    return prev < 0x0E00 || (prev >= 0x2000 && prev < 0x2100);
}

/* Whether a word has no breaks except those beside its signs. */
static bool is_uncut(const struct inline_style *style, struct str word, bool cut) {
    unsigned nowhere = INLINE_NO_BREAK, everywhere = INLINE_URL | INLINE_CUT_WORDS;
    if ((style->flags & nowhere) != 0) {
        return true;
    }
    return (style->flags & everywhere) == 0 && !cut && word.n <= WORD_MAX &&
           !str_starts(word, STR("www."));
}

static void rough_word(struct inline_builder *b, const struct inline_style *style, struct str word,
                       int64_t units, bool cut) {
    struct rough *r = b->shaper->rough;
    if (b->prev != 0) {
        shape_dash_add(b, style, word);
    }
    if (is_uncut(style, word, cut)) {
        box_add(b, style, units);
        if (r->records && word.n >= 5) {
            shape_language_note(b->shaper, style->lang);
            r->records = false;
        }
    } else {
        parts_add(b, style, word);
    }
    shape_word_end(b, word);
}

bool shape_rough_word(struct inline_builder *b, const struct inline_style *style, struct str word) {
    size_t at = 0;
    bool cut = false;
    if (word.n == 0 || b->level != 0 || !is_apart(b->prev) || !style_take(b, style)) {
        return false;
    }
    int64_t units = signs_read(b->shaper->rough, style, word, &at, word.n, &cut);
    if (at < word.n) {
        return false;
    }
    rough_word(b, style, word, units, cut);
    return true;
}

static void rough_space(struct inline_builder *b, const struct inline_style *style) {
    if (b->space_factor != 1000 || (style->flags & INLINE_NO_BREAK) != 0) {
        shape_space_add(b, style);
        return;
    }
    struct unit *unit;
    *item_new(b, &unit) = b->shaper->rough->space;
    *unit = (struct unit){.kind = UNIT_SPACE, .style = style};
    b->prev = 0;
}

size_t shape_rough_text(struct inline_builder *b, const struct inline_style *style, struct str text,
                        size_t at) {
    if (b->has_levels || b->level != 0 || !is_apart(b->prev) || !style_take(b, style)) {
        return at;
    }
    const struct rough *r = b->shaper->rough;
    for (;;) {
        size_t end = at;
        bool cut = false;
        int64_t units = signs_read(r, style, text, &end, text.n, &cut);
        bool whole = end == text.n || is_space(text.p[end]);
        if (end > at && !whole) {
            return at; /* the word goes on with other characters, so it is not plain Latin */
        }
        if (end > at) {
            rough_word(b, style, str_slice(text, at, end), units, cut);
        } else if (!whole) {
            return at;
        }
        at = end;
        if (at == text.n) {
            return at;
        }
        at = str_past(text, at, is_space);
        if (b->units.n > 0 && (vec_last(&b->units).kind == UNIT_WORD || !shape_behind_space(b))) {
            rough_space(b, style);
        }
    }
}

/* ---- lines */

/* The end of a line, and the width up to it. */
struct rough_end {
    size_t at; /* the item at which the line ends */
    int64_t natural;
    bool found;
};

/* Finds the end of the line that begins at item `begin` and already has the width `width`. The end
 * is the last break within `room`, or else the first break. The last item is a forced break. */
static struct rough_end line_find(const struct inline_builder *b, size_t begin, int64_t width,
                                  sp room) {
    struct rough_end last = {0};
    for (size_t i = begin;; i++) {
        const struct para_item *it = &b->items.p[i];
        if (it->kind == PARA_BOX) {
            width += it->width;
            continue;
        }
        bool glue = it->kind == PARA_GLUE, forced = para_is_forced(it);
        bool legal = glue ? i > begin && b->items.p[i - 1].kind == PARA_BOX
                          : forced || (i > begin && it->penalty < PENALTY_INF);
        if (legal) {
            struct rough_end here = {i, width + (glue ? 0 : it->width), true};
            bool fits = here.natural <= room;
            if (forced || !fits) {
                return fits || !last.found ? here : last;
            }
            last = here;
        }
        width += glue ? it->width : 0;
    }
}

/* The first item of the line after a break at item `at`. Glue and penalties are discarded, except
 * those of an empty line. `*next` caches the next box or forced break. */
static size_t line_begin(const struct inline_builder *b, size_t at, size_t *next) {
    size_t i = *next > at ? *next : at + 1;
    while (i < b->items.n && b->items.p[i].kind != PARA_BOX && !para_is_forced(&b->items.p[i])) {
        i++;
    }
    *next = i;
    return i < b->items.n && b->items.p[i].kind != PARA_BOX ? at + 1 : i;
}

/* Extends the height and depth of a line to those of the unit's style. */
static void line_extend(struct inline_line *line, const struct unit *u) {
    const struct inline_style *style = u->style;
    const struct font_run *run = u->kind == UNIT_WORD ? u->u.word.run : NULL;
    struct font *font = run ? run->font : style->font;
    sp size = run ? u->u.word.size : style->size;
    sp height = font_scale(font, font_metrics(font)->text_height, size) + style->rise;
    sp depth = font_scale(font, font_metrics(font)->text_depth, size) - style->rise;
    line->height = height > line->height ? height : line->height;
    line->depth = depth > line->depth ? depth : line->depth;
}

/* Makes pieces from the boxes and marks in a line. The first item is at `x`. */
static void pieces_take(struct inline_builder *b, size_t begin, size_t end, size_t npieces,
                        struct inline_line *line) {
    int64_t x = line->indent;
    line->pieces = ARENA_ARRAY(b->shaper->lines, struct inline_piece, npieces);
    for (size_t i = begin; i < end && line->n < npieces; i++) {
        const struct unit *u = &b->units.p[i];
        const struct para_item *it = &b->items.p[i];
        if (u->kind == UNIT_BOX || u->kind == UNIT_MARK) {
            bool box = u->kind == UNIT_BOX;
            line->pieces[line->n++] = (struct inline_piece){.kind = box ? INLINE_BOX : INLINE_MARK,
                                                            .x = sp_clamp(x),
                                                            .width = it->width,
                                                            .tag = u->u.box.tag,
                                                            .box = u->u.box.box,
                                                            .height = u->u.box.height,
                                                            .depth = u->u.box.depth};
            line->height = u->u.box.height > line->height ? u->u.box.height : line->height;
            line->depth = u->u.box.depth > line->depth ? u->u.box.depth : line->depth;
        }
        x += it->kind != PARA_PENALTY ? it->width : 0;
    }
}

static void line_fill(struct inline_builder *b, size_t begin, size_t end,
                      struct inline_line *line) {
    const struct inline_style *style = NULL;
    const struct font_run *run = NULL;
    size_t npieces = 0;
    for (size_t i = begin; i < end; i++) {
        const struct unit *u = &b->units.p[i];
        if (u->kind == UNIT_WORD) {
            if (u->style != style || u->u.word.run != run) {
                line_extend(line, u);
                style = u->style;
                run = u->u.word.run;
            }
        } else {
            npieces += u->kind == UNIT_BOX || u->kind == UNIT_MARK;
        }
    }
    if (npieces > 0) {
        pieces_take(b, begin, end, npieces, line);
    }
}

struct inline_line *shape_rough_lines(struct inline_builder *b, const struct para_params *params,
                                      size_t *nlines) {
    struct rough *r = b->shaper->rough;
    size_t n = b->items.n, next = 0;
    int64_t width = 0;
    vec_clear(&r->lines);
    for (size_t begin = 0; begin < n;) {
        struct inline_line line = {0};
        line.indent = para_line_indent(params, r->lines.n, &line.width);
        struct rough_end end = line_find(b, begin, width, line.width);
        bool cut = b->items.p[end.at].kind == PARA_PENALTY;
        line.natural = sp_clamp(end.natural);
        line.overfull = end.natural > line.width;
        line.badness = line.overfull ? PENALTY_INF + 1 : 0;
        line.hyphen = b->items.p[end.at].flagged;
        line.forced = end.at + 1 >= n || b->units.p[end.at].kind == UNIT_NEWLINE;
        line_fill(b, begin, end.at, &line);
        vec_push(&r->lines, line);
        width = cut ? b->items.p[end.at].width_after : 0;
        begin = line_begin(b, end.at, &next);
    }
    *nlines = r->lines.n;
    return r->lines.n > 0
               ? arena_copy(b->shaper->lines, r->lines.p, r->lines.n * sizeof *r->lines.p)
               : NULL;
}
