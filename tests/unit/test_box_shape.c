/* SPDX-License-Identifier: MIT */
/* Backgrounds and borders as paths: filled and stroked parts, the ends of radii. */
#include "tap.h"

#include "print/layout/model/box_path.h"
#include "print/layout/model/sp.h"

static struct arena *arena;

static struct box_paint bordered(sp width, enum border_style style) {
    struct box_paint paint = {0};
    for (int i = 0; i < EDGE_COUNT; i++) {
        paint.border[i] = (struct border){width, style, {1, 2, 3}};
    }
    return paint;
}

/** Whether all points of the shape lie within the box. */
static bool within(const struct page_shape *s, sp w, sp h) {
    for (size_t i = 0; i < s->n; i++) {
        const struct path_step *p = &s->steps[i];
        if (p->kind != PATH_CLOSE && (p->to.x < 0 || p->to.x > w || p->to.y < 0 || p->to.y > h)) {
            return false;
        }
    }
    return true;
}

static size_t curves(const struct page_shape *s) {
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        n += s->steps[i].kind == PATH_CURVE;
    }
    return n;
}

static void test_ground(void) {
    struct page_shape out[SHAPES_OF_BOX];
    struct box_paint paint = {.grounded = true, .ground = {9, 8, 7}};
    struct box_area area = {.x = PT(3), .y = PT(4), .w = PT(20), .h = PT(10)};
    ok(page_shape_box(arena, &paint, &area, out) == 1 && out[0].fill && !out[0].stroke &&
           out[0].x == PT(3) && curves(&out[0]) == 0 && within(&out[0], PT(20), PT(10)),
       "a ground is a filled rectangle");
    for (int i = 0; i < EDGE_COUNT; i++) {
        paint.radius[i] = PT(50);
    }
    ok(page_shape_box(arena, &paint, &area, out) == 1 && curves(&out[0]) == 4 &&
           within(&out[0], PT(20), PT(10)),
       "radii that are too large make half circles at its ends");
    area.open[EDGE_BOTTOM] = true;
    (void)page_shape_box(arena, &paint, &area, out);
    ok(curves(&out[0]) == 2, "a box that goes on elsewhere has no corners there");
    area.w = 0;
    ok(page_shape_box(arena, &paint, &area, out) == 0, "what has no width is not drawn");
}

static void test_borders(void) {
    struct page_shape out[SHAPES_OF_BOX];
    struct box_area area = {.w = PT(20), .h = PT(10)};
    struct box_paint solid = bordered(PT(1), BORDER_SOLID);
    ok(page_shape_box(arena, &solid, &area, out) == 1 && out[0].fill && out[0].even_odd,
       "a solid border is one ring");
    solid.border[EDGE_LEFT].colour.r = 200;
    ok(page_shape_box(arena, &solid, &area, out) == 4 && within(&out[3], PT(1), PT(10)),
       "of two colours it is a bar for each side");
    struct box_paint dashed = bordered(PT(1), BORDER_DASHED);
    ok(page_shape_box(arena, &dashed, &area, out) == 4 && out[0].stroke && out[0].gap > 0 &&
           out[0].dash == PT(3) && !out[0].round,
       "dashes are strokes");
    struct box_paint dotted = bordered(PT(2), BORDER_DOTTED);
    ok(page_shape_box(arena, &dotted, &area, out) == 4 && out[0].round && out[0].dash == 0,
       "dots are round ends of dashes without length");
    struct box_paint twofold = bordered(PT(3), BORDER_DOUBLE);
    ok(page_shape_box(arena, &twofold, &area, out) == 8,
       "a double border has two bars for each side");
    struct box_paint none = bordered(PT(3), BORDER_NONE);
    ok(!page_shape_paints(&none) && page_shape_box(arena, &none, &area, out) == 0,
       "a border without a style is none");
    struct box_paint left = {0};
    left.border[EDGE_LEFT] = (struct border){PT(2), BORDER_SOLID, {1, 2, 3}};
    left.radius[0] = left.radius[3] = PT(4);
    ok(page_shape_box(arena, &left, &area, out) == 1 && !out[0].even_odd && curves(&out[0]) == 4 &&
           within(&out[0], PT(4), PT(10)),
       "one side with round corners is a crescent");
    left.border[EDGE_RIGHT] = left.border[EDGE_LEFT];
    ok(page_shape_box(arena, &left, &area, out) == 2, "sides that do not touch are two figures");
    area.open[EDGE_TOP] = area.open[EDGE_BOTTOM] = true;
    ok(page_shape_box(arena, &dashed, &area, out) == 2, "cut sides have no border");
}

static void test_extremes(void) {
    struct page_shape out[SHAPES_OF_BOX];
    const sp most = SP_MAX / 4;
    struct box_area area = {.x = -most, .y = most, .w = most, .h = 1};
    struct box_paint paint = bordered(most, BORDER_DASHED);
    paint.grounded = true;
    paint.radius[0] = paint.radius[1] = most;
    for (int style = BORDER_SOLID; style <= BORDER_DOUBLE; style++) {
        for (int i = 0; i < EDGE_COUNT; i++) {
            paint.border[i].style = (enum border_style)style;
        }
        ok(page_shape_box(arena, &paint, &area, out) <= SHAPES_OF_BOX,
           "borders wider than their box");
    }
    struct page_shape line =
        page_shape_stroke(arena, PT(3), PT(-3), PT(1), (struct page_colour){0});
    ok(line.stroke && !line.fill && line.n == 2, "a stroke is two steps");
}

int main(void) {
    arena = arena_new();
    test_ground();
    test_borders();
    test_extremes();
    arena_drop(arena);
    return tap_done();
}
