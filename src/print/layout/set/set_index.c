/* SPDX-License-Identifier: MIT */
/*
 * The index on paper: LaTeX's theindex (classes.dtx) in two columns, with page numbers. It is set
 * after a first cut of the pages, so that its lines are broken with the real page numbers. Then it
 * is inserted and the pages are cut again. This does not move earlier content, because the index
 * begins on a page of its own.
 */
#include "print/layout/set/ship.h"

#include "print/layout/model/sp.h"
#include "print/layout/page/page_break.h"

#include <stdlib.h>

#define HANG PT(40)         /* the hanging indent of LaTeX's \@idxitem */
#define SUB_INDENT PT(20)   /* the indent of LaTeX's \subitem */
#define LETTER_SPACE PT(10) /* LaTeX's \indexspace, the space above a new letter */
#define COLUMNS 2

bool set_index_div(struct setter *s, const struct doc_node *n, const struct frame *f) {
    bool index = n->attr && doc_has_class(n, "index") && n->first && n->first->kind == DOC_LIST;
    if (!index || s->now.g != &s->body || s->index.node) {
        return false;
    }
    s->index.node = n;
    s->index.frame = *f;
    s->index.frame.look = NULL;
    s->index.frame.elem = set_elem_new(s, f->elem, ROLE_DIV);
    set_put_box(s, galley_box_new(s->now.g, 0, 0), f);
    s->index.row = s->now.g->rows.n - 1;
    return true;
}

/* ---- pages of a term ---- */

/** A link of a term, with the page of its target. */
struct index_page {
    const struct doc_node *link;
    size_t page;
    bool joins; /* the author marked a range from this place to the next one */
};

static int page_order(const void *a, const void *b) {
    const struct index_page *x = (const struct index_page *)a, *y = (const struct index_page *)b;
    return x->page < y->page ? -1 : x->page > y->page;
}

/** Collects the targets that are on pages, in the order of the pages. Each page occurs once. */
static size_t gather_pages(const struct setter *s, const struct doc_node *places,
                           struct index_page *out) {
    size_t n = 0, kept = 0;
    for (const struct doc_node *k = places->first; k; k = k->next) {
        if (k->kind != DOC_LINK || k->u.link.url.n < 2) {
            continue;
        }
        const size_t *page =
            (const size_t *)map_lookup(&s->index.pages, str_from(k->u.link.url, 1));
        if (page) {
            out[n++] = (struct index_page){k, *page, doc_has_class(k, "range-begin")};
        }
    }
    qsort(out, n, sizeof *out, page_order);
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && out[kept - 1].page == out[i].page) {
            out[kept - 1].joins = out[kept - 1].joins || out[i].joins;
        } else {
            out[kept++] = out[i];
        }
    }
    return kept;
}

static void put_page(struct setter *s, struct inline_builder *b, const struct index_page *p,
                     const struct ink *ink) {
    struct str label = s->shipped.states[p->page].label;
    set_jump(s, b, label, str_from(p->link->u.link.url, 1), label, ROLE_REFERENCE, ink);
}

/** Adds page numbers such as "3, 5-8". Three or more consecutive pages become a range. A range
 * that the author marked stays a range. */
static void put_pages(struct setter *s, struct inline_builder *b, const struct doc_node *places,
                      const struct ink *ink) {
    size_t n = 0;
    for (const struct doc_node *k = places->first; k; k = k->next) {
        n += k->kind == DOC_LINK;
    }
    struct index_page *pages = ARENA_ARRAY(s->arena, struct index_page, n + 1);
    n = gather_pages(s, places, pages);
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end + 1 < n && (pages[end].joins || pages[end + 1].page == pages[end].page + 1)) {
            end++;
        }
        bool range = end > i + 1 || pages[i].joins;
        set_text(s, b, i > 0 ? STR(", ") : STR_EMPTY, ink);
        put_page(s, b, &pages[i], ink);
        if (range && end > i) {
            set_text(s, b, STR("\u2013"), ink);
            put_page(s, b, &pages[end], ink);
            i = end + 1;
        } else {
            i++;
        }
    }
}

/* ---- lines ---- */

static void set_term(struct setter *s, const struct doc_node *plain, const struct frame *f,
                     sp indent) {
    struct inline_builder *b = inline_new(s->shaper);
    struct para_params params;
    struct ink ink = f->ink;
    ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_P)};
    for (const struct doc_node *k = plain->first; k; k = k->next) {
        if (k->kind == DOC_SPAN && doc_has_class(k, "index-places")) {
            put_pages(s, b, k, &ink);
        } else {
            set_inline(s, b, k, &ink);
        }
    }
    para_params_init(&params, f->width);
    params.ragged_right = true;
    params.first_indent = indent;
    params.hang_indent = HANG;
    set_paragraph(s, b, f, &params, INLINE_START);
    set_report_missing(s, b, plain);
    inline_drop(b);
}

static void set_terms(struct setter *s, const struct doc_node *list, const struct frame *f,
                      int level) {
    for (const struct doc_node *item = list->first; item; item = item->next) {
        if (level == 0 && item->prev && item->attr && doc_has_class(item, "index-letter")) {
            galley_space(s->now.g, (struct v_glue){LETTER_SPACE, 0, 0});
        }
        for (const struct doc_node *k = item->first; k; k = k->next) {
            if (k->kind == DOC_LIST) {
                galley_penalty(s->now.g, V_NEVER);
                set_terms(s, k, f, level + 1);
            } else {
                set_term(s, k, f, level * SUB_INDENT);
            }
        }
    }
}

/* ---- columns ---- */

/** The height of the rows from row `from` on. The sum stops as soon as it exceeds `most`. */
static int64_t rows_height(const struct galley *g, size_t from, int64_t most) {
    int64_t height = 0;
    for (size_t i = from; i < g->rows.n && height <= most; i++) {
        height += galley_row_height(&g->rows.p[i], i == from);
    }
    return height;
}

/** Puts the rows into columns on as many pages as needed. The first page has `room` left. */
static void put_columns(struct setter *s, struct galley *own, int64_t room, sp step, bool rtl) {
    for (size_t at = 0; at < own->rows.n;) {
        int64_t all = rows_height(own, at, room * COLUMNS);
        int64_t height = room;
        size_t ends[COLUMNS];
        if (all < room * COLUMNS) { /* on the last page the columns have about the same height */
            height = all / COLUMNS;
            while (galley_fit(own, galley_fit(own, at, height), height) < own->rows.n &&
                   height < room) {
                height += SP_PT * 4;
            }
        }
        size_t end = at;
        for (size_t k = 0; k < COLUMNS; k++) {
            end = end < own->rows.n ? galley_fit(own, end, height) : end;
            ends[k] = end;
        }
        struct v_box *boxes[COLUMNS];
        size_t n = 0, from = at;
        for (size_t k = 0; k < COLUMNS && from < ends[k]; from = ends[k], k++) {
            boxes[n] = galley_pack_rows(own, from, ends[k]);
            draw_move(&boxes[n++]->draws, (sp)(rtl ? COLUMNS - 1 - k : k) * step, 0);
        }
        if (at > 0) {
            galley_penalty(s->now.g, V_FORCE);
        }
        galley_add_box(s->now.g, galley_beside(s->now.g, boxes, n));
        at = end;
        room = s->style->text_h;
    }
}

/* ---- the whole index */

/** Collects the page of each destination. Returns the room that is left on the page where the index
 * begins. */
static int64_t look_up_pages(struct setter *s, const struct page_cuts *cuts) {
    int64_t room = s->style->text_h;
    set_page_places(s, s->body.rows.p, cuts, &s->index.pages);
    for (size_t i = 0; i < cuts->n; i++) {
        const struct page_cut *cut = &cuts->cuts[i];
        int64_t used = cut->page_top;
        for (size_t r = cut->begin; r < cut->end; r++) {
            const struct v_row *row = &s->body.rows.p[r];
            used += row->box->floats ? 0 : galley_row_height(row, r == cut->begin);
            if (r == s->index.row) {
                room = s->style->text_h - used;
            }
        }
    }
    return room;
}

/** Inserts rows at the place of the index. */
static void put_behind(struct setter *s, const struct galley *rows) {
    size_t at = s->index.row + 1, n = rows->rows.n;
    for (size_t i = 0; i < n; i++) {
        vec_push(&s->body.rows, rows->rows.p[i]);
    }
    for (size_t i = s->body.rows.n; i-- > at + n;) {
        s->body.rows.p[i] = s->body.rows.p[i - n];
    }
    for (size_t i = 0; i < n; i++) {
        s->body.rows.p[at + i] = rows->rows.p[i];
    }
}

bool set_index(struct setter *s, const struct page_cuts *cuts) {
    struct frame f = s->index.frame;
    struct galley own, pages;
    if (!s->index.node) {
        return false;
    }
    set_page_states(s, cuts);
    int64_t room = look_up_pages(s, cuts);
    bool wide = s->style->columns == 1 && f.width > 20 * s->style->em;
    sp sep = 2 * s->style->em, width = f.width;
    f.width = wide ? (f.width - sep) / COLUMNS : f.width;
    f.ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    set_galley_begin(s, &own);
    set_terms(s, s->index.node->first, &f, 0);
    set_galley_end(s);
    set_galley_begin(s, &pages);
    if (wide && room > 4 * f.leading) {
        put_columns(s, &own, room - f.leading, width - f.width, f.rtl);
    } else {
        galley_take_rows(&pages, &own);
    }
    set_galley_end(s);
    put_behind(s, &pages);
    galley_drop(&own);
    galley_drop(&pages);
    map_drop(&s->index.pages);
    return true;
}
