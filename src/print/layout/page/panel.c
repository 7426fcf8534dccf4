/* SPDX-License-Identifier: MIT */
/*
 * Cuts panels at the ends of columns. A panel is sliced: it has neither border nor padding at the
 * cut (CSS Fragmentation 3, section 5.4.1).
 */
#include "print/layout/page/panel.h"

void panel_list_add(struct panel_list *list, const struct v_row *row, sp cut, sp top, sp foot) {
    const struct v_panel *chain[V_PANELS];
    int n = 0;
    for (const struct v_panel *p = row->panel; p && n < V_PANELS; p = p->outer) {
        n++;
    }
    const struct v_panel *p = row->panel;
    for (int i = n; i > 0; i--, p = p->outer) {
        chain[i - 1] = p;
    }
    int same = 0;
    while (same < n && same < list->nopen && list->open[same] == chain[same]) {
        same++;
    }
    for (int i = 0; i < n; i++) {
        if (i >= same) {
            bool begins = row->box == chain[i]->first;
            struct panel_slice slice = {
                .panel = chain[i], .top = begins ? top : cut, .begins = begins};
            list->open[i] = chain[i];
            list->slice[i] = list->slices.n;
            vec_push(&list->slices, slice);
        }
        struct panel_slice *slice = &list->slices.p[list->slice[i]];
        slice->foot = foot;
        slice->ends = row->box == chain[i]->last;
    }
    list->nopen = n;
}

void panel_list_drop(struct panel_list *list) {
    vec_drop(&list->slices);
}

struct box_area panel_area(const struct panel_slice *slice) {
    const struct v_panel *p = slice->panel;
    struct box_area area = {
        .x = p->x, .y = slice->top, .w = p->width, .h = slice->foot - slice->top};
    area.open[EDGE_TOP] = !slice->begins;
    area.open[EDGE_BOTTOM] = !slice->ends;
    return area;
}
