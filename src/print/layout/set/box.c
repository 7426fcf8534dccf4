/* SPDX-License-Identifier: MIT */
/*
 * Boxes of blocks in style sheets: their paint, width and height, and their panel in the galley.
 * Transparent colours are blended with the background here, so that pages need no transparency. The
 * galley cuts the boxes at the ends of pages.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

#define MIN_WIDTH PT(6) /* the minimum width of a box whose width is set */

/* The height of the text area above the baseline. It is not taken from the font, because some
 * fonts, for example Latin Modern, have metrics that are far larger than their letters (CSS 2.1,
 * 10.6.1 leaves this open). */
#define MAX_ABOVE(size) sp_scale(size, 92, 100)
#define MAX_BELOW(size) sp_scale(size, 28, 100)

struct page_colour set_box_colour(const struct look_value *v, struct page_colour behind) {
    if (!v || v->kind != LOOK_COLOUR) {
        return behind;
    }
    int alpha = v->alpha;
    return (struct page_colour){
        (uint8_t)((v->pure.r * alpha + behind.r * (255 - alpha) + 127) / 255),
        (uint8_t)((v->pure.g * alpha + behind.g * (255 - alpha) + 127) / 255),
        (uint8_t)((v->pure.b * alpha + behind.b * (255 - alpha) + 127) / 255)};
}

sp set_box_length(const struct setter *s, const struct look *look, enum look_prop prop,
                  const struct ink *ink, sp whole, sp or_else) {
    struct look_base base = look_base_of(ink->size, s->style->root_size, whole);
    sp out = or_else;
    base.page_w = s->style->text_w;
    base.page_h = s->style->text_h;
    return look && look_length(look->v[prop], &base, &out) ? out : or_else;
}

/* ---- sides ---- */

/** The property of a border's side. The longhands of a border are consecutive, with the sides
 * clockwise. */
static enum look_prop border_prop(enum box_edge edge, int which) {
    return LOOK_BORDER_TOP_WIDTH + 3 * (enum look_prop)edge + (enum look_prop)which;
}

static enum border_style style_of(const struct look_value *v) {
    return look_is(v, WORD_SOLID)    ? BORDER_SOLID
           : look_is(v, WORD_DASHED) ? BORDER_DASHED
           : look_is(v, WORD_DOTTED) ? BORDER_DOTTED
           : look_is(v, WORD_DOUBLE) ? BORDER_DOUBLE
                                     : BORDER_NONE;
}

sp set_box_border(const struct setter *s, const struct look *look, enum box_edge edge,
                  const struct ink *ink) {
    if (!look || style_of(look->v[border_prop(edge, 1)]) == BORDER_NONE) {
        return 0;
    }
    return set_box_length(s, look, border_prop(edge, 0), ink, 0, SP_PT / 2);
}

sp set_box_padding(const struct setter *s, const struct look *look, enum box_edge edge,
                   const struct ink *ink, sp whole) {
    return set_box_length(s, look, LOOK_PADDING_TOP + (enum look_prop)edge, ink, whole, 0);
}

bool set_box_paint(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                   struct box_paint *out) {
    const struct look_value *ground = look ? look->v[LOOK_BACKGROUND] : NULL;
    *out = (struct box_paint){0};
    if (!look) {
        return false;
    }
    if (ground && ground->kind == LOOK_COLOUR && ground->alpha > 0) {
        out->grounded = true;
        out->ground = ink->ground; /* set_look_ink() has computed the background */
    }
    for (enum box_edge i = EDGE_TOP; i < EDGE_COUNT; i++) {
        const struct look_value *colour = look->v[border_prop(i, 2)];
        bool seen = !colour || colour->kind != LOOK_COLOUR || colour->alpha > 0;
        out->border[i] = (struct border){
            .width = set_box_border(s, look, i, ink),
            .style = seen ? style_of(look->v[border_prop(i, 1)]) : BORDER_NONE,
            .colour = colour && colour->kind == LOOK_COLOUR
                          ? set_look_seen(ink, set_box_colour(colour, ink->behind))
                          : ink->colour,
        };
        out->radius[i] =
            set_box_length(s, look, LOOK_RADIUS_TOP_LEFT + (enum look_prop)i, ink, whole, 0);
    }
    return page_shape_paints(out);
}

sp set_box_width(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                 sp pads, sp own) {
    static const enum look_prop PROPS[] = {LOOK_WIDTH, LOOK_MAX_WIDTH, LOOK_MIN_WIDTH};
    int64_t width = own;
    for (size_t i = 0; look && i < ARRAY_LEN(PROPS); i++) {
        int64_t v = set_box_length(s, look, PROPS[i], ink, whole, -1);
        v += v >= 0 && look_is(look->v[LOOK_BOX_SIZING], WORD_CONTENT_BOX) ? pads : 0;
        bool holds = v >= 0 && (PROPS[i] == LOOK_WIDTH ||
                                (PROPS[i] == LOOK_MAX_WIDTH ? v < width : v > width));
        width = holds ? v : width;
    }
    int64_t least = (int64_t)pads + MIN_WIDTH;
    width = width < least ? least : width;
    return width > SP_MAX / 4 ? SP_MAX / 4 : (sp)width;
}

/* ---- panels ---- */

/** The paint of the frame's box. Returns false if the style sets no box. Solid borders that are
 * only above and below the text are rules and not a box. */
static bool box_of(const struct setter *s, const struct frame *f, struct box_paint *paint) {
    const struct look *look = f->look;
    if (!look) {
        return false;
    }
    (void)set_box_paint(s, look, &f->ink, f->width, paint);
    bool boxed = paint->grounded || look->v[LOOK_HEIGHT] || look->v[LOOK_MIN_HEIGHT];
    for (enum box_edge i = EDGE_TOP; i < EDGE_COUNT; i++) {
        const struct border *b = &paint->border[i];
        bool rule = b->style == BORDER_SOLID && (i == EDGE_TOP || i == EDGE_BOTTOM);
        boxed = boxed || (b->style != BORDER_NONE && b->width > 0 && !rule);
    }
    return boxed;
}

bool set_box_has(const struct setter *s, const struct frame *f) {
    struct box_paint paint;
    return box_of(s, f, &paint);
}

bool set_box_open(struct setter *s, const struct frame *f) {
    struct box_paint paint;
    if (!box_of(s, f, &paint)) {
        return false;
    }
    struct v_panel *panel = ARENA_NEW(s->arena, struct v_panel);
    panel->x = f->left - f->pad_left;
    panel->width = f->width + f->pad_left + f->pad_right;
    panel->paint = arena_copy(s->arena, &paint, sizeof paint);
    panel->owner = f->look;
    int64_t above = (int64_t)set_box_border(s, f->look, EDGE_TOP, &f->ink) +
                    set_box_padding(s, f->look, EDGE_TOP, &f->ink, f->width);
    galley_open_panel(s->now.g, panel, above > s->style->text_h ? s->style->text_h : (sp)above);
    return true;
}

static sp least_height(const struct setter *s, const struct frame *f) {
    sp whole = s->style->text_h;
    sp least = set_box_length(s, f->look, LOOK_MIN_HEIGHT, &f->ink, 0, 0);
    sp own = set_box_length(s, f->look, LOOK_HEIGHT, &f->ink, 0, 0);
    least = own > least ? own : least;
    return least > whole ? whole : least;
}

static void close_panel(struct setter *s, const struct frame *f) {
    int64_t below = (int64_t)set_box_border(s, f->look, EDGE_BOTTOM, &f->ink) +
                    set_box_padding(s, f->look, EDGE_BOTTOM, &f->ink, f->width);
    galley_close_panel(s->now.g, below > s->style->text_h ? s->style->text_h : (sp)below,
                       least_height(s, f));
}

bool set_box_close(struct setter *s, const struct frame *f) {
    if (!f->look || !s->now.g->panel || s->now.g->panel->owner != f->look) {
        return false;
    }
    set_flush_run_in(s, f);
    set_flush_labels(s, f);
    close_panel(s, f);
    return true;
}

void set_box_end(struct setter *s, const struct v_panel *outer, const struct frame *f) {
    while (s->now.g->panel && s->now.g->panel != outer) {
        if (!set_box_close(s, f)) {
            galley_close_panel(s->now.g, 0, 0);
        }
    }
}

/* ---- boxes around text ---- */

void set_box_text(struct setter *s, const struct look *look, struct ink *ink) {
    struct box_paint paint;
    unsigned extra = 0;
    struct font *font = NULL;
    bool painted = set_box_paint(s, look, ink, ink->size, &paint);
    sp left = set_box_padding(s, look, EDGE_LEFT, ink, s->now.measure);
    sp right = set_box_padding(s, look, EDGE_RIGHT, ink, s->now.measure);
    bool spaced = left || right || look->v[LOOK_MARGIN_LEFT] || look->v[LOOK_MARGIN_RIGHT];
    if (look_is(look->v[LOOK_DISPLAY], WORD_INLINE_BLOCK)) {
        const struct look_value *size =
            look->v[LOOK_WIDTH] ? look->v[LOOK_WIDTH] : look->v[LOOK_HEIGHT];
        ink->flags |= INLINE_NO_BREAK;
        if (size) {
            set_aside_refuse(s, size, "a box in a line is as large as its text");
        }
    }
    if (look->v[LOOK_BACKGROUND]) {
        /* the sheet's background replaces the layout's background of marked text */
        ink->tag.mark = false;
    }
    if (!painted && !spaced) {
        return;
    }
    font = set_type_font(s, ink, &extra);
    const struct font_metrics *m = font ? font_metrics(font) : NULL;
    struct text_box *box = ARENA_NEW(s->arena, struct text_box);
    box->paint = paint;
    box->outer = ink->tag.box;
    sp above = m ? sp_scale(ink->size, m->ascender, m->upem) : ink->size;
    sp below = m ? sp_scale(ink->size, -m->descender, m->upem) : 0;
    above = above < MAX_ABOVE(ink->size) ? above : MAX_ABOVE(ink->size);
    below = below < MAX_BELOW(ink->size) ? below : MAX_BELOW(ink->size);
    box->above = above + ink->rise + set_box_padding(s, look, EDGE_TOP, ink, s->now.measure) +
                 set_box_border(s, look, EDGE_TOP, ink);
    box->below = below - ink->rise + set_box_padding(s, look, EDGE_BOTTOM, ink, s->now.measure) +
                 set_box_border(s, look, EDGE_BOTTOM, ink);
    box->margin_left = set_box_length(s, look, LOOK_MARGIN_LEFT, ink, s->now.measure, 0);
    box->margin_right = set_box_length(s, look, LOOK_MARGIN_RIGHT, ink, s->now.measure, 0);
    box->pad_left = left + set_box_border(s, look, EDGE_LEFT, ink);
    box->pad_right = right + set_box_border(s, look, EDGE_RIGHT, ink);
    box->rtl = ink->rtl;
    ink->tag.box = box;
    s->now.text_boxes = true;
}

static void put_gap(struct setter *s, struct inline_builder *b, sp width,
                    const struct draw_list *box, const struct ink *ink) {
    union {
        const struct draw_list *in;
        void *out;
    } mark = {.in = box};
    inline_box(b, width, 0, 0, mark.out, arena_copy(s->arena, &ink->tag, sizeof ink->tag));
}

void set_box_text_begin(struct setter *s, struct inline_builder *b, const struct ink *ink,
                        const struct ink *outer) {
    const struct text_box *box = ink->tag.box;
    if (box == outer->tag.box || !box) {
        return;
    }
    sp margin = box->rtl ? box->margin_right : box->margin_left;
    if (margin != 0) {
        put_gap(s, b, margin, NULL, outer);
    }
    put_gap(s, b, box->rtl ? box->pad_right : box->pad_left, &box->begin, ink);
}

void set_box_text_end(struct setter *s, struct inline_builder *b, const struct ink *ink,
                      const struct ink *outer) {
    const struct text_box *box = ink->tag.box;
    if (box == outer->tag.box || !box) {
        return;
    }
    sp margin = box->rtl ? box->margin_left : box->margin_right;
    put_gap(s, b, box->rtl ? box->pad_left : box->pad_right, &box->end, ink);
    if (margin != 0) {
        put_gap(s, b, margin, NULL, outer);
    }
}

/* ---- the page ---- */

bool set_box_canvas(const struct setter *s, struct page_colour *out) {
    const struct look *const roots[] = {s->looks ? &s->looks->html : NULL,
                                        s->looks ? &s->looks->body : NULL};
    for (size_t i = 0; i < ARRAY_LEN(roots); i++) {
        const struct look_value *v = roots[i] ? roots[i]->v[LOOK_BACKGROUND] : NULL;
        if (v && v->kind == LOOK_COLOUR && v->alpha > 0) {
            *out = set_box_colour(v, (struct page_colour){255, 255, 255});
            return true;
        }
    }
    return false;
}
