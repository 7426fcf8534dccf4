/* SPDX-License-Identifier: MIT */
/*
 * Navigation (ISO 32000-1, 12.3, 12.4.2 and 12.5.6.5): link annotations, destinations and their
 * names, the outline, page labels. structure.c tags the links.
 *
 * Links within the document, and the outline, use /GoTo actions that give the page and the
 * position. Programs that rewrite or join PDF files keep such links, while many lose links by name.
 * Each link has an action of its own: qpdf copies an action once, for the first page that refers to
 * it, and loses the destination if the target page is not copied yet. The names remain for links
 * from other documents.
 */
#include "print/pdf/job.h"

#include "core/base/search.h"
#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- destinations */

static int by_name(const void *a, const void *b) {
    const struct page_dest *x = *(const struct page_dest *const *)a;
    const struct page_dest *y = *(const struct page_dest *const *)b;
    int c = str_cmp(x->name, y->name);
    /* if names are equal, the destination that was made earlier comes first */
    return c ? c : x < y ? -1 : x > y;
}

void pdf_dests_collect(struct pdf_job *job) {
    size_t n = job->pages->dests.n;
    job->dests = ARENA_ARRAY(job->arena, const struct page_dest *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct page_dest *d = &job->pages->dests.p[i];
        if (d->page >= 0 && (size_t)d->page < job->pages->pages.n) {
            job->dests[job->ndests++] = d;
        }
    }
    qsort(job->dests, job->ndests, sizeof *job->dests, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < job->ndests; i++) {
        if (kept == 0 || !str_eq(job->dests[kept - 1]->name, job->dests[i]->name)) {
            job->dests[kept++] = job->dests[i];
        }
    }
    job->ndests = kept;
}

const struct page_dest *pdf_dest_find(const struct pdf_job *job, struct str name) {
    size_t i;
    SEARCH_FIRST(i, 0, job->ndests, str_cmp(job->dests[i]->name, name) >= 0);
    return i < job->ndests && str_eq(job->dests[i]->name, name) ? job->dests[i] : NULL;
}

/** Appends a place, "[5 0 R/XYZ 72 700 null]", which keeps the reader's zoom (12.3.2.2). `of` is a
 * page or an element. */
static void put_place(const struct pdf_job *job, pdf_ref of, const struct page_dest *d,
                      struct buf *b) {
    buf_putc(b, '[');
    pdf_put_ref(b, of);
    buf_puts(b, "/XYZ ");
    pdf_put_length(b, pdf_micro(d->x));
    buf_putc(b, ' ');
    pdf_put_length(b, pdf_micro((int64_t)job->pages->pages.p[d->page]->height - d->y));
    buf_puts(b, " null]");
}

/** Appends the entries of a destination: /D, and in PDF 2.0 also /SD, which names the element at
 * the destination (ISO 32000-2, 12.3.2.4 and 12.6.4.2). */
static void put_entries(const struct pdf_job *job, const struct page_dest *d, struct buf *b) {
    buf_puts(b, "/D");
    put_place(job, job->page_refs[d->page], d, b);
    if (job->version >= 20) {
        buf_puts(b, "/SD");
        put_place(job, job->elem_refs[pdf_target_of_dest(job, d)->number], d, b);
    }
}

/** Appends the value of a named destination: the place on its page, or a dictionary that also names
 * the element. */
static void put_target(const struct pdf_job *job, const struct page_dest *d, struct buf *b) {
    if (job->version < 20) {
        put_place(job, job->page_refs[d->page], d, b);
        return;
    }
    buf_puts(b, "<<");
    put_entries(job, d, b);
    buf_puts(b, ">>");
}

/** Appends the action that leads to a destination, if the destination exists (12.6.4.2). In PDF
 * 2.0, pdf_dests_write() writes the action later as an object, because it names an element, and
 * elements have no numbers yet. */
static void put_goto(struct pdf_job *job, struct str name, struct buf *b) {
    const struct page_dest *d = pdf_dest_find(job, name);
    if (d && job->version < 20) {
        buf_puts(b, "/A<</S/GoTo");
        put_entries(job, d, b);
        buf_puts(b, ">>");
    } else if (d) {
        pdf_ref ref = haru_reserve(job->haru);
        vec_push(&job->gotos, (struct pdf_goto){ref, d});
        pdf_put_ref_entry(b, "/A", ref);
    }
}

static void write_gotos(struct pdf_job *job) {
    for (size_t i = 0; i < job->gotos.n && !haru_error(job->haru); i++) {
        struct buf b = BUF_INIT;
        buf_puts(&b, "/S/GoTo");
        put_entries(job, job->gotos.p[i].to, &b);
        haru_fill(job->haru, job->gotos.p[i].ref, pdf_keep(job, &b));
    }
}

/* maximum number of names in a leaf of the name tree */
enum { LEAF = 64 };

pdf_ref pdf_dests_write(struct pdf_job *job) {
    if (job->ndests == 0) {
        return 0;
    }
    write_gotos(job);
    struct buf top = BUF_INIT;
    buf_puts(&top, "/Kids[");
    for (size_t i = 0; i < job->ndests; i += LEAF) {
        size_t end = job->ndests - i < LEAF ? job->ndests : i + LEAF;
        struct buf leaf = BUF_INIT;
        buf_puts(&leaf, "/Limits[");
        pdf_put_bytes(&leaf, job->dests[i]->name);
        pdf_put_bytes(&leaf, job->dests[end - 1]->name);
        buf_puts(&leaf, "]/Names[");
        for (size_t k = i; k < end; k++) {
            pdf_put_bytes(&leaf, job->dests[k]->name);
            put_target(job, job->dests[k], &leaf);
        }
        buf_putc(&leaf, ']');
        pdf_put_ref(&top, haru_dict(job->haru, pdf_keep(job, &leaf)));
    }
    buf_putc(&top, ']');
    return haru_dict(job->haru, pdf_keep(job, &top));
}

/* ---- links */

/** The element that owns the annotation of a link: the nearest element of type Link (ISO 14289-1,
 * 7.18.5), or else the element that the layout has set. */
static const struct page_elem *owner(const struct pdf_job *job, const struct page_link *link) {
    if (!pdf_structure_has(job, link->elem)) {
        return job->pages->root;
    }
    for (const struct page_elem *e = link->elem; e; e = e->parent) {
        if (e->role == ROLE_LINK) {
            return e;
        }
    }
    return link->elem;
}

static void put_rectangle(const struct page *page, const struct page_link *l, struct buf *b) {
    const int64_t v[4] = {l->x, (int64_t)page->height - l->y - l->h, (int64_t)l->x + l->w,
                          (int64_t)page->height - l->y};
    for (int i = 0; i < 4; i++) {
        if (i) {
            buf_putc(b, ' ');
        }
        pdf_put_fixed(b, (pdf_micro(v[i]) + 5000) / 10000, 2);
    }
}

/* Many links may repeat an address or a description. Addresses with more bytes than this are
 * written once, and longer descriptions are cut. */
enum { LONG_ADDRESS = 400 };

static void put_action(struct pdf_job *job, struct str uri, struct buf *b) {
    struct buf action = BUF_INIT;
    buf_puts(&action, "/S/URI/URI");
    pdf_put_uri(&action, uri);
    if (uri.n <= LONG_ADDRESS) {
        buf_puts(b, "/A<<");
        buf_str(b, buf_view(&action));
        buf_puts(b, ">>");
        buf_drop(&action);
        return;
    }
    pdf_ref *ref = map_lookup(&job->actions, uri);
    if (!ref) {
        ref = ARENA_NEW(job->arena, pdf_ref);
        *ref = haru_dict(job->haru, pdf_keep(job, &action));
        (void)map_put(&job->actions, uri, ref);
    } else {
        buf_drop(&action);
    }
    pdf_put_ref_entry(b, "/A ", *ref);
}

/** Appends the description of a link, for accessibility. A very long description is cut. */
static void put_contents(const struct page_link *l, struct buf *b) {
    struct str s = l->contents.n ? l->contents : l->uri.n ? l->uri : l->dest;
    pdf_put_text(b, utf8_cut(s, LONG_ADDRESS));
}

static void write_link(struct pdf_job *job, uint32_t page, const struct page_link *l,
                       struct buf *array) {
    int key = (int)(job->pages->pages.n + job->annots.n);
    struct buf b = BUF_INIT;
    buf_puts(&b, "/Type/Annot/Subtype/Link/Rect[");
    put_rectangle(job->pages->pages.p[page], l, &b);
    /* F 4: the annotation is printed (ISO 19005-2, 6.3.2). There is no border, because links are
     * recognised by the colour of their text. */
    buf_puts(&b, "]/Border[0 0 0]/F 4/StructParent ");
    buf_int(&b, key);
    buf_puts(&b, "/Contents");
    put_contents(l, &b);
    if (l->uri.n) {
        put_action(job, l->uri, &b);
    } else {
        put_goto(job, l->dest, &b);
    }
    pdf_ref ref = haru_dict(job->haru, pdf_keep(job, &b));
    vec_push(&job->annots, (struct pdf_annot){.elem = owner(job, l),
                                              .ref = ref,
                                              .page = job->page_refs[page],
                                              .dest = l->uri.n ? STR_EMPTY : l->dest});
    pdf_put_ref(array, ref);
}

/** Whether `b` is the next line of the same link in the same column. */
static bool is_next_line(const struct page_link *a, const struct page_link *b) {
    bool below = b->y >= a->y + a->h / 2 && b->y <= a->y + 3 * (int64_t)a->h;
    return a->elem == b->elem && str_eq(a->uri, b->uri) && str_eq(a->dest, b->dest) && below &&
           (a->x == b->x || a->x + a->w == b->x + b->w);
}

/** Sets `*all` to the rectangle around the full lines of a link, from line `first` on and without
 * the last line of the link. A link of any length then has at most three rectangles on a page: its
 * first line, its full lines and its last line. A single annotation with /QuadPoints is not enough,
 * because browsers and other readers use only /Rect, which includes text outside of the link.
 * Returns the number of lines. */
static size_t middle_lines(const struct page *p, size_t first, struct page_link *all) {
    size_t n = 1;
    bool begun = first > 0 && is_next_line(&p->links.p[first - 1], &p->links.p[first]);
    *all = p->links.p[first];
    while (begun && first + n + 1 < p->links.n &&
           is_next_line(&p->links.p[first + n - 1], &p->links.p[first + n]) &&
           is_next_line(&p->links.p[first + n], &p->links.p[first + n + 1])) {
        const struct page_link *l = &p->links.p[first + n++];
        sp right = l->x + l->w > all->x + all->w ? l->x + l->w : all->x + all->w;
        all->x = l->x < all->x ? l->x : all->x;
        all->w = right - all->x;
        all->h = l->y + l->h - all->y;
    }
    return n;
}

void pdf_links_write(struct pdf_job *job, uint32_t page, struct buf *array) {
    const struct page *p = job->pages->pages.p[page];
    for (size_t i = 0; i < p->links.n;) {
        struct page_link l;
        i += middle_lines(p, i, &l);
        /* a link without a target gets no annotation */
        if (l.uri.n || pdf_dest_find(job, l.dest)) {
            write_link(job, page, &l, array);
        }
    }
}

/* ---- outline */

struct outline_item {
    const struct page_outline *entry;
    pdf_ref ref;
    int parent, prev, next, first, last; /* indices of other items; -1: there is none */
    /* the number of kids, and of the items that are visible below the item when it is open */
    int kids, shown;
};

/* maximum number of items of an outline that is open at first; more do not fit on a screen */
enum { OPEN_ITEMS = 40 };

/** Builds the tree of items from their levels. Item 0 is the root. The parent of an item is the
 * nearest item before it with a lower level, even if levels between them are missing. */
static void link_items(struct outline_item *items, int n) {
    for (int i = 1; i < n; i++) {
        int parent = i - 1;
        while (parent > 0 && items[parent].entry->level >= items[i].entry->level) {
            parent = items[parent].parent;
        }
        struct outline_item *p = &items[parent];
        items[i].parent = parent;
        items[i].prev = p->last;
        if (p->last >= 0) {
            items[p->last].next = i;
        } else {
            p->first = i;
        }
        p->last = i;
        p->kids++;
    }
}

static void put_item_ref(struct buf *b, const char *key, const struct outline_item *items, int i) {
    if (i >= 0) {
        buf_puts(b, key);
        pdf_put_ref(b, items[i].ref);
    }
}

static void write_item(struct pdf_job *job, const struct outline_item *items, int i, bool open) {
    const struct outline_item *it = &items[i];
    struct buf b = BUF_INIT;
    if (i == 0) {
        buf_puts(&b, "/Type/Outlines");
    } else {
        buf_puts(&b, "/Title");
        pdf_put_text(&b, it->entry->title);
        put_item_ref(&b, "/Parent", items, it->parent);
        put_item_ref(&b, "/Prev", items, it->prev);
        put_item_ref(&b, "/Next", items, it->next);
        put_goto(job, it->entry->dest, &b);
    }
    put_item_ref(&b, "/First", items, it->first);
    put_item_ref(&b, "/Last", items, it->last);
    if (it->kids) {
        /* Table 153: an open item counts all its visible descendants. A closed item counts the
         * items that opening it would show, as a negative number. */
        buf_printf(&b, "/Count %d", i == 0 || open ? it->shown : -it->kids);
    }
    haru_fill(job->haru, it->ref, pdf_keep(job, &b));
}

pdf_ref pdf_outline_write(struct pdf_job *job) {
    if (job->pages->outline.n == 0 || job->pages->outline.n > INT32_MAX / 2) {
        return 0;
    }
    int n = (int)job->pages->outline.n + 1;
    struct outline_item *items = ARENA_ARRAY(job->arena, struct outline_item, (size_t)n);
    for (int i = 0; i < n; i++) {
        items[i] = (struct outline_item){.entry = i ? &job->pages->outline.p[i - 1] : NULL,
                                         .ref = haru_reserve(job->haru),
                                         .parent = -1,
                                         .prev = -1,
                                         .next = -1,
                                         .first = -1,
                                         .last = -1};
    }
    link_items(items, n);
    bool open = n <= OPEN_ITEMS;
    for (int i = n - 1; i > 0; i--) {
        struct outline_item *p = &items[items[i].parent];
        p->shown += 1 + (open ? items[i].shown : 0);
    }
    for (int i = 0; i < n && !haru_error(job->haru); i++) {
        write_item(job, items, i, open);
    }
    return items[0].ref;
}

/* ---- page labels */

/** Whether PDF readers would make the same label from the page number. They count from 1, and after
 * z they continue with aa, bb (ISO 32000-1, table 159), but dossier continues with aa, ab. */
static bool label_counts(const struct page *page) {
    bool letters = page->numbering == PAGE_ALPHA || page->numbering == PAGE_ALPHA_UPPER;
    return page->number >= 1 && (!letters || page->number <= 26);
}

void pdf_page_labels_put(const struct pdf_job *job, struct buf *body) {
    static const char STYLES[] = {
        [PAGE_ARABIC] = 'D', [PAGE_ROMAN] = 'r',       [PAGE_ROMAN_UPPER] = 'R',
        [PAGE_ALPHA] = 'a',  [PAGE_ALPHA_UPPER] = 'A', [PAGE_UNNUMBERED] = 'D'};
    const struct page *last = NULL;
    buf_puts(body, "/PageLabels<</Nums[");
    for (size_t i = 0; i < job->pages->pages.n; i++) {
        const struct page *page = job->pages->pages.p[i];
        bool goes_on = last && label_counts(page) && label_counts(last) &&
                       page->numbering == last->numbering && page->number - 1 == last->number;
        last = page;
        if (goes_on) {
            continue;
        }
        buf_printf(body, "%zu<<", i);
        if (label_counts(page)) {
            buf_printf(body, "/S/%c", STYLES[page->numbering]);
        } else {
            buf_puts(body, "/P");
            pdf_put_text(body, page->label);
        }
        if (label_counts(page) && page->number != 1) {
            buf_puts(body, "/St ");
            buf_int(body, page->number);
        }
        buf_puts(body, ">>");
    }
    buf_puts(body, "]>>");
}
