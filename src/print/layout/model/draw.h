/* SPDX-License-Identifier: MIT */
/*
 * Draws, the contents of boxes. A draw is a line of text, glyphs, a rule, an image or a shape, at
 * an offset from the left end of the box's baseline. Formulas and galleys consist of draws;
 * set/paint.c puts them on pages. Most draws are lines of text, so rarely used members are behind
 * pointers.
 */
#ifndef DOSSIER_LAYOUT_MODEL_DRAW_H
#define DOSSIER_LAYOUT_MODEL_DRAW_H

#include "print/layout/model/box_path.h"

struct inline_line; /* see print/layout/text/para_builder.h */

enum draw_kind { DRAW_LINE, DRAW_TEXT, DRAW_RULE, DRAW_IMAGE, DRAW_SHAPE };

struct draw {
    enum draw_kind kind;
    sp x, y;
    /* the element; NULL for an artifact, and for a line, whose pieces have elements */
    struct page_elem *elem;
    struct draw *next;
    union {
        const struct inline_line *line;
        const struct page_text *text; /* its x and y are relative to those of the draw */
        struct {
            sp w, h;
            struct page_colour colour;
        } rule; /* the x and y of the draw are the top left corner */
        struct {
            const struct image *image;
            sp w, h;
            const struct page_shape *clip; /* the visible part, relative to the image's top left
                                              corner; NULL: all of it */
        } image;
        /* the x and y of the shape are relative to those of the draw */
        const struct page_shape *shape;
    } u;
};

/** A list of draws in reading order. An opaque box inside a line (the `box` of an INLINE_BOX) is
 * also a list of draws: their x is relative to its left end, their y to the baseline. */
struct draw_list {
    struct draw *first, *last;
};
/** Appends a draw and the draws that follow it. `d` may be NULL. */
void draw_append(struct draw_list *list, struct draw *d);
/** Moves all draws of a list. */
void draw_move(const struct draw_list *list, sp x, sp y);
/** Appends the shapes of a box of style sheets. They are in the arena. */
void draw_box(struct arena *a, struct draw_list *list, const struct box_paint *paint,
              const struct box_area *area);

/** The following functions make a draw in the arena. */
struct draw *draw_rule(struct arena *a, sp x, sp y, sp w, sp h, struct page_colour c,
                       struct page_elem *elem);
/** A draw with a copy of `text`, on the baseline. Without an element it is an artifact. */
struct draw *draw_text(struct arena *a, struct page_text text, sp x, struct page_elem *elem);
struct draw *draw_line(struct arena *a, const struct inline_line *line, sp x, sp y);
/** A draw with a borrowed shape, which has its own place. Without an element it is an artifact. */
struct draw *draw_shape(struct arena *a, const struct page_shape *shape, struct page_elem *elem);

#endif
