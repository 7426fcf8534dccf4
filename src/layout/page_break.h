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
 * Footnotes stand on the page of their mark; the last of a page may be split, and then goes on at
 * the foot of the next.
 */
#ifndef DOSSIER_LAYOUT_PAGE_BREAK_H
#define DOSSIER_LAYOUT_PAGE_BREAK_H

#include "layout/galley.h"

struct page_size {
    sp height;    /* of the text */
    sp top_skip;  /* to the first baseline, at least */
    sp max_depth; /* the last line may hang this far below the text */
    sp leading;   /* what counts as a line of white space */
    sp foot_ins;  /* above the footnotes */
};

/** One page: rows [begin, end) and the footnote rows [note_begin, note_end). */
struct page_cut {
    size_t begin, end;
    size_t note_begin, note_end;
    sp over; /* by how much the rows must shrink to fit; never more than they can */
};

struct page_cuts {
    struct page_cut *cuts;
    size_t n;
    const struct v_row **note_rows; /* of all footnotes, in order */
    size_t nnote_rows;
};

/** Cuts `n` rows; at least one page, also for none. All in the arena. Never fails: what is higher
 * than a page overflows it. */
struct page_cuts page_break(struct arena *a, const struct v_row *rows, size_t n,
                            const struct page_size *size);

/** Height of a page's footnotes, the space above them included; 0 for none. */
sp page_notes_height(const struct page_cuts *c, const struct page_cut *cut, sp foot_ins);

#endif
