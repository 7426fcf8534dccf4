/* SPDX-License-Identifier: MIT */
/*
 * The trace of a document: the works of its databases that it shows. With the trace, a later run
 * finds out whether the document would be the same with a changed database.
 *
 * A trace is a sequence of parts, each with the digest of the works that it shows. A list depends
 * on its document, on the works that it contains and on their order in the database. Therefore its
 * query is run again and the digests are compared; grouping, sorting and numbering are not
 * repeated.
 */
#include "cite/resolve/order.h"

#include "core/base/digest.h"
#include "core/memo/fields.h"

#include <stdlib.h>

/** A key and a value of a list's attributes, or the key of a work. */
struct part_text {
    struct str key, value;
};

struct part {
    /* The part is a list, given by its attributes. Otherwise the part is about all cited works. */
    bool list;
    struct part_text *texts; /* the attributes, or the keys of works; "*" means the whole database
                                (`nocite: "@*"`) */
    size_t ntexts;
    struct digest works;
};

static void part_fields(struct memo_fields *f, struct part *p) {
    memo_flag(f, &p->list);
    MEMO_LIST(f, p->texts, p->ntexts, 8);
    for (size_t i = 0; i < p->ntexts && !f->bad; i++) {
        memo_text(f, &p->texts[i].key);
        memo_text(f, &p->texts[i].value);
    }
    memo_bytes(f, p->works.byte, DIGEST_SIZE);
}

static void put_part(struct resolver *r, struct part *p) {
    struct memo_fields f = {.out = r->opt->trace};
    part_fields(&f, p);
}

/* ---- digests */

static int compare_works(const void *pa, const void *pb) {
    size_t a = (*(const struct item *const *)pa)->order,
           b = (*(const struct item *const *)pb)->order;
    return a < b ? -1 : a > b;
}

/** The digest of works in the order of the database. A work that occurs several times counts once.
 * The vector is freed. */
static struct digest digest_of_works(struct resolver *r, pub_works *works) {
    struct digest_sum sum;
    digest_begin(&sum);
    vec_sort(works, compare_works);
    for (size_t i = 0; i < works->n; i++) {
        if (i == 0 || works->p[i] != works->p[i - 1]) {
            digest_add_field(&sum, works->p[i]->id);
            digest_add_field(&sum, resolve_item_digest(r, works->p[i]));
        }
    }
    vec_drop(works);
    return digest_end(&sum);
}

static struct digest digest_of_rows(struct resolver *r, const struct pub_rows *rows) {
    pub_works works = VEC_INIT;
    for (size_t i = 0; i < rows->n; i++) {
        vec_push(&works, rows->p[i].it);
    }
    return digest_of_works(r, &works);
}

static void add_all(struct resolver *r, pub_works *works) {
    for (size_t i = 0; i < bib_count(r->bib); i++) {
        const struct item *it = bib_at(r->bib, i, r->d);
        if (it) {
            vec_push(works, it);
        }
    }
}

/** The digest of the cited works. `*missing` becomes true if one is not in the database. */
static struct digest digest_of_cited(struct resolver *r, const struct part *p, bool *missing) {
    pub_works works = VEC_INIT;
    for (size_t i = 0; i < p->ntexts; i++) {
        struct str key = p->texts[i].key;
        bool all = str_is(key, "*");
        const struct item *it = all ? NULL : bib_lookup(r->bib, key, r->d);
        *missing = *missing || (!it && !all);
        if (all) {
            add_all(r, &works);
        } else if (it) {
            vec_push(&works, it);
        }
    }
    return digest_of_works(r, &works);
}

/* ---- writing */

void resolve_trace_list(struct resolver *r, const struct doc_node *node,
                        const struct pub_rows *rows) {
    if (!r->opt->trace) {
        return;
    }
    size_t n = node->attr ? node->attr->npairs : 0;
    struct part p = {true, ARENA_ARRAY(r->arena, struct part_text, n), n, digest_of_rows(r, rows)};
    for (size_t i = 0; i < n; i++) {
        p.texts[i] = (struct part_text){node->attr->pairs[i].key, node->attr->pairs[i].value};
    }
    put_part(r, &p);
}

void resolve_trace_cites(struct resolver *r) {
    if (!r->opt->trace) {
        return;
    }
    VEC(struct part_text) keys = VEC_INIT;
    /* a trace may name missing works, because the database may get them later */
    bool missing = false;
    for (size_t i = 0; i < r->cites.n; i++) {
        const struct doc_node *node = r->cites.p[i].node;
        for (size_t k = 0; k < node->u.cite.n; k++) {
            vec_push(&keys, ((struct part_text){node->u.cite.cites[k].key, STR_EMPTY}));
        }
    }
    for (size_t i = 0; i < r->doc->nnocite; i++) {
        vec_push(&keys, ((struct part_text){r->doc->nocite[i].key, STR_EMPTY}));
    }
    if (r->shows_all) {
        vec_push(&keys, ((struct part_text){STR("*"), STR_EMPTY}));
    }
    if (keys.n) {
        struct part p = {.texts = keys.p, .ntexts = keys.n};
        p.works = digest_of_cited(r, &p, &missing);
        put_part(r, &p);
    }
    vec_drop(&keys);
}

/* ---- reading */

static struct digest digest_of_list(struct resolver *r, const struct part *p) {
    struct doc_node *list = doc_node_new(r->doc, DOC_DIV, SPAN_NONE);
    for (size_t i = 0; i < p->ntexts; i++) {
        doc_set_pair(r->doc, list, p->texts[i].key, p->texts[i].value);
    }
    struct pub_query q;
    pub_query_read(r, list, &q);
    pub_works works = VEC_INIT;
    pub_works_choose(r, &q, &works);
    pub_query_drop(&q);
    return digest_of_works(r, &works);
}

static bool part_holds(struct resolver *r, const struct part *p) {
    bool missing = false;
    struct digest now = p->list ? digest_of_list(r, p) : digest_of_cited(r, p, &missing);
    return !missing && digest_eq(&now, &p->works);
}

bool resolve_trace_holds(struct str trace, struct bib *bib, struct resolve_shared *shared,
                         struct diags *d) {
    struct arena *a = arena_new();
    struct doc *doc = doc_new(a, source_new(a, STR_EMPTY, STR_EMPTY));
    doc->front = doc->front ? doc->front : node_new_map(a, SPAN_NONE);
    struct resolver r = {.arena = a, .doc = doc, .bib = bib, .shared = shared, .d = d};
    struct memo_fields f = {.arena = a, .value = trace};
    bool same = true;
    while (f.at < trace.n && same) {
        struct part p = {.ntexts = 0};
        part_fields(&f, &p);
        same = !f.bad && part_holds(&r, &p);
    }
    arena_drop(a);
    return same;
}
