/* SPDX-License-Identifier: MIT */
/*
 * Which reference lists a document has, and the list to which each citation belongs. There is one
 * list, unless the author requests others. Each section may have a list (pandoc's filter
 * section-bibliographies: `section-bibs-level`, `section-bibs-bibliography`). Each part of the text
 * inside `::: refsection` may have one (biblatex). A map of databases gives each database a list,
 * in a div of its own (pandoc's filter multibib: `::: {#refs-NAME}`). Lists of sections have their
 * own numbers, labels and positions. Lists of databases share those of the document, and numbers
 * continue from list to list. refs.c makes the nodes of a list.
 */
#include "cite/resolve/resolver.h"

#include "core/base/file.h"

#define MAX_LEVELS 6 /* number of heading levels, as in HTML */

/* ---- requests of the author ---- */

/** Whether `filters` has a filter of this name, with or without folder and extension. */
static bool has_filter(const struct node *filters, struct str name) {
    for (size_t i = 0; i < node_count(filters); i++) {
        const struct node *one = node_item(filters, i);
        struct str text = node_text(one->kind == NODE_MAP ? node_get(one, "path") : one);
        if (str_eq(path_stem(text), name)) {
            return true;
        }
    }
    return false;
}

/** The level of the deepest headings whose sections have lists. 0: none. */
static int section_level(const struct node *front) {
    const struct node *level = node_get(front, "section-bibs-level");
    int64_t n;
    if (level && str_to_i64(str_trim(node_text(level)), &n)) {
        return n < 1 ? 0 : n > MAX_LEVELS ? MAX_LEVELS : (int)n;
    }
    bool asked = node_bool(node_get(front, "section-bibliographies"), 0) == 1 ||
                 node_bool(node_get(front, "section-bibs"), 0) == 1 ||
                 node_get(front, "section-bibs-bibliography") ||
                 has_filter(node_get(front, "filters"), STR("section-bibliographies"));
    return asked ? 1 : 0;
}

/** The name in an id such as "refs-main", "refs_main" or "refsmain". Empty for other ids. */
static struct str division_name(struct str id) {
    if (!str_starts(id, STR("refs")) || id.n == 4) {
        return STR_EMPTY;
    }
    size_t mark = id.p[4] == '-' || id.p[4] == '_';
    return str_from(id, 4 + mark);
}

/** The databases with this name: an element of the map `bibliography`, or the key
 * `bibliography_NAME`. */
static const struct node *database_of(const struct resolver *r, struct str name) {
    const struct node *database = node_value(node_get(r->doc->front, "bibliography"), name);
    if (database) {
        return database;
    }
    struct str key = arena_join(r->arena, 2, STR("bibliography_"), name);
    return name.n ? node_get(r->doc->front, key.p) : NULL;
}

static void find_divisions(struct resolver *r) {
    struct doc_walk w = doc_walk_start(r->doc->root);
    while (doc_walk_next(&w)) {
        struct str name =
            w.enter && w.node->kind == DOC_DIV ? division_name(doc_id(w.node)) : STR_EMPTY;
        if (name.n == 0 || !database_of(r, name)) {
            continue;
        }
        vec_push(&r->divisions, ((struct resolve_division){name, w.node}));
    }
}

void resolve_find_lists(struct resolver *r) {
    vec_push(&r->lists, ((struct resolve_list){.outer = 0}));
    r->section_level = section_level(r->doc->front);
    const struct node *map = node_get(r->doc->front, "bibliography");
    bool named = map && map->kind == NODE_MAP;
    for (size_t i = 0; !named && r->doc->front && i < r->doc->front->n; i++) {
        named = str_starts(r->doc->front->keys[i], STR("bibliography_"));
    }
    if (named && doc_has_kind(r->doc, DOC_DIV)) {
        find_divisions(r);
    }
}

void resolve_drop_lists(struct resolver *r) {
    for (size_t i = 0; i < r->lists.n; i++) {
        map_drop(&r->lists.p[i].cited);
        map_drop(&r->lists.p[i].anchors);
    }
    vec_drop(&r->lists);
    vec_drop(&r->divisions);
}

/* ---- on the way through the text ---- */

/** The suffix for the ids of a section's list: "-2.1" after the full number of the section, or a
 * hyphen and the section's id if it has no number. */
static struct str section_suffix(struct resolver *r, const struct doc_node *heading) {
    int level = heading->u.heading.level < MAX_LEVELS ? heading->u.heading.level : MAX_LEVELS;
    if (heading->u.heading.unnumbered) {
        struct str id = doc_id(heading);
        return arena_join(r->arena, 2, STR("-"), id.n ? id : STR("unnumbered"));
    }
    r->section_numbers[level - 1]++;
    struct buf b = BUF_INIT;
    int first = 0;
    while (first + 1 < level && r->section_numbers[first] == 0) {
        first++;
    }
    for (int i = first; i < level; i++) {
        buf_puts(&b, i == first ? "-" : ".");
        buf_int(&b, r->section_numbers[i]);
    }
    for (int i = level; i < MAX_LEVELS; i++) {
        r->section_numbers[i] = 0;
    }
    return buf_finish(&b, r->arena);
}

static void open_list(struct resolver *r, struct resolve_list list) {
    list.outer = r->list;
    vec_push(&r->lists, list);
    r->list = r->lists.n - 1;
}

static void enter_section(struct resolver *r, struct doc_node *heading) {
    struct str suffix = section_suffix(r, heading);
    if (heading->u.heading.level > r->section_level) {
        return;
    }
    r->lists.p[r->list].before = heading;
    open_list(r, (struct resolve_list){.heading = heading, .suffix = suffix});
}

void resolve_enter_list(struct resolver *r, struct doc_node *n, bool enter) {
    if (n->kind == DOC_DIV && doc_has_class(n, "refsection")) {
        if (enter) {
            r->refsections++;
            open_list(r, (struct resolve_list){
                             .div = n, .suffix = arena_printf(r->arena, "-%zu", r->refsections)});
        } else {
            r->list = r->lists.p[r->list].outer;
        }
    } else if (enter && n->kind == DOC_HEADING && r->section_level && n->parent == r->doc->root) {
        enter_section(r, n);
    }
}

/* ---- processors ---- */

struct csl *resolve_list_csl(struct resolver *r, size_t list) {
    struct resolve_list *l = &r->lists.p[list];
    if (!l->csl) {
        bool links = node_bool(node_get(r->doc->front, "link-bibliography"), 1) != 0;
        l->csl = list ? resolve_csl(r, r->style, true, links) : r->csl;
    }
    return l->csl;
}

/** Adds the works of `nocite`, which are listed without being cited. With `say`, missing works are
 * reported. */
static void add_nocite(struct resolver *r, struct csl *csl, bool say) {
    for (size_t i = 0; i < r->doc->nnocite; i++) {
        const struct doc_cite *cite = &r->doc->nocite[i];
        if (str_is(cite->key, "*")) {
            bib_load_stores(r->bib);
            for (size_t k = 0; k < bib_count(r->bib); k++) {
                const struct item *it = bib_at(r->bib, k, r->d);
                if (it && bib_lookup(r->bib, it->id, r->d) == it) {
                    bib_check_doi(it, r->d);
                    csl_add_item(csl, resolve_shown(r, it));
                }
            }
            continue;
        }
        const struct item *it = bib_lookup(r->bib, cite->key, r->d);
        if (it) {
            bib_check_doi(it, r->d);
            csl_add_item(csl, resolve_shown(r, it));
        } else if (say && !r->blind) {
            resolve_report_missing(r, cite->key, cite->span);
        }
    }
}

/** Whether the path `file` contains `name`, the name of a database or folder, between slashes. */
static bool is_database(struct str file, struct str name) {
    while (str_starts(name, STR("./"))) {
        name = str_from(name, 2);
    }
    while (str_ends(name, STR("/"))) {
        name.n--;
    }
    for (size_t at = 0; name.n && at + name.n <= file.n; at++) {
        bool begins = at == 0 || file.p[at - 1] == '/';
        bool ends = at + name.n == file.n || file.p[at + name.n] == '/';
        if (begins && ends && str_starts(str_from(file, at), name)) {
            return true;
        }
    }
    return false;
}

size_t resolve_division_of(const struct resolver *r, const struct item *it) {
    struct str file = it->span.src ? it->span.src->name : STR_EMPTY;
    size_t n = r->divisions.n;
    for (size_t i = 0; i < n; i++) {
        const struct node *named = database_of(r, r->divisions.p[i].name);
        for (size_t k = 0; k < node_count(named); k++) {
            if (is_database(file, node_text(node_item(named, k)))) {
                return i;
            }
        }
    }
    return n;
}

static size_t list_of_item(void *user, const struct item *it) {
    return resolve_division_of(user, it);
}

/** Gives each entry its own id, because the same work may be in several lists. */
static void name_entries(struct resolver *r, struct resolve_list *l) {
    struct csl_bibliography bib = csl_bibliography(l->csl);
    for (size_t i = 0; i < bib.n; i++) {
        struct str *id = ARENA_NEW(r->arena, struct str);
        *id = resolve_entry_id(r, bib.entries[i].item->id);
        map_put(&l->anchors, bib.entries[i].item->id, id);
    }
}

void resolve_process_lists(struct resolver *r) {
    for (size_t i = 0; i < r->lists.n; i++) {
        struct resolve_list *l = &r->lists.p[i];
        bool whole = i == 0 && !r->section_level;
        if (i == 0 || (l->heading && r->doc->nnocite)) {
            (void)resolve_list_csl(r, i);
        }
        if (whole || l->heading) {
            add_nocite(r, resolve_list_csl(r, i), whole || i == 1);
        }
        if (i == 0 && r->divisions.n) {
            csl_set_lists(l->csl, r->divisions.n + 1, list_of_item, r);
        }
        if (l->csl) {
            resolve_run_csl(r, l->csl);
        }
    }
    for (size_t i = 0; r->lists.n > 1 && i < r->lists.n; i++) {
        if (r->lists.p[i].csl) {
            name_entries(r, &r->lists.p[i]);
        }
    }
}

struct str resolve_list_anchor(struct resolver *r, struct str key) {
    const struct str *id = map_lookup(&r->lists.p[r->list].anchors, key);
    return id ? *id : resolve_anchor(r, key);
}

/* ---- places ---- */

static bool is_place(const struct doc_node *n, bool by_class) {
    return n->kind == DOC_DIV &&
           (str_is(doc_id(n), "refs") || (by_class && doc_has_class(n, "refs")));
}

/** The first place for a list that is `top` or below it, but not in a refsection. */
static struct doc_node *place_below(struct doc_node *top, bool by_class) {
    struct doc_walk w = doc_walk_start(top);
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            continue;
        }
        if (is_place(w.node, by_class)) {
            return w.node;
        }
        if (w.node != top && w.node->kind == DOC_DIV && doc_has_class(w.node, "refsection")) {
            doc_walk_skip(&w);
        }
    }
    return NULL;
}

struct doc_node *resolve_list_place(struct resolver *r, const struct resolve_list *l) {
    if (!doc_has_kind(r->doc, DOC_DIV)) {
        return NULL;
    }
    if (l->div) {
        return place_below(l->div, true);
    }
    if (!l->heading && !r->section_level) {
        return place_below(r->doc->root, false);
    }
    struct doc_node *n = l->heading ? l->heading->next : r->doc->root->first, *place = NULL;
    for (; n && n != l->before && !place; n = n->next) {
        bool other = n->kind == DOC_DIV && doc_has_class(n, "refsection");
        place = other ? NULL : place_below(n, true);
    }
    return place;
}
