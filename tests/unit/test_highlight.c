/* SPDX-License-Identifier: MIT */
/* The pieces of the lexer by language, and the contrast of the colours of themes. */
#include "model/highlight/highlight.h"

#include "core/base/buf.h"
#include "tap.h"

/** Pieces as `kw[def] fu[f]`; what is plain stands as it is. */
static struct str pieces_of(struct arena *a, const char *language, struct str text) {
    struct buf out;
    size_t n = 0, at = 0;
    buf_init(&out, 0);
    const struct highlight_piece *p = highlight_text(a, highlight_find(str_of(language)), text, &n);
    for (size_t i = 0; i < n; i++) {
        struct str piece = str_slice(text, at, at + p[i].n);
        at += p[i].n;
        if (p[i].kind == HL_NONE) {
            buf_str(&out, piece);
        } else {
            buf_printf(&out, "%s[%.*s]", highlight_class(p[i].kind), STR_ARG(piece));
        }
    }
    return buf_finish(&out, a);
}

static const struct {
    const char *language, *text, *want;
} cases[] = {
    {"python", "def f(x):\n    return x ** 0x1F  # TODO: é",
     "kw[def] fu[f](x)op[:]\n    cf[return] x op[**] bn[0x1F]  co[# ]al[TODO]co[: é]"},
    {"py", "s = rb'a\\n' + \"\"\"b\n\"c\"\"\" % 1.5e-3",
     "s op[=] st[rb'a]sc[\\n]st['] op[+] st[\"\"\"b\n\"c\"\"\"] op[%] fl[1.5e-3]"},
    {"python", "@cache\nx = a.b", "at[@cache]\nx op[=] a.b"},
    {"c", "#include <stdio.h> // why\nint main(void) { return 'a' + 10UL; }",
     "pp[#include ]im[<stdio.h>]pp[ ]co[// why]\ndt[int] fu[main](dt[void]) { cf[return] ch['a'] "
     "op[+] dv[10UL]; }"},
    {"c", "#define A 1 \\\n  + 2\nint x; /* open",
     "pp[#define A 1 \\\n  + 2]\ndt[int] x; co[/* open]"},
    {"C++", "auto s = R\"(a\"b)\" + x->y;", "dt[auto] s op[=] vs[R\"(a\"b)\"] op[+] xop[->]y;"},
    {"r", "x <- c(TRUE, my.var) # n", "x op[<-] fu[c](cn[TRUE], my.var) co[# n]"},
    {"julia", "A' * :sym #= a #= b =# c =# 'x'",
     "Aop['] op[*] cn[:sym] co[#= a #= b =# c =#] ch['x']"},
    {"bash", "for f in \"$x\"; do echo ${y} 'a' # c\ndone",
     "cf[for] f cf[in] st[\"]va[$x]st[\"]op[;] cf[do] bu[echo] va[${y}] st['a'] co[# c]\ncf[done]"},
    {"js", "let s = `a ${b(1)} c`;", "kw[let] s op[=] vs[`a ]op[${]fu[b](dv[1])op[}]vs[ c`];"},
    {"ts", "const x: string = null", "kw[const] xop[:] dt[string] op[=] cn[null]"},
    {"java", "@Override public String f() { return \"\\t\"; }",
     "at[@Override] kw[public] dt[String] fu[f]() { cf[return] st[\"]sc[\\t]st[\"]; }"},
    {"rust", "fn f<'a>(x: &'a str) -> char { 'b' }",
     "kw[fn] fop[<]ot['a]op[>](xop[:] op[&]ot['a] dt[str]) op[->] dt[char] { ch['b'] }"},
    {"go", "func f() error { return nil }", "kw[func] fu[f]() dt[error] { cf[return] cn[nil] }"},
    {"haskell", "f' :: Int -> [a] -- x\n", "f' op[::] dt[Int] op[->] [a] co[-- x]\n"},
    {"sql", "SELECT count(*) FROM t WHERE a = 'it''s'",
     "kw[SELECT] fu[count](op[*]) kw[FROM] t kw[WHERE] a op[=] st['it]sc['']st[s']"},
    {"matlab", "y = x' * 'a'; % c", "y op[=] xop['] op[*] st['a']; co[% c]"},
    {"latex", "\\begin{a} $x_\\alpha$ 5\\% % c",
     "kw[\\begin]{a} st[$x_]sc[\\alpha]st[$] 5sc[\\%] co[% c]"},
    {"bibtex", "@book{k, title = {A {B} c}, year = 2020}",
     "kw[@book]{ot[k], dt[title] = st[{A {B} c}], dt[year] = dv[2020]}"},
    {"json", "{\"a\": [1, true, \"b\\u00e9\"]}",
     "{fu[\"a\"]: [dv[1], cn[true], st[\"b]sc[\\u]st[00e9\"]]}"},
    {"yaml", "- key: 'v' # c\n  b: no\n", "kw[- ]fu[key]: st['v'] co[# c]\n  fu[b]: cn[no]\n"},
    {"html", "<a href=\"x\">b &amp; <!-- c --></a>",
     "kw[<a] at[href]op[=]st[\"x\"]kw[>]b sc[&amp]; co[<!-- c -->]kw[</a>]"},
    {"css", "p.a { color: #fff; /* c */ }", "kw[p]fu[.a] { at[color]: cn[#fff]; co[/* c */] }"},
    {"markdown", "# H\n\n- a `b` [c](d) @e\n", "fu[# H]\n\nkw[- ]a vs[`b`] ot[[c]](d) va[@e]\n"},
    {"rust", "'é' \"\\é\"", "ch['é'] st[\"]sc[\\é]st[\"]"},
    {"html", "<a é>", "kw[<a] at[é]kw[>]"},
    {"make", "A := $(B)\nall: x\n\t@echo # c\n",
     "dt[A] op[:=] va[$(B)]\nat[all]op[:] x\n\top[@]echo co[# c]\n"},
};

static void test_languages(void) {
    struct arena *a = arena_new();
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        is_str(pieces_of(a, cases[i].language, str_of(cases[i].text)), cases[i].want,
               cases[i].text);
    }
    ok(!highlight_find(STR("brainfuck")), "a language that has no table is NULL");
    ok(!highlight_find(STR_EMPTY), "no name is no language");
    arena_drop(a);
}

/** Relative luminance (WCAG 2.1) in millionths. */
static double luminance(uint32_t rgb) {
    static const double share[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double c = (double)(rgb >> (16 - 8 * i) & 255) / 255;
        double x = (c + 0.055) / 1.055;
        /* x^2.4 = x^2 * (x^2)^(1/5), the root by Newton's steps: no libm */
        double root = 1;
        for (int k = 0; k < 60; k++) {
            root = (4 * root + x * x / (root * root * root * root)) / 5;
        }
        sum += share[i] * (c <= 0.04045 ? c / 12.92 : x * x * root);
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b) {
    double x = luminance(a), y = luminance(b);
    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

static void test_contrast(void) {
    size_t n = 0;
    const struct str *names = highlight_theme_names(&n);
    ok(contrast(0, 0xffffff) > 20.9 && contrast(0, 0xffffff) < 21.1, "black on white is 21:1");
    for (size_t t = 0; t < n; t++) {
        const struct highlight_theme *theme = highlight_theme_find(names[t]);
        bool good = true;
        for (int k = 0; k < HL_KIND_COUNT; k++) {
            const struct highlight_look *look = highlight_look(theme, (enum highlight_kind)k);
            bool reads = !look->coloured || (contrast(look->light, 0xf4f2ed) >= 4.5 &&
                                             contrast(look->dark, 0x232322) >= 4.5);
            if (!reads) {
                printf("# %s: %s\n", names[t].p, highlight_class((enum highlight_kind)k));
            }
            good = good && reads;
        }
        ok(good, names[t].p);
    }
}

/** This would take minutes if each missing end were searched again. */
static void test_open_ends(void) {
    struct arena *a = arena_new();
    struct buf b = BUF_INIT;
    for (int i = 0; i < 200000; i++) {
        buf_puts(&b, "\"{/*#=");
    }
    size_t n = 0, total = 0;
    const struct highlight_piece *p =
        highlight_text(a, highlight_find(STR("julia")), buf_view(&b), &n);
    for (size_t i = 0; i < n; i++) {
        total += p[i].n;
    }
    ok(total == b.n, "a megabyte of open strings and comments is read to its end");
    buf_drop(&b);
    arena_drop(a);
}

int main(void) {
    test_languages();
    test_contrast();
    test_open_ends();
    return tap_done();
}
