/* SPDX-License-Identifier: MIT */
/*
 * Sheets to rules for paper, and rules to what holds for an element. Decides what of a sheet is
 * meant for paper (media) and in which order its rules count.
 */
#include "layout/style/look.h"

#include "font/font.h"
#include "layout/style/look_internal.h"

#include <stdlib.h>

DIAG_USE(DIAG_CSS_UNSUPPORTED);
DIAG_USE(DIAG_CSS_FONT);

/* ---- media ---- */

/**
 * Whether a list of media queries holds for paper: `print` and `all` do; queries for features of a
 * screen (in parentheses) do not, whatever they ask (Media Queries 4 makes what is unknown false).
 */
static bool is_for_paper(const struct css_token *t, size_t n) {
    bool some = n == 0;
    for (size_t i = 0; i < n;) {
        bool negated = false;
        bool held = true;
        bool known = true;
        for (; i < n && t[i].kind != CSS_COMMA; i++) {
            if (t[i].kind == CSS_OPEN || t[i].kind == CSS_FUNCTION) {
                known = false;
                i = css_block_end(t, n, i) - 1;
            } else if (t[i].kind == CSS_IDENT && str_ieq(t[i].text, STR("not"))) {
                negated = true;
            } else if (t[i].kind == CSS_IDENT && !str_ieq(t[i].text, STR("only")) &&
                       !str_ieq(t[i].text, STR("and"))) {
                held = str_ieq(t[i].text, STR("print")) || str_ieq(t[i].text, STR("all"));
            }
        }
        some = some || (known && held != negated);
        i++;
    }
    return some;
}

/** Whether the block of an at-rule has rules that hold as they stand. */
static bool is_open(const struct css_rule *rule) {
    return str_is(rule->at, "media") && is_for_paper(rule->prelude, rule->nprelude);
}

/* ---- custom properties ---- */

/** Whether one selector of the list is the whole document's: what it defines holds everywhere. */
static bool is_root_rule(const struct css_rule *rule) {
    static const char *const NAMES[] = {":root", "html", "body", "*"};
    struct str rest = rule->nprelude > 0 ? span_text(rule->prelude_span) : STR_EMPTY;
    while (rest.p) {
        struct str selector = str_trim(str_cut(&rest, ','));
        for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
            if (str_ieq(selector, str_of(NAMES[i]))) {
                return true;
            }
        }
    }
    return false;
}

/** Later ones count, and important ones above all (CSS Custom Properties 1, section 2). */
static void put_var(struct look_reader *r, const struct css_decl *decl) {
    const struct css_decl *had = map_lookup(&r->vars, decl->name);
    if (!had || !had->important || decl->important) {
        void *kept = arena_copy(r->arena, decl, sizeof *decl);
        (void)map_put(&r->vars, decl->name, kept);
    }
}

static void read_vars(struct look_reader *r, const struct css_rule *rules, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct css_rule *rule = &rules[i];
        if (rule->at.n > 0) {
            if (is_open(rule)) {
                read_vars(r, rule->rules, rule->nrules);
            }
            continue;
        }
        bool root = is_root_rule(rule);
        for (size_t k = 0; k < rule->ndecls && root; k++) {
            if (str_starts(rule->decls[k].name, STR("--"))) {
                put_var(r, &rule->decls[k]);
            }
        }
    }
}

/* ---- rules ---- */

static void local_var(struct look_reader *r, const struct css_decl *decl) {
    struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                              "in the PDF `%.*s` is the same everywhere", STR_ARG(decl->name));
    diag_hint(r->d, g, "it knows custom properties of `:root`, `html` and `body`");
}

static void read_rule(struct look_reader *r, const struct css_rule *rule) {
    struct css_selector *list = NULL;
    look_decls decls = VEC_INIT;
    size_t n = css_selectors_read(r->arena, rule, &list, r->d);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        any = any || !list[i].never;
    }
    bool root = is_root_rule(rule);
    for (size_t i = 0; i < rule->ndecls && any && !root; i++) {
        if (str_starts(rule->decls[i].name, STR("--"))) {
            local_var(r, &rule->decls[i]);
        }
    }
    if (any) {
        look_decls_read(r, rule, &decls);
    }
    const struct look_decl *kept = vec_keep(&decls, r->arena);
    for (size_t i = 0; i < n && decls.n > 0; i++) {
        if (!list[i].never) {
            vec_push(&r->rules, (struct look_rule){list[i], kept, decls.n, r->rules.n});
        }
    }
    for (size_t i = 0; i < rule->nrules && any; i++) {
        struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->rules[i].prelude_span,
                                  "the PDF does not know rules inside rules");
        diag_hint(r->d, g, "write its selector out, behind this rule");
    }
    vec_drop(&decls);
}

/** At-rules that are no business of paper, and nobody need hear of it. */
static bool is_passed_over(struct str at) {
    static const char *const NAMES[] = {"charset", "keyframes", "media", "container", "property"};
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
        if (str_is(at, NAMES[i])) {
            return true;
        }
    }
    return str_starts(at, STR("-"));
}

static void unknown_at_rule(struct look_reader *r, const struct css_rule *rule) {
    static const struct {
        const char *at, *hint;
    } HINTS[] = {{"font-face", "install the font: families are named by `font-family`"},
                 {"import", "name both sheets in the front matter: `css: [first.css, second.css]`"},
                 {"layer", "write its rules in the order that they are to hold in"},
                 {"supports", "what it holds for paper belongs in `@media print`"}};
    struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->prelude_span,
                              "the PDF does not know `@%.*s`", STR_ARG(rule->at));
    for (size_t i = 0; i < ARRAY_LEN(HINTS); i++) {
        if (str_is(rule->at, HINTS[i].at)) {
            diag_hint(r->d, g, "%s", HINTS[i].hint);
        }
    }
}

static void read_rules(struct look_reader *r, const struct css_rule *rules, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct css_rule *rule = &rules[i];
        if (rule->at.n == 0) {
            read_rule(r, rule);
        } else if (is_open(rule)) {
            read_rules(r, rule->rules, rule->nrules);
        } else if (str_is(rule->at, "page")) {
            look_page_read(r, rule);
        } else if (!is_passed_over(rule->at)) {
            unknown_at_rule(r, rule);
        }
    }
}

static int rule_order(const void *a, const void *b) {
    const struct look_rule *x = a;
    const struct look_rule *y = b;
    if (x->sel.specificity != y->sel.specificity) {
        return x->sel.specificity < y->sel.specificity ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/** <html> and <body>, whose look is the document's own. */
static void find_roots(struct looks *l) {
    struct css_element html = {.type = STR("html"), .lang = l->lang, .first = true, .last = true};
    struct css_element body = {.type = STR("body"), .last = true, .parent = &html};
    look_find(l, &html, false, &l->html);
    look_find(l, &body, false, &l->body);
}

struct looks *looks_read(struct arena *a, struct css_sheet *const *sheets, size_t n,
                         struct str lang, struct diags *d) {
    if (n == 0) {
        return NULL;
    }
    struct look_reader r = {
        .arena = a, .d = d, .vars = MAP_INIT, .value = VEC_INIT, .rules = VEC_INIT};
    r.looks = ARENA_NEW(a, struct looks);
    for (size_t i = 0; i < n; i++) {
        read_vars(&r, sheets[i]->rules, sheets[i]->n);
    }
    for (size_t i = 0; i < n; i++) {
        read_rules(&r, sheets[i]->rules, sheets[i]->n);
    }
    if (r.rules.n > 0) {
        qsort(r.rules.p, r.rules.n, sizeof *r.rules.p, rule_order);
    }
    r.looks->rules = vec_keep(&r.rules, a);
    r.looks->n = r.rules.n;
    r.looks->lang = lang;
    find_roots(r.looks);
    look_page_finish(&r.looks->page);
    vec_drop(&r.rules);
    vec_drop(&r.value);
    map_drop(&r.vars);
    return r.looks;
}

/* ---- the cascade ---- */

void look_put(struct look *look, const struct look_decl *decls, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct look_value **at = &look->v[decls[i].prop];
        if (!*at || !(*at)->important || decls[i].value.important) {
            *at = &decls[i].value;
        }
    }
}

void look_settle(struct look *look) {
    for (size_t i = 0; i < LOOK_COUNT; i++) {
        if (look->v[i] && look->v[i]->kind == LOOK_UNSET) {
            look->v[i] = NULL;
        }
    }
}

void look_find(const struct looks *l, const struct css_element *e, bool marker, struct look *out) {
    *out = (struct look){{NULL}};
    for (size_t i = 0; i < l->n; i++) {
        const struct look_rule *rule = &l->rules[i];
        if (rule->sel.marker == marker && css_matches(&rule->sel, e)) {
            look_put(out, rule->decls, rule->n);
        }
    }
    look_settle(out);
}

struct look_own {
    const struct look_decl *decls;
    size_t n;
};

/** Says at the attribute what was found in its text. */
static void report_own(struct diags *d, const struct diags *found, struct span at) {
    for (size_t i = 0; i < found->n; i++) {
        const struct diag *from = found->list[i];
        struct diag *g = diag_add(d, from->id, at, "%.*s", STR_ARG(from->text));
        if (from->hint.n > 0) {
            diag_hint(d, g, "%.*s", STR_ARG(from->hint));
        }
    }
}

const struct look_own *look_own_read(struct arena *a, struct str css, struct span at,
                                     struct diags *d) {
    struct look_own *own = ARENA_NEW(a, struct look_own);
    struct str text = arena_join(a, 3, STR("*{"), css, STR("}"));
    struct diags found;
    diags_init(&found, a);
    struct look_reader r = {
        .arena = a, .d = &found, .vars = MAP_INIT, .value = VEC_INIT, .rules = VEC_INIT};
    const struct css_sheet *sheet =
        css_parse(a, source_new(a, at.src ? at.src->name : STR("style"), text), &found);
    look_decls decls = VEC_INIT;
    if (sheet->n > 0) {
        look_decls_read(&r, &sheet->rules[0], &decls);
    }
    for (size_t i = 0; i < decls.n; i++) {
        decls.p[i].value.span = at.src ? at : decls.p[i].value.span;
        decls.p[i].value.important = true; /* an element's own come last (CSS Cascade 4, 6.1) */
    }
    own->decls = vec_keep(&decls, a);
    own->n = decls.n;
    vec_drop(&decls);
    vec_drop(&r.value);
    vec_drop(&r.rules);
    map_drop(&r.vars);
    report_own(d, &found, at);
    diags_drop(&found);
    return own;
}

void look_own_put(const struct look_own *own, struct look *out) {
    look_put(out, own->decls, own->n);
    look_settle(out);
}

const struct look_family *look_family(const struct look_value *v, struct fonts *fonts, sp size) {
    for (size_t i = 0; i < v->nfamilies; i++) {
        const struct look_family *f = &v->families[i];
        bool missing = false;
        struct font *font =
            f->name.n > 0 ? fonts_find(fonts, f->name, FONT_REGULAR, size, &missing) : NULL;
        if (f->name.n == 0 || (font && !font_is_pictures(font))) {
            return f; /* fonts of emoji are for what they have, which is no text */
        }
    }
    return NULL;
}

void look_no_family(const struct look_value *v, struct diags *d) {
    struct diag *g = diag_add(d, DIAG_CSS_FONT, v->span,
                              "none of these fonts is installed: the text keeps the one it had");
    diag_hint(d, g, "install one, or end the list in `serif`, `sans-serif` or `monospace`");
}
