/* SPDX-License-Identifier: MIT */
/*
 * Links from an entry of the reference list back to the places that cite it (`backreferences:
 * true`). Citations get the ids "cite-1", "cite-2"... in the order of the text. An entry that is
 * not cited (nocite) gets no links. The writers decide how the arrow of a link looks.
 */
#include "cite/resolve/resolver.h"

/** The key for a work of a list in `r->places`. */
static struct str place_key(struct resolver *r, size_t list, struct str key) {
    return list ? arena_printf(r->arena, "%zu\n%.*s", list, STR_ARG(key)) : key;
}

void resolve_note_backrefs(struct resolver *r) {
    if (!node_bool(node_get(r->doc->front, "backreferences"), 0)) {
        return;
    }
    int number = 0;
    for (size_t i = 0; i < r->cites.n; i++) {
        struct resolve_cite *c = &r->cites.p[i];
        if (!c->has_items) {
            continue;
        }
        number++;
        if (doc_id(c->node).n == 0) {
            doc_set_id(r->doc, c->node,
                       resolve_unique_id(r, arena_printf(r->arena, "cite-%d", number)));
        }
        for (size_t k = 0; k < c->known; k++) {
            struct str key = place_key(r, c->list, c->cites[k].item->id);
            struct resolve_place *first = map_lookup(&r->places, key);
            if (first && first->last->cite == c) {
                continue; /* the work occurs twice in this citation, and one link is enough */
            }
            struct resolve_place *p = ARENA_NEW(r->arena, struct resolve_place);
            p->cite = c;
            if (first) {
                first->last->next = p;
                first->last = p;
            } else {
                p->last = p;
                map_put(&r->places, key, p);
            }
        }
    }
}

void resolve_add_backrefs(struct resolver *r, struct doc_node *entry, struct str key) {
    const struct resolve_place *p = map_lookup(&r->places, place_key(r, r->list, key));
    if (!p) {
        return;
    }
    struct doc_node *at =
        entry->last && doc_has_class(entry->last, "csl-right-inline") ? entry->last : entry;
    /* the space does not break, because a line must not begin with an arrow */
    resolve_text(r, at, STR("\u00A0"));
    struct doc_node *span = resolve_add(r, at, DOC_SPAN, "backreferences");
    struct str word = doc_word(r->doc->meta.lang, DOC_WORD_BACK_TO_CITATION, NULL);
    for (int n = 1; p; p = p->next, n++) {
        if (n > 1) {
            resolve_text(r, span, STR(" "));
        }
        struct str url = arena_join(r->arena, 2, STR("#"), doc_id(p->cite->node));
        struct doc_node *link = resolve_add_link(r, span, url);
        struct str says = arena_printf(r->arena, "%.*s %d", STR_ARG(word), n);
        doc_set_pair(r->doc, link, STR("role"), STR("doc-backlink"));
        doc_set_pair(r->doc, link, STR("aria-label"), says);
        link->u.link.title = says;
        resolve_text(r, link, arena_printf(r->arena, "\xE2\x86\xA9\xEF\xB8\x8E%d", n));
    }
}
