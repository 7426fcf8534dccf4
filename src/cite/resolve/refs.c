/* SPDX-License-Identifier: MIT */
/*
 * Reference lists as nodes. A list is put into `::: {#refs}`, or at the end of its part of the
 * document, under `reference-section-title`. lists.c decides which lists there are.
 */
#include "cite/resolve/resolver.h"

struct str resolve_anchor(struct resolver *r, struct str key) {
    /* keys contain names of authors, so numbers replace them in a document for blind review */
    key = r->opt->anonymous ? resolve_blind_number(r, key) : key;
    struct str id = arena_join(r->arena, 2, STR("ref-"), key);
    char *p = (char *)(uintptr_t)id.p; /* the text was just made, so it may be changed */
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
        /* the last suffix used for this id, at which the search begins */
        int *last = taken->value;
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

/** The heading of `reference-section-title` before the list, as in pandoc. In a section it is one
 * level below the section's heading. */
static struct doc_node *section_title(struct resolver *r, const struct resolve_list *l) {
    const struct node *title = node_get(r->doc->front, "reference-section-title");
    if (node_text(title).n == 0) {
        return NULL;
    }
    struct doc_node *h = doc_node_new(r->doc, DOC_HEADING, title->span);
    int level = l->heading ? l->heading->u.heading.level + 1 : 1;
    doc_add_class(r->doc, h, STR("unnumbered"));
    h->u.heading.level = level > 6 ? 6 : level;
    h->u.heading.unnumbered = true;
    resolve_text(r, h, node_text(title));
    doc_set_id(r->doc, h, arena_join(r->arena, 2, STR("bibliography"), l->suffix));
    return h;
}

/** Puts a node at the end of the part of the document to which the list belongs. */
static void put_last(struct resolver *r, const struct resolve_list *l, struct doc_node *n) {
    doc_insert(l->div ? l->div : r->doc->root, l->before, n);
}

/** Places the list. An empty div becomes the list, a div with text gets the list inside, and
 * without a div the list goes to the end. */
static void place(struct resolver *r, const struct resolve_list *l, struct doc_node *div,
                  struct doc_node *list) {
    if (!div) {
        /* The author wrote the headings of refsections. The list of the text before the first
         * section has no heading. */
        bool titled = l->heading || (!l->div && !l->before);
        struct doc_node *title = titled ? section_title(r, l) : NULL;
        if (title) {
            put_last(r, l, title);
        }
        put_last(r, l, list);
    } else if (div->first) {
        div->attr->id = STR_EMPTY;
        doc_append(div, list);
    } else {
        doc_replace(div, list);
    }
}

static struct doc_node *new_list(struct resolver *r, const struct csl_bibliography *bib,
                                 struct str id) {
    struct doc_node *list = doc_node_new(r->doc, DOC_BIBLIOGRAPHY, SPAN_NONE);
    doc_set_id(r->doc, list, id);
    doc_add_class(r->doc, list, STR("references"));
    doc_add_class(r->doc, list, STR("csl-bib-body"));
    if (bib->hanging_indent) {
        doc_add_class(r->doc, list, STR("hanging-indent"));
    }
    list->u.bib.hanging = bib->hanging_indent;
    list->u.bib.second_field = bib->second_field_align;
    list->u.bib.line_spacing = bib->line_spacing;
    list->u.bib.entry_spacing = bib->entry_spacing;
    return list;
}

static struct doc_node *entry_node(struct resolver *r, const struct csl_entry *entry) {
    struct doc_node *e = doc_node_new(r->doc, DOC_BIB_ENTRY, SPAN_NONE);
    doc_set_class(r->doc, e, "csl-entry");
    e->u.bib.key = entry->item->id;
    r->entry = entry->item;
    resolve_out(r, e, entry->out, false);
    r->entry = NULL;
    return e;
}

static void add_entry(struct resolver *r, const struct resolve_list *l, struct doc_node *list,
                      const struct csl_entry *entry) {
    const struct str *id = map_lookup(&l->anchors, entry->item->id);
    struct doc_node *e = entry_node(r, entry);
    doc_append(list, e);
    doc_set_id(r->doc, e, id ? *id : resolve_entry_id(r, entry->item->id));
    resolve_add_backrefs(r, e, entry->item->id);
}

/** Makes a list of the entries, from `*at` on, that belong to one part of the document's list. */
static struct doc_node *part_of_list(struct resolver *r, const struct csl_bibliography *bib,
                                     size_t *at, size_t part, struct str id) {
    struct doc_node *list = NULL;
    while (*at < bib->n && resolve_division_of(r, bib->entries[*at].item) == part) {
        list = list ? list : new_list(r, bib, id);
        add_entry(r, &r->lists.p[0], list, &bib->entries[(*at)++]);
    }
    return list;
}

/** Puts the lists of databases into their divs. The other works go to the place of the document's
 * list. */
static void write_parts(struct resolver *r, const struct csl_bibliography *bib) {
    const struct resolve_list *l = &r->lists.p[0];
    size_t at = 0, n = r->divisions.n;
    for (size_t i = 0; i < n; i++) {
        struct doc_node *div = r->divisions.p[i].div;
        struct doc_node *list = part_of_list(r, bib, &at, i, doc_id(div));
        if (list) {
            place(r, l, div, list);
        }
    }
    struct doc_node *rest = part_of_list(r, bib, &at, n, STR("refs"));
    if (rest) {
        place(r, l, resolve_list_place(r, l), rest);
    }
}

static void write_list(struct resolver *r, const struct resolve_list *l,
                       const struct csl_bibliography *bib) {
    struct doc_node *list = new_list(r, bib, arena_join(r->arena, 2, STR("refs"), l->suffix));
    struct doc_node *div = resolve_list_place(r, l);
    for (size_t i = 0; i < bib->n; i++) {
        add_entry(r, l, list, &bib->entries[i]);
    }
    place(r, l, div, list);
}

void resolve_references(struct resolver *r) {
    for (size_t i = 0; i < r->lists.n; i++) {
        const struct resolve_list *l = &r->lists.p[i];
        struct csl_bibliography bib = {.n = 0};
        if (l->csl) {
            bib = csl_bibliography(l->csl);
        }
        r->list = i;
        if (bib.n && i == 0 && r->divisions.n) {
            write_parts(r, &bib);
        } else if (bib.n) {
            write_list(r, l, &bib);
        }
    }
    r->list = 0;
}

/* ---- citations without an entry ---- */

/** Whether a node is a link from a citation to an entry. Such links are generated and have no span
 * in a source, unlike the links of authors. */
static bool leads_to_entry(const struct doc_node *n) {
    return n->kind == DOC_LINK && !n->span.src && str_starts(n->u.link.url, STR("#ref-"));
}

/** Collects the identifiers of entries that are shown. With `all`, paragraphs are also searched,
 * for identifiers that authors gave to inlines. */
static void find_shown(struct resolver *r, struct map *shown, bool all) {
    struct doc_node *const parts[] = {r->doc->meta.title, r->doc->meta.subtitle,
                                      r->doc->meta.abstract, r->doc->root};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (parts[i] && doc_walk_next(&w)) {
            enum doc_kind kind = w.node->kind;
            if (w.enter && w.node->attr && kind != DOC_CITE && !leads_to_entry(w.node) &&
                str_starts(w.node->attr->id, STR("ref-"))) {
                map_put(shown, w.node->attr->id, w.node);
            }
            /* nothing inside an entry has an identifier */
            if (kind == DOC_BIB_ENTRY || (!all && (kind == DOC_PARA || kind == DOC_PLAIN))) {
                doc_walk_skip(&w);
            }
        }
    }
}

static bool is_in_cite(const struct doc_node *n) {
    while (n && n->kind != DOC_CITE) {
        n = n->parent;
    }
    return n != NULL;
}

void resolve_unlink_cites(struct resolver *r) {
    struct map shown = MAP_INIT;
    bool all = false;
    if (r->cite_links.n) {
        find_shown(r, &shown, false);
    }
    for (size_t i = 0; i < r->cite_links.n; i++) {
        struct doc_node *link = r->cite_links.p[i];
        struct str id = str_from(link->u.link.url, 1);
        if (!leads_to_entry(link) || map_find(&shown, id)) {
            continue;
        }
        if (!all) {
            find_shown(r, &shown, true);
            all = true;
        }
        if (!map_find(&shown, id) && is_in_cite(link)) {
            doc_dissolve(link);
        }
    }
    map_drop(&shown);
}
