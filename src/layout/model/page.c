/* SPDX-License-Identifier: MIT */
/*
 * What a laid-out document holds beside its arena. Decides nothing about pages.
 */
#include "layout/model/page.h"

void pages_drop(struct pages *p) {
    for (size_t i = 0; i < p->pages.n; i++) {
        vec_drop(&p->pages.p[i]->items);
        vec_drop(&p->pages.p[i]->links);
    }
    vec_drop(&p->pages);
    vec_drop(&p->dests);
    vec_drop(&p->outline);
}
