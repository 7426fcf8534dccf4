/* SPDX-License-Identifier: MIT */
/* The document tree: links, copies, walks, attributes, plain text, identifiers. */
#include "core/base/bounds.h"
#include "model/doc/doc.h"
#include "show.h"
#include "tap.h"

#include <limits.h>

static struct doc *doc_fresh(struct arena **a) {
    *a = arena_new();
    return doc_new(*a, NULL);
}

static struct doc_node *add(struct doc *d, struct doc_node *to, enum doc_kind kind) {
    struct doc_node *n = doc_node_new(d, kind, SPAN_NONE);
    doc_append(to, n);
    return n;
}

static void add_text(struct doc *d, struct doc_node *to, const char *z) {
    doc_append(to, doc_text_new(d, str_of(z), SPAN_NONE));
}

static void is_tree(const struct doc_node *n, const char *want, const char *name) {
    struct buf b = BUF_INIT;
    show_node(&b, n);
    is_str(buf_view(&b), want, name);
    buf_drop(&b);
}

static void test_links(void) {
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    struct doc_node *p = add(d, d->root, DOC_PARA);
    add_text(d, p, "b");
    struct doc_node *b = p->first;
    doc_insert_before(b, doc_text_new(d, STR("a"), SPAN_NONE));
    doc_insert_after(b, doc_text_new(d, STR("d"), SPAN_NONE));
    doc_insert_after(b, doc_text_new(d, STR("c"), SPAN_NONE));
    is_tree(d->root, "root(p(\"a\" \"b\" \"c\" \"d\"))", "nodes stand where they were put");
    doc_unlink(b);
    ok(!b->parent && !b->next && !b->prev, "an unlinked node has no neighbours");
    struct doc_node *q = add(d, d->root, DOC_PARA);
    add_text(d, q, "x");
    doc_adopt(q, p);
    is_tree(d->root, "root(p p(\"x\" \"a\" \"c\" \"d\"))", "children move to the end");
    ok(q->last->parent == q && q->first->next->prev == q->first, "they know their new place");
    arena_drop(a);
}

static void test_copy(void) {
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    struct doc_node *p = add(d, d->root, DOC_PARA);
    struct doc_node *cite = add(d, p, DOC_CITE);
    struct doc_cite c = {.key = STR("k"), .suffix = doc_node_new(d, DOC_SPAN, SPAN_NONE)};
    add_text(d, c.suffix, "p. 3");
    cite->u.cite.cites = &c;
    cite->u.cite.n = 1;
    doc_add_class(d, p, STR("one"));
    struct doc_node *copy = doc_copy(d, p);
    doc_add_class(d, copy, STR("two"));
    copy->first->u.cite.cites[0].suffix->first->u.text.text = STR("p. 4");
    is_tree(p, "p{.one}(cite[k >\"p. 3\"])", "the original stays as it was");
    is_tree(copy, "p{.one .two}(cite[k >\"p. 4\"])", "the copy is one's own, affixes too");
    ok(!copy->parent, "a copy stands nowhere");
    struct doc_node *n = d->root;
    for (int i = 0; i < 100000; i++) {
        n = add(d, n, DOC_QUOTE);
    }
    size_t depth = 0;
    for (struct doc_node *c2 = doc_copy(d, d->root); c2; c2 = c2->last) {
        depth++;
    }
    is_int(depth, 100001, "depth costs no stack");
    arena_drop(a);
}

static void test_walk(void) {
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    struct doc_node *p = add(d, d->root, DOC_PARA);
    add_text(d, add(d, p, DOC_EMPH), "in");
    add_text(d, p, "out");
    struct buf b = BUF_INIT;
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        buf_printf(&b, "%s%s ", w.enter ? "" : "/", show_names_[w.node->kind]);
    }
    is_str(buf_view(&b), "root p em text /text /em text /text /p /root ", "every node twice");
    buf_clear(&b);
    w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        buf_printf(&b, "%s%s ", w.enter ? "" : "/", show_names_[w.node->kind]);
        if (w.enter && w.node->kind == DOC_EMPH) {
            doc_walk_skip(&w);
        }
    }
    is_str(buf_view(&b), "root p em /em text /text /p /root ", "children are left out on demand");
    buf_drop(&b);
    struct doc_walk none = doc_walk_start(NULL);
    ok(!doc_walk_next(&none), "nothing to walk");
    arena_drop(a);
}

static void test_attributes(void) {
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    struct doc_node *n = add(d, d->root, DOC_DIV);
    ok(!doc_has_class(n, "x") && !doc_pair(n, "k").p && !doc_id(n).n, "nothing without attributes");
    doc_add_class(d, n, STR("x"));
    doc_add_class(d, n, STR("x"));
    doc_set_pair(d, n, STR("k"), STR("1"));
    doc_set_pair(d, n, STR("k"), STR("2"));
    doc_set_pair(d, n, STR("e"), STR_EMPTY);
    doc_set_id(d, n, STR("i"));
    is_tree(n, "div{#i .x k=2 e=}", "classes once, the last value of a key");
    ok(doc_pair(n, "e").p && !doc_pair(n, "e").n, "an empty value is there");
    ok(doc_id_taken(d, STR("i")) && !doc_id_taken(d, STR("x")), "identifiers are known");
    struct doc_node *copy = doc_copy(d, n);
    doc_set_id(d, copy, STR("j"));
    ok(doc_id_taken(d, STR("i")) && doc_id_taken(d, STR("j")), "those of copies too");
    arena_drop(a);
}

/* Nodes of one class share what holds it; what one of them gets the others do not have. */
static void test_shared_class(void) {
    static const char entry[] = "entry", others[][2] = {"a", "b", "c", "d", "e"};
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    struct doc_node *n[6];
    for (size_t i = 0; i < ARRAY_LEN(n); i++) {
        n[i] = add(d, d->root, DOC_SPAN);
        doc_set_class(d, n[i], entry);
    }
    ok(n[0]->attr == n[5]->attr, "nodes of one class take the memory of one");
    doc_set_id(d, n[0], STR("i"));
    doc_add_class(d, n[1], STR("x"));
    doc_add_class(d, n[2], STR("entry"));
    doc_set_pair(d, n[3], STR("k"), STR("v"));
    struct doc_node *copy = doc_copy(d, n[4]);
    doc_set_id(d, copy, STR("j"));
    doc_add_class(d, copy, STR("y"));
    is_tree(d->root,
            "root(span{#i .entry} span{.entry .x} span{.entry} span{.entry k=v} span{.entry} "
            "span{.entry})",
            "what one gets the others do not have");
    is_tree(copy, "span{#j .entry .y}", "nor what a copy gets");
    ok(doc_id_taken(d, STR("i")) && doc_id_taken(d, STR("j")), "their identifiers are known");
    doc_add_class(d, n[1], STR("z"));
    is_tree(n[1], "span{.entry .x .z}", "a node's own attributes stay its own");
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        doc_set_class(d, n[i], others[i]);
    }
    doc_set_class(d, add(d, d->root, DOC_SPAN), others[0]);
    is_tree(d->root, "root(span{.a} span{.b} span{.c} span{.d} span{.e} span{.entry} span{.a})",
            "more classes than are remembered");
    doc_set_class(d, n[5], others[3]);
    ok(n[5]->attr == n[3]->attr, "those that came last are");
    arena_drop(a);
}

static void grow_short(void *user) {
    struct doc *d = user;
    doc_change_kind(d, doc_text_new(d, STR("x"), SPAN_NONE), DOC_LINK);
}

static void test_change_kind(void) {
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    struct doc_node *code = add(d, d->root, DOC_CODE);
    doc_change_kind(d, code, DOC_RAW_INLINE);
    ok(code->kind == DOC_RAW_INLINE && doc_has_kind(d, DOC_RAW_INLINE), "a node of another kind");
    aborts(grow_short, d, "one without the memory for it is an internal error");
    arena_drop(a);
}

static void test_plain(void) {
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    struct doc_node *p = add(d, d->root, DOC_PARA);
    add_text(d, p, "one");
    add(d, p, DOC_SOFT_BREAK);
    add_text(d, add(d, p, DOC_STRONG), "two");
    struct doc_node *fn = add(d, p, DOC_NOTE);
    add_text(d, add(d, fn, DOC_PARA), "hidden");
    struct doc_node *m = add(d, p, DOC_MATH);
    m->u.math.tex = STR("\\alpha");
    m->u.math.plain = STR("α");
    add_text(d, add(d, d->root, DOC_PARA), "three");
    is_str(doc_plain(a, d->root), "one twoα three", "words part, notes stay out");
    is_str(doc_plain(a, fn), "hidden", "a note that is asked for is read");
    struct doc_node *second = add(d, p, DOC_NOTE);
    ok(doc_has_kind(d, DOC_NOTE) && !doc_has_kind(d, DOC_TABLE), "kinds that were made are known");
    is_int(doc_number_notes(d), 2, "two notes");
    is_int(second->u.note.number, 2, "numbered in order");
    arena_drop(a);
}

static void test_ids(void) {
    static const char *const rows[][2] = {
        {"Heading identifiers in HTML", "heading-identifiers-in-html"},
        {"Maître d'hôtel", "maître-dhôtel"},
        {"*Dogs*?--in *my* house?", "dogs--in-my-house"},
        {"3. Applications", "applications"},
        {"33", "section"},
        {"A & B", "a-b"},
        {"“Quoted” – dash", "quoted-dash"},
        {"v1.2_x", "v1.2_x"},
        {"", "section"},
    };
    struct arena *a = arena_new();
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        is_str(doc_auto_id(a, str_of(rows[i][0])), rows[i][1], rows[i][0]);
    }
    arena_drop(a);
}

/** A caption in a figure or a table of a class; its plain text after numbering is its number. */
static struct doc_node *add_caption(struct doc *d, enum doc_kind kind, const char *cls) {
    struct doc_node *div = add(d, d->root, DOC_DIV);
    struct doc_node *caption = add(d, add(d, div, kind), DOC_CAPTION);
    doc_add_class(d, div, str_of(cls));
    return caption;
}

static void test_captions(void) {
    struct arena *a;
    struct doc *d = doc_fresh(&a);
    static const char *const OUTPUTS[] = {"html", "pdf", "plain"};
    d->outputs = OUTPUTS;
    d->noutputs = ARRAY_LEN(OUTPUTS);
    d->meta.lang = STR("de-AT");
    const struct doc_node *first = add_caption(d, DOC_FIGURE, "");
    const struct doc_node *table = add_caption(d, DOC_TABLE, "");
    const struct doc_node *screen = add_caption(d, DOC_FIGURE, "only-html");
    const struct doc_node *paper = add_caption(d, DOC_FIGURE, "only-pdf");
    struct doc_node *last = add_caption(d, DOC_FIGURE, "");
    doc_set_pair(d, last->parent, STR("lang"), STR("pl"));
    doc_number_captions(d);
    is_str(doc_plain(a, first), "Abbildung\u00A01:", "a figure in the document's language");
    is_str(doc_plain(a, table), "Tabelle\u00A01:", "tables have their own numbers");
    is_str(doc_plain(a, screen), "Abbildung\u00A02:", "a figure for the screen");
    is_str(doc_plain(a, paper), "Abbildung\u00A02:", "the one on paper shares its number");
    is_str(doc_plain(a, last), "Rysunek\u00A03:", "both outputs go on together; its own language");
    arena_drop(a);
}

static void test_outputs(void) {
    static const char *const OUTPUTS[] = {"html", "pdf", "plain"};
    static const struct {
        const char *classes[2];
        const char *html, *pdf, *plain;
    } rows[] = {
        {{"only-html"}, "a[b]", "a", "a"},
        {{"not-html"}, "a", "a[b]", "a[b]"},
        {{"only-html", "only-pdf"}, "a[b]", "a[b]", "a"},
        {{"not-html", "not-pdf"}, "a", "a", "a[b]"},
        {{"only-pdf", "not-pdf"}, "a", "a", "a"},
        {{"only-print", "not-here"}, "a[b]", "a[b]", "a[b]"},
        {{"box"}, "a[b]", "a[b]", "a[b]"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena *a;
        struct doc *d = doc_fresh(&a);
        d->outputs = OUTPUTS;
        d->noutputs = ARRAY_LEN(OUTPUTS);
        struct doc_node *para = add(d, d->root, DOC_PARA);
        doc_append(para, doc_text_new(d, STR("a"), SPAN_NONE));
        for (int k = 0; k < 2; k++) { /* two neighbours, so that places are found again */
            struct doc_node *span = add(d, para, DOC_SPAN);
            doc_append(span, doc_text_new(d, k ? STR("]") : STR("[b"), SPAN_NONE));
            for (size_t c = 0; c < 2 && rows[i].classes[c]; c++) {
                doc_add_class(d, span, str_of(rows[i].classes[c]));
            }
        }
        const char *const want[] = {rows[i].html, rows[i].pdf, rows[i].plain};
        for (size_t k = 0; k < ARRAY_LEN(OUTPUTS); k++) {
            struct doc_hidden *h = doc_hide(d, k);
            is_str(doc_plain(a, para), want[k], OUTPUTS[k]);
            doc_unhide(h);
            is_str(doc_plain(a, para), "a[b]", "all is back in its place");
        }
        arena_drop(a);
    }
}

static void test_labels(void) {
    static const struct {
        enum doc_list_style style;
        enum doc_list_delim delim;
        int number;
        const char *label;
    } rows[] = {
        {DOC_DECIMAL, DOC_DELIM_PERIOD, 12, "12."},
        {DOC_LOWER_ALPHA, DOC_DELIM_PAREN, 26, "z)"},
        {DOC_UPPER_ALPHA, DOC_DELIM_PARENS, 27, "(AA)"},
        {DOC_LOWER_ALPHA, DOC_DELIM_PERIOD, 703, "aaa."},
        {DOC_UPPER_ALPHA, DOC_DELIM_PERIOD, INT_MAX, "FXSHRXW."},
        {DOC_LOWER_ALPHA, DOC_DELIM_PERIOD, 0, "0."},
        {DOC_LOWER_ROMAN, DOC_DELIM_BRACKETS, 1994, "[mcmxciv]"},
        {DOC_UPPER_ROMAN, DOC_DELIM_PERIOD, 3999, "MMMCMXCIX."},
        {DOC_UPPER_ROMAN, DOC_DELIM_PERIOD, 4000, "4000."},
        {DOC_LOWER_ROMAN, DOC_DELIM_PERIOD, -3, "-3."},
    };
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        buf_clear(&b);
        struct doc_node list = {.kind = DOC_LIST};
        list.u.list.style = rows[i].style;
        list.u.list.delim = rows[i].delim;
        doc_list_label(&b, &list, rows[i].style, rows[i].number);
        is_str(buf_view(&b), rows[i].label, rows[i].label);
    }
    struct doc_node list = {.kind = DOC_LIST};
    list.u.list.prefix = STR("J");
    buf_clear(&b);
    doc_list_label(&b, &list, DOC_DECIMAL, 3);
    is_str(buf_view(&b), "J3.", "a prefix goes before the number");
    buf_drop(&b);
}

static void test_theorem_labels(void) {
    ok(doc_theorem_labelled(STR("thm-x")) && doc_theorem_labelled(STR("thm:x")),
       "a theorem's label begins with its prefix and a hyphen or a colon");
    ok(!doc_theorem_labelled(STR("thmx1")) && !doc_theorem_labelled(STR("thm-")),
       "not with the prefix alone");
    ok(doc_callout_labelled(STR("nte-x")) && !doc_callout_labelled(STR("nte:x")),
       "a callout's has the hyphen");
}

static void test_safe_style(void) {
    static const struct {
        const char *style, *kept, *strict;
    } rows[] = {
        {"color: red; position: fixed", "color: red", "color: red"},
        {"COLOR:rgb(1,2,3);;", "COLOR: rgb(1,2,3)", "COLOR: rgb(1,2,3)"},
        {"margin-left: -9em; padding: 1px", "margin-left: -9em; padding: 1px", "padding: 1px"},
        {"box-shadow: 0 0 9px red", "box-shadow: 0 0 9px red", ""},
        {"width: calc(1px + 2px)", "width: calc(1px + 2px)", ""},
        {"background: url(a.png); border: 1px", "border: 1px", "border: 1px"},
        {"background: u\\72l(a.png)", "", ""},
        {"font-family: 'A; B', x-1y", "font-family: 'A; B', x-1y", "font-family: 'A; B', x-1y"},
        {"color: red} body {", "", ""},
    };
    struct arena *a = arena_new();
    struct str dropped;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct str style = str_of(rows[i].style);
        is_str(doc_safe_style(a, style, false, &dropped), rows[i].kept, rows[i].style);
        is_str(doc_safe_style(a, style, true, &dropped), rows[i].strict, "the same, strictly");
    }
    (void)doc_safe_style(a, STR("color: red; top: 0; left: 0"), false, &dropped);
    is_str(dropped, "top", "the first one that is left out");
    arena_drop(a);
}

int main(void) {
    test_safe_style();
    test_labels();
    test_theorem_labels();
    test_outputs();
    test_captions();
    test_links();
    test_copy();
    test_walk();
    test_attributes();
    test_shared_class();
    test_change_kind();
    test_plain();
    test_ids();
    return tap_done();
}
