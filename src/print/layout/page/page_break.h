/* SPDX-License-Identifier: MIT */
/*
 * Cutting a galley into pages, over the whole document at once.
 *
 * Like the line breaker, and unlike TeX's page builder: of all ways to cut, the one with the fewest
 * pages and then the least demerits is taken (Plass, "Optimal pagination techniques", 1981).
 * Demerits are for white space at the foot of a page that is not the last, for cuts in bad places,
 * and for footnotes that go on overleaf. Orphans, widows and stranded headings are forbidden by the
 * rows' penalties; only where no page could be made they are allowed.
 *
 * What is cut is columns; a page has one or more of them, which are filled in order. Footnotes
 * stand in the column of their mark; the last of a column may be split, and then goes on at the
 * foot of the next. Floats stand where they are anchored when there is room, else at the top (or
 * foot) of one of the next columns, in the order of the text, and in columns of their own when they
 * leave no room for text; wide ones at the top of a page, over all columns (LaTeX companion, ch.
 * 6).
 */
#ifndef DOSSIER_LAYOUT_PAGE_PAGE_BREAK_H
#define DOSSIER_LAYOUT_PAGE_PAGE_BREAK_H

#include "print/layout/page/galley.h"

struct page_size {
    sp height;         /* of the text */
    sp side_height;    /* on pages that are turned, which have one column */
    sp top_skip;       /* to the first baseline, at least */
    sp max_depth;      /* the last line may hang this far below the text */
    sp leading;        /* what counts as a line of white space */
    sp foot_ins;       /* above the footnotes */
    sp text_float_sep; /* between floats, and between them and text */
    sp first_top;      /* what stands over the columns of the first page takes this */
    int columns;       /* at least 1 */
    bool balance;      /* the last page's columns end at about one height */
    bool rough;        /* each column takes what has room, wherever that cuts: nobody sees it */
};

/** Where a float came to stand. */
enum float_area { AREA_HERE, AREA_TOP, AREA_FOOT, AREA_PAGE };

/** One column: rows [begin, end), the footnote rows [note_begin, note_end) and the floats
 * [float_begin, float_end). */
struct page_cut {
    size_t begin, end;
    size_t note_begin, note_end;
    size_t float_begin, float_end;
    size_t column; /* from 0, over all pages */
    bool sideways; /* its page is turned */
    sp page_top;   /* taken by what stands over all columns of the page */
    sp over;       /* by how much the rows must shrink to fit; never more than they can */
};

struct page_cuts {
    struct page_cut *cuts; /* one for each column, in order; a page's last ones may be missing */
    size_t n;
    const struct v_row **note_rows; /* of all footnotes, in order */
    size_t nnote_rows;
    const struct v_row **float_rows; /* of all floats, in order */
    enum float_area *areas;          /* of each */
    size_t nfloats;
};

/** Cuts `n` rows; at least one column, also for none. All in the arena. Never fails: what is higher
 * than a page overflows it. */
struct page_cuts page_break(struct arena *a, const struct v_row *rows, size_t n,
                            const struct page_size *size);

/** Height of a column's footnotes, the space above them included; 0 for none. */
sp page_notes_height(const struct page_cuts *cuts, const struct page_cut *cut, sp foot_ins);

#endif
