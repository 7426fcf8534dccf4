/* SPDX-License-Identifier: MIT */
/*
 * Properties of works that all forms of metadata need, and the works that a page lists.
 */
#include "cite/bib/check/check.h"
#include "cite/bib/item/archive.h"
#include "core/base/map.h"
#include "model/tex/math/math_rich.h"
#include "write/web/web.h"

#include "core/base/vec.h"

struct web_works web_works_find(struct arena *a, const struct doc *doc, struct bib *bib) {
    if (!bib || !doc_has_kind(doc, DOC_ITEM) || !doc_has_kind(doc, DOC_DIV)) {
        return (struct web_works){NULL, 0};
    }
    VEC(struct web_work) works = VEC_INIT;
    struct map seen = MAP_INIT;
    struct diags quiet; /* errors in entries were already reported when the entries were listed */
    diags_init(&quiet, a);
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        struct str key = w.enter && w.node->kind == DOC_ITEM ? w.node->u.item.key : STR_EMPTY;
        const struct item *it =
            key.n && !map_find(&seen, key) ? bib_lookup(bib, key, &quiet) : NULL;
        if (it) {
            map_put(&seen, key, NULL);
            vec_push(&works, ((struct web_work){.it = it, .entry = w.node}));
        }
        if (key.n) {
            doc_walk_skip(&w);
        }
    }
    diags_drop(&quiet);
    map_drop(&seen);
    return (struct web_works){vec_finish(&works, a), works.n};
}

struct str web_work_title(struct arena *a, const struct item *it) {
    struct str title = str_trim(tex_rich_plain(a, item_rich(it, VAR_TITLE)));
    return title.n ? title : it->id;
}

struct str web_work_doi(const struct item *it) {
    struct str bare;
    struct str doi = item_text(it, VAR_DOI);
    return doi.n == 0 || bib_doi_check(doi, &bare) == BIB_DOI_BAD ? STR_EMPTY : bare;
}

struct str web_work_address(struct arena *a, const struct item *it) {
    struct str doi = web_work_doi(it), url = str_trim(item_text(it, VAR_URL));
    struct bib_arxiv x;
    if (doi.n) {
        return arena_join(a, 2, STR("https://doi.org/"), doi);
    }
    if (web_is_absolute(url)) {
        return url;
    }
    return item_arxiv(it, &x) ? arena_join(a, 2, bib_archive_address(STR("arxiv")), x.id)
                              : STR_EMPTY;
}

/** Returns the length of the dash at the start of `s` ("-", "--" or an en dash), or 0. */
static size_t dash_at(struct str s) {
    static const char *const dashes[] = {"---", "--", "-", "–", "—", "‐", "‑", "−"};
    for (size_t i = 0; i < ARRAY_LEN(dashes); i++) {
        if (str_starts(s, str_of(dashes[i]))) {
            return strlen(dashes[i]);
        }
    }
    return 0;
}

void web_work_pages(const struct item *it, struct str *first, struct str *last) {
    struct str pages = str_trim(item_text(it, VAR_PAGE));
    size_t comma = str_index(pages, ',');
    *last = STR_EMPTY;
    for (size_t i = 1; i < pages.n && i < comma; i++) {
        size_t n = dash_at(str_from(pages, i));
        if (n) {
            *first = str_trim(str_slice(pages, 0, i));
            *last = str_trim(str_slice(pages, i + n, comma));
            return;
        }
    }
    *first = str_trim(str_slice(pages, 0, comma));
}

struct doc_node *web_find_class(struct doc_node *n, const char *cls) {
    struct doc_walk w = doc_walk_start(n);
    while (doc_walk_next(&w)) {
        if (w.enter && doc_has_class(w.node, cls)) {
            return w.node;
        }
    }
    return NULL;
}
