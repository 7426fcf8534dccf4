/* SPDX-License-Identifier: MIT */
/*
 * Reads Markdown in its flavours. Checked: links between nodes are consistent, spans are within
 * the text, the span of a citation contains "@key", plain text is valid, and the tree of pandoc
 * is JSON. The first byte of the input chooses the format (with 'f' the first line names it)
 * and the output.
 */
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/data/json.h"
#include "read/markdown/markdown.h"
#include "write/json/pandoc.h"
#include "write/latex/latex.h"
#include "write/markdown/mdout.h"
#include "write/plain/plain.h"

DIAG_USE(DIAG_JSON_SYNTAX);

static void expect(bool holds, const char *what) {
    if (!holds) {
        BUG(what);
    }
}

static void check_cites(const struct source *src, const struct doc_node *n) {
    for (size_t i = 0; i < n->u.cite.n; i++) {
        const struct doc_cite *c = &n->u.cite.cites[i];
        expect(c->key.n > 0, "a key is empty");
        if (c->span.src != src) {
            continue;
        }
        struct str at = str_slice(src->text, c->span.begin, c->span.end);
        expect(str_find(at, STR("@")) != STR_NONE && str_find(at, c->key) != STR_NONE,
               "a citation's span does not read as its key");
    }
}

static void check_node(const struct source *src, const struct doc_node *n) {
    expect(!n->first == !n->last, "half a list of children");
    expect(!n->next || n->next->prev == n, "siblings do not agree");
    expect(!n->first || n->first->parent == n, "a child does not know its parent");
    if (n->span.src == src) {
        expect(n->span.begin <= n->span.end && n->span.end <= src->text.n, "a span is outside");
    }
    if (n->kind == DOC_ITEM) {
        expect(n->parent && n->parent->kind == DOC_LIST, "an item outside a list");
    }
    if (n->kind == DOC_ROW) {
        expect(n->parent && n->parent->kind == DOC_TABLE, "a row outside a table");
    }
    if (n->kind == DOC_TEXT) {
        expect(n->u.text.text.n > 0, "an empty text");
        expect(utf8_check(n->u.text.text) == STR_NONE, "text is no UTF-8");
    }
    if (n->kind == DOC_CITE) {
        check_cites(src, n);
    }
}

/** The document as plain text: well-formed, and without white space at line ends. */
static void check_plain(const struct doc *doc, uint8_t choice, struct diags *d) {
    struct plain_options opt = {.fragment = choice % 2 == 0,
                                .wrap = (enum plain_wrap)(choice / 2 % 3),
                                .columns = choice / 6 % 2 ? 9 : 0};
    struct buf out = BUF_INIT;
    plain_write(&out, doc, &opt, d);
    expect(utf8_check(buf_view(&out)) == STR_NONE, "plain text is no UTF-8");
    expect(str_find(buf_view(&out), STR(" \n")) == STR_NONE, "a line ends in a space");
    expect(out.n == 0 || out.p[out.n - 1] == '\n', "the last line does not end");
    buf_drop(&out);
}

/** The document as Markdown again: well-formed text, of which a document can be read. */
static void check_markdown(struct arena *a, const struct doc *doc, uint8_t choice,
                           struct diags *d) {
    struct mdout_options opt = {.fragment = choice % 2 == 0, .one_line = choice / 2 % 2};
    struct buf out = BUF_INIT;
    mdout_write(&out, doc, &opt, d);
    struct str text = buf_keep(&out, a);
    expect(utf8_check(text) == STR_NONE, "Markdown is no UTF-8");
    expect(text.n == 0 || text.p[text.n - 1] == '\n', "the last line does not end");
    (void)markdown_parse(a, source_new(a, STR("again.md"), text), NULL, d);
    buf_drop(&out);
}

/** The document as pandoc's tree: JSON that can be read. */
static void check_pandoc(const struct doc *doc, struct diags *d) {
    struct buf out = BUF_INIT;
    pandoc_write(&out, doc, d);
    struct arena *a = arena_new();
    struct diags faults;
    diags_init(&faults, a);
    (void)json_parse(a, source_new(a, STR("json"), buf_view(&out)), &faults);
    for (size_t i = 0; i < faults.n; i++) { /* it may be deeper than the reader goes */
        expect(faults.list[i]->id != DIAG_JSON_SYNTAX, "the tree is no JSON");
    }
    diags_drop(&faults);
    arena_drop(a);
    buf_drop(&out);
}

/** The document as LaTeX: well-formed text, whose environments of our own end. */
static void check_latex(const struct doc *doc, uint8_t choice, struct diags *d) {
    struct latex_options opt = {.fragment = choice % 2 == 0, .natbib = choice / 2 % 2};
    struct buf out = BUF_INIT;
    latex_write(&out, doc, &opt, d);
    expect(utf8_check(buf_view(&out)) == STR_NONE, "LaTeX is no UTF-8");
    expect(out.n > 0 && out.p[out.n - 1] == '\n', "the last line does not end");
    buf_drop(&out);
}

static struct str format_of(char choice, struct str text) {
    switch (choice) {
    case 'g':
        return STR("gfm");
    case 'x':
        return STR("commonmark_x-smart");
    case 'c':
        return STR("commonmark+fenced_divs+grid_tables+definition_lists+footnotes-raw_html");
    case 'f':
        return str_cut(&text, '\n');
    }
    return STR("markdown");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str text = {(const char *)data, size};
    if (!size || utf8_check(str_from(text, 1)) != STR_NONE) {
        return 0;
    }
    struct markdown_options opt = {.format = format_of((char)data[0], str_from(text, 1))};
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct source *src = source_new(a, STR("fuzz.md"), str_from(text, 1));
    struct doc *doc = markdown_parse(a, src, &opt, &d);
    struct doc_walk w = doc_walk_start(doc->root);
    int depth = 0;
    while (doc_walk_next(&w)) {
        depth += w.enter ? 1 : -1;
        expect(depth <= LIMIT_DOC_DEPTH + 1, "nested too deep");
        if (w.enter) {
            check_node(src, w.node);
        }
    }
    check_plain(doc, data[0], &d);
    check_latex(doc, data[0], &d);
    opt.as_written = true;
    doc = markdown_parse(a, src, &opt, &d);
    check_markdown(a, doc, data[0], &d);
    if (str_index(src->text, '\0') == STR_NONE) { /* which JSON's readers refuse */
        check_pandoc(doc, &d);
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
