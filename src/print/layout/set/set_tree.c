/* SPDX-License-Identifier: MIT */
/*
 * Structure elements for the nodes of the walk, and heading levels without gaps (ISO 14289-1,
 * 7.4.2).
 */
#include "print/layout/set/setter.h"

struct page_elem *set_elem_new(struct setter *s, struct page_elem *parent, enum page_role role) {
    struct page_elem *elem = page_elem_new(s->pages, role);
    page_elem_attach(parent, elem);
    return elem;
}

enum page_role set_heading_role(struct setter *s, int source_level, int *level) {
    struct head_stack *h = &s->now.heads;
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
