/* SPDX-License-Identifier: MIT */
/* LaTeX: its tables, the ends of groups, arguments, options, columns, macros in text. */
#include "model/tex/latex/ltx.h"

#include "tap.h"

#include <string.h>

static struct arena *arena;

/* The names of the commands and environments, and the arguments that the rows declare. */
struct row {
    const char *name, *args;
};
static const struct row commands[] = {
#define COMMAND(name, args, ...) {name, args},
#include "model/tex/latex/ltx_commands.def"
#undef COMMAND
};
static const struct row environments[] = {
#define ENVIRONMENT(name, args, ...) {name, args},
#include "model/tex/latex/ltx_environments.def"
#undef ENVIRONMENT
};

static bool is_sorted(const struct row *rows, size_t n) {
    size_t i = 1;
    while (i < n && strcmp(rows[i - 1].name, rows[i].name) < 0) {
        i++;
    }
    return i >= n;
}

static bool has_known_arguments(const struct row *rows, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct str args = str_of(rows[i].args);
        if (args.n > LTX_ARGS || strspn(rows[i].args, "somucd") != args.n) {
            return false;
        }
    }
    return true;
}

static void test_tables(void) {
    ok(is_sorted(commands, ARRAY_LEN(commands)), "commands are sorted");
    ok(is_sorted(environments, ARRAY_LEN(environments)), "environments are sorted");
    ok(has_known_arguments(commands, ARRAY_LEN(commands)), "commands: arguments of known kinds");
    ok(has_known_arguments(environments, ARRAY_LEN(environments)),
       "environments: arguments of known kinds");
    ok(ltx_environment(STR("align*")) == ltx_environment(STR("align")), "starred environments");
    ok(!ltx_command(STR("unheard")) && !ltx_environment(STR("unheard")), "unknown ones");
}

/* Where what opens at the first of `mark` is closed. */
static void closes(const char *text, const char *mark, size_t want) {
    struct ltx_text t;
    struct str s = str_of(text);
    ltx_pair(arena, &t, s, true);
    size_t got = ltx_close(&t, str_find(s, str_of(mark)));
    is_int((int64_t)got, (int64_t)want, text);
}

static void test_pairs(void) {
    closes("a{b{c}d}e", "{", 7);
    closes("a{b\\}c}", "{", 6);
    closes("{a % }\nb}", "{", 8);
    closes("{a [b} c]", "[", STR_NONE);
    closes("[a {]} b]", "[", 8);
    closes("\\begin{a}x\\begin{b}y\\end{b}\\end{a}", "\\begin{a}", 27);
    closes("\\begin{a}x\\begin{b}\\end{a}", "\\begin{b}", STR_NONE);
    closes("\\begin{a}x\\begin{b}\\end{a}", "\\begin{a}", 19);
    closes("{\\begin{a}}\\end{a}", "\\begin{a}", STR_NONE);
    closes("\\lstinline[a]{b}[x}y]", "[x", 20);
    closes("\\begin{minted}{c}\nx\n\\end{minted}[x}y]", "[x", 36);
    closes("\\begin{verbatim}\\end{a}{\\end{verbatim}", "\\begin{v", 24);
    closes("\\begin{lstlisting}[a={]}]\n]\\end{lstlisting}", "[", 24);
    closes("{\\verb|}| }", "{", 10);
    closes("{", "{", STR_NONE);
    closes("}{a [b} }{c}", "{c", 11);
    closes("\\begin{verbatim}\\begin{comment}{\\begin{verbatim}\\begin{a}}", "{\\b", 57);
}

static void takes(const char *text, const char *spec, bool tight, const char *want) {
    struct ltx_text t;
    struct ltx_arg args[LTX_ARGS];
    struct buf b;
    ltx_pair(arena, &t, str_of(text), true);
    size_t end = ltx_args(&t, 0, t.s.n, spec, tight, args);
    buf_init(&b, 0);
    for (size_t i = 0; spec[i] && end != STR_NONE; i++) {
        if (ltx_given(&args[i])) {
            buf_printf(&b, "<%.*s>", STR_ARG(ltx_arg(&t, &args[i])));
        } else {
            buf_putc(&b, '-');
        }
    }
    if (end == STR_NONE) {
        buf_puts(&b, "none");
    } else {
        buf_str(&b, str_from(t.s, end));
    }
    is_str(buf_view(&b), want, text);
    buf_drop(&b);
}

static void test_arguments(void) {
    takes("[a]{b}c", "om", true, "<a><b>c");
    takes("{b}c", "om", true, "-<b>c");
    takes(" {b}", "m", true, "none");
    takes(" {b} c", "m", false, "<b> c");
    takes(" bc", "m", false, "<b>c");
    takes(" \\alpha c", "m", false, "<\\alpha> c");
    takes("*[a][b]{c,d}", "soou", true, "<><a><b><c,d>");
    takes("(1,2){x}", "cm", true, "<1,2><x>");
    takes("%\n  {b}", "m", false, "<b>");
    takes("\n\n{b}", "m", false, "none");
}

static void test_options(void) {
    bool given;
    struct str all = STR("width=0.5\\textwidth, alt={a, b}, keepaspectratio");
    is_str(ltx_option(all, "width", &given), "0.5\\textwidth", "an option");
    is_str(ltx_option(all, "alt", &given), "a, b", "an option in braces");
    is_str(ltx_option(all, "keepaspectratio", &given), "", "an option without a value");
    ok(given, "it is given");
    (void)ltx_option(all, "height", &given);
    ok(!given, "one that is not");
}

static void has_columns(const char *spec, const char *want) {
    struct ltx_columns c;
    ltx_columns_read(str_of(spec), &c);
    is_str(((struct str){c.align, c.n}), want, spec);
}

static void test_columns(void) {
    has_columns("lcr", "lcr");
    has_columns("|l|@{ }c@{\\hspace{1em}}||r|", "lcr");
    has_columns("*{3}{r}l", "rrrl");
    has_columns("p{3cm}m{0.2\\textwidth}X", "ppp");
    has_columns(">{\\centering\\arraybackslash}p{2cm}S[table-format=1.2]D{.}{.}{2}", "cdd");
    has_columns("lr@{.}lr@{,}l", "ldd");
    has_columns("r@{ $\\pm$ }lr@{}lr@{.}r", "crlrr");
    has_columns("*{9}{*{9}{*{9}{*{9}{l}}}}x", "llllllllllllllllllllllllllllllll"
                                              "llllllllllllllllllllllllllllllll");
    has_columns("*{64}{*{64}{*{64}{*{64}{||@{}||}}}}l", "l");
    ok(ltx_width(STR("0.5\\textwidth")) == 500, "half of the text");
    ok(ltx_width(STR("\\linewidth")) == 1000, "all of it");
    ok(ltx_width(STR("8cm")) == 500, "centimetres");
    ok(ltx_width(STR("wide")) == 0, "no length");
}

static void expands(const char *macros, const char *tex, const char *want) {
    const struct math_macro *known = math_macros_read(arena, NULL, str_of(macros), SPAN_NONE, NULL);
    struct source_builder b;
    size_t budget = 10000;
    struct source *from = source_new(arena, STR("x"), str_of(tex));
    source_build(&b, arena, 0);
    bool good =
        ltx_expand(arena, str_of(tex), span_make(from, 0, from->text.n), &known, &budget, NULL, &b);
    struct source *made = source_built(&b, STR("x"));
    is_str(good ? made->text : STR("failed"), want, tex);
}

static void test_macros(void) {
    expands("\\newcommand{\\a}[1]{<#1>}", "x \\a{y} z", "x <y> z");
    expands("\\newcommand{\\a}[2][d]{#1#2}", "\\a{y} \\a[c]{y}", "dy cy");
    expands("\\newcommand{\\a}{b}", "\\verb|\\a| \\begin{verbatim}\\a\\end{verbatim}\\a",
            "\\verb|\\a| \\begin{verbatim}\\a\\end{verbatim}b");
    expands("\\newenvironment{n}[1]{\\textbf{#1}}{end}", "\\begin{n}{x}y\\end{n}",
            "\\textbf{x}yend");
    expands("\\newtheorem{t}{Claim}", "\\begin{t}[N]y\\end{t}",
            "\\begin{newtheorem}{t}{Claim}{}{t}{}[N]y\\end{newtheorem}");
    expands("\\newcommand{\\a}{\\a\\a}", "\\a", "failed");
    expands("", "a%c\nb %\n  c", "ab c");
    ok(ltx_has_macros(STR("\\newcommand{\\x}{y}"), NULL), "a definition");
    ok(!ltx_has_macros(STR("\\x\\\\newcommand"), NULL), "no definition");
}

/* An error in what a macro made is where the macro was called. */
static void test_places(void) {
    const struct math_macro *known =
        math_macros_read(arena, NULL, STR("\\newcommand{\\a}[1]{<#1>}"), SPAN_NONE, NULL);
    struct source *from = source_new(arena, STR("x"), STR("x \\a{yy} z"));
    struct source_builder b;
    size_t budget = 1000;
    source_build(&b, arena, 0);
    (void)ltx_expand(arena, from->text, span_make(from, 0, from->text.n), &known, &budget, NULL,
                     &b);
    struct source *made = source_built(&b, STR("x"));
    struct span argument = source_origin(span_make(made, 3, 5)),
                tail = source_origin(span_make(made, 7, 8));
    struct span body = source_origin(span_make(made, 2, 3));
    is_str(span_text(argument), "yy", "an argument stands where it was written");
    is_str(span_text(tail), "z", "and what follows");
    is_str(span_text(body), "\\a", "the body at the call");
}

static void test_lines(void) {
    struct ltx_lines l;
    ok(ltx_lines_begin(&l, STR("\\begin{a} x")), "an environment begins");
    ltx_lines_next(&l, STR("\\begin{a}\\end{a} % \\end{a}"));
    ok(!l.done, "one within it ends");
    ltx_lines_next(&l, STR(" x \\end{a} tail"));
    ok(l.done && l.behind == 10, "it ends");
    ok(ltx_lines_begin(&l, STR("\\begin{verbatim} \\begin{verbatim} \\end{verbatim}")) && l.done,
       "verbatim knows none within it");
    ok(!ltx_lines_begin(&l, STR("\\beginning{a}")), "no environment");
}

int main(void) {
    arena = arena_new();
    test_tables();
    test_pairs();
    test_arguments();
    test_options();
    test_columns();
    test_macros();
    test_places();
    test_lines();
    arena_drop(arena);
    return tap_done();
}
