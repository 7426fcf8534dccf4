/* SPDX-License-Identifier: MIT */
/*
 * Converts text to items: words and spaces. Decides the width of spaces and how far letters extend
 * over the margins. shape_cut.c finds the breaks in words; shape_font.c chooses the fonts of
 * characters.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/search.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#define EXPANSION 20   /* letters stretch and shrink by 20/1000, microtype's default */
#define VERBATIM_TAB 4 /* distance of tab stops, as in pandoc */
/* penalty of a break after a dash at the end of a text, before another style */
#define DASH_PENALTY 50
/* maximum italic correction in 1/1000 em; pdftotext takes a gap of 100 for a space */
#define MAX_CORRECTION 95
#define RAGGED_EMS 3 /* a line that ends inside a URL may be shorter by this many em */
/* maximum number of characters that are searched for the first letter of a run */
#define SIZE_LOOK 8
/* maximum number of bytes of a run whose ligatures are divided for measuring */
#define RESHAPE_MAX 200

/* ---- protrusion */

/* How far a character extends over each margin, in 1/1000 of its width. */
struct hang {
    int16_t left, right;
};
struct far_hang {
    uint32_t cp;
    struct hang hang;
};
/* How far characters extend over a margin so that the margin looks straight: small marks far, round
 * and slanted letters a little (Hàn Thế Thành, "Micro-typographic extensions to the TeX typesetting
 * system", 2000). */
static const struct hang hangs[128] = {
    ['!'] = {0, 100}, ['"'] = {250, 250}, ['\''] = {400, 500}, ['('] = {100, 0},
    [')'] = {0, 150}, ['*'] = {150, 150}, [','] = {0, 500},    ['-'] = {400, 500},
    ['.'] = {0, 700}, ['/'] = {50, 150},  [':'] = {0, 400},    [';'] = {0, 300},
    ['?'] = {0, 100}, ['A'] = {50, 50},   ['F'] = {0, 50},     ['J'] = {50, 0},
    ['K'] = {0, 50},  ['L'] = {0, 50},    ['T'] = {50, 50},    ['V'] = {50, 50},
    ['W'] = {50, 50}, ['X'] = {50, 50},   ['Y'] = {50, 50},    ['['] = {80, 0},
    [']'] = {0, 80},  ['`'] = {400, 500}, ['k'] = {0, 50},     ['r'] = {0, 50},
    ['t'] = {0, 60},  ['v'] = {50, 50},   ['w'] = {50, 50},    ['x'] = {50, 50},
    ['y'] = {50, 60}, ['~'] = {150, 200},
};
/* How far characters beyond ASCII extend over a margin, sorted by character. */
static const struct far_hang far_hangs[] = {
    {0x00AB, {200, 200}}, {0x00BB, {200, 200}}, {0x2010, {400, 500}}, {0x2013, {200, 250}},
    {0x2014, {150, 200}}, {0x2018, {400, 400}}, {0x2019, {300, 500}}, {0x201A, {300, 400}},
    {0x201C, {300, 250}}, {0x201D, {250, 300}}, {0x201E, {250, 250}}, {0x2026, {0, 150}},
};

static struct hang hang_of(uint32_t cp) {
    if (cp < ARRAY_LEN(hangs)) {
        return hangs[cp];
    }
    size_t i;
    SEARCH_FIRST(i, 0, ARRAY_LEN(far_hangs), far_hangs[i].cp >= cp);
    bool found = i < ARRAY_LEN(far_hangs) && far_hangs[i].cp == cp;
    return found ? far_hangs[i].hang : (struct hang){0, 0};
}

static sp protrusion(const struct inline_style *style, struct font *font, uint32_t cp, bool left) {
    if ((style->flags & INLINE_NO_PROTRUDE) != 0) {
        return 0;
    }
    int64_t empty = cp >= 0x2018 ? shape_cjk_hang(font, cp, left) : 0;
    if (empty > 0) {
        return font_scale(font, empty, style->size);
    }
    struct hang hang = hang_of(cp);
    int64_t part = left ? hang.left : hang.right;
    return part == 0 ? 0 : font_scale(font, font_char_advance(font, cp) * part / 1000, style->size);
}

/* ---- spaces */

/* Updates TeX's space factor after a character (TeXbook, ch. 12; plain TeX's \nonfrenchspacing). */
static void space_factor_update(struct inline_builder *b, uint32_t cp) {
    int32_t code = 1000;
    if (cp >= 'A' && cp <= 'Z') {
        code = 999;
    } else if (cp == '.' || cp == '?' || cp == '!') {
        code = 3000;
    } else if (cp == ':') {
        code = 2000;
    } else if (cp == ';') {
        code = 1500;
    } else if (cp == ',') {
        code = 1250;
    } else if (cp == ')' || cp == ']' || cp == '\'' || cp == '"' || cp == 0x2019 || cp == 0x201D ||
               cp == 0xBB) {
        return; /* closing quotes and brackets do not change the space factor */
    } else if (cp >= 0xC0 && cp < 0x530 && unicode_is_upper(cp)) {
        code = 999;
    }
    b->space_factor = code > 1000 && b->space_factor < 1000 ? 1000 : code;
}

/* The glue of a space. It is TeX's glue for fonts without parameters, which is about that of
 * Computer Modern: a space stretches by half of its width, shrinks by a third, and is a third wider
 * after a sentence. Spaces of typewriter fonts neither stretch nor shrink. */
struct para_item shape_space_glue(const struct inline_builder *b,
                                  const struct inline_style *style) {
    const struct font_metrics *m = font_metrics(style->font);
    struct para_item glue = {.kind = PARA_GLUE};
    glue.width = font_scale(style->font, m->space, style->size) + style->tracking + style->spacing;
    glue.width = glue.width < 0 ? 0 : glue.width;
    if (m->fixed_pitch || (style->flags & INLINE_VERBATIM) != 0) {
        return glue;
    }
    glue.stretch = glue.width / 2;
    glue.shrink = glue.width / 3;
    /* languages other than English use French spacing, as in babel */
    bool english = style->lang.n == 0 || str_is_lang(style->lang, "en");
    if ((style->flags & INLINE_FRENCH) == 0 && english) {
        int64_t sf = b->space_factor;
        if (sf >= 2000) {
            glue.width += glue.width / 3;
        }
        glue.stretch = (sp)(glue.stretch * sf / 1000);
        glue.shrink = (sp)(glue.shrink * 1000 / sf);
    }
    return glue;
}

static void penalty_add(struct inline_builder *b, int32_t penalty) {
    shape_item_add(b, (struct para_item){.kind = PARA_PENALTY, .penalty = penalty},
                   (struct unit){.kind = UNIT_CUT});
}

static void space_add(struct inline_builder *b, const struct inline_style *style,
                      struct para_item glue, struct str text, bool breaks) {
    struct unit unit = {.kind = UNIT_SPACE, .style = style};
    unit.u.space.text = text;
    if (!breaks || (style->flags & INLINE_NO_BREAK) != 0) {
        penalty_add(b, PENALTY_INF);
    }
    shape_item_add(b, glue, unit);
    b->prev = 0;
}

void shape_space_add(struct inline_builder *b, const struct inline_style *style) {
    space_add(b, style, shape_space_glue(b, style), STR(" "), true);
}

/* Spaces of fixed width (Unicode 15, 6.2), in 1/18 em. They are written with their own
 * character. */
struct fixed_space {
    uint16_t cp;
    int8_t width; /* the width in 1/18 em; -1: that of a figure, -2: that of a full stop */
    bool breaks;
    const char *text;
};
static const struct fixed_space fixed_spaces[] = {
    {0x2000, 9, true, "\xE2\x80\x80"},  {0x2001, 18, true, "\xE2\x80\x81"},
    {0x2002, 9, true, "\xE2\x80\x82"},  {0x2003, 18, true, "\xE2\x80\x83"},
    {0x2004, 6, true, "\xE2\x80\x84"},  {0x2005, 5, true, "\xE2\x80\x85"},
    {0x2006, 3, true, "\xE2\x80\x86"},  {0x2007, -1, false, "\xE2\x80\x87"},
    {0x2008, -2, true, "\xE2\x80\x88"}, {0x2009, 3, true, "\xE2\x80\x89"},
    {0x200A, 2, true, "\xE2\x80\x8A"},  {0x202F, 3, false, "\xE2\x80\xAF"},
    {0x205F, 4, true, "\xE2\x81\x9F"},  {0x3000, 18, true, "\xE3\x80\x80"},
};

static const struct fixed_space *fixed_space(uint32_t cp) {
    for (size_t i = 0; i < ARRAY_LEN(fixed_spaces); i++) {
        if (fixed_spaces[i].cp == cp) {
            return &fixed_spaces[i];
        }
    }
    return NULL;
}

static void fixed_space_add(struct inline_builder *b, const struct inline_style *style,
                            const struct fixed_space *space) {
    struct font *f = style->font;
    int64_t units = (int64_t)font_metrics(f)->upem * space->width / 18;
    if (space->width < 0) {
        units = font_char_advance(f, space->width == -1 ? '0' : '.');
    }
    struct para_item glue = {.kind = PARA_GLUE, .width = font_scale(f, units, style->size)};
    space_add(b, style, glue, str_of(space->text), space->breaks);
}

/* ---- words */

/* Computes the widths of a word's parts. If a cut is inside a ligature, the ligature belongs to the
 * part after it. Glyphs are counted in the order of the text. */
struct parts {
    const struct font_run *run;
    const struct font_glyph *first; /* the first glyph in the order of the text */
    ptrdiff_t step;                 /* the step from one glyph to the next */
    size_t glyph;                   /* the first glyph that belongs to no part yet */
    size_t next; /* the end of the cluster of `glyph` if it is known, otherwise at most `glyph` */
};

static struct parts parts_of(const struct font_run *run) {
    bool rtl = (run->features & FONT_RTL) != 0 && run->n > 0;
    return (struct parts){
        .run = run, .first = rtl ? run->glyphs + run->n - 1 : run->glyphs, .step = rtl ? -1 : 1};
}

/* The `i`th glyph in the order of the text. */
static inline const struct font_glyph *glyph_at(const struct parts *parts, size_t i) {
    return parts->first + parts->step * (ptrdiff_t)i;
}

/* The width in units of the part that ends before byte `to`. */
static int64_t part_units(struct parts *parts, uint32_t to) {
    const struct font_run *run = parts->run;
    int64_t units = 0;
    while (parts->glyph < run->n) {
        size_t next = parts->next;
        if (next <= parts->glyph) {
            next = parts->glyph + 1;
            while (next < run->n &&
                   glyph_at(parts, next)->cluster == glyph_at(parts, parts->glyph)->cluster) {
                next++;
            }
            parts->next = next;
        }
        uint32_t end = next < run->n ? glyph_at(parts, next)->cluster : (uint32_t)run->text.n;
        if (end > to) {
            break;
        }
        for (; parts->glyph < next; parts->glyph++) {
            units += glyph_at(parts, parts->glyph)->advance;
        }
    }
    return units;
}

/* Whether glyphs are in the order of the text. Only such runs may be cut. */
static bool runs_forward(const struct parts *parts) {
    size_t n = parts->run->n;
    return n < 2 || glyph_at(parts, 0)->cluster <= glyph_at(parts, n - 1)->cluster;
}

int64_t shape_tracking_units(const struct inline_style *style, const struct font_run *run) {
    return style->tracking == 0 || run->joined
               ? 0
               : (int64_t)style->tracking * font_metrics(run->font)->upem / style->size;
}

/** The tracking that is added to the range [from, to) of a run. */
static int64_t tracked(const struct inline_style *style, const struct font_run *run, uint32_t from,
                       uint32_t to) {
    int64_t each = shape_tracking_units(style, run);
    int64_t units = 0;
    for (size_t i = 0; each != 0 && i < run->n; i++) {
        units += run->glyphs[i].cluster >= from && run->glyphs[i].cluster < to ? each : 0;
    }
    return units;
}

/* The font size of a run. A substitute font is adjusted to the font of the style if its first
 * letter is of a script with small letters, or if both fonts are fixed-pitch. */
static sp run_size(const struct inline_style *style, const struct font_run *run) {
    if (run->font == style->font || font_has_colours(run->font)) {
        return style->size;
    }
    bool fits = font_metrics(run->font)->fixed_pitch && font_metrics(style->font)->fixed_pitch;
    bool letter = false;
    for (size_t at = 0, n = 0; at < run->text.n && n < SIZE_LOOK && !fits && !letter; n++) {
        uint32_t cp = utf8_next(run->text, &at);
        letter = unicode_is_letter(cp);
        fits = letter && (unicode_is_lower(cp) || unicode_is_upper(cp));
    }
    return fits ? font_size_beside(run->font, style->font, style->size) : style->size;
}

static void part_add(struct inline_builder *b, const struct inline_style *style,
                     const struct font_run *run, uint32_t from, uint32_t to, int64_t units) {
    struct str text = str_slice(run->text, from, to);
    struct para_item box = {.kind = PARA_BOX};
    struct unit unit = {.kind = UNIT_WORD, .style = style};
    unit.u.word.run = run;
    unit.u.word.from = from;
    unit.u.word.to = to;
    unit.u.word.size = run_size(style, run);
    box.width = font_scale(run->font, units + tracked(style, run, from, to), unit.u.word.size);
    /* raised text, and text against the direction of the paragraph, stays inside the margins */
    if (text.n > 0 && style->rise == 0 && b->level == b->rtl) {
        size_t first = 0, last = text.n;
        box.protrude_left = protrusion(style, run->font, utf8_next(text, &first), true);
        box.protrude_right = protrusion(style, run->font, utf8_prev(text, &last), false);
    }
    if ((style->flags & INLINE_NO_EXPAND) == 0 && !font_metrics(run->font)->fixed_pitch) {
        box.stretch = box.shrink = (sp)((int64_t)box.width * EXPANSION / 1000);
    }
    shape_item_add(b, box, unit);
}

/* Adds the penalty of a break. If the break divides a ligature, the parts are shaped again for
 * their widths. This is not done for runs of RESHAPE_MAX bytes or more, which are not words and
 * would be shaped for each break. Kerning across a hyphen is ignored here, because the line is set
 * with its exact width later. */
static void cut_item_add(struct inline_builder *b, const struct inline_style *style,
                         const struct font_run *run, const struct cut *cut, uint32_t at,
                         bool in_ligature, int64_t left_units, int64_t right_units) {
    if (cut->seam) {
        shape_seam_add(b, style, shape_seam_glue(b, style, run->font, cut->at, !cut->tied),
                       !cut->tied);
        return;
    }
    struct para_item item = {.kind = PARA_PENALTY,
                             .penalty = cut->penalty,
                             .flagged = cut->flagged,
                             .automatic = cut->automatic};
    struct unit unit = {.kind = UNIT_CUT, .style = style, .hyphen = cut->hyphen};
    item.stretch = cut->ragged ? RAGGED_EMS * style->size : 0;
    if (cut->hyphen) {
        item.width = font_scale(style->font, font_char_advance(style->font, '-'), style->size);
        item.protrude_right = style->rise == 0 ? protrusion(style, style->font, '-', false) : 0;
    }
    if (in_ligature && run->text.n < RESHAPE_MAX) {
        struct str left = str_slice(run->text, 0, at), right = str_from(run->text, at);
        const struct font_run *l =
            font_shape(run->font, left, shape_part_features(run, 0, at), style->lang);
        const struct font_run *r =
            font_shape(run->font, right, shape_part_features(run, at, run->text.n), style->lang);
        sp size = run_size(style, run);
        item.width += font_scale(run->font, l->width - left_units, size);
        item.width_after = font_scale(run->font, r->width - right_units, size);
    }
    shape_item_add(b, item, unit);
}

void shape_cut_add(struct inline_builder *b, const struct inline_style *style,
                   const struct cut *cut) {
    cut_item_add(b, style, NULL, cut, 0, false, 0, 0);
}

/* The direction and joining flags of a run. Its first and last letter may be joined with letters of
 * other fonts and styles. */
static unsigned run_direction(const struct inline_builder *b, size_t from, size_t to) {
    unsigned out = shape_direction(buf_view(&b->word), from, to);
    out |= from == 0 ? b->word_joins & FONT_JOIN_BEFORE : 0;
    out |= to == b->word.n ? b->word_joins & FONT_JOIN_AFTER : 0;
    return out;
}

/* Adds the range [from, to) of b->word, which is in one font, with the breaks inside it and at its
 * end. `*cut` moves to the next break. */
static void run_add(struct inline_builder *b, const struct inline_style *style, struct font *font,
                    size_t from, size_t to, size_t *cut) {
    struct str text = str_slice(buf_view(&b->word), from, to);
    unsigned direction = (b->level & 1) != 0 ? run_direction(b, from, to) : 0;
    const struct font_run *run = font_shape(font, text, style->features | direction, style->lang);
    struct parts parts = parts_of(run);
    uint32_t done = 0;
    int64_t given = 0;
    bool forward = runs_forward(&parts);
    for (; *cut < b->cuts.n && b->cuts.p[*cut].at < to; (*cut)++) {
        const struct cut *c = &b->cuts.p[*cut];
        uint32_t at = (uint32_t)(c->at - from);
        if (c->at <= from || !forward) {
            continue;
        }
        int64_t units = part_units(&parts, at);
        given += units;
        bool in_ligature = parts.glyph < run->n && glyph_at(&parts, parts.glyph)->cluster < at;
        part_add(b, style, run, done, at, units);
        cut_item_add(b, style, run, c, at, in_ligature, given, run->width - given);
        done = at;
    }
    part_add(b, style, run, done, (uint32_t)text.n, run->width - given);
    if (*cut < b->cuts.n && b->cuts.p[*cut].at == to && to < b->word.n) {
        cut_item_add(b, style, run, &b->cuts.p[*cut], (uint32_t)text.n, false, 0, 0);
        (*cut)++;
    }
}

/* Divides the word into runs of one font each and adds them. */
static void runs_add(struct inline_builder *b, const struct inline_style *style, bool ascii) {
    struct str word = buf_view(&b->word);
    size_t cut = 0;
    if (ascii && shape_has_ascii(b->shaper, style->font)) {
        run_add(b, style, style->font, 0, word.n, &cut);
        return;
    }
    struct font *font = NULL;
    b->cjk_lang = !ascii && shape_cjk_in(word) ? shape_cjk_lang(style->lang, word) : STR_EMPTY;
    for (size_t from = 0, at = 0; from < word.n; from = at) {
        at = shape_cluster_end(b, word, from);
        font = shape_word_font(b, style, from, at, font);
        while (at < word.n) {
            size_t end = shape_cluster_end(b, word, at);
            if (shape_word_font(b, style, at, end, font) != font) {
                break;
            }
            at = end;
        }
        run_add(b, style, font, from, at, &cut);
    }
    b->cjk_lang = STR_EMPTY;
}

/* Composes accents that were typed as combining marks, because fonts have the composed letters. */
static struct str word_compose(struct inline_builder *b, struct str word) {
    for (size_t i = 0; i + 1 < word.n; i++) {
        unsigned char c = (unsigned char)word.p[i];
        if (c == 0xCC || c == 0xCD) { /* the character is in the range from U+0300 to U+037F */
            return unicode_nfc(b->shaper->arena, word);
        }
    }
    return word;
}

/* Finds whether the first and last letter of a word are joined with the text around it, which may
 * be of another style. The word is a part of b->pending. */
static void word_joins_find(struct inline_builder *b, struct str text) {
    struct str all = buf_view(&b->pending);
    size_t from = (size_t)(text.p - all.p);
    b->word_joins = shape_direction(all, from, from + text.n);
}

void shape_dash_add(struct inline_builder *b, const struct inline_style *style, struct str word) {
    size_t first = 0;
    if (shape_cut_after(b->prev) && b->units.n > 0 && shape_cut_before(utf8_next(word, &first)) &&
        (style->flags & (INLINE_NO_BREAK | INLINE_VERBATIM)) == 0) {
        shape_item_add(
            b, (struct para_item){.kind = PARA_PENALTY, .penalty = DASH_PENALTY, .flagged = true},
            (struct unit){.kind = UNIT_CUT, .style = style});
    }
}

void shape_word_end(struct inline_builder *b, struct str word) {
    unsigned char last = (unsigned char)word.p[word.n - 1];
    if (last >= 'a' && last <= 'z') { /* a small letter restores the factor, whatever precedes it */
        b->prev = last;
        b->space_factor = 1000;
        return;
    }
    for (size_t at = 0; at < word.n;) {
        b->prev = utf8_next(word, &at);
        space_factor_update(b, b->prev);
    }
}

/* Adds the italic correction between a slanted letter and upright text that follows without a
 * space, except before a full stop or comma (TeXbook, ch. 4). It is as wide as the part of the
 * letter's ink that exceeds its advance, but at most MAX_CORRECTION: programs that extract text
 * take a wider gap for a space. */
static void italic_correction_add(struct inline_builder *b, const struct inline_style *style,
                                  struct str text) {
    size_t last = shape_item_last(b), at = 0;
    if (last == SIZE_MAX || b->units.p[last].kind != UNIT_WORD || b->units.p[last].style == style) {
        return;
    }
    const struct unit *u = &b->units.p[last];
    struct font *left = shape_word_face(u);
    uint32_t cp = utf8_next(text, &at), glyph = font_glyph(left, b->prev);
    int32_t box[4];
    if (font_metrics(left)->slant == 0 || font_metrics(style->font)->slant != 0 || cp == '.' ||
        cp == ',' || ((b->level | u->level) & 1) != 0 || !font_glyph_box(left, glyph, box)) {
        return;
    }
    int64_t most = (int64_t)font_metrics(left)->upem * MAX_CORRECTION / 1000;
    int64_t excess = (int64_t)box[2] - font_char_advance(left, b->prev);
    if (excess > 0) {
        sp width = font_scale(left, excess < most ? excess : most, u->style->size);
        shape_seam_add(b, style, (struct para_item){.kind = PARA_GLUE, .width = width}, false);
    }
}

static void word_add(struct inline_builder *b, const struct inline_style *style, struct str text) {
    if (b->prev != 0) {
        italic_correction_add(b, style, text);
    }
    if (b->shaper->rough && shape_rough_word(b, style, text)) {
        return;
    }
    if ((b->level & 1) != 0) {
        word_joins_find(b, text);
    }
    bool ascii = shape_word_clean(b, style, word_compose(b, text));
    struct str word = buf_view(&b->word);
    if (word.n == 0) {
        if (b->cuts.n > 0) { /* the word consists of U+200B or U+00AD only */
            penalty_add(b, b->cuts.p[0].penalty);
        }
        return;
    }
    if (b->prev != 0) {
        shape_dash_add(b, style, word);
    }
    shape_cuts_find(b, style, word);
    if (b->units.n > 0 && (b->prev >= 0x0E00 || !ascii)) {
        size_t next = 0;
        shape_joint_add(b, style, utf8_next(word, &next));
    }
    runs_add(b, style, ascii);
    shape_word_end(b, word);
}

/* ---- running text */

static bool at_line_start(const struct inline_builder *b) {
    size_t i = shape_item_last(b);
    return i == SIZE_MAX || b->units.p[i].kind == UNIT_NEWLINE;
}

bool shape_behind_space(const struct inline_builder *b) {
    size_t i = shape_item_last(b);
    return i == SIZE_MAX || b->units.p[i].kind == UNIT_NEWLINE || b->units.p[i].kind == UNIT_SPACE;
}

/* The end of the ordinary part of a word that begins at `from`. It ends at white space or at a
 * character that special_add() handles. */
static size_t word_end(struct str text, size_t from) {
    size_t at = from;
    while (at < text.n) {
        unsigned char c = (unsigned char)text.p[at];
        if (c <= ' ' || c == 0x7F) {
            break;
        }
        if (c == 0xC2 && at + 1 < text.n && (unsigned char)text.p[at + 1] <= 0xA0) {
            break; /* the character is in the range from U+0080 to U+00A0 */
        }
        if (c == 0xE2 || c == 0xE3) {
            size_t next = at;
            uint32_t cp = utf8_next(text, &next);
            if (fixed_space(cp) != NULL || cp == 0x2028 || cp == 0x2029) {
                break;
            }
            at = next;
            continue;
        }
        at++;
    }
    return at;
}

/* Adds a no-break space at the start of a line (as in line blocks). It is a box, because the
 * breaker would discard glue. */
static void indent_add(struct inline_builder *b, const struct inline_style *style) {
    const struct font_run *run =
        font_shape(style->font, STR("\xC2\xA0"), style->features, style->lang);
    part_add(b, style, run, 0, (uint32_t)run->text.n, run->width);
}

/* Adds a space of special width, or a character that breaks lines. */
static void special_add(struct inline_builder *b, const struct inline_style *style, uint32_t cp) {
    const struct fixed_space *space = fixed_space(cp);
    if (cp == 0x2028 || cp == 0x2029) {
        shape_newline_add(b);
    } else if (cp == 0xA0 && at_line_start(b)) {
        indent_add(b, style);
    } else if (cp == 0xA0) {
        space_add(b, style, shape_space_glue(b, style), STR("\xC2\xA0"), false);
    } else if (space != NULL) {
        fixed_space_add(b, style, space);
    }
    /* each of these characters counts as a column for tabs; any other one is dropped */
    b->column++;
}

/* Like word_end(), but limited to text of one level. The builder's level becomes that of the text
 * at `from`. */
static size_t level_word_end(struct inline_builder *b, struct str text, size_t from) {
    size_t begin = (size_t)(text.p - b->pending.p);
    size_t end = shape_level_at(b, begin + from, begin + text.n) - begin;
    return word_end(str_slice(text, 0, end), from);
}

static void running_text(struct inline_builder *b, const struct inline_style *style,
                         struct str text) {
    for (size_t at = 0; at < text.n;) {
        if (b->shaper->rough) {
            at = shape_rough_text(b, style, text, at);
            if (at == text.n) {
                return;
            }
        }
        size_t end = b->has_levels ? level_word_end(b, text, at) : word_end(text, at);
        if (end > at) {
            word_add(b, style, str_slice(text, at, end));
            at = end;
        } else if (is_space(text.p[at])) {
            bool newline = false;
            while (at < text.n && is_space(text.p[at])) {
                newline = newline || text.p[at] == '\n';
                at++;
            }
            size_t next = at;
            if (newline && shape_is_wide(b->prev) && at < text.n &&
                shape_is_wide(utf8_next(text, &next))) {
                continue; /* a line end between two East Asian characters is not a space */
            }
            if (!shape_behind_space(b)) {
                space_add(b, style, shape_space_glue(b, style), STR(" "), true);
            }
        } else {
            special_add(b, style, utf8_next(text, &at));
        }
    }
}

/* ---- code */

/* Adds spaces at the start of a line, or several spaces in a row, as a box, because the breaker
 * would discard glue. Between two words, a line may be broken at the last space. */
static void verbatim_spaces(struct inline_builder *b, const struct inline_style *style, size_t n) {
    bool indent = at_line_start(b);
    size_t boxed = indent ? n : n - 1;
    if (boxed > 0) {
        buf_clear(&b->word);
        buf_fill(&b->word, ' ', boxed);
        const struct font_run *run =
            font_shape(style->font, buf_view(&b->word), style->features, style->lang);
        part_add(b, style, run, 0, (uint32_t)boxed, run->width);
    }
    if (!indent) {
        space_add(b, style, shape_space_glue(b, style), STR(" "), true);
    }
    b->column += n;
}

static void verbatim_text(struct inline_builder *b, const struct inline_style *style,
                          struct str text) {
    for (size_t at = 0; at < text.n;) {
        size_t end = b->has_levels ? level_word_end(b, text, at) : word_end(text, at);
        char c = text.p[at];
        if (end > at) {
            struct str word = str_slice(text, at, end);
            word_add(b, style, word);
            b->column += utf8_count(word);
            at = end;
        } else if (c == '\n' || c == '\r') {
            at += c == '\r' && at + 1 < text.n && text.p[at + 1] == '\n' ? 2 : 1;
            shape_newline_add(b);
        } else if (is_space_or_tab(c)) {
            size_t n = 0;
            for (; at < text.n && is_space_or_tab(text.p[at]); at++) {
                n += text.p[at] == ' ' ? 1 : VERBATIM_TAB - (b->column + n) % VERBATIM_TAB;
            }
            verbatim_spaces(b, style, n);
        } else {
            special_add(b, style, utf8_next(text, &at));
        }
    }
}

void shape_text_add(struct inline_builder *b, const struct inline_style *style, struct str text) {
    if ((style->flags & INLINE_VERBATIM) != 0) {
        verbatim_text(b, style, text);
    } else {
        running_text(b, style, text);
    }
}

void shape_text_flush(struct inline_builder *b) {
    size_t from = b->done;
    if (b->pending.n == from) {
        return;
    }
    struct str text = str_from(buf_view(&b->pending), from);
    b->done = b->pending.n;
    if (!b->holding && unicode_has_rtl(text)) {
        shape_hold_begin(b, false);
    }
    if (b->holding) {
        shape_hold_text(b, b->style, from, b->done);
    } else {
        shape_text_add(b, b->style, text);
    }
}

void shape_flush(struct inline_builder *b) {
    shape_text_flush(b);
    shape_hold_end(b);
}
