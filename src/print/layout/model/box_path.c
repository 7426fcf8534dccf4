/* SPDX-License-Identifier: MIT */
/*
 * The paths of boxes. A border with one colour and width on all sides is a ring between two rounded
 * rectangles. Any other border is drawn one side at a time, as a stroke or a bar; the ends of bars
 * meet at the corners. Lengths are already limited (a box is at most SP_MAX / 4 wide).
 */
#include "print/layout/model/box_path.h"

/* The distance of the control points for a quarter circle drawn as one cubic curve: 4/3 (sqrt 2 -
 * 1), per 10000. */
#define ARC 5523

static sp arc(sp radius) {
    return (sp)((int64_t)radius * (10000 - ARC) / 10000);
}

/** A path that is being made. The caller knows that the path has at most `max` steps. */
struct pen {
    struct path_step *steps;
    size_t n;
};

static void pen_line(struct pen *pen, enum path_kind kind, sp x, sp y) {
    pen->steps[pen->n++] = (struct path_step){.kind = kind, .to = {x, y}};
}

static void pen_curve(struct pen *pen, struct path_point out, struct path_point in,
                      struct path_point to) {
    pen->steps[pen->n++] = (struct path_step){.kind = PATH_CURVE, .to = to, .out = out, .in = in};
}

/** A rounded rectangle. The corner at which side i begins, clockwise, has the radii `rx[i]` and
 * `ry[i]`. */
struct round_rect {
    sp x, y, w, h;
    sp rx[EDGE_COUNT], ry[EDGE_COUNT];
};

/** A rounded corner: a curve from `a`, on the side before the corner, to `b`. */
struct corner {
    struct path_point a, out, in, b;
    bool round;
};

static struct corner corner_of(const struct round_rect *r, int i) {
    sp right = r->x + r->w;
    sp foot = r->y + r->h;
    sp x = i == 0 || i == 3 ? r->x : right;
    sp y = i < 2 ? r->y : foot;
    /* the direction from the corner into the box */
    sp along = i == 0 || i == 3 ? r->rx[i] : -r->rx[i];
    sp down = i < 2 ? r->ry[i] : -r->ry[i];
    struct corner c = {.round = r->rx[i] > 0 && r->ry[i] > 0};
    struct path_point beside = {x, y + down}, above = {x + along, y};
    struct path_point near_side = {x, y + arc(down)}, near_top = {x + arc(along), y};
    bool upright = i % 2 == 0; /* the side before the corner is vertical */
    c.a = upright ? beside : above;
    c.b = upright ? above : beside;
    c.out = upright ? near_side : near_top;
    c.in = upright ? near_top : near_side;
    return c;
}

static void pen_corner(struct pen *pen, const struct corner *c) {
    if (c->round) {
        pen_curve(pen, c->out, c->in, c->b);
    }
}

/* maximum number of steps of a rectangle: four sides, four corners, start and end */
#define STEPS_OF_RECT 10

/** The whole outline, clockwise from the top left. */
static void pen_rect(struct pen *pen, const struct round_rect *r) {
    struct corner c = corner_of(r, 0);
    pen_line(pen, PATH_MOVE, c.b.x, c.b.y);
    for (int i = 1; i <= EDGE_COUNT; i++) {
        c = corner_of(r, i % EDGE_COUNT);
        pen_line(pen, PATH_LINE, c.a.x, c.a.y);
        pen_corner(pen, &c);
    }
    pen_line(pen, PATH_CLOSE, 0, 0);
}

/** The area between two outlines along `n` sides, starting at `first`. */
static void pen_sides(struct pen *pen, const struct round_rect *outer,
                      const struct round_rect *inner, int first, int n) {
    struct corner c = corner_of(outer, first);
    pen_line(pen, PATH_MOVE, c.a.x, c.a.y);
    pen_corner(pen, &c);
    for (int i = 1; i <= n; i++) {
        c = corner_of(outer, (first + i) % EDGE_COUNT);
        pen_line(pen, PATH_LINE, c.a.x, c.a.y);
        pen_corner(pen, &c);
    }
    for (int i = n; i >= 0; i--) {
        c = corner_of(inner, (first + i) % EDGE_COUNT);
        pen_line(pen, PATH_LINE, c.b.x, c.b.y);
        if (c.round) {
            pen_curve(pen, c.in, c.out, c.a);
        }
    }
    pen_line(pen, PATH_CLOSE, 0, 0);
}

bool page_shape_paints(const struct box_paint *paint) {
    bool any = paint->grounded;
    for (int i = 0; i < EDGE_COUNT; i++) {
        any = any || (paint->border[i].style != BORDER_NONE && paint->border[i].width > 0);
    }
    return any;
}

/** Computes the radii of those corners that the box has here, reduced to the available room. */
static void fit_radii(const struct box_paint *paint, const struct box_area *area, sp out[4]) {
    int64_t num = 1, den = 1;
    for (int i = 0; i < EDGE_COUNT; i++) {
        int before = (i + EDGE_COUNT - 1) % EDGE_COUNT;
        out[i] = area->open[i] || area->open[before] ? 0 : paint->radius[i];
        out[i] = out[i] > 0 ? out[i] : 0;
    }
    for (int i = 0; i < EDGE_COUNT; i++) { /* side i is between corner i and corner i + 1 */
        int64_t room = i % 2 == 0 ? area->w : area->h;
        int64_t want = (int64_t)out[i] + out[(i + 1) % EDGE_COUNT];
        if (want > 0 && room * den < want * num) {
            num = room;
            den = want;
        }
    }
    for (int i = 0; i < EDGE_COUNT; i++) {
        out[i] = (sp)(out[i] * num / den);
    }
}

static sp border_width(const struct box_paint *paint, const struct box_area *area, int i) {
    bool drawn = paint->border[i].style != BORDER_NONE && !area->open[i];
    return drawn && paint->border[i].width > 0 ? paint->border[i].width : 0;
}

static struct page_shape filled(const struct pen *pen, const struct box_area *area,
                                struct page_colour c) {
    return (struct page_shape){
        .x = area->x, .y = area->y, .steps = pen->steps, .n = pen->n, .fill = true, .ground = c};
}

/** Whether all visible sides are solid lines of one colour and can be drawn as a ring. */
static bool is_ring(const struct box_paint *paint, const struct box_area *area) {
    const struct border *first = NULL;
    for (int i = 0; i < EDGE_COUNT; i++) {
        const struct border *b = &paint->border[i];
        if (border_width(paint, area, i) == 0) {
            continue;
        }
        first = first ? first : b;
        if (b->style != BORDER_SOLID || !page_same_colour(b->colour, first->colour)) {
            return false;
        }
    }
    return first != NULL;
}

static sp less(sp radius, sp width) {
    return radius > width ? radius - width : 0;
}

/** The inner edge of the border, whose radii are smaller than the outer ones (CSS Backgrounds 3,
 * section 5.2). */
static struct round_rect inner_edge(const struct box_paint *paint, const struct box_area *area,
                                    const struct round_rect *outer) {
    sp w[EDGE_COUNT];
    for (int i = 0; i < EDGE_COUNT; i++) {
        w[i] = border_width(paint, area, i);
    }
    struct round_rect inner = {.x = w[EDGE_LEFT],
                               .y = w[EDGE_TOP],
                               .w = area->w - w[EDGE_LEFT] - w[EDGE_RIGHT],
                               .h = area->h - w[EDGE_TOP] - w[EDGE_BOTTOM]};
    for (int i = 0; i < EDGE_COUNT; i++) {
        inner.rx[i] = less(outer->rx[i], i == 0 || i == 3 ? w[EDGE_LEFT] : w[EDGE_RIGHT]);
        inner.ry[i] = less(outer->ry[i], i < 2 ? w[EDGE_TOP] : w[EDGE_BOTTOM]);
    }
    return inner;
}

/** A ring for solid sides of one colour: the area between the outer and the inner edge of the
 * border. */
static size_t make_ring(struct arena *a, const struct box_paint *paint, const struct box_area *area,
                        const struct round_rect *outer, struct page_shape *out) {
    struct round_rect inner = inner_edge(paint, area, outer);
    struct page_colour c = {0, 0, 0};
    int missing = -1;
    size_t n = 0;
    for (int i = 0; i < EDGE_COUNT; i++) {
        bool drawn = border_width(paint, area, i) > 0;
        c = drawn ? paint->border[i].colour : c;
        missing = drawn ? missing : i;
    }
    struct pen pen = {.steps = ARENA_ARRAY(a, struct path_step, 3 * STEPS_OF_RECT)};
    if (inner.w <= 0 || inner.h <= 0) {
        pen_rect(&pen, outer);
        out[n++] = filled(&pen, area, c);
        return n;
    }
    if (missing < 0) {
        pen_rect(&pen, outer);
        pen_rect(&pen, &inner);
        out[n] = filled(&pen, area, c);
        out[n++].even_odd = true;
        return n;
    }
    for (int i = 1; i < EDGE_COUNT; i++) { /* each run of sides begins after a missing side */
        int first = (missing + i) % EDGE_COUNT;
        int sides = 0;
        while (i + sides < EDGE_COUNT &&
               border_width(paint, area, (missing + i + sides) % EDGE_COUNT) > 0) {
            sides++;
        }
        if (sides > 0) {
            pen = (struct pen){.steps = ARENA_ARRAY(a, struct path_step, 3 * STEPS_OF_RECT)};
            pen_sides(&pen, outer, &inner, first, sides);
            out[n++] = filled(&pen, area, c);
            i += sides;
        }
    }
    return n;
}

/** A bar along one side. Its outer edge is `from`, its thickness is `width`. Its ends are mitred by
 * the widths of the neighbouring sides. */
static struct page_shape make_bar(struct arena *a, const struct box_paint *paint,
                                  const struct box_area *area, int side, sp from, sp width) {
    sp before = border_width(paint, area, (side + 3) % EDGE_COUNT);
    sp after = border_width(paint, area, (side + 1) % EDGE_COUNT);
    sp whole = border_width(paint, area, side);
    sp length = side % 2 == 0 ? area->w : area->h;
    sp at[2] = {from, from + width};
    struct path_point p[4];
    struct pen pen = {.steps = ARENA_ARRAY(a, struct path_step, 5)};
    /* the path goes along the side first, and then back on the inner edge */
    for (int i = 0; i < 4; i++) {
        sp in = at[i / 2];
        int64_t cut = (int64_t)(i == 0 || i == 3 ? before : after) * in / (whole > 0 ? whole : 1);
        sp along = i == 0 || i == 3 ? (sp)cut : length - (sp)cut;
        p[i] = side == EDGE_TOP      ? (struct path_point){along, in}
               : side == EDGE_RIGHT  ? (struct path_point){area->w - in, along}
               : side == EDGE_BOTTOM ? (struct path_point){area->w - along, area->h - in}
                                     : (struct path_point){in, area->h - along};
    }
    for (int i = 0; i < 4; i++) {
        pen_line(&pen, i == 0 ? PATH_MOVE : PATH_LINE, p[i].x, p[i].y);
    }
    pen_line(&pen, PATH_CLOSE, 0, 0);
    return filled(&pen, area, paint->border[side].colour);
}

/** A dashed or dotted stroke along the middle of one side. The gaps are adjusted so that there is a
 * dash at both ends. */
static struct page_shape make_dashes(struct arena *a, const struct box_paint *paint,
                                     const struct box_area *area, int side) {
    const struct border *b = &paint->border[side];
    sp width = border_width(paint, area, side);
    sp half = width / 2;
    bool dots = b->style == BORDER_DOTTED;
    sp begin = dots ? half : 0;
    sp length = (side % 2 == 0 ? area->w : area->h) - 2 * begin;
    struct pen pen = {.steps = ARENA_ARRAY(a, struct path_step, 2)};
    struct path_point p[2];
    for (int i = 0; i < 2; i++) {
        sp along = i == 0 ? begin : begin + length;
        p[i] = side == EDGE_TOP      ? (struct path_point){along, half}
               : side == EDGE_RIGHT  ? (struct path_point){area->w - half, along}
               : side == EDGE_BOTTOM ? (struct path_point){along, area->h - half}
                                     : (struct path_point){half, along};
        pen_line(&pen, i == 0 ? PATH_MOVE : PATH_LINE, p[i].x, p[i].y);
    }
    int64_t dash = dots ? 0 : 3 * (int64_t)width;
    int64_t step = dots ? 2 * (int64_t)width : 2 * dash;
    int64_t n = step > 0 ? (length - dash) / step : 0;
    n = n > 0 ? n : 1;
    int64_t gap = (length - dash * (n + 1)) / n;
    return (struct page_shape){.x = area->x,
                               .y = area->y,
                               .steps = pen.steps,
                               .n = pen.n,
                               .stroke = true,
                               .ink = b->colour,
                               .line = width,
                               .dash = (sp)dash,
                               .gap = gap > 0 ? (sp)gap : 0,
                               .round = dots};
}

static size_t add_side(struct arena *a, const struct box_paint *paint, const struct box_area *area,
                       int side, struct page_shape *out) {
    sp width = border_width(paint, area, side);
    if (width == 0) {
        return 0;
    }
    switch (paint->border[side].style) {
    case BORDER_DASHED:
    case BORDER_DOTTED:
        out[0] = make_dashes(a, paint, area, side);
        return 1;
    case BORDER_DOUBLE:
        out[0] = make_bar(a, paint, area, side, 0, width / 3);
        out[1] = make_bar(a, paint, area, side, width - width / 3, width / 3);
        return 2;
    case BORDER_NONE:
    case BORDER_SOLID:
        break;
    }
    out[0] = make_bar(a, paint, area, side, 0, width);
    return 1;
}

size_t page_shape_box(struct arena *a, const struct box_paint *paint, const struct box_area *area,
                      struct page_shape out[SHAPES_OF_BOX]) {
    size_t n = 0;
    if (area->w <= 0 || area->h <= 0) {
        return 0;
    }
    struct round_rect edge = {.w = area->w, .h = area->h};
    fit_radii(paint, area, edge.rx);
    for (int i = 0; i < EDGE_COUNT; i++) {
        edge.ry[i] = edge.rx[i];
    }
    if (paint->grounded) {
        struct pen pen = {.steps = ARENA_ARRAY(a, struct path_step, STEPS_OF_RECT)};
        pen_rect(&pen, &edge);
        out[n++] = filled(&pen, area, paint->ground);
    }
    if (is_ring(paint, area)) {
        return n + make_ring(a, paint, area, &edge, out + n);
    }
    for (int i = 0; i < EDGE_COUNT; i++) {
        n += add_side(a, paint, area, i, out + n);
    }
    return n;
}

struct page_shape page_shape_stroke(struct arena *a, sp x, sp y, sp width, struct page_colour c) {
    struct pen pen = {.steps = ARENA_ARRAY(a, struct path_step, 2)};
    pen_line(&pen, PATH_MOVE, 0, 0);
    pen_line(&pen, PATH_LINE, x, y);
    return (struct page_shape){
        .steps = pen.steps, .n = pen.n, .stroke = true, .ink = c, .line = width};
}
