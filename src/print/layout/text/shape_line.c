/* SPDX-License-Identifier: MIT */
/*
 * Converts a broken line to pieces with positions. A word that is cut at the end of the line is
 * shaped again, so that kerning, ligatures and the hyphen are right. Then the exact width is
 * computed, and the glue is set so that it fills the measure exactly. The numbers of the breaker
 * only determine where lines end and how much letters stretch.
 *
 * There are two steps: gather() makes pieces with their glyphs and records the glue; place() gives
 * them positions.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* the expansion, per 10000, of a line that uses all the stretch of its letters */
#define EXPANSION_MAX 200
#define SOFT_HYPHEN "\xC2\xAD"
#define HARD_HYPHEN "\u2010"

/* A glue on the line, and the place to which its size is added. */
struct set_glue {
    size_t piece;
    size_t glyph; /* the glyph before the glue in an INLINE_TEXT; unused in an INLINE_GAP */
    /* the glue is spread over the glyphs from this one to `glyph`; usually both are the same */
    size_t from;
    int64_t width; /* the natural width of the glue */
    int64_t stretch, shrink;
    uint8_t order;
    bool space; /* the glue's glyph is the space itself, so the width includes its advance */
};

/* A piece that is being gathered. Its glyphs and its text are ranges in those of struct setting. */
struct gathered {
    struct inline_piece piece;
    int64_t units;         /* the width of all glyphs, except a space at the end of the line */
    size_t glyph, nglyphs; /* the range of the piece's glyphs in the setting */
    size_t part;           /* the first glyph of the last word, relative to `glyph` */
    uint32_t beyond;       /* if it is not 0, the glyphs have no small forms */
    size_t text, ntext;    /* the range of the piece's text in the setting */
    bool glue;             /* the piece contains spaces that may be stretched or shrunk */
    bool expands;
    bool hidden; /* the piece is a gap without a tag; the caller does not get it */
    bool ends;   /* the piece is complete, so the next word begins another piece */
    uint8_t level;
    bool trails; /* the piece is the space at which the line was broken */
    size_t first_glue;
};

struct setting {
    struct inline_builder *b;
    const struct para_line *line;
    VEC(struct gathered) pieces;
    VEC(struct set_glue) glues;
    VEC(struct font_glyph) glyphs;
    VEC(struct page_glyph) small; /* the small forms of the glyphs */
    VEC(int64_t) shares;          /* the sizes of the glues */
    VEC(struct page_gap) gaps;    /* the gaps of the piece that is being placed */
    struct buf text;
    bool open; /* the last piece is open: more text may be added to it */
};

static struct gathered *piece_new(struct setting *set, enum inline_piece_kind kind, uint8_t level,
                                  void *tag) {
    struct gathered got = {
        .glyph = set->glyphs.n, .text = set->text.n, .level = level, .first_glue = set->glues.n};
    got.piece.kind = kind;
    got.piece.tag = tag;
    vec_push(&set->pieces, got);
    set->open = kind == INLINE_TEXT;
    return &vec_last(&set->pieces);
}

/* The text piece for a style, font, size and level. It is the last piece if that has the same
 * style, font, size and level. Each right-to-left word is a piece of its own, together with the
 * space after it, because text extraction reads pieces in their order. */
static struct gathered *text_piece(struct setting *set, const struct inline_style *style,
                                   struct font *font, sp size, uint8_t level) {
    if (set->open) {
        struct gathered *last = &vec_last(&set->pieces);
        if (last->piece.style == style && last->piece.text.font == font &&
            last->piece.text.size == size && last->level == level && !last->ends) {
            return last;
        }
    }
    const struct font_metrics *m = font_metrics(font);
    struct gathered *got = piece_new(set, INLINE_TEXT, level, style->tag);
    got->piece.style = style;
    got->piece.text.font = font;
    got->piece.text.size = size;
    got->piece.height = font_scale(font, m->text_height, size) + style->rise;
    got->piece.depth = font_scale(font, m->text_depth, size) - style->rise;
    got->expands = (style->flags & INLINE_NO_EXPAND) == 0 && !m->fixed_pitch;
    return got;
}

/* Adds glyphs in the order of the text. text_finish() reverses the pieces that run from right to
 * left. */
static void glyphs_add(struct setting *set, struct gathered *got, const struct font_run *run,
                       struct str text) {
    uint32_t offset = (uint32_t)got->ntext;
    int64_t tracking = shape_tracking_units(got->piece.style, run);
    bool rtl = (run->features & FONT_RTL) != 0;
    const struct font_glyph *from = rtl ? run->glyphs + run->n : run->glyphs;
    vec_reserve(&set->glyphs, run->n);
    vec_reserve(&set->small, run->n);
    struct font_glyph *to = set->glyphs.p + set->glyphs.n;
    struct page_glyph *small = set->small.p + set->small.n;
    for (size_t i = 0; i < run->n; i++) {
        struct font_glyph glyph = rtl ? *--from : *from++;
        glyph.cluster += offset;
        glyph.advance += (int32_t)tracking;
        to[i] = glyph;
        small[i] = page_glyph_of(&glyph, &got->beyond);
    }
    set->glyphs.n += run->n;
    set->small.n += run->n;
    buf_str(&set->text, text);
    got->part = got->nglyphs;
    got->nglyphs += run->n;
    got->ntext += text.n;
    got->units += run->width + tracking * (int64_t)run->n;
}

/* Adds the range [from, to) of a word, with a hyphen if it is cut there. If the line is cut after a
 * hyphen of the word (`hard`), that hyphen is extracted as U+2010: readers remove a U+002D at the
 * end of a line and join the parts of the word. */
static void word_set(struct setting *set, const struct unit *u, uint32_t from, uint32_t to,
                     bool hyphen, bool hard) {
    const struct inline_style *style = u->style;
    const struct font_run *run = u->u.word.run;
    struct gathered *got = text_piece(set, style, run->font, u->u.word.size, u->level);
    struct str text = str_slice(run->text, from, to);
    unsigned features = run->features;
    if (text.n < run->text.n) {
        features = shape_part_features(run, from, to);
    }
    if (!hyphen) {
        if (text.n < run->text.n) {
            run = font_shape(run->font, text, features, style->lang);
        }
        glyphs_add(set, got, run, text);
        if (hard && str_ends(text, STR("-"))) {
            buf_cut(&set->text, set->text.n - 1);
            buf_puts(&set->text, HARD_HYPHEN);
            got->ntext += sizeof HARD_HYPHEN - 2;
        }
        return;
    }
    struct buf cut = BUF_INIT;
    buf_str(&cut, text);
    buf_putc(&cut, '-');
    run = font_shape(run->font, buf_view(&cut), features, style->lang);
    buf_cut(&cut, text.n); /* the hyphen is drawn as such and extracted as a soft hyphen */
    buf_puts(&cut, SOFT_HYPHEN);
    glyphs_add(set, got, run, buf_view(&cut));
    buf_drop(&cut);
}

/* The glyph for a space character, with any width. */
static struct font_glyph space_glyph(const struct font *font, uint32_t cluster) {
    uint32_t id = font_glyph(font, ' ');
    return (struct font_glyph){
        .id = id, .advance = id != 0 ? font_char_advance(font, ' ') : 0, .cluster = cluster};
}

static void glyph_add(struct setting *set, struct gathered *got, const struct font_glyph *glyph) {
    vec_push(&set->glyphs, *glyph);
    vec_push(&set->small, page_glyph_of(glyph, &got->beyond));
    got->nglyphs++;
}

static void space_set(struct setting *set, const struct unit *u, const struct para_item *item) {
    struct gathered *got = text_piece(set, u->style, u->style->font, u->style->size, u->level);
    struct font_glyph glyph = space_glyph(u->style->font, (uint32_t)got->ntext);
    vec_push(&set->glues, (struct set_glue){.piece = set->pieces.n - 1,
                                            .glyph = got->nglyphs,
                                            .from = got->nglyphs,
                                            .width = item->width,
                                            .stretch = item->stretch,
                                            .shrink = item->shrink,
                                            .space = true});
    glyph_add(set, got, &glyph);
    buf_str(&set->text, u->u.space.text);
    got->ntext += u->u.space.text.n;
    got->units += glyph.advance;
    got->glue = true;
    got->ends = (u->level & 1) != 0;
}

/* Adds the space at which a line was broken, beyond the margin, so that words are separate in
 * copied text. */
static void trailing_space(struct setting *set, const struct inline_style *style) {
    bool any = false;
    for (size_t i = 0; i < set->pieces.n; i++) {
        any = any || !set->pieces.p[i].hidden;
    }
    if (style == NULL || !any) {
        return;
    }
    if (set->b->holding) { /* the space is at the end of the line, whatever its level is (UAX #9,
                              L1) */
        set->open = false;
    }
    struct gathered *got = text_piece(set, style, style->font, style->size, set->b->rtl);
    struct font_glyph glyph = space_glyph(style->font, (uint32_t)got->ntext);
    glyph_add(set, got, &glyph);
    buf_putc(&set->text, ' ');
    got->ntext++;
    got->trails = set->b->holding;
}

/* Adds glue without a character: to the last glyph, or as a gap of its own. */
static void gap_set(struct setting *set, const struct unit *u, const struct para_item *item) {
    void *tag = u->kind == UNIT_GAP ? u->u.box.tag : NULL;
    bool seam = u->kind == UNIT_SEAM && set->open && vec_last(&set->pieces).nglyphs > 0 &&
                (u->level & 1) == 0;
    struct gathered *got =
        seam ? &vec_last(&set->pieces) : piece_new(set, INLINE_GAP, u->level, tag);
    got->hidden = !seam && tag == NULL;
    got->glue = got->glue || seam;
    size_t at = set->text.n;
    bool spread = seam && shape_is_spread(utf8_prev(buf_view(&set->text), &at));
    vec_push(&set->glues, (struct set_glue){.piece = set->pieces.n - 1,
                                            .glyph = seam ? got->nglyphs - 1 : 0,
                                            .from = spread ? got->part
                                                    : seam ? got->nglyphs - 1
                                                           : 0,
                                            .width = item->width,
                                            .stretch = item->stretch,
                                            .shrink = item->shrink,
                                            .order = item->stretch_order});
}

static void box_set(struct setting *set, const struct unit *u, const struct para_item *item) {
    bool mark = u->kind == UNIT_MARK;
    struct gathered *got = piece_new(set, mark ? INLINE_MARK : INLINE_BOX, u->level, u->u.box.tag);
    got->piece.box = u->u.box.box;
    got->piece.width = item->width;
    got->piece.height = u->u.box.height;
    got->piece.depth = u->u.box.depth;
}

/* The last item of the word that begins at item `i`, limited to the line. */
static size_t word_last(const struct setting *set, size_t i) {
    const struct unit *units = set->b->units.p;
    size_t last = i;
    for (size_t k = i + 1; k < set->line->end; k++) {
        if (units[k].kind == UNIT_WORD) {
            if (units[k].u.word.run != units[i].u.word.run ||
                units[k].u.word.from != units[last].u.word.to) {
                break;
            }
            last = k;
        } else if (units[k].kind != UNIT_CUT) {
            break;
        }
    }
    return last;
}

static void gather(struct setting *set, bool last_line) {
    const struct unit *units = set->b->units.p;
    const struct para_item *items = set->b->items.p;
    size_t end = set->line->end;
    bool cut = end < set->b->units.n && units[end].kind == UNIT_CUT;
    bool hyphen = cut && units[end].hyphen, hard = cut && !hyphen && items[end].flagged;
    for (size_t i = set->line->begin; i < end; i++) {
        switch (units[i].kind) {
        case UNIT_WORD: {
            size_t last = word_last(set, i);
            word_set(set, &units[i], units[i].u.word.from, units[last].u.word.to,
                     hyphen && last + 1 == end, hard && last + 1 == end);
            i = last;
            break;
        }
        case UNIT_SPACE:
            space_set(set, &units[i], &items[i]);
            break;
        case UNIT_SEAM:
        case UNIT_GAP:
            gap_set(set, &units[i], &items[i]);
            break;
        case UNIT_BOX:
        case UNIT_MARK:
            box_set(set, &units[i], &items[i]);
            break;
        case UNIT_CUT:
        case UNIT_NEWLINE:
            break;
        }
    }
    if (end < set->b->units.n && !last_line &&
        (units[end].kind == UNIT_SPACE || units[end].kind == UNIT_NEWLINE)) {
        trailing_space(set, units[end].style);
    }
}

/* Scales a width by the expansion, given per 10000. */
static int64_t expanded(int64_t width, int32_t expansion) {
    return width * expansion / 10000;
}

static int64_t set_text_width(const struct gathered *got, int32_t expansion) {
    sp width = font_scale(got->piece.text.font, got->units, got->piece.text.size);
    return expanded(width, got->expands ? expansion : 10000);
}

static int64_t space_width(const struct gathered *got, int32_t expansion) {
    const struct font_metrics *m = font_metrics(got->piece.text.font);
    sp width = font_scale(got->piece.text.font, m->space, got->piece.text.size);
    return expanded(width, got->expands ? expansion : 10000);
}

/* The natural width of the line after expansion. */
static int64_t natural_width(const struct setting *set, int32_t expansion) {
    int64_t width = 0;
    for (size_t i = 0; i < set->pieces.n; i++) {
        const struct gathered *got = &set->pieces.p[i];
        width += got->piece.kind == INLINE_TEXT ? set_text_width(got, expansion) : got->piece.width;
    }
    for (size_t i = 0; i < set->glues.n; i++) {
        const struct set_glue *glue = &set->glues.p[i];
        width += glue->width;
        width -= glue->space ? space_width(&set->pieces.p[glue->piece], expansion) : 0;
    }
    return width;
}

/* The weight of a glue in the distribution: its shrink or, with `widen`, its stretch if that is of
 * the order `order`. */
static int64_t glue_weight(const struct set_glue *glue, bool widen, uint8_t order) {
    if (!widen) {
        return glue->shrink;
    }
    return glue->order == order ? glue->stretch : 0;
}

/* Distributes the length `rest` over the glue: in proportion to the stretch of the highest order
 * present, or to the shrink. No glue shrinks by more than its shrink. In lines that are not
 * justified only infinite glue stretches. Each share is the difference of two rounded sums, so that
 * the shares add up exactly. */
static void glue_share(const struct setting *set, int64_t rest, bool justify, int64_t *shares) {
    uint8_t order = 0;
    int64_t total = 0, sum = 0, given = 0;
    bool widen = rest > 0;
    size_t end = set->line->end;
    for (size_t i = 0; i < set->glues.n; i++) {
        const struct set_glue *glue = &set->glues.p[i];
        order = widen && glue->stretch > 0 && glue->order > order ? glue->order : order;
    }
    for (size_t i = 0; i < set->glues.n; i++) {
        total += glue_weight(&set->glues.p[i], widen, order);
    }
    if (widen && order == 0 && end < set->b->items.n && set->b->items.p[end].kind == PARA_PENALTY) {
        /* a break in a URL may leave the end of the line empty, by the stretch of the penalty */
        total += set->b->items.p[end].stretch;
    }
    if (total == 0 || rest == 0 || (order == 0 && !justify)) {
        return;
    }
    int shift = total >> 31 > 0 ? 16 : 0; /* `rest` has 32 bits, so the product fits into 63 bits */
    rest = rest < -total ? -total : rest;
    for (size_t i = 0; i < set->glues.n; i++) {
        sum += glue_weight(&set->glues.p[i], widen, order);
        int64_t upto = rest * (sum >> shift) / (total >> shift);
        shares[i] = upto - given;
        given = upto;
    }
}

/* Reverses the order of glyphs and gaps, from the order of the text to the order from left to
 * right. */
static void text_turn(struct setting *set, const struct gathered *got) {
    struct font_glyph *glyphs = set->glyphs.p + got->glyph;
    struct page_glyph *small = set->small.p + got->glyph;
    struct page_gap *gaps = set->gaps.p;
    size_t n = got->nglyphs, ngaps = set->gaps.n;
    for (size_t i = 0; i < n / 2; i++) {
        struct font_glyph glyph = glyphs[i];
        struct page_glyph form = small[i];
        glyphs[i] = glyphs[n - 1 - i];
        small[i] = small[n - 1 - i];
        glyphs[n - 1 - i] = glyph;
        small[n - 1 - i] = form;
    }
    for (size_t i = 0; i < ngaps / 2; i++) {
        struct page_gap gap = gaps[i];
        gaps[i] = gaps[ngaps - 1 - i];
        gaps[ngaps - 1 - i] = gap;
    }
    for (size_t i = 0; i < ngaps; i++) {
        gaps[i].glyph = (uint32_t)n - 1 - gaps[i].glyph;
    }
}

/* Completes a text at `x`: its glyphs from left to right, and its gaps. Copies it to the arena. */
static void text_finish(struct setting *set, struct gathered *got, int32_t expansion, sp x) {
    const struct inline_style *style = got->piece.style;
    struct page_text *t = &got->piece.text;
    t->x = x;
    t->y = -style->rise;
    got->piece.rtl = (got->level & 1) != 0;
    if (got->piece.rtl) {
        text_turn(set, got);
    }
    t->text = str_slice(buf_view(&set->text), got->text, got->text + got->ntext);
    t->is_small = got->beyond == 0;
    if (t->is_small) {
        t->small = set->small.p + got->glyph;
    } else {
        t->glyphs = set->glyphs.p + got->glyph;
    }
    t->n = (uint32_t)got->nglyphs;
    t->gaps = set->gaps.p;
    t->ngaps = (uint32_t)set->gaps.n;
    page_text_keep(set->b->shaper->arena, t);
    t->expansion = got->expands ? expansion : 10000;
    t->colour = style->colour;
}

/* The visual order of the pieces, or NULL if it equals their order. */
static size_t *visual_order(const struct setting *set) {
    if (!set->b->holding) {
        return NULL;
    }
    uint8_t *levels = xcalloc(set->pieces.n + 1, sizeof *levels);
    size_t *order = xcalloc(set->pieces.n + 1, sizeof *order);
    for (size_t i = 0; i < set->pieces.n; i++) {
        levels[i] = set->pieces.p[i].level;
    }
    shape_visual_order(levels, set->pieces.n, order);
    free(levels);
    return order;
}

/* Adds a width to the gap after a glyph. Glyphs mostly come in order. */
static void gap_add(struct setting *set, size_t glyph, int64_t more) {
    size_t k = set->gaps.n;
    while (k > 0 && set->gaps.p[k - 1].glyph > glyph) {
        k--;
    }
    if (k > 0 && set->gaps.p[k - 1].glyph == glyph) {
        set->gaps.p[k - 1].size = sp_clamp(set->gaps.p[k - 1].size + more);
        return;
    }
    vec_reserve(&set->gaps, 1);
    memmove(set->gaps.p + k + 1, set->gaps.p + k, (set->gaps.n++ - k) * sizeof *set->gaps.p);
    set->gaps.p[k] = (struct page_gap){(uint32_t)glyph, sp_clamp(more)};
}

/* Adds the size of a glue to the gap after its glyph. A glue that is distributed over a word goes
 * evenly to its letters, after the last glyph of each cluster. */
static void gaps_add(struct setting *set, const struct gathered *got, const struct set_glue *it,
                     int64_t more) {
    const struct font_glyph *glyphs = set->glyphs.p + got->glyph;
    int64_t letters = 0, done = 0, given = 0;
    for (size_t i = it->from; i <= it->glyph; i++) {
        letters += i == it->glyph || glyphs[i].cluster != glyphs[i + 1].cluster;
    }
    for (size_t i = it->from; i <= it->glyph; i++) {
        if (i == it->glyph || glyphs[i].cluster != glyphs[i + 1].cluster) {
            int64_t upto = more * ++done / letters;
            if (upto != given) {
                gap_add(set, i, upto - given);
            }
            given = upto;
        }
    }
}

/* The width of a piece with its glue. Glue after its glyphs is added to the gaps. */
static int64_t piece_width(struct setting *set, size_t i, int32_t expansion,
                           const int64_t *shares) {
    const struct gathered *got = &set->pieces.p[i];
    int64_t width =
        got->piece.kind == INLINE_TEXT ? set_text_width(got, expansion) : got->piece.width;
    for (size_t k = got->first_glue; k < set->glues.n && set->glues.p[k].piece == i; k++) {
        const struct set_glue *it = &set->glues.p[k];
        int64_t own = it->space ? space_width(got, expansion) : 0;
        int64_t more = it->width + shares[k] - own;
        width += more;
        if (got->glue) {
            gaps_add(set, got, it, more);
        }
    }
    return width;
}

/* Positions the pieces from the left, starting at `x`, or, in right-to-left paragraphs, from the
 * right edge of the measure. A space at the end of the line has no width; in right-to-left lines
 * its glyph is left of its place. */
static void place(struct setting *set, int64_t x, int32_t expansion, const int64_t *shares) {
    bool rtl = set->b->rtl;
    size_t *order = visual_order(set);
    int64_t edge = (int64_t)set->line->measure - x;
    for (size_t k = 0; k < set->pieces.n; k++) {
        size_t i = order == NULL ? k : order[rtl ? set->pieces.n - 1 - k : k];
        struct gathered *got = &set->pieces.p[i];
        vec_clear(&set->gaps);
        int64_t width = piece_width(set, i, expansion, shares);
        edge -= width;
        got->piece.x = sp_clamp(rtl ? edge : x);
        got->piece.width = sp_clamp(width);
        if (got->piece.kind == INLINE_TEXT) {
            sp before = rtl && got->trails ? sp_clamp(space_width(got, expansion)) : 0;
            text_finish(set, got, expansion, got->piece.x - before);
        }
        x += width;
    }
    free(order);
}

static void pieces_take(struct setting *set, struct inline_line *out) {
    out->pieces = ARENA_ARRAY(set->b->shaper->lines, struct inline_piece, set->pieces.n);
    for (size_t i = 0; i < set->pieces.n; i++) {
        const struct gathered *got = &set->pieces.p[i];
        if (got->hidden) {
            continue;
        }
        out->height = got->piece.height > out->height ? got->piece.height : out->height;
        out->depth = got->piece.depth > out->depth ? got->piece.depth : out->depth;
        out->pieces[out->n++] = got->piece;
    }
}

/* The place where the line begins, relative to the starting edge of the paragraph. */
static int64_t line_begin(const struct para_line *line, enum inline_align align, bool rtl,
                          int64_t natural) {
    int64_t room = line->width - natural;
    switch (align) {
    case INLINE_CENTER:
        return line->indent + room / 2;
    case INLINE_LEFT:
    case INLINE_RIGHT:
        if ((align == INLINE_LEFT) == rtl) {
            return line->indent + room + line->hang_right;
        }
        return line->indent - line->hang_left;
    case INLINE_END:
        return line->indent + room + line->hang_right;
    case INLINE_JUSTIFY:
    case INLINE_START:
        return line->indent - line->hang_left;
    }
    BUG("unknown alignment");
}

/* The memory for setting a line. It is used again for the next lines. */
static struct setting *setting_begin(struct inline_builder *b, const struct para_line *line) {
    struct setting *set = b->shaper->setting;
    if (!set) {
        set = b->shaper->setting = xcalloc(1, sizeof *set);
        buf_init(&set->text, 0);
    }
    set->b = b;
    set->line = line;
    set->open = false;
    vec_clear(&set->pieces);
    vec_clear(&set->glues);
    vec_clear(&set->glyphs);
    vec_clear(&set->small);
    vec_clear(&set->shares);
    buf_clear(&set->text);
    return set;
}

void shape_setting_drop(struct setting *set) {
    if (set) {
        vec_drop(&set->pieces);
        vec_drop(&set->glues);
        vec_drop(&set->glyphs);
        vec_drop(&set->small);
        vec_drop(&set->shares);
        vec_drop(&set->gaps);
        buf_drop(&set->text);
        free(set);
    }
}

struct inline_line shape_line_make(struct inline_builder *b, const struct para_line *line,
                                   enum inline_align align, bool last) {
    struct setting *set = setting_begin(b, line);
    struct inline_line out = {.indent = line->indent,
                              .width = line->width,
                              .badness = line->badness,
                              .overfull = line->overfull};
    bool justify = align == INLINE_JUSTIFY;
    int32_t expansion = 10000 + (int32_t)((int64_t)line->expand * EXPANSION_MAX / 65536);
    size_t end = line->end;
    gather(set, last);
    out.hyphen = end < b->items.n && b->items.p[end].flagged;
    out.forced = last || (end < b->units.n && b->units.p[end].kind == UNIT_NEWLINE);

    int64_t natural = natural_width(set, 10000);
    int64_t target = (int64_t)line->width + (justify ? line->hang_left + line->hang_right : 0);
    vec_reserve(&set->shares, set->glues.n + 1);
    int64_t *shares = set->shares.p;
    memset(shares, 0, (set->glues.n + 1) * sizeof *shares);
    out.natural = sp_clamp(natural);
    int64_t own = expansion == 10000 ? natural : natural_width(set, expansion);
    glue_share(set, target - own, justify, shares);
    place(set, line_begin(line, align, b->rtl, natural), expansion, shares);
    pieces_take(set, &out);
    return out;
}

void inline_end_space(struct arena *a, struct inline_line *line) {
    struct inline_piece *piece = line->n > 0 ? &line->pieces[line->n - 1] : NULL;
    if (!piece || piece->kind != INLINE_TEXT || str_ends(piece->text.text, STR(" "))) {
        return;
    }
    struct page_text *t = &piece->text;
    if (font_glyph(t->font, ' ') == 0) {
        return;
    }
    struct font_glyph *glyphs = xmalloc((t->n + (size_t)1) * sizeof *glyphs);
    struct page_gap *gaps = xmalloc((t->ngaps + (size_t)1) * sizeof *gaps);
    struct font_glyph end = space_glyph(t->font, (uint32_t)t->text.n);
    for (size_t i = 0; i < t->n; i++) {
        glyphs[i + piece->rtl] = page_text_glyph(t, i);
    }
    for (size_t i = 0; i < t->ngaps; i++) {
        gaps[i] = (struct page_gap){t->gaps[i].glyph + piece->rtl, t->gaps[i].size};
    }
    glyphs[piece->rtl ? 0 : t->n] = end;
    if (piece->rtl) { /* the space is added on the left, so the letters do not move */
        int64_t width = font_scale(t->font, end.advance, t->size);
        t->x -= sp_clamp(expanded(width, t->expansion));
    }
    char *text = memcpy(xmalloc(t->text.n + 1), t->text.p, t->text.n);
    text[t->text.n++] = ' ';
    t->text.p = text;
    t->glyphs = glyphs;
    t->gaps = gaps;
    t->n++;
    t->is_small = false;
    page_text_keep(a, t);
    free(text);
    free(glyphs);
    free(gaps);
}
