/* SPDX-License-Identifier: MIT */
/*
 * Painting: converts draws of the galley to items, links and destinations of a page.
 */
#ifndef DOSSIER_LAYOUT_SET_SHIP_H
#define DOSSIER_LAYOUT_SET_SHIP_H

#include "print/layout/set/setter.h"

/** The page on which things are painted, and how. */
struct painter {
    struct setter *s;
    struct page *page;
    int number;                  /* the page's index, from 0 */
    enum page_artifact artifact; /* the kind of artifact that everything painted becomes;
                                    ARTIFACT_NONE: tags decide */
};

/** Paints a box with the left end of its baseline at x, y. */
void set_paint_box(const struct painter *p, const struct v_box *box, sp x, sp y);
/** Paints a line with the left end of its baseline at x, y. */
void set_paint_line(const struct painter *p, const struct inline_line *line, sp x, sp y);
void set_paint_rule(const struct painter *p, struct page_rule rule, struct page_elem *elem);

/** Paints the shapes of a box of style sheets, with their origin at x, y. */
void set_paint_area(const struct painter *p, const struct box_paint *paint,
                    const struct box_area *area, sp x, sp y);
/** The left edge of the text on a page (from 0). In two-sided documents the inner margin alternates
 * between left and right, beginning on the side where the document starts. */
sp set_page_left(const struct page_style *st, size_t number);

struct page_cuts;
/** Computes the state of each page from the `turn` members of the body's rows. */
void set_page_states(struct setter *s, const struct page_cuts *cuts);
/** Maps destinations to their pages (size_t, from 0) according to the cuts, with floats at their
 * final places. */
void set_page_places(struct setter *s, const struct v_row *rows, const struct page_cuts *cuts,
                     struct map *pages);
/** Sets the index, with the page numbers that the cuts give. Returns false if there is no index or
 * it was set already. */
bool set_index(struct setter *s, const struct page_cuts *cuts);
/** Paints the number of a line whose baseline begins at `x`, `y`, if lines are numbered. */
void set_line_number(const struct painter *p, const struct v_box *box, sp x, sp y);
/** Paints the watermark of the document. Content that is painted later covers it. */
void set_watermark(const struct painter *p);
/** Paints heads and feet on all pages. */
void set_ship_running(struct setter *s);
struct page_marks;
/** Returns the text of a piece of content in a margin box. `marks` are the chapter and section of
 * the page (running.c). */
struct str set_running_piece(const struct painter *p, const struct look_piece *piece,
                             const struct page_marks *marks);
/** Paints those margin boxes of a page that heads and feet cannot express (page_box.c). */
void set_paint_margins(const struct painter *p, const struct look_margin_box *boxes,
                       const struct page_marks *marks);

#endif
