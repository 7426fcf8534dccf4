/* SPDX-License-Identifier: MIT */
/*
 * Makes draws and lists of draws.
 */
#include "print/layout/model/draw.h"

void draw_append(struct draw_list *list, struct draw *d) {
    if (list->last) {
        list->last->next = d;
    } else {
        list->first = d;
    }
    for (; d; d = d->next) {
        list->last = d;
    }
}

void draw_move(const struct draw_list *list, sp x, sp y) {
    for (struct draw *d = list->first; d; d = d->next) {
        d->x += x;
        d->y += y;
    }
}

static struct draw *draw_new(struct arena *a, enum draw_kind kind, sp x, sp y,
                             struct page_elem *elem) {
    struct draw *d = ARENA_NEW(a, struct draw);
    *d = (struct draw){.kind = kind, .x = x, .y = y, .elem = elem};
    return d;
}

struct draw *draw_rule(struct arena *a, sp x, sp y, sp w, sp h, struct page_colour c,
                       struct page_elem *elem) {
    struct draw *d = draw_new(a, DRAW_RULE, x, y, elem);
    d->u.rule.w = w;
    d->u.rule.h = h;
    d->u.rule.colour = c;
    return d;
}

struct draw *draw_text(struct arena *a, struct page_text text, sp x, struct page_elem *elem) {
    struct draw *d = draw_new(a, DRAW_TEXT, x, 0, elem);
    d->u.text = arena_copy(a, &text, sizeof text);
    return d;
}

struct draw *draw_line(struct arena *a, const struct inline_line *line, sp x, sp y) {
    struct draw *d = draw_new(a, DRAW_LINE, x, y, NULL);
    d->u.line = line;
    return d;
}

struct draw *draw_shape(struct arena *a, const struct page_shape *shape, struct page_elem *elem) {
    struct draw *d = draw_new(a, DRAW_SHAPE, 0, 0, elem);
    d->u.shape = shape;
    return d;
}

void draw_box(struct arena *a, struct draw_list *list, const struct box_paint *paint,
              const struct box_area *area) {
    struct page_shape shapes[SHAPES_OF_BOX];
    size_t n = page_shape_box(a, paint, area, shapes);
    for (size_t i = 0; i < n; i++) {
        const struct page_shape *kept = arena_copy(a, &shapes[i], sizeof shapes[i]);
        draw_append(list, draw_shape(a, kept, NULL));
    }
}
