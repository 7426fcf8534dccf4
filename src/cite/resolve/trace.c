/* SPDX-License-Identifier: MIT */
/*
 * The trace of a document: lines of text.
 *
 *     list             a list begins
 *     =KEY TAB VALUE   an attribute of it
 *     near             an entry of it says nothing of another one
 *     #SUM DIGEST      of the works that it takes: what they say, and their keys in order
 *     @KEY             a work that is cited
 *     cites DIGEST     of all that are
 *     all DIGEST       of the whole database (nocite: "@*")
 *
 * A list is a function of its document, of the works that it takes and of their order in the
 * database: which those are is worked out anew, and their digests are compared. Grouping, sorting
 * and numbering need not be.
 *
 * The digests of a list's works are added up, so that one of them can be taken out and another put
 * in without asking for the others. It tells what has changed, and nobody gains by deceiving it.
 */
#include "cite/resolve/trace.h"

#include "core/base/digest.h"

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

/** Digests of works, added up number by number. */
struct sum {
    uint64_t part[DIGEST_SIZE / sizeof(uint64_t)];
};

/** Adds the digest of a work to a sum, or takes it out. */
static void add_work(struct resolver *r, struct sum *sum, const struct item *it, bool out) {
    struct str digest = resolve_item_digest(r, it);
    struct sum one = {{0}};
    memcpy(&one, digest.p, digest.n);
    for (size_t i = 0; i < ARRAY_LEN(sum->part); i++) {
        sum->part[i] = out ? sum->part[i] - one.part[i] : sum->part[i] + one.part[i];
    }
}

static void put_sum(struct buf *b, const struct sum *sum) {
    for (size_t i = 0; i < ARRAY_LEN(sum->part); i++) {
        buf_printf(b, "%08x%08x", (unsigned)(sum->part[i] >> 32), (unsigned)sum->part[i]);
    }
}

/** Sixteen digits of a sum each; false when there are none. */
static bool read_sum(struct str s, struct sum *sum) {
    for (size_t i = 0; i < ARRAY_LEN(sum->part); i++) {
        sum->part[i] = 0;
        for (size_t k = 0; k < 16; k++) {
            size_t at = 16 * i + k;
            char c = at < s.n ? s.p[at] : ' ';
            bool digit = is_digit(c), letter = c >= 'a' && c <= 'f';
            if (!digit && !letter) {
                return false;
            }
            sum->part[i] = sum->part[i] << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
        }
    }
    return true;
}

static struct str digest_of_rows(struct resolver *r, const struct pub_rows *rows) {
    work_vec works = VEC_INIT;
    struct sum sum = {{0}};
    struct digest_sum keys;
    digest_begin(&keys);
    for (size_t i = 0; i < rows->n; i++) {
        vec_push(&works, ((struct work){rows->p[i].it->order, rows->p[i].it}));
    }
    if (works.n) {
        qsort(works.p, works.n, sizeof *works.p, compare_works);
    }
    for (size_t i = 0; i < works.n; i++) {
        if (i == 0 || works.p[i].it != works.p[i - 1].it) {
            add_work(r, &sum, works.p[i].it, false);
            digest_add_field(&keys, works.p[i].it->id);
        }
    }
    vec_drop(&works);
    struct buf b;
    buf_init(&b, 0);
    put_sum(&b, &sum);
    buf_putc(&b, ' ');
    struct digest digest = digest_end(&keys);
    buf_str(&b, digest_hex(r->arena, &digest));
    struct str out = buf_keep(&b, r->arena);
    buf_drop(&b);
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

/** Whether an entry of a list looks the same whatever other entries it has, and the list whatever
 * one of them says: nothing is numbered, no style of CSL tells names apart, and no buttons show
 * which types, years and keywords there are. */
static bool is_near(const struct resolver *r, const struct pub_query *q) {
    const struct node *pages = node_get(r->doc->front, "paper-pages");
    return !q->style.n && !q->cite && !q->filter && q->numbering == PUB_NUMBER_NONE &&
           !q->show.thumbs && (!pages || pages->kind == NODE_NULL || node_bool(pages, 1) == 0);
}

void resolve_trace_list(struct resolver *r, const struct doc_node *node, const struct pub_query *q,
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
    if (is_near(r, q)) {
        put_line(b, "near", STR_EMPTY);
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
    if (str_is(line, "near")) {
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

/* ---- one work that has changed */

/** A trace that is gone through for two databases of one work each. */
struct turning {
    struct resolver before, after;
    struct doc_node *list; /* attributes of the list at hand; NULL: there is none */
    bool near;
    enum resolve_shown shown;
};

static struct pub_rows rows_of(struct resolver *r, struct doc_node *list, struct pub_query *q) {
    pub_query_read(r, list, q);
    return pub_rows_choose(r, q);
}

/** The list at hand with the work as it was and as it is; its line is written anew when it has it.
 */
static void turn_list(struct turning *t, struct str line, struct buf *out) {
    struct pub_query q0, q1;
    struct sum sum;
    struct pub_rows a = rows_of(&t->before, t->list, &q0), b = rows_of(&t->after, t->list, &q1);
    bool known = !t->before.d->n && !t->after.d->n; /* an attribute that no entry here explains */
    if (!known || a.n != b.n) {
        t->shown = RESOLVE_SHOWN_OTHERWISE;
    } else if (a.n && t->near && pub_rows_agree(&a, &b) && read_sum(str_from(line, 1), &sum)) {
        enum resolve_shown here = q0.limit ? RESOLVE_SHOWN_PERHAPS : RESOLVE_SHOWN_IN_PLACE;
        bool mixed = t->shown != RESOLVE_SHOWN_NOT && t->shown != here;
        t->shown = mixed ? RESOLVE_SHOWN_OTHERWISE : here;
        add_work(&t->before, &sum, a.p[0].it, true);
        add_work(&t->after, &sum, b.p[0].it, false);
        buf_putc(out, '#');
        put_sum(out, &sum);
        line = str_from(line, 1 + 2 * DIGEST_SIZE);
    } else if (a.n) {
        t->shown = RESOLVE_SHOWN_OTHERWISE;
    }
    buf_str(out, line);
    buf_putc(out, '\n');
    pub_query_drop(&q0);
    pub_query_drop(&q1);
    t->list = NULL;
    t->near = false;
}

static void turn_line(struct turning *t, struct str line, struct buf *out) {
    struct resolver *r = &t->before;
    if (str_starts(line, STR("#")) && t->list) {
        turn_list(t, line, out);
        return;
    }
    if (str_is(line, "list")) {
        t->list = doc_node_new(r->doc, DOC_DIV, SPAN_NONE);
    } else if (str_starts(line, STR("=")) && t->list) {
        struct str value = str_from(line, 1), key = str_cut(&value, '\t');
        doc_set_pair(r->doc, t->list, unescaped(r->arena, key), unescaped(r->arena, value));
    } else if (str_is(line, "near")) {
        t->near = true;
    } else if (str_starts(line, STR("@"))) {
        struct str key = unescaped(r->arena, str_from(line, 1));
        bool cited = bib_lookup(t->before.bib, key, NULL) || bib_lookup(t->after.bib, key, NULL);
        t->shown = cited ? RESOLVE_SHOWN_OTHERWISE : t->shown;
    } else if (!str_starts(line, STR("cites "))) {
        t->shown = RESOLVE_SHOWN_OTHERWISE;
    }
    buf_str(out, line);
    buf_putc(out, '\n');
}

enum resolve_shown resolve_trace_turn(struct arena *a, struct str trace,
                                      const struct resolve_work *before,
                                      const struct resolve_work *after, struct str *now) {
    struct arena *scratch = arena_new();
    struct doc *doc = doc_new(scratch, source_new(scratch, STR_EMPTY, STR_EMPTY));
    struct diags quiet[2]; /* what is wrong with the works has been looked for */
    doc->front = doc->front ? doc->front : node_new_map(scratch, SPAN_NONE);
    diags_init(&quiet[0], scratch);
    diags_init(&quiet[1], scratch);
    struct turning t = {
        .before = {.arena = scratch, .doc = doc, .bib = before->bib, .shared = before->found},
        .after = {.arena = scratch, .doc = doc, .bib = after->bib, .shared = after->found}};
    t.before.d = &quiet[0];
    t.after.d = &quiet[1];
    struct buf out;
    buf_init(&out, 0);
    while (trace.n && t.shown != RESOLVE_SHOWN_OTHERWISE) {
        turn_line(&t, str_cut(&trace, '\n'), &out);
    }
    *now = buf_keep(&out, a);
    buf_drop(&out);
    diags_drop(&quiet[0]);
    diags_drop(&quiet[1]);
    arena_drop(scratch);
    return t.shown;
}
