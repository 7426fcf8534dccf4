/* SPDX-License-Identifier: MIT */
/*
 * Destinations, their names, and link annotations (ISO 32000-1, 12.3.2 and 12.5.6.5).
 */
#include "print/pdfread/pdfread_internal.h"

#include "core/base/bounds.h"

/* ---- names (7.9.6) */

static void add_name(struct pdfread_document *doc, struct str name,
                     const struct pdfread_value *dest) {
    if (doc->by_name.n >= LIMIT_PDF_NAMES || map_find(&doc->by_name, name)) {
        doc->cut = doc->cut || doc->by_name.n >= LIMIT_PDF_NAMES;
        return;
    }
    (void)map_put(&doc->by_name, name, (void *)(uintptr_t)dest);
}

static void add_key(void *doc, const struct pdfread_value *key, const struct pdfread_value *dest) {
    if (key->kind == PDFREAD_STRING) {
        add_name(doc, key->text, dest);
    }
}

static void find_names(struct pdfread_document *doc) {
    doc->has_names = true;
    doc->by_name = MAP_IN(doc->arena);
    const struct pdfread_value *catalog = pdfread_catalog(doc);
    const struct pdfread_value *old = pdfread_get(doc, catalog, "Dests");
    for (size_t i = 0; old->kind == PDFREAD_DICT && i + 1 < old->n; i += 2) {
        add_name(doc, old->items[i].text, &old->items[i + 1]);
    }
    pdfread_walk_tree(doc, pdfread_entry(pdfread_get(doc, catalog, "Names"), "Dests"), "Names",
                      add_key, doc);
}

const struct pdfread_named *pdfread_names(struct pdfread_document *doc, size_t *n) {
    if (!doc->has_names) {
        find_names(doc);
    }
    if (!doc->names) {
        doc->nnames = doc->by_name.n;
        doc->names = ARENA_ARRAY(doc->arena, struct pdfread_named, doc->nnames + 1);
        for (size_t i = 0; i < doc->nnames; i++) {
            const struct map_entry *e = &doc->by_name.entries[i];
            struct pdfread_value name = {.kind = PDFREAD_STRING, .text = e->key};
            doc->names[i].name = pdfread_text(doc->arena, &name);
            doc->names[i].to = pdfread_destination(doc, e->value);
        }
    }
    *n = doc->nnames;
    return doc->names;
}

/* ---- destinations (12.3.2) */

static bool read_number(struct pdfread_document *doc, const struct pdfread_value *array, size_t i,
                        double from, double *out) {
    const struct pdfread_value *v =
        i < array->n ? pdfread_follow(doc, &array->items[i]) : &pdfread_null;
    *out = v->real - from;
    return pdfread_is_number(v);
}

static void read_place(struct pdfread_document *doc, const struct pdfread_value *array,
                       struct pdfread_place *out) {
    size_t n;
    const struct pdfread_page *pages = pdfread_pages(doc, &n);
    const struct pdfread_value *page = &array->items[0];
    size_t index = page->kind == PDFREAD_REFERENCE ? pdfread_page_of(doc, page->number) : SIZE_MAX;
    if (index >= n) {
        return;
    }
    out->found = true;
    out->page = index;
    const struct pdfread_value *how = array->n > 1 ? pdfread_follow(doc, &array->items[1]) : array;
    bool both = pdfread_is_name(how, "XYZ") || pdfread_is_name(how, "FitR");
    bool tall = pdfread_is_name(how, "FitH") || pdfread_is_name(how, "FitBH");
    bool wide = pdfread_is_name(how, "FitV") || pdfread_is_name(how, "FitBV");
    out->has_x = (both || wide) && read_number(doc, array, 2, pages[index].left, &out->x);
    size_t top = pdfread_is_name(how, "FitR") ? 5 : both ? 3 : 2;
    out->has_y = (both || tall) && read_number(doc, array, top, pages[index].bottom, &out->y);
}

struct pdfread_place pdfread_destination(struct pdfread_document *doc,
                                         const struct pdfread_value *dest) {
    struct pdfread_place out = {.found = false};
    enum { HOPS = 8 };
    for (int i = 0; i < HOPS; i++) {
        dest = pdfread_follow(doc, dest);
        if (dest->kind == PDFREAD_STRING || dest->kind == PDFREAD_NAME) {
            if (!doc->has_names) {
                find_names(doc);
            }
            const struct pdfread_value *to = map_lookup(&doc->by_name, dest->text);
            dest = to ? to : &pdfread_null;
        } else if (dest->kind == PDFREAD_DICT) {
            const struct pdfread_value *element = pdfread_get(doc, dest, "SD");
            if (element->kind == PDFREAD_ARRAY && element->n &&
                element->items[0].kind == PDFREAD_REFERENCE) {
                out.object = element->items[0].number;
            }
            dest = pdfread_entry(dest, "D");
        } else {
            break;
        }
    }
    if (dest->kind == PDFREAD_ARRAY && dest->n) {
        read_place(doc, dest, &out);
    }
    return out;
}

/* ---- links */

static void read_link(struct pdfread_document *doc, const struct pdfread_page *page,
                      struct pdfread_link *out) {
    double box[4] = {0, 0, 0, 0};
    (void)pdfread_rectangle(doc, pdfread_entry(out->dict, "Rect"), box);
    out->left = box[0] - page->left;
    out->bottom = box[1] - page->bottom;
    out->right = box[2] - page->left;
    out->top = box[3] - page->bottom;
    const struct pdfread_value *dest = pdfread_entry(out->dict, "Dest");
    const struct pdfread_value *action = pdfread_get(doc, out->dict, "A");
    const struct pdfread_value *kind = pdfread_get(doc, action, "S");
    out->action = kind->kind == PDFREAD_NAME ? kind->text : STR_EMPTY;
    if (str_is(out->action, "GoTo")) {
        dest = action; /* like a destination, an action may have /D and /SD */
    } else if (str_is(out->action, "URI")) {
        const struct pdfread_value *uri = pdfread_get(doc, action, "URI");
        out->uri = uri->kind == PDFREAD_STRING ? uri->text : STR_EMPTY;
    }
    if (dest->kind != PDFREAD_NULL) {
        out->inside = true;
        const struct pdfread_value *name =
            dest == action ? pdfread_get(doc, action, "D") : pdfread_follow(doc, dest);
        if (name->kind == PDFREAD_STRING) {
            out->name = pdfread_text(doc->arena, name);
        } else if (name->kind == PDFREAD_NAME) {
            out->name = name->text;
        }
        out->to = pdfread_destination(doc, dest);
    }
}

void pdfread_find_links(struct pdfread_document *doc, struct pdfread_page *pages, size_t n) {
    size_t total = 0;
    for (size_t p = 0; p < n; p++) {
        VEC(struct pdfread_link) links = VEC_INIT;
        const struct pdfread_value *list = pdfread_get(doc, pages[p].dict, "Annots");
        for (size_t i = 0; list->kind == PDFREAD_ARRAY && i < list->n; i++) {
            const struct pdfread_value *ref = &list->items[i];
            struct pdfread_link link = {.dict = pdfread_follow(doc, ref)};
            link.object = ref->kind == PDFREAD_REFERENCE ? ref->number : 0;
            if (!pdfread_is_name(pdfread_get(doc, link.dict, "Subtype"), "Link")) {
                continue;
            }
            if (total++ >= LIMIT_PDF_NAMES) {
                doc->cut = true;
                break;
            }
            read_link(doc, &pages[p], &link);
            vec_push(&links, link);
        }
        pages[p].links = vec_finish(&links, doc->arena);
        pages[p].nlinks = links.n;
    }
}
