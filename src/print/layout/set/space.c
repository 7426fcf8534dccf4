/* SPDX-License-Identifier: MIT */
/*
 * The room around blocks in style sheets: insets at their sides; spaces, rules and boxes above and
 * below them; page breaks. Decides which default spaces a sheet replaces.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_CSS_VALUE);

bool set_look_says(const struct frame *f, enum look_prop prop, enum look_word word) {
    return f->look && look_is(f->look->v[prop], word);
}

sp set_look_sp(const struct setter *s, const struct frame *f, enum look_prop prop, sp or_else) {
    const struct look_value *v = f->look ? f->look->v[prop] : NULL;
    struct look_base base = look_base_of(f->ink.size, s->style->root_size, f->width);
    base.lh = f->leading;
    sp out = or_else;
    if (look_is(v, WORD_AUTO) || look_is(v, WORD_NORMAL)) {
        return prop == LOOK_MARGIN_TOP || prop == LOOK_MARGIN_BOTTOM ? 0 : or_else;
    }
    (void)look_length(v, &base, &out);
    return out;
}

/** Reports margins that are wider than the measure or leave too little of it. */
static void refuse_inset(struct setter *s, const struct look *look, bool narrow) {
    static const enum look_prop SIDES[] = {LOOK_MARGIN_LEFT, LOOK_MARGIN_RIGHT, LOOK_PADDING_LEFT,
                                           LOOK_PADDING_RIGHT};
    for (size_t i = 0; i < ARRAY_LEN(SIDES); i++) {
        const struct look_value *v = look->v[SIDES[i]];
        bool some = v && (v->kind == LOOK_ABSOLUTE ? v->length != 0
                                                   : v->kind == LOOK_CALC || v->micro != 0);
        if (some && set_first_report(s, v)) {
            (void)diag_add(s->d, DIAG_CSS_VALUE, v->span,
                           narrow ? "this leaves no room for text" : "text would leave the paper");
        }
        if (some) {
            return;
        }
    }
}

/** The distances from a block's place to its text on one side. */
struct inset {
    int64_t margin, pad;
};

/** The insets on a side. A default inset is a margin. If there is a visible box, it is padding, so
 * that text keeps its distance from the edge. */
static struct inset inset_of(const struct setter *s, const struct frame *f, enum box_edge edge,
                             sp or_else) {
    const struct look *look = f->look;
    enum look_prop margin = LOOK_MARGIN_TOP + (enum look_prop)edge;
    enum look_prop padding = LOOK_PADDING_TOP + (enum look_prop)edge;
    struct inset out = {or_else, 0};
    if (!look) {
        return out;
    }
    sp border = set_box_border(s, look, edge, &f->ink);
    if (look->v[margin] || look->v[padding]) {
        out.margin = set_look_sp(s, f, margin, 0);
        out.pad = set_look_sp(s, f, padding, 0);
    } else if (border > 0 || look->v[LOOK_BACKGROUND]) {
        out = (struct inset){0, or_else};
    }
    if (f->by_content) {
        out.pad = 0;
        return out;
    }
    out.pad += border;
    return out;
}

/** Adds the room `rest` beside a box of fixed width to its `auto` margins (CSS 2.1, 10.3.3). */
static void share_rest(const struct frame *f, int64_t rest, struct inset *left,
                       struct inset *right) {
    const struct look_value *const *v = f->look->v;
    bool auto_left = v[LOOK_MARGIN_LEFT] ? look_is(v[LOOK_MARGIN_LEFT], WORD_AUTO) : f->centred;
    bool auto_right = v[LOOK_MARGIN_RIGHT] ? look_is(v[LOOK_MARGIN_RIGHT], WORD_AUTO) : f->centred;
    int64_t before = auto_left && auto_right ? rest / 2 : auto_left ? rest : 0;
    left->margin += before;
    right->margin += rest - before;
}

void set_look_inset(struct setter *s, struct frame *f, sp left, sp right) {
    struct inset l = inset_of(s, f, EDGE_LEFT, left);
    struct inset r = inset_of(s, f, EDGE_RIGHT, right);
    int64_t width = (int64_t)f->width - l.margin - r.margin;
    bool sized = f->look && !f->by_content && !f->fitted &&
                 (f->look->v[LOOK_WIDTH] || f->look->v[LOOK_MAX_WIDTH]);
    if (sized && l.pad + r.pad < f->width && width > 0 && width < SP_MAX / 4) {
        sp own = set_box_width(s, f->look, &f->ink, f->width, (sp)(l.pad + r.pad), (sp)width);
        if (own < width) {
            share_rest(f, width - own, &l, &r);
            width = own;
        }
    }
    width -= l.pad + r.pad;
    if (width >= (sized ? 1 : f->width / 6) &&
        width <= s->style->text_w + (int64_t)s->style->left) {
        f->left += (sp)(l.margin + l.pad);
        f->width = (sp)width;
        f->pad_left = (sp)l.pad;
        f->pad_right = (sp)r.pad;
    } else if (f->look) {
        refuse_inset(s, f->look, width < f->width);
    }
}

struct v_glue set_look_margin(const struct setter *s, const struct frame *f, enum look_prop prop,
                              struct v_glue or_else) {
    if (!f->look || !f->look->v[prop]) {
        return or_else;
    }
    sp v = set_look_sp(s, f, prop, 0);
    v = sp_scale(v, 1000 - f->squeeze, 1000);
    if (or_else.size <= 0) {
        return (struct v_glue){v, v / 8, 0};
    }
    return (struct v_glue){v, sp_scale(or_else.stretch, v, or_else.size),
                           sp_scale(or_else.shrink, v, or_else.size)};
}

/** The upper or lower side of a block. */
struct side {
    enum look_prop margin, padding, width, style, colour;
};

static sp border_width(const struct setter *s, const struct frame *f, const struct side *side) {
    return set_look_says(f, side->style, WORD_SOLID) ? set_look_sp(s, f, side->width, SP_PT / 2)
                                                     : 0;
}

static void put_border(struct setter *s, const struct frame *f, const struct side *side) {
    const struct look_value *colour = f->look->v[side->colour];
    sp thick = border_width(s, f, side);
    struct v_box *box = galley_box_new(s->now.g, thick, 0);
    struct page_colour c = colour && colour->kind == LOOK_COLOUR ? colour->colour : f->ink.colour;
    draw_append(&box->draws, draw_rule(s->arena, f->left, -thick, f->width, thick, c, NULL));
    set_put_box(s, box, f);
}

/** The margin on a side. It includes the padding if there is no border between them. */
static struct v_glue side_space(const struct setter *s, const struct frame *f,
                                const struct side *side, struct v_glue or_else) {
    struct v_glue space = set_look_margin(s, f, side->margin, or_else);
    space.size += border_width(s, f, side) > 0 ? 0 : set_look_sp(s, f, side->padding, 0);
    return space;
}

/** Adds a margin. A margin set by a sheet is kept also at the edge of the surrounding block. */
static void put_space(struct setter *s, const struct frame *f, enum look_prop prop,
                      struct v_glue space) {
    if (f->look && f->look->v[prop]) {
        if (prop == LOOK_MARGIN_TOP && s->now.g == &s->body && s->now.g->rows.n == 0 &&
            space.size > 0) {
            /* a box without height keeps the space at the start of the document (CSS Fragmentation
             * 3, 5.2) */
            set_put_box(s, galley_box_new(s->now.g, 0, 0), f);
        }
        galley_margin(s->now.g, space);
    } else {
        galley_space(s->now.g, space);
    }
}

void set_space_above(struct setter *s, const struct frame *f, struct v_glue or_else) {
    static const struct side TOP = {LOOK_MARGIN_TOP, LOOK_PADDING_TOP, LOOK_BORDER_TOP_WIDTH,
                                    LOOK_BORDER_TOP_STYLE, LOOK_BORDER_TOP_COLOR};
    struct v_glue margin = set_look_margin(s, f, TOP.margin, or_else);
    put_space(s, f, TOP.margin, margin);
    if (set_box_open(s, f)) {
        return;
    }
    put_space(s, f, TOP.margin, side_space(s, f, &TOP, or_else));
    if (border_width(s, f, &TOP) > 0) {
        put_border(s, f, &TOP);
        galley_penalty(s->now.g, V_NEVER);
        galley_space(s->now.g, (struct v_glue){set_look_sp(s, f, TOP.padding, 0), 0, 0});
    }
}

void set_space_below(struct setter *s, const struct frame *f, struct v_glue or_else) {
    static const struct side BOTTOM = {LOOK_MARGIN_BOTTOM, LOOK_PADDING_BOTTOM,
                                       LOOK_BORDER_BOTTOM_WIDTH, LOOK_BORDER_BOTTOM_STYLE,
                                       LOOK_BORDER_BOTTOM_COLOR};
    if (set_box_close(s, f)) {
        put_space(s, f, BOTTOM.margin, set_look_margin(s, f, BOTTOM.margin, or_else));
        return;
    }
    if (border_width(s, f, &BOTTOM) > 0) {
        galley_penalty(s->now.g, V_NEVER);
        galley_space(s->now.g, (struct v_glue){set_look_sp(s, f, BOTTOM.padding, 0), 0, 0});
        put_border(s, f, &BOTTOM);
    }
    put_space(s, f, BOTTOM.margin, side_space(s, f, &BOTTOM, or_else));
}
