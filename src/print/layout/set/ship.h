/* SPDX-License-Identifier: MIT */
/*
 * Painting: converts draws of the galley to items, links and destinations of a page.
 */
#ifndef DOSSIER_LAYOUT_SET_SHIP_H
#define DOSSIER_LAYOUT_SET_SHIP_H

#include "print/layout/set/setter.h"

/** Where things are painted. */
struct painter {
    struct setter *s;
    struct page *page;
    int number;                  /* of the page, from 0 */
    enum page_artifact artifact; /* the kind of artifact for everything that is painted;
                                    ARTIFACT_NONE: by its tags */
};

/** Paints a box with the left end of its baseline at x, y. */
void set_paint_box(const struct painter *p, const struct v_box *box, sp x, sp y);
/** Paints a line with the left end of its baseline at x, y. */
void set_paint_line(const struct painter *p, const struct inline_line *line, sp x, sp y);
void set_paint_rule(const struct painter *p, struct page_rule rule, struct page_elem *elem);
/** Paints a shape with its origin at x, y. */
void set_paint_shape(const struct painter *p, const struct page_shape *shape, sp x, sp y,
                     struct page_elem *elem);

/** Left edge of the text of a page (from 0): in two-sided documents the inner margin alternates,
 * beginning on the side where the document starts. */
sp set_page_left(const struct page_style *st, size_t number);

/** Computes the state of each page from the turns in the body's rows. */
struct page_cuts;
void set_page_states(struct setter *s, const struct page_cuts *cuts);
/** Maps destinations to the pages (size_t, from 0) of the cuts, with floats at their final places.
 */
void set_page_places(struct setter *s, const struct v_row *rows, const struct page_cuts *cuts,
                     struct map *pages);
/** Sets the index with the page numbers of the cuts; false if there is no index or it is already
 * set. */
bool set_index(struct setter *s, const struct page_cuts *cuts);
/** Paints the number of a line whose baseline begins at `x`, `y`, if lines are numbered. */
void set_line_number(const struct painter *p, const struct v_box *box, sp x, sp y);
/** Paints the document's watermark, behind later content. */
void set_watermark(const struct painter *p);
/** Paints heads and feet on all pages. */
void set_ship_running(struct setter *s);
/** The text of a piece in a margin box on a page; `marks` are its chapter and section (running.c).
 */
struct page_marks;
struct str set_running_piece(const struct painter *p, const struct look_piece *piece,
                             const struct page_marks *marks);
/** Paints the margin boxes of a page that are more than heads and feet (page_box.c). */
void set_paint_margins(const struct painter *p, const struct look_margin_box *boxes,
                       const struct page_marks *marks);

#endif
