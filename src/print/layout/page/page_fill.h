/* SPDX-License-Identifier: MIT */
/*
 * Fills one column with rows, footnotes and floats: page_break.c searches, page_fill.c computes.
 * Internal to both.
 */
#ifndef DOSSIER_LAYOUT_PAGE_PAGE_FILL_H
#define DOSSIER_LAYOUT_PAGE_PAGE_FILL_H

#include "print/layout/page/page_break.h"

struct cutter {
    const struct v_row *rows;
    size_t n;
    const struct page_size *size;
    size_t *note_end;  /* number of note rows attached to rows before this one; n + 1 */
    size_t *last_note; /* first row of the last note of this row, where note_end increases */
    int64_t *note_sum; /* heights of the note rows before; nnote_rows + 1 */
    const struct v_row **note_rows;
    size_t nnote_rows;
    bool *sideways;    /* rows on turned pages, or NULL */
    size_t *float_end; /* number of floats anchored at rows before this one; n + 1 */
    const struct v_row **float_rows;
    size_t nfloats;
    enum float_area *areas; /* NULL while only heights are needed */
    size_t short_page;      /* the page whose columns have a height of their own; SIZE_MAX: none */
    sp short_height;
};

/** A column that is being filled. It is copied for trials. */
struct fill {
    size_t column;
    size_t notes;          /* footnote rows set before this column */
    size_t floats, before; /* floats placed so far, and before this column */
    int64_t page_top;
    int64_t height; /* of the column */
    int64_t used;   /* by rows and floats, `hang` included */
    int64_t shrink;
    int64_t hang;  /* the part that may extend below the last line or vanish there */
    int64_t tops;  /* the part of floats at the top */
    bool empty;    /* without rows and floats */
    bool sideways; /* the page is turned */
};

/** Collects the footnotes and floats of the rows. */
void page_fill_prepare(struct cutter *c, struct arena *a);
/**
 * Begins a column at row `i`, with waiting floats (`f->column`, `notes`, `floats` and `page_top`
 * are set). False if it takes no rows and is complete.
 */
bool page_fill_begin(const struct cutter *c, struct fill *f, size_t i);
/** Whether floats are waiting that must come before row `i`: no column may extend over it. */
bool page_fill_waits(const struct cutter *c, const struct fill *f, size_t i);
/** Whether row `i` is a float and the maximum of floats is waiting: a column that has begun ends
 * before it. */
bool page_fill_has_enough(const struct cutter *c, const struct fill *f, size_t i);
/** Adds row `j`, or the float that is anchored there. */
void page_fill_row(const struct cutter *c, struct fill *f, size_t j);
/** The used height if the column ends here, without what may extend below the text. */
static inline int64_t page_fill_height(const struct fill *f, bool notes) {
    return notes ? f->used : f->used - f->hang;
}
/** Moves to the next column. */
void page_fill_next_column(const struct cutter *c, struct fill *f);

/** Height of note rows with the space above them. */
int64_t page_note_rows_height(const struct cutter *c, size_t from, size_t to);
/** The minimum of note rows for a column of rows [i, j): every note begins in the column of its
 * mark, with two lines. */
size_t page_least_notes(const struct cutter *c, size_t i, size_t j, size_t from);
/** The number of note rows that fit into `room`; less than `least` if those do not fit. */
size_t page_fit_notes(const struct cutter *c, size_t from, size_t least, size_t all, int64_t room);

#endif
