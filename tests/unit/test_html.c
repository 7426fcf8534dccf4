/* SPDX-License-Identifier: MIT */
/* HTML: the element for each kind of node, escapes, content that is left out, balanced tags. */
#include "core/data/css.h"
#include "read/markdown/markdown.h"
#include "tap.h"
#include "write/html/html.h"

struct page {
    struct arena *arena;
    struct diags diags;
    struct doc *doc;
    struct buf out;
};

static struct page read_page(const char *z) {
    struct page p = {.arena = arena_new()};
    diags_init(&p.diags, p.arena);
    buf_init(&p.out, 0);
    struct source *src = source_new(p.arena, STR("page.md"), str_of(z));
    struct markdown_options opt = {0};
    p.doc = markdown_parse(p.arena, src, &opt, &p.diags);
    return p;
}

static void write_page(struct page *p, bool fragment) {
    struct html_options opt = {.fragment = fragment, .generator = STR("test")};
    buf_clear(&p->out);
    html_write(&p->out, p->doc, &opt, &p->diags);
}

static void drop(struct page *p) {
    buf_drop(&p->out);
    diags_drop(&p->diags);
    arena_drop(p->arena);
}

static bool is_void(struct str name) {
    static const char *const names[] = {"meta", "br", "hr", "img", "input", "col", "!DOCTYPE"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is(name, names[i])) {
            return true;
        }
    }
    return false;
}

/** Tags nest: every end tag ends the element opened last. */
static bool is_balanced(struct str s) {
    struct str open[100];
    size_t depth = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != '<') {
            continue;
        }
        size_t end = i + 1;
        while (end < s.n && s.p[end] != '>') {
            end++;
        }
        struct str tag = str_slice(s, i + 1, end);
        if (tag.n && tag.p[0] == '/') {
            if (!depth || !str_eq(open[--depth], str_from(tag, 1))) {
                note("</%.*s> ends nothing", STR_ARG(str_from(tag, 1)));
                return false;
            }
        } else if (!str_ends(tag, STR("/"))) {
            size_t space = str_index(tag, ' ');
            struct str name = space == STR_NONE ? tag : str_slice(tag, 0, space);
            if (!is_void(name) && depth < ARRAY_LEN(open)) {
                open[depth++] = name;
            }
        }
        i = end;
    }
    return depth == 0;
}

static void is_fragment(const char *markdown, const char *want, const char *name) {
    struct page p = read_page(markdown);
    write_page(&p, true);
    is_str(buf_view(&p.out), want, name);
    ok(is_balanced(buf_view(&p.out)), "tags are balanced");
    drop(&p);
}

static void has(struct page *p, const char *part, const char *name) {
    if (!ok(str_find(buf_view(&p->out), str_of(part)) != STR_NONE, name)) {
        note("missing: %s", part);
    }
}

static void lacks(struct page *p, const char *part, const char *name) {
    ok(str_find(buf_view(&p->out), str_of(part)) == STR_NONE, name);
}

static void test_inlines(void) {
    is_fragment("a *b* **c** `d<` & \"e\" < f",
                "<p>a <em>b</em> <strong>c</strong> <code>d&lt;</code> "
                "&amp; “e” &lt; f</p>\n",
                "text");
    is_fragment("[x](/u?a=1&b=\"2\" \"T\")",
                "<p><a href=\"/u?a=1&amp;b=%222%22\" title=\"T\">x</a></p>\n",
                "a link with quotes in it");
    is_fragment("[x](</a b>)", "<p><a href=\"/a%20b\">x</a></p>\n", "a URL with a space");
    is_fragment("[x](https://e.org/?a=1&b=2 'T \"q\"')",
                "<p><a href=\"https://e.org/?a=1&amp;b=2\" title=\"T &quot;q&quot;\">x</a></p>\n",
                "a link");
    is_fragment("[*x*](javascript:alert(1)) [y](JaVa&#10;Script:z)", "<p><em>x</em> y</p>\n",
                "links that run scripts are text");
    is_fragment("[a]{#i .c .d k=v onclick=x}",
                "<p><span id=\"i\" class=\"c d\" data-k=\"v\">a</span></p>\n", "attributes");
    is_fragment(
        "[a]{.smallcaps} x^2^ y~3~ ~~z~~",
        "<p><span class=\"smallcaps\" style=\"font-variant:small-caps\">a</span> x<sup>2</sup> "
        "y<sub>3</sub> <del>z</del></p>\n",
        "formats");
    is_fragment("$x$", "<p><math><mi>x</mi></math></p>\n", "math");
    is_fragment("<b>x</b>", "<p><b>x</b></p>\n", "raw HTML passes");
}

static void test_blocks(void) {
    is_fragment("- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n", "a tight list");
    is_fragment("3. a\n\n4. b\n",
                "<ol start=\"3\">\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>\n",
                "a loose list");
    is_fragment(
        "- [ ] a\n- [x] b\n",
        "<ul class=\"task-list\">\n<li><label><input type=\"checkbox\" disabled> a</label></li>\n"
        "<li><label><input type=\"checkbox\" disabled checked> b</label></li>\n</ul>\n",
        "tasks");
    is_fragment(
        "|a|b|\n|-:|--|\n|1|2|\n",
        "<table>\n<thead>\n<tr>\n<th style=\"text-align:right\">a</th>\n<th>b</th>\n</tr>\n"
        "</thead>\n<tbody>\n<tr>\n<td style=\"text-align:right\">1</td>\n<td>2</td>\n</tr>\n"
        "</tbody>\n</table>\n",
        "a table");
    is_fragment(
        "```c\na<b\n```\n",
        "<pre tabindex=\"0\" class=\"c\"><code class=\"language-c\">a&lt;b\n</code></pre>\n",
        "code");
    is_fragment("> a\n\n---\n", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n",
                "a quotation and a rule");
    is_fragment("## A\n\n#### B\n", "<h2 id=\"a\">A</h2>\n<h4 id=\"b\">B</h4>\n",
                "a fragment keeps its levels");
    is_fragment(
        "a[^1]\n\n[^1]: n\n",
        "<p>a<a href=\"#fn1\" class=\"footnote-ref\" id=\"fnref1\" "
        "role=\"doc-noteref\"><sup>1</sup>"
        "</a></p>\n<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n"
        "<hr>\n<ol>\n<li id=\"fn1\"><p>n <a href=\"#fnref1\" class=\"footnote-back\" "
        "role=\"doc-backlink\" aria-label=\"Back to the "
        "text\">↩︎</a></p>\n</li>\n</ol>\n</section>\n",
        "a footnote");
}

static void test_page(void) {
    struct page p =
        read_page("---\ntitle: A & *B*\nauthor: [Ann Uhr, Bo]\ndate: 2020-02-03\nlang: de-CH\n"
                  "keywords: [x, y]\ndescription: a < b & c\nabstract: Short.\n---\n"
                  "# One\n\n### Two\n\n# Content\n");
    write_page(&p, false);
    has(&p, "<!DOCTYPE html>\n<html lang=\"de-CH\">\n<head>\n<meta charset=\"utf-8\">",
        "the beginning");
    has(&p, "<title>A &amp; B</title>", "the title without its markup");
    has(&p, "<meta name=\"author\" content=\"Bo\">", "each author");
    has(&p, "<meta name=\"dcterms.date\" content=\"2020-02-03\">", "the date");
    has(&p, "<meta name=\"description\" content=\"a &lt; b &amp; c\">", "an attribute is escaped");
    has(&p, "<meta name=\"keywords\" content=\"x, y\">", "keywords");
    has(&p, "<h1 class=\"title\">A &amp; <em>B</em></h1>", "the heading of the page");
    has(&p, "Zusammenfassung", "words in the document's language");
    has(&p, "<h2 id=\"one\">One</h2>", "headings begin below the title");
    has(&p, "<h3 id=\"two\">Two</h3>", "and leave no level out");
    has(&p, "<main id=\"content-of-page-1\">", "the target of the skip link is no heading's");
    lacks(&p, "<script", "no script");
    ok(is_balanced(buf_view(&p.out)), "tags are balanced");
    struct buf again = p.out;
    buf_init(&p.out, 0);
    write_page(&p, false);
    is_str(buf_view(&again), p.out.p, "the same bytes again");
    buf_drop(&again);
    drop(&p);
}

static void test_person(void) {
    struct page p =
        read_page("---\ntitle: Ann Uhr\nauthor: Ann Uhr\naffiliation: [X, Y]\n---\na\n");
    write_page(&p, false);
    lacks(&p, "class=\"author", "a name that is the title stands once");
    has(&p, "<p class=\"affiliation\">Y</p>", "with the affiliations");
    drop(&p);
}

static void test_css(void) {
    struct page p = read_page("a");
    struct source *src =
        source_new(p.arena, STR("own.css"),
                   STR("a { content: '</style><b>' } b { @import 'x' } c { color: red }"));
    struct css_sheet *sheet = css_parse(p.arena, src, &p.diags);
    struct html_options opt = {.sheets = &sheet, .nsheets = 1};
    html_write(&p.out, p.doc, &opt, &p.diags);
    lacks(&p, "</style><b>", "a style sheet cannot end its element");
    has(&p, "b { } c { color: red }", "an import inside a block ends with it");
    has(&p, "<title>page</title>", "a page without a title has its file's name");
    lacks(&p, "<header", "and no title block");
    drop(&p);
}

static struct doc_node *add(struct page *p, struct doc_node *to, enum doc_kind kind,
                            const char *text) {
    struct doc_node *n = doc_node_new(p->doc, kind, SPAN_NONE);
    doc_append(to, n);
    if (text) {
        doc_append(n, doc_text_new(p->doc, str_of(text), SPAN_NONE));
    }
    return n;
}

static void test_references(void) {
    struct page p = read_page("");
    struct doc_node *list = add(&p, p.doc->root, DOC_BIBLIOGRAPHY, NULL);
    doc_set_id(p.doc, list, STR("refs"));
    doc_add_class(p.doc, list, STR("references"));
    list->u.bib.entry_spacing = list->u.bib.line_spacing = -1;
    struct doc_node *entry = add(&p, list, DOC_BIB_ENTRY, NULL);
    doc_set_id(p.doc, entry, STR("ref-a"));
    doc_add_class(p.doc, entry, STR("csl-entry"));
    add(&p, entry, DOC_BIB_LABEL, "[1]");
    doc_append(entry, doc_text_new(p.doc, STR("A. Title."), SPAN_NONE));
    struct doc_node *other = add(&p, list, DOC_BIB_ENTRY, "B.");
    doc_add_class(p.doc, other, STR("csl-entry"));
    write_page(&p, true);
    is_str(
        buf_view(&p.out),
        "<div id=\"refs\" class=\"references\" role=\"list\">\n"
        "<div id=\"ref-a\" class=\"csl-entry\" role=\"listitem\">\n"
        "<div class=\"csl-left-margin\">[1]</div><div class=\"csl-right-inline\">A. Title.</div>\n"
        "</div>\n<div class=\"csl-entry\" role=\"listitem\">\nB.\n</div>\n</div>\n",
        "pandoc's classes");
    drop(&p);
}

static void test_publications(void) {
    struct page p = read_page("");
    struct doc_node *list = add(&p, p.doc->root, DOC_LIST, NULL);
    list->u.list.style = DOC_DECIMAL;
    list->u.list.reversed = true;
    list->u.list.start = 9;
    for (int i = 0; i < 2; i++) {
        struct doc_node *item = add(&p, list, DOC_ITEM, NULL);
        item->u.item.number = 9 - 3 * i;
        doc_add_class(p.doc, add(&p, item, DOC_PLAIN, "line"), STR("pub-line"));
        struct doc_node *details = add(&p, item, DOC_DETAILS, NULL);
        add(&p, details, DOC_SUMMARY, "Abstract");
        add(&p, details, DOC_PARA, "text");
    }
    write_page(&p, true);
    is_str(str_slice(buf_view(&p.out), 0, 142),
           "<ol start=\"9\" reversed>\n<li><div class=\"pub-line\">line</div>\n<details>\n"
           "<summary>Abstract</summary>\n<p>text</p>\n</details>\n</li>\n<li value=\"6\">",
           "numbers that go down, folded abstracts, nothing for paper");
    ok(is_balanced(buf_view(&p.out)), "tags are balanced");
    drop(&p);
}

static void test_links_in_links(void) {
    struct page p = read_page("");
    struct doc_node *para = add(&p, p.doc->root, DOC_PARA, NULL);
    struct doc_node *bad = doc_link_new(p.doc, STR("javascript:x"), SPAN_NONE);
    struct doc_node *outer = doc_link_new(p.doc, STR("#o"), SPAN_NONE);
    struct doc_node *inner = doc_link_new(p.doc, STR("#i"), SPAN_NONE);
    doc_append(para, bad);
    doc_append(bad, outer);
    doc_append(outer, inner);
    doc_append(inner, doc_text_new(p.doc, STR("x"), SPAN_NONE));
    write_page(&p, true);
    is_str(buf_view(&p.out), "<p><a href=\"#o\">x</a></p>\n", "one link is written");
    drop(&p);
}

static bool embed(void *user, struct str path, struct span at, struct str *mime,
                  struct str *bytes) {
    (void)user;
    (void)at;
    *mime = STR("image/png");
    *bytes = STR("abcd");
    return str_is(path, "a.png");
}

static void test_images(void) {
    struct page p = read_page(
        "x ![A *b*](a.png){width=50% height=2x .k} ![](b.png) ![r](https://e.org/r.png)\n");
    struct html_options opt = {.embed = embed};
    html_write(&p.out, p.doc, &opt, &p.diags);
    has(&p,
        "<img src=\"data:image/png;base64,YWJjZA==\" alt=\"A b\" class=\"k\" style=\"width:50%\">",
        "an embedded image");
    has(&p, "<img src=\"b.png\" alt=\"\">", "one that is missing keeps its address");
    has(&p, "<img src=\"https://e.org/r.png\" alt=\"r\">", "a remote one is left to the browser");
    drop(&p);
}

int main(void) {
    test_inlines();
    test_blocks();
    test_page();
    test_person();
    test_css();
    test_references();
    test_publications();
    test_links_in_links();
    test_images();
    return tap_done();
}
