/* SPDX-License-Identifier: MIT */
/*
 * Converts draws to the page model: pieces of text, rules, images, link rectangles, destinations,
 * and text decoration. Draws without an element become artifacts (ISO 32000-1, 14.8.2.2).
 */
#include "print/layout/set/ship.h"

#include "print/layout/model/box_path.h"
#include "print/layout/model/sp.h"

static void push_item(const struct painter *p, struct page_item item, struct page_elem *elem) {
    if (p->artifact != ARTIFACT_NONE) {
        item.artifact = p->artifact;
    } else if (elem) {
        item.elem = elem;
        p->s->shipped.used[elem->number] = true;
    } else {
        item.artifact = ARTIFACT_LAYOUT;
    }
    vec_push(&p->page->items, item);
}

static void paint_text(const struct painter *p, const struct page_text *text, sp x, sp y,
                       struct page_elem *elem) {
    struct page_item item = {.kind = PAGE_TEXT};
    item.u.text = *text;
    item.u.text.x += x;
    item.u.text.y += y;
    push_item(p, item, elem);
}

void set_paint_rule(const struct painter *p, struct page_rule rule, struct page_elem *elem) {
    struct page_item item = {.kind = PAGE_RULE};
    item.u.rule = rule;
    push_item(p, item, elem);
}

static void paint_shape(const struct painter *p, const struct page_shape *shape, sp x, sp y,
                        struct page_elem *elem) {
    struct page_item item = {.kind = PAGE_SHAPE};
    item.u.shape = *shape;
    item.u.shape.x += x;
    item.u.shape.y += y;
    push_item(p, item, elem);
}

void set_paint_area(const struct painter *p, const struct box_paint *paint,
                    const struct box_area *area, sp x, sp y) {
    struct page_shape shapes[SHAPES_OF_BOX];
    size_t n = page_shape_box(p->s->arena, paint, area, shapes);
    for (size_t i = 0; i < n; i++) {
        paint_shape(p, &shapes[i], x, y, NULL);
    }
}

static void paint_draws(const struct painter *p, const struct draw *d, sp x, sp y);

/** Paints a decoration line in the style that the sheet sets. A solid line is a rule. */
static void paint_text_line(const struct painter *p, struct page_rule r,
                            const struct text_line *line) {
    if (line && (line->dashed || line->dotted)) {
        struct page_shape shape = page_shape_stroke(p->s->arena, r.w, 0, r.h, r.colour);
        shape.dash = line->dotted ? 0 : 3 * r.h;
        shape.gap = 2 * r.h;
        shape.round = line->dotted;
        paint_shape(p, &shape, r.x, r.y + r.h / 2, NULL);
        return;
    }
    set_paint_rule(p, r, NULL);
    if (line && line->twice) {
        r.y += 2 * r.h;
        set_paint_rule(p, r, NULL);
    }
}

/** Paints text decoration: pandoc's underline and strikeout, and marks behind the text. */
static void decorate(const struct painter *p, const struct inline_piece *piece,
                     const struct inline_tag *tag, sp x, sp y, bool behind) {
    const struct text_line *line = tag->line;
    sp size = piece->style ? piece->style->size : p->s->style->em;
    struct page_colour colour = piece->style ? piece->style->colour : p->s->style->text_colour;
    struct page_rule r = {x + piece->x, y, piece->width, sp_scale(size, 4, 100), colour};
    if (piece->style) {
        r.y -= piece->style->rise;
    }
    if (behind && tag->mark) {
        struct page_rule m = {r.x, r.y - sp_scale(size, 75, 100), r.w, size, {255, 244, 160}};
        set_paint_rule(p, m, NULL);
    }
    if (line) {
        r.colour = line->coloured ? line->colour : r.colour;
        r.h = line->thick > 0 ? line->thick : r.h;
    }
    if (!behind && tag->underline) {
        sp down = line && line->down ? line->offset : sp_scale(size, 12, 100);
        r.y += down;
        paint_text_line(p, r, line);
        r.y -= down;
    }
    if (!behind && tag->strike) {
        r.y -= sp_scale(size, 26, 100);
        paint_text_line(p, r, line);
    }
}

static bool decorated(const struct inline_tag *tag) {
    return tag && (tag->underline || tag->strike || tag->mark);
}

/** Extends the last rectangle of the link by the piece if it is on the same line. Otherwise adds a
 * rectangle. */
static void add_link(const struct painter *p, const struct inline_piece *piece,
                     const struct link_target *link, sp x, sp y, bool goes_on) {
    sp left = x + piece->x;
    sp top = y - piece->height;
    sp bottom = y + piece->depth;
    if (p->artifact != ARTIFACT_NONE || piece->width <= 0) {
        return;
    }
    if (goes_on && p->page->links.n > 0) {
        struct page_link *l = &vec_last(&p->page->links);
        sp right = left + piece->width, old_right = l->x + l->w;
        sp old_bottom = l->y + l->h;
        l->x = left < l->x ? left : l->x;
        l->w = (right > old_right ? right : old_right) - l->x;
        l->y = top < l->y ? top : l->y;
        l->h = (bottom > old_bottom ? bottom : old_bottom) - l->y;
        return;
    }
    struct page_link l = {.x = left,
                          .y = top,
                          .w = piece->width,
                          .h = bottom - top,
                          .uri = link->uri,
                          .dest = link->dest,
                          .contents = link->contents,
                          .elem = link->elem};
    p->s->shipped.used[link->elem->number] = true;
    vec_push(&p->page->links, l);
}

static void paint_piece(const struct painter *p, const struct inline_piece *piece, sp x, sp y) {
    const struct inline_tag *tag = (const struct inline_tag *)piece->tag;
    struct page_elem *elem = tag ? tag->elem : NULL;
    switch (piece->kind) {
    case INLINE_TEXT:
        if (decorated(tag)) {
            decorate(p, piece, tag, x, y, true);
        }
        paint_text(p, &piece->text, x, y, elem);
        if (decorated(tag)) {
            decorate(p, piece, tag, x, y, false);
        }
        return;
    case INLINE_BOX:
        if (piece->box) {
            paint_draws(p, ((const struct draw_list *)piece->box)->first, x + piece->x, y);
        }
        return;
    case INLINE_GAP:
    case INLINE_MARK:
        return;
    }
}

/* ---- boxes around text ---- */

/* maximum nesting of boxes on a line; if it is exceeded, the outermost ones are not painted */
#define BOXES_OF_LINE 64

/** The part of a box on one line. */
struct box_slice {
    const struct text_box *box;
    sp left, right;
    bool begins, ends;
};

/** The boxes along a line, with outer boxes before inner ones. */
struct box_run {
    VEC(struct box_slice) slices;
    const struct text_box *open[BOXES_OF_LINE];
    size_t slice[BOXES_OF_LINE];
    int nopen;
};

static void run_add(struct box_run *run, const struct inline_piece *piece,
                    const struct text_box *innermost) {
    const struct text_box *chain[BOXES_OF_LINE];
    int n = 0;
    for (const struct text_box *b = innermost; b && n < BOXES_OF_LINE; b = b->outer) {
        n++;
    }
    const struct text_box *b = innermost;
    for (int i = n; i > 0; i--, b = b->outer) {
        chain[i - 1] = b;
    }
    bool same = true;
    for (int i = 0; i < n; i++) {
        same = same && i < run->nopen && run->open[i] == chain[i];
        if (!same) {
            run->open[i] = chain[i];
            run->slice[i] = run->slices.n;
            vec_push(&run->slices, (struct box_slice){chain[i], piece->x, piece->x, false, false});
        }
        struct box_slice *slice = &run->slices.p[run->slice[i]];
        sp right = piece->x + piece->width;
        slice->left = piece->x < slice->left ? piece->x : slice->left;
        slice->right = right > slice->right ? right : slice->right;
        slice->begins = slice->begins || piece->box == &chain[i]->begin;
        slice->ends = piece->box == &chain[i]->end;
    }
    run->nopen = n;
}

static void paint_boxes(const struct painter *p, const struct inline_line *line, sp x, sp y) {
    struct box_run run = {0};
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *piece = &line->pieces[i];
        const struct inline_tag *tag = (const struct inline_tag *)piece->tag;
        if (tag || (piece->kind != INLINE_GAP && piece->kind != INLINE_MARK)) {
            run_add(&run, piece, tag ? tag->box : NULL);
        }
    }
    for (size_t i = 0; i < run.slices.n; i++) {
        const struct box_slice *slice = &run.slices.p[i];
        struct box_area area = {.x = slice->left,
                                .y = -slice->box->above,
                                .w = slice->right - slice->left,
                                .h = slice->box->above + slice->box->below};
        area.open[EDGE_LEFT] = slice->box->rtl ? !slice->ends : !slice->begins;
        area.open[EDGE_RIGHT] = slice->box->rtl ? !slice->begins : !slice->ends;
        set_paint_area(p, &slice->box->paint, &area, x, y);
    }
    vec_drop(&run.slices);
}

void set_paint_line(const struct painter *p, const struct inline_line *line, sp x, sp y) {
    const struct link_target *open = NULL;
    if (p->s->now.text_boxes) {
        paint_boxes(p, line, x, y);
    }
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *piece = &line->pieces[i];
        const struct inline_tag *tag = (const struct inline_tag *)piece->tag;
        paint_piece(p, piece, x, y);
        if (piece->kind == INLINE_MARK || piece->kind == INLINE_GAP) {
            continue;
        }
        if (tag && tag->link) {
            add_link(p, piece, tag->link, x, y, open == tag->link);
        }
        open = tag ? tag->link : NULL;
    }
}

static void paint_image(const struct painter *p, const struct draw *d, sp x, sp y) {
    struct page_item item = {.kind = PAGE_IMAGE};
    item.u.image =
        (struct page_image){d->u.image.image, x, y, d->u.image.w, d->u.image.h, d->u.image.clip};
    push_item(p, item, d->elem);
}

static void paint_draws(const struct painter *p, const struct draw *d, sp x, sp y) {
    for (; d; d = d->next) {
        switch (d->kind) {
        case DRAW_LINE:
            if (d->u.line) { /* NULL: a page number that was not filled in */
                set_paint_line(p, d->u.line, x + d->x, y + d->y);
            }
            break;
        case DRAW_TEXT:
            paint_text(p, d->u.text, x + d->x, y + d->y, d->elem);
            break;
        case DRAW_RULE: {
            struct page_rule r = {x + d->x, y + d->y, d->u.rule.w, d->u.rule.h, d->u.rule.colour};
            set_paint_rule(p, r, d->elem);
            break;
        }
        case DRAW_IMAGE:
            paint_image(p, d, x + d->x, y + d->y);
            break;
        case DRAW_SHAPE:
            paint_shape(p, d->u.shape, x + d->x, y + d->y, d->elem);
            break;
        }
    }
}

void set_paint_box(const struct painter *p, const struct v_box *box, sp x, sp y) {
    uint32_t item = (uint32_t)p->page->items.n;
    paint_draws(p, box->draws.first, x, y);
    if (p->artifact != ARTIFACT_NONE) {
        return;
    }
    for (const struct dest_mark *m = box->dests; m; m = m->next) {
        struct page_dest dest = {m->name, p->number, x, y + m->y, item};
        /* if two destinations have the same name, the first one counts */
        if (!map_find(&p->s->shipped.dests, m->name)) {
            int *page = ARENA_NEW(p->s->arena, int);
            *page = p->number;
            (void)map_put(&p->s->shipped.dests, m->name, page);
            if (m->name.p[0] != HIDDEN_DEST) {
                vec_push(&p->s->pages->dests, dest);
            }
        }
    }
}
