/* SPDX-License-Identifier: MIT */
/*
 * Turned pages: their width is the height of other pages. Divisions of class landscape (LaTeX's
 * pdflscape) begin them at their place. Tables, figures and divisions of class sideways (LaTeX's
 * rotating package) wait for the next page while the text continues. Headers and footers are along
 * the long sides, so that the page can be read on a screen.
 */
#include "print/layout/set/setter.h"

DIAG_USE(DIAG_NOT_TURNED);

void set_sideways_style(struct setter *s, bool sideways) {
    if (sideways && !s->sideways) {
        const struct page_style *up = s->upright;
        struct page_style *st = arena_copy(s->arena, up, sizeof *up);
        st->paper_w = up->paper_h;
        st->paper_h = up->paper_w;
        st->left = up->top;
        st->top = up->left;
        st->text_w = st->column_w = up->text_h;
        st->text_h = up->text_w;
        st->columns = 1;
        st->balance = st->two_sided = false;
        st->sideways = true;
        s->sideways = st;
    }
    s->style = sideways ? s->sideways : s->upright;
}

enum turned { TURNED_NOT, TURNED_HERE, TURNED_FLOATS };

/** How a block, or the only image of a figure, is to be turned. */
static enum turned asked(const struct doc_node *n) {
    static const char *const FLOATS[] = {"sideways", "sidewaystable", "sidewaysfigure"};
    const struct doc_node *image = n->kind == DOC_FIGURE && n->first ? n->first->first : NULL;
    const struct doc_node *const nodes[] = {n, image};
    for (size_t k = 0; k < ARRAY_LEN(nodes); k++) {
        if (nodes[k] && doc_has_class(nodes[k], "landscape")) {
            return TURNED_HERE;
        }
        for (size_t i = 0; nodes[k] && i < ARRAY_LEN(FLOATS); i++) {
            if (doc_has_class(nodes[k], FLOATS[i])) {
                return TURNED_FLOATS;
            }
        }
    }
    return TURNED_NOT;
}

/** Begins a turned or an upright page with the next box. */
static void turn_pages(struct galley *g, bool sideways) {
    struct v_turn turn = {.side = V_SIDE_ANY, .shapes = true, .sideways = sideways};
    galley_turn(g, &turn);
}

bool set_sideways_begin(struct setter *s, struct sideways_setting *sw, const struct doc_node *n,
                        struct frame *f) {
    enum turned turned = asked(n);
    if (turned == TURNED_NOT || s->style->sideways || s->style->paper_w > s->style->paper_h) {
        return false; /* the block is not to be turned, or it is on turned pages already */
    }
    if (!set_float_allowed(s, f)) {
        (void)diag_add(s->d, DIAG_NOT_TURNED, n->span,
                       "it is not set sideways: it is inside another block");
        return false;
    }
    *sw = (struct sideways_setting){.measure = s->now.measure};
    set_sideways_style(s, true);
    f->width = s->now.measure = s->style->column_w;
    if (turned == TURNED_HERE) {
        turn_pages(s->now.g, true);
        return true;
    }
    sw->floats = true;
    set_galley_begin(s, &sw->own);
    return true;
}

/** Makes a box as high as a page, with the block in the middle. */
static struct v_box *page_box(struct setter *s, struct galley *own, sp height) {
    struct v_box *box = galley_pack(own);
    sp y = (s->style->text_h + height) / 2 - s->upright->text_h;
    draw_move(&box->draws, 0, y);
    for (struct dest_mark *m = box->dests; m; m = m->next) {
        m->y += y;
    }
    box->height = s->upright->text_h;
    return box;
}

void set_sideways_end(struct setter *s, struct sideways_setting *sw) {
    s->now.measure = sw->measure;
    if (!sw->floats) {
        set_sideways_style(s, false);
        turn_pages(s->now.g, false);
        return;
    }
    set_galley_end(s);
    int64_t height = sw->own.height;
    if (sw->own.rows.n > 0 && height <= s->style->text_h) {
        struct v_float *how = ARENA_NEW(s->arena, struct v_float);
        how->places = FLOAT_TOP;
        how->wide = s->upright->columns > 1;
        how->sideways = true;
        galley_add_float(s->now.g, page_box(s, &sw->own, (sp)height), how);
    } else if (sw->own.rows.n > 0) {
        /* the block is not a float: it has pages of its own, at its place in the text */
        turn_pages(s->now.g, true);
        galley_take_rows(s->now.g, &sw->own);
        turn_pages(s->now.g, false);
    }
    galley_drop(&sw->own);
    set_sideways_style(s, false);
}
