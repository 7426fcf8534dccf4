/* SPDX-License-Identifier: MIT */
/* Citations: their syntax, their parts, and the exact place of every key. */
#include "read/markdown/markdown.h"
#include "show.h"
#include "tap.h"

/* The tree of a text as a line; each place of a key is in it. */
static void reads(const char *text, const char *want) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct source *src = source_new(a, STR("t.md"), str_of(text));
    struct doc *doc = markdown_parse(a, src, NULL, &d);
    struct buf b = BUF_INIT;
    show_children(&b, doc->root);
    is_str(buf_view(&b), want, show_name(a, text));
    buf_drop(&b);
    diags_drop(&d);
    arena_drop(a);
}

static void test_forms(void) {
    reads("[@a]", "p(cite[a@1:2])");
    reads("[@a; @b, pp. 3-5]", "p(cite[a@1:2; b@1:6 >\", pp.\u00A03-5\"])");
    reads("[see @a, chap. 2; also @b]",
          "p(cite[a@1:6 <\"see\" >\", chap.\u00A02\"; b@1:24 <\"also\"])");
    reads("@a says @a [p. 3].", "p(cite![a@1:1] \" says \" cite![a@1:9 >\"p.\u00A03\"] \".\")");
    reads("@a [p. 3; see @b, 4] x",
          "p(cite![a@1:1 >\"p.\u00A03\"; b@1:15 <\"see\" >\", 4\"] \" x\")");
    reads("[-@a] -@b [see -@c]",
          "p(cite[-a@1:2] \" \" cite![-b@1:7] \" \" cite[-c@1:16 <\"see\"])");
    reads("@{odd key} [@{https://x.y/z}, 3]",
          "p(cite![odd key@1:1] \" \" cite[https://x.y/z@1:13 >\", 3\"])");
    reads("[@a][@b] [@c] [@d]", "p(cite[a@1:2] cite[b@1:6] \" \" cite[c@1:11] \" \" cite[d@1:16])");
    reads("[*see* @a, $x$ **p**]", "p(cite[a@1:8 <em(\"see\") >\", \" math<x> \" \" b(\"p\")])");
    reads("[@a and @b]", "p(cite[a@1:2 >\" and\"; b@1:9])");
    reads("[see @a [p. 3]; @b]", "p(cite[a@1:6 <\"see\" >\"p.\u00A03\"; b@1:17])");
    reads("[@a, {pp. iv, vi} with]", "p(cite[a@1:2 >\", {pp.\u00A0iv, vi} with\"])");
}

static void test_keys(void) {
    reads("@a. @b, @c; @d: (@e) @f?",
          "p(cite![a@1:1] \". \" cite![b@1:5] \", \" cite![c@1:9] \"; \" "
          "cite![d@1:13] \": (\" cite![e@1:18] \") \" cite![f@1:22] \"?\")");
    reads("@doe:2019/x_y-z+1 x", "p(cite![doe:2019/x_y-z+1@1:1] \" x\")");
    reads("@a--b", "p(cite![a@1:1] \"–b\")");
    reads("@https://x.y/z.", "p(cite![https://x.y/z@1:1] \".\")");
    reads("@Über_1", "p(cite![Über_1@1:1])");
    reads("@a_b_c *x*", "p(cite![a_b_c@1:1] \" \" em(\"x\"))");
    reads("@ @- @} @", "p(\"@ @- @} @\")");
}

static void test_none(void) {
    reads("a@b.org <c@d.org>",
          "p(a<mailto:a@b.org>{.email}(\"a@b.org\") \" \" a<mailto:c@d.org>{.email}(\"c@d.org\"))");
    reads("`@a` `[@b]`", "p(code:<@a> \" \" code:<[@b]>)");
    reads("https://x.y/@me [t @a](/u/@b)",
          "p(a<https://x.y/@me>{.uri}(\"https://x.y/@me\") \" \" a</u/@b>(\"t @a\"))");
    reads("\\@a \\[@b\\]", "p(\"@a [\" cite![b@1:7] \"]\")");
    reads("[x @a; none]", "p(\"[x \" cite![a@1:4] \"; none]\")");
    /* places for numbers: they are known when all are counted */
    reads("@fig:x [@tbl-y] @sec:z",
          "p(span(\"@fig:x\") \" \" span(\"[@tbl-y]\") \" \" span(\"@sec:z\"))");
    reads("# A {#sec:a}\n\n[@sec:a; see -@sec:a]",
          "h1{#sec:a}(\"A\") p(a<#sec:a>(\"A\") \", see \" a<#sec:a>(\"A\"))");
    /* a title of nothing but references to itself */
    reads("# @sec:a [](#sec:a) {#sec:a}", "h1{#sec:a}(span(\"@sec:a\") \" \" a<#sec:a>)");
    reads("# A @sec:a {#sec:a}", "h1{#sec:a}(\"A \" a<#sec:a>(\"A \" span))");
    reads("[@a](u)", "p(a<u>(\"@a\"))");
    reads("x@y", "p(\"x@y\")");
}

static void test_places(void) {
    reads("# On [@h] {#i}", "h1{#i}(\"On \" cite[h@1:7])");
    reads("\\* &lt; &amp; é [@a]\n  and\t@b",
          "p(\"* < & é \" cite[a@1:18] ~ \"and\t\" cite![b@2:7])");
    reads("> - one\n>   [see\n>   @a]\nlazy @b",
          "quote(list*(li(t(\"one\" ~ cite[a@3:5 <\"see\"] ~ \"lazy \" cite![b@4:6]))))");
    reads("- x\n\n      code @no\n\n  1. @y",
          "list*/(li(p(\"x\") code:<code @no\n> list1.(li(t(cite![y@5:6])))))");
    reads("| a \\| [@x] | b |\n|---|---|\n| $p|q$ @y | *[@z]* |",
          "table(tr(tdh(\"a | \" cite[x@1:9]) tdh(\"b\")) tr(td(math<p|q> \" \" cite![y@3:9]) "
          "td(em(cite[z@3:16]))))");
    reads("text @t\n| a |\n|---|\n| @b |",
          "p(\"text \" cite![t@1:6]) table(tr(tdh(\"a\")) tr(td(cite![b@4:3])))");
    reads("x[^1]\n\n[^1]: note @n\n\n    more [@m]",
          "p(\"x\" fn(p(\"note \" cite![n@3:12]) p(\"more \" cite[m@5:11])))");
    reads("x^[note [@n, 3]] y", "p(\"x\" fn(p(\"note \" cite[n@1:10 >\", 3\"])) \" y\")");
    reads("T @t\n:   def @d\n\n    [@e]",
          "dl(dt(\"T \" cite![t@1:3]) dd(p(\"def \" cite![d@2:9]) p(cite[e@4:6])))");
    reads("::: a\n- x\n\n  ::: b\n  @deep\n  :::\n:::",
          "div{.a}(list*/(li(p(\"x\") div{.b}(p(cite![deep@5:3])))))");
    reads("[a]: /u\n[b]: /v 'w'\n@k [a]", "p(cite![k@3:1] \" \" a</u>(\"a\"))");
    reads("@a\r\n[@b]\r\n", "p(cite![a@1:1] ~ cite[b@2:2])");
    reads("**@b** ~~@s~~ \"@q\" ![@i](p.png)",
          "p(b(cite![b@1:3]) \" \" del(cite![s@1:10]) \" “\" cite![q@1:16] \"” \" "
          "img<p.png>(\"@i\"))");
}

static void test_nocite(void) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    const char *text = "---\nnocite: |\n  @x,\n  @{y z}; @*\n---\n";
    struct source *src = source_new(a, STR("t.md"), str_of(text));
    struct doc *doc = markdown_parse(a, src, NULL, &d);
    is_int(doc->nnocite, 3, "two keys and the star");
    is_str(doc->nocite[0].key, "*", "every work");
    is_str(doc->nocite[2].key, "y z", "a key in braces");
    struct line_col at = source_line_col(src, doc->nocite[2].span.begin);
    ok(at.line == 4 && at.col == 3, "the place in a block scalar");
    diags_drop(&d);
    arena_drop(a);
}

int main(void) {
    test_forms();
    test_keys();
    test_none();
    test_places();
    test_nocite();
    return tap_done();
}
