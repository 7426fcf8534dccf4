/* SPDX-License-Identifier: MIT */
/* Documents of several files, which are called parts. Footnotes, links by label and links to
 * identifiers refer to their own part if it has the target (pandoc MANUAL, --file-scope). For each
 * key of the front matter, the first part that has the key is used. */
#include "core/base/search.h"
#include "core/unicode/unicode.h"
#include "read/markdown/core/md.h"

/* Returns the part that contains a byte of the source. */
static size_t part_at(const struct md *m, uint32_t at) {
    size_t i;
    SEARCH_FIRST(i, 1, m->nparts, m->starts[i] > at);
    return i - 1;
}

size_t md_part_end(const struct md *m, size_t part) {
    return part + 1 < m->nparts ? m->starts[part + 1] : m->doc->source->text.n;
}

/* Returns the key for a name in the current part. The name itself is the key in the first part. */
static struct str key_of(const struct md *m, struct str name) {
    return m->part > 0 ? arena_printf(m->a, "%zu %.*s", m->part, STR_ARG(name)) : name;
}

void *md_part_put(struct md *m, struct map *names, struct str name, void *value) {
    struct str key = key_of(m, name);
    void *had = map_lookup(names, key);
    if (had) {
        return had;
    }
    map_put(names, key, value);
    if (m->part > 0 && !map_lookup(names, name)) {
        map_put(names, name, value);
    }
    return NULL;
}

void *md_part_get(const struct md *m, const struct map *names, struct str name) {
    void *own = names->n && m->part > 0 ? map_lookup(names, key_of(m, name)) : NULL;
    return own ? own : map_lookup(names, name);
}

/* ---- identifiers */

struct names {
    struct map first; /* maps an identifier to its part, counted from 1 */
    struct map own;   /* maps key_of() of an identifier in a later part to a struct str, its new
                         identifier */
};

/* Returns the identifier of a node. If the identifier of a heading was made from its text, a number
 * at the end that only makes it unique is omitted. */
static struct str called(struct md *m, const struct doc_node *n) {
    struct str id = doc_id(n);
    size_t end = id.n;
    while (end > 0 && is_digit(id.p[end - 1])) {
        end--;
    }
    if (n->kind != DOC_HEADING || end == id.n || end == 0 || id.p[end - 1] != '-') {
        return id;
    }
    struct str alone = doc_auto_id(m->a, unicode_lower(m->a, doc_plain(m->a, n), STR_EMPTY));
    return str_eq(alone, str_slice(id, 0, end - 1)) ? alone : id;
}

static void rename_node(struct md *m, struct names *names, struct doc_node *n) {
    struct str id = doc_id(n), name = called(m, n);
    m->part = part_at(m, n->span.begin);
    uintptr_t first = (uintptr_t)map_lookup(&names->first, id);
    if (first && first != m->part + 1) {
        struct str fresh = id;
        for (size_t i = 1; map_lookup(&names->first, fresh); i++) {
            fresh = arena_printf(m->a, "%.*s-%zu-%zu", STR_ARG(id), m->part + 1, i);
        }
        doc_set_id(m->doc, n, fresh);
        id = fresh;
    }
    if (!first || !str_eq(id, doc_id(n))) {
        map_put(&names->first, id, (void *)(uintptr_t)(m->part + 1));
    }
    if (m->part > 0 && !map_lookup(&names->own, key_of(m, name))) {
        struct str *now = ARENA_NEW(m->a, struct str);
        *now = id;
        map_put(&names->own, key_of(m, name), now);
    }
}

static void lead_link(struct md *m, const struct names *names, struct doc_node *n) {
    struct str url = n->u.link.url;
    m->part = part_at(m, n->span.begin);
    if (m->part == 0 || !str_starts(url, STR("#"))) {
        return;
    }
    const struct str *now = map_lookup(&names->own, key_of(m, str_from(url, 1)));
    if (now && !str_eq(*now, str_from(url, 1))) {
        n->u.link.url = arena_join(m->a, 2, STR("#"), *now);
    }
}

void md_parts_settle(struct md *m) {
    if (m->nparts < 2) {
        return;
    }
    struct names names = {MAP_INIT, MAP_INIT};
    struct doc_walk w = doc_walk_start(m->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && doc_id(w.node).n && w.node->span.src) {
            rename_node(m, &names, w.node);
        }
    }
    w = doc_walk_start(m->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_LINK && w.node->span.src) {
            lead_link(m, &names, w.node);
        }
    }
    map_drop(&names.first);
    map_drop(&names.own);
    m->part = 0;
}
