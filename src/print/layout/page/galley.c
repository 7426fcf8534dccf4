/* SPDX-License-Identifier: MIT */
/*
 * Builds galleys: keeps line distances, merges spaces, collects the notes and destinations of
 * lines, and opens and closes panels.
 */
#include "print/layout/page/galley.h"

#include "print/layout/page/panel.h"

void galley_init(struct galley *g, struct arena *a, struct arena *work) {
    *g = (struct galley){.arena = a, .work = work, .rows = VEC_INIT};
}

void galley_drop(struct galley *g) {
    vec_drop(&g->rows);
}

struct v_box *galley_box_new(struct galley *g, sp height, sp depth) {
    struct v_box *b = ARENA_NEW(g->work, struct v_box);
    b->height = height;
    b->depth = depth;
    return b;
}

void galley_add_dest(struct galley *g, struct v_box *box, struct str name, sp y) {
    struct dest_mark *m = ARENA_NEW(g->arena, struct dest_mark);
    m->name = name;
    m->y = y;
    struct dest_mark **at = &box->dests;
    while (*at) {
        at = &(*at)->next;
    }
    *at = m;
}

void galley_add_note(struct v_box *box, struct foot_note *note) {
    struct foot_note **at = &box->notes;
    while (*at) {
        at = &(*at)->next;
    }
    *at = note;
}

static void galley_add_margin(struct v_box *box, struct v_margin *margin) {
    struct v_margin **at = &box->margins;
    while (*at) {
        at = &(*at)->next;
    }
    *at = margin;
}

void galley_collect(struct galley *g, struct v_box *box, const struct inline_line *line, sp y) {
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *p = &line->pieces[i];
        if (p->kind != INLINE_MARK || !p->box) {
            continue;
        }
        const struct place_mark *m = (const struct place_mark *)p->box;
        if (m->note) {
            galley_add_note(box, m->note);
        } else if (m->margin) {
            m->margin->y = y;
            galley_add_margin(box, m->margin);
        } else {
            galley_add_dest(g, box, m->dest, y - line->height);
        }
    }
}

struct v_box *galley_line_box(struct galley *g, const struct inline_line *line, sp x, sp leading) {
    sp height = leading * 7 / 10;
    sp depth = leading - height;
    struct v_box *b = galley_box_new(g, height, depth);
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *p = &line->pieces[i];
        if (p->kind != INLINE_BOX) {
            continue; /* letters fit into the strut; superscripts must not change line distances */
        }
        b->tall = b->tall || p->height > height || p->depth > depth;
        b->height = p->height > b->height ? p->height : b->height;
        b->depth = p->depth > b->depth ? p->depth : b->depth;
    }
    b->counted = true;
    draw_append(&b->draws, draw_line(g->work, line, x, 0));
    galley_collect(g, b, line, 0);
    return b;
}

/** Forbids a cut above a row of a block that must be kept together, unless it is the first row of
 * the block. */
static void keep_needed(struct galley *g, struct v_row *row) {
    if (g->needed <= 0) {
        return;
    }
    if (row->penalty <= V_FORCE) {
        g->needed = 0;
        return;
    }
    bool first = !g->need_begun;
    row->penalty = first ? row->penalty : V_NEVER;
    g->needed -= galley_row_height(row, first);
    g->need_begun = g->needed > 0;
}

static void add_row(struct galley *g, struct v_box *box, sp gap) {
    struct v_row row = {.box = box,
                        .penalty = g->penalty,
                        .head = g->head,
                        .after_floats = g->after_floats,
                        .panel = g->panel,
                        .turn = g->turn};
    /* the space above the first row of a panel is outside of the panel */
    bool within = g->panel && g->rows.n > g->panel->from;
    if (box->edge == V_EDGE_CLOSE && within && !g->firm) {
        g->space = (struct v_glue){0, 0, 0};
    }
    if (g->rows.n > 0) {
        row.above = (struct v_glue){g->space.size + gap, g->space.stretch, g->space.shrink};
    }
    if (g->height < g->hold && row.penalty > V_FORCE) {
        row.penalty = V_NEVER;
    }
    g->height += galley_row_height(&row, false);
    keep_needed(g, &row);
    vec_push(&g->rows, row);
    g->last_depth = box->foot ? box->foot : box->depth;
    g->last_tall = box->tall;
    g->last_edge = box->edge;
    g->firm = false;
    g->space = (struct v_glue){0, 0, 0};
    g->penalty = 0;
    g->head = NULL;
    g->after_floats = false;
    g->turn = NULL;
}

void galley_add_box(struct galley *g, struct v_box *box) {
    add_row(g, box, 0);
}

void galley_add_line(struct galley *g, struct v_box *box, sp leading) {
    sp gap = leading - g->last_depth - box->height;
    if (g->last_edge != V_EDGE_NONE) {
        gap = 0;
    } else if (gap < 0 && (g->last_tall || box->tall)) {
        gap = SP_PT; /* TeX's \lineskip */
    }
    add_row(g, box, gap);
}

void galley_space(struct galley *g, struct v_glue glue) {
    bool more = glue.size == g->space.size && glue.stretch > g->space.stretch;
    if ((glue.size > g->space.size || more) && g->last_edge != V_EDGE_OPEN) {
        g->space = glue;
    }
}

void galley_margin(struct galley *g, struct v_glue glue) {
    g->firm = true;
    if (glue.size > g->space.size) {
        g->space = glue;
    }
}

static void add_edge(struct galley *g, enum v_edge edge, sp height) {
    struct v_box *box = galley_box_new(g, height, 0);
    box->edge = edge;
    galley_add_box(g, box);
}

void galley_open_panel(struct galley *g, struct v_panel *panel, sp above) {
    panel->outer = g->panel;
    panel->from = g->rows.n;
    panel->top = g->height;
    g->panel = panel;
    if (above > 0) {
        add_edge(g, V_EDGE_OPEN, above);
        galley_penalty(g, V_NEVER);
    }
}

void galley_close_panel(struct galley *g, sp below, sp least) {
    struct v_panel *panel = g->panel;
    size_t from = panel->from;
    int64_t space = from < g->rows.n ? g->rows.p[from].above.size : 0;
    int64_t have = g->height - panel->top - space + below;
    if (have < least) {
        below += (sp)(least - have);
    }
    if (below > 0) {
        galley_penalty(g, V_NEVER);
        add_edge(g, V_EDGE_CLOSE, below);
    }
    panel->first = from < g->rows.n ? g->rows.p[from].box : NULL;
    panel->last = from < g->rows.n ? vec_last(&g->rows).box : NULL;
    g->panel = panel->outer;
}

void galley_penalty(struct galley *g, int32_t penalty) {
    if (penalty <= V_FORCE || g->penalty <= V_FORCE) {
        g->penalty = V_FORCE;
    } else if (penalty >= V_NEVER || g->penalty >= V_NEVER) {
        g->penalty = V_NEVER;
    } else if (penalty < g->penalty || g->penalty == 0) {
        g->penalty = penalty;
    }
}

void galley_after_floats(struct galley *g) {
    g->after_floats = true;
}

/** Overwrites the settings of `to` with those that `from` sets. */
static void merge_turn(struct v_turn *to, const struct v_turn *from) {
    to->side = from->side != V_SIDE_NONE ? from->side : to->side;
    if (from->numbers) {
        to->numbers = true;
        to->numbering = from->numbering;
    }
    to->restart = from->restart != 0 ? from->restart : to->restart;
    if (from->shapes) {
        to->shapes = true;
        to->sideways = from->sideways;
    }
    if (from->styles) {
        to->styles = true;
        to->style = from->style;
    }
    to->this_style = from->this_style.n > 0 ? from->this_style : to->this_style;
}

void galley_turn(struct galley *g, const struct v_turn *turn) {
    if (!g->turn) {
        g->turn = ARENA_NEW(g->arena, struct v_turn);
    }
    merge_turn(g->turn, turn);
    if (turn->side != V_SIDE_NONE) {
        galley_penalty(g, V_FORCE);
        galley_after_floats(g);
    }
}

void galley_allow(struct galley *g) {
    g->penalty = g->penalty >= V_NEVER ? 0 : g->penalty;
}

void galley_need(struct galley *g, sp height) {
    g->needed = height;
    g->need_begun = false;
}

void galley_keep(struct galley *g, size_t from, sp most) {
    int64_t height = 0;
    for (size_t i = from; i < g->rows.n; i++) {
        height += galley_row_height(&g->rows.p[i], i == from);
    }
    for (size_t i = from + 1; i < g->rows.n && height <= most; i++) {
        struct v_row *row = &g->rows.p[i];
        row->penalty = row->penalty <= V_FORCE ? V_FORCE : V_NEVER;
    }
}

void galley_head(struct galley *g, struct v_box *head) {
    g->head = head;
}

void galley_move(struct v_box *all, struct v_box *box, sp y) {
    draw_move(&box->draws, 0, y);
    draw_append(&all->draws, box->draws.first);
    for (struct dest_mark *m = box->dests; m; m = m->next) {
        m->y += y;
    }
    struct dest_mark **dests = &all->dests;
    while (*dests) {
        dests = &(*dests)->next;
    }
    *dests = box->dests;
    for (struct v_margin *m = box->margins; m; m = m->next) {
        m->y += y;
    }
    if (box->margins) {
        galley_add_margin(all, box->margins);
    }
    if (box->notes) {
        galley_add_note(all, box->notes);
    }
}

struct v_box *galley_beside(struct galley *g, struct v_box *const *boxes, size_t n) {
    sp tall = 0;
    for (size_t i = 0; i < n; i++) {
        sp h = boxes[i]->height + boxes[i]->depth;
        tall = h > tall ? h : tall;
    }
    struct v_box *all = galley_box_new(g, tall, 0);
    for (size_t i = 0; i < n; i++) {
        galley_move(all, boxes[i], boxes[i]->height - tall);
    }
    return all;
}

/** Puts a panel and the panels around it inside the panel `outer`. Returns `panel`, or `outer` if
 * `panel` is NULL. */
static struct v_panel *panel_within(struct v_panel *panel, struct v_panel *outer) {
    struct v_panel *outermost = panel;
    while (outermost && outermost->outer && outermost->outer != outer) {
        outermost = outermost->outer;
    }
    if (outermost) {
        outermost->outer = outer;
    }
    return panel ? panel : outer;
}

void galley_take_rows(struct galley *g, struct galley *from) {
    for (size_t i = 0; i < from->rows.n; i++) {
        struct v_row *r = &from->rows.p[i];
        if (i == 0) {
            if (r->turn) {
                galley_turn(g, r->turn);
            }
            galley_add_box(g, r->box);
        } else {
            vec_push(&g->rows, *r);
            g->height += galley_row_height(r, false);
        }
        vec_last(&g->rows).panel = panel_within(r->panel, g->panel);
    }
    g->last_depth = from->rows.n ? from->last_depth : g->last_depth;
    g->last_tall = from->rows.n ? from->last_tall : g->last_tall;
}

size_t galley_fit(const struct galley *g, size_t from, int64_t height) {
    int64_t y = 0;
    size_t end = from, good = from;
    for (; end < g->rows.n; end++) {
        const struct v_row *row = &g->rows.p[end];
        if (end > from && row->penalty < V_NEVER) {
            good = end;
        }
        y += galley_row_height(row, end == from);
        if (y > height && end > from) {
            return good > from ? good : end;
        }
    }
    return end;
}

/** Moves the panels of rows into the box, behind its content. */
static void pack_panels(struct v_box *all, struct galley *g, size_t from, size_t to,
                        int64_t total) {
    struct panel_list list = {0};
    int64_t y = -total;
    for (size_t i = from; i < to; i++) {
        const struct v_row *r = &g->rows.p[i];
        y += i > from ? r->above.size : 0;
        int64_t foot = y + r->box->height + r->box->depth;
        sp top = (sp)(y > 0 ? 0 : y);
        panel_list_add(&list, r, top, top, (sp)(foot > 0 ? 0 : foot));
        y = foot;
    }
    for (size_t i = 0; i < list.slices.n; i++) {
        struct box_area area = panel_area(&list.slices.p[i]);
        draw_box(g->arena, &all->draws, list.slices.p[i].panel->paint, &area);
    }
    panel_list_drop(&list);
}

struct v_box *galley_pack_rows(struct galley *g, size_t from, size_t to) {
    int64_t total = 0;
    int64_t y = 0;
    bool panels = false;
    for (size_t i = from; i < to; i++) {
        total += galley_row_height(&g->rows.p[i], i == from);
        panels = panels || g->rows.p[i].panel;
    }
    total = total > SP_MAX / 2 ? SP_MAX / 2 : total;
    struct v_box *all = galley_box_new(g, (sp)total, 0);
    if (panels) {
        pack_panels(all, g, from, to, total);
    }
    for (size_t i = from; i < to; i++) {
        const struct v_row *r = &g->rows.p[i];
        y += (int64_t)(i > from ? r->above.size : 0) + r->box->height;
        y = y > SP_MAX / 2 ? SP_MAX / 2 : y;
        galley_move(all, r->box, (sp)(y - total));
        y += r->box->depth;
    }
    return all;
}

struct v_box *galley_pack(struct galley *from) {
    return galley_pack_rows(from, 0, from->rows.n);
}

void galley_add_float(struct galley *g, struct v_box *box, const struct v_float *how) {
    box->floats = how;
    vec_push(&g->rows, (struct v_row){.box = box,
                                      .penalty = g->penalty,
                                      .after_floats = g->after_floats,
                                      .turn = g->turn});
    g->after_floats = false;
    g->turn = NULL;
    g->penalty = g->penalty <= V_FORCE ? 0 : g->penalty; /* a cut is forced only once */
}
