/* SPDX-License-Identifier: MIT */
/*
 * Cuts a galley into pages, for the whole document at once.
 *
 * All ways to cut are compared, as in line breaking and unlike in TeX's page builder. The best way
 * has the fewest pages, unless a further page brings many floats nearer to their text, and then the
 * smallest demerits (Plass, "Optimal pagination techniques", 1981). There are demerits for white
 * space at the foot of all pages except the last, for cuts in bad places, and for continued
 * footnotes. The penalties of rows forbid orphans, widows and headings at the foot of a page; they
 * are ignored only if no page could be made otherwise.
 *
 * A page has one or more columns, which are filled in order. A footnote is in the column of its
 * mark; the last footnote of a column may be split and continued at the foot of the next. A float
 * is placed at its anchor if there is room, else at the top (or foot) of a later column. It may
 * also wait although there is room, if that gives better pages: ways with different numbers of
 * placed floats are compared (Mittelbach, "A general LuaTeX framework for globally optimized
 * pagination", 2018). Floats stay in the order of the text. If they leave no room for text, or fill
 * half a column, they may get columns of their own. Wide floats are at the top of a page, over all
 * columns (LaTeX companion, ch. 6).
 */
#ifndef DOSSIER_LAYOUT_PAGE_PAGE_BREAK_H
#define DOSSIER_LAYOUT_PAGE_PAGE_BREAK_H

#include "print/layout/page/galley.h"

struct page_size {
    sp height;         /* the height of the text area */
    sp side_height;    /* the height on turned pages, which have one column */
    sp top_skip;       /* the minimum distance from the top to the first baseline */
    sp max_depth;      /* how far the last line may extend below the text */
    sp leading;        /* the line distance, in which white space is measured */
    sp foot_ins;       /* skip above the footnotes (LaTeX's \skip\footins) */
    sp text_float_sep; /* the space between floats, and between floats and text */
    sp first_top;      /* the height of blocks across all columns of the first page */
    int columns;       /* the number of columns of a page, at least 1 */
    bool few_pages;    /* fewer pages matter more than floats near their text */
    bool balance;      /* the columns of the last page end at about the same height */
    bool flush;        /* columns end at the foot of the page, and the space above rows stretches */
    bool rough; /* each column takes as many rows as fit, without regard to penalties: the pages are
                   only measured */
};

/** Where a float was placed. */
enum float_area { AREA_HERE, AREA_TOP, AREA_FOOT, AREA_PAGE };

/** One column: rows [begin, end), floats [float_begin, float_end), and the rows of the footnotes of
 * both. */
struct page_cut {
    size_t begin, end;
    /* the rows of the column's footnotes, in the order of their marks */
    const struct v_row *const *notes;
    size_t nnotes;
    size_t float_begin, float_end;
    size_t column; /* the column's number over all pages, from 0 */
    bool sideways; /* the column is on a page in landscape */
    sp page_top;   /* the height of blocks across all columns of this page */
    sp over; /* how much the rows must shrink to fit, at most as much as their glue allows; below 0:
                how much they must stretch to end at the foot */
};

struct page_cuts {
    struct page_cut *cuts; /* the columns, in order; the last columns of a page may be missing */
    size_t n;
    const struct v_row **float_rows; /* the rows of all floats, in order */
    enum float_area *areas;
    size_t nfloats;
};

/** Cuts `n` rows into one or more columns. All results are in the arena. Never fails:
 * content that is higher than a page extends beyond it. */
struct page_cuts page_break(struct arena *a, const struct v_row *rows, size_t n,
                            const struct page_size *size);

/** The height of a column's footnotes, with the space above them; 0 if it has none. */
sp page_notes_height(const struct page_cut *cut, sp foot_ins);

#endif
