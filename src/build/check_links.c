/* SPDX-License-Identifier: MIT */
/*
 * Links inside the document: each must lead to an identifier. Asked of the resolved document, when
 * all identifiers are given; those within raw HTML count as well.
 */
#include "build/files.h"

#include "base/file.h"

DIAG_USE(DIAG_DEAD_LINK);

typedef VEC(struct str) str_vec;

struct id_set {
    struct map map;
    str_vec list;
};

static void add_id(struct id_set *ids, struct str id) {
    if (id.n && !map_put(&ids->map, id, ids)) {
        vec_push(&ids->list, id);
    }
}

/** Values of `id` and `name` in the tags of raw HTML. */
static void add_raw_ids(struct id_set *ids, struct str s) {
    for (size_t at = 0; at + 1 < s.n; at++) {
        if (s.p[at] != '=' || at < 2) {
            continue;
        }
        struct str before = str_slice(s, 0, at);
        bool named = str_ends(before, STR("id")) || str_ends(before, STR("name"));
        char quote = s.p[at + 1];
        bool quoted = quote == '"' || quote == '\'';
        size_t from = at + 1 + quoted, to = from;
        while (named && to < s.n && (quoted ? s.p[to] != quote : is_alnum(s.p[to]))) {
            to++;
        }
        add_id(ids, named ? str_slice(s, from, to) : STR_EMPTY);
        at = named && to > from ? to - 1 : at;
    }
}

static void find_ids(struct build_run *b, const struct doc *doc, struct id_set *ids) {
    int notes = 0;
    for (const struct doc_attr *a = doc->last_attr; a; a = a->made_before) {
        add_id(ids, a->id);
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && (w.node->kind == DOC_RAW_BLOCK || w.node->kind == DOC_RAW_INLINE)) {
            add_raw_ids(ids, w.node->u.code.text);
        }
        notes += w.enter && w.node->kind == DOC_NOTE;
    }
    for (int i = 1; i <= notes; i++) { /* what outputs call them */
        add_id(ids, arena_printf(b->arena, "fn%d", i));
        add_id(ids, arena_printf(b->arena, "fnref%d", i));
    }
    add_id(ids, STR("top")); /* HTML, 7.4.6.4: the top of the page */
}

static void check_link(struct build_run *b, const struct id_set *ids, const struct doc_node *n) {
    struct str url = str_trim(n->u.link.url);
    if (url.n < 2 || url.p[0] != '#' || !n->span.src) { /* the author's, not of citations */
        return;
    }
    struct str id = str_from(url, 1);
    if (map_find(&ids->map, id) || map_find(&ids->map, path_of_url(b->arena, id))) {
        return;
    }
    struct diag *g = diag_add(b->d, DIAG_DEAD_LINK, n->span,
                              "nothing in this document has the identifier `%.*s`", STR_ARG(id));
    struct str near = diag_nearest(id, ids->list.p, ids->list.n);
    if (near.n) {
        diag_hint(b->d, g, "did you mean `#%.*s`?", STR_ARG(near));
    } else {
        diag_hint(b->d, g, "put `{#%.*s}` behind the heading that is meant", STR_ARG(id));
    }
}

void build_check_links(struct build_run *b, struct doc *doc) {
    struct doc_node *parts[BUILD_PARTS];
    size_t n = doc_has_kind(doc, DOC_LINK) ? build_parts(doc, parts) : 0;
    struct id_set ids = {.map = MAP_INIT, .list = VEC_INIT};
    if (n > 0) {
        find_ids(b, doc, &ids);
    }
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (parts[i] && doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_LINK) {
                check_link(b, &ids, w.node);
            }
        }
    }
    map_drop(&ids.map);
    vec_drop(&ids.list);
}
