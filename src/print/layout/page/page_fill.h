/* SPDX-License-Identifier: MIT */
/*
 * Fills one column with rows, footnotes and floats. page_break.c searches for the best cuts, and
 * page_fill.c computes the content of columns. Internal to both.
 */
#ifndef DOSSIER_LAYOUT_PAGE_PAGE_FILL_H
#define DOSSIER_LAYOUT_PAGE_PAGE_FILL_H

#include "print/layout/page/page_break.h"

struct cutter {
    const struct v_row *rows;
    size_t n;
    const struct page_size *size;
    size_t *note_end;  /* the number of note rows that belong to earlier rows; n + 1 elements */
    size_t *last_note; /* the first note row of a row's last note; set only if the row has notes */
    int64_t *note_sum; /* the height of the note rows before a note row; nnote_rows + 1 elements */
    const struct v_row **note_rows;
    size_t nnote_rows;
    bool *sideways;    /* whether a row is on a turned page; or NULL */
    size_t *float_end; /* the number of floats anchored at earlier rows; n + 1 elements */
    const struct v_row **float_rows;
    int64_t *float_notes; /* the height of the footnotes that belong to a float */
    /* element i is the height of the floats before float i, with the space after each; nfloats + 1
     * elements */
    int64_t *float_sum;
    /* element i is the number of floats before float i that are not wide; nfloats + 1 elements */
    size_t *narrow_floats;
    /* for each row, the number of floats that are not wide and are anchored up to this row, or at
     * rows of floats directly after it; n + 1 elements */
    size_t *narrow_called;
    size_t nfloats;
    enum float_area *areas; /* the places of the floats; NULL while only heights are needed */
    size_t short_page;      /* the page whose columns have a different height; SIZE_MAX: none */
    sp short_height;
};

/** A column that is being filled. It is copied to try alternatives. */
struct fill {
    size_t column;
    size_t notes;          /* the number of footnote rows set before this column */
    size_t floats, before; /* the numbers of floats placed so far, and before this column */
    size_t defer;          /* floats from this number on wait for a later column */
    int64_t page_top;
    int64_t height; /* the height of the column */
    int64_t used;   /* the height taken by rows and floats, including `hang` */
    int64_t shrink;
    int64_t hang;  /* the part of `used` that may extend below the text, or that vanishes at the end
                      of the column */
    int64_t tops;  /* the part of `used` that is taken by floats at the top */
    bool empty;    /* the column has neither rows nor floats */
    bool noted;    /* the column has notes of floats, so the space above notes is in it */
    bool dense;    /* waiting floats are at the top although they leave little room for text */
    bool alone;    /* the column has waiting floats and no rows */
    bool sideways; /* the column is on a turned page */
};

/** Collects the footnotes and floats of the rows. */
void page_fill_prepare(struct cutter *c, struct arena *a);
/**
 * Begins a column at row `i` and places waiting floats. The caller has set `f->column`, `notes`,
 * `floats` and `page_top`. Returns false if the column is complete without any rows.
 */
bool page_fill_begin(const struct cutter *c, struct fill *f, size_t i);
/** Whether floats are waiting that must be placed before row `i`. If so, no column may contain this
 * row. */
bool page_fill_waits(const struct cutter *c, const struct fill *f, size_t i);
/** Whether row `i` is a float and the maximum number of floats is waiting. If so, a column that has
 * begun ends before this row. */
bool page_fill_has_enough(const struct cutter *c, const struct fill *f, size_t i);
/** Adds row `j`, or the float that is anchored at it. */
void page_fill_row(const struct cutter *c, struct fill *f, size_t j);
/** The height that is used if the column ends here, without the part that may extend below the
 * text. */
static inline int64_t page_fill_height(const struct fill *f, bool notes) {
    return notes ? f->used : f->used - f->hang;
}
/** Moves on to the next column. */
void page_fill_next_column(const struct cutter *c, struct fill *f);

/** The height of note rows, with the space above them. */
int64_t page_note_rows_height(const struct cutter *c, size_t from, size_t to);
/** The height that is taken in a column by the note rows of the text up to `to`. */
static inline int64_t page_fill_notes(const struct cutter *c, const struct fill *f, size_t to) {
    int64_t height = page_note_rows_height(c, f->notes, to);
    return height > 0 && f->noted ? height - c->size->foot_ins : height;
}
/** The minimum number of note rows in a column of rows [i, j). Every note begins in the column of
 * its mark, with at least two lines. */
size_t page_least_notes(const struct cutter *c, size_t i, size_t j, size_t from);
/** The number of note rows that fit into `room`. If fewer than `least` rows fit, the result is
 * smaller than `least`. */
size_t page_fit_notes(const struct cutter *c, size_t from, size_t least, size_t all, int64_t room);

#endif
