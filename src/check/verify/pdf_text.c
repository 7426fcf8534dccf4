/* SPDX-License-Identifier: MIT */
/*
 * The words of a PDF in the order of its structure (ISO 32000-1, 14.8.2.3). Without a structure,
 * they are in the order of its content. Artifacts, lists of contents and text off the page are
 * omitted. Formulas and figures become wildcards.
 */
#include "check/verify/verify_internal.h"

#include "core/base/search.h"

#include <stdlib.h>

/* ---- reading order */

/* A run and the marked-content sequence to which it belongs. A sorted list of these structs is used
 * to find the runs of a sequence. */
struct owned {
    int64_t owner;
    int32_t mcid;
    uint32_t page, run;
    bool taken; /* set in the first run of a sequence when the sequence is given to an element */
};

static int by_owner(const void *a, const void *b) {
    const struct owned *x = a, *y = b;
    int c = (x->owner > y->owner) - (x->owner < y->owner);
    c = c ? c : (x->mcid > y->mcid) - (x->mcid < y->mcid);
    c = c ? c : (x->page > y->page) - (x->page < y->page);
    return c ? c : (x->run > y->run) - (x->run < y->run);
}

struct cursor {
    size_t element, kid;
};

struct orderer {
    struct verify_pdf *v;
    VEC(struct owned) owned;
    VEC(struct verify_at) order;
    VEC(struct cursor) stack;
};

static void collect(struct orderer *o) {
    for (size_t p = 0; p < o->v->npages; p++) {
        const struct pdfread_page_text *t = pdfread_page_text(o->v->doc, p);
        for (size_t i = 0; i < t->nruns; i++) {
            const struct pdfread_run *r = &t->runs[i];
            if (r->mcid >= 0 && !r->artifact) {
                vec_push(&o->owned,
                         (struct owned){r->owner, r->mcid, (uint32_t)p, (uint32_t)i, false});
            }
        }
    }
    vec_sort(&o->owned, by_owner);
}

static void add_content(struct orderer *o, const struct pdfread_kid *kid, size_t element) {
    struct owned want = {kid->object, kid->mcid, 0, 0, false};
    size_t i;
    SEARCH_FIRST(i, 0, o->owned.n, by_owner(&o->owned.p[i], &want) >= 0);
    size_t first = i;
    for (; i < o->owned.n && o->owned.p[i].owner == kid->object && o->owned.p[i].mcid == kid->mcid;
         i++) {
        if (o->owned.p[first].taken) {
            return; /* the sequence is listed twice, but is read once */
        }
        vec_push(&o->order,
                 (struct verify_at){o->owned.p[i].page, o->owned.p[i].run, (uint32_t)element});
    }
    if (i > first) {
        o->owned.p[first].taken = true;
    }
}

static void walk(struct orderer *o, size_t root) {
    struct verify_pdf *v = o->v;
    vec_push(&o->stack, (struct cursor){root, 0});
    v->first[root] = (uint32_t)o->order.n;
    while (o->stack.n) {
        struct cursor *at = &vec_last(&o->stack);
        const struct pdfread_element *e = &v->tree->elements[at->element];
        if (at->kid == e->nkids) {
            v->end[at->element] = (uint32_t)o->order.n;
            (void)vec_pop(&o->stack);
            continue;
        }
        const struct pdfread_kid *kid = &e->kids[at->kid++];
        if (kid->kind == PDFREAD_CONTENT) {
            add_content(o, kid, at->element);
        } else if (kid->kind == PDFREAD_ELEMENT) {
            v->first[kid->element] = (uint32_t)o->order.n;
            vec_push(&o->stack, (struct cursor){kid->element, 0});
        }
    }
}

/** Orders the runs of a file without a structure tree: they keep the order of the content. */
static void as_painted(struct orderer *o) {
    for (size_t p = 0; p < o->v->npages; p++) {
        const struct pdfread_page_text *t = pdfread_page_text(o->v->doc, p);
        for (size_t i = 0; i < t->nruns; i++) {
            if (!t->runs[i].artifact) {
                vec_push(&o->order, (struct verify_at){(uint32_t)p, (uint32_t)i, UINT32_MAX});
            }
        }
    }
}

void verify_pdf_order(struct verify_pdf *v) {
    struct orderer o = {.v = v};
    v->first = ARENA_ARRAY(v->arena, uint32_t, v->tree->n + 1);
    v->end = ARENA_ARRAY(v->arena, uint32_t, v->tree->n + 1);
    v->kids = ARENA_ARRAY(v->arena, uint32_t, v->tree->n + 1);
    if (v->tree->n) {
        collect(&o);
        for (size_t i = 0; i < v->tree->n; i++) {
            if (v->tree->elements[i].parent == SIZE_MAX) {
                walk(&o, i);
            }
        }
    } else {
        as_painted(&o);
    }
    /* goes backwards, because elements come before their descendants */
    for (size_t i = v->tree->n; i-- > 0;) {
        uint32_t end = v->kids[i] > i + 1 ? v->kids[i] : (uint32_t)i + 1;
        size_t parent = v->tree->elements[i].parent;
        v->kids[i] = end;
        if (parent != SIZE_MAX && v->kids[parent] < end) {
            v->kids[parent] = end;
        }
    }
    v->norder = o.order.n;
    v->order = vec_finish(&o.order, v->arena);
    vec_drop(&o.owned);
    vec_drop(&o.stack);
}

static const struct pdfread_run *run_at(struct verify_pdf *v, size_t i) {
    return &pdfread_page_text(v->doc, v->order[i].page)->runs[v->order[i].run];
}

/** Whether a run begins a new word. It does so if it does not directly follow the previous run. */
static bool begins_word(struct verify_pdf *v, size_t i) {
    if (i == 0) {
        return true;
    }
    const struct verify_at *a = &v->order[i - 1], *b = &v->order[i];
    return a->page != b->page || a->run + 1 != b->run || run_at(v, i)->gap;
}

/* ---- text of elements */

static bool is_note(struct str kind) {
    return str_among(kind, "Note FENote");
}

struct str verify_element_text(struct verify_pdf *v, size_t element, size_t most) {
    struct buf b = BUF_INIT;
    size_t end = v->end[element];
    for (size_t i = v->first[element]; i < end && b.n < most;) {
        size_t e = v->order[i].element;
        while (e != SIZE_MAX && e != element && !is_note(v->tree->elements[e].kind)) {
            e = v->tree->elements[e].parent;
        }
        if (e != element && e != SIZE_MAX) {
            i = v->end[e] > i ? v->end[e] : i + 1; /* skips a note inside the element */
            continue;
        }
        const struct pdfread_run *r = run_at(v, i);
        if (begins_word(v, i) && b.n) {
            buf_putc(&b, ' ');
        }
        buf_str(&b, r->has_actual ? r->actual : r->text);
        i++;
    }
    return str_trim(buf_finish(&b, v->arena));
}

/* ---- words of the PDF */

enum where { IN_TEXT = 0, IN_NOTE = 1, IN_LABEL = 2, IN_PICTURE = 4, IN_LIST = 8 };

/** Returns how the text of an element is treated. This depends on its type and the types of its
 * ancestors. */
static unsigned where_of(struct str kind, unsigned above) {
    if (is_note(kind)) {
        return (above | IN_NOTE) & ~(unsigned)IN_LABEL;
    }
    if (str_is(kind, "Lbl")) {
        return above | IN_LABEL;
    }
    if (str_among(kind, "Figure Formula Form")) {
        return above | IN_PICTURE;
    }
    return str_among(kind, "TOC Artifact Index") ? above | IN_LIST : above;
}

static void read_addresses(struct verify_pdf *v, struct verify_text *t) {
    for (size_t p = 0; p < v->npages; p++) {
        for (size_t i = 0; i < v->pages[p].nlinks; i++) {
            verify_add_address(t, v->arena, v->pages[p].links[i].uri, SPAN_NONE);
        }
    }
}

/** Whether a run is outside of the visible area of its page. */
static bool is_off_page(const struct pdfread_page *page, const struct pdfread_run *r) {
    double middle = (r->x + r->end_x) / 2;
    return middle < page->left || middle > page->right || r->y < page->bottom || r->y > page->top;
}

struct verify_text *verify_pdf_text(struct verify_pdf *v) {
    struct verify_text *t = verify_text_new(v->arena);
    unsigned *where = ARENA_ARRAY(v->arena, unsigned, v->tree->n + 1);
    t->lang = v->lang;
    for (size_t i = 0; i < v->tree->n; i++) {
        const struct pdfread_element *e = &v->tree->elements[i];
        where[i] = where_of(e->kind, e->parent == SIZE_MAX ? 0 : where[e->parent]);
    }
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < v->norder; i++) {
        const struct pdfread_run *r = run_at(v, i);
        uint32_t element = v->order[i].element;
        unsigned in = element == UINT32_MAX ? 0 : where[element];
        if ((in & IN_LIST) || is_off_page(&v->pages[v->order[i].page], r)) {
            continue;
        }
        struct verify_piece p = {.kind = in & IN_PICTURE ? VERIFY_WILD
                                         : in & IN_LABEL ? VERIFY_LABEL
                                                         : VERIFY_WORDS,
                                 .begins = begins_word(v, i),
                                 .text = r->has_actual ? r->actual : r->text,
                                 .page = v->order[i].page + 1,
                                 .line = r->line};
        bool new_block = element != last && in != (last == UINT32_MAX ? 0 : where[last]);
        p.begins = p.begins || new_block;
        last = element;
        verify_text_put(t, in & IN_NOTE, p);
    }
    read_addresses(v, t);
    return verify_text_keep(v->arena, t);
}
