/* SPDX-License-Identifier: MIT */
/*
 * Affiliations that several authors share, or that are listed apart from the authors, are listed
 * once and numbered, as by LaTeX's package authblk. Two affiliations are the same when their texts
 * are equal.
 */
#include "model/doc/doc.h"

#include "core/base/buf.h"

/** Returns the number of an affiliation, from 1. Returns 0 if it is not in the list. */
static size_t place_number(struct arena *a, const struct doc_affiliations *all,
                           const struct doc_node *place) {
    return (size_t)(uintptr_t)map_lookup(&all->index, str_trim(doc_plain(a, place)));
}

bool doc_author_is_title(const struct doc_meta *m, const struct doc_author *a) {
    return str_eq(str_trim(a->plain), str_trim(m->title_plain));
}

bool doc_is_dated(const struct doc *doc, const struct doc_node *list) {
    bool dated = list->first != NULL;
    for (const struct doc_node *term = list->first; term && dated; term = term->next) {
        if (term->kind != DOC_DEF_TERM) {
            continue;
        }
        struct str text = doc_plain(doc->arena, term);
        size_t digits = 0;
        for (size_t i = 0; i < text.n && digits < 4; i++) {
            digits = is_digit(text.p[i]) ? digits + 1 : 0;
        }
        dated = digits == 4;
    }
    return dated;
}

static void add_place(struct arena *a, struct doc_affiliations *all, struct doc_node *place) {
    all->places[all->n++] = place;
    struct str text = str_trim(doc_plain(a, place));
    if (!map_lookup(&all->index, text)) {
        map_put(&all->index, text, (void *)(uintptr_t)all->n);
    }
}

/** Appends those affiliations of one author that are not in the list. Returns the number of new
 * affiliations. */
static size_t add_places(struct arena *a, const struct doc_author *author,
                         struct doc_affiliations *all) {
    size_t before = all->n;
    for (size_t i = 0; i < author->naffiliations; i++) {
        if (!place_number(a, all, author->affiliations[i])) {
            add_place(a, all, author->affiliations[i]);
        }
    }
    return all->n - before;
}

const struct doc_affiliations *doc_shared_affiliations(struct arena *a, const struct doc_meta *m) {
    size_t most = m->nplaces;
    for (size_t i = 0; i < m->nauthors; i++) {
        most += m->authors[i].naffiliations;
    }
    struct doc_affiliations *all = ARENA_NEW(a, struct doc_affiliations);
    all->places = ARENA_ARRAY(a, struct doc_node *, most + 1);
    all->index = MAP_IN(a);
    for (size_t i = 0; i < m->nplaces; i++) {
        add_place(a, all, m->places[i]);
    }
    bool apart = m->nplaces > 0, shared = false, several = false;
    for (size_t i = 0; i < m->nauthors; i++) {
        const struct doc_author *author = &m->authors[i];
        several = several || author->naffiliations > 1;
        shared = add_places(a, author, all) < author->naffiliations || shared;
    }
    if (m->nauthors > 1) {
        return apart || shared || several ? all : NULL;
    }
    return apart && (!m->nauthors || all->n > m->authors[0].naffiliations) ? all : NULL;
}

struct str doc_affiliation_marks(struct arena *a, const struct doc_affiliations *all,
                                 const struct doc_author *author) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; all && i < author->naffiliations; i++) {
        buf_puts(&b, b.n ? "," : "");
        buf_int(&b, (int64_t)place_number(a, all, author->affiliations[i]));
    }
    if (author->marks.n) {
        buf_puts(&b, b.n ? "," : "");
        buf_str(&b, author->marks);
    }
    return buf_finish(&b, a);
}

const struct doc_node *doc_author_photo(const struct doc *doc, const struct doc_author *author) {
    struct str alt = node_text(node_get(doc->front, "photo-alt"));
    struct doc_node *image = ARENA_NEW(doc->arena, struct doc_node);
    struct doc_attr *attr = ARENA_NEW(doc->arena, struct doc_attr);
    attr->classes = ARENA_ARRAY(doc->arena, struct str, 2);
    attr->classes[attr->nclasses++] = STR("photo");
    attr->classes[attr->nclasses++] = STR("u-photo");
    attr->pairs = ARENA_NEW(doc->arena, struct doc_pair);
    bool own = alt.p && author == doc->meta.authors;
    attr->pairs[attr->npairs++] =
        (struct doc_pair){STR("alt"), own ? alt : author->plain, SPAN_NONE};
    image->kind = DOC_IMAGE;
    image->span = author->photo_at;
    image->attr = attr;
    image->u.link.url = author->photo;
    return image;
}
