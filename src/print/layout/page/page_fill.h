/* SPDX-License-Identifier: MIT */
/*
 * Filling one column with rows, footnotes and floats: what page_break.c tries and page_fill.c
 * reckons. Nobody else includes this.
 */
#ifndef DOSSIER_LAYOUT_PAGE_PAGE_FILL_H
#define DOSSIER_LAYOUT_PAGE_PAGE_FILL_H

#include "print/layout/page/page_break.h"

struct cutter {
    const struct v_row *rows;
    size_t n;
    const struct page_size *size;
    size_t *note_end;  /* note rows that hang on rows before this one; n + 1 */
    size_t *last_note; /* first row of the last note on this row; where note_end grows */
    int64_t *note_sum; /* heights of the note rows before; nnote_rows + 1 */
    const struct v_row **note_rows;
    size_t nnote_rows;
    bool *sideways;    /* rows on turned pages; NULL when there are none */
    size_t *float_end; /* floats anchored on rows before this one; n + 1 */
    const struct v_row **float_rows;
    size_t nfloats;
    enum float_area *areas; /* NULL while nothing but heights is asked for */
    size_t short_page;      /* this page's columns have a height of their own; SIZE_MAX: none */
    sp short_height;
};

/** A column being filled. A value: copies try what would be. */
struct fill {
    size_t column;
    size_t notes;          /* footnote rows set before this column */
    size_t floats, before; /* floats placed by now, and before this column */
    int64_t page_top;
    int64_t height; /* of the column */
    int64_t used;   /* by rows and floats, with `hang` */
    int64_t shrink;
    int64_t hang;  /* what of it may hang below the last line or vanish there */
    int64_t tops;  /* of this by floats at the top */
    bool empty;    /* neither rows nor floats yet */
    bool sideways; /* the page is turned */
};

/** Gathers footnotes and floats of the rows. */
void page_fill_prepare(struct cutter *c, struct arena *a);
/**
 * Begins the next column (`f->column`, `notes`, `floats` and `page_top` are given) in front of row
 * `i`, with the floats that wait. False when it takes no rows: it is then full as it is.
 */
bool page_fill_begin(const struct cutter *c, struct fill *f, size_t i);
/** Floats wait that have to stand before row `i`: no column reaches over it. */
bool page_fill_waits(const struct cutter *c, const struct fill *f, size_t i);
/** Row `i` is a float, and as many as may are waiting: a column that has begun ends before it. */
bool page_fill_has_enough(const struct cutter *c, const struct fill *f, size_t i);
/** Adds row `j`, or the float that is anchored there. */
void page_fill_row(const struct cutter *c, struct fill *f, size_t j);
/** Room that is taken when the column ends here, without what may hang below the text. */
static inline int64_t page_fill_height(const struct fill *f, bool notes) {
    return notes ? f->used : f->used - f->hang;
}
/** The column behind this one. */
void page_fill_next_column(const struct cutter *c, struct fill *f);

/** Height of note rows with the space above them. */
int64_t page_note_rows_height(const struct cutter *c, size_t from, size_t to);
/** The fewest note rows that a column of rows [i, j) has to show: every note begins in its column,
 * with two lines. */
size_t page_least_notes(const struct cutter *c, size_t i, size_t j, size_t from);
/** How many of the notes fit into `room`; less than `least` when not even those do. */
size_t page_fit_notes(const struct cutter *c, size_t from, size_t least, size_t all, int64_t room);

#endif
