/* SPDX-License-Identifier: MIT */
/*
 * Affiliations that several authors share are listed once and numbered, as the authblk package
 * does. Two are the same when they read the same.
 */
#include "doc/doc.h"

#include "base/buf.h"
#include "base/vec.h"

/** Index of an affiliation, or STR_NONE. */
static size_t place_index(struct arena *a, struct doc_node *const *places, size_t n,
                          const struct doc_node *place) {
    struct str text = str_trim(doc_plain(a, place));
    for (size_t i = 0; i < n; i++) {
        if (str_eq(text, str_trim(doc_plain(a, places[i])))) {
            return i;
        }
    }
    return STR_NONE;
}

struct str doc_url_text(struct str url) {
    size_t at = str_find(url, STR("://"));
    struct str rest = at == STR_NONE ? url : str_from(url, at + 3);
    return str_ends(rest, STR("/")) ? str_slice(rest, 0, rest.n - 1) : rest;
}

bool doc_author_is_title(const struct doc_meta *m, const struct doc_author *a) {
    return str_eq(str_trim(a->plain), str_trim(m->title_plain));
}

const struct doc_affiliations *doc_shared_affiliations(struct arena *a, const struct doc_meta *m) {
    VEC(struct doc_node *) places = VEC_INIT;
    bool shared = false;
    for (size_t i = 0; m->nauthors > 1 && i < m->nauthors; i++) {
        const struct doc_author *author = &m->authors[i];
        shared = shared || author->naffiliations > 1;
        for (size_t k = 0; k < author->naffiliations; k++) {
            struct doc_node *place = author->affiliations[k];
            if (place_index(a, places.p, places.n, place) == STR_NONE) {
                vec_push(&places, place);
            } else {
                shared = true;
            }
        }
    }
    struct doc_affiliations *all = NULL;
    if (shared) {
        all = ARENA_NEW(a, struct doc_affiliations);
        all->n = places.n;
        all->places = vec_keep(&places, a);
    }
    vec_drop(&places);
    return all;
}

struct str doc_affiliation_marks(struct arena *a, const struct doc_affiliations *all,
                                 const struct doc_author *author) {
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < author->naffiliations; i++) {
        buf_puts(&b, i > 0 ? "," : "");
        buf_int(&b, (int64_t)place_index(a, all->places, all->n, author->affiliations[i]) + 1);
    }
    struct str marks = buf_keep(&b, a);
    buf_drop(&b);
    return marks;
}
