/* SPDX-License-Identifier: MIT */
/*
 * Compiles the rendering elements of a style (CSL 1.0.2, "Rendering Elements") from XML to struct
 * csl_node.
 */
#include "cite/csl/model.h"

DIAG_USE(DIAG_CSL_SYNTAX);
DIAG_USE(DIAG_CSL_UNKNOWN);
DIAG_USE(DIAG_CSL_MACRO);

/** The limit for the number of elements in a style; real styles have fewer than 5,000. */
#define MAX_NODES 200000

static const struct word_value number_forms[] = {
    {STR_INIT("long-ordinal"), NUMBER_LONG_ORDINAL},
    {STR_INIT("numeric"), NUMBER_NUMERIC},
    {STR_INIT("ordinal"), NUMBER_ORDINAL},
    {STR_INIT("roman"), NUMBER_ROMAN},
};
static const struct word_value date_forms[] = {
    {STR_INIT("numeric"), DATE_FORM_NUMERIC},
    {STR_INIT("text"), DATE_FORM_TEXT},
};
static const struct word_value part_forms[] = {
    {STR_INIT("long"), PART_FORM_LONG},
    {STR_INIT("numeric"), PART_FORM_NUMERIC},
    {STR_INIT("numeric-leading-zeros"), PART_FORM_LEADING_ZEROS},
    {STR_INIT("ordinal"), PART_FORM_ORDINAL},
    {STR_INIT("short"), PART_FORM_SHORT},
};
static const struct word_value part_names[] = {
    {STR_INIT("day"), PART_DAY},
    {STR_INIT("month"), PART_MONTH},
    {STR_INIT("year"), PART_YEAR},
};
static const struct word_value plurals[] = {
    {STR_INIT("always"), PLURAL_ALWAYS},
    {STR_INIT("contextual"), PLURAL_CONTEXTUAL},
    {STR_INIT("never"), PLURAL_NEVER},
};

/** Looks up the value of the attribute `at` in a table of values. Returns `other` if the attribute
 * is missing or if its value is unknown, which is reported. */
static int word_attr(struct compiler *c, const struct xml_node *n, const char *at,
                     const struct word_value *table, size_t len, int other) {
    struct str value = xml_attr(n, at);
    if (!value.p) {
        return other;
    }
    int v = csl_word_find(table, len, str_trim(value));
    if (v < 0) {
        struct diag *g = diag_add(c->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, at),
                                  "`%.*s` is not a value of `%s` on `%.*s`", STR_ARG(value), at,
                                  STR_ARG(n->name));
        (void)diag_hint_near(c->d, g, diag_nearest_row(value, table, len, sizeof *table));
        return other;
    }
    return v;
}
#define WORD_ATTR(c, n, at, table, other) word_attr(c, n, at, table, ARRAY_LEN(table), other)

static void missing_attr(struct compiler *c, const struct xml_node *n, const char *what) {
    diag_add(c->d, DIAG_CSL_SYNTAX, n->span, "`%.*s` needs %s", STR_ARG(n->name), what);
}

enum item_var csl_compile_var(struct compiler *c, const struct xml_node *n, const char *at,
                              struct str name) {
    enum item_var v = item_var_find(name);
    if (v != VAR_NONE) {
        return v;
    }
    struct str words[VAR_COUNT];
    for (int i = 0; i < VAR_COUNT; i++) {
        words[i] = str_of(item_var_name((enum item_var)i));
    }
    struct diag *g = diag_add(c->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, at),
                              "CSL has no variable `%.*s`", STR_ARG(name));
    if (!diag_suggest(c->d, g, name, words, VAR_COUNT)) {
        diag_hint(c->d, g, "it is always empty; CSL 1.0.2, appendix IV, lists the variables");
    }
    return VAR_NONE;
}

static enum item_var var_attr(struct compiler *c, const struct xml_node *n) {
    struct str name = str_trim(xml_attr(n, "variable"));
    if (name.n == 0) {
        missing_attr(c, n, "an attribute `variable`");
        return VAR_NONE;
    }
    return csl_compile_var(c, n, "variable", name);
}

static size_t count_words(struct str s) {
    size_t n = 0;
    while (str_next_word(&s).n) {
        n++;
    }
    return n;
}

/* ---- terms and macros ---- */

/** The number of a term. If CSL does not define the term, its name is added to the style. */
static term_id find_term(struct compiler *c, struct str name) {
    term_id t = csl_term_find(name);
    if (t != TERM_NONE || !c->style) {
        return t;
    }
    struct csl_style *s = c->style;
    for (size_t i = 0; i < s->nterms; i++) {
        if (str_eq(s->terms[i], name)) {
            return (term_id)(csl_term_count() + i);
        }
    }
    if (s->nterms >= 4096) {
        return TERM_NONE;
    }
    /* the array grows when the number of terms is a power of two */
    if ((s->nterms & (s->nterms - 1)) == 0) {
        s->terms =
            arena_grow(c->a, s->terms, s->nterms, s->nterms ? s->nterms * 2 : 1, sizeof *s->terms);
    }
    s->terms[s->nterms] = name;
    return (term_id)(csl_term_count() + s->nterms++);
}

struct csl_node *csl_compile_macro_ref(struct compiler *c, const struct xml_node *n,
                                       struct str name) {
    struct csl_node *m = map_lookup(&c->macros, name);
    if (m) {
        return m;
    }
    struct diag *g = diag_add(c->d, DIAG_CSL_MACRO, csl_compile_attr_span(n, "macro"),
                              "there is no macro `%.*s`", STR_ARG(name));
    const struct map *all = &c->macros;
    if (!diag_hint_near(c->d, g,
                        diag_nearest_row(name, all->entries, all->n, sizeof *all->entries))) {
        diag_hint(c->d, g, "add `<macro name=\"%.*s\">` to the style", STR_ARG(name));
    }
    return NULL;
}

/* ---- one element each ---- */

static void compile_text(struct compiler *c, const struct xml_node *n, struct csl_node *out) {
    struct str var = csl_compile_attr(c, n, AT_VARIABLE), macro = csl_compile_attr(c, n, AT_MACRO);
    struct str term = csl_compile_attr(c, n, AT_TERM), value = csl_compile_attr(c, n, AT_VALUE);
    out->u.text.var = VAR_NONE;
    out->u.text.form = (uint8_t)WORD_ATTR(c, n, "form", csl_term_forms, FORM_LONG);
    if (var.p) {
        out->u.text.source = SOURCE_VARIABLE;
        out->u.text.var = csl_compile_var(c, n, "variable", str_trim(var));
    } else if (macro.p) {
        out->u.text.source = SOURCE_MACRO;
        out->u.text.value = macro;
        out->u.text.macro = csl_compile_macro_ref(c, n, macro);
    } else if (term.p) {
        out->u.text.source = SOURCE_TERM;
        out->u.text.value = term;
        out->u.text.term = find_term(c, term);
        out->u.text.plural = str_is(xml_attr(n, "plural"), "true");
    } else if (value.p) {
        out->u.text.source = SOURCE_VALUE;
        out->u.text.value = csl_compile_unescape(c->a, value);
    } else {
        missing_attr(c, n, "one of `variable`, `macro`, `term`, `value`");
    }
}

static void compile_date_node(struct compiler *c, const struct xml_node *n, struct csl_node *out) {
    static const struct word_value parts[] = {
        {STR_INIT("year"), 1 << PART_YEAR},
        {STR_INIT("year-month"), 1 << PART_YEAR | 1 << PART_MONTH},
        {STR_INIT("year-month-day"), 1 << PART_YEAR | 1 << PART_MONTH | 1 << PART_DAY},
    };
    out->u.date.form = (enum date_form)WORD_ATTR(c, n, "form", date_forms, DATE_FORM_NONE);
    out->u.date.parts = (uint8_t)WORD_ATTR(c, n, "date-parts", parts, 7);
}

static void compile_date_part(struct compiler *c, const struct xml_node *n, struct csl_node *out) {
    if (!xml_attr(n, "name").p) {
        missing_attr(c, n, "an attribute `name`");
    }
    out->u.part.part = (enum date_part)WORD_ATTR(c, n, "name", part_names, PART_YEAR);
    out->u.part.form = (enum part_form)WORD_ATTR(c, n, "form", part_forms, PART_FORM_UNSET);
    out->u.part.range_delimiter = xml_attr(n, "range-delimiter");
}

static void compile_names(struct compiler *c, const struct xml_node *n, struct csl_node *out) {
    struct str list = xml_attr(n, "variable");
    size_t count = count_words(list);
    if (count == 0) {
        missing_attr(c, n, "an attribute `variable`");
    }
    out->u.names.vars = ARENA_ARRAY(c->a, enum item_var, count + 1);
    for (size_t i = 0; i < count; i++) {
        enum item_var v = csl_compile_var(c, n, "variable", str_next_word(&list));
        if (v == VAR_NONE) {
            continue;
        }
        if (!var_is_name(v)) {
            diag_add(c->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, "variable"),
                     "`%s` is not a name variable", item_var_name(v));
            continue;
        }
        out->u.names.vars[out->u.names.n++] = v;
    }
    for (struct csl_node *k = out->first; k; k = k->next) {
        if (k->el == EL_NAME) {
            out->u.names.name = k;
        } else if (k->el == EL_ET_AL) {
            out->u.names.et_al = k;
        } else if (k->el == EL_LABEL) {
            out->u.names.label = k;
            out->u.names.label_first = !out->u.names.name;
        } else if (k->el == EL_SUBSTITUTE) {
            out->u.names.substitute = k;
        }
    }
    /* Without cs:name, a label follows the names. */
    if (!out->u.names.name) {
        out->u.names.label_first = false;
    }
}

static void compile_name(struct compiler *c, const struct xml_node *n, struct csl_node *out) {
    csl_compile_name_opts(c, n, &out->u.name.opts, false);
    for (struct csl_node *k = out->first; k; k = k->next) {
        if (k->el == EL_NAME_PART) {
            *(k->u.name_part.family ? &out->u.name.family : &out->u.name.given) = k;
        }
    }
}

static void compile_label(struct compiler *c, const struct xml_node *n, struct csl_node *out,
                          enum csl_el parent) {
    out->u.label.var = parent == EL_NAMES ? VAR_NONE : var_attr(c, n);
    out->u.label.form = (uint8_t)WORD_ATTR(c, n, "form", csl_term_forms, FORM_LONG);
    out->u.label.plural = (uint8_t)WORD_ATTR(c, n, "plural", plurals, PLURAL_CONTEXTUAL);
}

/* ---- conditions ---- */

/* The attributes of cs:if and cs:else-if that are conditions. render.c tests them in this order. */
static const enum csl_at conditions[] = {
    AT_TYPE,    AT_VARIABLE, AT_IS_NUMERIC,  AT_IS_UNCERTAIN_DATE,
    AT_LOCATOR, AT_POSITION, AT_DISAMBIGUATE};

static int test_value(struct compiler *c, const struct xml_node *n, enum csl_at at,
                      struct str word) {
    const char *name = csl_at_name(at);
    int v = -1;
    switch (at) {
    case AT_TYPE:
        v = (int)item_type_find(word);
        v = v == ITEM_TYPE_NONE ? -1 : v;
        break;
    case AT_VARIABLE:
    case AT_IS_NUMERIC:
    case AT_IS_UNCERTAIN_DATE:
        return (int)csl_compile_var(c, n, name, word);
    case AT_LOCATOR:
        v = find_term(c, word);
        v = v == TERM_NONE ? -1 : v;
        break;
    case AT_POSITION:
        v = csl_value_find(AT_POSITION, word);
        break;
    case AT_DISAMBIGUATE:
        v = str_is(word, "true") ? 1 : str_is(word, "false") ? 0 : -1;
        c->style->uses_disambiguate = true;
        break;
    default:
        break;
    }
    if (v < 0) {
        struct diag *g = diag_add(c->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, name),
                                  "`%.*s` is not a value of `%s`", STR_ARG(word), name);
        if (at == AT_TYPE) {
            if (!diag_hint_near(c->d, g, item_type_nearest(word))) {
                diag_hint(c->d, g, "CSL 1.0.2, appendix III, lists the types");
            }
        }
    }
    return v;
}

_Static_assert(ITEM_TYPE_COUNT < 64, "types are the bits of a number");

static void compile_cond(struct compiler *c, const struct xml_node *n, struct csl_node *out) {
    size_t total = 0;
    for (size_t i = 0; i < ARRAY_LEN(conditions); i++) {
        total += count_words(csl_compile_attr(c, n, conditions[i]));
    }
    out->u.cond.match = (enum match)csl_compile_enum(c, n, AT_MATCH, MATCH_ALL);
    out->u.cond.tests = ARENA_ARRAY(c->a, struct csl_test, total + 1);
    for (size_t i = 0; i < ARRAY_LEN(conditions); i++) {
        enum csl_at at = conditions[i];
        struct str list = csl_compile_attr(c, n, at);
        for (struct str w = str_next_word(&list); w.n; w = str_next_word(&list)) {
            out->u.cond.tests[out->u.cond.n++] = (struct csl_test){at, test_value(c, n, at, w)};
        }
    }
    out->u.cond.types_only = out->u.cond.n > 0;
    for (size_t i = 0; i < out->u.cond.n; i++) {
        const struct csl_test *t = &out->u.cond.tests[i];
        if (t->at != AT_TYPE) {
            out->u.cond.types_only = false;
        } else if (t->value >= 0) {
            out->u.cond.types |= UINT64_C(1) << t->value;
        }
    }
    if (out->u.cond.n == 0) {
        missing_attr(c, n, "a condition");
    }
}

/* ---- trees ---- */

static void compile_own(struct compiler *c, const struct xml_node *n, struct csl_node *out,
                        enum csl_el parent) {
    switch (out->el) {
    case EL_TEXT:
        compile_text(c, n, out);
        break;
    case EL_NUMBER:
        out->u.number.var = var_attr(c, n);
        out->u.number.form =
            (enum number_form)WORD_ATTR(c, n, "form", number_forms, NUMBER_NUMERIC);
        break;
    case EL_DATE:
        compile_date_node(c, n, out);
        out->u.date.var = parent == EL_LOCALE ? VAR_NONE : var_attr(c, n);
        break;
    case EL_DATE_PART:
        compile_date_part(c, n, out);
        break;
    case EL_NAMES:
        compile_names(c, n, out);
        break;
    case EL_NAME:
        compile_name(c, n, out);
        break;
    case EL_NAME_PART:
        out->u.name_part.family = str_is(xml_attr(n, "name"), "family");
        if (!out->u.name_part.family && !str_is(xml_attr(n, "name"), "given")) {
            missing_attr(c, n, "`name=\"family\"` or `name=\"given\"`");
        }
        break;
    case EL_ET_AL:
        out->u.et_al.term = find_term(c, xml_attr(n, "term").p ? xml_attr(n, "term")
                                                               : csl_term_fixed_name(FIXED_ET_AL));
        break;
    case EL_LABEL:
        compile_label(c, n, out, parent);
        break;
    case EL_IF:
    case EL_ELSE_IF:
        compile_cond(c, n, out);
        break;
    case EL_LAYOUT:
    case EL_MACRO:
    case EL_SUBSTITUTE:
    case EL_GROUP:
    case EL_CHOOSE:
    case EL_ELSE:
    case EL_STYLE:
    case EL_INFO:
    case EL_LOCALE:
    case EL_CITATION:
    case EL_BIBLIOGRAPHY:
    case EL_SORT:
    case EL_KEY:
    case EL_TERMS:
    case EL_TERM:
    case EL_SINGLE:
    case EL_MULTIPLE:
    case EL_STYLE_OPTIONS:
    case EL_NONE:
        break;
    }
}

static void unknown_child(struct compiler *c, const struct xml_node *n, enum csl_el parent) {
    struct diag *g =
        csl_el_find(n->name) == EL_NONE
            ? diag_add(c->d, DIAG_CSL_UNKNOWN, n->span, "CSL has no element `%.*s`",
                       STR_ARG(n->name))
            : diag_add(c->d, DIAG_CSL_UNKNOWN, n->span, "`%.*s` is not allowed in `%s`",
                       STR_ARG(n->name), csl_el_name(parent));
    const struct str *words;
    size_t nwords = csl_el_words(&words, c->a);
    struct str near = diag_nearest(n->name, words, nwords);
    if (str_eq(near, n->name) || !diag_hint_near(c->d, g, near)) {
        diag_hint(c->d, g, "it is left out");
    }
}

void csl_compile_check_children(struct compiler *c, const struct xml_node *n, enum csl_el el) {
    for (const struct xml_node *k = n->first; k; k = k->next) {
        if (k->name.n && !csl_child_allowed(el, csl_el_find(k->name))) {
            unknown_child(c, k, el);
        }
    }
}

struct csl_node *csl_compile_node(struct compiler *c, const struct xml_node *n,
                                  enum csl_el parent) {
    enum csl_el el = csl_el_find(n->name);
    if (!csl_child_allowed(parent, el)) {
        unknown_child(c, n, parent);
        return NULL;
    }
    if (++c->nodes > MAX_NODES) {
        if (c->nodes == MAX_NODES + 1) {
            diag_add(c->d, DIAG_CSL_SYNTAX, n->span,
                     "there are more than %d elements; the rest is left out", MAX_NODES);
        }
        return NULL;
    }
    struct csl_node *out = ARENA_NEW(c->a, struct csl_node);
    out->el = el;
    out->span = n->span;
    csl_compile_check_attrs(c, n, el);
    csl_compile_common(c, n, out);
    /* LIMIT_XML_DEPTH bounds this recursion */
    out->first = csl_compile_children(c, n, el);
    csl_compile_know(c, n);
    compile_own(c, n, out, parent);
    return out;
}

/** Sets the element beside a label: the element after it, or the element before it if the label is
 * the last of a list. If `label` is a cs:choose, the labels in its branches are set. */
static void join_label(struct csl_node *label, struct csl_node *next) {
    if (next->el == EL_LABEL && !next->u.label.beside) {
        next->u.label.beside = label;
    }
    if (label->el == EL_LABEL) {
        label->u.label.beside = next;
        return;
    }
    for (struct csl_node *k = label->el == EL_CHOOSE ? label->first : NULL; k; k = k->next) {
        if (k->first && !k->first->next && k->first->el == EL_LABEL) {
            k->first->u.label.beside = next;
        }
    }
}

struct csl_node *csl_compile_children(struct compiler *c, const struct xml_node *n,
                                      enum csl_el parent) {
    struct csl_node *first = NULL, **tail = &first, *before = NULL;
    for (const struct xml_node *k = n->first; k; k = k->next) {
        if (k->name.n == 0) {
            continue;
        }
        struct csl_node *node = csl_compile_node(c, k, parent);
        if (node) {
            *tail = node;
            tail = &node->next;
            if (before) {
                join_label(before, node);
            }
            before = node;
        }
    }
    return first;
}
