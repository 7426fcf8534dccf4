/* SPDX-License-Identifier: MIT */
/*
 * Paths for the backgrounds and borders of boxes and for straight strokes, in the form of the page
 * model. This file knows neither style sheets nor pages.
 */
#ifndef DOSSIER_LAYOUT_MODEL_BOX_PATH_H
#define DOSSIER_LAYOUT_MODEL_BOX_PATH_H

#include "print/layout/model/page.h"

/** Sides in the order of CSS. Corner i is the point where side i begins, clockwise from the top
 * left. */
enum box_edge { EDGE_TOP, EDGE_RIGHT, EDGE_BOTTOM, EDGE_LEFT, EDGE_COUNT };

/** Styles of border lines (CSS Backgrounds and Borders 3, section 4.2). */
enum border_style { BORDER_NONE, BORDER_SOLID, BORDER_DASHED, BORDER_DOTTED, BORDER_DOUBLE };

struct border {
    sp width; /* the width of the line; 0 for BORDER_NONE */
    enum border_style style;
    struct page_colour colour;
};

/** What is painted behind the content of a box. */
struct box_paint {
    bool grounded;
    struct page_colour ground;
    struct border border[EDGE_COUNT];
    sp radius[EDGE_COUNT]; /* the radius of each corner */
};

/** The rectangle of a box up to its border edge. A side is `open` where the end of a page or line
 * cuts the box: it has no border there (CSS Fragmentation 3, section 5.4.1, `slice`). */
struct box_area {
    sp x, y, w, h;
    bool open[EDGE_COUNT];
};

/** Whether the box has any visible part. */
bool page_shape_paints(const struct box_paint *paint);
/**
 * Writes the shapes of a box to `out`, the background before the borders. Returns their number, at
 * most SHAPES_OF_BOX. They are in the arena. Radii are reduced to fit (CSS Backgrounds and Borders
 * 3, section 5.5).
 */
#define SHAPES_OF_BOX (1 + 2 * EDGE_COUNT)
size_t page_shape_box(struct arena *a, const struct box_paint *paint, const struct box_area *area,
                      struct page_shape out[SHAPES_OF_BOX]);

/** A straight stroke from 0, 0 to x, y. */
struct page_shape page_shape_stroke(struct arena *a, sp x, sp y, sp width, struct page_colour c);

#endif
