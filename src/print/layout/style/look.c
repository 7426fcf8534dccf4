/* SPDX-License-Identifier: MIT */
/*
 * Reads style sheets into rules for paper, in the order of the cascade (layers, specificity,
 * place). look_cascade.c computes the style of an element.
 */
#include "print/layout/style/look.h"

#include "core/base/word_list.h"
#include "print/font/font.h"
#include "print/layout/model/sp.h"
#include "print/layout/style/look_internal.h"

DIAG_USE(DIAG_CSS_UNSUPPORTED);
DIAG_USE(DIAG_CSS_FONT);

#define MAX_LAYERS 256

/* ---- layers ---- */

static struct look_layer *layer_new(struct look_reader *r, struct look_layer *outer,
                                    struct str name) {
    struct look_layer *l = ARENA_NEW(r->arena, struct look_layer);
    l->name = name;
    l->outer = outer;
    if (outer->last) {
        outer->last->next = l;
    } else {
        outer->first = l;
    }
    outer->last = l;
    r->nlayers++;
    return l;
}

/** The layer `a.b` below the current one. It is created if needed. Returns NULL, after a report, if
 * there are too many layers. A layer without a name is always a new one (section 6.4.2). */
static struct look_layer *layer_of(struct look_reader *r, const struct css_token *t, size_t n) {
    struct look_layer *at = r->layer;
    bool made = false;
    for (size_t i = 0; i < n || (n == 0 && !made); i++) {
        struct look_layer *k = at->first;
        if (n > 0 && t[i].kind != CSS_IDENT) {
            continue;
        }
        made = true;
        while (n > 0 && k && !str_eq(k->name, t[i].text)) {
            k = k->next;
        }
        if ((n == 0 || !k) && r->nlayers >= MAX_LAYERS) {
            (void)diag_add(r->d, DIAG_CSS_UNSUPPORTED, n > 0 ? t[i].span : SPAN_NONE,
                           "the PDF knows at most %d layers", MAX_LAYERS);
            return NULL;
        }
        at = n > 0 && k ? k : layer_new(r, at, n > 0 ? t[i].text : STR_EMPTY);
    }
    return at;
}

/** Reads `@layer a, b.c;`, which sets the order of layers. */
static void name_layers(struct look_reader *r, const struct css_rule *rule) {
    size_t from = 0;
    for (size_t i = 0; i <= rule->nprelude; i++) {
        if (i == rule->nprelude || rule->prelude[i].kind == CSS_COMMA) {
            if (i > from) {
                (void)layer_of(r, rule->prelude + from, i - from);
            }
            from = i + 1;
        }
    }
}

/** Numbers the layers in the order of the cascade. Nested layers come before the layer around
 * them. */
static void rank_layers(struct look_layer *top) {
    uint32_t rank = 0;
    struct look_layer *l = top;
    for (;;) {
        while (l->first) {
            l = l->first;
        }
        for (;;) {
            l->rank = rank++;
            if (l == top) {
                return;
            }
            if (l->next) {
                l = l->next;
                break;
            }
            l = l->outer;
        }
    }
}

/* ---- at-rules with rules in them ---- */

struct opened {
    const struct css_rule *rules;
    size_t n;
    struct look_layer *layer;
};

/** Opens an imported sheet: `url(x) layer(a) supports(...) media` (CSS Cascading 5, section 2.1).
 */
static bool open_import(struct look_reader *r, const struct css_rule *rule, struct opened *out) {
    const struct css_token *t = rule->prelude;
    size_t n = rule->nprelude;
    size_t i = look_value_tokens(t, n);
    if (!rule->imported) {
        return false;
    }
    *out = (struct opened){rule->imported->rules, rule->imported->n, r->layer};
    for (;;) {
        i += i < n && t[i].kind == CSS_SPACE;
        size_t end = i < n ? i + look_value_tokens(t + i, n - i) : n;
        bool function = i < n && t[i].kind == CSS_FUNCTION;
        size_t inner = function ? end - i - (t[end - 1].kind == CSS_CLOSE ? 2u : 1u) : 0;
        if (i < n && str_ieq(t[i].text, STR("layer")) && (function || t[i].kind == CSS_IDENT)) {
            out->layer = layer_of(r, t + i + 1, inner);
        } else if (function && str_ieq(t[i].text, STR("supports"))) {
            if (!look_supports_holds(r, t + i, end - i)) {
                return false;
            }
        } else {
            return out->layer && look_media_holds(r, t + i, n - i);
        }
        i = end;
    }
}

/** Opens an at-rule whose rules apply: a layer, or a condition that holds. */
static bool open_rule(struct look_reader *r, const struct css_rule *rule, struct opened *out) {
    *out = (struct opened){rule->rules, rule->nrules, r->layer};
    if (str_is(rule->at, "media")) {
        return look_media_holds(r, rule->prelude, rule->nprelude);
    }
    if (str_is(rule->at, "supports")) {
        return look_supports_holds(r, rule->prelude, rule->nprelude);
    }
    if (str_is(rule->at, "import")) {
        return open_import(r, rule, out);
    }
    if (str_is(rule->at, "layer") && rule->has_block) {
        out->layer = layer_of(r, rule->prelude, rule->nprelude);
        return out->layer != NULL;
    }
    return false;
}

/* ---- custom properties ---- */

/** Whether one selector of the list matches the root. The custom properties of such a rule apply
 * everywhere. */
static bool is_root_rule(const struct css_rule *rule) {
    struct str rest = rule->nprelude > 0 ? span_text(rule->prelude_span) : STR_EMPTY;
    while (rest.p) {
        if (str_iamong(str_trim(str_cut(&rest, ',')), ":root html body *")) {
            return true;
        }
    }
    return false;
}

static bool is_custom(const struct css_decl *decl) {
    return str_starts(decl->name, STR("--"));
}

/** Stores a custom property. A later definition replaces an earlier one; important definitions take
 * precedence over all others (CSS Custom Properties 1, section 2). */
static void put_var(struct look_reader *r, const struct css_decl *decl) {
    const struct css_decl *had = map_lookup(&r->vars, decl->name);
    if (!had || !had->important || decl->important) {
        void *kept = arena_copy(r->arena, decl, sizeof *decl);
        (void)map_put(&r->vars, decl->name, kept);
    }
}

/** Reads `@property --x { initial-value: 1 }`, which sets the default value (CSS Properties and
 * Values 1, section 2). */
static void put_initial(struct look_reader *r, const struct css_rule *rule) {
    if (rule->nprelude != 1 || map_find(&r->vars, rule->prelude->text)) {
        return;
    }
    for (size_t i = 0; i < rule->ndecls; i++) {
        if (str_is(rule->decls[i].name, "initial-value")) {
            struct css_decl decl = rule->decls[i];
            decl.name = rule->prelude->text;
            decl.important = false;
            put_var(r, &decl);
        }
    }
}

static void read_vars(struct look_reader *r, const struct css_rule *rules, size_t n, bool nested) {
    for (size_t i = 0; i < n; i++) {
        const struct css_rule *rule = &rules[i];
        struct opened in;
        if (rule->at.n > 0 && !open_rule(r, rule, &in)) {
            if (str_is(rule->at, "property")) {
                put_initial(r, rule);
            }
            continue;
        }
        bool root = !nested && rule->at.n == 0 && is_root_rule(rule);
        for (size_t k = 0; k < rule->ndecls; k++) {
            if (root && is_custom(&rule->decls[k])) {
                put_var(r, &rule->decls[k]);
            } else if (is_custom(&rule->decls[k])) {
                (void)map_put(&r->scoped, rule->decls[k].name, r);
            }
        }
        if (rule->at.n > 0) {
            read_vars(r, in.rules, in.n, nested);
        } else {
            read_vars(r, rule->rules, rule->nrules, true);
        }
    }
}

/* ---- rules ---- */

static void read_rules(struct look_reader *r, const struct css_rule *rules, size_t n);

/** Reports a selector for something that paper cannot show. */
static void refuse_part(struct look_reader *r, struct css_selector *sel) {
    static const char *const NAMES[] = {
        [CSS_FIRST_LINE] = "first-line", [CSS_FIRST_LETTER] = "first-letter"};
    if (sel->part != CSS_FIRST_LINE && sel->part != CSS_FIRST_LETTER) {
        return;
    }
    struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, sel->span, "the PDF does not know `::%s`",
                              NAMES[sel->part]);
    diag_hint(r->d, g, "put the text that differs into a span: `[First words]{.lead}`");
    sel->never = true;
}

/** Reads the declarations of a block for the elements of some selectors. */
static void read_decls(struct look_reader *r, const struct css_rule *rule,
                       const struct css_selector *list, size_t n, bool root) {
    look_decls decls = VEC_INIT;
    VEC(const struct css_decl *) vars = VEC_INIT;
    for (size_t i = 0; i < rule->ndecls && !root; i++) {
        if (is_custom(&rule->decls[i])) {
            vec_push(&vars, &rule->decls[i]);
        }
    }
    look_decls_read(r, rule, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        decls.p[i].value.layer = r->layer;
    }
    const struct look_decl *kept = vec_keep(&decls, r->arena);
    const struct css_decl *const *kept_vars = vec_keep(&vars, r->arena);
    for (size_t i = 0; i < n && decls.n + vars.n > 0; i++) {
        if (!list[i].never) {
            vec_push(&r->rules, (struct look_rule){list[i], kept, decls.n, kept_vars, vars.n,
                                                   r->layer, r->rules.n});
            r->looks->asks |= list[i].asks;
            r->looks->generates = r->looks->generates || list[i].part != CSS_ITSELF;
        }
    }
    vec_drop(&decls);
    vec_drop(&vars);
}

static void read_rule(struct look_reader *r, const struct css_rule *rule) {
    struct css_selector *list = NULL;
    const struct css_outer *outer = r->outer;
    size_t n = css_selectors_read(r->arena, rule, outer, &list, r->d);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        refuse_part(r, &list[i]);
        any = any || !list[i].never;
    }
    if (!any) {
        return;
    }
    read_decls(r, rule, list, n, !outer && is_root_rule(rule));
    struct css_outer inner = {list, n};
    r->outer = &inner;
    read_rules(r, rule->rules, rule->nrules);
    r->outer = outer;
}

/** Whether an at-rule has no effect on paper and is ignored without a report. */
static bool is_passed_over(struct str at) {
    return str_starts(at, STR("-")) ||
           str_among(at, "charset container keyframes media property supports starting-style");
}

static void unknown_at_rule(struct look_reader *r, const struct css_rule *rule) {
    static const struct {
        const char *at, *hint;
    } HINTS[] = {{"import", "imports must come before all other rules of a sheet"},
                 {"scope", "write its selectors out, or nest its rules"},
                 {"namespace", "documents have elements of HTML alone"}};
    struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, rule->prelude_span,
                              "the PDF does not know `@%.*s`", STR_ARG(rule->at));
    for (size_t i = 0; i < ARRAY_LEN(HINTS); i++) {
        if (str_is(rule->at, HINTS[i].at)) {
            diag_hint(r->d, g, "%s", HINTS[i].hint);
        }
    }
}

/** Reads the content of an at-rule: declarations for the enclosing rule, and nested rules. */
static void read_opened(struct look_reader *r, const struct css_rule *rule,
                        const struct opened *in) {
    struct look_layer *layer = r->layer;
    r->layer = in->layer;
    /* declarations in the at-rule belong to the enclosing rule (CSS Nesting 1, section 2.2) */
    if (r->outer && rule->ndecls > 0) {
        read_decls(r, rule, r->outer->list, r->outer->n, false);
    }
    read_rules(r, in->rules, in->n);
    r->layer = layer;
}

static void read_rules(struct look_reader *r, const struct css_rule *rules, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct css_rule *rule = &rules[i];
        struct opened in;
        if (rule->at.n == 0) {
            read_rule(r, rule);
        } else if (str_is(rule->at, "layer") && !rule->has_block) {
            name_layers(r, rule);
        } else if (open_rule(r, rule, &in)) {
            read_opened(r, rule, &in);
        } else if (str_is(rule->at, "font-face")) {
            look_face_read(r, rule);
        } else if (str_is(rule->at, "page")) {
            r->late = true;
            look_page_read(r, rule);
            r->late = false;
        } else if (!is_passed_over(rule->at) && !str_is(rule->at, "layer") && !rule->imported) {
            unknown_at_rule(r, rule);
        }
    }
}

static int rule_order(const void *a, const void *b) {
    const struct look_rule *x = a;
    const struct look_rule *y = b;
    if (x->layer->rank != y->layer->rank) {
        return x->layer->rank < y->layer->rank ? -1 : 1;
    }
    if (x->sel.specificity != y->sel.specificity) {
        return x->sel.specificity < y->sel.specificity ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/** Finds the rules for <html> and <body>, the style of the document itself. */
static void find_roots(struct looks *l) {
    struct css_element html = {
        .type = STR("html"), .lang = l->lang, .first = true, .last = true, .index = 1};
    struct css_element body = {.type = STR("body"), .last = true, .index = 2, .parent = &html};
    const struct look_vars *vars = NULL;
    look_find(l, &(struct look_query){.e = &html}, &l->html, &vars);
    look_find(l, &(struct look_query){.e = &body, .vars = vars, .outer = &l->html}, &l->body, NULL);
}

static struct look_reader *reader_new(struct arena *a, struct str lang,
                                      const struct look_medium *medium, struct diags *d) {
    struct look_reader *r = ARENA_NEW(a, struct look_reader);
    *r = (struct look_reader){.arena = a,
                              .d = d,
                              .vars = MAP_IN(a),
                              .scoped = MAP_IN(a),
                              .rules = VEC_INIT,
                              .layer = ARENA_NEW(a, struct look_layer),
                              .looks = ARENA_NEW(a, struct looks)};
    sp inch = sp_scale(SP_PT, 7227, 100);
    r->medium = medium ? *medium : (struct look_medium){inch * 17 / 2, inch * 11};
    r->looks->reader = r;
    r->looks->lang = lang;
    r->looks->answers = ARENA_NEW(a, struct map);
    *r->looks->answers = MAP_IN(a);
    return r;
}

struct looks *looks_none(struct arena *a, struct str lang, struct diags *d) {
    struct looks *l = reader_new(a, lang, NULL, d)->looks;
    l->reader->late = true;
    look_index(a, l);
    return l;
}

struct looks *looks_read(struct arena *a, struct css_sheet *const *sheets, size_t n,
                         struct str lang, const struct look_medium *medium, struct diags *d) {
    if (n == 0) {
        return NULL;
    }
    struct look_reader *r = reader_new(a, lang, medium, d);
    struct look_layer *top = r->layer;
    struct diags unheard; /* the diagnostics of read_vars(), which read_rules() repeats */
    diags_init(&unheard, a);
    r->d = &unheard;
    for (size_t i = 0; i < n; i++) {
        read_vars(r, sheets[i]->rules, sheets[i]->n, false);
    }
    r->d = d;
    diags_drop(&unheard);
    /* read_vars() made layers; read_rules() makes them again, in the order of the rules */
    top->first = top->last = NULL;
    r->nlayers = 0;
    for (size_t i = 0; i < n; i++) {
        read_rules(r, sheets[i]->rules, sheets[i]->n);
    }
    rank_layers(top);
    vec_sort(&r->rules, rule_order);
    r->looks->rules = vec_finish(&r->rules, a);
    r->looks->n = r->rules.n;
    r->late = true;
    look_index(a, r->looks);
    find_roots(r->looks);
    look_page_finish(a, r->looks);
    return r->looks;
}

const struct look_family *look_family(const struct look_value *v, struct fonts *fonts, sp size) {
    for (size_t i = 0; i < v->nfamilies; i++) {
        const struct look_family *f = &v->families[i];
        struct font *font =
            f->name.n > 0 ? fonts_find(fonts, f->name, FONT_REGULAR, size, NULL) : NULL;
        if (f->name.n == 0 || (font && !font_is_pictures(font))) {
            return f; /* a family of an emoji font is passed over, because it is not for text */
        }
    }
    return NULL;
}

void look_no_family(const struct look_value *v, struct diags *d) {
    struct diag *g = diag_add(d, DIAG_CSS_FONT, v->span,
                              "none of these fonts is installed: the text keeps the one it had");
    diag_hint(d, g, "install one, or end the list in `serif`, `sans-serif` or `monospace`");
}
