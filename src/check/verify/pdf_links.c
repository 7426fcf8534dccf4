/* SPDX-License-Identifier: MIT */
/*
 * Checks the targets of a PDF's links, named destinations and outline (ISO 32000-1, 12.3). Also
 * checks whether the numbers that links show are those of their targets: an entry, a note, a
 * caption, a heading, an equation, or in lists of contents a page (12.4.2).
 */
#include "check/verify/verify_internal.h"

#include "core/base/search.h"

#include <stdlib.h>

DIAG_USE(DIAG_VERIFY_LINK);
DIAG_USE(DIAG_VERIFY_NUMBER);

enum { TEXT = 400, SHOWN = 20, HOPS = 64 };

/* The place of a run of text, used to find the element at a place of a page. */
struct standing {
    double x, y;
    uint32_t at; /* index of the run in reading order */
    uint32_t line;
};

struct links {
    struct verify_pdf *v;
    /* for each page: its runs from top to bottom; NULL before the first use */
    struct standing **standing;
    size_t *nstanding;
    uint32_t *by_page; /* index of each page's first entry in `sorted` */
    uint32_t *sorted;  /* indices of runs in reading order, grouped by page */
    struct map labels; /* maps the index of an element, as text, to its label */
    size_t wrong_links, wrong_numbers;
    struct str *page_labels;
};

/* ---- page labels (ISO 32000-1, 12.4.2) */

static void put_page_number(struct buf *b, const struct pdfread_value *style, int64_t n) {
    if (pdfread_is_name(style, "D")) {
        buf_int(b, n);
    } else if (pdfread_is_name(style, "r") || pdfread_is_name(style, "R")) {
        if (n < ROMAN_MAX) {
            buf_roman(b, n, style->text.p[0] == 'R');
        }
    } else if (pdfread_is_name(style, "a") || pdfread_is_name(style, "A")) {
        char letter = (char)((style->text.p[0] == 'A' ? 'A' : 'a') + (n - 1) % 26);
        buf_fill(b, letter, (size_t)((n - 1) / 26 % 100 + 1));
    }
}

/** Returns the prefix of a range of page labels. Its length is limited, because each page repeats
 * it. */
static struct str prefix_of(struct verify_pdf *v, const struct pdfread_value *range) {
    enum { PREFIX = 100 };
    struct pdfread_value prefix = *pdfread_get(v->doc, range, "P");
    if (prefix.kind != PDFREAD_STRING) {
        return STR_EMPTY;
    }
    prefix.text = str_slice(prefix.text, 0, PREFIX);
    return pdfread_text(v->arena, &prefix);
}

static void label_pages(struct links *l) {
    struct verify_pdf *v = l->v;
    l->page_labels = ARENA_ARRAY(v->arena, struct str, v->npages + 1);
    const struct pdfread_value *root = pdfread_get(v->doc, pdfread_catalog(v->doc), "PageLabels");
    const struct pdfread_value *nums = pdfread_get(v->doc, root, "Nums");
    const struct pdfread_value *range = root;
    int64_t from = 0;
    size_t next = 0, n = nums->kind == PDFREAD_ARRAY ? nums->n / 2 : 0;
    for (size_t p = 0; p < v->npages; p++) {
        while (next < n && pdfread_follow(v->doc, &nums->items[2 * next])->number <= (int64_t)p) {
            from = pdfread_follow(v->doc, &nums->items[2 * next])->number;
            from = from < 0 ? 0 : from;
            range = pdfread_follow(v->doc, &nums->items[2 * next + 1]);
            next++;
        }
        struct buf b = BUF_INIT;
        const struct pdfread_value *start = pdfread_get(v->doc, range, "St");
        if (n) {
            /* other starts are not allowed (ISO 32000-1, table 159) */
            bool counts =
                start->kind == PDFREAD_INT && start->number > 0 && start->number < INT32_MAX;
            buf_str(&b, prefix_of(v, range));
            put_page_number(&b, pdfread_get(v->doc, range, "S"),
                            (counts ? start->number : 1) + (int64_t)p - from);
        } else {
            buf_int(&b, (int64_t)p + 1);
        }
        l->page_labels[p] = buf_finish(&b, v->arena);
    }
}

/* ---- places */

static int from_top(const void *a, const void *b) {
    const struct standing *x = a, *y = b;
    int c = (x->y < y->y) - (x->y > y->y);
    return c ? c : (x->at > y->at) - (x->at < y->at);
}

static void sort_by_page(struct links *l) {
    struct verify_pdf *v = l->v;
    l->by_page = ARENA_ARRAY(v->arena, uint32_t, v->npages + 2);
    l->sorted = ARENA_ARRAY(v->arena, uint32_t, v->norder + 1);
    for (size_t i = 0; i < v->norder; i++) {
        l->by_page[v->order[i].page + 2]++;
    }
    for (size_t p = 2; p < v->npages + 2; p++) {
        l->by_page[p] += l->by_page[p - 1];
    }
    for (size_t i = 0; i < v->norder; i++) {
        l->sorted[l->by_page[v->order[i].page + 1]++] = (uint32_t)i;
    }
}

static void stand(struct links *l, size_t page) {
    struct verify_pdf *v = l->v;
    const struct pdfread_page_text *t = pdfread_page_text(v->doc, page);
    size_t from = l->by_page[page], to = l->by_page[page + 1];
    struct standing *list = ARENA_ARRAY(v->arena, struct standing, to - from + 1);
    for (size_t i = from; i < to; i++) {
        const struct pdfread_run *r = &t->runs[v->order[l->sorted[i]].run];
        list[i - from] = (struct standing){r->x, r->y, l->sorted[i], r->line};
    }
    if (to > from) {
        qsort(list, to - from, sizeof *list, from_top);
    }
    l->standing[page] = list;
    l->nstanding[page] = to - from;
}

/** Returns the first run at or below a place: its index in reading order, or SIZE_MAX. */
static size_t run_below(struct links *l, const struct pdfread_place *to) {
    if (!l->standing[to->page]) {
        stand(l, to->page);
    }
    const struct standing *list = l->standing[to->page];
    size_t n = l->nstanding[to->page], i;
    double top = to->has_y ? to->y : 1e9, left = to->has_x ? to->x : -1e9;
    SEARCH_FIRST(i, 0, n, list[i].y <= top + 0.5);
    enum { LOOKED_AT = 400 };
    for (size_t k = i; k < n && k < i + LOOKED_AT; k++) {
        if (list[k].x < left - 2) {
            continue;
        }
        size_t best = list[k].at; /* among the runs on its line, the first one in reading order */
        /* the line may begin with the mark of a note */
        for (size_t j = k + 1; j < n && j < k + LOOKED_AT; j++) {
            bool on_line = list[j].line == list[k].line && list[j].x >= left - 2;
            best = on_line && list[j].at < best ? list[j].at : best;
        }
        return best;
    }
    return SIZE_MAX;
}

/** Returns the outermost element that begins with a run and may have a number. */
static size_t element_from(struct links *l, size_t at) {
    struct verify_pdf *v = l->v;
    size_t e = v->order[at].element;
    if (e == UINT32_MAX) {
        return SIZE_MAX;
    }
    for (int i = 0; i < HOPS; i++) {
        struct str kind = v->tree->elements[e].kind;
        size_t parent = v->tree->elements[e].parent;
        if (str_among(kind, "LI Note FENote Formula Table TOCI") || verify_is_heading(kind) ||
            parent == SIZE_MAX) {
            break;
        }
        struct str above = v->tree->elements[parent].kind;
        bool begins = v->first[parent] >= v->first[e] || str_among(kind, "Figure");
        if (!begins || str_among(above, "Document Sect Part Art DocumentFragment Aside")) {
            break;
        }
        e = parent;
    }
    return e;
}

/** Returns the element at the place of a destination. SIZE_MAX if it is unknown. */
static size_t element_standing(struct links *l, const struct pdfread_place *to) {
    size_t at = to->found ? run_below(l, to) : SIZE_MAX;
    return at == SIZE_MAX ? SIZE_MAX : element_from(l, at);
}

/** Returns the element that a destination names, or else the element at its place. */
static size_t element_at(struct links *l, const struct pdfread_place *to) {
    return to->object ? pdfread_element_of(l->v->doc, to->object) : element_standing(l, to);
}

/* ---- numbers of elements */

/** Returns the first element below another whose type is in `kinds`, or SIZE_MAX. */
static size_t find_below(struct verify_pdf *v, size_t element, const char *kinds) {
    for (size_t i = element; i < v->kids[element]; i++) {
        if (str_among(v->tree->elements[i].kind, kinds)) {
            return i;
        }
        if (i - element > 200) {
            break;
        }
    }
    return SIZE_MAX;
}

static struct verify_label *make_label(struct verify_pdf *v, size_t e) {
    struct verify_label *out = ARENA_NEW(v->arena, struct verify_label);
    struct str kind = v->tree->elements[e].kind;
    if (str_among(kind, "LI Note FENote BibEntry P")) {
        size_t own = str_is(kind, "P") ? SIZE_MAX : find_below(v, e, "Lbl");
        if (own != SIZE_MAX) {
            verify_label_all(out, verify_element_text(v, own, TEXT));
        } else {
            verify_label_begin(out, verify_element_text(v, e, TEXT));
        }
        if (out->n == 0 && !str_is(kind, "P")) {
            verify_label_years(out, verify_element_text(v, e, TEXT));
        }
    } else if (str_is(kind, "Formula")) {
        verify_label_parentheses(out, verify_element_text(v, e, 8 * TEXT));
    } else if (str_among(kind, "Table Figure Div Sect Caption Code")) {
        size_t own = find_below(v, e, "Caption");
        size_t formula = own == SIZE_MAX ? find_below(v, e, "Formula") : SIZE_MAX;
        if (formula != SIZE_MAX) {
            verify_label_parentheses(out, verify_element_text(v, e, 8 * TEXT));
        } else {
            verify_label_begin(out, verify_element_text(v, own == SIZE_MAX ? e : own, TEXT));
        }
    } else {
        verify_label_begin(out, verify_element_text(v, e, TEXT));
    }
    return out;
}

static const struct verify_label *label_of(struct links *l, size_t element) {
    struct str key = arena_printf(l->v->arena, "%zu", element);
    struct verify_label *label = map_lookup(&l->labels, key);
    if (!label) {
        label = make_label(l->v, element);
        (void)map_put(&l->labels, key, label);
    }
    return label;
}

/* ---- links */

static void wrong_link(struct links *l, size_t page, const char *what, struct str name) {
    if (l->wrong_links++ < SHOWN) {
        diag_add(l->v->d, DIAG_VERIFY_LINK, verify_whole(l->v), "page %zu: a link %s%s%.*s%s",
                 page + 1, what, name.n ? " `" : "", STR_ARG(name), name.n ? "`" : "");
    }
}

static void wrong_number(struct links *l, size_t page, struct str text, struct str is) {
    if (l->wrong_numbers++ < SHOWN) {
        diag_add(l->v->d, DIAG_VERIFY_NUMBER, verify_whole(l->v),
                 "page %zu: `%.*s` leads to what has the number %.*s", page + 1, STR_ARG(text),
                 STR_ARG(is));
    }
}

/** Checks a line in a list of contents, "2.1 Methods . . . . 17": the number of the target and its
 * page. */
static void check_contents(struct links *l, size_t page, const struct pdfread_link *link,
                           struct str text, const struct verify_label *label) {
    struct verify_label begin = {.n = 0};
    verify_label_begin(&begin, text);
    struct str last = text;
    for (size_t i = text.n; i-- > 0 && !is_space(text.p[i]) && text.p[i] != '.';) {
        last = str_from(text, i);
    }
    struct str want = l->page_labels[link->to.page];
    int64_t number;
    if (last.n < text.n && last.n && str_to_i64(last, &number) && !str_eq(last, want)) {
        wrong_number(l, page, text, arena_printf(l->v->arena, "%.*s as its page", STR_ARG(want)));
    }
    if (begin.named && label->named && begin.word.n == 0) {
        struct verify_reference r = {.number = begin.numbers[0]};
        if (!verify_agrees(&r, label, l->v->lang)) {
            wrong_number(l, page, begin.numbers[0], verify_label_list(l->v->arena, label));
        }
    }
}

static void check_number(struct links *l, size_t page, const struct pdfread_link *link) {
    struct verify_pdf *v = l->v;
    size_t own = pdfread_holder_of_object(v->doc, link->object);
    size_t to = own == SIZE_MAX ? SIZE_MAX : element_at(l, &link->to);
    if (to == SIZE_MAX || to == own) {
        return;
    }
    struct str text = verify_element_text(v, own, TEXT);
    const struct verify_label *label = label_of(l, to);
    size_t above = v->tree->elements[own].parent;
    for (int i = 0; i < 3 && above != SIZE_MAX; i++) {
        if (str_is(v->tree->elements[above].kind, "TOCI")) {
            check_contents(l, page, link, text, label);
            return;
        }
        if (str_among(v->tree->elements[above].kind, "Lbl TOC")) {
            return; /* the number of a note links back to the text */
        }
        above = v->tree->elements[above].parent;
    }
    struct verify_reference r;
    if (!verify_read_reference(text, &r) || verify_agrees(&r, label, v->lang)) {
        return;
    }
    /* several elements may be on the line, and the link may mean the first of them */
    size_t there = link->to.object ? element_standing(l, &link->to) : SIZE_MAX;
    if (there == SIZE_MAX || !verify_agrees(&r, label_of(l, there), v->lang)) {
        wrong_number(l, page, text, verify_label_list(v->arena, label));
    }
}

static void check_link(struct links *l, size_t page, const struct pdfread_link *link) {
    if (!link->inside) {
        if (link->action.n == 0) {
            wrong_link(l, page, "leads nowhere", STR_EMPTY);
        }
        return;
    }
    if (!link->to.found) {
        wrong_link(l, page, "leads to no place", link->name);
        return;
    }
    if (link->to.object && pdfread_element_of(l->v->doc, link->to.object) == SIZE_MAX) {
        wrong_link(l, page, "leads to an element that the structure does not have", link->name);
    }
    if (l->v->tree->n) {
        check_number(l, page, link);
    }
}

/* ---- destinations and outline */

static void check_names(struct links *l) {
    size_t n;
    const struct pdfread_named *names = pdfread_names(l->v->doc, &n);
    for (size_t i = 0; i < n; i++) {
        if (!names[i].to.found && l->wrong_links++ < SHOWN) {
            diag_add(l->v->d, DIAG_VERIFY_LINK, verify_whole(l->v),
                     "the place `%.*s` is on no page", STR_ARG(names[i].name));
        }
    }
}

static void check_item(struct links *l, const struct pdfread_value *item) {
    struct verify_pdf *v = l->v;
    const struct pdfread_value *dest = pdfread_entry(item, "Dest");
    const struct pdfread_value *action = pdfread_get(v->doc, item, "A");
    struct str title = pdfread_get_text(v->doc, item, "Title");
    if (pdfread_is_name(pdfread_get(v->doc, action, "S"), "GoTo")) {
        dest = action;
    } else if (dest->kind == PDFREAD_NULL) {
        return;
    }
    struct pdfread_place to = pdfread_destination(v->doc, dest);
    if (!to.found) {
        if (l->wrong_links++ < SHOWN) {
            diag_add(v->d, DIAG_VERIFY_LINK, verify_whole(v), "the outline's `%.*s` leads nowhere",
                     STR_ARG(title));
        }
        return;
    }
    size_t element = v->tree->n ? element_at(l, &to) : SIZE_MAX;
    struct verify_label begin = {.n = 0};
    verify_label_begin(&begin, title);
    if (element == SIZE_MAX || !begin.named) {
        return;
    }
    const struct verify_label *label = label_of(l, element);
    struct verify_reference r = {.number = begin.numbers[0]};
    if (label->named && !verify_agrees(&r, label, v->lang)) {
        wrong_number(l, to.page, title, verify_label_list(v->arena, label));
    }
}

static void check_outline(struct links *l) {
    struct verify_pdf *v = l->v;
    VEC(const struct pdfread_value *) stack = VEC_INIT;
    const struct pdfread_value *root = pdfread_get(v->doc, pdfread_catalog(v->doc), "Outlines");
    vec_push(&stack, pdfread_entry(root, "First"));
    size_t most = pdfread_objects(v->doc);
    for (size_t seen = 0; stack.n && seen < most; seen++) { /* stops if the outline has a cycle */
        const struct pdfread_value *item = pdfread_follow(v->doc, vec_pop(&stack));
        if (item->kind == PDFREAD_DICT) {
            check_item(l, item);
            vec_push(&stack, pdfread_entry(item, "Next"));
            vec_push(&stack, pdfread_entry(item, "First"));
        }
    }
    vec_drop(&stack);
}

void verify_pdf_links(struct verify_pdf *v) {
    struct links l = {.v = v, .labels = MAP_IN(v->arena)};
    l.standing = ARENA_ARRAY(v->arena, struct standing *, v->npages + 1);
    l.nstanding = ARENA_ARRAY(v->arena, size_t, v->npages + 1);
    label_pages(&l);
    sort_by_page(&l);
    for (size_t p = 0; p < v->npages; p++) {
        for (size_t i = 0; i < v->pages[p].nlinks; i++) {
            check_link(&l, p, &v->pages[p].links[i]);
        }
    }
    check_names(&l);
    check_outline(&l);
}
