/* SPDX-License-Identifier: MIT */
/*
 * Structure elements (ISO 32000-1, 14.7): creating, attaching and pruning them. Also frees a
 * laid-out document.
 */
#include "print/layout/model/page.h"

void pages_drop(struct pages *p) {
    for (size_t i = 0; i < p->pages.n; i++) {
        vec_drop(&p->pages.p[i]->items);
        vec_drop(&p->pages.p[i]->links);
    }
    vec_drop(&p->pages);
    vec_drop(&p->dests);
    vec_drop(&p->outline);
    vec_drop(&p->paragraphs);
}

struct page_elem *page_elem_new(struct pages *p, enum page_role role) {
    struct page_elem *elem = ARENA_NEW(p->arena, struct page_elem);
    elem->role = role;
    elem->number = p->nelems++;
    return elem;
}

struct page_elem_words *page_elem_words(struct pages *p, struct page_elem *elem) {
    if (!elem->words) {
        elem->words = ARENA_NEW(p->arena, struct page_elem_words);
    }
    return elem->words;
}

const struct page_elem_words *page_elem_said(const struct page_elem *elem) {
    static const struct page_elem_words none = {.alt = STR_INIT("")};
    return elem->words ? elem->words : &none;
}

void page_elem_attach(struct page_elem *parent, struct page_elem *elem) {
    elem->parent = parent;
    if (parent->last) {
        parent->last->next = elem;
    } else {
        parent->first = elem;
    }
    parent->last = elem;
}

/** Whether the role is a part of a table. A table keeps its shape, so even empty parts are kept. */
static bool is_table_part(enum page_role role) {
    return role == ROLE_TR || role == ROLE_TH || role == ROLE_TD || role == ROLE_THEAD ||
           role == ROLE_TBODY || role == ROLE_TFOOT;
}

/** The next element in reading order, children first; NULL at the end. */
static struct page_elem *next_elem(struct page_elem *elem, const struct page_elem *root) {
    if (elem->first) {
        return elem->first;
    }
    while (elem != root && !elem->next) {
        elem = elem->parent;
    }
    return elem == root ? NULL : elem->next;
}

void page_elem_prune(struct page_elem *root, bool *used) {
    for (struct page_elem *elem = root; elem; elem = next_elem(elem, root)) {
        if (!used[elem->number]) {
            continue;
        }
        for (struct page_elem *up = elem->parent; up && !used[up->number]; up = up->parent) {
            used[up->number] = true;
        }
    }
    for (struct page_elem *elem = root; elem; elem = next_elem(elem, root)) {
        struct page_elem **at = &elem->first;
        elem->last = NULL;
        while (*at) {
            if (used[(*at)->number] || is_table_part((*at)->role)) {
                elem->last = *at;
                at = &(*at)->next;
            } else {
                *at = (*at)->next;
            }
        }
    }
}
