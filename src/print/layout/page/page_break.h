/* SPDX-License-Identifier: MIT */
/*
 * Cuts a galley into pages, for the whole document at once.
 *
 * As in line breaking, and unlike TeX's page builder, all ways to cut are compared; the best has
 * the fewest pages and then the least demerits (Plass, "Optimal pagination techniques", 1981).
 * Demerits are for white space at the foot of pages except the last, for cuts in bad places, and
 * for continued footnotes. The rows' penalties forbid orphans, widows and stranded headings; they
 * are ignored only if no page could be made otherwise.
 *
 * A page has one or more columns, which are filled in order. Footnotes are in the column of their
 * mark; the last one of a column may be split and continued at the foot of the next. Floats are
 * placed at their anchor if there is room, else at the top (or foot) of a later column, in the
 * order of the text, and in columns of their own if they leave no room for text; wide ones at the
 * top of a page, over all columns (LaTeX companion, ch. 6).
 */
#ifndef DOSSIER_LAYOUT_PAGE_PAGE_BREAK_H
#define DOSSIER_LAYOUT_PAGE_PAGE_BREAK_H

#include "print/layout/page/galley.h"

struct page_size {
    sp height;         /* of the text */
    sp side_height;    /* on turned pages, which have one column */
    sp top_skip;       /* minimum distance to the first baseline */
    sp max_depth;      /* how far the last line may extend below the text */
    sp leading;        /* white space is measured in lines of this height */
    sp foot_ins;       /* skip above the footnotes (LaTeX's \skip\footins) */
    sp text_float_sep; /* between floats, and between them and text */
    sp first_top;      /* height of blocks across all columns of the first page */
    int columns;       /* at least 1 */
    bool balance;      /* the columns of the last page end at about the same height */
    bool rough; /* each column takes as many rows as fit, regardless of penalties: pages are only
                   measured */
};

/** Where a float was placed. */
enum float_area { AREA_HERE, AREA_TOP, AREA_FOOT, AREA_PAGE };

/** One column: rows [begin, end), footnote rows [note_begin, note_end), floats [float_begin,
 * float_end). */
struct page_cut {
    size_t begin, end;
    size_t note_begin, note_end;
    size_t float_begin, float_end;
    size_t column; /* from 0, over all pages */
    bool sideways; /* the column is on a page in landscape */
    sp page_top;   /* height of blocks across all columns of the page */
    sp over;       /* how much the rows must shrink to fit; at most what their glue allows */
};

struct page_cuts {
    struct page_cut
        *cuts; /* one for each column, in order; the last ones of a page may be missing */
    size_t n;
    const struct v_row **note_rows; /* of all footnotes, in order */
    size_t nnote_rows;
    const struct v_row **float_rows; /* of all floats, in order */
    enum float_area *areas;          /* of each float */
    size_t nfloats;
};

/** Cuts `n` rows into columns, at least one. All results are in the arena. Never fails: content
 * higher than a page overflows it. */
struct page_cuts page_break(struct arena *a, const struct v_row *rows, size_t n,
                            const struct page_size *size);

/** Height of a column's footnotes with the space above them; 0 for none. */
sp page_notes_height(const struct page_cuts *cuts, const struct page_cut *cut, sp foot_ins);

#endif
