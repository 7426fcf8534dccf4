/* SPDX-License-Identifier: MIT */
/* Runs commands for counters that the author defines. Skips \write and assignments to parameters of
 * TeX. The counters of LaTeX itself get their numbers later, in the document tree. */
#include "read/latex/texdoc_model.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"

int64_t *texdoc_value(const struct texdoc_program *p, struct str name) {
    return map_lookup(&p->counters, str_trim(name));
}

/* ---- counters */

static struct str shown(struct arena *a, struct str form, int64_t n) {
    if (str_is(form, "roman") || str_is(form, "Roman")) {
        struct buf out = BUF_INIT;
        buf_roman(&out, n, form.p[0] == 'R');
        return buf_finish(&out, a);
    }
    if ((str_is(form, "alph") || str_is(form, "Alph")) && n > 0 && n < 27) {
        return arena_printf(a, "%c", (form.p[0] == 'A' ? 'A' : 'a') + (int)n - 1);
    }
    return arena_printf(a, "%lld", (long long)n);
}

bool texdoc_counter(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                    struct str name) {
    struct math_piece what, value;
    if (str_is(name, "newcounter")) {
        if (math_token_argument(x, &what)) {
            int64_t *n = ARENA_NEW(p->l->a, int64_t);
            *n = 0;
            (void)map_put(&p->counters, str_trim(what.text), n);
            (void)math_token_optional(x, &value);
        }
        return true;
    }
    bool sets = str_is(name, "setcounter"), adds = str_is(name, "addtocounter");
    bool steps = str_is(name, "stepcounter") || str_is(name, "refstepcounter");
    bool shows = str_among(name, "arabic roman Roman alph Alph value");
    if (!p->counters.n || (!sets && !adds && !steps && !shows)) {
        int64_t *n = p->counters.n && name.n > 3 && str_starts(name, STR("the"))
                         ? texdoc_value(p, str_from(name, 3))
                         : NULL;
        if (n && !math_macro_find(x->macros, name)) {
            math_token_push(x, shown(p->l->a, STR("arabic"), *n), &t->from);
            return true;
        }
        return false;
    }
    if (!math_token_argument(x, &what)) {
        return false;
    }
    int64_t *n = texdoc_value(p, what.text);
    if (!n) { /* the author has not defined this counter, so the command is kept */
        struct str again = arena_join(p->l->a, 3, STR("{"), what.text, STR("}"));
        math_token_push(x, again, &what.from);
        return false;
    }
    if (shows) {
        math_token_push(x, shown(p->l->a, name, *n), &t->from);
    } else if (steps) {
        *n += *n < MAX_NUMBER;
    } else if (math_token_argument(x, &value)) {
        int64_t by = texdoc_number_in(p, x, &value);
        *n = sets ? by : *n + by;
        *n = *n > MAX_NUMBER ? MAX_NUMBER : *n < -MAX_NUMBER ? -MAX_NUMBER : *n;
    }
    return true;
}

/* ---- definitions */

bool texdoc_label(struct math_expander *x, const struct math_token *t, struct str name) {
    const struct math_frame *f = x->top;
    struct math_piece what, value;
    if (!str_among(name, "def renewcommand gdef") || !f || x->has_saved) {
        return false;
    }
    struct str rest = str_slice(f->text, f->pos, f->pos + 24);
    size_t at = 0;
    while (at < rest.n && (is_space(rest.p[at]) || rest.p[at] == '{' || rest.p[at] == '*')) {
        at++;
    }
    rest = str_from(rest, at);
    bool label = str_starts(rest, STR("\\labelenum"));
    if (!label && !str_starts(rest, STR("\\theenum"))) {
        return false;
    }
    (void)math_token_accept(x, '*');
    if (math_token_argument(x, &what) && math_token_argument(x, &value)) {
        struct str level = str_from(str_trim(what.text), label ? 6 : 4);
        math_token_push(x,
                        arena_join(x->arena, 5, STR("\\listlabel{label"), level, STR("}{"),
                                   value.text, label ? STR("}") : STR(".}")),
                        &t->from);
    }
    return true;
}

/* Handles \appto{\name}{text} of etoolbox and \g@addto@macro: appends to what a macro stands for.
 * A command of LaTeX keeps its meaning: its text is not known. */
bool texdoc_append(struct math_expander *x, struct str name) {
    struct math_piece what, text;
    if (!str_among(name, "appto gappto g@addto@macro") || !math_token_argument(x, &what) ||
        !math_token_argument(x, &text)) {
        return false;
    }
    struct str key = str_from(str_trim(what.text), 1);
    const struct math_macro *old = math_macro_find(x->macros, key);
    size_t size = (old ? old->body.n : 0) + text.text.n;
    bool fixed = !old && ltx_command(key);
    if (key.n && !fixed && size <= LIMIT_MACRO_BYTES &&
        (!x->macros || x->macros->count < LIMIT_MACROS)) {
        struct math_macro *new = ARENA_NEW(x->arena, struct math_macro);
        *new = old ? *old : (struct math_macro){.name = key};
        new->before = x->macros;
        new->global = name.p[0] == 'g';
        new->count = x->macros ? x->macros->count + 1 : 1;
        new->body = arena_join(x->arena, 2, old ? old->body : STR_EMPTY, text.text);
        x->macros = new;
    }
    return true;
}

/* ---- overlays */

void texdoc_overlay(struct math_expander *x, struct str name) {
    struct math_frame *f = x->top;
    while (f && f->pos == f->text.n) {
        f = f->below;
    }
    struct str rest = f && !x->has_saved ? str_slice(f->text, f->pos, f->pos + 80) : STR_EMPTY;
    size_t end = rest.n && rest.p[0] == '<' ? str_index(rest, '>') : STR_NONE;
    bool good = end != STR_NONE;
    for (size_t i = 1; good && i < end; i++) {
        good = is_alnum(rest.p[i]) || str_index(STR("+-.,:|@*() "), rest.p[i]) != STR_NONE;
    }
    if (good) {
        f->pos += end + 1;
        bool braced = f->pos < f->text.n && f->text.p[f->pos] == '{';
        if (braced && str_is(name, "mode") &&
            str_is(str_trim(str_slice(rest, 1, end)), "article")) {
            struct math_piece left_out = {0};
            (void)math_token_argument(x, &left_out);
            math_token_push(x, STR("{}"), &left_out.from);
        }
    }
}

/* ---- counters of theorems */

/* Reads \declaretheorem[options]{names} of thmtools and writes it as commands of amsthm. */
static void declare_theorem(struct math_expander *x, const struct math_token *t) {
    struct math_piece options = {0}, names;
    bool given, starred;
    (void)math_token_optional(x, &options);
    if (!math_token_argument(x, &names)) {
        return;
    }
    struct str title = ltx_option(options.text, "name", &given), rest = names.text;
    title = given ? title : ltx_option(options.text, "title", &given);
    struct str style = ltx_option(options.text, "style", &given);
    struct str within = ltx_option(options.text, "numberwithin", &given);
    within = given ? within : ltx_option(options.text, "parent", &given);
    struct str shared = ltx_option(options.text, "sibling", &given);
    shared = given ? shared : ltx_option(options.text, "numberlike", &given);
    shared = given ? shared : ltx_option(options.text, "sharecounter", &given);
    starred = str_is(str_trim(ltx_option(options.text, "numbered", &given)), "no");
    struct buf made;
    buf_init(&made, LIMIT_MACRO_BYTES);
    buf_printf(&made, "\\theoremstyle{%.*s}", STR_ARG(style));
    while (rest.p && rest.n) {
        struct str one = str_trim(str_cut(&rest, ','));
        buf_printf(&made, "\\newtheorem%s{%.*s}", starred ? "*" : "", STR_ARG(one));
        if (shared.n) {
            buf_printf(&made, "[%.*s]", STR_ARG(shared));
        }
        if (title.n) {
            buf_printf(&made, "{%.*s}", STR_ARG(title));
        } else if (one.n) {
            buf_printf(&made, "{%c%.*s}", to_upper(one.p[0]), STR_ARG(str_from(one, 1)));
        }
        if (within.n) {
            buf_printf(&made, "[%.*s]", STR_ARG(within));
        }
    }
    buf_puts(&made, "\\theoremstyle{}");
    math_token_push(x, buf_finish(&made, x->arena), &t->from);
}

/* Reads \numberwithin{name}{division} for an environment of \newtheorem. Returns false, and keeps
 * the command, for another counter or division. */
static bool number_within(struct math_expander *x, struct math_token *t) {
    struct math_piece form, name, within;
    struct arena *a = x->arena;
    bool formed = math_token_optional(x, &form);
    if (!math_token_argument(x, &name) || !math_token_argument(x, &within)) {
        return true;
    }
    struct str key = arena_join(a, 3, STR("begin{"), str_trim(name.text), STR("}"));
    const struct math_macro *of = math_macro_find(x->macros, key);
    size_t at = of && str_starts(of->body, STR("\\begin{newtheorem")) ? of->body.n : 0;
    for (int groups = 0; at > 0 && groups < 2; groups += of->body.p[at] == '{') {
        at--;
    }
    if (at > 0) {
        x->macros = math_macro_new(a, x->macros, key,
                                   arena_join(a, 6, str_slice(of->body, 0, at), STR("{"),
                                              str_trim(name.text), STR("}{"), str_trim(within.text),
                                              STR("}")));
        return true;
    }
    struct str rest = arena_join(a, 5, STR("{"), name.text, STR("}{"), within.text, STR("}"));
    math_token_push(x, formed ? arena_join(a, 4, STR("["), form.text, STR("]"), rest) : rest,
                    &t->from);
    return false;
}

bool texdoc_theorem(struct math_expander *x, struct math_token *t, struct str name) {
    if (str_is(name, "declaretheorem")) {
        declare_theorem(x, t);
        return true;
    }
    return (str_is(name, "numberwithin") || str_is(name, "counterwithin")) && number_within(x, t);
}

/* ---- assignments to parameters of TeX */

#define PARAMETERS                                                                                 \
    "tolerance pretolerance hbadness vbadness hfuzz vfuzz clubpenalty widowpenalty "               \
    "displaywidowpenalty brokenpenalty hyphenpenalty exhyphenpenalty interlinepenalty "            \
    "emergencystretch pdfminorversion pdfcompresslevel pdfobjcompresslevel pdfoutput "             \
    "pdfgentounicode overfullrule linepenalty lefthyphenmin righthyphenmin parindent parskip "     \
    "baselineskip lineskip topskip textwidth textheight oddsidemargin evensidemargin "             \
    "topmargin headheight headsep footskip hsize vsize hoffset voffset leftskip rightskip "        \
    "parfillskip abovedisplayskip belowdisplayskip floatsep textfloatsep tabcolsep "               \
    "arrayrulewidth fboxsep fboxrule columnsep itemsep parsep topsep mathsurround everypar "       \
    "pdfpagewidth pdfpageheight marginparwidth leftmargin rightmargin labelwidth labelsep "        \
    "abovecaptionskip belowcaptionskip unitlength looseness uchyph adjdemerits "                   \
    "doublehyphendemerits finalhyphendemerits intextsep arraystretch paperwidth paperheight "      \
    "penalty kern hskip vskip"

static bool is_unit(struct str s) {
    return str_among(s, "pt mm cm in em ex bp pc dd cc sp mu true fi");
}

/* Skips a value such as `2em plus 1pt`, `10000`, `0.5\baselineskip` or `{...}`. Returns its text.
 */
static struct str pass_value(struct math_expander *x) {
    struct math_token t;
    struct buf out;
    bool number = false, more = true;
    buf_init(&out, 400);
    while (more && math_token_next(x, &t)) {
        char c = t.text.p[0];
        bool digit = t.kind == TOKEN_OTHER && (is_digit(c) || c == '.' || c == '-' || c == '+');
        if (digit) {
            number = true;
        } else if (t.kind == TOKEN_COMMAND) {
            more = false; /* a command for a length, such as \baselineskip, ends the value */
            if (number && !str_ends(t.text, STR("width")) && !str_ends(t.text, STR("skip")) &&
                !str_ends(t.text, STR("height")) && !str_ends(t.text, STR("indent")) &&
                !str_ends(t.text, STR("fill"))) {
                math_token_back(x, &t);
                break;
            }
        } else if (t.kind == TOKEN_OTHER && is_alpha(c) && number) {
            struct math_token second;
            char two[2] = {c, 0};
            bool had = math_token_next(x, &second);
            two[1] = had ? second.text.p[0] : '\0';
            if (!is_unit((struct str){two, 2})) {
                if (had) {
                    math_token_push(x, second.text, &second.from);
                }
                math_token_push(x, t.text, &t.from);
                break;
            }
            buf_str(&out, t.text);
            t = second;
            more = false;
            /* the units fil, fill and filll */
            while (str_is(t.text, "i") && math_token_accept(x, 'l')) {
            }
        } else if (t.kind == TOKEN_SPACE && !number) {
            continue;
        } else {
            if (t.kind != TOKEN_SPACE) {
                math_token_back(x, &t);
            }
            break;
        }
        buf_str(&out, t.text);
    }
    return buf_finish(&out, x->arena);
}

static bool take_word(struct math_expander *x, const char *word) {
    struct math_token t[5];
    size_t n = str_of(word).n, i = 0;
    while (i < n && math_token_next(x, &t[i])) {
        if (i == 0 && t[0].kind == TOKEN_SPACE) {
            continue;
        }
        if (t[i].text.n != 1 || t[i].text.p[0] != word[i]) {
            i++;
            break;
        }
        i++;
        if (i == n) {
            return true;
        }
    }
    while (i-- > 0) {
        if (x->has_saved) {
            struct math_token saved = x->saved;
            x->has_saved = false;
            math_token_push(x, saved.text, &saved.from);
        }
        math_token_push(x, t[i].text, &t[i].from);
    }
    return false;
}

/* Skips the rest of \write18{...} or \write\file{...}: the number or the name of a file, and the
 * text in braces. */
static void skip_write(struct math_expander *x) {
    struct math_token t;
    struct math_piece text;
    for (bool command = false; math_token_solid(x, &t);) {
        bool name = t.kind == TOKEN_COMMAND && !command;
        command = command || name;
        if (!name && !is_digit(t.text.p[0]) && t.text.p[0] != '-') {
            math_token_back(x, &t);
            (void)(t.kind == TOKEN_OPEN && math_token_argument(x, &text));
            return;
        }
    }
}

bool texdoc_parameter(struct math_expander *x, struct math_token *t, struct str name) {
    struct math_token next;
    if (str_is(name, "vadjust")) {
        struct math_piece piece;
        (void)take_word(x, "pre");
        if (math_token_argument(x, &piece)) {
            math_token_push_piece(x, &piece);
        }
        return true;
    }
    if (str_is(name, "write")) {
        skip_write(x);
        return true;
    }
    if (!str_among(name, PARAMETERS) || math_macro_find(x->macros, name) ||
        !math_token_solid(x, &next)) {
        return false;
    }
    char c = next.text.p[0];
    bool assigns = next.kind == TOKEN_OTHER && (c == '=' || is_digit(c) || c == '-' || c == '.');
    if (!assigns) {
        math_token_back(x, &next);
        return false;
    }
    if (c != '=') {
        math_token_back(x, &next);
    }
    struct str value = pass_value(x);
    if (take_word(x, "plus")) {
        (void)pass_value(x);
    }
    if (take_word(x, "minus")) {
        (void)pass_value(x);
    }
    if (str_is(name, "parindent") || str_is(name, "parskip")) {
        math_token_push(
            x, arena_printf(x->arena, "\\setlength{%.*s}{%.*s}", STR_ARG(t->text), STR_ARG(value)),
            &t->from);
    } else if (str_ends(name, STR("skip")) && name.n == 5) {
        math_token_push(x, arena_printf(x->arena, "\\%cspace{%.*s}", name.p[0], STR_ARG(value)),
                        &t->from);
    }
    return true;
}
