/* SPDX-License-Identifier: MIT */
/*
 * Margin boxes of pages that cannot be expressed as text in heads and feet (CSS Paged Media 3,
 * sections 5 and 6): sixteen places around the text, with backgrounds, borders, images and line
 * breaks. All are artifacts.
 */
#include "print/layout/set/ship.h"

#include "print/layout/model/box_path.h"
#include "print/layout/model/sp.h"

/** A box that is being made: its content and its size. */
struct margin_box {
    /* the margin box of the style sheet; NULL: the place has none */
    const struct look_margin_box *from;
    struct ink ink;
    sp pads_w, pads_h; /* margins, borders and paddings together */
    sp wide;           /* the width of the content without line breaks */
};

/** A place for boxes, and the alignment of the boxes that set none themselves (section 5.3). */
struct margin_place {
    sp x, y, w, h;
    enum inline_align align;
    enum look_word vertical;
};

static sp edge(const struct setter *s, const struct margin_box *b, enum box_edge side, sp whole) {
    return set_box_border(s, &b->from->look, side, &b->ink) +
           set_box_padding(s, &b->from->look, side, &b->ink, whole);
}

static sp margin_of(const struct setter *s, const struct margin_box *b, enum box_edge side,
                    sp whole) {
    return set_box_length(s, &b->from->look, LOOK_MARGIN_TOP + (enum look_prop)side, &b->ink, whole,
                          0);
}

/** The content of a box, as text that can be broken into lines. */
static struct inline_builder *content_of(const struct painter *p, const struct margin_box *b,
                                         const struct page_marks *marks) {
    struct inline_builder *builder = inline_new(p->s->shaper);
    const struct look_contents *c = b->from->contents;
    for (size_t i = 0; c && i < c->n; i++) {
        if (c->pieces[i].kind == PIECE_IMAGE) {
            set_content_image(p->s, builder, c, &c->pieces[i], &b->ink);
        } else {
            set_content_text(p->s, builder, set_running_piece(p, &c->pieces[i], marks), &b->ink);
        }
    }
    return builder;
}

static void measure(const struct painter *p, struct margin_box *b, const struct page_marks *marks) {
    struct inline_builder *builder = content_of(p, b, marks);
    struct para_params params;
    size_t n = 0;
    para_params_init(&params, SP_MAX / 4);
    const struct inline_line *lines = inline_break(builder, &params, INLINE_LEFT, &n);
    b->wide = 0;
    for (size_t i = 0; i < n; i++) {
        b->wide = lines[i].natural > b->wide ? lines[i].natural : b->wide;
    }
    b->wide += SP_PT / 100; /* a little is added, so that rounding does not break the line */
    inline_drop(builder);
}

static struct margin_box make(const struct painter *p, const struct look_margin_box *from,
                              const struct page_marks *marks, sp whole) {
    struct setter *s = p->s;
    struct margin_box b = {.from = from->set && from->boxed && !from->contents->none ? from : NULL,
                           .ink = s->running_ink};
    if (!b.from) {
        return b;
    }
    b.ink.element = NULL;
    b.ink.tag.elem = NULL;
    set_look_ink(s, &from->look, &b.ink, b.ink.size);
    b.ink.ground = set_box_colour(from->look.v[LOOK_BACKGROUND], s->running_ink.ground);
    b.pads_w = edge(s, &b, EDGE_LEFT, whole) + edge(s, &b, EDGE_RIGHT, whole) +
               margin_of(s, &b, EDGE_LEFT, whole) + margin_of(s, &b, EDGE_RIGHT, whole);
    b.pads_h = edge(s, &b, EDGE_TOP, whole) + edge(s, &b, EDGE_BOTTOM, whole) +
               margin_of(s, &b, EDGE_TOP, whole) + margin_of(s, &b, EDGE_BOTTOM, whole);
    measure(p, &b, marks);
    return b;
}

/* ---- one box ---- */

static enum inline_align align_of(const struct look *look, enum inline_align or_else) {
    static const struct {
        enum look_word word;
        enum inline_align align;
    } ALIGNS[] = {{WORD_LEFT, INLINE_LEFT},
                  {WORD_RIGHT, INLINE_RIGHT},
                  {WORD_CENTER, INLINE_CENTER},
                  {WORD_JUSTIFY, INLINE_LEFT}};
    const struct look_value *v = look->v[LOOK_TEXT_ALIGN];
    for (size_t i = 0; i < ARRAY_LEN(ALIGNS); i++) {
        if (look_is(v, ALIGNS[i].word)) {
            return ALIGNS[i].align;
        }
    }
    return or_else;
}

static void paint_box_shapes(const struct painter *p, const struct margin_box *b,
                             const struct box_area *area) {
    struct box_paint paint;
    if (set_box_paint(p->s, &b->from->look, &b->ink, area->w, &paint)) {
        set_paint_area(p, &paint, area, 0, 0);
    }
}

/** Paints lines, beginning at `y`. Each is as high as the line distance or its highest content. */
static void paint_lines(const struct painter *p, const struct margin_box *b,
                        const struct inline_line *lines, size_t n, sp x, sp y) {
    sp leading = sp_scale(b->ink.size, 12, 10);
    for (size_t i = 0; i < n; i++) {
        sp above = lines[i].height > leading * 7 / 10 ? lines[i].height : leading * 7 / 10;
        sp below = lines[i].depth > leading * 3 / 10 ? lines[i].depth : leading * 3 / 10;
        set_paint_line(p, &lines[i], x, y + above);
        y += above + below;
    }
}

static sp lines_height(const struct margin_box *b, const struct inline_line *lines, size_t n) {
    sp leading = sp_scale(b->ink.size, 12, 10);
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += lines[i].height > leading * 7 / 10 ? lines[i].height : leading * 7 / 10;
        sum += lines[i].depth > leading * 3 / 10 ? lines[i].depth : leading * 3 / 10;
    }
    return sum < SP_MAX / 4 ? (sp)sum : SP_MAX / 4;
}

static void paint_margin_box(const struct painter *p, const struct margin_box *b,
                             const struct margin_place *at, const struct page_marks *marks) {
    struct setter *s = p->s;
    const struct look *look = &b->from->look;
    const struct look_value *vertical = look->v[LOOK_VERTICAL_ALIGN];
    struct box_area area = {
        .x = at->x + margin_of(s, b, EDGE_LEFT, at->w),
        .y = at->y + margin_of(s, b, EDGE_TOP, at->w),
        .w = at->w - margin_of(s, b, EDGE_LEFT, at->w) - margin_of(s, b, EDGE_RIGHT, at->w),
        .h = at->h - margin_of(s, b, EDGE_TOP, at->w) - margin_of(s, b, EDGE_BOTTOM, at->w)};
    sp left = edge(s, b, EDGE_LEFT, at->w);
    sp top = edge(s, b, EDGE_TOP, at->w);
    sp width = area.w - left - edge(s, b, EDGE_RIGHT, at->w);
    sp height = area.h - top - edge(s, b, EDGE_BOTTOM, at->w);
    if (area.w <= 0 || area.h <= 0) {
        return;
    }
    paint_box_shapes(p, b, &area);
    struct inline_builder *builder = content_of(p, b, marks);
    struct para_params params;
    size_t n = 0;
    para_params_init(&params, width > PT(1) ? width : PT(1));
    params.ragged_right = true;
    params.emergency_stretch = width;
    const struct inline_line *lines = inline_break(builder, &params, align_of(look, at->align), &n);
    enum look_word where = vertical && vertical->kind == LOOK_WORD ? vertical->word : at->vertical;
    sp rest = height - lines_height(b, lines, n);
    sp down = where == WORD_TOP ? 0 : where == WORD_BOTTOM ? rest : rest / 2;
    paint_lines(p, b, lines, n, area.x + left, area.y + top + down);
    inline_drop(builder);
}

/* ---- rows and columns of boxes ---- */

/** The outer size that a box requests along its side of the page. -1: the size is that of its
 * content. */
static sp asked(const struct setter *s, const struct margin_box *b, bool across, sp whole) {
    sp v = set_box_length(s, &b->from->look, across ? LOOK_WIDTH : LOOK_HEIGHT, &b->ink, whole, -1);
    sp pads = across ? b->pads_w : b->pads_h;
    return v < 0 ? -1 : v + pads < whole ? v + pads : whole;
}

/** Distributes the length of a side among its three boxes (section 5.3.2). The middle box is
 * centred. The two outer boxes share the remaining length in proportion to their content. */
static void share(const struct setter *s, const struct margin_box box[3], bool across, sp whole,
                  sp from[3], sp size[3]) {
    int64_t need[3] = {0, 0, 0};
    sp own[3] = {-1, -1, -1};
    for (int i = 0; i < 3; i++) {
        if (box[i].from) {
            own[i] = asked(s, &box[i], across, whole);
            need[i] = own[i] >= 0 ? own[i] : across ? (int64_t)box[i].wide + box[i].pads_w : 1;
        }
    }
    int64_t side = need[0] > need[2] ? need[0] : need[2];
    if (box[1].from) {
        int64_t all = need[1] + 2 * side;
        size[1] = own[1] >= 0 ? own[1] : (sp)((int64_t)whole * need[1] / (all > 0 ? all : 1));
        from[1] = (whole - size[1]) / 2;
        for (int i = 0; i < 3; i += 2) {
            size[i] = own[i] >= 0 && own[i] < from[1] ? own[i] : from[1];
        }
    } else {
        int64_t all = need[0] + need[2];
        size[1] = from[1] = 0;
        size[0] = own[0] >= 0 ? own[0] : (sp)((int64_t)whole * need[0] / (all > 0 ? all : 1));
        size[2] = own[2] >= 0 ? own[2] : whole - size[0];
    }
    from[0] = 0;
    from[2] = whole - size[2];
}

/** Places a box whose size across its side is set: it is next to the text (section 5.3.2.3). */
static void place_across(const struct setter *s, const struct margin_box *b, bool across,
                         struct margin_place *place) {
    sp whole = across ? place->h : place->w;
    sp own = asked(s, b, !across, whole);
    /* the box is above the text, or on its left */
    bool before = across ? place->y == 0 : place->x == 0;
    if (own >= 0 && own < whole) {
        *(across ? &place->y : &place->x) += before ? whole - own : 0;
        *(across ? &place->h : &place->w) = own;
    }
}

static void paint_side(const struct painter *p, const struct look_margin_box *const from[3],
                       const struct margin_place *side, bool across,
                       const struct page_marks *marks) {
    static const enum inline_align ALIGNS[3] = {INLINE_LEFT, INLINE_CENTER, INLINE_RIGHT};
    static const enum look_word VERTICALS[3] = {WORD_TOP, WORD_MIDDLE, WORD_BOTTOM};
    struct margin_box box[3];
    sp at[3], size[3];
    sp whole = across ? side->w : side->h;
    bool any = false;
    for (int i = 0; i < 3; i++) {
        box[i] = make(p, from[i], marks, side->w);
        any = any || box[i].from;
    }
    if (!any || whole <= 0) {
        return;
    }
    share(p->s, box, across, whole, at, size);
    for (int i = 0; i < 3; i++) {
        struct margin_place place = *side;
        place.align = across ? ALIGNS[i] : INLINE_CENTER;
        place.vertical = across ? WORD_MIDDLE : VERTICALS[i];
        *(across ? &place.x : &place.y) += at[i];
        *(across ? &place.w : &place.h) = size[i];
        if (box[i].from) {
            place_across(p->s, &box[i], across, &place);
            paint_margin_box(p, &box[i], &place, marks);
        }
    }
}

static void paint_corner(const struct painter *p, const struct look_margin_box *from, sp x, sp y,
                         sp w, sp h, const struct page_marks *marks) {
    struct margin_place place = {x, y, w, h, x > 0 ? INLINE_LEFT : INLINE_RIGHT, WORD_MIDDLE};
    struct margin_box b = make(p, from, marks, w);
    if (b.from) {
        paint_margin_box(p, &b, &place, marks);
    }
}

void set_paint_margins(const struct painter *p, const struct look_margin_box *boxes,
                       const struct page_marks *marks) {
    const struct page_style *st = p->s->style;
    sp left = set_page_left(st, (size_t)p->number);
    sp right = st->paper_w - left - st->text_w;
    sp bottom = st->paper_h - st->top - st->text_h;
    sp below = st->top + st->text_h;
    sp beside = left + st->text_w;
    const struct look_margin_box *const top_row[3] = {&boxes[BOX_TOP_LEFT], &boxes[BOX_TOP_CENTER],
                                                      &boxes[BOX_TOP_RIGHT]};
    const struct look_margin_box *const bottom_row[3] = {
        &boxes[BOX_BOTTOM_LEFT], &boxes[BOX_BOTTOM_CENTER], &boxes[BOX_BOTTOM_RIGHT]};
    const struct look_margin_box *const left_side[3] = {
        &boxes[BOX_LEFT_TOP], &boxes[BOX_LEFT_MIDDLE], &boxes[BOX_LEFT_BOTTOM]};
    const struct look_margin_box *const right_side[3] = {
        &boxes[BOX_RIGHT_TOP], &boxes[BOX_RIGHT_MIDDLE], &boxes[BOX_RIGHT_BOTTOM]};
    struct painter head = *p;
    head.artifact = ARTIFACT_HEADER;
    struct painter foot = *p;
    foot.artifact = ARTIFACT_FOOTER;
    paint_side(&head, top_row, &(struct margin_place){.x = left, .w = st->text_w, .h = st->top},
               true, marks);
    paint_side(&foot, bottom_row,
               &(struct margin_place){.x = left, .y = below, .w = st->text_w, .h = bottom}, true,
               marks);
    paint_side(&head, left_side, &(struct margin_place){.y = st->top, .w = left, .h = st->text_h},
               false, marks);
    paint_side(&head, right_side,
               &(struct margin_place){.x = beside, .y = st->top, .w = right, .h = st->text_h},
               false, marks);
    paint_corner(&head, &boxes[BOX_TOP_LEFT_CORNER], 0, 0, left, st->top, marks);
    paint_corner(&head, &boxes[BOX_TOP_RIGHT_CORNER], beside, 0, right, st->top, marks);
    paint_corner(&foot, &boxes[BOX_BOTTOM_LEFT_CORNER], 0, below, left, bottom, marks);
    paint_corner(&foot, &boxes[BOX_BOTTOM_RIGHT_CORNER], beside, below, right, bottom, marks);
}
