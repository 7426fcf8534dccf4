/* SPDX-License-Identifier: MIT */
/*
 * Panels behind rows: which part of each stands in one column, and the shapes of that part. Knows
 * rows and heights only.
 */
#ifndef DOSSIER_LAYOUT_PAGE_PANEL_H
#define DOSSIER_LAYOUT_PAGE_PANEL_H

#include "print/layout/page/galley.h"

/** What of a panel stands between two heights. */
struct panel_slice {
    const struct v_panel *panel;
    sp top, foot;
    bool begins, ends; /* it is not cut there */
};

/** Panels behind rows that stand below one another; outer ones before those within. Give the
 * vector back with panel_list_drop(). */
struct panel_list {
    VEC(struct panel_slice) slices;
    const struct v_panel *open[V_PANELS]; /* behind the last row, outermost first */
    size_t slice[V_PANELS];               /* the part of each */
    int nopen;
};

/** Adds a row that stands from `top` to `foot`; panels that were cut before it go on at `cut`. */
void panel_list_add(struct panel_list *list, const struct v_row *row, sp cut, sp top, sp foot);
void panel_list_drop(struct panel_list *list);

/** The shapes of a part, whose x counts from the text's left edge; see page_shape_box(). */
size_t panel_shapes(struct arena *a, const struct panel_slice *slice,
                    struct page_shape out[SHAPES_OF_BOX]);

#endif
