/* SPDX-License-Identifier: MIT */
/*
 * References in the structure tree of PDF 2.0: destinations that are elements (ISO 32000-2,
 * 12.3.2.3), notes and the elements that refer to them, entries of a table of contents and their
 * targets (ISO 14289-2, 8.2.5.8, 8.2.5.14 and 8.8). PDF 1.7 does not need them.
 */
#include "print/pdf/job.h"

#include "core/base/search.h"

#include <stdlib.h>

/** The block that contains an element. For a link it is the paragraph, for a block the block
 * itself. */
static const struct page_elem *block_of(const struct page_elem *e) {
    static const bool is_inline[ROLE_COUNT] = {
        [ROLE_SPAN] = true, [ROLE_QUOTE] = true, [ROLE_REFERENCE] = true, [ROLE_LINK] = true,
        [ROLE_LBL] = true,  [ROLE_CODE] = true,  [ROLE_BIB_ENTRY] = true};
    while (e->parent && is_inline[e->role]) {
        e = e->parent;
    }
    return e;
}

/** Finds the first item on a page, from item `from` on, with an element in the tree. Returns the
 * block of that element. */
static const struct page_elem *first_on(const struct pdf_job *job, size_t page, size_t from) {
    const struct page *p = job->pages->pages.p[page];
    for (size_t i = from; i < p->items.n; i++) {
        const struct page_elem *e = p->items.p[i].elem;
        if (pdf_structure_has(job, e) && job->elem_refs[e->number]) {
            return block_of(e);
        }
    }
    return NULL;
}

const struct page_elem *pdf_target_of_dest(const struct pdf_job *job, const struct page_dest *d) {
    size_t page = (size_t)d->page;
    const struct page_elem *e = first_on(job, page, d->item);
    if (!e && page + 1 < job->pages->pages.n) {
        e = first_on(job, page + 1, 0);
    }
    return e ? e : job->pages->root;
}

/* ---- references */

static int by_elem(const void *a, const void *b) {
    const struct pdf_reference *x = a, *y = b;
    int from = x->from->number, other = y->from->number;
    int to = x->to->number, other_to = y->to->number;
    return from != other ? (from > other) - (from < other) : (to > other_to) - (to < other_to);
}

static void refer(struct pdf_job *job, const struct page_elem *from, const struct page_elem *to) {
    if (job->elem_refs[from->number] && job->elem_refs[to->number]) {
        vec_push(&job->references, (struct pdf_reference){from, to});
    }
}

/** Records the reference of a link within the document. */
static void note_reference(struct pdf_job *job, const struct pdf_annot *a) {
    const struct page_dest *d = pdf_dest_find(job, a->dest);
    if (!d) {
        return;
    }
    const struct page_elem *to = pdf_target_of_dest(job, d), *e = a->elem;
    if (to->role == ROLE_NOTE && str_eq(page_elem_said(to)->id, a->dest)) {
        const struct page_elem *source =
            e->parent && e->parent->role == ROLE_REFERENCE ? e->parent : e;
        refer(job, source, to);
        refer(job, to, source);
    }
    while (e && e->role != ROLE_TOCI) {
        e = e->parent;
    }
    if (e) {
        refer(job, e, to);
    }
}

void pdf_references_find(struct pdf_job *job) {
    for (size_t i = 0; i < job->annots.n; i++) {
        if (job->annots.p[i].dest.n) {
            note_reference(job, &job->annots.p[i]);
        }
    }
    vec_sort(&job->references, by_elem);
}

void pdf_references_put(struct pdf_job *job, const struct page_elem *e, struct buf *b) {
    size_t i, n = job->references.n;
    SEARCH_FIRST(i, 0, n, job->references.p[i].from->number >= e->number);
    const struct page_elem *last = NULL;
    for (; i < n && job->references.p[i].from == e; i++) {
        const struct page_elem *to = job->references.p[i].to;
        if (to != last) {
            buf_puts(b, last ? "" : "/Ref[");
            pdf_put_ref(b, job->elem_refs[to->number]);
        }
        last = to;
    }
    if (last) {
        buf_putc(b, ']');
    } else if (e->role == ROLE_TOCI) {
        job->faults |= FAULT_TARGET;
    }
}
