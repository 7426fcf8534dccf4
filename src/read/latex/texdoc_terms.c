/* SPDX-License-Identifier: MIT */
/* Terms and acronyms of the packages glossaries, acronym and acro. The first use of an acronym
 * shows its long form with the short one in parentheses. Further uses show the short form (manuals
 * of glossaries 4.5 and acronym 1.4). */
#include "read/latex/texdoc_model.h"

struct term {
    struct str text, plural, full; /* `full` is empty unless the term is an acronym */
    bool used;
};

static struct term *term_of(const struct texdoc_program *p, struct str key) {
    return map_lookup(&p->terms, str_trim(key));
}

static struct str with_s(struct arena *a, struct str s) {
    return s.n ? arena_join(a, 2, s, STR("s")) : s;
}

static struct term *add(struct texdoc_program *p, struct str key, struct str text,
                        struct str full) {
    struct term *one = ARENA_NEW(p->l->a, struct term);
    *one = (struct term){.text = text, .plural = with_s(p->l->a, text), .full = full};
    (void)map_put(&p->terms, str_trim(key), one);
    return one;
}

/* Reads a definition: \newacronym{key}{short}{long}, \newglossaryentry{key}{name=...},
 * \acro{key}[short]{long}. */
static bool define(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                   struct str name) {
    struct math_piece option = {0}, key, text, full;
    bool acronym = str_is(name, "newacronym"), entry = str_is(name, "newglossaryentry");
    bool listed = str_is(name, "acro"), given;
    if (str_is(name, "DeclareAcronym")) { /* this command of the package acro defines an acronym */
        if (math_token_argument(x, &key) && math_token_argument(x, &text)) {
            (void)add(p, key.text, ltx_option(text.text, "short", &given),
                      ltx_option(text.text, "long", &given));
        }
        return true;
    }
    if (!acronym && !entry && !listed && !str_is(name, "acrodef") && !str_is(name, "newacro")) {
        return false;
    }
    if (acronym) {
        (void)math_token_optional(x, &option);
    }
    if (!math_token_argument(x, &key)) {
        return true;
    }
    if (entry && math_token_argument(x, &text)) {
        struct term *one = add(p, key.text, ltx_option(text.text, "name", &given), STR_EMPTY);
        struct str plural = ltx_option(text.text, "plural", &given);
        one->plural = given ? plural : one->plural;
        return true;
    }
    text.text = key.text;
    if (acronym ? !math_token_argument(x, &text) : (math_token_optional(x, &text), false)) {
        return true;
    }
    if (math_token_argument(x, &full)) {
        (void)add(p, key.text, text.text, full.text);
        if (listed) {
            math_token_push(
                x, arena_join(x->arena, 4, STR("\\item["), text.text, STR("] "), full.text),
                &t->from);
        }
    }
    return true;
}

enum form { FORM_FIRST, FORM_SHORT, FORM_LONG, FORM_FULL };

static const struct {
    const char *name;
    enum form form;
    bool plural, capital;
} uses[] = {{"gls", FORM_FIRST, false, false},
            {"Gls", FORM_FIRST, false, true},
            {"glspl", FORM_FIRST, true, false},
            {"Glspl", FORM_FIRST, true, true},
            {"ac", FORM_FIRST, false, false},
            {"acp", FORM_FIRST, true, false},
            {"Ac", FORM_FIRST, false, true},
            {"acs", FORM_SHORT, false, false},
            {"acsp", FORM_SHORT, true, false},
            {"acrshort", FORM_SHORT, false, false},
            {"glsentryshort", FORM_SHORT, false, false},
            {"glsentryname", FORM_SHORT, false, false},
            {"glsentrytext", FORM_SHORT, false, false},
            {"acl", FORM_LONG, false, false},
            {"aclp", FORM_LONG, true, false},
            {"acrlong", FORM_LONG, false, false},
            {"glsentrylong", FORM_LONG, false, false},
            {"acf", FORM_FULL, false, false},
            {"acfp", FORM_FULL, true, false},
            {"acrfull", FORM_FULL, false, false}};

static struct str shown(struct arena *a, struct term *of, enum form form, bool plural) {
    struct str brief = plural ? of->plural : of->text;
    struct str full = plural ? with_s(a, of->full) : of->full;
    bool first = form == FORM_FIRST && !of->used;
    of->used = of->used || form == FORM_FIRST || form == FORM_FULL;
    if (!full.n || form == FORM_SHORT || (form == FORM_FIRST && !first)) {
        return brief;
    }
    return form == FORM_LONG ? full : arena_join(a, 4, full, STR(" ("), brief, STR(")"));
}

bool texdoc_term(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                 struct str name) {
    struct math_piece option, key;
    if (define(p, x, t, name)) {
        return true;
    }
    for (size_t i = 0; p->terms.n && i < ARRAY_LEN(uses); i++) {
        if (!str_is(name, uses[i].name)) {
            continue;
        }
        (void)math_token_accept(x, '*');
        (void)math_token_optional(x, &option);
        if (!math_token_argument(x, &key)) {
            return true;
        }
        struct term *of = term_of(p, key.text);
        if (!of) { /* the term is unknown, so the command is kept */
            math_token_push(x, arena_join(x->arena, 3, STR("{"), key.text, STR("}")), &t->from);
            return false;
        }
        struct str text = shown(x->arena, of, uses[i].form, uses[i].plural);
        if (uses[i].capital && text.n && is_alpha(text.p[0])) {
            text =
                arena_printf(x->arena, "%c%.*s", to_upper(text.p[0]), STR_ARG(str_from(text, 1)));
        }
        math_token_push(x, text, &t->from);
        return true;
    }
    return false;
}
