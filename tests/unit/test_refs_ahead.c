/* SPDX-License-Identifier: MIT */
/*
 * Entries of a long reference list that threads make: the same as those that are made in their
 * turn, whatever their number, and those with formulas left for their turn.
 */
#include "cite/resolve/resolver.h"

#include "core/base/pool.h"

#include "show.h"
#include "tap.h"

#define MANY 1100
#define NS "xmlns='http://purl.org/net/xbiblio/csl' version='1.0'"

static const char style_text[] =
    "<style " NS " class='in-text'><citation><layout><text variable='title'/></layout></citation>"
    "<bibliography><layout><text variable='citation-number' display='left-margin'/>"
    "<group display='right-inline' delimiter=', '><names variable='author'/>"
    "<text variable='title' font-style='italic'/><text variable='DOI'/></group></layout>"
    "</bibliography></style>";
static const char locale_text[] = "<locale " NS " xml:lang='en-US'><terms/></locale>";

static struct source *load_locale(void *user, struct str lang) {
    return str_is(lang, "en-US") ? source_new(user, STR("locale"), STR(locale_text)) : NULL;
}

/** A document whose list has `n` entries. */
struct job {
    struct arena *a;
    struct diags d;
    struct doc *doc;
    struct resolve_options opt;
    struct resolver r;
};

static bool has_formula(size_t i) {
    return i % 50 == 7;
}

static struct csl *processor(struct job *j, size_t n) {
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < n; i++) {
        buf_printf(&b, "@book{k%zu, author={Roe, Jane}, title={Masts %zu%s}%s}\n", i, i,
                   has_formula(i) ? " and $\\nosuch$" : "",
                   i % 3 == 0 ? ", doi={10.1000/182}" : "");
    }
    struct bib *bib = bib_new(j->a);
    (void)bib_read(bib, source_new(j->a, STR("works.bib"), buf_keep(&b, j->a)), BIB_BIBLATEX,
                   &j->d);
    buf_drop(&b);
    struct csl_locale_source locales = {load_locale, j->a};
    struct csl_options opt = {.link_entries = true};
    struct source *src = source_new(j->a, STR("style"), STR(style_text));
    struct csl *c = csl_new(j->a, csl_style_parse(j->a, src, &j->d), &locales, &opt, &j->d);
    for (size_t i = 0; i < n; i++) {
        csl_add_item(c, bib_at(bib, i, &j->d));
    }
    csl_process(c);
    return c;
}

static void job_begin(struct job *j, size_t n, struct pool *pool) {
    *j = (struct job){.a = arena_new(), .opt.pool = pool};
    diags_init(&j->d, j->a);
    j->doc = doc_new(j->a, NULL);
    j->r = (struct resolver){.arena = j->a, .doc = j->doc, .opt = &j->opt, .d = &j->d};
    vec_push(&j->r.lists, ((struct resolve_list){.csl = processor(j, n)}));
}

static void job_drop(struct job *j) {
    vec_drop(&j->r.lists);
    map_drop(&j->r.formulas);
    diags_drop(&j->d);
    arena_drop(j->a);
}

/** All entries as they come into the list; `made`: those that are there already, or NULL. */
static void show_list(struct job *j, struct doc_node **made, struct buf *out) {
    struct csl_bibliography bib = csl_bibliography(j->r.lists.p[0].csl);
    for (size_t i = 0; i < bib.n; i++) {
        bool there = made && made[i];
        struct doc_node *e = there ? made[i] : resolve_entry_node(&j->r, &bib.entries[i]);
        doc_append(j->doc->root, e);
        doc_set_id(j->doc, e, arena_printf(j->a, "e%zu", i));
        show_node(out, e);
        buf_putc(out, '\n');
    }
    buf_printf(out, "%zu findings", j->d.n);
}

static void test_threads(size_t threads, struct str want) {
    struct pool *pool = pool_new(threads);
    struct job j;
    struct buf seen;
    buf_init(&seen, 0);
    job_begin(&j, MANY, pool);
    size_t before = j.d.n;
    resolve_begin_entries(&j.r);
    for (size_t i = 0; i < MANY; i++) { /* what the document gets meanwhile */
        struct doc_node *n = resolve_add(&j.r, j.doc->root, DOC_SPAN, "csl-entry");
        doc_set_id(j.doc, n, arena_printf(j.a, "s%zu", i));
    }
    struct doc_node **made = resolve_take_entries(&j.r);
    bool left = made != NULL;
    for (size_t i = 0; left && i < MANY; i++) {
        left = (made[i] == NULL) == has_formula(i) && (!made[i] || !made[i]->parent);
    }
    ok(left, "all are made but those with formulas");
    is_int((intptr_t)j.d.n, (intptr_t)before, "of which nothing is said yet");
    ok(doc_has_kind(j.doc, DOC_LINK) && doc_has_kind(j.doc, DOC_BIB_LABEL),
       "the document knows what they consist of");
    ok(!resolve_take_entries(&j.r), "they are taken once");
    show_list(&j, made, &seen);
    ok(str_eq(buf_view(&seen), want), "they are those that are made in their turn");
    ok(doc_id_taken(j.doc, STR("s9")) && doc_id_taken(j.doc, STR("e9")),
       "identifiers of both are known");
    buf_drop(&seen);
    job_drop(&j);
    pool_drop(pool);
}

/** Lists that are made in their turn. */
static void test_none(size_t n, struct pool *pool, size_t lists, bool divided, const char *name) {
    struct job j;
    job_begin(&j, n, pool);
    while (j.r.lists.n < lists) {
        vec_push(&j.r.lists, ((struct resolve_list){.outer = 0}));
    }
    j.r.divisions = divided ? ARENA_NEW(j.a, struct resolve_divisions) : NULL;
    resolve_begin_entries(&j.r);
    ok(!j.r.ahead && !resolve_take_entries(&j.r), name);
    job_drop(&j);
}

int main(void) {
    struct job j;
    struct buf want;
    buf_init(&want, 0);
    job_begin(&j, MANY, NULL);
    resolve_begin_entries(&j.r);
    ok(!resolve_take_entries(&j.r), "without threads nothing is made ahead");
    show_list(&j, NULL, &want);
    ok(str_find(buf_view(&want), STR("https://doi.org/10.1000/182")) != STR_NONE &&
           str_find(buf_view(&want), STR("\n22 findings")) != STR_NONE,
       "entries have links, and formulas of which something is said");
    job_drop(&j);
    test_threads(1, buf_view(&want));
    test_threads(2, buf_view(&want));
    test_threads(7, buf_view(&want));
    buf_drop(&want);
    struct pool *none = pool_new(0), *two = pool_new(2);
    test_none(MANY, none, 1, false, "nor by a pool without threads");
    test_none(499, two, 1, false, "a short list is not worth a thread");
    test_none(MANY, two, 2, false, "nor are several lists made so");
    test_none(MANY, two, 1, true, "nor one that stands in parts");
    pool_drop(none);
    pool_drop(two);
    return tap_done();
}
