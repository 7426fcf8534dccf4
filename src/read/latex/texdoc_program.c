/* SPDX-License-Identifier: MIT */
/* Runs the commands that change the text of a document: macros with groups, conditionals and
 * switches of TeX, ifthen and etoolbox, counters that the author defines, and assignments to
 * parameters of TeX. model/tex expands the macros. Other commands are kept. */
#include "read/latex/texdoc_model.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "model/tex/text/text_internal.h"

#define MAX_GROUPS 1000

static const char yes[] = "yes", no[] = "no";

static struct str name_of(const struct math_token *t) {
    return t->kind == TOKEN_COMMAND ? str_from(t->text, 1) : STR_EMPTY;
}

/* ---- groups */

static void begin_group(struct texdoc_program *p, const struct math_expander *x) {
    if (p->groups.n < MAX_GROUPS) {
        vec_push(&p->groups, x->macros);
    }
}

/* Restores the macros as they were before the group. Global definitions remain. */
static void end_group(struct texdoc_program *p, struct math_expander *x) {
    if (!p->groups.n) {
        return;
    }
    const struct math_macro *outer = vec_pop(&p->groups);
    const struct math_macro *kept = outer;
    VEC(const struct math_macro *) global = VEC_INIT;
    size_t below = outer ? outer->count : 0;
    for (const struct math_macro *m = x->macros; m && m->count > below; m = m->before) {
        if (m->global) {
            vec_push(&global, m);
        }
    }
    while (global.n) {
        struct math_macro *one = ARENA_NEW(p->l->a, struct math_macro);
        *one = *vec_pop(&global);
        one->before = kept;
        one->count = kept ? kept->count + 1 : 1;
        kept = one;
    }
    vec_drop(&global);
    x->macros = kept;
}

/* ---- conditionals */

/** Conditionals of TeX, and of packages that test for the TeX program that runs. */
enum condition {
    IF_FALSE,
    IF_TRUE,
    IF_X,
    IF_SAME,
    IF_NUMBER,
    IF_ODD,
    IF_CASE,
    IF_LENGTH,
    IF_DEFINED,
    IF_NAME,
    IF_MATH,
    IF_SWITCH,
    IF_NONE
};

static const struct {
    const char *name;
    enum condition kind;
} conditions[] = {{"iffalse", IF_FALSE},     {"iftrue", IF_TRUE},   {"ifx", IF_X},
                  {"if", IF_SAME},           {"ifcat", IF_SAME},    {"ifnum", IF_NUMBER},
                  {"ifodd", IF_ODD},         {"ifcase", IF_CASE},   {"ifdim", IF_LENGTH},
                  {"ifdefined", IF_DEFINED}, {"ifcsname", IF_NAME}, {"ifmmode", IF_MATH},
                  {"ifvmode", IF_FALSE},     {"ifhmode", IF_TRUE},  {"ifinner", IF_FALSE},
                  {"ifpdf", IF_TRUE},        {"ifPDFTeX", IF_TRUE}, {"ifpdftex", IF_TRUE},
                  {"ifxetex", IF_FALSE},     {"ifXeTeX", IF_FALSE}, {"ifluatex", IF_FALSE},
                  {"ifLuaTeX", IF_FALSE},    {"iftutex", IF_FALSE}, {"ifTUTeX", IF_FALSE}};

static enum condition condition_of(const struct texdoc_program *p, struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(conditions); i++) {
        if (str_is(name, conditions[i].name)) {
            return conditions[i].kind;
        }
    }
    return name.n > 2 && str_starts(name, STR("if")) && map_lookup(&p->switches, str_from(name, 2))
               ? IF_SWITCH
               : IF_NONE;
}

/* Skips a branch of a conditional that is not used. It ends at \fi or \else, or in \ifcase at \or.
 * Returns the name of the command at its end. */
static struct str pass_branch(struct texdoc_program *p, struct math_expander *x, bool to_fi) {
    struct math_token t;
    size_t depth = 0;
    while (math_token_next(x, &t)) {
        struct str name = name_of(&t);
        if (!name.n) {
            continue;
        }
        if (condition_of(p, name) != IF_NONE) {
            depth++;
        } else if (str_is(name, "fi")) {
            if (depth == 0) {
                return name;
            }
            depth--;
        } else if (depth == 0 && !to_fi && (str_is(name, "else") || str_is(name, "or"))) {
            return name;
        }
    }
    return STR_EMPTY;
}

static bool is_known(const struct math_expander *x, struct str name) {
    return math_macro_find(x->macros, name) || ltx_command(name) || tex_text_symbol(name).n;
}

static bool same_meaning(const struct math_expander *x, const struct math_token *a,
                         const struct math_token *b) {
    const struct math_macro *ma = math_macro_find(x->macros, name_of(a));
    const struct math_macro *mb = math_macro_find(x->macros, name_of(b));
    bool empty[2] = {str_is(a->text, "\\empty") || str_is(a->text, "\\@empty"),
                     str_is(b->text, "\\empty") || str_is(b->text, "\\@empty")};
    if (a->kind == TOKEN_COMMAND && b->kind == TOKEN_COMMAND && (ma || empty[0]) &&
        (mb || empty[1])) {
        struct str left = ma && !empty[0] ? ma->body : STR_EMPTY;
        struct str right = mb && !empty[1] ? mb->body : STR_EMPTY;
        return str_eq(left, right);
    }
    if (ma || mb) {
        return false;
    }
    bool unknown = a->kind == TOKEN_COMMAND && b->kind == TOKEN_COMMAND &&
                   !is_known(x, name_of(a)) && !is_known(x, name_of(b)) && !empty[0] && !empty[1];
    return unknown || str_eq(a->text, b->text);
}

/* Reads the next token, with macros expanded. */
static bool next_expanded(struct math_expander *x, struct math_token *t) {
    while (math_token_solid(x, t)) {
        if (!math_token_expand(x, t)) {
            return true;
        }
    }
    return false;
}

/* Returns a reader of a text with the macros of `x`. leave() counts in `x` what the reader has
 * expanded. */
static struct math_expander enter(const struct math_expander *x, const struct math_piece *text) {
    struct math_expander in = *x;
    in.top = NULL;
    in.has_saved = false;
    in.diags = NULL;
    math_token_push_piece(&in, text);
    return in;
}

static void leave(struct math_expander *x, const struct math_expander *in) {
    x->expansions = in->expansions;
    x->bytes = in->bytes;
}

/** Reads a number: digits or the value of a counter, after any plus and minus signs. Returns 0 for
 * other text. */
static int64_t read_number(struct texdoc_program *p, struct math_expander *x) {
    struct math_token t;
    int64_t n = 0, sign = 1;
    bool more;
    while ((more = next_expanded(x, &t))) {
        struct math_piece name;
        size_t prefix = str_starts_among(name_of(&t), "c@ the");
        bool value = str_is(t.text, "\\value") && math_token_argument(x, &name);
        const int64_t *own = value    ? texdoc_value(p, name.text)
                             : prefix ? texdoc_value(p, str_from(t.text, prefix + 1))
                                      : NULL;
        if (own) {
            return sign * *own;
        }
        if (str_is(t.text, "\\the") || str_is(t.text, "+")) {
            continue;
        }
        if (str_is(t.text, "-")) {
            sign = -sign;
            continue;
        }
        if (t.kind == TOKEN_COMMAND) {
            return 0;
        }
        break;
    }
    if (!more) {
        return 0;
    }
    while (t.kind == TOKEN_OTHER && t.text.n == 1 && is_digit(t.text.p[0])) {
        n = n < MAX_NUMBER ? n * 10 + (t.text.p[0] - '0') : n;
        if (!math_token_next(x, &t)) {
            return sign * n;
        }
    }
    if (t.kind != TOKEN_SPACE) {
        math_token_back(x, &t);
    }
    return sign * n;
}

int64_t texdoc_number_in(struct texdoc_program *p, struct math_expander *x,
                         const struct math_piece *text) {
    struct math_expander in = enter(x, text);
    int64_t n = read_number(p, &in);
    leave(x, &in);
    return n;
}

static bool compare(struct texdoc_program *p, struct math_expander *x) {
    struct math_token sign;
    int64_t a = read_number(p, x);
    if (!next_expanded(x, &sign)) {
        return false;
    }
    int64_t b = read_number(p, x);
    return str_is(sign.text, "<") ? a < b : str_is(sign.text, ">") ? a > b : a == b;
}

/* Reads the name up to \endcsname. */
static struct str read_csname(struct math_expander *x) {
    struct math_token t;
    struct buf name;
    buf_init(&name, LIMIT_MACRO_BYTES);
    while (math_token_next(x, &t) && !str_is(t.text, "\\endcsname") &&
           math_token_count(x, t.text.n, &t)) {
        if (!math_token_expand(x, &t) && t.kind != TOKEN_COMMAND) {
            buf_str(&name, t.text);
        }
    }
    /* the space after \csname is not a part of the name */
    return str_trim(buf_finish(&name, x->arena));
}

/* Whether a switch of \newif, ifthen or etoolbox is on. */
static bool is_on(const struct texdoc_program *p, struct str name) {
    return map_lookup(&p->switches, str_trim(name)) == yes;
}

static bool holds(struct texdoc_program *p, struct math_expander *x, enum condition kind,
                  struct str name) {
    struct math_token a, b;
    switch (kind) {
    case IF_TRUE:
        return true;
    case IF_MATH:
        return p->math;
    case IF_X:
        return math_token_solid(x, &a) && math_token_solid(x, &b) && same_meaning(x, &a, &b);
    case IF_SAME:
        return next_expanded(x, &a) && next_expanded(x, &b) && str_eq(a.text, b.text);
    case IF_NUMBER:
        return compare(p, x);
    case IF_ODD:
        return read_number(p, x) % 2 != 0;
    case IF_DEFINED:
        return math_token_solid(x, &a) && is_known(x, name_of(&a));
    case IF_NAME:
        return is_known(x, read_csname(x));
    case IF_SWITCH:
        return is_on(p, str_from(name, 2));
    case IF_LENGTH:
    case IF_FALSE:
    case IF_CASE:
    case IF_NONE:
        break;
    }
    return false;
}

static bool take_condition(struct texdoc_program *p, struct math_expander *x, struct str name) {
    enum condition kind = condition_of(p, name);
    if (str_is(name, "fi")) {
        p->open -= p->open > 0;
        return true;
    }
    if (str_is(name, "else") || str_is(name, "or")) {
        if (p->open) {
            (void)pass_branch(p, x, true);
            p->open--;
        }
        return true;
    }
    if (kind == IF_NONE) {
        return false;
    }
    if (kind == IF_CASE) {
        struct str end = STR("or");
        for (int64_t n = read_number(p, x); n != 0 && str_is(end, "or"); n--) {
            end = pass_branch(p, x, false);
        }
        p->open += !str_is(end, "fi") && end.n;
        return true;
    }
    if (holds(p, x, kind, name)) {
        p->open++;
    } else {
        struct str end = pass_branch(p, x, false);
        p->open += str_is(end, "else");
    }
    return true;
}

/* ---- switches: \newif, and the booleans of ifthen and etoolbox */

static void set_switch(struct texdoc_program *p, struct str name, bool on) {
    (void)map_put(&p->switches, str_trim(name), (void *)(uintptr_t)(on ? yes : no));
}

static bool take_switch(struct texdoc_program *p, struct math_expander *x, struct str name) {
    struct math_piece what, value;
    struct math_token t;
    if (str_is(name, "newif")) {
        if (math_token_solid(x, &t) && name_of(&t).n > 2) {
            set_switch(p, str_from(name_of(&t), 2), false);
        }
        return true;
    }
    bool makes = str_among(name, "newbool providebool newtoggle newboolean provideboolean");
    bool off = str_is(name, "boolfalse") || str_is(name, "togglefalse");
    if (makes || off || str_is(name, "booltrue") || str_is(name, "toggletrue")) {
        if (math_token_argument(x, &what)) {
            set_switch(p, what.text, !makes && !off);
        }
        return true;
    }
    if (str_among(name, "setbool settoggle setboolean")) {
        if (math_token_argument(x, &what) && math_token_argument(x, &value)) {
            set_switch(p, what.text, str_is(str_trim(value.text), "true"));
        }
        return true;
    }
    bool on = str_ends(name, STR("true"));
    size_t n = on ? 4 : str_ends(name, STR("false")) ? 5 : 0;
    struct str own = n && name.n > n ? str_slice(name, 0, name.n - n) : STR_EMPTY;
    if (own.n && map_lookup(&p->switches, own) && !math_macro_find(x->macros, name)) {
        set_switch(p, own, on);
        return true;
    }
    return false;
}

/* ---- tests whose two texts are arguments */

/* Returns a text with its macros expanded. */
static struct str expanded(struct math_expander *x, struct str text) {
    const struct math_macro *m = NULL;
    struct str rest = str_trim(text);
    for (int i = 0; i < 8 && rest.n > 1 && rest.p[0] == '\\'; i++) {
        size_t n = ltx_name(rest, 0);
        m = n + 1 == rest.n ? math_macro_find(x->macros, str_from(rest, 1)) : NULL;
        if (!m || m->args) {
            break;
        }
        rest = str_trim(m->body);
    }
    return rest;
}

/* Evaluates a condition of ifthen: \equal{a}{b}, \boolean{x}, \isodd{n}, \lengthtest{...} or a < b,
 * or several of them with \AND, \OR and \NOT. */
static bool test(struct texdoc_program *p, struct math_expander *x, const struct math_piece *text) {
    struct math_expander in = enter(x, text);
    struct math_token t;
    struct math_piece a, b;
    bool not = false, all = true, any = false, have = false;
    while (math_token_solid(&in, &t)) {
        bool one = false;
        if (str_is(t.text, "\\NOT") || str_is(t.text, "\\not")) {
            not = !not ;
            continue;
        }
        if (str_is(t.text, "\\OR") || str_is(t.text, "\\or")) {
            any = any || (have && all);
            all = true;
            have = false;
            continue;
        }
        if (str_is(t.text, "\\AND") || str_is(t.text, "\\and")) {
            continue;
        }
        if (str_is(t.text, "\\equal")) {
            one = math_token_argument(&in, &a) && math_token_argument(&in, &b) &&
                  str_eq(expanded(x, a.text), expanded(x, b.text));
        } else if (str_is(t.text, "\\boolean")) {
            one = math_token_argument(&in, &a) && is_on(p, a.text);
        } else if (str_is(t.text, "\\isundefined")) {
            one = math_token_argument(&in, &a) && !is_known(x, str_from(str_trim(a.text), 1));
        } else if (str_is(t.text, "\\isodd")) {
            one = math_token_argument(&in, &a) && texdoc_number_in(p, &in, &a) % 2 != 0;
        } else if (str_is(t.text, "\\lengthtest")) {
            (void)math_token_argument(&in, &a);
        } else if (t.kind == TOKEN_OTHER || t.kind == TOKEN_COMMAND) {
            math_token_back(&in, &t);
            one = compare(p, &in);
        } else {
            continue;
        }
        all = all && one != not ;
        have = true;
        not = false;
    }
    leave(x, &in);
    return any || (have && all);
}

struct choice {
    const char *name;
    int args; /* number of arguments before the texts */
    /* `first`: the command has a text for true; `other`: it has a text for false */
    bool first, other;
};

static const struct choice choices[] = {
    {"ifthenelse", 1, true, true},       {"ifstrempty", 1, true, true},
    {"ifblank", 1, true, true},          {"notblank", 1, true, true},
    {"ifstrequal", 2, true, true},       {"ifdef", 1, true, true},
    {"ifundef", 1, true, true},          {"ifcsdef", 1, true, true},
    {"ifcsundef", 1, true, true},        {"ifdefempty", 1, true, true},
    {"ifdefvoid", 1, true, true},        {"ifbool", 1, true, true},
    {"iftoggle", 1, true, true},         {"@ifundefined", 1, true, true},
    {"IfFileExists", 1, true, true},     {"IfNoValueTF", 1, true, true},
    {"IfNoValueT", 1, true, false},      {"IfNoValueF", 1, false, true},
    {"IfValueTF", 1, true, true},        {"IfValueT", 1, true, false},
    {"IfValueF", 1, false, true},        {"IfBooleanTF", 1, true, true},
    {"IfBooleanT", 1, true, false},      {"IfBooleanF", 1, false, true},
    {"@firstoftwo", 0, true, true},      {"@secondoftwo", 0, true, true},
    {"@ifpackageloaded", 1, true, true}, {"@ifclassloaded", 1, true, true},
    {"ifnotblank", 1, true, true},       {"IfBlankTF", 1, true, true}};

static bool chosen(struct texdoc_program *p, struct math_expander *x, struct str name,
                   const struct math_piece *args) {
    struct str a = str_trim(args[0].text);
    bool empty = !a.n;
    bool known = is_known(x, str_from(a, str_starts(a, STR("\\")) ? 1 : 0));
    if (str_is(name, "ifthenelse")) {
        return test(p, x, &args[0]);
    }
    if (str_is(name, "ifstrequal")) {
        return str_eq(args[0].text, args[1].text);
    }
    if (str_is(name, "ifdef") || str_is(name, "ifcsdef")) {
        return known;
    }
    if (str_among(name, "ifundef ifcsundef @ifundefined")) {
        return !known;
    }
    if (str_is(name, "ifdefempty") || str_is(name, "ifdefvoid")) {
        return !expanded(x, a).n || !known;
    }
    if (str_is(name, "ifbool") || str_is(name, "iftoggle")) {
        return is_on(p, a);
    }
    if (str_starts(name, STR("IfNoValue"))) {
        return str_is(a, MATH_NO_VALUE);
    }
    if (str_starts(name, STR("IfValue"))) {
        return !str_is(a, MATH_NO_VALUE);
    }
    if (str_starts(name, STR("IfBoolean"))) {
        return str_is(a, "\\BooleanTrue");
    }
    if (str_is(name, "notblank") || str_is(name, "ifnotblank")) {
        return !empty;
    }
    if (str_among(name, "ifstrempty ifblank IfBlankTF")) {
        return empty;
    }
    return str_is(name, "@firstoftwo");
}

static bool take_choice(struct texdoc_program *p, struct math_expander *x,
                        const struct math_token *t, struct str name) {
    const struct choice *row = NULL;
    struct math_piece args[2] = {{STR_EMPTY, t->from}}, first = {STR_EMPTY, t->from},
                      other = {STR_EMPTY, t->from};
    for (size_t i = 0; i < ARRAY_LEN(choices); i++) {
        row = str_is(name, choices[i].name) ? &choices[i] : row;
    }
    if (!row) {
        return false;
    }
    for (int i = 0; i < row->args; i++) {
        (void)math_token_argument(x, &args[i]);
    }
    (void)(row->first && math_token_argument(x, &first));
    (void)(row->other && math_token_argument(x, &other));
    const struct math_piece *taken = chosen(p, x, name, args) ? &first : &other;
    x->expansions++;
    math_token_push_piece(x, taken);
    return true;
}

/* ---- other commands */

/* Handles \expandafter\def\csname name\endcsname. The name is made first, and the definition then
 * reads it. */
static void expand_after(struct math_expander *x) {
    const struct math_frame *f = x->top;
    struct str rest = f && !x->has_saved ? str_from(f->text, f->pos) : STR_EMPTY;
    size_t n = ltx_name(rest, 0);
    struct math_token first, second;
    if (n && str_starts(str_from(rest, n + 1), STR("\\csname")) && math_token_next(x, &first) &&
        math_token_next(x, &second)) {
        math_token_push(x, arena_join(x->arena, 2, STR("\\"), read_csname(x)), &second.from);
        math_token_push(x, first.text, &first.from);
    }
}

static bool take_name(struct math_expander *x, const struct math_token *t, struct str name) {
    struct math_token next;
    struct math_piece piece, value;
    if (str_among(name, "noexpand unexpanded makeatletter makeatother outer protected immediate "
                        "leavevmode@ifvmode nonstopmode batchmode")) {
        return true;
    }
    if (str_is(name, "expandafter")) {
        expand_after(x);
        return true;
    }
    if (str_is(name, "csname")) {
        math_token_push(x, arena_join(x->arena, 2, STR("\\"), read_csname(x)), &t->from);
        return true;
    }
    if (str_is(name, "@gobble")) {
        (void)math_token_argument(x, &piece);
        return true;
    }
    if (str_is(name, "@ifstar") || str_is(name, "@ifnextchar")) {
        struct math_piece sign = {STR("*"), t->from};
        if (name.p[3] == 'n') {
            (void)math_token_argument(x, &sign);
        }
        if (!math_token_argument(x, &piece) || !math_token_argument(x, &value)) {
            return true;
        }
        bool had = math_token_solid(x, &next), is = had && str_eq(next.text, sign.text);
        if (had && (!is || name.p[3] == 'n')) {
            math_token_back(x, &next);
        }
        math_token_push_piece(x, is ? &piece : &value);
        return true;
    }
    if (str_is(name, "includecomment")) {
        if (math_token_argument(x, &piece)) {
            math_token_push(
                x, arena_join(x->arena, 3, STR("\\newenvironment{"), piece.text, STR("}{}{}")),
                &t->from);
        }
        return true;
    }
    if (str_among(name, "AtBeginDocument AtEndOfPackage AfterEndPreamble")) {
        if (math_token_argument(x, &piece)) {
            math_token_push_piece(x, &piece);
        }
        return true;
    }
    return false;
}

/* Handles \providecommand. It changes nothing if the name is known. */
static bool take_provided(struct math_expander *x, struct math_token *t, struct str name) {
    if (!str_is(name, "providecommand") && !str_is(name, "ProvideDocumentCommand")) {
        return false;
    }
    const struct math_macro *before = x->macros;
    math_define(x, t);
    if (x->macros != before && x->macros &&
        (math_macro_find(before, x->macros->name) || ltx_command(x->macros->name))) {
        x->macros = before;
    }
    return true;
}

/* Whether the author has defined the environment after \begin or \end. The reader does not move. */
static bool is_own_environment(const struct math_expander *x, const struct math_token *t) {
    const struct math_frame *f = x->top;
    if (x->has_saved || !f || f->pos < t->text.n || f->pos >= f->text.n ||
        f->text.p[f->pos] != '{') {
        return false;
    }
    size_t behind, at = f->pos - t->text.n;
    struct str name = ltx_environment_name(f->text, at, &behind);
    return name.n && math_macro_find(x->macros, str_slice(f->text, at + 1, behind));
}

static bool take_group(struct texdoc_program *p, struct math_expander *x, struct math_token *t,
                       struct str name) {
    bool begins = str_is(name, "begingroup") || str_is(name, "bgroup");
    bool ends = str_is(name, "endgroup") || str_is(name, "egroup");
    if (begins || ends) {
        t->text = begins ? STR("{") : STR("}");
        t->kind = begins ? TOKEN_OPEN : TOKEN_CLOSE;
        t->from.whole = true;
    }
    bool environment = str_is(name, "begin") || str_is(name, "end");
    if (environment && is_own_environment(x, t)) {
        return false;
    }
    if (t->kind == TOKEN_OPEN || str_is(name, "begin")) {
        begin_group(p, x);
    } else if (t->kind == TOKEN_CLOSE || str_is(name, "end")) {
        end_group(p, x);
    }
    return false;
}

/* Handles babel's shorthands for German: "a is ä, and "` and "' are quotation marks. */
static bool take_sign(struct texdoc_program *p, struct math_expander *x, struct math_token *t) {
    static const char *const signs[][2] = {
        {"a", "ä"},      {"o", "ö"}, {"u", "ü"},      {"A", "Ä"}, {"O", "Ö"}, {"U", "Ü"},
        {"s", "ß"},      {"z", "ß"}, {"`", "„"},      {"'", "“"}, {"<", "«"}, {">", "»"},
        {"-", "\u00AD"}, {"=", "-"}, {"~", "\u2011"}, {"\"", ""}, {"|", ""},  {"/", "/"}};
    struct math_token next;
    const struct math_frame *f = x->top;
    bool mark = str_is(t->text, "?") || str_is(t->text, "!");
    if (mark && !p->math && !x->has_saved && f && f->pos < f->text.n && f->text.p[f->pos] == '`') {
        (void)math_token_next(x, &next);
        t->text = str_is(t->text, "?") ? STR("¿") : STR("¡");
        t->from.whole = true;
        return false;
    }
    if (!p->l->german || p->math || !str_is(t->text, "\"") || !math_token_next(x, &next)) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        if (str_is(next.text, signs[i][0])) {
            t->text = str_of(signs[i][1]);
            t->from.whole = true;
            return !t->text.n;
        }
    }
    math_token_back(x, &next);
    return false;
}

/* Skips white space, unless it contains a blank line. */
static void skip_blank(struct math_expander *x) {
    struct math_frame *f = x->top;
    size_t lines = 0, at = f ? f->pos : 0;
    if (x->has_saved || !f) {
        return;
    }
    for (; at < f->text.n && is_space(f->text.p[at]); at++) {
        lines += f->text.p[at] == '\n';
    }
    f->pos = lines < 2 ? at : f->pos;
}

/* Skips the white space after a macro without arguments, as TeX does. */
static void pass_space(struct math_expander *x, struct str name) {
    const struct math_macro *m = math_macro_find(x->macros, name);
    bool bare = m && ((!m->args && !m->optional && !m->paired && !m->spec) || m->between);
    if (bare && is_alpha(name.p[name.n - 1])) {
        skip_blank(x);
    }
}

/* Handles \xspace: writes a space unless punctuation follows. */
static bool take_xspace(struct math_expander *x, struct math_token *t) {
    struct math_token next;
    if (!math_token_next(x, &next)) {
        return true;
    }
    bool none = next.kind == TOKEN_SPACE || next.kind == TOKEN_OPEN || next.kind == TOKEN_CLOSE ||
                (next.kind == TOKEN_OTHER && next.text.n == 1 &&
                 str_index(STR(".,'/?;:!~-)`%]"), next.text.p[0]) != STR_NONE) ||
                str_is(next.text, "\\ ") || str_is(next.text, "\\/");
    math_token_back(x, &next);
    if (none) {
        return true;
    }
    t->text = STR(" ");
    t->kind = TOKEN_SPACE;
    t->from.whole = true;
    return false;
}

static bool take(void *user, struct math_expander *x, struct math_token *t) {
    struct texdoc_program *p = user;
    struct str name = t->own ? STR_EMPTY : name_of(t);
    if (t->kind != TOKEN_COMMAND || t->own) {
        p->math = str_is(t->text, "$") ? !p->math : p->math;
        if (t->kind == TOKEN_OTHER && !t->own && take_sign(p, x, t)) {
            return true;
        }
        return take_group(p, x, t, name);
    }
    if (str_is(name, "xspace") && !math_macro_find(x->macros, name)) {
        return take_xspace(x, t);
    }
    pass_space(x, name);
    if (str_is(t->text, "\\(") || str_is(t->text, "\\[")) {
        p->math = true;
    } else if (str_is(t->text, "\\)") || str_is(t->text, "\\]")) {
        p->math = false;
    }
    if (str_is(p->l->class, "beamer") && !p->math) {
        texdoc_overlay(x, name);
    }
    if (take_condition(p, x, name)) {
        skip_blank(x);
        return true;
    }
    return take_switch(p, x, name) || take_choice(p, x, t, name) || texdoc_counter(p, x, t, name) ||
           texdoc_theorem(x, t, name) || texdoc_term(p, x, t, name) ||
           texdoc_parameter(x, t, name) || take_name(x, t, name) || texdoc_label(x, t, name) ||
           texdoc_append(x, name) || take_provided(x, t, name) || take_group(p, x, t, name);
}

/* ---- definitions */

/* Whether the body of a macro uses an internal command that nothing defines. */
static bool is_internal(const struct math_macro *macros, struct str body) {
    for (size_t at = 0; at < body.n; at++) {
        size_t n = body.p[at] == '\\' ? ltx_name(body, at) : 0;
        struct str name = str_slice(body, at + 1, at + 1 + n);
        if (str_index(name, '@') != STR_NONE && n > 1 && !math_macro_find(macros, name) &&
            !str_among(name, "@empty @ifstar @ifnextchar @ifundefined @gobble")) {
            return true;
        }
    }
    return false;
}

static bool is_fixed(struct str name) {
    return str_among(name, "documentclass document usepackage title author date maketitle input "
                           "include");
}

static bool keeps(const struct math_macro *macros, const struct math_macro *one) {
    return !is_fixed(one->name) && !(ltx_command(one->name) && is_internal(macros, one->body));
}

/* Whether a definition from a package in the document's folder is used. A command that dossier
 * knows keeps its own meaning. */
static bool keeps_own(const struct math_macro *macros, const struct math_macro *one) {
    return !ltx_command(one->name) && !tex_text_symbol(one->name).n && !is_fixed(one->name) &&
           !is_internal(macros, one->body);
}

struct source *texdoc_run(struct texdoc *l, struct source *joined,
                          const struct math_macro **macros) {
    struct texdoc_program p = {
        .l = l, .switches = MAP_IN(l->a), .counters = MAP_IN(l->a), .terms = MAP_IN(l->a)};
    struct ltx_hook hook = {take, keeps, &p};
    struct source_builder out;
    size_t budget = LIMIT_SOURCE;
    const struct math_macro *known = NULL;
    struct str class = texdoc_class(l->class);
    known = math_macros_of(l->a, known, texdoc_packages(), NULL, SPAN_NONE);
    if (class.n) {
        known = math_macros_of(l->a, known, class, NULL, SPAN_NONE);
    }
    for (size_t i = 0; i < l->packages.n; i++) {
        struct source *src = l->packages.p[i];
        known = math_macros_of(l->a, known, src->text, keeps_own, span_make(src, 0, src->text.n));
    }
    texdoc_find_terms(&p, joined->text);
    source_build(&out, l->a, LIMIT_SOURCE);
    bool good = ltx_expand_with(l->a, joined->text, span_make(joined, 0, joined->text.n), &known,
                                &budget, l->d, &out, &hook);
    struct source *src = source_built(&out, joined->name);
    vec_drop(&p.groups);
    *macros = known;
    return good ? src : joined;
}
