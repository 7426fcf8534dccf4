/* SPDX-License-Identifier: MIT */
/* TeX math: nodes, classes, MathML, plain text; errors and their places. */
#include "core/base/bounds.h"
#include "model/tex/math/math.h"
#include "model/tex/math/math_symbols.h"
#include "tap.h"

DIAG_USE(DIAG_TEX_COMMAND);
DIAG_USE(DIAG_TEX_SYNTAX);

struct formula {
    struct arena *arena;
    struct diags diags;
    struct math *root;
};

/** Parses `z` as if it stood behind three bytes of a line. */
static struct formula read_formula(const char *z) {
    struct formula f = {.arena = arena_new()};
    diags_init(&f.diags, f.arena);
    struct str text = arena_join(f.arena, 2, STR("ab$"), str_of(z));
    struct source *src = source_new(f.arena, STR("t.md"), text);
    f.root =
        math_parse(f.arena, str_from(text, 3), span_make(src, 3, text.n), NULL, NULL, &f.diags);
    return f;
}

static void drop(struct formula *f) {
    diags_drop(&f->diags);
    arena_drop(f->arena);
}

static void is_plain(const char *tex, const char *want) {
    struct formula f = read_formula(tex);
    struct buf b = BUF_INIT;
    math_to_plain(&b, f.root);
    is_str(buf_view(&b), want, tex);
    buf_drop(&b);
    drop(&f);
}

static void is_mathml(const char *tex, const char *want) {
    struct formula f = read_formula(tex);
    struct buf b = BUF_INIT;
    math_to_mathml(&b, f.root, false);
    struct str got = str_slice(buf_view(&b), 6, b.n - 7);
    is_str(got, want, tex);
    is_int(f.diags.n, 0, "without a complaint");
    buf_drop(&b);
    drop(&f);
}

static void test_plain(void) {
    is_plain("\\Theta(\\log n)", "Θ(log n)");
    is_plain("1.95{\\times}", "1.95×");
    is_plain("10^{32}", "10^32");
    is_plain("\\frac{a+b}{2}", "(a + b)/2");
    is_plain("x_{i,j} = -y'^2", "x_(i, j) = −y′^2");
    is_plain("\\sum_{i=1}^n i", "∑_(i = 1)^n i");
    is_plain("\\sqrt{x+1} \\le \\hat{y}", "√(x + 1) ≤ y\xCC\x82");
    is_plain("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", "(a, b; c, d)");
    is_plain("{n \\choose k}", "(n choose k)");
    is_plain("\\text{for all $x$ in } X", "for all x in X");
    is_plain("\\foo{x}", "\\foox");
    is_plain("", "");
}

static void test_mathml(void) {
    is_mathml("x", "<mi>x</mi>");
    is_mathml("\\mathrm d", "<mi mathvariant=\"normal\">d</mi>");
    is_mathml("\\Gamma\\alpha", "<mi mathvariant=\"normal\">Γ</mi><mi>α</mi>");
    is_mathml("\\mathbf{x}\\mathbb{R}\\mathcal{L}\\mathit{h}",
              "<mi>𝐱</mi><mi>ℝ</mi><mi>ℒ</mi><mi>h</mi>");
    is_mathml("1.95+2", "<mn>1.95</mn><mo>+</mo><mn>2</mn>");
    is_mathml("-x", "<mo form=\"prefix\" lspace=\"0em\" rspace=\"0em\">−</mo><mi>x</mi>");
    is_mathml("a<b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>");
    is_mathml("x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>");
    is_mathml("\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
    is_mathml("\\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>");
    is_mathml("\\log n", "<mi>log</mi><mo>\xE2\x81\xA1</mo><mspace width=\"0.1667em\"/><mi>n</mi>");
    is_mathml("\\sum_i", "<munder><mo>∑</mo><mi>i</mi></munder>");
    is_mathml("\\int\\limits_0", "<munder><mo movablelimits=\"false\">∫</mo><mn>0</mn></munder>");
    is_mathml("\\vec v", "<mover accent=\"true\"><mi>v</mi><mo stretchy=\"false\" "
                         "style=\"font-size:70%\">→</mo></mover>");
    is_mathml("\\text{ a}", "<mtext>\xC2\xA0"
                            "a</mtext>");
    is_mathml("\\left.\\sqrt x\\right|", "<mrow><msqrt><mi>x</mi></msqrt><mo fence=\"true\" "
                                         "form=\"postfix\" stretchy=\"true\">|</mo></mrow>");
    is_mathml("\\left.x_i^2\\right|", "<mrow><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup><mo "
                                      "fence=\"true\" form=\"postfix\" "
                                      "stretchy=\"false\">|</mo></mrow>");
    is_mathml("\\perp\\!\\perp",
              "<mo stretchy=\"false\" lspace=\"0.2778em\" rspace=\"0em\">⟂</mo>"
              "<mspace style=\"margin-left:-0.1667em\"/>"
              "<mo stretchy=\"false\" lspace=\"0em\" rspace=\"0.2778em\">⟂</mo>");
    is_mathml("\\widetilde{ab}", "<mover accent=\"true\"><mrow><mi>a</mi><mi>b</mi></mrow>"
                                 "<mo stretchy=\"true\">~</mo></mover>");
    is_mathml(
        "\\begin{aligned} a &+ b \\end{aligned}",
        "<mtable displaystyle=\"true\"><mtr><mtd "
        "style=\"text-align:right;text-align:-webkit-right;padding-right:0\">"
        "<mspace height=\"0.75em\" depth=\"0.3em\"/><mi>a</mi></mtd><mtd "
        "style=\"text-align:left;text-align:-webkit-left;padding-left:0\"><mrow></mrow><mo>+</mo>"
        "<mi>b</mi></mtd></mtr></mtable>");
}

static void test_classes(void) {
    struct formula f = read_formula("a+-b");
    const struct math *plus = f.root->first->next, *minus = plus->next;
    is_int(plus->cls, MATH_BIN, "a sign between operands is binary");
    is_int(minus->cls, MATH_ORD, "one behind it is not");
    is_str(minus->text, "−", "and is a minus");
    drop(&f);
    f = read_formula("{\\times}(,\\lim");
    const struct math *m = f.root->first;
    is_int(m->cls, MATH_ORD, "braces make an ordinary atom");
    is_int(m->next->cls, MATH_OPEN, "opening");
    is_int(m->next->next->cls, MATH_PUNCT, "punctuation");
    ok(m->next->next->next->limits, "limits of a function");
    drop(&f);
}

/** The text of the first node. */
static void begins_with(const char *tex, const char *want) {
    struct formula f = read_formula(tex);
    is_str(f.root->first->text, want, tex);
    drop(&f);
}

static void test_compounds(void) {
    begins_with("\\dots, x", "…");
    begins_with("\\dots + x", "⋯");
    begins_with("\\dots \\le x", "⋯");
    begins_with("\\dots \\sum x", "⋯");
    begins_with("\\dots \\sin x", "…");
    begins_with("\\ldots + x", "…");
    is_mathml("\\pmod n",
              "<mrow><mrow><mspace width=\"0.4444em\"/></mrow><mo form=\"prefix\" "
              "stretchy=\"false\">(</mo><mi>mod</mi><mspace width=\"0.3333em\"/><mi>n</mi><mo "
              "form=\"postfix\" stretchy=\"false\">)</mo></mrow>");
    is_mathml("\\mathchoice abcd_{\\mathchoice abcd}", "<msub><mi>b</mi><mi>c</mi></msub>");
    is_mathml("\\not{D}", "<mi>D\xCC\xB8</mi>");
    is_mathml("\\sum_{i=1}", "<munder><mo>∑</mo><mrow><mi>i</mi><mo lspace=\"0em\" "
                             "rspace=\"0em\">=</mo><mn>1</mn></mrow></munder>");
    is_mathml("f'", "<mrow><mi>f</mi><mo form=\"prefix\" lspace=\"0em\" "
                    "rspace=\"0em\">′</mo></mrow>");
    is_mathml("1{,}0", "<mn>1</mn><mo form=\"prefix\" lspace=\"0em\" "
                       "rspace=\"0em\">,</mo><mn>0</mn>");
    is_plain("\\prescript{14}{6}{\\mathrm{C}}", "_6^14C");
    is_plain("\\sideset{}{'}\\sum_k a_k", "∑′_k a_k");
    struct formula f = read_formula("\\left( a \\middle| -b \\right)");
    const struct math *bar = f.root->first->kid[0]->first->next;
    is_int(bar->next->cls, MATH_ORD, "a sign behind \\middle has no left operand");
    drop(&f);
}

/* Signs without their attributes: which bracket is whose. */
#define OPEN(sign) "<mo form=\"prefix\" stretchy=\"false\">" sign "</mo>"
#define CLOSE(sign) "<mo form=\"postfix\" stretchy=\"false\">" sign "</mo>"

static void test_brackets(void) {
    is_mathml("(a)^2", "<msup><mrow>" OPEN("(") "<mi>a</mi>" CLOSE(")") "</mrow><mn>2</mn></msup>");
    is_mathml("((a)b)_i", "<msub><mrow>" OPEN("(") OPEN("(") "<mi>a</mi>" CLOSE(
                              ")") "<mi>b</mi>" CLOSE(")") "</mrow><mi>i</mi></msub>");
    is_mathml("[(a)_i]_j",
              "<msub><mrow>" OPEN("[") "<msub><mrow>" OPEN("(") "<mi>a</mi>" CLOSE(
                  ")") "</mrow><mi>i</mi></msub>" CLOSE("]") "</mrow><mi>j</mi></msub>");
    is_mathml("(a^2)^3",
              OPEN("(") "<msup><mi>a</mi><mn>2</mn></msup><msup>" CLOSE(")") "<mn>3</mn></msup>");
    is_mathml("(a]_i", OPEN("(") "<mi>a</mi><msub>" CLOSE("]") "<mi>i</mi></msub>");
    is_mathml(")_i(", "<msub>" CLOSE(")") "<mi>i</mi></msub>" OPEN("("));
}

static void test_deep_brackets(void) {
    struct formula deep = {.arena = arena_new()};
    struct buf tex = BUF_INIT, out = BUF_INIT;
    buf_fill(&tex, '(', 100);
    buf_putc(&tex, 'x');
    for (int i = 0; i < 100; i++) {
        buf_puts(&tex, ")_2");
    }
    deep.root = math_parse(deep.arena, buf_view(&tex), SPAN_NONE, NULL, NULL, NULL);
    math_to_mathml(&out, deep.root, false);
    size_t levels = 0;
    for (size_t i = 0; i + 6 <= out.n; i++) {
        levels += memcmp(out.p + i, "<mrow>", 6) == 0;
    }
    is_int((long)levels, 64, "brackets nest to the limit of groups");
    buf_drop(&tex);
    buf_drop(&out);
    arena_drop(deep.arena);
}

static void test_faults(void) {
    static const struct {
        const char *tex;
        uint32_t begin, end;
        const struct diag_rule *id;
    } cases[] = {
        {"x + \\alhpa", 4, 10, DIAG_TEX_COMMAND},
        {"\\frac{1}", 0, 5, DIAG_TEX_SYNTAX},
        {"{x", 0, 1, DIAG_TEX_SYNTAX},
        {"x}", 1, 2, DIAG_TEX_SYNTAX},
        {"\\left(x", 0, 5, DIAG_TEX_SYNTAX},
        {"a\\right)", 1, 8, DIAG_TEX_SYNTAX},
        {"x^a^b", 3, 4, DIAG_TEX_SYNTAX},
        {"\\begin{foo}x\\end{foo}", 0, 11, DIAG_TEX_COMMAND},
        {"\\sqrt[3", 5, 6, DIAG_TEX_SYNTAX},
        {"\\text{a", 5, 6, DIAG_TEX_SYNTAX},
        {"\\begin{matrix}a", 0, 6, DIAG_TEX_SYNTAX},
        {"\\substack{a", 9, 10, DIAG_TEX_SYNTAX},
        {"\\sideset{a}{}\\sum", 9, 10, DIAG_TEX_SYNTAX},
        {"\\sideset\\sum", 0, 8, DIAG_TEX_SYNTAX},
        {"a\\intertext{b}", 1, 11, DIAG_TEX_SYNTAX},
        {"\\label{a}\\label{b}", 9, 18, DIAG_TEX_SYNTAX},
        {"\\tag{a}\\tag{b}", 7, 14, DIAG_TEX_SYNTAX},
        {"\\middle", 0, 7, DIAG_TEX_SYNTAX},
        {"\\mathbin", 0, 8, DIAG_TEX_SYNTAX},
        {"\\overset{a}", 0, 8, DIAG_TEX_SYNTAX},
        {"\\xrightarrow", 0, 12, DIAG_TEX_SYNTAX},
        {"\\pmod", 0, 5, DIAG_TEX_SYNTAX},
        {"\\prescript{a}{b}", 0, 10, DIAG_TEX_SYNTAX},
        {"\\dv", 0, 3, DIAG_TEX_SYNTAX},
        {"\\textcolor{red}", 0, 10, DIAG_TEX_SYNTAX},
        {"\\colorbox{red}", 0, 14, DIAG_TEX_SYNTAX},
        {"\\braket", 0, 7, DIAG_TEX_SYNTAX},
        {"\\raisebox{x}{y}", 0, 12, DIAG_TEX_SYNTAX},
        {"\\genfrac{(}{)}{1pt}{}", 0, 8, DIAG_TEX_SYNTAX},
        {"\\genfrac()12", 0, 8, DIAG_TEX_SYNTAX},
        {"\\genfrac{(}{)}{0pt}", 0, 8, DIAG_TEX_SYNTAX},
        {"\\rule[2pt", 0, 5, DIAG_TEX_SYNTAX},
        {"\\label x", 0, 7, DIAG_TEX_SYNTAX},
        {"\\ref", 0, 4, DIAG_TEX_SYNTAX},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct formula f = read_formula(cases[i].tex);
        ok(f.diags.n >= 1 && f.diags.list[0]->id == cases[i].id, cases[i].tex);
        if (f.diags.n) {
            is_int(f.diags.list[0]->span.begin, cases[i].begin + 3, "begins there");
            is_int(f.diags.list[0]->span.end, cases[i].end + 3, "ends there");
        }
        drop(&f);
    }
    struct formula f = read_formula("\\hspace{foo} x");
    is_int(f.diags.n, 1, "what is no length is passed over");
    drop(&f);
    f = read_formula("\\text{, if }x\\text{ -- or}");
    is_str(f.root->first->text, ", if ", "words keep the spaces at their ends");
    is_str(f.root->last->text, " – or", "in front as well");
    drop(&f);
    f = read_formula("x + \\alhpa");
    is_str(f.diags.list[0]->hint, "did you mean `\\alpha`?", "with a suggestion");
    is_int(f.root->last->kind, MATH_ERROR, "the source is in the tree");
    is_str(f.root->last->text, "\\alhpa", "as written");
    drop(&f);
}

/** A table of `rows` rows of which one has `columns` cells; how many faults are reported. */
static size_t table_faults(size_t rows, size_t columns, int *numbers) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "\\begin{align}a");
    for (size_t i = 1; i < columns; i++) {
        buf_putc(&b, '&');
    }
    for (size_t i = 1; i < rows; i++) {
        buf_puts(&b, "\\\\a");
    }
    buf_puts(&b, "\\end{align}");
    buf_putc(&b, '\0');
    struct formula f = read_formula(b.p);
    struct math_count count = {0};
    (void)math_number_lines(f.arena, f.root, false, &count);
    *numbers = count.n;
    size_t n = f.diags.n;
    ok(n == 0 || f.root->first->kind == MATH_ERROR, "what is too large shows its source");
    drop(&f);
    buf_drop(&b);
    return n;
}

static void test_large_tables(void) {
    int numbers;
    is_int((long)table_faults(64, LIMIT_MATH_CELLS / 64, &numbers), 0,
           "so many cells there may be");
    is_int(numbers, 64, "each row with its number");
    is_int((long)table_faults(65, LIMIT_MATH_CELLS / 64, &numbers), 1, "a row more is reported");
    is_int(numbers, 0, "and nothing is counted");
}

static void test_limits(void) {
    static const char *const units[] = {
        "{",     "\\sqrt",          "\\frac{",           "\\left(", "x^",
        "x_{",   "\\begin{matrix}", "\\text{$",          "\\hat",   "a\\over",
        "\\not", "\\displaystyle{", "\\sideset{_a}{^b}{"};
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        struct buf b = BUF_INIT;
        for (int k = 0; k < 5000; k++) {
            buf_puts(&b, units[i]);
        }
        struct formula f = read_formula(b.p);
        buf_clear(&b);
        math_to_mathml(&b, f.root, true);
        math_to_plain(&b, f.root);
        ok(f.diags.n > 0 && f.diags.n <= LIMIT_DIAGS, units[i]);
        buf_drop(&b);
        drop(&f);
    }
    /* A style holds up to the next: they stand side by side, however many there are. */
    struct buf b = BUF_INIT;
    for (int k = 0; k < 200000; k++) {
        buf_puts(&b, "\\displaystyle ");
    }
    buf_puts(&b, "x");
    struct formula f = read_formula(b.p);
    buf_clear(&b);
    math_to_plain(&b, f.root);
    is_str(buf_view(&b), "x", "styles do not nest");
    buf_drop(&b);
    drop(&f);
}

static const char *const command_names[] = {
#define COMMAND(name, ...) name,
#include "model/tex/math/math_commands.def"
#undef COMMAND
};

static void test_tables(void) {
    bool sorted = true;
    for (size_t i = 1; i < ARRAY_LEN(command_names); i++) {
        sorted = sorted && strcmp(command_names[i - 1], command_names[i]) < 0;
    }
    ok(sorted, "commands are sorted");
    sorted = true;
    for (size_t i = 1; i < math_symbols_count; i++) {
        sorted = sorted && strcmp(math_symbols[i - 1].name, math_symbols[i].name) < 0;
    }
    ok(sorted, "symbols are sorted");
    struct formula f = read_formula("\\hat x\\xrightarrow{a}\\ \\Bigl(\\operatorname*{f}");
    is_int(f.diags.n, 0, "commands are found at both ends of the table");
    drop(&f);
    is_int(math_styled('h', MATH_ITALIC), 0x210E, "a hole in the italic alphabet");
    is_int(math_styled('B', MATH_BOLD), 0x1D401, "bold");
    is_int(math_styled(0x3B1, MATH_BOLD_ITALIC), 0x1D736, "Greek bold italic");
    is_int(math_styled('7', MATH_BB), 0x1D7DF, "a double-struck digit");
    is_int(math_styled('+', MATH_BOLD), '+', "what has no other form");
}

/** `want`: what the formula reads as; `faults`: how many are reported, the first at byte `at`. */
static void is_expanded(const char *tex, const char *want, long faults, uint32_t at) {
    struct formula f = read_formula(tex);
    struct buf b = BUF_INIT;
    math_to_plain(&b, f.root);
    is_str(buf_view(&b), want, tex);
    is_int((long)f.diags.n, faults, "as many faults");
    if (f.diags.n && faults) {
        is_int(f.diags.list[0]->span.begin, 3 + at, "at its place");
    }
    buf_drop(&b);
    drop(&f);
}

static void test_macros(void) {
    is_expanded("\\newcommand{\\R}{\\mathbb{R}}\\R^n", "R^n", 0, 0);
    is_expanded("\\newcommand\\n[2][2]{\\|#2\\|_{#1}}\\n{x}\\n[1]y", "‖x‖_2‖y‖_1", 0, 0);
    is_expanded("\\def\\p#1#2{#2#1}\\p ab\\p{a}{b}", "baba", 0, 0);
    is_expanded("\\newcommand{\\f}{\\frac}\\f12", "1/2", 0, 0);
    is_expanded("\\newcommand{\\a}{\\b}\\newcommand{\\b}[1]{(#1)}\\a{x}", "(x)", 0, 0);
    is_expanded("\\let\\old\\phi\\renewcommand{\\phi}{\\varphi}\\phi\\old", "φϕ", 0, 0);
    is_expanded("\\DeclareMathOperator{\\Tr}{Tr}\\Tr A", "Tr A", 0, 0);
    is_expanded("\\DeclarePairedDelimiter{\\abs}{\\lvert}{\\rvert}\\abs{x}\\abs*{y}", "|x||y|", 0,
                0);
    is_expanded("\\newcommand{\\d}{\\mathrm d}\\d x", "dx", 0, 0);
    is_expanded("\\newcommand{\\o}[1]{\\def\\i##1{##1#1}\\i}\\o ab", "ba", 0, 0);
    is_expanded("\\newcommand{\\n}[1]{[#1]}\\n{a+\\foo}", "[a + \\foo]", 1, 29);
    is_expanded("\\newcommand{\\n}{\\foo}a+\\n", "a + \\foo", 1, 23);
    is_expanded("\\def\\a{\\a}\\a", "\\def\\a{\\a}\\a", 1, 10);
    is_expanded("\\def\\a#1{\\a{#1#1}}\\a x", "\\def\\a#1{\\a{#1#1}}\\a x", 1, 18);
    is_expanded("\\newcommand{x}{y}z", "yz", 1, 0);
    is_expanded("\\newcommand{\\n}[1]{#1}\\n", "\\newcommand{\\n}[1]{#1}\\n", 1, 22);
    is_expanded("\\def\\p(#1,#2){#2#1}\\p(a,b)\\p({a,b},c)", "baca, b", 0, 0);
    is_expanded("\\def\\E[#1]{(#1)}\\E[x\\mid y]", "(x ∣ y)", 0, 0);
    is_expanded("\\def\\f(#1)#2{#1#2}\\f(a)b\\f (\\frac12)c", "ab1/2c", 0, 0);
    is_expanded("\\def\\t#1\\to#2;{#2#1}\\t\\top\\to b;", "b⊤", 0, 0);
    is_expanded("\\def\\p(#1){#1}a+\\p(x+\\foo)", "a + x + \\foo", 1, 21);
    is_expanded("\\def\\p(#1){#1}\\p[a]", "\\def\\p(#1){#1}\\p[a]", 1, 14);
    is_expanded("\\def\\p(#1){#1}{\\p(a}", "\\def\\p(#1){#1}{\\p(a}", 1, 15);
    is_expanded("\\def\\p#2{}x", "x", 1, 0);
}

static void test_macros_of_a_document(void) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str tex =
        STR("\\usepackage{x}\\newcommand{\\R}{\\mathbb{R}} % c\n\\def\\x#1{#1_1} text");
    const struct math_macro *m = math_macros_read(a, NULL, tex, SPAN_NONE, &d);
    m = math_macro_new(a, m, STR("S"), STR("{#1}^{#2}"));
    is_int((long)d.n, 0, "definitions are read");
    struct buf b = BUF_INIT;
    math_to_plain(&b, math_parse(a, STR("\\x\\R \\S ab"), SPAN_NONE, m, NULL, &d));
    is_str(buf_view(&b), "R_1a^b", "and used");
    is_int((long)math_macros_length(a, STR("\\def\\a{x}  \\newcommand\\b{}\n z")), 28,
           "definitions in front");
    is_int((long)math_macros_length(a, STR("\\emph{x}")), 0, "none");
    buf_drop(&b);
    diags_drop(&d);
    arena_drop(a);
}

static void is_numbered(const char *tex, const char *want) {
    struct formula f = read_formula(tex);
    struct buf b;
    struct math_count count = {0};
    buf_init(&b, 0);
    (void)math_number_lines(f.arena, f.root, false, &count);
    for (const struct math_line *line = f.root->numbers; line; line = line->next) {
        buf_printf(&b, "%.*s%.*s;", STR_ARG(line->label), STR_ARG(line->number));
    }
    is_str(buf_view(&b), want, tex);
    is_int((long)f.diags.n, 0, "without a complaint");
    buf_drop(&b);
    drop(&f);
}

static void test_numbers(void) {
    is_numbered("x", ";");
    is_numbered("x \\tag{7}\\label{a}", "a(7);");
    is_numbered("\\begin{equation}x\\end{equation}", "(1);");
    is_numbered("\\begin{equation*}x\\end{equation*}", ";");
    is_numbered("\\begin{equation}\\begin{split}a\\\\b\\end{split}\\label{x}\\end{equation}",
                "x(1);");
    is_numbered("\\begin{align}a&=b\\label{x}\\\\c&=d\\nonumber\\\\e\\tag*{z}\\\\\\end{align}",
                ";x(1);;z;;");
    is_numbered("\\begin{align*}a\\\\b\\tag{1}\\end{align*}", ";;(1);");
    is_numbered("\\begin{gather}\\begin{aligned}a\\\\b\\end{aligned}\\\\c\\end{gather}",
                ";(1);(2);");
}

int main(void) {
    test_plain();
    test_mathml();
    test_brackets();
    test_deep_brackets();
    test_classes();
    test_compounds();
    test_faults();
    test_limits();
    test_large_tables();
    test_tables();
    test_macros();
    test_numbers();
    test_macros_of_a_document();
    return tap_done();
}
