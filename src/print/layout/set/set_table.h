/* SPDX-License-Identifier: MIT */
/*
 * Column widths of a table, from what its cells need. Knows widths only.
 */
#ifndef DOSSIER_LAYOUT_SET_SET_TABLE_H
#define DOSSIER_LAYOUT_SET_SET_TABLE_H

#include "print/font/font.h"

/** What a column needs: its widest unbreakable thing, its longest line; the width it gets; and the
 * share of the room that its author wishes for it, or an equal one. */
struct table_col {
    sp narrowest, widest;
    sp width;
    sp share;
};

/**
 * Shares `avail` among `n` columns: their longest lines where all fit; otherwise columns that need
 * less than a fair share get what they need, and the rest is shared between `narrowest` and
 * `widest` in proportion (CSS 2.1, 17.5.2.2). Never more than `avail` in all; returns false when
 * not even the narrowest widths fit (they are scaled down then).
 */
bool set_table_share(struct table_col *cols, size_t n, sp avail);

/** Widens columns that are narrower than their `narrowest`, at the cost of those that have more
 * than that, in proportion to what they can give. False as above. */
bool set_table_widen(struct table_col *cols, size_t n, sp avail);

/** Makes room for a cell over `n` columns: what it lacks is added to them evenly. `gap` lies
 * between columns. */
void set_table_span(struct table_col *cols, size_t n, sp gap, sp narrowest, sp widest);

#endif
