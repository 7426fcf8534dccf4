/* SPDX-License-Identifier: MIT */
/* Markdown: our own blocks and inlines, GFM, the title block, limits. */
#include "read/markdown/markdown.h"

#include "core/base/bounds.h"
#include "reading.h"
#include "show.h"
#include "tap.h"

DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_UNCLOSED_DIV);
DIAG_USE(DIAG_BAD_ATTRIBUTES);
DIAG_USE(DIAG_NESTING);

struct text {
    struct reading in;
    struct doc *doc;
};

static struct text parse(struct str text, const char *format) {
    struct text t = {.in = reading_open("t.md", text)};
    struct markdown_options opt = {.format = str_of(format)};
    t.doc = markdown_parse(t.in.arena, t.in.src, &opt, t.in.diags);
    return t;
}

static void shows(const char *text, const char *format, const char *want) {
    struct text t = parse(str_of(text), format);
    struct buf b = BUF_INIT;
    show_children(&b, t.doc->root);
    is_str(buf_view(&b), want, show_name(t.in.arena, text));
    buf_drop(&b);
    reading_drop(&t.in);
}

static void reads(const char *text, const char *want) {
    shows(text, "markdown", want);
}

static void test_inlines(void) {
    reads("*a **b** c* `d` ~~e~~", "p(em(\"a \" b(\"b\") \" c\") \" \" code:<d> \" \" del(\"e\"))");
    reads("x^2^ H~2~O a^b c~d P^a\\ b^",
          "p(\"x\" sup(\"2\") \" H\" sub(\"2\") \"O a^b c~d P\" sup(\"a\u00A0b\"))");
    reads("[a *b*]{.c #d k=\"v w\"} [s]{.smallcaps}",
          "p(span{#d .c k=v w}(\"a \" em(\"b\")) \" \" sc{.smallcaps}(\"s\"))");
    reads("`x`{.c} `<b>`{=html} [l](u){.e} ![i](v){width=50%}",
          "p(code:<x>{.c} \" \" raw:html<<b>> \" \" a<u>{.e}(\"l\") \" \" "
          "img<v>{width=50%}(\"i\"))");
    reads("a\\\nb  \nc\nd", "p(\"a\" br \"b\" br \"c\" ~ \"d\")");
    reads("a <!-- b --> <i>c</i>", "p(\"a \" em(\"c\"))");
    reads("[t][r] [r]\n\n[R]: /u \"T\"", "p(a</u 'T'>(\"t\") \" \" a</u 'T'>(\"r\"))");
    reads("www.x.org http://y.z/(a) me@x.org.",
          "p(a<http://www.x.org>{.uri}(\"www.x.org\") \" \" "
          "a<http://y.z/(a)>{.uri}(\"http://y.z/(a)\")"
          " \" \" a<mailto:me@x.org>{.email}(\"me@x.org\") \".\")");
    reads("&copy; &#955; &nope;", "p(\"© λ &nope;\")");
}

static void test_math(void) {
    reads("$x_1 * y_2$ and $$a*b$$", "p(math<x_1 * y_2> \" and \" math*<a*b>)");
    reads("$5 and $10, $ x$. \\$a", "p(\"$5 and $10, $ x$. $a\")");
    reads("$20,000 and $30,000", "p(\"$20,000 and $30,000\")");
    reads("$\\text{if $x$}$", "p(math<\\text{if $x$}>)");
    reads("$$\na\n- b\n= c\n$$ {#eq:x}", "p(math*<\na\n- b\n= c\n>{#eq:x})");
    reads("> $$\n> - a\n> $$", "quote(p(math*<\n- a\n>))");
    reads("\\begin{align}\na &= b\n\\end{align}", "p(math*<\\begin{align}\na &= b\n\\end{align}>)");
}

static void test_smart(void) {
    reads("\"a 'b' c\" -- d---e... 'tis don't", "p(\"“a ‘b’ c” – d—e… ’tis don’t\")");
    reads("`--` http://a--b.c/d",
          "p(code:<--> \" \" a<http://a--b.c/d>{.uri}(\"http://a--b.c/d\"))");
    reads("---\nlang: de\n---\n\n\"a 'b' geht's\"", "p(\"„a ‚b‘ geht’s“\")");
    reads("---\nlang: fr-FR\n---\n\n\"a\"", "p(\"«\u202Fa\u202F»\")");
    reads("\\\"a\\\"", "p(\"\"a\"\")");
}

static void test_blocks(void) {
    reads("# A {#x .y}\n\n## A\n\n## A {-}\n\nB\n=== \n",
          "h1{#x .y}(\"A\") h2{#a}(\"A\") h2-{#a-1 .unnumbered}(\"A\") h1{#b}(\"B\")");
    reads("::: {.a b=\"c d\"}\nx\n\n:::: e\ny\n::::\n:::\nz",
          "div{.a b=c d}(p(\"x\") div{.e}(p(\"y\"))) p(\"z\")");
    reads("```\n::: a\n```", "code:<::: a\n>");
    reads("A\n: b\n: c\n\nD\n\n:   e\n\n    - f\n\nend",
          "dl(dt(\"A\") dd(t(\"b\")) dd(t(\"c\")) dt(\"D\") dd(p(\"e\") list*(li(t(\"f\"))))) "
          "p(\"end\")");
    reads("| a\n|   b\n| c", "div{.line-block}(t(\"a\" br \"\u00A0\u00A0b\" br \"c\"))");
    reads("![c *d*](a.png){#f w=1}",
          "figure{#f}(t(img<a.png>{w=1}(\"c \" em(\"d\"))) "
          "caption(span{.caption-number}(\"Figure\u00A01: \") \"c \" em(\"d\")))");
    reads("```{.c #d}\nx\n```\n\n~~~ py\ny\n~~~\n\n```{=latex}\n\\z\n```",
          "code:c<x\n>{#d .c} code:py<y\n>{.py} raw:latex<\\z\n>");
    reads("\\newpage\n\n\\vspace{1em} \\noindent", "raw:latex<\\newpage>");
    reads("<div>\nx\n</div>\n\n<!-- a\n\nb -->\n\nc", "div(p(\"x\")) p(\"c\")");
    reads("| a | b |\n|:--|--:|\n| c |\n\n: Cap {#t}\n",
          "table{#t}(caption(span{.caption-number}(\"Table\u00A01: \") \"Cap\") tr(tdh<(\"a\") "
          "tdh>(\"b\")) tr(td<(\"c\") td>))");
    reads("\ta\tb\n", "code:<a\tb\n>");
}

static void test_lists(void) {
    reads("a. x\nb. y\n\nii) z\n", "lista.(li(t(\"x\")) li(t(\"y\"))) listi)2(li(t(\"z\")))");
    reads("(1) x\n(2) y\n", "list1()(li(t(\"x\")) li(t(\"y\")))");
    reads("(@a) x\n\nAs (@a)\n\n(@) y\n",
          "list1(){.example}(li(t(\"x\"))) p(\"As (1)\") list1()2{.example}(li(t(\"y\")))");
    reads("B. Russell\nb) At a scale", "p(\"B. Russell\" ~ \"b) At a scale\")");
    reads("- [ ] a\n- [x] b", "list*(li[ ](t(\"a\")) li[x](t(\"b\")))");
    reads("1. a\n\n2. b\n   - c", "list1./(li(p(\"a\")) li(p(\"b\") list*(li(t(\"c\")))))");
}

static void test_notes(void) {
    reads("a[^1] b[^1]\n\n[^1]: c\n\n[^2]: unused", "p(\"a\" fn(p(\"c\")) \" b\" fn(p(\"c\")))");
    reads("a[^1]\n\n[^1]: see [^1]", "p(\"a\" fn(p(\"see [^1]\")))");
    reads("a^[b ^[c] d]", "p(\"a\" fn(p(\"b ^[c] d\")))");
    reads("::: x\na[^1]\n:::\n\n[^1]: c", "div{.x}(p(\"a\" fn(p(\"c\"))))");
    reads("a[^none]", "p(\"a[^none]\")");
}

static void test_gfm(void) {
    shows("---\na: b\n---\n\"x\" -- [@y] $z$ ::: ~1~\n\n1^2^", "gfm",
          "hr h2{#a-b}(\"a: b\") p(\"\"x\" -- [@y] $z$ ::: \" del(\"1\")) p(\"1^2^\")");
    shows("::: a\n\nT\n: d\n\n[x]{.y}[^1]\n\n[^1]: n", "gfm",
          "p(\"::: a\") p(\"T\" ~ \": d\") p(\"[x]{.y}\" fn(p(\"n\")))");
    shows("<title> <b>", "gfm",
          "raw:html<&lt;title> <b>\n>{.only-html} "
          "div{.not-html}(p(\"<title>\"))");
}

static void test_dates(void) {
    static const char *const rows[][4] = {
        {"2024-03-05", "full", "en", "Tuesday, March 5, 2024"},
        {"2024-03-05", "medium", "en", "Mar 5, 2024"},
        {"2024-03-05", "short", "en", "3/5/24"},
        {"2024-03-05", "iso", "en", "2024-03-05"},
        {"2024-03-05", "long", "en", "March 5, 2024"},
        {"2024-03-05T10:00", "MMM D, YY", "en", "Mar 5, 24"},
        {"03/21/2024", "[the] Do [of] MMMM", "en", "the 21st of March"},
        {"2024-03-12", "ddd Do", "en", "Tue 12th"},
        {"2024-03-22", "DD.MM.YYYY", "de", "22.03.2024"},
        {"2024-03-23", "D. MMM YYYY", "de", "23. März 2024"},
        {"2024-03-23", "dddd Do", "en", "Saturday 23rd"},
        {"2024-03-23", "dddd D", "de", "2024-03-23"}, /* German days have no names here */
        {"2024-03-23", "D MMM", "ka", "2024-03-23"},
        {"2024-03-23", "D/M HH", "en", "2024-03-23"}, /* a day has no hours */
        {"2024-04-31", "full", "en", "2024-04-31"},   /* nor has April 31 days */
        {"in spring", "full", "en", "in spring"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char text[200];
        snprintf(text, sizeof text, "---\ndate: \"%s\"\ndate-format: \"%s\"\nlang: %s\n---\n",
                 rows[i][0], rows[i][1], rows[i][2]);
        struct text t = parse(str_of(text), "markdown");
        is_str(t.doc->meta.date_plain, rows[i][3], rows[i][1]);
        reading_drop(&t.in);
    }
}

static void test_meta(void) {
    struct text t = parse(STR("---\ntitle: A *b* -- \"c\"\nsubtitle: S\ndate: 2020\nlang: en-GB\n"
                              "author:\n  - Ann\n  - name: Bo B\n    affiliation: [X, Y]\n"
                              "    email: b@x.org\n    orcid: https://orcid.org/0-1\n"
                              "institute: Z *z*\nkeywords: [k, l m]\nabstract: |\n  One [@a].\n\n"
                              "  Two.\nother: {kept: 1}\n...\nbody\n"),
                          "markdown");
    const struct doc_meta *m = &t.doc->meta;
    is_str(m->title_plain, "A b – “c”", "the title's text");
    is_str(m->date_plain, "2020", "the date");
    is_str(m->lang, "en-GB", "the language");
    is_int(m->nauthors, 2, "two authors");
    is_str(m->authors[1].plain, "Bo B", "an author's name from a map");
    is_int(m->authors[1].naffiliations, 2, "with affiliations");
    is_str(m->authors[1].email, "b@x.org", "an address");
    is_str(m->authors[1].orcid, "0-1", "an ORCID without its host");
    is_int(m->naffiliations, 1, "an affiliation of all");
    is_int(m->nkeywords, 2, "keywords");
    struct buf b = BUF_INIT;
    show_node(&b, m->abstract);
    is_str(buf_view(&b), "div(p(\"One \" cite[a@15:8] \".\") p(\"Two.\"))",
           "the abstract's blocks, with places");
    buf_drop(&b);
    ok(node_get(node_get(t.doc->front, "other"), "kept"), "unknown keys are kept");
    is_int(t.in.diags->n, 0, "nothing to say");
    reading_drop(&t.in);
}

static void test_overrides(void) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct source *src = source_new(a, STR("t.md"), STR("---\ntitle: old\nx: 1\n---\n"));
    struct markdown_override o[] = {{.key = STR("title"), .text = STR("site"), .replaces = true},
                                    {.key = STR("title"), .text = STR("new")},
                                    {.key = STR("b"), .text = STR("1")},
                                    {.key = STR("b"), .text = STR("2")}};
    struct markdown_options opt = {
        .format = STR("markdown"), .overrides = o, .noverrides = ARRAY_LEN(o)};
    struct doc *doc = markdown_parse(a, src, &opt, &d);
    is_str(doc->meta.title_plain, "new", "the command line wins");
    is_int(node_get(doc->front, "b")->n, 2, "a key given twice is a list");
    is_str(node_text(node_get(doc->front, "x")), "1", "the rest stays");
    diags_drop(&d);
    arena_drop(a);
}

/* The first diagnostic of a text: its id and place. */
static void complains(const char *text, const struct diag_rule *id, uint32_t line, uint32_t col) {
    struct text t = parse(str_of(text), "markdown");
    if (ok(t.in.diags->n > 0, show_name(t.in.arena, text))) {
        struct span s = t.in.diags->list[0]->span;
        struct line_col at = source_line_col(s.src, s.begin);
        ok(t.in.diags->list[0]->id == id, "what is wrong");
        is_int(at.line, line, "its line");
        is_int(at.col, col, "its column");
    }
    reading_drop(&t.in);
}

static void test_diagnostics(void) {
    complains("x\n\n::: {.a}\ny", DIAG_UNCLOSED_DIV, 3, 1);
    complains("::: {.a b=}\n:::", DIAG_BAD_ATTRIBUTES, 1, 11);
    complains("::: two words\n:::", DIAG_BAD_ATTRIBUTES, 1, 9);
    complains("x\n\n```{.c =}\n```", DIAG_BAD_ATTRIBUTES, 3, 9);
    complains("---\ntitle: x\n\ntext", DIAG_BAD_METADATA, 1, 1);
    complains("---\ntitle: [a]\n---\n", DIAG_BAD_METADATA, 2, 8);
}

static struct str repeat(struct arena *a, const char *unit, size_t times, const char *tail) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < times; i++) {
        buf_puts(&b, unit);
    }
    buf_puts(&b, tail);
    return buf_finish(&b, a);
}

/* Whatever is repeated, the tree stays within its depth, and time within the test's patience. */
static void test_limits(void) {
    static const char *const units[] = {
        "> ",  "- ",  "[",        "^[", "[@a; ",  "*a ",   "::: a\n", "@{",   "$$ ",   "`",
        "<a ", "~x ", "a\n: b\n", "|",  "[^1]: ", "(@a) ", "![",      "[x]{", "\\ref{"};
    struct arena *a = arena_new();
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        struct text t = parse(repeat(a, units[i], 20000, "x]"), "markdown");
        int depth = 0;
        int deepest = 0;
        struct doc_walk w = doc_walk_start(t.doc->root);
        while (doc_walk_next(&w)) {
            depth += w.enter ? 1 : -1;
            deepest = depth > deepest ? depth : deepest;
        }
        ok(deepest <= LIMIT_DOC_DEPTH, show_name(a, units[i]));
        reading_drop(&t.in);
    }
    struct str nest = arena_join(a, 3, repeat(a, "[", 100000, "@fig:a"), STR(" @fig:b"),
                                 repeat(a, "]", 100000, ""));
    struct text t = parse(nest, "markdown");
    is_int(t.in.diags->n, 2, "references in a hundred thousand brackets");
    reading_drop(&t.in);
    t = parse(repeat(a, "> ", 5000, "x"), "markdown");
    is_int(t.in.diags->n, 1, "too deep is said once");
    is_int(t.in.diags->list[0]->id, DIAG_NESTING, "as what it is");
    reading_drop(&t.in);
    arena_drop(a);
}

static void test_references(void) {
    reads("# A {#x}\n\n# B {#x}\n\nOn \\nameref{x}.",
          "h1{#x}(\"A\") h1{#x}(\"B\") p(\"On \" a<#x>(\"A\") \".\")");
    reads("<ol start=5 reversed><li>A<a id=x></a></li><li value=9>B<a id=y></a></li></ol>\n\n"
          "\\ref{x} \\ref{y}",
          "list1.5(li(t(\"A\" span{#x})) li(t(\"B\" span{#y}))) p(a<#x>(\"5\") \" \" "
          "a<#y>(\"9\"))");
    struct text t =
        parse(STR("::: {#fig:x}\n![](a.png) ![](a.png) ![](a.png) ![](a.png) ![](a.png)\n"
                  "![](a.png) ![](a.png) ![](a.png) ![](a.png) ![](a.png)\n"
                  "![](a.png) ![](a.png) ![](a.png) ![](a.png) ![](a.png)\n\nC\n:::"),
              "markdown");
    const struct doc_node *figure = t.doc->root->first->first;
    is_str(doc_pair(figure->first->first, "width"), "8%", "images of a long row are no thinner");
    reading_drop(&t.in);
}

int main(void) {
    test_inlines();
    test_math();
    test_smart();
    test_blocks();
    test_lists();
    test_notes();
    test_gfm();
    test_dates();
    test_meta();
    test_overrides();
    test_diagnostics();
    test_references();
    test_limits();
    return tap_done();
}
