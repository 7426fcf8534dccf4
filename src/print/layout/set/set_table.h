/* SPDX-License-Identifier: MIT */
/*
 * Column widths of a table, computed from the needs of its cells.
 */
#ifndef DOSSIER_LAYOUT_SET_SET_TABLE_H
#define DOSSIER_LAYOUT_SET_SET_TABLE_H

#include "print/font/font.h"

/** The needs of a column: the width of its widest unbreakable part and of its longest line, its
 * final width, and the share of the room that the author requests (or an equal share). */
struct table_col {
    sp narrowest, widest;
    sp width;
    sp share;
};

/**
 * Distributes the width `avail` among `n` columns. If the longest lines of all columns fit,
 * each column is as wide as its longest line. Otherwise columns that need less than a fair share
 * get what they need, and the others get a width between `narrowest` and `widest` in proportion
 * (CSS 2.1, 17.5.2.2). The sum is at most `avail`. Returns false if not even the narrowest widths
 * fit; they are then scaled down.
 */
bool set_table_share(struct table_col *cols, size_t n, sp avail);

/** Widens columns that are below their `narrowest`. The columns that exceed theirs become narrower,
 * in proportion to their excess. Returns false if the narrowest widths do not fit. */
bool set_table_widen(struct table_col *cols, size_t n, sp avail);

/** Makes room for a cell over `n` columns by widening them evenly. `gap` is the space between
 * columns. */
void set_table_span(struct table_col *cols, size_t n, sp gap, sp narrowest, sp widest);

#endif
