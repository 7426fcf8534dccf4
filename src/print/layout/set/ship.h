/* SPDX-License-Identifier: MIT */
/*
 * Painting: draws of the galley to items, links and places of a page.
 */
#ifndef DOSSIER_LAYOUT_SET_SHIP_H
#define DOSSIER_LAYOUT_SET_SHIP_H

#include "print/layout/set/setter.h"

/** Where things are painted. */
struct painter {
    struct setter *s;
    struct page *page;
    int number; /* of the page, from 0 */
    enum page_artifact
        artifact; /* all that is painted is one of these, or ARTIFACT_NONE: as its tags say */
};

/** Paints a box with its baseline's left end at x, y. */
void set_paint_box(const struct painter *p, const struct v_box *box, sp x, sp y);
/** Paints a line with its baseline's left end at x, y. */
void set_paint_line(const struct painter *p, const struct inline_line *line, sp x, sp y);
void set_paint_rule(const struct painter *p, struct page_rule rule, struct page_elem *elem);
/** Paints a shape whose origin is at x, y. */
void set_paint_shape(const struct painter *p, const struct page_shape *shape, sp x, sp y,
                     struct page_elem *elem);

/** Left edge of the text of a page (from 0): two-sided documents have the inner margin on either
 * side in turn, at first the one where the document starts. */
sp set_page_left(const struct page_style *st, size_t number);

/** What holds for each page, of the turns in the body's rows. */
struct page_cuts;
void set_page_states(struct setter *s, const struct page_cuts *cuts);
/** From destinations to the pages (size_t, from 0) that the cuts give them, floats where they came
 * to stand. */
void set_page_places(struct setter *s, const struct v_row *rows, const struct page_cuts *cuts,
                     struct map *pages);
/** Sets the index with the pages that the cuts give; false when there is none, or the body's rows
 * are cut for the last time. */
bool set_index(struct setter *s, const struct page_cuts *cuts);
/** The number of a line whose baseline begins at `x`, `y`, where lines are numbered. */
void set_line_number(const struct painter *p, const struct v_box *box, sp x, sp y);
/** The document's watermark, behind what will be painted. */
void set_watermark(const struct painter *p);
/** Heads and feet on all pages. */
void set_ship_running(struct setter *s);
/** The text that a piece of a margin box stands for on a page, whose chapter and section are
 * `marks` (running.c). */
struct page_marks;
struct str set_running_piece(const struct painter *p, const struct look_piece *piece,
                             const struct page_marks *marks);
/** Margin boxes of a page that are more than heads and feet (page_box.c). */
void set_paint_margins(const struct painter *p, const struct look_margin_box *boxes,
                       const struct page_marks *marks);

#endif
