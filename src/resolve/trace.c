/* SPDX-License-Identifier: MIT */
/*
 * The trace of a document: lines of text.
 *
 *     list             a list begins
 *     =KEY TAB VALUE   an attribute of it
 *     #DIGEST          of the works that it takes
 *     @KEY             a work that is cited
 *     cites DIGEST     of all that are
 *     all DIGEST       of the whole database (nocite: "@*")
 *
 * A list is a function of its document, of the works that it takes and of their order in the
 * database: which those are is worked out anew, and their digests are compared. Grouping, sorting
 * and numbering need not be.
 */
#include "resolve/trace.h"

#include "base/digest.h"

#include <stdlib.h>

/* ---- digests */

struct work {
    size_t order;
    const struct item *it;
};
typedef VEC(struct work) work_vec;

static int compare_works(const void *pa, const void *pb) {
    const struct work *a = pa, *b = pb;
    return a->order < b->order ? -1 : a->order > b->order;
}

/** The digest of works in the order of the database, each once, in hexadecimal. */
static struct str digest_works(struct resolver *r, work_vec *works) {
    struct buf b;
    buf_init(&b, 0);
    if (works->n) {
        qsort(works->p, works->n, sizeof *works->p, compare_works);
    }
    for (size_t i = 0; i < works->n; i++) {
        if (i == 0 || works->p[i].it != works->p[i - 1].it) {
            buf_str(&b, resolve_item_digest(r, works->p[i].it));
        }
    }
    struct digest sum = digest_of(buf_view(&b));
    struct str out = digest_hex(r->arena, &sum);
    buf_drop(&b);
    return out;
}

static struct str digest_of_rows(struct resolver *r, const struct pub_rows *rows) {
    work_vec works = VEC_INIT;
    for (size_t i = 0; i < rows->n; i++) {
        vec_push(&works, ((struct work){rows->p[i].it->order, rows->p[i].it}));
    }
    struct str out = digest_works(r, &works);
    vec_drop(&works);
    return out;
}

static struct str digest_of_all(struct resolver *r) {
    work_vec works = VEC_INIT;
    for (size_t i = 0; i < bib_count(r->bib); i++) {
        const struct item *it = bib_at(r->bib, i, r->d);
        if (it) {
            vec_push(&works, ((struct work){it->order, it}));
        }
    }
    struct str out = digest_works(r, &works);
    vec_drop(&works);
    return out;
}

/* ---- writing */

/** A text in one line, without tabs. */
static void put_escaped(struct buf *b, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' || c == '\n' || c == '\t') {
            buf_putc(b, '\\');
            c = c == '\n' ? 'n' : c == '\t' ? 't' : '\\';
        }
        buf_putc(b, c);
    }
}

static struct str unescaped(struct arena *a, struct str s) {
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' && i + 1 < s.n) {
            c = s.p[++i];
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
        buf_putc(&b, c);
    }
    struct str out = buf_keep(&b, a);
    buf_drop(&b);
    return out;
}

static void put_line(struct buf *b, const char *word, struct str text) {
    buf_puts(b, word);
    put_escaped(b, text);
    buf_putc(b, '\n');
}

void resolve_trace_list(struct resolver *r, const struct doc_node *node,
                        const struct pub_rows *rows) {
    struct buf *b = r->opt->trace;
    if (!b) {
        return;
    }
    put_line(b, "list", STR_EMPTY);
    for (size_t i = 0; node->attr && i < node->attr->npairs; i++) {
        buf_putc(b, '=');
        put_escaped(b, node->attr->pairs[i].key);
        buf_putc(b, '\t');
        put_line(b, "", node->attr->pairs[i].value);
    }
    put_line(b, "#", digest_of_rows(r, rows));
}

/** A key as the document has it, which may be one that the work had before. One that nothing has
 * today holds at no time. */
static void note_key(struct resolver *r, struct buf *b, work_vec *works, struct str key) {
    const struct item *it = bib_lookup(r->bib, key, r->d);
    put_line(b, "@", key);
    if (it) {
        vec_push(works, ((struct work){it->order, it}));
    }
}

void resolve_trace_cites(struct resolver *r) {
    struct buf *b = r->opt->trace;
    if (!b) {
        return;
    }
    work_vec works = VEC_INIT;
    bool all = false, any = false;
    for (size_t i = 0; i < r->cites.n; i++) {
        const struct doc_node *node = r->cites.p[i].node;
        for (size_t k = 0; k < node->u.cite.n; k++) {
            note_key(r, b, &works, node->u.cite.cites[k].key);
            any = true;
        }
    }
    for (size_t i = 0; i < r->doc->nnocite; i++) {
        struct str key = r->doc->nocite[i].key;
        if (str_is(key, "*")) {
            all = true;
        } else {
            note_key(r, b, &works, key);
            any = true;
        }
    }
    if (any) { /* of no works, too: a key that something has since is another */
        put_line(b, "cites ", digest_works(r, &works));
    }
    if (all) {
        put_line(b, "all ", digest_of_all(r));
    }
    vec_drop(&works);
}

/* ---- reading */

/** What is being read: the attributes of a list, or the works that are cited. */
struct reading {
    struct resolver *r;
    struct doc_node *list;
    work_vec works;
};

static bool same_list(struct reading *x, struct str digest) {
    struct pub_query q;
    if (!x->list) {
        return false;
    }
    pub_query_read(x->r, x->list, &q);
    struct pub_rows rows = pub_rows_choose(x->r, &q);
    bool same = str_eq(digest_of_rows(x->r, &rows), digest);
    pub_query_drop(&q);
    x->list = NULL;
    return same;
}

static bool take_line(struct reading *x, struct str line) {
    struct resolver *r = x->r;
    if (str_is(line, "list")) {
        x->list = doc_node_new(r->doc, DOC_DIV, SPAN_NONE);
        return true;
    }
    if (str_starts(line, STR("="))) {
        struct str value = str_from(line, 1), key = str_cut(&value, '\t');
        if (x->list) {
            doc_set_pair(r->doc, x->list, unescaped(r->arena, key), unescaped(r->arena, value));
        }
        return x->list != NULL;
    }
    if (str_starts(line, STR("#"))) {
        return same_list(x, str_from(line, 1));
    }
    if (str_starts(line, STR("@"))) {
        const struct item *it = bib_lookup(r->bib, unescaped(r->arena, str_from(line, 1)), r->d);
        if (it) {
            vec_push(&x->works, ((struct work){it->order, it}));
        }
        return it != NULL;
    }
    if (str_starts(line, STR("cites "))) {
        return str_eq(digest_works(r, &x->works), str_from(line, sizeof "cites " - 1));
    }
    return str_starts(line, STR("all ")) &&
           str_eq(digest_of_all(r), str_from(line, sizeof "all " - 1));
}

bool resolve_trace_holds(struct str trace, struct bib *bib, struct resolve_shared *shared,
                         struct diags *d) {
    struct arena *a = arena_new();
    struct doc *doc = doc_new(a, source_new(a, STR_EMPTY, STR_EMPTY));
    doc->front = doc->front ? doc->front : node_new_map(a, SPAN_NONE);
    struct resolver r = {.arena = a, .doc = doc, .bib = bib, .shared = shared, .d = d};
    struct reading x = {.r = &r, .works = VEC_INIT};
    bool same = true;
    while (trace.n && same) {
        same = take_line(&x, str_cut(&trace, '\n'));
    }
    vec_drop(&x.works);
    arena_drop(a);
    return same;
}
