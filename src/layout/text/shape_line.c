/* SPDX-License-Identifier: MIT */
/*
 * A broken line to positioned pieces. Words that the line's end cuts are shaped anew, so that
 * kerning, ligatures and the hyphen are right; then the line is measured as it really is and its
 * glue set to fill the measure exactly. What the breaker reckoned decides only where lines end and
 * how much letters stretch.
 *
 * Two steps: gather() makes pieces with their glyphs and notes where glue stands; place() gives
 * them their places.
 */
#include "layout/text/shape_internal.h"

#include <stdlib.h>
#include <string.h>

#define EXPANSION_MAX 200 /* per 10000, when a line takes all its letters give */
#define SOFT_HYPHEN "\xC2\xAD"

/* Glue on the line: where what it is set to goes. */
struct set_glue {
    size_t piece;
    size_t glyph;  /* its glyph in an INLINE_TEXT (added behind it); unused for an INLINE_GAP */
    int64_t width; /* natural */
    int64_t stretch, shrink;
    uint8_t order;
    bool space; /* the glyph is the space itself: its own advance counts against the width */
};

/* A piece being gathered, with the units of its glyphs. */
struct gathered {
    struct inline_piece piece;
    int64_t units;         /* of all its glyphs but the trailing space */
    size_t glyph, nglyphs; /* in the setter's glyphs */
    size_t text, ntext;    /* in the setter's text */
    bool glue;             /* something in it may be set wider or narrower */
    bool expands;
    bool hidden; /* a gap nobody asked for */
};

struct setting {
    struct inline_builder *b;
    const struct para_line *line;
    VEC(struct gathered) pieces;
    VEC(struct set_glue) glues;
    VEC(struct font_glyph) glyphs;
    struct buf text;
    bool open; /* the last piece takes more text */
};

static struct gathered *piece_new(struct setting *s, enum inline_piece_kind kind, void *tag) {
    struct gathered g = {.glyph = s->glyphs.n, .text = s->text.n};
    g.piece.kind = kind;
    g.piece.tag = tag;
    vec_push(&s->pieces, g);
    s->open = kind == INLINE_TEXT;
    return &vec_last(&s->pieces);
}

/* The text piece for a style and font: the last one when it is of these. */
static struct gathered *text_piece(struct setting *s, const struct inline_style *style,
                                   struct font *font) {
    if (s->open) {
        struct gathered *last = &vec_last(&s->pieces);
        if (last->piece.style == style && last->piece.text.font == font) {
            return last;
        }
    }
    const struct font_metrics *m = font_metrics(font);
    struct gathered *g = piece_new(s, INLINE_TEXT, style->tag);
    g->piece.style = style;
    g->piece.text.font = font;
    g->piece.height = font_scale(font, m->text_height, style->size) + style->rise;
    g->piece.depth = font_scale(font, m->text_depth, style->size) - style->rise;
    g->expands = (style->flags & INLINE_NO_EXPAND) == 0 && !m->fixed_pitch;
    return g;
}

static void glyphs_add(struct setting *s, struct gathered *g, const struct font_run *run,
                       struct str text) {
    uint32_t offset = (uint32_t)g->ntext;
    int64_t tracking = shape_tracking_units(g->piece.style, run->font);
    for (size_t i = 0; i < run->n; i++) {
        struct font_glyph glyph = run->glyphs[i];
        glyph.cluster += offset;
        glyph.advance += (int32_t)tracking;
        vec_push(&s->glyphs, glyph);
    }
    buf_str(&s->text, text);
    g->nglyphs += run->n;
    g->ntext += text.n;
    g->units += run->width + tracking * (int64_t)run->n;
}

/* A word's bytes [from, to), whole or a part of it; with the hyphen when it is cut there. */
static void word_set(struct setting *s, const struct unit *u, uint32_t from, uint32_t to,
                     bool hyphen) {
    const struct inline_style *style = u->style;
    const struct font_run *run = u->u.word.run;
    struct gathered *g = text_piece(s, style, run->font);
    struct str text = str_slice(run->text, from, to);
    if (!hyphen) {
        if (text.n < run->text.n) {
            run = font_shape(run->font, text, style->features, style->lang);
        }
        glyphs_add(s, g, run, text);
        return;
    }
    struct buf cut;
    buf_init(&cut, 0);
    buf_str(&cut, text);
    buf_putc(&cut, '-');
    run = font_shape(run->font, buf_view(&cut), style->features, style->lang);
    buf_cut(&cut, text.n); /* drawn as a hyphen, read as a soft one */
    buf_puts(&cut, SOFT_HYPHEN);
    glyphs_add(s, g, run, buf_view(&cut));
    buf_drop(&cut);
}

/* The glyph that stands for a space character, whatever its width. */
static struct font_glyph space_glyph(const struct font *font, uint32_t cluster) {
    uint32_t id = font_glyph(font, ' ');
    return (struct font_glyph){
        .id = id, .advance = id != 0 ? font_glyph_advance(font, id) : 0, .cluster = cluster};
}

static void space_set(struct setting *s, const struct unit *u, const struct para_item *item) {
    struct gathered *g = text_piece(s, u->style, u->style->font);
    struct font_glyph glyph = space_glyph(u->style->font, (uint32_t)g->ntext);
    vec_push(&s->glues, (struct set_glue){.piece = s->pieces.n - 1,
                                          .glyph = g->nglyphs,
                                          .width = item->width,
                                          .stretch = item->stretch,
                                          .shrink = item->shrink,
                                          .space = true});
    vec_push(&s->glyphs, glyph);
    buf_str(&s->text, u->u.space.text);
    g->nglyphs++;
    g->ntext += u->u.space.text.n;
    g->units += glyph.advance;
    g->glue = true;
}

/* The space a line was broken at stays with the text, behind the margin: words must not join when
 * read or copied. */
static void trailing_space(struct setting *s, const struct inline_style *style) {
    bool any = false;
    for (size_t i = 0; i < s->pieces.n; i++) {
        any = any || !s->pieces.p[i].hidden;
    }
    if (style == NULL || !any) {
        return;
    }
    struct gathered *g = text_piece(s, style, style->font);
    vec_push(&s->glyphs, space_glyph(style->font, (uint32_t)g->ntext));
    buf_putc(&s->text, ' ');
    g->nglyphs++;
    g->ntext++;
}

/* Glue without a character: behind the last glyph, or a gap of its own. */
static void gap_set(struct setting *s, const struct unit *u, const struct para_item *item) {
    void *tag = u->kind == UNIT_GAP ? u->u.box.tag : NULL;
    bool seam = u->kind == UNIT_SEAM && s->open && vec_last(&s->pieces).nglyphs > 0;
    struct gathered *g = seam ? &vec_last(&s->pieces) : piece_new(s, INLINE_GAP, tag);
    g->hidden = !seam && tag == NULL;
    g->glue = g->glue || seam;
    vec_push(&s->glues, (struct set_glue){.piece = s->pieces.n - 1,
                                          .glyph = seam ? g->nglyphs - 1 : 0,
                                          .width = item->width,
                                          .stretch = item->stretch,
                                          .shrink = item->shrink,
                                          .order = item->stretch_order});
}

static void box_set(struct setting *s, const struct unit *u, const struct para_item *item) {
    bool mark = u->kind == UNIT_MARK;
    struct gathered *g = piece_new(s, mark ? INLINE_MARK : INLINE_BOX, u->u.box.tag);
    g->piece.box = u->u.box.box;
    g->piece.width = item->width;
    g->piece.height = u->u.box.height;
    g->piece.depth = u->u.box.depth;
}

/* The last item of a word's parts from `i` on, as far as the line keeps them together. */
static size_t word_last(const struct setting *s, size_t i) {
    const struct unit *units = s->b->units.p;
    size_t last = i;
    for (size_t k = i + 1; k < s->line->end; k++) {
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

static void gather(struct setting *s, bool last_line) {
    const struct unit *units = s->b->units.p;
    const struct para_item *items = s->b->items.p;
    size_t end = s->line->end;
    bool hyphen = end < s->b->units.n && units[end].kind == UNIT_CUT && units[end].hyphen;
    for (size_t i = s->line->begin; i < end; i++) {
        switch (units[i].kind) {
        case UNIT_WORD: {
            size_t last = word_last(s, i);
            word_set(s, &units[i], units[i].u.word.from, units[last].u.word.to,
                     hyphen && last + 1 == end);
            i = last;
            break;
        }
        case UNIT_SPACE:
            space_set(s, &units[i], &items[i]);
            break;
        case UNIT_SEAM:
        case UNIT_GAP:
            gap_set(s, &units[i], &items[i]);
            break;
        case UNIT_BOX:
        case UNIT_MARK:
            box_set(s, &units[i], &items[i]);
            break;
        case UNIT_CUT:
        case UNIT_NEWLINE:
            break;
        }
    }
    if (end < s->b->units.n && !last_line &&
        (units[end].kind == UNIT_SPACE || units[end].kind == UNIT_NEWLINE)) {
        trailing_space(s, units[end].style);
    }
}

/* Scales a width by the expansion, per 10000. */
static int64_t expanded(int64_t width, int32_t expansion) {
    return width * expansion / 10000;
}

static int64_t set_text_width(const struct gathered *g, int32_t expansion) {
    const struct inline_style *style = g->piece.style;
    sp width = font_scale(g->piece.text.font, g->units, style->size);
    return expanded(width, g->expands ? expansion : 10000);
}

/* The width a space's glyph has by itself. */
static int64_t space_width(const struct gathered *g, int32_t expansion) {
    const struct font_metrics *m = font_metrics(g->piece.text.font);
    sp width = font_scale(g->piece.text.font, m->space, g->piece.style->size);
    return expanded(width, g->expands ? expansion : 10000);
}

/* Width of the line with its glue as it is. */
static int64_t natural_width(const struct setting *s, int32_t expansion) {
    int64_t width = 0;
    for (size_t i = 0; i < s->pieces.n; i++) {
        const struct gathered *g = &s->pieces.p[i];
        width += g->piece.kind == INLINE_TEXT ? set_text_width(g, expansion) : g->piece.width;
    }
    for (size_t i = 0; i < s->glues.n; i++) {
        const struct set_glue *glue = &s->glues.p[i];
        width += glue->width;
        width -= glue->space ? space_width(&s->pieces.p[glue->piece], expansion) : 0;
    }
    return width;
}

/* How much of the room a glue takes: of a line to be widened what it stretches in the order that
 * counts, else what it shrinks. */
static int64_t glue_weight(const struct set_glue *g, bool widen, uint8_t order) {
    if (!widen) {
        return g->shrink;
    }
    return g->order == order ? g->stretch : 0;
}

/* Shares `rest` out over the glue: by stretch of the highest order there is, or by shrink, which is
 * never more than all of it. Lines that are not justified only know infinite glue. Each share is
 * the difference of two rounded sums, so that they add up. */
static void glue_share(const struct setting *s, int64_t rest, bool justify, int64_t *shares) {
    uint8_t order = 0;
    int64_t total = 0, sum = 0, given = 0;
    bool widen = rest > 0;
    size_t end = s->line->end;
    for (size_t i = 0; i < s->glues.n; i++) {
        const struct set_glue *g = &s->glues.p[i];
        order = widen && g->stretch > 0 && g->order > order ? g->order : order;
    }
    for (size_t i = 0; i < s->glues.n; i++) {
        total += glue_weight(&s->glues.p[i], widen, order);
    }
    if (widen && order == 0 && end < s->b->items.n && s->b->items.p[end].kind == PARA_PENALTY) {
        total += s->b->items.p[end].stretch; /* this part of the room stays empty */
    }
    if (total == 0 || rest == 0 || (order == 0 && !justify)) {
        return;
    }
    int shift = total >> 31 > 0 ? 16 : 0; /* `rest` has 32 bits: the product stays within 63 */
    rest = rest < -total ? -total : rest;
    for (size_t i = 0; i < s->glues.n; i++) {
        sum += glue_weight(&s->glues.p[i], widen, order);
        int64_t upto = rest * (sum >> shift) / (total >> shift);
        shares[i] = upto - given;
        given = upto;
    }
}

/* Copies a text's glyphs to the arena. */
static void text_finish(struct setting *s, struct gathered *g, int32_t expansion, sp x) {
    struct arena *a = s->b->shaper->arena;
    const struct inline_style *style = g->piece.style;
    struct page_text *t = &g->piece.text;
    t->size = style->size;
    t->x = x;
    t->y = -style->rise;
    t->n = g->nglyphs;
    t->text = arena_str(a, str_slice(buf_view(&s->text), g->text, g->text + g->ntext));
    t->glyphs = g->nglyphs > 0
                    ? arena_copy(a, s->glyphs.p + g->glyph, g->nglyphs * sizeof *s->glyphs.p)
                    : NULL;
    t->expansion = g->expands ? expansion : 10000;
    t->colour = style->colour;
}

/* Lengths on absurd lines (a word of a million letters) end at SP_MAX. */
static sp clamped(int64_t v) {
    return (sp)(v > SP_MAX ? SP_MAX : v < -SP_MAX ? -SP_MAX : v);
}

/* Gives the pieces their places, from `x` on. */
static void place(struct setting *s, int64_t x, int32_t expansion, const int64_t *shares) {
    struct arena *a = s->b->shaper->arena;
    size_t glue = 0;
    for (size_t i = 0; i < s->pieces.n; i++) {
        struct gathered *g = &s->pieces.p[i];
        sp *extra = g->glue ? ARENA_ARRAY(a, sp, g->nglyphs) : NULL;
        int64_t width =
            g->piece.kind == INLINE_TEXT ? set_text_width(g, expansion) : g->piece.width;
        for (; glue < s->glues.n && s->glues.p[glue].piece == i; glue++) {
            const struct set_glue *it = &s->glues.p[glue];
            int64_t own = it->space ? space_width(g, expansion) : 0;
            int64_t more = it->width + shares[glue] - own;
            width += more;
            if (extra != NULL) {
                extra[it->glyph] = clamped(extra[it->glyph] + more);
            }
        }
        g->piece.x = clamped(x);
        g->piece.width = clamped(width);
        if (g->piece.kind == INLINE_TEXT) {
            text_finish(s, g, expansion, g->piece.x);
            g->piece.text.extra = extra;
        }
        x += width;
    }
}

static void pieces_take(struct setting *s, struct inline_line *out) {
    out->pieces = ARENA_ARRAY(s->b->shaper->arena, struct inline_piece, s->pieces.n);
    for (size_t i = 0; i < s->pieces.n; i++) {
        const struct gathered *g = &s->pieces.p[i];
        if (g->hidden) {
            continue;
        }
        out->height = g->piece.height > out->height ? g->piece.height : out->height;
        out->depth = g->piece.depth > out->depth ? g->piece.depth : out->depth;
        out->pieces[out->n++] = g->piece;
    }
}

static int64_t line_begin(const struct para_line *line, enum inline_align align, int64_t natural) {
    int64_t room = line->width - natural;
    switch (align) {
    case INLINE_JUSTIFY:
    case INLINE_LEFT:
        return line->indent - line->hang_left;
    case INLINE_CENTER:
        return line->indent + room / 2;
    case INLINE_RIGHT:
        return line->indent + room + line->hang_right;
    }
    BUG("unknown alignment");
}

struct inline_line shape_line_make(struct inline_builder *b, const struct para_line *line,
                                   enum inline_align align, bool last) {
    struct setting s = {.b = b, .line = line};
    struct inline_line out = {.indent = line->indent,
                              .width = line->width,
                              .badness = line->badness,
                              .overfull = line->overfull};
    bool justify = align == INLINE_JUSTIFY;
    int32_t expansion = 10000 + (int32_t)((int64_t)line->expand * EXPANSION_MAX / 65536);
    size_t end = line->end;
    buf_init(&s.text, 0);
    gather(&s, last);
    out.hyphen = end < b->items.n && b->items.p[end].flagged;
    out.forced = last || (end < b->units.n && b->units.p[end].kind == UNIT_NEWLINE);

    int64_t natural = natural_width(&s, 10000);
    int64_t target = (int64_t)line->width + (justify ? line->hang_left + line->hang_right : 0);
    int64_t *shares = xcalloc(s.glues.n + 1, sizeof *shares);
    out.natural = clamped(natural);
    glue_share(&s, target - natural_width(&s, expansion), justify, shares);
    place(&s, line_begin(line, align, natural), expansion, shares);
    pieces_take(&s, &out);

    free(shares);
    vec_drop(&s.pieces);
    vec_drop(&s.glues);
    vec_drop(&s.glyphs);
    buf_drop(&s.text);
    return out;
}
