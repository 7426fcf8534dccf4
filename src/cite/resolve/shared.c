/* SPDX-License-Identifier: MIT */
/*
 * Data that is computed once from a database. The index of names leads from the last word of a
 * family name to its works. Names of the same person share that word, so a list of a person's works
 * compares only these names (owner_names.c). This file also finds entries that are the same work.
 *
 * The site of a department needs the index: it looks up the works of two hundred authors among ten
 * thousand works.
 */
#include "cite/resolve/shared.h"

#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

#include <stdlib.h>

/** The result of bib_digest() for an entry, once it has been computed. */
struct shared_digest {
    struct digest sum;
    bool good;
};

/** The places of works in the database, each once. The array grows in the arena. */
struct posting {
    uint32_t *p;
    size_t n, cap;
};

struct resolve_shared {
    struct arena *arena;
    struct map names;       /* maps the last word of a name to a struct posting */
    size_t indexed;         /* number of entries of the database that are in the index */
    struct bib_twin *twins; /* the twins of the first `ntwins` entries */
    size_t ntwins;
    struct map digests; /* maps the place of an entry to a struct shared_digest */
};

struct resolve_shared *resolve_shared_new(struct arena *a) {
    struct resolve_shared *s = ARENA_NEW(a, struct resolve_shared);
    *s = (struct resolve_shared){.arena = a, .names = MAP_IN(a), .digests = MAP_IN(a)};
    return s;
}

/** Reports all errors of the database in this document. If documents share the database, another
 * document may have read the entries first. */
static void report_all(struct resolver *r) {
    if (diags_once(r->d, r->shared)) {
        bib_tell_all(r->bib, r->d);
    }
}

/** Records that the work at `place` has a name with this last word. */
static void note_word(void *user, struct str word, size_t place) {
    struct resolve_shared *s = user;
    struct posting *found = map_lookup(&s->names, word);
    if (!found) {
        found = ARENA_NEW(s->arena, struct posting);
        map_put(&s->names, arena_str(s->arena, word), found);
    }
    if (found->n && found->p[found->n - 1] == place) {
        return;
    }
    if (found->n == found->cap) {
        found->cap = found->cap ? 2 * found->cap : 4;
        found->p = arena_grow(s->arena, found->p, found->n, found->cap, sizeof *found->p);
    }
    found->p[found->n++] = (uint32_t)place;
}

static void index_entries(struct resolver *r, struct resolve_shared *s) {
    struct arena *scratch = arena_new();
    size_t n = bib_count(r->bib);
    report_all(r);
    for (; s->indexed < n && s->indexed < UINT32_MAX; s->indexed++) {
        const struct item *it = bib_at(r->bib, s->indexed, r->d);
        if (!it) {
            continue;
        }
        struct item_names names = item_makers(it);
        for (size_t i = 0; i < names.n; i++) {
            resolve_name_ends(scratch, &names.p[i], note_word, s, s->indexed);
        }
        arena_reset(scratch);
    }
    arena_drop(scratch);
}

typedef VEC(uint32_t) place_vec;

struct finding {
    const struct resolve_shared *shared;
    place_vec *places;
};

static void find_word(void *user, struct str word, size_t place) {
    (void)place;
    struct finding *f = user;
    const struct posting *found = map_lookup(&f->shared->names, word);
    for (size_t i = 0; found && i < found->n; i++) {
        vec_push(f->places, found->p[i]);
    }
}

static int compare_places(const void *pa, const void *pb) {
    uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
    return a < b ? -1 : a > b;
}

struct shared_places resolve_works_of(struct resolver *r, const struct resolve_person *persons,
                                      size_t n) {
    index_entries(r, r->shared);
    place_vec all = VEC_INIT;
    struct finding f = {r->shared, &all};
    for (size_t i = 0; i < n; i++) {
        resolve_person_ends(&persons[i], find_word, &f);
    }
    vec_sort(&all, compare_places);
    size_t kept = 0;
    for (size_t i = 0; i < all.n; i++) {
        if (kept == 0 || all.p[kept - 1] != all.p[i]) {
            all.p[kept++] = all.p[i];
        }
    }
    all.n = kept;
    struct shared_places out = {vec_finish(&all, r->arena), all.n};
    return out;
}

/* ---- one work under several keys ---- */

static void find_twins(struct resolver *r) {
    struct resolve_shared *s = r->shared;
    size_t n = bib_count(r->bib);
    report_all(r);
    if (s->ntwins == n) {
        return;
    }
    struct arena *scratch = arena_new();
    struct bib_twin *twins = bib_duplicates(r->bib, scratch, r->d);
    s->twins = arena_copy(s->arena, twins, n * sizeof *twins);
    for (size_t i = 0; i < n; i++) {
        if (twins[i].first != i) { /* the first of several entries is not unique either */
            s->twins[twins[i].first].why = twins[i].why;
        }
    }
    arena_drop(scratch);
    s->ntwins = n;
}

bool resolve_has_twin(struct resolver *r, const struct item *it) {
    find_twins(r);
    return it->order < r->shared->ntwins && r->shared->twins[it->order].why != BIB_UNIQUE;
}

size_t resolve_first_twin(struct resolver *r, const struct item *it) {
    find_twins(r);
    return it->order < r->shared->ntwins ? r->shared->twins[it->order].first : it->order;
}

bool resolve_is_same_work(struct resolver *r, const struct item *a, const struct item *b) {
    if (a->type != b->type || resolve_first_twin(r, a) != resolve_first_twin(r, b)) {
        return false;
    }
    struct str x = item_text(a, VAR_DOI), y = item_text(b, VAR_DOI);
    if (x.n && y.n) {
        return true; /* two entries of the same work never have different DOIs */
    }
    x = tex_rich_plain(r->arena, item_rich(a, VAR_CONTAINER_TITLE));
    y = tex_rich_plain(r->arena, item_rich(b, VAR_CONTAINER_TITLE));
    return x.n == 0 || y.n == 0 || str_eq(unicode_fold(r->arena, x), unicode_fold(r->arena, y));
}

/* ---- digests of entries ---- */

struct str resolve_item_digest(struct resolver *r, const struct item *it) {
    struct resolve_shared *s = r->shared;
    /* A map takes less memory than an array, because a document shows few of a million entries. */
    uint64_t order = it->order;
    struct str key = {(const char *)&order, sizeof order};
    struct shared_digest *one = map_lookup(&s->digests, key);
    if (it->order >= bib_count(r->bib)) {
        return STR_EMPTY;
    }
    if (!one) {
        one = ARENA_NEW(s->arena, struct shared_digest);
        one->good = bib_digest(r->bib, it->order, r->d, &one->sum);
        map_put(&s->digests, arena_str(s->arena, key), one);
    }
    return one->good ? (struct str){(const char *)one->sum.byte, DIGEST_SIZE} : STR_EMPTY;
}
