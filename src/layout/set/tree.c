/* SPDX-License-Identifier: MIT */
/*
 * Structure elements (ISO 32000-1, 14.7): making, attaching, pruning, and heading levels that never
 * jump (ISO 14289-1, 7.4.2). Knows roles, not what they look like.
 */
#include "layout/set/setter.h"

struct page_elem *set_elem_loose(struct setter *s, enum page_role role) {
    struct page_elem *elem = ARENA_NEW(s->arena, struct page_elem);
    elem->role = role;
    elem->number = s->pages->nelems++;
    return elem;
}

void set_elem_attach(struct page_elem *parent, struct page_elem *elem) {
    elem->parent = parent;
    elem->in_root = true;
    if (parent->last) {
        parent->last->next = elem;
    } else {
        parent->first = elem;
    }
    parent->last = elem;
}

struct page_elem *set_elem_new(struct setter *s, struct page_elem *parent, enum page_role role) {
    struct page_elem *elem = set_elem_loose(s, role);
    set_elem_attach(parent, elem);
    return elem;
}

/** Parts of a table keep its shape even when they are empty. */
static bool is_table_part(enum page_role role) {
    return role == ROLE_TR || role == ROLE_TH || role == ROLE_TD || role == ROLE_THEAD ||
           role == ROLE_TBODY;
}

/** The next element in reading order, below `e` first; NULL at the end. */
static struct page_elem *next_elem(struct page_elem *elem, const struct page_elem *root) {
    if (elem->first) {
        return elem->first;
    }
    while (elem != root && !elem->next) {
        elem = elem->parent;
    }
    return elem == root ? NULL : elem->next;
}

void set_elem_prune(struct page_elem *root, bool *used) {
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

enum page_role set_heading_role(struct setter *s, int source_level, int *level) {
    struct head_stack *h = &s->heads;
    while (h->n > 0 && h->levels[h->n - 1] >= source_level) {
        h->n--;
    }
    if (h->n < (int)ARRAY_LEN(h->levels)) {
        h->levels[h->n++] = source_level;
    }
    int tag = h->n + h->base;
    tag = tag > 6 ? 6 : tag;
    *level = h->n;
    return (enum page_role)(ROLE_H1 + tag - 1);
}
