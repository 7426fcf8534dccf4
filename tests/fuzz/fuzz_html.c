/* SPDX-License-Identifier: MIT */
/*
 * Reads HTML within Markdown: each byte of the input is a tag or a word, the first one the
 * format. Checked: links between nodes are consistent, lists contain items, tables rows, texts
 * no blocks, and the document can be written.
 */
#include "core/base/bounds.h"
#include "read/markdown/markdown.h"
#include "write/html/html.h"
#include "write/plain/plain.h"

static const char *const tokens[] = {"<div>",
                                     "</div>",
                                     "<p>",
                                     "</p>",
                                     "<ul>",
                                     "</ul>",
                                     "<ol start=3>",
                                     "</ol>",
                                     "<li>",
                                     "</li>",
                                     "<dl>",
                                     "</dl>",
                                     "<dt>",
                                     "</dt>",
                                     "<dd>",
                                     "</dd>",
                                     "<h2>",
                                     "</h2>",
                                     "<blockquote>",
                                     "</blockquote>",
                                     "<table>",
                                     "</table>",
                                     "<tr>",
                                     "</tr>",
                                     "<td>",
                                     "</td>",
                                     "<th>",
                                     "<caption>",
                                     "</caption>",
                                     "<figure>",
                                     "</figure>",
                                     "<figcaption>",
                                     "</figcaption>",
                                     "<details>",
                                     "</details>",
                                     "<summary>",
                                     "</summary>",
                                     "<center>",
                                     "</center>",
                                     "<pre>",
                                     "</pre>",
                                     "<code>",
                                     "</code>",
                                     "<b>",
                                     "</b>",
                                     "<i class=x>",
                                     "</i>",
                                     "<a href='#x'>",
                                     "</a>",
                                     "<a name=x>",
                                     "<span style='color:red;position:fixed'>",
                                     "</span>",
                                     "<q>",
                                     "</q>",
                                     "<img src=a.png alt=b>",
                                     "<br>",
                                     "<hr>",
                                     "<script>",
                                     "</script>",
                                     "<iframe src=x>",
                                     "</iframe>",
                                     "<svg>",
                                     "</svg>",
                                     "<x-y>",
                                     "</x-y>",
                                     "<!-- ",
                                     " -->",
                                     "word",
                                     "*",
                                     "**",
                                     "`",
                                     "\n",
                                     "\n\n",
                                     "- ",
                                     "> ",
                                     "    ",
                                     "1. ",
                                     "# ",
                                     "[a](b)",
                                     "[^1]",
                                     "[^1]: ",
                                     "| a | b |\n|--|--|\n",
                                     "```\n",
                                     "::: x\n",
                                     ":::\n",
                                     "<div\n",
                                     "class=\"",
                                     ">",
                                     "<",
                                     "\"",
                                     "&amp;",
                                     "$",
                                     "Term\n\n:   ",
                                     "  "};

static void expect(bool holds, const char *what) {
    if (!holds) {
        BUG(what);
    }
}

static void check_node(const struct source *src, const struct doc_node *n) {
    bool texts = n->kind == DOC_PARA || n->kind == DOC_PLAIN || n->kind == DOC_HEADING ||
                 n->kind == DOC_DEF_TERM || n->kind == DOC_SUMMARY || n->kind == DOC_LINK;
    expect(!n->first == !n->last, "half a list of children");
    for (const struct doc_node *k = n->first; k; k = k->next) {
        expect(k->parent == n, "a child does not know its parent");
        expect(!k->next || k->next->prev == k, "siblings do not agree");
        expect(!texts || doc_is_inline(k->kind), "a block in a text");
        expect(n->kind != DOC_LIST || k->kind == DOC_ITEM, "a list of other things");
        expect(n->kind != DOC_TABLE || k->kind == DOC_ROW || k->kind == DOC_CAPTION,
               "a table of other things");
    }
    if (n->span.src == src) {
        expect(n->span.begin <= n->span.end && n->span.end <= src->text.n, "a span is outside");
    }
    expect(n->kind != DOC_TEXT || n->u.text.text.n > 0, "an empty text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const formats[] = {"markdown", "gfm", "commonmark_x",
                                          "markdown-native_divs-native_spans",
                                          "markdown-markdown_in_html_blocks"};
    if (size == 0) {
        return 0;
    }
    struct arena *a = arena_new();
    struct buf text = BUF_INIT, out = BUF_INIT;
    for (size_t i = 1; i < size && i < 4000; i++) {
        buf_puts(&text, tokens[data[i] % ARRAY_LEN(tokens)]);
    }
    struct diags d;
    diags_init(&d, a);
    struct source *src = source_new(a, STR("f.md"), buf_keep(&text, a));
    struct markdown_options opt = {.format = str_of(formats[data[0] % ARRAY_LEN(formats)])};
    struct doc *doc = markdown_parse(a, src, &opt, &d);
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter) {
            check_node(src, w.node);
        }
    }
    html_write(&out, doc, &(struct html_options){.fragment = true}, &d);
    plain_write(&out, doc, &(struct plain_options){.fragment = true}, &d);
    buf_drop(&out);
    buf_drop(&text);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
