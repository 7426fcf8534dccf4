/* SPDX-License-Identifier: MIT */
/*
 * Combines galleys that are side by side into the rows of one galley. A cut of the page goes
 * through all of them. It is therefore allowed only at heights where each galley is between two of
 * its rows, within some slack.
 */
#include "print/layout/page/panel.h"

/** One of the galleys: the places of its rows, and the number of rows that are done. */
struct strand {
    struct galley *galley;
    int64_t *top, *foot; /* the top and the foot of each row */
    size_t at;           /* the first row that is not done */
    size_t end;          /* the end of the rows that are above the height being tried */
};

struct zip {
    struct strand *strands;
    size_t n;
    sp slack;
};

static void measure(struct zip *z, struct arena *a, struct galley *const *from, const sp *drops) {
    for (size_t i = 0; i < z->n; i++) {
        struct strand *s = &z->strands[i];
        int64_t y = drops ? drops[i] : 0;
        s->galley = from[i];
        s->top = ARENA_ARRAY(a, int64_t, from[i]->rows.n + 1);
        s->foot = ARENA_ARRAY(a, int64_t, from[i]->rows.n + 1);
        for (size_t r = 0; r < from[i]->rows.n; r++) {
            const struct v_row *row = &from[i]->rows.p[r];
            y += r > 0 ? row->above.size : 0;
            s->top[r] = y;
            y += (int64_t)row->box->height + row->box->depth;
            s->foot[r] = y;
        }
    }
}

/** The nearest end of a row below `y`, or INT64_MAX. */
static int64_t next_foot(const struct zip *z, int64_t y) {
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < z->n; i++) {
        const struct strand *s = &z->strands[i];
        size_t r = s->end > s->at ? s->end : s->at;
        while (r < s->galley->rows.n && s->foot[r] <= y) {
            r++;
        }
        least = r < s->galley->rows.n && s->foot[r] < least ? s->foot[r] : least;
    }
    return least;
}

/** Whether the page may be cut at `y` in all galleys. Also computes the penalty of the cut. */
static bool may_cut(struct zip *z, int64_t y, int32_t *penalty) {
    bool may = true;
    *penalty = V_FORCE;
    for (size_t i = 0; i < z->n; i++) {
        struct strand *s = &z->strands[i];
        size_t rows = s->galley->rows.n;
        s->end = s->end > s->at ? s->end : s->at;
        while (s->end < rows && s->foot[s->end] <= y + z->slack) {
            s->end++;
        }
        if (s->end < rows) {
            int32_t own = s->galley->rows.p[s->end].penalty;
            bool begun = s->end > 0;
            may = may && s->top[s->end] >= y - z->slack && (own < V_NEVER || !begun);
            *penalty = own > *penalty ? own : *penalty;
        }
    }
    *penalty = *penalty <= V_FORCE ? 0 : *penalty;
    return may;
}

/** The height at which the rows after the cut begin; `y` if no rows follow. */
static int64_t next_top(const struct zip *z, int64_t y) {
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < z->n; i++) {
        const struct strand *s = &z->strands[i];
        least = s->end < s->galley->rows.n && s->top[s->end] < least ? s->top[s->end] : least;
    }
    return least == INT64_MAX || least < y ? y : least;
}

static sp within(int64_t v) {
    return (sp)(v > SP_MAX / 4 ? SP_MAX / 4 : v < -SP_MAX / 4 ? -SP_MAX / 4 : v);
}

/** Moves the panels of a strand's rows into the box, whose top is at `origin`. Panels that continue
 * extend to the next box. */
static void move_panels(struct v_box *all, struct strand *s, int64_t origin, int64_t next) {
    struct panel_list list = {0};
    for (size_t r = s->at; r < s->end; r++) {
        panel_list_add(&list, &s->galley->rows.p[r], 0, within(s->top[r] - origin),
                       within(s->foot[r] - origin));
    }
    for (size_t i = 0; i < list.slices.n; i++) {
        struct panel_slice *slice = &list.slices.p[i];
        slice->foot = slice->ends ? slice->foot : within(next - origin);
        struct box_area area = panel_area(slice);
        area.y -= all->height;
        draw_box(s->galley->arena, &all->draws, slice->panel->paint, &area);
    }
    panel_list_drop(&list);
}

/** Packs the rows above the cut into one box. */
static struct v_box *take_band(struct zip *z, struct galley *g, int64_t origin, int64_t next) {
    int64_t foot = origin;
    for (size_t i = 0; i < z->n; i++) {
        const struct strand *s = &z->strands[i];
        foot = s->end > s->at && s->foot[s->end - 1] > foot ? s->foot[s->end - 1] : foot;
    }
    struct v_box *all = galley_box_new(g, within(foot - origin), 0);
    for (size_t i = 0; i < z->n; i++) {
        struct strand *s = &z->strands[i];
        bool panels = false;
        for (size_t r = s->at; r < s->end; r++) {
            panels = panels || s->galley->rows.p[r].panel;
        }
        if (panels) {
            move_panels(all, s, origin, next);
        }
        for (size_t r = s->at; r < s->end; r++) {
            struct v_box *box = s->galley->rows.p[r].box;
            galley_move(all, box, within(s->top[r] - origin + box->height - all->height));
        }
        s->at = s->end;
    }
    return all;
}

void galley_zip(struct galley *g, struct galley *const *from, size_t n, const sp *drops, sp slack,
                sp whole) {
    struct zip z = {.n = n, .slack = slack};
    int64_t tallest = 0;
    int64_t origin = 0;
    int64_t y = 0;
    z.strands = ARENA_ARRAY(g->arena, struct strand, n + 1);
    measure(&z, g->arena, from, drops);
    for (size_t i = 0; i < n; i++) {
        const struct strand *s = &z.strands[i];
        size_t rows = s->galley->rows.n;
        tallest = rows && s->foot[rows - 1] > tallest ? s->foot[rows - 1] : tallest;
    }
    while (origin < tallest) {
        int32_t penalty = 0;
        y = tallest <= whole ? tallest : next_foot(&z, y);
        y = y > tallest ? tallest : y;
        if (!may_cut(&z, y, &penalty) && y < tallest) {
            continue;
        }
        for (size_t i = 0; i < n && y == tallest; i++) {
            z.strands[i].end = z.strands[i].galley->rows.n;
        }
        int64_t next = y == tallest ? tallest : next_top(&z, y);
        galley_add_box(g, take_band(&z, g, origin, next));
        galley_penalty(g, penalty);
        if (next > y) {
            galley_margin(g, (struct v_glue){within(next - y), 0, 0});
        }
        origin = next;
    }
    g->penalty = 0;
}
