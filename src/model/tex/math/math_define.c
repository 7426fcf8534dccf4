/* SPDX-License-Identifier: MIT */
/*
 * TeX macros in math: their definitions (pandoc's manual, latex_macros; LaTeX's \newcommand, TeX's
 * \def and \let, amsmath's \DeclareMathOperator, mathtools' \DeclarePairedDelimiter). The
 * definition of an environment makes two macros, `begin{name}` and `end{name}`. A definition takes
 * precedence over a command of the same name: authors define what their LaTeX lacked.
 */
#include "model/tex/math/math_expand.h"

#include "core/base/bounds.h"
#include "model/tex/math/math_symbols.h"
#include "model/tex/text/text.h"

enum form {
    FORM_COMMAND,
    FORM_DEF,
    FORM_LET,
    FORM_OPERATOR,
    FORM_PAIRED,
    FORM_ENVIRONMENT,
    FORM_THEOREM,
    FORM_THEOREM_STYLE,
    FORM_DOCUMENT,
    FORM_DOCUMENT_ENVIRONMENT,
    FORM_PREFIX
};

static const struct {
    const char *name;
    enum form form;
} forms[] = {{"newcommand", FORM_COMMAND},
             {"renewcommand", FORM_COMMAND},
             {"providecommand", FORM_COMMAND},
             {"DeclareRobustCommand", FORM_COMMAND},
             {"def", FORM_DEF},
             {"gdef", FORM_DEF},
             {"edef", FORM_DEF},
             {"xdef", FORM_DEF},
             {"let", FORM_LET},
             {"global", FORM_PREFIX},
             {"long", FORM_PREFIX},
             {"DeclareMathOperator", FORM_OPERATOR},
             {"DeclarePairedDelimiter", FORM_PAIRED},
             {"newenvironment", FORM_ENVIRONMENT},
             {"renewenvironment", FORM_ENVIRONMENT},
             {"newtheorem", FORM_THEOREM},
             {"theoremstyle", FORM_THEOREM_STYLE},
             {"NewDocumentCommand", FORM_DOCUMENT},
             {"RenewDocumentCommand", FORM_DOCUMENT},
             {"ProvideDocumentCommand", FORM_DOCUMENT},
             {"DeclareDocumentCommand", FORM_DOCUMENT},
             {"NewExpandableDocumentCommand", FORM_DOCUMENT},
             {"NewDocumentEnvironment", FORM_DOCUMENT_ENVIRONMENT},
             {"RenewDocumentEnvironment", FORM_DOCUMENT_ENVIRONMENT}};

static int find_form(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        if (str_is(name, forms[i].name)) {
            return (int)forms[i].form;
        }
    }
    return -1;
}

bool math_is_definition(struct str name) {
    return find_form(name) >= 0;
}

static const struct math_macro *add(struct arena *a, const struct math_macro *before,
                                    const struct math_macro *macro) {
    struct math_macro *own = ARENA_NEW(a, struct math_macro);
    *own = *macro;
    own->before = before;
    own->count = before ? before->count + 1 : 1;
    return own;
}

static void define(struct math_expander *x, const struct math_token *t,
                   const struct math_macro *macro) {
    if (x->macros && x->macros->count >= LIMIT_MACROS) {
        math_token_complain(x, &t->from, NULL, "more than %d macros", LIMIT_MACROS);
        return;
    }
    if (!x->keeps || x->keeps(x->macros, macro)) {
        struct math_macro own = *macro;
        own.global = str_is(t->text, "\\gdef") || str_is(t->text, "\\xdef") || x->global;
        x->macros = add(x->arena, x->macros, &own);
    }
    x->global = false;
}

/** Reads the defined name, in braces or not. */
static bool read_name(struct math_expander *x, const struct math_token *t, struct str *name) {
    struct math_piece piece;
    bool good = math_token_argument(x, &piece);
    struct str text = good ? str_trim(piece.text) : STR_EMPTY;
    size_t n = 1;
    while (n < text.n && (is_alpha(text.p[n]) || text.p[n] == '@')) {
        n++;
    }
    if (text.n < 2 || text.p[0] != '\\' || (n < text.n && (n > 1 || text.n > 2))) {
        math_token_complain(x, &t->from, "write it with its backslash: `\\newcommand{\\R}{...}`",
                            "`%.*s` lacks the name of a command", STR_ARG(t->text));
        return false;
    }
    *name = str_from(text, 1);
    return true;
}

/** Reads the number of arguments and the default of the first one: [2][default]. */
static void read_count(struct math_expander *x, struct math_macro *macro) {
    struct math_piece piece;
    if (!math_token_optional(x, &piece)) {
        return;
    }
    struct str n = str_trim(piece.text);
    if (n.n != 1 || n.p[0] < '0' || n.p[0] > '9') {
        math_token_complain(x, &piece.from, NULL, "`[%.*s]` is not a number of arguments: 0 to 9",
                            STR_ARG(piece.text));
    } else {
        macro->args = n.p[0] - '0';
    }
    macro->optional = macro->args > 0 && math_token_optional(x, &piece);
    macro->first = macro->optional ? piece.text : STR_EMPTY;
}

/** Reads \newcommand{\name}[2][default]{body}. */
static void read_command(struct math_expander *x, const struct math_token *t) {
    struct math_macro macro = {0};
    struct math_piece piece;
    (void)math_token_accept(x, '*');
    if (!read_name(x, t, &macro.name)) {
        return;
    }
    read_count(x, &macro);
    if (!math_token_argument(x, &piece)) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks the meaning of `\\%.*s`",
                            STR_ARG(t->text), STR_ARG(macro.name));
        return;
    }
    macro.body = piece.text;
    bool known = str_is(t->text, "\\providecommand") && math_macro_find(x->macros, macro.name);
    if (!known) { /* \providecommand does not change an earlier definition */
        define(x, t, &macro);
    }
}

/** Reads the arguments of \def\name#1,#2{body} and the text between them, up to the brace. Returns
 * false if the arguments are not numbered in order. White space alone is not text. */
static bool read_parameters(struct math_expander *x, struct math_macro *macro, bool *opened) {
    struct str between[10] = {{NULL, 0}};
    struct math_token t;
    struct buf text;
    bool good = true, any = false;
    buf_init(&text, 0);
    *opened = false;
    while (!*opened && math_token_next(x, &t)) {
        *opened = t.kind == TOKEN_OPEN;
        bool parameter = str_is(t.text, "#") && macro->args < 9;
        if (*opened || parameter) {
            between[macro->args] = str_trim(buf_keep(&text, x->arena));
            any = any || between[macro->args].n;
            buf_clear(&text);
        } else {
            buf_str(&text, t.text);
        }
        if (*opened) {
            math_token_back(x, &t);
        } else if (parameter && math_token_next(x, &t)) {
            macro->args++;
            good = good && t.text.n == 1 && t.text.p[0] == '0' + macro->args;
        }
    }
    buf_drop(&text);
    macro->between = any ? arena_copy(x->arena, between, sizeof between) : NULL;
    return good;
}

/** Reads \def\name#1#2{body}. */
static void read_def(struct math_expander *x, const struct math_token *t) {
    struct math_macro macro = {0};
    struct math_piece piece;
    bool opened;
    if (!read_name(x, t, &macro.name)) {
        return;
    }
    bool good = read_parameters(x, &macro, &opened);
    if (!opened) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks the meaning of `\\%.*s`",
                            STR_ARG(t->text), STR_ARG(macro.name));
        return;
    }
    (void)math_token_argument(x, &piece);
    macro.body = piece.text;
    if (!good) {
        math_token_complain(x, &t->from, "number them in their order",
                            "the arguments of `\\%.*s` are not `#1`, `#2` and so on",
                            STR_ARG(macro.name));
        return;
    }
    define(x, t, &macro);
}

/** Reads \let\name=\other. The name gets the current meaning of the other name. */
static void read_let(struct math_expander *x, const struct math_token *t) {
    struct math_macro macro = {0};
    struct math_token other;
    struct str name;
    if (!read_name(x, t, &name)) {
        return;
    }
    (void)math_token_accept(x, '=');
    if (!math_token_solid(x, &other)) {
        return;
    }
    const struct math_macro *old =
        other.kind == TOKEN_COMMAND ? math_macro_find(x->macros, str_from(other.text, 1)) : NULL;
    if (old) {
        macro = *old;
    } else {
        macro.body = other.text;
        macro.own = true;
    }
    macro.name = name;
    define(x, t, &macro);
}

/** Reads \DeclareMathOperator*{\name}{text}. */
static void read_operator(struct math_expander *x, const struct math_token *t) {
    struct math_macro macro = {0};
    struct math_piece text;
    bool star = math_token_accept(x, '*');
    if (!read_name(x, t, &macro.name)) {
        return;
    }
    if (!math_token_argument(x, &text)) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks the operator's text",
                            STR_ARG(t->text));
        return;
    }
    macro.body =
        arena_printf(x->arena, "\\operatorname%s{%.*s}", star ? "*" : "", STR_ARG(text.text));
    define(x, t, &macro);
}

/** Reads \DeclarePairedDelimiter{\abs}{\lvert}{\rvert}. It defines \abs{x}, \abs*{x} whose
 * delimiters grow, and \abs[\big]{x}. */
static void read_paired(struct math_expander *x, const struct math_token *t) {
    struct math_macro macro = {.args = 1, .paired = true};
    struct math_piece left, right;
    if (!read_name(x, t, &macro.name)) {
        return;
    }
    if (!math_token_argument(x, &left) || !math_token_argument(x, &right)) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks a delimiter", STR_ARG(t->text));
        return;
    }
    struct str l = left.text, r = right.text;
    macro.body = arena_printf(x->arena, "%.*s #1%.*s", STR_ARG(l), STR_ARG(r));
    macro.starred = arena_printf(x->arena, "\\left%.*s #1\\right%.*s", STR_ARG(l), STR_ARG(r));
    macro.sized =
        arena_printf(x->arena, "\\mathopen{#1%.*s}#2\\mathclose{#1%.*s}", STR_ARG(l), STR_ARG(r));
    define(x, t, &macro);
}

/** Defines both ends of an environment. They begin and end a group, so that changes within the
 * environment end with it. */
static void put_environment(struct math_expander *x, const struct math_token *t, struct str word,
                            struct math_macro *begin, struct str body, struct str behind) {
    struct math_macro end = {.name = arena_join(x->arena, 3, STR("end{"), word, STR("}"))};
    begin->name = arena_join(x->arena, 3, STR("begin{"), word, STR("}"));
    begin->body = x->groups ? arena_join(x->arena, 2, STR("\\begingroup "), body) : body;
    end.body = x->groups ? arena_join(x->arena, 2, behind, STR("\\endgroup ")) : behind;
    define(x, t, begin);
    define(x, t, &end);
}

/** Reads \newenvironment{name}[1][default]{before}{behind}. */
static void read_environment(struct math_expander *x, const struct math_token *t) {
    struct math_macro begin = {0};
    struct math_piece name, body, behind;
    (void)math_token_accept(x, '*');
    bool named = math_token_argument(x, &name);
    read_count(x, &begin);
    if (!named || !math_token_argument(x, &body) || !math_token_argument(x, &behind)) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks an argument", STR_ARG(t->text));
        return;
    }
    struct str word = str_trim(name.text);
    put_environment(x, t, word, &begin, body.text, behind.text);
}

/* Returns the last two arguments, in braces, of an environment that \newtheorem has defined: its
 * counter, and the division within which it counts. Empty if there is no such environment. */
static struct str theorem_counter(struct math_expander *x, struct str name) {
    const struct math_macro *of =
        math_macro_find(x->macros, arena_join(x->arena, 3, STR("begin{"), name, STR("}")));
    size_t at = of && str_starts(of->body, STR("\\begin{newtheorem")) ? of->body.n : 0;
    for (int groups = 0; at > 0 && groups < 2; groups += of->body.p[at] == '{') {
        at--;
    }
    return at > 0 ? str_from(of->body, at) : STR_EMPTY;
}

/* The name of a macro that contains the style of the next environments. No command has this
 * name. */
static const char theorem_style[] = "theoremstyle ";

/** Reads \newtheorem*{name}[counter]{Title}[within]. The new environment expands to an environment
 * `newtheorem`, whose arguments are the name, the title, the style, the counter and the division
 * within which it counts. */
static void read_theorem(struct math_expander *x, const struct math_token *t) {
    struct math_macro begin = {0}, end = {0};
    struct math_piece name, title, counter = {0}, within = {0};
    const char *star = math_token_accept(x, '*') ? "*" : "";
    bool named = math_token_argument(x, &name);
    bool shared = math_token_optional(x, &counter);
    if (!named || !math_token_argument(x, &title)) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks an argument", STR_ARG(t->text));
        return;
    }
    (void)math_token_optional(x, &within);
    struct str word = str_trim(name.text);
    struct str tail = shared ? theorem_counter(x, str_trim(counter.text)) : STR_EMPTY;
    const struct math_macro *style = math_macro_find(x->macros, str_of(theorem_style));
    if (!tail.n) {
        tail = arena_join(x->arena, 5, STR("{"), str_trim(shared ? counter.text : name.text),
                          STR("}{"), str_trim(within.text), STR("}"));
    }
    begin.name = arena_join(x->arena, 3, STR("begin{"), word, STR("}"));
    begin.body =
        arena_printf(x->arena, "\\begin{newtheorem%s}{%.*s}{%.*s}{%.*s}%.*s", star, STR_ARG(word),
                     STR_ARG(title.text), STR_ARG(style ? style->body : STR_EMPTY), STR_ARG(tail));
    end.name = arena_join(x->arena, 3, STR("end{"), word, STR("}"));
    end.body = arena_printf(x->arena, "\\end{newtheorem%s}", star);
    define(x, t, &begin);
    define(x, t, &end);
}

/** Reads \theoremstyle{name}: the look of the environments that are defined after it. */
static void read_theorem_style(struct math_expander *x, const struct math_token *t) {
    struct math_piece style;
    struct math_macro one = {.name = str_of(theorem_style)};
    if (math_token_argument(x, &style)) {
        one.body = str_trim(style.text);
        define(x, t, &one);
    }
}

/** Reads the arguments of xparse: `s`, `m`, `o`, `O{default}`, `d()`, `D(){default}`, `r()`, `t*`,
 * `g`, with `+` and `!` before them. */
static void read_spec(struct math_expander *x, struct str text, struct math_macro *macro) {
    struct math_spec specs[9] = {{STR_EMPTY, 0, 0}};
    char letters[10] = {0};
    int n = 0;
    for (size_t i = 0; i < text.n && n < 9; i++) {
        char c = text.p[i];
        struct math_spec *s = &specs[n];
        if (!is_alpha(c)) {
            continue;
        }
        bool pair = c == 'd' || c == 'D' || c == 'r' || c == 'R';
        bool sign = c == 's' || c == 't';
        s->fallback = STR(MATH_NO_VALUE);
        s->open = sign ? '*' : '[';
        s->shut = ']';
        if (pair && i + 2 < text.n) {
            s->open = text.p[i + 1];
            s->shut = text.p[i + 2];
            i += 2;
        } else if (c == 't' && i + 1 < text.n) {
            s->open = text.p[++i];
        }
        if ((c == 'O' || c == 'D' || c == 'R') && i + 1 < text.n && text.p[i + 1] == '{') {
            size_t from = i + 2, depth = 1;
            for (i = from; i < text.n && depth; i++) {
                depth += text.p[i] == '{';
                depth -= text.p[i] == '}';
            }
            s->fallback = str_slice(text, from, depth ? i : i - 1);
            i -= i > from;
        }
        letters[n++] = sign ? 's' : pair || c == 'o' || c == 'O' ? 'd' : c == 'g' ? 'g' : 'm';
    }
    macro->spec = arena_copy(x->arena, letters, sizeof letters);
    macro->specs = arena_copy(x->arena, specs, sizeof specs);
}

/** Reads \NewDocumentCommand{\name}{m o}{body}. */
static void read_document(struct math_expander *x, const struct math_token *t) {
    struct math_macro macro = {0};
    struct math_piece spec, body;
    if (!read_name(x, t, &macro.name)) {
        return;
    }
    if (!math_token_argument(x, &spec) || !math_token_argument(x, &body)) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks an argument", STR_ARG(t->text));
        return;
    }
    read_spec(x, spec.text, &macro);
    macro.body = body.text;
    define(x, t, &macro);
}

/** Reads \NewDocumentEnvironment{name}{m o}{before}{behind}. */
static void read_document_environment(struct math_expander *x, const struct math_token *t) {
    struct math_macro begin = {0};
    struct math_piece name, spec, body, behind;
    if (!math_token_argument(x, &name) || !math_token_argument(x, &spec) ||
        !math_token_argument(x, &body) || !math_token_argument(x, &behind)) {
        math_token_complain(x, &t->from, NULL, "`%.*s` lacks an argument", STR_ARG(t->text));
        return;
    }
    read_spec(x, spec.text, &begin);
    put_environment(x, t, str_trim(name.text), &begin, body.text, behind.text);
}

void math_define(struct math_expander *x, const struct math_token *t) {
    switch ((enum form)find_form(str_from(t->text, 1))) {
    case FORM_COMMAND:
        read_command(x, t);
        break;
    case FORM_DEF:
        read_def(x, t);
        break;
    case FORM_LET:
        read_let(x, t);
        break;
    case FORM_OPERATOR:
        read_operator(x, t);
        break;
    case FORM_PAIRED:
        read_paired(x, t);
        break;
    case FORM_ENVIRONMENT:
        read_environment(x, t);
        break;
    case FORM_THEOREM:
        read_theorem(x, t);
        break;
    case FORM_THEOREM_STYLE:
        read_theorem_style(x, t);
        break;
    case FORM_DOCUMENT:
        read_document(x, t);
        break;
    case FORM_DOCUMENT_ENVIRONMENT:
        read_document_environment(x, t);
        break;
    case FORM_PREFIX:
        x->global = x->groups && str_is(t->text, "\\global");
        break;
    }
}

static const struct math_macro *read_definitions(struct math_expander *x) {
    struct math_token t;
    while (math_token_next(x, &t)) {
        if (t.kind == TOKEN_COMMAND && math_is_definition(str_from(t.text, 1))) {
            math_define(x, &t);
        }
    }
    return x->macros;
}

const struct math_macro *math_macros_read(struct arena *a, const struct math_macro *before,
                                          struct str tex, struct span at, struct diags *d) {
    struct math_expander x = math_expander_start(a, tex, at, before, d);
    return read_definitions(&x);
}

const struct math_macro *
math_macros_of(struct arena *a, const struct math_macro *before, struct str tex,
               bool (*keeps)(const struct math_macro *macros, const struct math_macro *one),
               struct span at) {
    struct math_expander x = math_expander_start(a, tex, at, before, NULL);
    x.groups = true;
    x.keeps = keeps;
    return read_definitions(&x);
}

static bool keeps_for_text(const struct math_macro *macros, const struct math_macro *one) {
    if (tex_knows(one->name)) {
        return false;
    }
    for (size_t at = str_index(one->body, '\\'); at < one->body.n;) {
        size_t end = str_past(one->body, at + 1, is_alpha);
        struct str name = str_slice(one->body, at + 1, end > at + 1 ? end : end + 1);
        if (!tex_knows(name) && !math_symbol_find(name) && !math_macro_find(macros, name)) {
            return false;
        }
        at = str_until(one->body, at + 1 + name.n, '\\');
    }
    return true;
}

const struct math_macro *math_macros_for_text(struct arena *a, const struct math_macro *before,
                                              struct str tex) {
    struct math_expander x = math_expander_start(a, tex, SPAN_NONE, before, NULL);
    x.keeps = keeps_for_text;
    return read_definitions(&x);
}

struct str math_macros_expand(struct arena *a, struct str tex, const struct math_macro *macros,
                              struct span at, struct diags *d) {
    if (!macros || str_index(tex, '\\') == STR_NONE || !math_expand_needed(tex, macros)) {
        return tex;
    }
    struct math_expander x = math_expander_start(a, tex, at, macros, d);
    struct math_segment *segments;
    struct str out;
    size_t n;
    x.what = "text";
    x.no_comments = true;
    return math_expand(&x, &out, &segments, &n) ? out : tex;
}

size_t math_macros_length(struct arena *a, struct str tex) {
    struct math_expander x = math_expander_start(a, tex, SPAN_NONE, NULL, NULL);
    struct math_token t;
    size_t length = 0;
    while (math_token_solid(&x, &t) && t.kind == TOKEN_COMMAND &&
           math_is_definition(str_from(t.text, 1))) {
        math_define(&x, &t);
        length = x.has_saved ? x.saved.from.src : x.top ? x.top->pos : tex.n;
    }
    while (length && length < tex.n && is_space(tex.p[length])) {
        length++;
    }
    return length;
}

const struct math_macro *math_macro_new(struct arena *a, const struct math_macro *before,
                                        struct str name, struct str body) {
    struct math_macro macro = {.name = name, .body = body};
    if (before && before->count >= LIMIT_MACROS) {
        return before;
    }
    for (size_t i = 0; i + 1 < body.n; i++) {
        if (body.p[i] == '#' && body.p[i + 1] >= '1' && body.p[i + 1] <= '9') {
            int k = body.p[i + 1] - '0';
            macro.args = k > macro.args ? k : macro.args;
        }
    }
    return add(a, before, &macro);
}
