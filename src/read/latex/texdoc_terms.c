/* SPDX-License-Identifier: MIT */
/* Terms and acronyms of the packages glossaries, acronym and acro. The first use of an acronym
 * shows its long form with the short one in parentheses. Further uses show the short form (manuals
 * of glossaries 4.5 and acronym 1.4). */
#include "read/latex/texdoc_model.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"

#include <stdlib.h>

#define MAX_LISTS (LIMIT_SOURCE / 32) /* maximum number of bytes in lists of terms */

struct term {
    struct str text, full; /* `full` is empty unless the term is an acronym */
    /* if a plural is empty, it has an "s" */
    struct str plural, full_plural, first, description, symbol;
    size_t used; /* if not 0, the term was used after `used` - 1 resets of all terms */
};

static struct term *term_of(const struct texdoc_program *p, struct str key) {
    return map_lookup(&p->terms, str_trim(key));
}

static struct str with_s(struct arena *a, struct str s, struct str plural) {
    return plural.n ? plural : s.n ? arena_join(a, 2, s, STR("s")) : s;
}

static struct term *add(struct texdoc_program *p, struct str key, struct str text,
                        struct str full) {
    const struct term *known = term_of(p, key);
    struct term *one = ARENA_NEW(p->l->a, struct term);
    *one = (struct term){.text = text, .full = full, .used = known ? known->used : 0};
    (void)map_put(&p->terms, str_trim(key), one);
    return one;
}

static void set(struct str *field, struct str options, const char *key) {
    bool given;
    struct str value = ltx_option(options, key, &given);
    *field = given ? value : *field;
}

void texdoc_find_terms(struct texdoc_program *p, struct str text) {
    struct ltx_text t;
    struct ltx_arg arg[LTX_ARGS];
    size_t begin = str_find(text, STR("\\begin{acronym}"));
    if (begin == STR_NONE) {
        return;
    }
    ltx_pair(p->l->a, &t, text, false);
    size_t shut = ltx_close(&t, begin), end = shut == STR_NONE ? text.n : shut;
    for (size_t at = begin; at < end; at++) {
        size_t n = text.p[at] == '\\' ? ltx_name(text, at) : 0;
        if (str_is(str_slice(text, at + 1, at + 1 + n), "acro") &&
            ltx_args(&t, at + 1 + n, end, "mom", false, arg) != STR_NONE) {
            struct str key = ltx_arg(&t, &arg[0]);
            (void)add(p, key, ltx_given(&arg[1]) ? ltx_arg(&t, &arg[1]) : key,
                      ltx_arg(&t, &arg[2]));
        }
    }
}

/* Reads \newglossaryentry{key}{name=...} or \longnewglossaryentry{key}{name=...}{description}. */
static void define_entry(struct texdoc_program *p, struct math_expander *x, bool is_long) {
    struct math_piece key, options, description = {0};
    if (!math_token_argument(x, &key) || !math_token_argument(x, &options) ||
        (is_long && !math_token_argument(x, &description))) {
        return;
    }
    struct str name = STR_EMPTY, text;
    set(&name, options.text, "name");
    text = name;
    set(&text, options.text, "text");
    struct term *one = add(p, key.text, text, STR_EMPTY);
    one->description = description.text;
    set(&one->plural, options.text, "plural");
    set(&one->first, options.text, "first");
    set(&one->description, options.text, "description");
    set(&one->symbol, options.text, "symbol");
}

/* Reads \acroplural{key}[short]{long}. */
static void define_plural(struct texdoc_program *p, struct math_expander *x) {
    struct math_piece key, brief = {0}, full;
    if (math_token_argument(x, &key)) {
        bool given = math_token_optional(x, &brief);
        struct term *of = term_of(p, key.text);
        if (math_token_argument(x, &full) && of) {
            of->plural = given ? brief.text : of->plural;
            of->full_plural = full.text;
        }
    }
}

/* Reads \newacronym[options]{key}{short}{long} or \acro{key}[short]{long}. */
static void define_acronym(struct texdoc_program *p, struct math_expander *x,
                           const struct math_token *t, struct str name) {
    struct math_piece options = {0}, key, text, full;
    bool acronym = str_is(name, "newacronym");
    if (acronym) {
        (void)math_token_optional(x, &options);
    }
    if (!math_token_argument(x, &key)) {
        return;
    }
    text.text = key.text;
    if (acronym ? !math_token_argument(x, &text) : (math_token_optional(x, &text), false)) {
        return;
    }
    if (!math_token_argument(x, &full)) {
        return;
    }
    struct term *one = add(p, key.text, text.text, full.text);
    set(&one->plural, options.text, "plural");
    set(&one->plural, options.text, "shortplural");
    set(&one->full_plural, options.text, "longplural");
    if (str_is(name, "acro")) {
        math_token_push(x, arena_join(x->arena, 4, STR("\\item["), text.text, STR("] "), full.text),
                        &t->from);
    }
}

/* Reads a definition of a term. Returns false for other commands. */
static bool define(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                   struct str name) {
    struct math_piece key, text;
    if (str_is(name, "DeclareAcronym")) { /* this command of the package acro defines an acronym */
        if (math_token_argument(x, &key) && math_token_argument(x, &text)) {
            struct term *one = add(p, key.text, STR_EMPTY, STR_EMPTY);
            set(&one->text, text.text, "short");
            set(&one->full, text.text, "long");
            set(&one->plural, text.text, "short-plural-form");
            set(&one->full_plural, text.text, "long-plural-form");
        }
    } else if (str_among(name, "newglossaryentry provideglossaryentry longnewglossaryentry")) {
        define_entry(p, x, name.p[0] == 'l');
    } else if (str_among(name, "newacronym acro acrodef newacro")) {
        define_acronym(p, x, t, name);
    } else if (str_among(name, "acroplural acrodefplural newacroplural")) {
        define_plural(p, x);
    } else {
        return false;
    }
    return true;
}

/* Reads \glsreset{key}, \glsunset{key} and the like. Returns false for other commands. */
static bool change(struct texdoc_program *p, struct math_expander *x, struct str name) {
    struct math_piece key;
    bool all = str_among(name, "glsresetall acresetall"),
         use = str_among(name, "glsunset acused acuse");
    if (!all && !use && !str_among(name, "glsreset acreset")) {
        return false;
    }
    (void)math_token_accept(x, '*');
    if (!all && !math_token_argument(x, &key)) {
        return true;
    }
    p->resets += all;
    struct term *of = all ? NULL : term_of(p, key.text);
    if (of) {
        of->used = use ? p->resets + 1 : 0;
    }
    return true;
}

enum form { FORM_FIRST, FORM_SHORT, FORM_LONG, FORM_FULL, FORM_DESCRIPTION, FORM_SYMBOL };

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
            {"acrfull", FORM_FULL, false, false},
            {"acrshortpl", FORM_SHORT, true, false},
            {"acrlongpl", FORM_LONG, true, false},
            {"acrfullpl", FORM_FULL, true, false},
            {"Acrlong", FORM_LONG, false, true},
            {"Acrfull", FORM_FULL, false, true},
            {"Acp", FORM_FIRST, true, true},
            {"Acl", FORM_LONG, false, true},
            {"Acf", FORM_FULL, false, true},
            {"acsu", FORM_SHORT, false, false},
            {"aclu", FORM_LONG, false, false},
            {"glsxtrshort", FORM_SHORT, false, false},
            {"glsxtrlong", FORM_LONG, false, false},
            {"glsxtrfull", FORM_FULL, false, false},
            {"glsfirst", FORM_FULL, false, false},
            {"Glsfirst", FORM_FULL, false, true},
            {"glstext", FORM_SHORT, false, false},
            {"glsname", FORM_SHORT, false, false},
            {"glsdesc", FORM_DESCRIPTION, false, false},
            {"glsentrydesc", FORM_DESCRIPTION, false, false},
            {"glssymbol", FORM_SYMBOL, false, false},
            {"glsentrysymbol", FORM_SYMBOL, false, false}};

static struct str shown(const struct texdoc_program *p, struct arena *a, struct term *of,
                        enum form form, bool plural) {
    struct str brief = plural ? with_s(a, of->text, of->plural) : of->text;
    struct str full = plural ? with_s(a, of->full, of->full_plural) : of->full;
    bool first = form == FORM_FULL || (form == FORM_FIRST && of->used != p->resets + 1);
    of->used = form == FORM_FIRST || form == FORM_FULL ? p->resets + 1 : of->used;
    if (form == FORM_DESCRIPTION || form == FORM_SYMBOL) {
        return form == FORM_SYMBOL ? of->symbol : of->description.n ? of->description : full;
    }
    if (!full.n && first && of->first.n && !plural) {
        return of->first;
    }
    if (!full.n || form == FORM_SHORT || (form == FORM_FIRST && !first)) {
        return brief;
    }
    return form == FORM_LONG ? full : arena_join(a, 4, full, STR(" ("), brief, STR(")"));
}

static int by_text(const void *a, const void *b) {
    const struct term *const *l = a, *const *r = b;
    struct str one = (*l)->text, other = (*r)->text;
    for (size_t i = 0; i < one.n && i < other.n; i++) {
        int order = to_lower(one.p[i]) - to_lower(other.p[i]);
        if (order) {
            return order;
        }
    }
    return one.n < other.n ? -1 : one.n > other.n;
}

/* Writes the list of \printglossary[title=...], \printglossaries or \printacronyms. Returns false
 * for other commands. */
static bool print(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                  struct str name) {
    struct math_piece options = {0};
    VEC(const struct term *) all = VEC_INIT;
    struct str title = STR_EMPTY, type = STR_EMPTY;
    if (!str_among(name, "printglossary printglossaries printacronyms printunsrtglossary "
                         "printnoidxglossary printnoidxglossaries")) {
        return false;
    }
    (void)math_token_optional(x, &options);
    set(&type, options.text, "type");
    bool acronyms = str_is(name, "printacronyms") || str_find(type, STR("acronym")) != STR_NONE;
    bool both = str_ends(name, STR("ries"));
    title = acronyms ? STR("Acronyms") : STR("Glossary");
    set(&title, options.text, "title");
    set(&title, options.text, "name");
    for (size_t i = 0; i < p->terms.n && p->listed < MAX_LISTS; i++) {
        const struct term *of = p->terms.entries[i].value;
        if (of && (both || (of->full.n > 0) == acronyms)) {
            vec_push(&all, of);
        }
    }
    if (all.n) {
        qsort(all.p, all.n, sizeof all.p[0], by_text);
    }
    struct buf out;
    buf_init(&out, MAX_LISTS - p->listed);
    buf_printf(&out, "\\section*{%.*s}\\begin{description}", STR_ARG(title));
    for (size_t i = 0; i < all.n; i++) {
        struct str said = all.p[i]->full.n ? all.p[i]->full : all.p[i]->description;
        buf_printf(&out, "\\item[%.*s] %.*s", STR_ARG(all.p[i]->text), STR_ARG(said));
    }
    buf_puts(&out, "\\end{description}");
    bool good = all.n > 0;
    vec_drop(&all);
    if (good) {
        p->listed = out.overflow ? MAX_LISTS : p->listed + out.n;
        math_token_push(x, buf_finish(&out, x->arena), &t->from);
    }
    return true;
}

bool texdoc_term(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                 struct str name) {
    struct math_piece option, key;
    if (define(p, x, t, name) || (p->terms.n && (change(p, x, name) || print(p, x, t, name)))) {
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
        struct str text = shown(p, x->arena, of, uses[i].form, uses[i].plural);
        if (uses[i].capital && text.n && is_alpha(text.p[0])) {
            text =
                arena_printf(x->arena, "%c%.*s", to_upper(text.p[0]), STR_ARG(str_from(text, 1)));
        }
        const struct math_frame *f = x->top;
        bool more = f && !x->has_saved && f->pos < f->text.n && f->text.p[f->pos] == '[';
        /* those of glossaries, except \glsentrytext and the like, take [text] at the end */
        bool taking = str_starts(str_from(name, 1), STR("ls")) ||
                      (str_starts(str_from(name, 1), STR("cr")) && name.n > 4);
        taking = taking && str_find(name, STR("entry")) == STR_NONE;
        if (more && taking && math_token_optional(x, &option)) {
            text = arena_join(x->arena, 2, text, option.text);
        }
        math_token_push(x, text, &t->from);
        return true;
    }
    return false;
}
