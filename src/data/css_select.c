/* SPDX-License-Identifier: MIT */
/*
 * Reads selectors and matches them. Decides what of Selectors 4 is understood; the loops are
 * bounded by the parts of a selector and the depth of an element.
 */
#include "data/css_select.h"

#include "base/vec.h"

DIAG_USE(DIAG_CSS_SYNTAX);
DIAG_USE(DIAG_CSS_UNSUPPORTED);

#define FIELD_LIMIT 1024u /* of each of the three fields of a specificity */
#define TYPE_WEIGHT 1u
#define CLASS_WEIGHT FIELD_LIMIT
#define ID_WEIGHT (FIELD_LIMIT * FIELD_LIMIT)

typedef VEC(struct css_compound) part_list;

struct reader {
    struct arena *arena;
    const struct css_token *t;
    size_t n, at;
    struct diags *d;
    struct css_selector *sel;
    bool faulty;
};

/** A compound selector that is being read. */
struct compound {
    struct css_compound c;
    VEC(struct str) classes;
    VEC(struct css_attr) attrs;
};

/** Adds to the specificity: counts of identifiers, of classes and of types in fields of one number
 * (Selectors 3, section 9). A field that is full stays full, so that many classes never become an
 * identifier. */
static void weigh(struct reader *r, uint32_t weight) {
    if (r->sel->specificity / weight % FIELD_LIMIT < FIELD_LIMIT - 1) {
        r->sel->specificity += weight;
    }
}

static bool is_delim(const struct reader *r, const char *c) {
    return r->at < r->n && r->t[r->at].kind == CSS_DELIM && str_is(r->t[r->at].text, c);
}

static void syntax(struct reader *r, const struct css_token *t, const char *what) {
    if (!r->faulty) {
        struct diag *g = diag_add(r->d, DIAG_CSS_SYNTAX, t->span, "%s", what);
        diag_hint(r->d, g, "the whole rule is left out");
    }
    r->faulty = true;
}

/** A selector that is right and that paper has no answer to: said once for each. */
static void unsupported(struct reader *r, struct span at) {
    if (!r->sel->never) {
        struct diag *g =
            diag_add(r->d, DIAG_CSS_UNSUPPORTED, at, "the PDF does not know the selector `%.*s`",
                     STR_ARG(span_text(at)));
        diag_hint(r->d, g,
                  "elements, classes, ids, [lang=en], `a b`, `a > b`, `a + b`, :first-child and "
                  ":last-child are known; what is for screens alone belongs in `@media screen`");
    }
    r->sel->never = true;
}

/** What happens on a screen alone: matches nothing on paper, and nobody need hear of it. */
static bool is_interactive(struct str name) {
    static const char *const NAMES[] = {
        "hover",     "focus",  "focus-visible", "focus-within",     "active",
        "visited",   "target", "checked",       "enabled",          "disabled",
        "selection", "open",   "placeholder",   "placeholder-shown"};
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
        if (str_ieq(name, str_of(NAMES[i]))) {
            return true;
        }
    }
    return false;
}

/** `:name` and `::name`; the first colon is the current token. */
static void read_pseudo(struct reader *r, struct css_compound *c) {
    const struct css_token *colon = &r->t[r->at++];
    bool element = r->at < r->n && r->t[r->at].kind == CSS_COLON;
    r->at += element;
    if (r->at >= r->n || (r->t[r->at].kind != CSS_IDENT && r->t[r->at].kind != CSS_FUNCTION)) {
        syntax(r, colon, "a name is missing behind the colon");
        return;
    }
    const struct css_token *t = &r->t[r->at];
    bool function = t->kind == CSS_FUNCTION;
    size_t end = function ? css_block_end(r->t, r->n, r->at) : r->at + 1;
    struct span span = span_make(colon->span.src, colon->span.begin, r->t[end - 1].span.end);
    r->at = end;
    weigh(r, element ? TYPE_WEIGHT : CLASS_WEIGHT);
    if (t->kind == CSS_IDENT && is_interactive(t->text)) {
        r->sel->never = true;
    } else if (function) {
        unsupported(r, span);
    } else if (element && str_ieq(t->text, STR("marker"))) {
        r->sel->marker = true;
        if (r->at < r->n) { /* section 3.6 */
            syntax(r, &r->t[r->at], "nothing can stand behind `::marker`");
        }
    } else if (!element && str_ieq(t->text, STR("root"))) {
        c->root = true;
    } else if (!element && str_ieq(t->text, STR("first-child"))) {
        c->first = true;
    } else if (!element && str_ieq(t->text, STR("last-child"))) {
        c->last = true;
    } else if (!element && (str_ieq(t->text, STR("link")) || str_ieq(t->text, STR("any-link")))) {
        c->link = true;
    } else {
        unsupported(r, span);
    }
}

/** What `[...]` asks, of its tokens without the brackets; false when it is not in the subset. */
static bool read_test(const struct css_token *const *t, size_t n, struct css_attr *out) {
    static const struct {
        const char *name;
        enum css_attr_name attr;
    } NAMES[] = {{"class", CSS_ATTR_CLASS}, {"id", CSS_ATTR_ID}, {"lang", CSS_ATTR_LANG}};
    size_t k = 0;
    while (k < ARRAY_LEN(NAMES) && !str_ieq(t[0]->text, str_of(NAMES[k].name))) {
        k++;
    }
    if (k == ARRAY_LEN(NAMES)) {
        return false;
    }
    *out = (struct css_attr){.name = NAMES[k].attr};
    if (n == 1) {
        return true;
    }
    bool word = n == 4 && str_is(t[1]->text, "~");
    bool dash = n == 4 && str_is(t[1]->text, "|");
    const struct css_token *equals = t[n - 2];
    const struct css_token *value = t[n - 1];
    out->test = word ? CSS_ATTR_WORD : dash ? CSS_ATTR_DASH : CSS_ATTR_EQUALS;
    out->value = value->text;
    if (out->name == CSS_ATTR_CLASS && dash) {
        return false; /* of no use: the first class, up to a hyphen */
    }
    return (n == 3 || word || dash) && equals->kind == CSS_DELIM && str_is(equals->text, "=") &&
           (value->kind == CSS_IDENT || value->kind == CSS_STRING);
}

/** `[...]`, whose bracket is the current token (section 6). */
static void read_attribute(struct reader *r, struct compound *c) {
    enum { MOST = 4 }; /* name, two signs, value */
    const struct css_token *inner[MOST + 1];
    const struct css_token *open = &r->t[r->at];
    size_t end = css_block_end(r->t, r->n, r->at);
    size_t close = r->t[end - 1].kind == CSS_CLOSE ? end - 1 : end;
    size_t n = 0;
    struct css_attr attr;
    for (size_t i = r->at + 1; i < close && n <= MOST; i++) {
        if (r->t[i].kind != CSS_SPACE) {
            inner[n++] = &r->t[i];
        }
    }
    if (n == 0 || inner[0]->kind != CSS_IDENT) {
        syntax(r, open, "an attribute has no name");
        return;
    }
    if (n <= MOST && read_test(inner, n, &attr)) {
        vec_push(&c->attrs, attr);
    } else {
        unsupported(r, css_span(open, end - r->at));
    }
    weigh(r, CLASS_WEIGHT);
    r->at = end;
}

/** One simple selector; false when none begins here. */
static bool read_simple(struct reader *r, struct compound *into, bool first) {
    const struct css_token *t = &r->t[r->at];
    struct css_compound *c = &into->c;
    if (first && t->kind == CSS_IDENT) {
        c->type = arena_lower(r->arena, t->text);
        weigh(r, TYPE_WEIGHT);
        r->at++;
    } else if (first && is_delim(r, "*")) {
        r->at++;
    } else if (t->kind == CSS_HASH && t->whole) {
        if (c->id.n > 0 && !str_eq(c->id, t->text)) {
            r->sel->never = true; /* two names at once */
        }
        c->id = t->text;
        weigh(r, ID_WEIGHT);
        r->at++;
    } else if (is_delim(r, ".")) {
        r->at++;
        if (r->at >= r->n || r->t[r->at].kind != CSS_IDENT) {
            syntax(r, t, "a class has no name");
            return false;
        }
        vec_push(&into->classes, r->t[r->at++].text);
        weigh(r, CLASS_WEIGHT);
    } else if (t->kind == CSS_COLON) {
        read_pseudo(r, c);
    } else if (t->kind == CSS_OPEN && str_is(t->text, "[")) {
        read_attribute(r, into);
    } else {
        return false;
    }
    return true;
}

static void read_compound(struct reader *r, part_list *parts, enum css_combinator left) {
    struct compound c = {.c = {.left = left}, .classes = VEC_INIT, .attrs = VEC_INIT};
    size_t from = r->at;
    while (!r->faulty && r->at < r->n && read_simple(r, &c, r->at == from)) {
    }
    if (r->at == from && !r->faulty) {
        syntax(r, &r->t[r->at < r->n ? r->at : r->n - 1], "this is no selector");
    }
    c.c.classes = vec_keep(&c.classes, r->arena);
    c.c.nclasses = c.classes.n;
    c.c.attrs = vec_keep(&c.attrs, r->arena);
    c.c.nattrs = c.attrs.n;
    vec_drop(&c.classes);
    vec_drop(&c.attrs);
    vec_push(parts, c.c);
}

/** Takes the combinator at the current place; false at the end of the selector. */
static bool read_combinator(struct reader *r, enum css_combinator *out) {
    bool space = r->at < r->n && r->t[r->at].kind == CSS_SPACE;
    r->at += space;
    if (r->at >= r->n) {
        return false;
    }
    *out = CSS_DESCENDANT;
    bool sign = true;
    if (is_delim(r, ">")) {
        *out = CSS_CHILD;
    } else if (is_delim(r, "+")) {
        *out = CSS_NEXT;
    } else if (is_delim(r, "~")) {
        unsupported(r, r->t[r->at].span);
    } else {
        sign = false;
    }
    if (sign) {
        r->at++;
        r->at += r->at < r->n && r->t[r->at].kind == CSS_SPACE;
        if (r->at >= r->n) {
            syntax(r, &r->t[r->n - 1], "a selector is missing behind this");
        }
    } else if (!space) {
        syntax(r, &r->t[r->at], "this is no selector");
    }
    return !r->faulty;
}

/** One selector: the tokens [0, n) without white space at the ends. */
static bool read_selector(struct reader *r) {
    part_list parts = VEC_INIT;
    enum css_combinator left = CSS_DESCENDANT;
    r->sel->span = css_span(r->t, r->n);
    do {
        read_compound(r, &parts, left);
    } while (!r->faulty && read_combinator(r, &left));
    r->sel->parts = vec_keep(&parts, r->arena);
    r->sel->n = parts.n;
    vec_drop(&parts);
    return !r->faulty;
}

size_t css_selectors_read(struct arena *a, const struct css_rule *rule, struct css_selector **out,
                          struct diags *d) {
    VEC(struct css_selector) list = VEC_INIT;
    size_t from = 0;
    bool good = true;
    while (good && from <= rule->nprelude) {
        size_t to = from;
        while (to < rule->nprelude && rule->prelude[to].kind != CSS_COMMA) {
            bool opens =
                rule->prelude[to].kind == CSS_OPEN || rule->prelude[to].kind == CSS_FUNCTION;
            to = opens ? css_block_end(rule->prelude, rule->nprelude, to) : to + 1;
        }
        size_t end = to;
        from += from < end && rule->prelude[from].kind == CSS_SPACE;
        end -= end > from && rule->prelude[end - 1].kind == CSS_SPACE;
        struct css_selector sel = {0};
        struct reader r = {a, rule->prelude + from, end - from, 0, d, &sel, false};
        if (r.n == 0) {
            (void)diag_add(d, DIAG_CSS_SYNTAX, rule->prelude_span,
                           "a selector of this list is empty");
            good = false;
        } else {
            good = read_selector(&r);
        }
        vec_push(&list, sel);
        from = to + 1;
    }
    *out = vec_keep(&list, a);
    size_t n = good ? list.n : 0;
    vec_drop(&list);
    return n;
}

static bool has_class(const struct css_element *e, struct str name) {
    for (size_t i = 0; i < e->nclasses; i++) {
        if (str_eq(e->classes[i], name)) {
            return true;
        }
    }
    return str_eq(e->own_class, name);
}

/** The attribute whose value is several words. */
static bool has_class_attr(const struct css_element *e, const struct css_attr *attr) {
    size_t others = 0;
    for (size_t i = 0; i < e->nclasses; i++) {
        others += !str_eq(e->classes[i], attr->value);
    }
    others += e->own_class.n > 0 && !str_eq(e->own_class, attr->value);
    bool held = attr->value.n > 0 && has_class(e, attr->value);
    return attr->test == CSS_ATTR_SET ? e->nclasses > 0 || e->own_class.n > 0
                                      : held && (attr->test == CSS_ATTR_WORD || others == 0);
}

static bool has_attr(const struct css_element *e, const struct css_attr *attr) {
    if (attr->name == CSS_ATTR_CLASS) {
        return has_class_attr(e, attr);
    }
    bool lang = attr->name == CSS_ATTR_LANG;
    struct str own = lang ? e->lang : e->id;
    struct str start = str_slice(own, 0, own.n < attr->value.n ? own.n : attr->value.n);
    /* of HTML's attributes lang is one whose value selectors compare in any case */
    bool begins = lang ? str_ieq(start, attr->value) : str_eq(start, attr->value);
    bool dash = attr->test == CSS_ATTR_DASH && own.n > start.n && own.p[start.n] == '-';
    return own.n > 0 &&
           (attr->test == CSS_ATTR_SET || (begins && (own.n == attr->value.n || dash)));
}

static bool is_compound(const struct css_compound *c, const struct css_element *e) {
    if ((c->type.n > 0 && !str_eq(c->type, e->type)) || (c->id.n > 0 && !str_eq(c->id, e->id)) ||
        (c->root && e->parent) || (c->first && !e->first) || (c->last && !e->last) ||
        (c->link && !str_is(e->type, "a"))) {
        return false;
    }
    for (size_t i = 0; i < c->nattrs; i++) {
        if (!has_attr(e, &c->attrs[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < c->nclasses; i++) {
        if (!has_class(e, c->classes[i])) {
            return false;
        }
    }
    return true;
}

/**
 * Parts [0, i] against `e` as the place of part i. A descendant may stand at several places above:
 * the way back is kept for the last of them, which is enough, since what matched further up matches
 * there still (a child or a sibling moves with the part it hangs on).
 */
bool css_matches(const struct css_selector *s, const struct css_element *e) {
    size_t i = s->n;
    size_t again = SIZE_MAX; /* the part to try higher up */
    const struct css_element *higher = NULL;
    if (s->never || i == 0 || !is_compound(&s->parts[i - 1], e)) {
        return false;
    }
    for (i--; i > 0;) {
        enum css_combinator how = s->parts[i].left;
        e = how == CSS_NEXT ? e->prev : e->parent;
        if (how == CSS_DESCENDANT) {
            while (e && !is_compound(&s->parts[i - 1], e)) {
                e = e->parent;
            }
            again = i;
            higher = e;
        }
        if (e && is_compound(&s->parts[i - 1], e)) {
            i--;
        } else if (how == CSS_DESCENDANT || !higher) {
            return false;
        } else { /* the descendant must stand higher up: take its search up from there */
            i = again;
            e = higher;
        }
    }
    return true;
}
