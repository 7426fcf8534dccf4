/* SPDX-License-Identifier: MIT */
/*
 * Constructors of draws.
 */
#include "print/layout/model/draw.h"

struct draw *draw_rule(struct arena *a, sp x, sp y, sp w, sp h, struct page_colour c,
                       struct page_elem *elem) {
    struct draw *d = ARENA_NEW(a, struct draw);
    d->kind = DRAW_RULE;
    d->x = x;
    d->y = y;
    d->elem = elem;
    d->u.rule.w = w;
    d->u.rule.h = h;
    d->u.rule.colour = c;
    return d;
}

struct draw *draw_text(struct arena *a, struct page_text text, sp x, sp y, struct page_elem *elem) {
    struct draw *d = ARENA_NEW(a, struct draw);
    d->kind = DRAW_TEXT;
    d->x = x;
    d->y = y;
    d->elem = elem;
    d->u.text = arena_copy(a, &text, sizeof text);
    return d;
}

struct draw *draw_line(struct arena *a, const struct inline_line *line, sp x, sp y) {
    struct draw *d = ARENA_NEW(a, struct draw);
    d->kind = DRAW_LINE;
    d->x = x;
    d->y = y;
    d->u.line = line;
    return d;
}

struct draw *draw_shape(struct arena *a, const struct page_shape *shape, sp x, sp y,
                        struct page_elem *elem) {
    struct draw *d = ARENA_NEW(a, struct draw);
    d->kind = DRAW_SHAPE;
    d->x = x;
    d->y = y;
    d->elem = elem;
    d->u.shape = shape;
    return d;
}
