/* SPDX-License-Identifier: MIT */
/*
 * Extensions that pandoc has on by default, other than blocks: metadata anywhere, links to
 * headings by their text, attributes and white space in addresses, line breaks at the ends of
 * lines. The structures are those of pandoc (2.17, and 3.10 where they differ).
 */
#include "read/markdown/markdown.h"

#include "reading.h"
#include "show.h"
#include "tap.h"

struct text {
    struct reading in;
    struct doc *doc;
};

static struct text parse(const char *text, const char *format) {
    struct text t = {.in = reading_open("t.md", str_of(text))};
    struct markdown_options opt = {.format = str_of(format)};
    t.doc = markdown_parse(t.in.arena, t.in.src, &opt, t.in.diags);
    return t;
}

static void reads_as(const char *format, const char *text, const char *want) {
    struct text t = parse(text, format);
    struct buf b = BUF_INIT;
    show_children(&b, t.doc->root);
    is_str(buf_view(&b), want, show_name(t.in.arena, text));
    buf_drop(&b);
    reading_drop(&t.in);
}

static void reads(const char *text, const char *want) {
    reads_as("", text, want);
}

static void front(const char *text, const char *key, const char *want) {
    struct text t = parse(text, "");
    is_str(node_text(node_get(t.doc->front, key)), want, show_name(t.in.arena, text));
    is_int(t.in.diags->n, 0, "nothing to say");
    reading_drop(&t.in);
}

static void test_metadata(void) {
    front("\n\n---\ntitle: A\n---\n\nx", "title", "A");
    front("---\ntitle: A\n---\n\nx\n\n---\ntitle: B\n...\n\ny", "title", "B");
    front("x\n\n---\n# c\nk: v\n---", "k", "v");
    front("::: d\n\n---\nk: v\n---\n\n:::", "k", "v");
    front("% A\n% B\n% C\n\n---\ntitle: D\n---\n", "title", "D");
    front("% A\n  b\n% B\n\nx", "title", "A\nb");
    front("%\n% B; C\n% 2024\n\nx", "date", "2024");
    reads("93\\,\\% of 10\\,km; a\\, b", "p(\"93\u202F% of 10\u202Fkm; a, b\")");
    reads_as("markdown-raw_tex", "10\\,km", "p(\"10,km\")");
    reads("x\n\n---\nk: v\n---\n\ny", "p(\"x\") p(\"y\")");
    reads("x\n\n---\nNo key\n---\n", "p(\"x\") hr h2{#no-key}(\"No key\")");
    reads("x\n\n---\n\nk: v\n\n---\n", "p(\"x\") hr p(\"k: v\") hr");
    reads("```\n\n---\nk: v\n---\n```", "code:<\n---\nk: v\n---\n>");
    reads("% A\n% B\n\nx", "p(\"x\")");
    reads("---\nA\n---\nB", "hr h2{#a}(\"A\") p(\"B\")");
    reads("x\n\n% A", "p(\"x\") p(\"% A\")");
    reads_as("markdown-pandoc_title_block", "% A", "p(\"% A\")");
    struct text t = parse("%\n% Ann A;\n  Bo *B*\n\nx\n\n---\nlang: de\n---\n\n\"q\"", "");
    is_int(t.doc->meta.nauthors, 2, "authors of the title block");
    is_str(t.doc->meta.authors[1].plain, "Bo B", "one in a line of its own");
    is_str(doc_plain(t.in.arena, t.doc->root->last), "„q“", "a later block sets the language");
    reading_drop(&t.in);
    t = parse("x\n\n---\nk: [a\n---\n\ny", "");
    ok(t.in.diags->n > 0 && t.in.diags->list[0]->span.begin >= 7, "a fault in a later block");
    reading_drop(&t.in);
}

static void test_headings(void) {
    reads("# My *Head* {.c}\n\n[my *head*] [x][My *Head*] [My *Head*][]",
          "h1{#my-head .c}(\"My \" em(\"Head\")) p(a<#my-head>(\"my \" em(\"head\")) \" \" "
          "a<#my-head>(\"x\") \" \" a<#my-head>(\"My \" em(\"Head\")))");
    reads("[A]\n\n# A {#b}\n\n# A", "p(a<#b>(\"A\")) h1{#b}(\"A\") h1{#a}(\"A\")");
    reads("# A\n\n[A] ![A]\n\n[A]: /u", "h1{#a}(\"A\") p(a</u>(\"A\") \" \" img</u>(\"A\"))");
    reads("# A\n\n[A]{.s} ![A]", "h1{#a}(\"A\") p(span{.s}(\"A\") \" ![A]\")");
    reads("x[^1] y[^1]\n\n[^1]: [A]\n\n# A",
          "p(\"x\" fn(p(a<#a>(\"A\"))) \" y\" fn(p(a<#a>(\"A\")))) h1{#a}(\"A\")");
    reads_as("markdown-implicit_header_references", "# A\n\n[A]", "h1{#a}(\"A\") p(\"[A]\")");
    reads_as("gfm", "# A\n\n[A]", "h1{#a}(\"A\") p(\"[A]\")");
}

static void test_addresses(void) {
    reads("[a][b] [b]\n\n[b]: http://x.org {.c #i k=v}",
          "p(a<http://x.org>{#i .c k=v}(\"a\") \" \" a<http://x.org>{.c k=v}(\"b\"))");
    reads("[a][b]{.d}\n\n[b]: /u \"T\"\n  {.c}", "p(a</u 'T'>{.c .d}(\"a\"))");
    reads("[a](my file.pdf) [b](./b c \"T\") ![d](e f.png)",
          "p(a<my file.pdf>(\"a\") \" \" a<./b c 'T'>(\"b\") \" \" img<e f.png>(\"d\"))");
    reads("[a]\n\n[a]: my/long  way.html 'T'", "p(a<my/long way.html 'T'>(\"a\"))");
    reads("[a](two words) [b](one) (c d.e)", "p(\"[a](two words) \" a<one>(\"b\") \" (c d.e)\")");
    reads("[Note]: These words stay.", "p(\"[Note]: These words stay.\")");
    reads_as("commonmark", "[a](b c.d)", "p(\"[a](b c.d)\")");
    reads("[a]{.b class=\"c d\" id=e k=1 k=2}", "p(span{#e .b .c .d k=1}(\"a\"))");
}

static void test_line_ends(void) {
    reads("# T\\\n\na\\\n```\nb\n```\n\nc\\",
          "h1{#t}(\"T\" br) p(\"a\" br) code:<b\n> p(\"c\" br)");
    reads("![c](a.png)\\\n", "p(img<a.png>(\"c\") br)");
    reads("a\\\\", "p(\"a\\\")");
    reads_as("gfm", "a\\", "p(\"a\\\")");
    reads("[a]: /u\n===\n[a]\n\n[b]: /u\n===", "p(\"===\" ~ a</u>(\"a\")) p(\"===\")");
}

static void test_tables(void) {
    struct text t = parse("+---+---+\n| a | b |\n+===+===+\n| c | d |\n+===+===+\n| e | f |\n"
                          "+===+===+\n",
                          "");
    const struct doc_node *row = t.doc->root->first->first;
    ok(row->u.row.head && !row->next->u.row.head && !row->next->u.row.foot, "head and body");
    ok(row->next->next->u.row.foot && !row->next->next->u.row.head,
       "a second rule of = and a foot");
    reading_drop(&t.in);
    t = parse("<table><tfoot><tr><td>f</td></tr></tfoot><tr><td>b</td></tr></table>", "");
    ok(t.doc->root->first->last->u.row.foot, "HTML's foot is the last part, wherever it stands");
    reading_drop(&t.in);
    reads("+----+---+\n|日本| a |\n+----+---+\n| b  | ö |\n+----+---+\n",
          "table(tr(td(t(\"日本\")) td(t(\"a\"))) tr(td(t(\"b\")) td(t(\"ö\"))))");
    reads("+--+---+\n|日本| a |\n+--+---+\n| b| ö |\n+--+---+\n",
          "table(tr(td(t(\"日本\")) td(t(\"a\"))) tr(td(t(\"b\")) td(t(\"ö\"))))");
    reads("日本  a\n----  --\nb     c\n",
          "table(tr(tdh(\"日本\") tdh<(\"a\")) tr(td(\"b\") td<(\"c\")))");
    reads("+-------+---+\n| a     | b |\n+===+===+===+\n| 1 | 2 | 3 |\n+---+---+---+",
          "table(tr(tdh(t(\"a\")) tdh(t(\"b\"))) tr(td(t(\"1\")) td(t(\"2\")) td(t(\"3\"))))");
    reads("--- ---\na   b\nc   d\n--- ---\n1   2\n\n3   4\n--- ---\n",
          "table(tr(tdh<(\"a\" ~ \"c\") tdh<(\"b\" ~ \"d\")) tr(td<(\"1\") td<(\"2\")) "
          "tr(td<(\"3\") td<(\"4\")))");
    reads("| a | b |\n|:--+--:|\n| 1 | 2 |",
          "table(tr(tdh<(\"a\") tdh>(\"b\")) tr(td<(\"1\") td>(\"2\")))");
    reads("    a  b\n  ---  ---\n    1  2\n",
          "table(tr(tdh>(\"a\") tdh<(\"b\")) tr(td>(\"1\") td<(\"2\")))");
    reads("    a  b\n    ---  ---\n    1  2\n", "code:<a  b\n---  ---\n1  2\n>");
}

static void test_captions(void) {
    reads("a   b\n--- ---\n1   2\n\n: {#i .c k=v}",
          "table{#i .c k=v}(tr(tdh<(\"a\") tdh<(\"b\")) tr(td<(\"1\") td<(\"2\")))");
    reads("x\n\n: Cap\n\n----\nhello\n\nyou\n----\n",
          "p(\"x\") table(caption(span{.caption-number}(\"Table\u00A01: \") \"Cap\") "
          "tr(td(\"hello\")) tr(td(\"you\")))");
    reads("-------\n a\n-------\n 1\n\n 2\n-------\n: C",
          "table(caption(span{.caption-number}(\"Table\u00A01: \") \"C\") tr(tdh=(\"a\")) "
          "tr(td=(\"1\")) "
          "tr(td=(\"2\")))");
    reads("---\na\n---\n1\n\n2\n---", "hr h2{#a}(\"a\") p(\"1\") h2{#section}(\"2\")");
    reads("x\n\n: Def\n\n---\n\ny", "dl(dt(\"x\") dd(p(\"Def\"))) hr p(\"y\")");
    reads_as("markdown-table_attributes", "a   b\n--- ---\n1   2\n\n: C {.c}",
             "table(caption(span{.caption-number}(\"Table\u00A01: \") \"C {.c}\") "
             "tr(tdh<(\"a\") tdh<(\"b\")) tr(td<(\"1\") td<(\"2\")))");
}

/* Cells that the head of a pipe table omits are empty; lines of a grid table may have any length;
 * items may be indented less than their markers are wide. */
static void test_uneven(void) {
    reads("- | a |\n  |---|--:|\n  | b | c |",
          "list*(li(table(tr(tdh(\"a\") tdh>) tr(td(\"b\") td>(\"c\")))))");
    reads("+---+----+\n| a | b |\n+===+====+\n| c | d     |\n+---+----+",
          "table(tr(tdh(t(\"a\")) tdh(t(\"b\"))) tr(td(t(\"c\")) td(t(\"d\"))))");
    reads("(@long) a\n\n    b\n(@)  c", "list1()/{.example}(li(p(\"a\") p(\"b\")) li(p(\"c\")))");
    reads("(z)\na\n[b]{.c}", "lista()26(li(t(\"a\" ~ span{.c}(\"b\"))))");
    reads("|\n|--|--\n|a|b", "table(tr(tdh tdh) tr(td(\"a\") td(\"b\")))");
    reads("|a|b|\n|-|-|\n|c|d|\ntext\n", "table(tr(tdh(\"a\") tdh(\"b\")) tr(td(\"c\") td(\"d\"))) "
                                         "p(\"text\")");
    reads("::: {.a\n  .b k=v} :::\nx\n:::", "div{.a .b k=v}(p(\"x\"))");
    reads("> ::: {.a\n> #b}\n> - x\n> :::", "quote(div{#b .a}(list*(li(t(\"x\")))))");
    reads("::: {.a\n\nx\n:::", "div(p(\"x\"))");
    reads("```C++\nx\n```\n\n``` {.Rd}\ny\n```", "code:cpp<x\n>{.cpp} code:Rd<y\n>{.Rd}");
    reads("**`a`**s *[b](u)*c **d:**e *f (*g*) h*",
          "p(b(code:<a>) \"s \" em(a<u>(\"b\")) \"c \" b(\"d:\") \"e \" em(\"f (\" em(\"g\") \") "
          "h\"))");
    reads("**'`a`'** *\"*b*\"* \"'*c*'\"",
          "p(b(\"‘\" code:<a> \"’\") \" \" em(\"“\" em(\"b\") \"”\") \" “‘\" em(\"c\") \"’”\")");
    reads("(\"\") \"\", *\"\"*.", "p(\"(“”) “”, \" em(\"“”\") \".\")");
    reads_as("commonmark_x", "*a.*b", "p(\"*a.*b\")");
    reads("~~CO~2~~~ a~~~b", "p(del(\"CO\" sub(\"2\")) \" a~~~b\")");
    reads("| a\\\n| b", "div{.line-block}(t(\"a\" br \"b\"))");
    reads("中**文。**中*（文）*", "p(\"中\" b(\"文。\") \"中\" em(\"（文）\"))");
    reads_as("commonmark_x", "**a.**b", "p(\"**a.**b\")");
    reads_as("gfm", "中**文。**中", "p(\"中**文。**中\")");
    reads_as("gfm", "|a|\n|-|-|\n|b|c|", "p(\"|a|\" ~ \"|-|-|\" ~ \"|b|c|\")");
}

/* A text before a blank line or a fence is a paragraph. A list with a paragraph is loose. */
static void test_tightness(void) {
    reads("- a\n  - b\n\n- c\n- d",
          "list*(li(t(\"a\") list*(li(t(\"b\")))) li(t(\"c\")) li(t(\"d\")))");
    reads("- a\n  1. b\n\n  c\n- d",
          "list*(li(t(\"a\") list1.(li(t(\"b\"))) t(\"c\")) li(t(\"d\")))");
    reads("- a\n- b\n\n  - c", "list*/(li(p(\"a\")) li(p(\"b\") list*(li(t(\"c\")))))");
    reads("- a\n  ```\n  x\n  ```\n- b", "list*/(li(p(\"a\") code:<x\n>) li(p(\"b\")))");
    reads_as("gfm", "- a\n  - b\n\n- c", "list*/(li(p(\"a\") list*(li(t(\"b\")))) li(p(\"c\")))");
    reads("T\n:   a\n\n    - b\n\nU\n:   c\n    d",
          "dl(dt(\"T\") dd(p(\"a\") list*(li(t(\"b\")))) dt(\"U\") dd(t(\"c\" ~ \"d\")))");
}

/* A comment within a paragraph does not end it. */
static void test_comments(void) {
    reads("a\n<!-- b\nc -->\nd", "p(\"a\" ~ \"d\")");
    reads("T\n:   a\n    <!-- b -->\n    c", "dl(dt(\"T\") dd(t(\"a\" ~ \"c\")))");
    reads("a\n<!-- b\n\nc -->\nd", "p(\"a\") p(\"d\")");
    reads("1. a\n<!-- 2. b\nc -->\n1. d", "list1.(li(t(\"a\" ~)) li(t(\"d\")))");
}

static void test_inlines(void) {
    reads("a^[b](c)^ d^[e f\\ g]{.h}^ i^[j k](l m)",
          "p(\"a\" sup(a<c>(\"b\")) \" d\" sup(span{.h}(\"e f\u00A0g\")) \" i\" fn(p(\"j k\")) "
          "\"(l m)\")");
    reads("a^[b]{.c}^ d^[e] f^2^[@g]",
          "p(\"a\" sup(span{.c}(\"b\")) \" d\" fn(p(\"e\")) \" f\" sup(\"2\") cite[g@1:23])");
    reads("***a*** ***b** c*", "p(b(em(\"a\")) \" \" em(b(\"b\") \" c\"))");
    reads_as("gfm", "***a***", "p(em(b(\"a\")))");
    reads("_____a_____ *$*b *£*c", "p(em(b(b(\"a\"))) \" *$*b *£*c\")");
    reads("[a]{.smallcaps .b} [c]{.ul .smallcaps} [d]{style=\"font-variant: small-caps\"}",
          "p(span{.b}(sc{.smallcaps}(\"a\")) \" \" u{.ul}(sc{.smallcaps}(\"c\")) \" \" sc(\"d\"))");
    reads("[a]{.b .underline #i .smallcaps .kbd}",
          "p(span{#i .kbd .b}(u{.underline}(sc{.smallcaps}(\"a\"))))");
    reads("<ö@ü.org> [a](/u 't \"q\" \'x\' y') [b](one two \"t\")\n\n[c]\n\n[c]: /u \"d \"e\" f\"",
          "p(a<mailto:ö@ü.org>{.email}(\"ö@ü.org\") \" \" a</u 't \"q\" 'x' y'>(\"a\") \" \" "
          "a<one two 't'>(\"b\")) p(a</u 'd \"e\" f'>(\"c\"))");
    reads("$a\\ $ $a\\\\ $", "p(math<a\\ > \" $a\\ $\")");
    reads("Let $x = a\n+ b$ be.", "p(\"Let \" math<x = a\n+ b> \" be.\")");
    reads("- $a\n  # b$ `$`\n- $5\n- 6 $ 7",
          "list*(li(t(math<a\n# b> \" \" code:<$>)) li(t(\"$5\")) li(t(\"6 $ 7\")))");
}

static void test_switches(void) {
    reads_as("markdown+mark", "a==b *c*== d==e == f",
             "p(\"a\" span{.mark}(\"b \" em(\"c\")) \" d==e == f\")");
    reads("a ==b==", "p(\"a ==b==\")");
    reads_as("markdown+short_subsuperscripts", "x^2 H~2~O H~2 z^a b^",
             "p(\"x\" sup(\"2\") \" H\" sub(\"2\") \"O H\" sub(\"2\") \" z\" sup(\"a\") \" b^\")");
    reads_as("markdown+tex_math_single_backslash", "\\(a\\) \\[b\\] \\(c",
             "p(math<a> \" \" math*<b> \" (c\")");
    reads_as("markdown+tex_math_double_backslash", "\\\\(a\\\\) \\(b\\)", "p(math<a> \" (b)\")");
    reads_as("markdown+spaced_reference_links", "[a] [b]\n\n[b]: /u", "p(a</u>(\"a\"))");
    reads_as("markdown+ignore_line_breaks", "a\nb\\\nc", "p(\"ab\" br \"c\")");
    reads_as("markdown+east_asian_line_breaks", "日\n本\na", "p(\"日本\" ~ \"a\")");
    reads_as("markdown+blank_before_header", "a\n# b\n\n# c\n# d",
             "p(\"a\" ~ \"# b\") h1{#c}(\"c\") h1{#d}(\"d\")");
    reads_as("markdown+blank_before_blockquote", "a\n> b\n\n> c\n> d",
             "p(\"a\" ~ \"> b\") quote(p(\"c\" ~ \"d\"))");
}

int main(void) {
    test_metadata();
    test_headings();
    test_addresses();
    test_line_ends();
    test_tables();
    test_captions();
    test_uneven();
    test_tightness();
    test_comments();
    test_inlines();
    test_switches();
    return tap_done();
}
