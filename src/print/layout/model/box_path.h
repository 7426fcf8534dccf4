/* SPDX-License-Identifier: MIT */
/*
 * Shapes by what they are for: grounds of boxes, their borders, straight strokes. Makes paths of
 * the page model; knows neither style sheets nor pages.
 */
#ifndef DOSSIER_LAYOUT_MODEL_BOX_PATH_H
#define DOSSIER_LAYOUT_MODEL_BOX_PATH_H

#include "print/layout/model/page.h"

/** Sides in CSS's order. Corner i is the one where side i begins, clockwise: top left first. */
enum box_edge { EDGE_TOP, EDGE_RIGHT, EDGE_BOTTOM, EDGE_LEFT, EDGE_COUNT };

/** CSS Backgrounds and Borders 3, section 4.2. */
enum border_style { BORDER_NONE, BORDER_SOLID, BORDER_DASHED, BORDER_DOTTED, BORDER_DOUBLE };

struct border {
    sp width; /* 0 with BORDER_NONE */
    enum border_style style;
    struct page_colour colour;
};

/** What is painted of a box behind its content. */
struct box_paint {
    bool grounded;
    struct page_colour ground;
    struct border border[EDGE_COUNT];
    sp radius[EDGE_COUNT]; /* of its corners */
};

/** Where a box ends: its border edge, and which edges are its own: a box that a page's or line's
 * end cuts has none there (CSS Fragmentation 3, section 5.4.1, `slice`). */
struct box_area {
    sp x, y, w, h;
    bool open[EDGE_COUNT];
};

/** Whether anything of it shows. */
bool page_shape_paints(const struct box_paint *paint);
/**
 * The shapes of a box, the ground first, borders over it, in the arena; at most SHAPES_OF_BOX are
 * written to `out`, and their number is returned. Radii are made smaller where they do not fit
 * (CSS Backgrounds and Borders 3, section 5.5).
 */
#define SHAPES_OF_BOX (1 + 2 * EDGE_COUNT)
size_t page_shape_box(struct arena *a, const struct box_paint *paint, const struct box_area *area,
                      struct page_shape out[SHAPES_OF_BOX]);

/** A filled rectangle with round corners, at 0, 0. */
struct page_shape page_shape_rect(struct arena *a, sp w, sp h, sp radius, struct page_colour c);
/** A straight stroke from 0, 0 to x, y. */
struct page_shape page_shape_stroke(struct arena *a, sp x, sp y, sp width, struct page_colour c);

#endif
