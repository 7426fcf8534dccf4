/* SPDX-License-Identifier: MIT */
/*
 * Finds works that a document cites by two different keys.
 */
#include "check/document/document.h"

#include "cite/bib/check/check.h"
#include "core/base/map.h"

DIAG_USE(DIAG_WORK_TWICE);

/** Reports a citation whose work was cited by another key before. `first` maps a key to the first
 * key of the same work. `seen` maps that key to the first citation of the work. */
static void look_at_cite(const struct doc *doc, const struct doc_cite *c, const struct map *first,
                         struct map *seen, struct diags *d) {
    const struct str *work = map_lookup(first, c->key);
    if (!work || c->span.src != doc->source) {
        return;
    }
    struct map_entry *before = map_find(seen, *work);
    if (!before) {
        (void)map_put(seen, *work, (void *)(uintptr_t)c);
        return;
    }
    const struct doc_cite *other = before->value;
    if (!str_eq(other->key, c->key)) {
        struct diag *g = diag_add(d, DIAG_WORK_TWICE, c->span, "`%.*s` is the same work as `%.*s`",
                                  STR_ARG(c->key), STR_ARG(other->key));
        diag_relate(d, g, other->span, "cited here by the other key");
        diag_hint(d, g, "cite it by one key; `dossier refs dedupe` joins the entries");
    }
}

void check_works_cited_twice(const struct doc *doc, struct bib *bib, struct diags *d) {
    struct map first = MAP_INIT, seen = MAP_INIT;
    struct arena *a = doc->arena;
    size_t n = doc_has_kind(doc, DOC_CITE) ? bib_count(bib) : 0;
    struct bib_twin *twins = n > 1 ? bib_duplicates(bib, a, NULL) : NULL;
    for (size_t i = 0; twins && i < n; i++) {
        /* both keys lead to the same work, because either may be cited first */
        if (twins[i].first != i) {
            struct str *work = ARENA_NEW(a, struct str);
            const struct item *it = bib_at(bib, i, NULL),
                              *other = bib_at(bib, twins[i].first, NULL);
            if (it && other) {
                *work = arena_str(a, other->id);
                (void)map_put(&first, arena_str(a, it->id), work);
                (void)map_put(&first, *work, work);
            }
        }
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (first.n && doc_walk_next(&w)) {
        for (size_t i = 0; w.enter && w.node->kind == DOC_CITE && i < w.node->u.cite.n; i++) {
            look_at_cite(doc, &w.node->u.cite.cites[i], &first, &seen, d);
        }
    }
    map_drop(&first);
    map_drop(&seen);
}
