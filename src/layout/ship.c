/* SPDX-License-Identifier: MIT */
/*
 * The galley to pages: cuts it, places rows and footnotes, and hands boxes to the painter.
 */
#include "layout/ship.h"

#include "layout/page_break.h"
#include "layout/units.h"

#include <stdlib.h>

static struct str page_label(const struct setter *s, size_t number) {
    return arena_printf(s->arena, "%zu", number + 1);
}

static struct page *new_page(struct setter *s) {
    struct page *page = ARENA_NEW(s->arena, struct page);
    page->width = s->style.paper_w;
    page->height = s->style.paper_h;
    page->label = page_label(s, s->pages->pages.n);
    vec_push(&s->pages->pages, page);
    return page;
}

/** What of `over` the glue above this row gives up; `left` is what still has to shrink. */
static sp shrink_of(const struct v_row *row, int64_t over, int64_t total, int64_t *left) {
    if (*left <= 0 || total <= 0) {
        return 0;
    }
    int64_t give = (int64_t)row->above.shrink * over / total;
    give = give < *left ? give : *left;
    *left -= give;
    return (sp)give;
}

static void place_rows(const struct painter *p, const struct v_row *rows,
                       const struct page_cut *cut) {
    const struct page_style *st = &p->s->style;
    int64_t shrink = 0;
    int64_t left = cut->over;
    sp y = st->top;
    for (size_t i = cut->begin + 1; i < cut->end; i++) {
        shrink += rows[i].above.shrink;
    }
    for (size_t i = cut->begin; i < cut->end; i++) {
        const struct v_row *row = &rows[i];
        sp height = row->box->height;
        if (i > cut->begin) {
            y += row->above.size - shrink_of(row, cut->over, shrink, &left);
        } else if (i > 0 && row->head) {
            struct painter again = *p;
            again.artifact = ARTIFACT_LAYOUT;
            paint_box(&again, row->head, st->left, y + row->head->height);
            y += row->head->height + row->head->depth;
        } else if (height < st->top_skip) {
            height = st->top_skip;
        }
        y += height;
        paint_box(p, row->box, st->left, y);
        y += row->box->depth;
    }
}

/** Footnotes stand at the foot, below LaTeX's \footnoterule. */
static void place_notes(const struct painter *p, const struct page_cuts *cuts,
                        const struct page_cut *cut) {
    const struct page_style *st = &p->s->style;
    if (cut->note_end == cut->note_begin) {
        return;
    }
    sp height = page_notes_height(cuts, cut, st->foot_ins.size) - st->foot_ins.size;
    sp y = st->top + st->text_h - height;
    struct page_rule rule = {st->left, y - PT(3), sp_scale(st->text_w, 4, 10), PT100(40),
                             st->text_colour};
    paint_rule(p, rule, NULL);
    for (size_t i = cut->note_begin; i < cut->note_end; i++) {
        const struct v_row *row = cuts->note_rows[i];
        y += (i > cut->note_begin ? row->above.size : 0) + row->box->height;
        paint_box(p, row->box, st->left, y);
        y += row->box->depth;
    }
}

static int dest_order(const void *a, const void *b) {
    const struct page_dest *x = (const struct page_dest *)a;
    const struct page_dest *y = (const struct page_dest *)b;
    return str_cmp(x->name, y->name);
}

/** Outline entries whose heading is on no page (an empty one) go. */
static void keep_outline(struct setter *s) {
    size_t kept = 0;
    for (size_t i = 0; i < s->pages->outline.n; i++) {
        if (map_find(&s->dests, s->pages->outline.p[i].dest)) {
            s->pages->outline.p[kept++] = s->pages->outline.p[i];
        }
    }
    s->pages->outline.n = kept;
}

/** Links to places that never reached a page lead nowhere and go; their text stays. */
static void keep_links(struct setter *s) {
    for (size_t i = 0; i < s->pages->pages.n; i++) {
        struct page *page = s->pages->pages.p[i];
        size_t kept = 0;
        for (size_t k = 0; k < page->links.n; k++) {
            struct page_link *l = &page->links.p[k];
            if (l->dest.n == 0 || map_find(&s->dests, l->dest)) {
                page->links.p[kept++] = *l;
            } else {
                l->elem->role = ROLE_SPAN;
            }
        }
        page->links.n = kept;
    }
}

/** The page numbers of the table of contents, from where the places in `rows` were put. */
static void number_contents(struct setter *s, const struct v_row *rows,
                            const struct page_cuts *cuts) {
    struct map pages = MAP_INIT;
    for (size_t i = 0; i < cuts->n && s->toc.n > 0; i++) {
        struct str *label = ARENA_NEW(s->arena, struct str);
        *label = page_label(s, i);
        for (size_t r = cuts->cuts[i].begin; r < cuts->cuts[i].end; r++) {
            for (const struct dest_mark *m = rows[r].box->dests; m; m = m->next) {
                if (!map_find(&pages, m->name)) {
                    (void)map_put(&pages, m->name, label);
                }
            }
        }
    }
    toc_fill(s, &pages);
    map_drop(&pages);
}

void ship_pages(struct setter *s) {
    const struct page_style *st = &s->style;
    struct page_size size = {.height = st->text_h,
                             .top_skip = st->top_skip,
                             .max_depth = st->top_skip / 2,
                             .leading = st->sizes[STEP_NORMAL].leading,
                             .foot_ins = st->foot_ins.size};
    struct page_cuts cuts = page_break(s->arena, s->body.rows.p, s->body.rows.n, &size);
    number_contents(s, s->body.rows.p, &cuts);
    s->used = ARENA_ARRAY(s->arena, bool, (size_t)s->pages->nelems + 1);
    for (size_t i = 0; i < cuts.n; i++) {
        struct painter p = {s, new_page(s), (int)i, ARTIFACT_NONE};
        place_rows(&p, s->body.rows.p, &cuts.cuts[i]);
        place_notes(&p, &cuts, &cuts.cuts[i]);
    }
    ship_running(s);
    keep_outline(s);
    keep_links(s);
    if (s->pages->dests.n > 1) {
        qsort(s->pages->dests.p, s->pages->dests.n, sizeof s->pages->dests.p[0], dest_order);
    }
    elem_prune(s->pages->root, s->used);
}
