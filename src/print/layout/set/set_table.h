/* SPDX-License-Identifier: MIT */
/*
 * Column widths of a table, computed from the needs of its cells.
 */
#ifndef DOSSIER_LAYOUT_SET_SET_TABLE_H
#define DOSSIER_LAYOUT_SET_SET_TABLE_H

#include "print/font/font.h"

/** The needs of a column: its widest unbreakable part and its longest line; its final width; and
 * the share of the room that the author requests, or an equal one. */
struct table_col {
    sp narrowest, widest;
    sp width;
    sp share;
};

/**
 * Distributes `avail` among `n` columns: the longest lines if all fit; otherwise columns that need
 * less than a fair share get what they need, and the rest is shared between `narrowest` and
 * `widest` in proportion (CSS 2.1, 17.5.2.2). The sum is at most `avail`; returns false if not even
 * the narrowest widths fit (they are then scaled down).
 */
bool set_table_share(struct table_col *cols, size_t n, sp avail);

/** Widens columns below their `narrowest` at the expense of columns above theirs, in proportion to
 * their excess. False as above. */
bool set_table_widen(struct table_col *cols, size_t n, sp avail);

/** Makes room for a cell over `n` columns by widening them evenly. `gap` is the space between
 * columns. */
void set_table_span(struct table_col *cols, size_t n, sp gap, sp narrowest, sp widest);

#endif
