/* SPDX-License-Identifier: MIT */
/*
 * The reference list: into `::: {#refs}`, or at the end of the document, under
 * `reference-section-title`.
 */
#include "resolve/resolver.h"

struct str resolve_anchor(struct resolver *r, struct str key) {
    struct str id = arena_join(r->arena, 2, STR("ref-"), key);
    char *p = (char *)(uintptr_t)id.p; /* fresh from the arena: ours to change */
    for (size_t i = 0; i < id.n; i++) {
        if (is_space(p[i])) {
            p[i] = '_';
        }
    }
    return id;
}

struct str resolve_unique_id(struct resolver *r, struct str id) {
    struct map_entry *taken = map_find(&r->ids, id);
    struct str want = id;
    if (taken) {
        int *last = taken->value; /* that was given for this one: not all are tried again */
        do {
            id = arena_printf(r->arena, "%.*s-%d", STR_ARG(want), ++*last);
        } while (map_find(&r->ids, id));
    }
    int *first = ARENA_NEW(r->arena, int);
    *first = 1;
    map_put(&r->ids, id, first);
    return id;
}

struct str resolve_entry_id(struct resolver *r, struct str key) {
    return resolve_unique_id(r, resolve_anchor(r, key));
}

static struct doc_node *find_refs_div(struct resolver *r) {
    if (!doc_has_kind(r->doc, DOC_DIV)) {
        return NULL;
    }
    struct doc_walk w = doc_walk_start(r->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_DIV && str_is(doc_id(w.node), "refs")) {
            return w.node;
        }
    }
    return NULL;
}

/** Heading from `reference-section-title`, as pandoc places it before the list. */
static void add_section_title(struct resolver *r) {
    const struct node *title = node_get(r->doc->front, "reference-section-title");
    if (node_text(title).n == 0) {
        return;
    }
    struct doc_node *h = resolve_add(r, r->doc->root, DOC_HEADING, "unnumbered");
    h->u.heading.level = 1;
    h->u.heading.unnumbered = true;
    h->span = title->span;
    resolve_text(r, h, node_text(title));
    doc_set_id(r->doc, h, STR("bibliography"));
}

/** The place of the list: the empty div itself, inside a div that has text, or the document's end.
 */
static void place(struct resolver *r, struct doc_node *list) {
    struct doc_node *div = find_refs_div(r);
    if (!div) {
        add_section_title(r);
        doc_append(r->doc->root, list);
    } else if (div->first) {
        div->attr->id = STR_EMPTY;
        doc_append(div, list);
    } else {
        doc_insert_before(div, list);
        doc_unlink(div);
    }
}

void resolve_references(struct resolver *r) {
    struct csl_bibliography bib = csl_bibliography(r->csl);
    if (bib.n == 0) {
        return;
    }
    struct doc_node *list = doc_node_new(r->doc, DOC_BIBLIOGRAPHY, SPAN_NONE);
    doc_set_id(r->doc, list, STR("refs"));
    doc_add_class(r->doc, list, STR("references"));
    doc_add_class(r->doc, list, STR("csl-bib-body"));
    if (bib.hanging_indent) {
        doc_add_class(r->doc, list, STR("hanging-indent"));
    }
    list->u.bib.hanging = bib.hanging_indent;
    list->u.bib.second_field = bib.second_field_align;
    list->u.bib.line_spacing = bib.line_spacing;
    list->u.bib.entry_spacing = bib.entry_spacing;
    for (size_t i = 0; i < bib.n; i++) {
        struct doc_node *e = resolve_add(r, list, DOC_BIB_ENTRY, "csl-entry");
        e->u.bib.key = bib.entries[i].item->id;
        doc_set_id(r->doc, e, resolve_entry_id(r, bib.entries[i].item->id));
        r->entry = bib.entries[i].item;
        resolve_out(r, e, bib.entries[i].out, false);
        r->entry = NULL;
        resolve_add_backrefs(r, e, bib.entries[i].item->id);
    }
    place(r, list);
}
