/* SPDX-License-Identifier: MIT */
/*
 * Panels behind rows: the part of each panel that is in one column, and the shapes of that part.
 */
#ifndef DOSSIER_LAYOUT_PAGE_PANEL_H
#define DOSSIER_LAYOUT_PAGE_PANEL_H

#include "print/layout/page/galley.h"

/** The part of a panel between two heights. */
struct panel_slice {
    const struct v_panel *panel;
    sp top, foot;
    bool begins, ends; /* the panel itself begins or ends here, rather than at a cut */
};

/** The panels behind the rows of one column. Outer panels come before inner ones. panel_list_drop()
 * frees the vector. */
struct panel_list {
    VEC(struct panel_slice) slices;
    const struct v_panel *open[V_PANELS]; /* the panels around the last row, outermost first */
    size_t slice[V_PANELS];               /* the index of the slice of each open panel */
    int nopen;
};

/** Adds a row that extends from `top` to `foot`. Panels that were cut before it continue at
 * `cut`. */
void panel_list_add(struct panel_list *list, const struct v_row *row, sp cut, sp top, sp foot);
void panel_list_drop(struct panel_list *list);

/** The area of a slice. x counts from the left edge of the text. */
struct box_area panel_area(const struct panel_slice *slice);

#endif
