/* SPDX-License-Identifier: MIT */
/*
 * What a box draws: lines of text, glyphs, rules, images, each at its place from the box's left end
 * and baseline. Formulas and galleys are made of these; what becomes of them on a page is decided
 * where pages are painted. Most are lines, one for each of a document: what only others need is
 * pointed to.
 */
#ifndef DOSSIER_LAYOUT_MODEL_DRAW_H
#define DOSSIER_LAYOUT_MODEL_DRAW_H

#include "print/layout/model/page.h"

struct inline_line; /* print/layout/text/para_builder.h */

enum draw_kind { DRAW_LINE, DRAW_TEXT, DRAW_RULE, DRAW_IMAGE, DRAW_SHAPE };

struct draw {
    enum draw_kind kind;
    sp x, y;
    struct page_elem *elem; /* NULL: an artifact; a line's pieces have their own */
    struct draw *next;
    union {
        const struct inline_line *line;
        const struct page_text *text; /* its x and y are added to the draw's */
        struct {
            sp w, h;
            struct page_colour colour;
        } rule; /* x, y: top left corner */
        struct {
            const struct image *image;
            sp w, h;
            const struct page_shape *clip; /* from its top left corner, or NULL */
        } image;
        const struct page_shape *shape; /* its x and y are added to the draw's */
    } u;
};

/** An opaque box inside a line (an INLINE_BOX's `box`): draws from its left end on the baseline. */
struct inner_box {
    struct draw *first, *last;
};

/** Draws: each belongs to the arena. */
struct draw *draw_rule(struct arena *a, sp x, sp y, sp w, sp h, struct page_colour c,
                       struct page_elem *elem);
/** A copy of `text`; without an element it is an artifact. */
struct draw *draw_text(struct arena *a, struct page_text text, sp x, sp y, struct page_elem *elem);
struct draw *draw_line(struct arena *a, const struct inline_line *line, sp x, sp y);
/** The shape is borrowed; without an element it is an artifact. */
struct draw *draw_shape(struct arena *a, const struct page_shape *shape, sp x, sp y,
                        struct page_elem *elem);

#endif
