/* SPDX-License-Identifier: MIT */
/* TeX text: accents, commands, braces, math in disguise, diagnostics. */
#include "cite/bib/item/csl_tags.h"
#include "model/tex/math/math_rich.h"
#include "model/tex/text/text_internal.h"

#include "rich_sound.h"
#include "tap.h"

DIAG_USE(DIAG_TEX_COMMAND);

#define TITLE (TEX_NOCASE | TEX_LIGATURES)
#define NC(s) "<span class=\"nocase\">" s "</span>"
#define MATH(s) "<span class=\"math\">" s "</span>"

static struct arena *arena;

static void reads(const char *tex, unsigned flags, const char *want) {
    is_str(item_tags_text(arena, tex_to_rich(arena, str_of(tex), flags, SPAN_NONE, NULL)), want,
           tex);
}

static void test_accents(void) {
    reads("\\'e \\'{e} {\\'e} {\\'{e}}", TITLE, "é é é é");
    reads("\\v{s} \\v s \\c c \\c{C} \\k{a} \\H{o} \\r a \\=u \\d{h}", TITLE, "š š ç Ç ą ő å ū ḥ");
    reads("\\\"{\\i} \\'{\\i} {\\i} \\u{\\i}", TITLE, "ï í ı ĭ");
    reads("\\'{\\^o} \\'{\\c c}", TITLE, "ố ḉ");
    reads("{\\L}\\'od\\'z, \\O, \\ae{}on, Stra\\ss e, \\AA ngstr\\\"om", TITLE,
          "Łódź, Ø, æon, Straße, Ångström");
    reads("\\~{}x \\^{}", TITLE, "~x ^");
    reads("Jos\\a'e \\a`{e} {\\a=e} \\a'\\i", TITLE, "José è ē í");
    reads("\\'", TITLE, "´");
    reads("\\d é \\'é \\textbf é \\MakeUppercase é", TITLE, "ẹ́ é́ <b>é</b> É");
}

static void test_case(void) {
    reads("The {MIT} of {b}az", TITLE, "The " NC("MIT") " of " NC("b") "az");
    reads("{{Whole Title}}", TITLE, NC("Whole Title"));
    reads("{\\it Homo} {\\'E}t", TITLE, NC("<i>Homo</i>") " Ét");
    reads("On \\mkbibquote{De Anima}", TITLE, "On " NC("“De Anima”"));
    reads("\\emph{Plain} \\emph{{Kept}}", TITLE, "<i>Plain</i> <i>" NC("Kept") "</i>");
    reads("{\\'E}cole {\\emph{Foo}}", TITLE, "École " NC("<i>Foo</i>"));
    reads("{} {-} {1990}", TITLE, "- 1990");
    reads("The {MIT}", TEX_LIGATURES, "The MIT");
}

static void test_commands(void) {
    reads("\\textbf{a} \\textsc{b} \\textsuperscript{c} \\texttt{d}", TITLE,
          "<b>a</b> <span style=\"font-variant:small-caps;\">b</span> <sup>c</sup> <code>d</code>");
    reads("{\\em it is} so", TITLE, NC("<i>it is</i>") " so");
    reads("\\it all", TITLE, "<i>all</i>");
    reads("\\enquote{a \\enquote{b}} \\mkbibquote{c}", TITLE, "“a ‘b’” " NC("“c”"));
    reads("\\url{http://a.b/c_d%20e~f} \\href{http://x}{text}", TITLE, "http://a.b/c_d%20e~f text");
    reads("50\\% \\& \\$5 \\#1 a\\_b \\{c\\}", TITLE, "50% & $5 #1 a_b {c}");
    reads("\\TeX{} and \\LaTeX\\ here", TITLE, "TeX and LaTeX here");
    reads("\\foreignlanguage{german}{Wort} \\textcolor{red}{x}", TITLE, "Wort x");
    reads("\\lowercase{ABC} \\texorpdfstring{$H_2$}{H2} \\mkbibparens{p} \\ensuremath{x^2}", 0,
          "abc <i>H</i><sub>2</sub> (p) <i>x</i><sup>2</sup>");
    reads("\\symbol{233} \\ce{A + B} \\ifmmode A\\else B\\fi \\ifmmode A\\fi C", 0,
          "é " MATH("\\ce{A + B}") " BC");
    reads("{\\\"} {\\=} \\'{ e}x 5%\ny [a", 0, "¨ ¯ éx 5y [a");
    reads("$x'$ $5\\%$ $\\mathbf{B}$ $\\textit{E}$", 0, "<i>x</i>′ 5% <b>B</b> <i>E</i>");
    reads("$a~b$ $\\mathrm x$ $\\mathrm{a_b}$ $x^{a^b}$", 0,
          MATH("a~b") " " MATH("\\mathrm x") " " MATH("\\mathrm{a_b}") " " MATH("x^{a^b}"));
    reads("\\MakeUppercase{abc \\emph{d}}", TITLE, "ABC <i>D</i>");
    reads("\\verb|a_b| \\verb§a\\b§c \\verb§open", TITLE,
          "<code>a_b</code> <code>a\\b</code>c §open");
    reads("\\bibstring{newseries} \\noopsort{a}B \\char\"E9", TITLE, "New series B é");
}

static void test_ligatures(void) {
    reads("1--2---3 ``a'' `b' it's ?`que?", TITLE, "1–2—3 “a” ‘b’ it’s ¿que?");
    reads("1--2 ``a''", TEX_PLAIN, "1--2 ``a''");
    reads("A.~Knopf", TITLE, "A.\u00A0Knopf");
    reads("  two \n\t lines ", TITLE, "two lines");
    reads("Richard %A.\n   B.", TITLE, "Richard B.");
    reads("50% of it, 5 % more\nand", TITLE, "50% of it, 5 % more and");
}

static void test_math(void) {
    reads("$1.95{\\times}$ and $10^{32}$", TITLE, "1.95× and 10<sup>32</sup>");
    reads("$\\alpha$-helix, $\\mu$m, H$_2$O, $^\\circ$C", TITLE, "α-helix, μm, H<sub>2</sub>O, °C");
    reads("$k$-means $n^{th}$ $3 \\times 4$", TITLE, "<i>k</i>-means <i>n</i><sup>th</sup> 3 × 4");
    reads("$\\Theta(\\log n)$", TITLE, MATH("\\Theta(\\log n)"));
    reads("$a < b & c$", TITLE, MATH("a &lt; b &amp; c"));
    reads("\\(x + y\\)", TITLE, MATH("x + y"));
    reads("from $5 to $10", TITLE, "from $5 to $10");
    reads("$open", TITLE, "$open");
}

static void test_verbatim(void) {
    reads("http://a/{b}\\_c\\%20~d--e", TEX_VERBATIM, "http://a/b_c%20~d--e");
    reads("\\url{http://a/b}", TEX_VERBATIM, "http://a/b");
    reads("http://a/{\\textasciitilde}b", TEX_VERBATIM, "http://a/~b");
}

static void test_faults(void) {
    struct diags d;
    diags_init(&d, arena);
    struct str tex = STR("a \\nosuch{b} $x");
    struct source *src = source_new(arena, STR("t"), tex);
    is_str(tex_to_text(arena, tex, TITLE, span_make(src, 0, tex.n), &d), "a b $x",
           "an unknown command leaves its argument");
    is_int(d.n, 2, "and is reported, as is the open dollar");
    is_int(d.list[0]->span.begin, 2, "where the command begins");
    is_int(d.list[0]->id, DIAG_TEX_COMMAND, "as an unknown command");
    is_int(d.list[1]->span.begin, 13, "where the dollar stands");
    diags_drop(&d);

    struct buf deep = BUF_INIT;
    buf_fill(&deep, '{', 5000);
    buf_puts(&deep, "x");
    buf_fill(&deep, '}', 5000);
    is_str(tex_to_text(arena, buf_view(&deep), TEX_PLAIN, SPAN_NONE, NULL), "x",
           "braces may nest deep");
    buf_clear(&deep);
    for (int i = 0; i < 5000; i++) {
        buf_puts(&deep, "\\'\\emph{\\c");
    }
    struct rich rich = tex_to_rich(arena, buf_view(&deep), TITLE, SPAN_NONE, NULL);
    ok(rich.text.n < 200000 && rich_is_sound(rich), "commands may nest deep");
    buf_drop(&deep);
}

/** What is open in one group is open there alone; and long texts of open math end soon. */
static void test_unclosed(void) {
    reads("$p \\emph{$x$} {$y$}", TITLE, "$p <i><i>x</i></i> <i>y</i>");
    reads("{\\(a {\\(b\\)}} \\(c\\)", TEX_PLAIN, "a <i>b</i> <i>c</i>");
    struct buf many = BUF_INIT;
    for (int i = 0; i < 400000; i++) {
        buf_puts(&many, "\\( %a ");
    }
    struct str got = tex_to_text(arena, buf_view(&many), TITLE, SPAN_NONE, NULL);
    is_int((long long)got.n, 400000 * 3 - 1, "open math throughout");
    buf_drop(&many);
}

static void test_plain(void) {
    struct rich r = tex_to_rich(arena, STR("a \\emph{b} {C} x < y <em>"), TITLE, SPAN_NONE, NULL);
    is_str(tex_rich_plain(arena, r), "a b C x < y <em>", "marks go, all characters stay");
    r = tex_to_rich(arena, STR("\\emph{a $\\Theta(\\log n)$}"), TITLE, SPAN_NONE, NULL);
    is_str(tex_rich_plain(arena, r), "a Θ(log n)", "math is read out");
    is_str(item_tags_text(arena, tex_rich_without_math(arena, r)), "<i>a Θ(log n)</i>",
           "and the rest is left");
}

/** What looks like a tag is text; in the notation of these tests it has a joiner (csl_tags.h). */
static void test_literal(void) {
    reads("A <b>-tree for </b>ranges", TITLE, "A <\u2060b>-tree for <\u2060/b>ranges");
    reads("A</i>B", TITLE, "A</i>B");
    reads("The \\textless b\\textgreater tag", TITLE, "The <b>tag");
    reads("{\\texttt{<b>x</b>}} $a<b$", TITLE,
          NC("<code>&lt;b&gt;x&lt;/b&gt;</code>") " " MATH("a&lt;b"));
    reads("\\'{\\emph{e}} \\'{ e}", TITLE, "<i>é</i> é");
}

int main(void) {
    arena = arena_new();
    test_accents();
    test_case();
    test_commands();
    test_ligatures();
    test_math();
    test_verbatim();
    test_faults();
    test_unclosed();
    test_plain();
    test_literal();
    arena_drop(arena);
    return tap_done();
}
