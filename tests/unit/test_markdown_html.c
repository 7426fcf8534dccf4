/* SPDX-License-Identifier: MIT */
/*
 * HTML within Markdown as a tree: the tags that become nodes, their ends, and diagnostics for
 * the others.
 */
#include "core/base/bounds.h"
#include "read/markdown/markdown.h"
#include "reading.h"
#include "show.h"
#include "tap.h"

DIAG_USE(DIAG_HTML_TAG);
DIAG_USE(DIAG_HTML_STYLE);
DIAG_USE(DIAG_HTML_UNKNOWN);

static const char *const outputs[] = {"html", "pdf"};

/* The tree of a text; `id`: its only diagnostic, or NULL for none. */
static void reads_as(const char *format, const char *text, const char *want,
                     const struct diag_rule *id) {
    struct reading in = reading_open("t.md", str_of(text));
    struct markdown_options opt = {
        .format = str_of(format), .outputs = outputs, .noutputs = ARRAY_LEN(outputs)};
    struct doc *doc = markdown_parse(in.arena, in.src, &opt, in.diags);
    struct buf b = BUF_INIT;
    show_children(&b, doc->root);
    const char *name = show_name(in.arena, text);
    is_str(buf_view(&b), want, name);
    is_int(in.diags->n, id ? 1 : 0, "what is said");
    ok(!id || (in.diags->n && in.diags->list[0]->id == id), "and which");
    buf_drop(&b);
    reading_drop(&in);
}

static void reads(const char *text, const char *want) {
    reads_as("markdown", text, want, NULL);
}

static void test_blocks(void) {
    reads("<div class=\"a b\" data-x=1>\ntext\n</div>", "div{.a .b data-x=1}(p(\"text\"))");
    reads("<div>text</div>", "div(t(\"text\"))");
    reads("one\n<p>two</p>\nthree", "p(\"one\") p(\"two\") p(\"three\")");
    reads("text <div>x</div> more", "p(\"text\") div(t(\"x\")) p(\"more\")");
    reads("<div>\n- a\n- b\n\n# H\n</div>", "div(list*(li(t(\"a\")) li(t(\"b\"))) h1{#h}(\"H\"))");
    reads("<div>\n<div>\nx\n</div>\n</div>", "div(div(p(\"x\")))");
    reads("- <div>\n  a\n  </div>\n- b", "list*(li(div(t(\"a\"))) li(t(\"b\")))");
    reads("> <center>a</center>", "quote(div{style=text-align: center}(t(\"a\")))");
    reads("<ul>\n  <li>a <b>c</b></li>\n  <li>d\n  <ol start=3><li>e</ol>\n</ul>",
          "list*(li(t(\"a \" b(\"c\"))) li(t(\"d\") list1.3(li(t(\"e\")))))");
    reads("<dl><dt>T<dd>D<dt>U<dd>E</dl>", "dl(dt(\"T\") dd(t(\"D\")) dt(\"U\") dd(t(\"E\")))");
    reads("<h2 id=x>Head *m*</h2>", "h2{#x}(\"Head \" em(\"m\"))");
    reads("<blockquote>q</blockquote> tail", "quote(t(\"q\")) p(\"tail\")");
    reads("<details>\n<summary>S</summary>\n\nB\n\n</details>", "details(summary(\"S\") p(\"B\"))");
    reads("<figure>\n<img src=a.png alt=A>\n<figcaption>C</figcaption>\n</figure>",
          "figure(t(img<a.png>{alt=A}(\"A\")) caption(span{.caption-number}(\"Figure\u00A01: \") "
          "\"C\"))");
    reads("<section><hr></section>", "div(hr)");
    reads("<p align=right class=c>x</p>", "p{.c style=text-align: right}(\"x\")");
    reads("<div\n  id=\"i\"\n>\nx\n</div>", "div{#i}(p(\"x\"))");
    reads("<div>\n    <p>\n        text\n    </p>\n</div>", "div(p(\"text\"))");
    reads("```a``` b\n\n<div>\n    <p>\n        text\n    </p>\n</div>",
          "p(code:<a> \" b\") div(p(\"text\"))");
    reads("~~~~\n~~~\n~~~~\n\n<div>\n    <p>\n        text\n    </p>\n</div>",
          "code:<~~~\n> div(p(\"text\"))");
    reads("<!-- a --> *b*", "p(em(\"b\"))");
    reads("a[^1]\n\n[^1]: <p>b</p>\n", "p(\"a\" fn(p(\"b\")))");
}

static void test_inlines(void) {
    reads("a <b>b</b> <i class=x>c</i> <u>d</u> <s>e</s>",
          "p(\"a \" b(\"b\") \" \" em{.x}(\"c\") \" \" u(\"d\") \" \" del(\"e\"))");
    reads("<kbd>k</kbd> <mark>m</mark> <small>s</small>",
          "p(span{.kbd}(\"k\") \" \" span{.mark}(\"m\") \" \" span{.small}(\"s\"))");
    reads("<font color=red size=+1>r</font>", "p(span{style=color: red; font-size: large}(\"r\"))");
    reads("<a href='/u'>l</a> <a name=n></a> <a id=o>",
          "p(a</u>(\"l\") \" \" span{#n} \" \" span{#o})");
    reads("a<br>b<br/>\nc", "p(\"a\" br \"b\" br \"c\")");
    reads("<code>a\nb</code>", "p(code:<a b>)");
    reads("<img src=a.png width=20 style='height: 3em; float: left'>",
          "p(img<a.png>{width=20 style=float: left height=3em})");
    reads("<a href=u><h3>T</h3></a>", "p(a<u>(span(\"T\")))");
    reads("**<sub>2</sub>**", "p(b(sub(\"2\")))");
}

static void test_faults(void) {
    reads_as("markdown", "a <b>b", "p(\"a \" \"b\")", DIAG_HTML_TAG);
    reads_as("markdown", "a</b> c", "p(\"a\" \" c\")", DIAG_HTML_TAG);
    reads_as("markdown", "<div>\nx", "div(p(\"x\"))", DIAG_HTML_TAG);
    reads_as("markdown", "x\n\n</div>", "p(\"x\")", DIAG_HTML_TAG);
    reads_as("markdown", "list<int> x", "p(\"list\" raw:html<<int>> \" x\")", DIAG_HTML_UNKNOWN);
    reads_as("markdown", "<x-y>a</x-y>", "p(span(\"a\"))", DIAG_HTML_UNKNOWN);
    reads_as("markdown", "<p style='color: red; position: fixed'>x</p>",
             "p{style=color: red}(\"x\")", DIAG_HTML_STYLE);
    reads_as("markdown", "<p style='background: url(x)'>x</p>", "p(\"x\")", DIAG_HTML_STYLE);
}

static void test_switches(void) {
    reads_as("markdown-native_divs", "<div>\nx\n</div>",
             "raw:html<<div>> p(\"x\") raw:html<</div>>", NULL);
    reads_as("markdown-native_spans", "<span>x</span>",
             "p(raw:html<<span>> \"x\" raw:html<</span>>)", NULL);
    reads_as("markdown-markdown_in_html_blocks", "<p>*x*</p>",
             "raw:html<<p>*x*</p>\n>{.only-html} div{.not-html}(p(\"*x*\"))", NULL);
    reads_as("gfm", "<p>x</p>", "raw:html<<p>x</p>\n>{.only-html} div{.not-html}(p(\"x\"))", NULL);
}

static void test_whole(void) {
    reads("<pre><code class=language-c>a &lt; b\n</code></pre>", "code:c<a < b\n>{.language-c}");
    reads("<script>\n*a*\n\n*b*\n</script>\nc",
          "raw:html<<script>\n*a*\n\n*b*\n</script>> p(\"c\")");
    reads("<iframe src='https://e.org/v' title='Talk'></iframe>",
          "raw:html<<iframe src='https://e.org/v' title='Talk'></iframe>>{.only-html} "
          "div{.not-html}(p(a<https://e.org/v>(\"Talk\")))");
    reads("<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>",
          "table(tr(td(table(tr(td(\"x\"))))))");
    reads("<table><tr><td>\n\n- a\n- b\n\n</td></tr></table>",
          "table(tr(td(list*(li(t(\"a\")) li(t(\"b\"))))))");
}

/* Long and deep input is read in bounded depth. */
static void test_depth(void) {
    struct buf b = BUF_INIT;
    for (int i = 0; i < 3000; i++) {
        buf_puts(&b, "<div>\n");
    }
    struct reading in = reading_open("t.md", buf_view(&b));
    struct doc *doc = markdown_parse(in.arena, in.src, NULL, in.diags);
    int depth = 0, most = 0;
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        depth += w.enter ? 1 : -1;
        most = depth > most ? depth : most;
    }
    ok(most <= LIMIT_DOC_DEPTH, "no deeper than the limit");
    reading_drop(&in);
    buf_drop(&b);
}

/* Elements that are taken whole, one behind the other in a line, are read one after the other. */
static void test_row(void) {
    static const char *const elements[] = {"<script>a</script>", "<pre>a</pre>", "<svg></svg> "};
    for (size_t i = 0; i < ARRAY_LEN(elements); i++) {
        struct buf b = BUF_INIT;
        for (int k = 0; k < 20000; k++) {
            buf_puts(&b, elements[i]);
        }
        struct reading in = reading_open("t.md", buf_view(&b));
        struct markdown_options opt = {.format = STR("markdown")};
        struct doc *doc = markdown_parse(in.arena, in.src, &opt, in.diags);
        ok(doc->root->first != NULL, elements[i]);
        reading_drop(&in);
        buf_drop(&b);
    }
}

int main(void) {
    test_blocks();
    test_inlines();
    test_faults();
    test_switches();
    test_whole();
    test_depth();
    test_row();
    return tap_done();
}
