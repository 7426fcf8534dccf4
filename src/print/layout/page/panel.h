/* SPDX-License-Identifier: MIT */
/*
 * Panels behind rows: the part of each in one column, and the shapes of that part.
 */
#ifndef DOSSIER_LAYOUT_PAGE_PANEL_H
#define DOSSIER_LAYOUT_PAGE_PANEL_H

#include "print/layout/page/galley.h"

/** The part of a panel between two heights. */
struct panel_slice {
    const struct v_panel *panel;
    sp top, foot;
    bool begins, ends; /* the panel has its real end here, not a cut */
};

/** The panels behind rows of one column; outer ones come before inner ones. The vector is freed by
 * panel_list_drop(). */
struct panel_list {
    VEC(struct panel_slice) slices;
    const struct v_panel *open[V_PANELS]; /* of the last row, outermost first */
    size_t slice[V_PANELS];               /* the slice of each */
    int nopen;
};

/** Adds a row from `top` to `foot`; panels that were cut before it continue at `cut`. */
void panel_list_add(struct panel_list *list, const struct v_row *row, sp cut, sp top, sp foot);
void panel_list_drop(struct panel_list *list);

/** The shapes of a slice; x counts from the text's left edge. See page_shape_box(). */
size_t panel_shapes(struct arena *a, const struct panel_slice *slice,
                    struct page_shape out[SHAPES_OF_BOX]);

#endif
