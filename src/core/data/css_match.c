/* SPDX-License-Identifier: MIT */
/*
 * Decides whether a selector matches an element (Selectors 4, section 19). The steps of a search
 * are counted and limited, and results for the combinator `~` are remembered, so that no selector
 * takes long.
 */
#include "core/data/css_select.h"

/* the maximum number of compounds that are examined for one selector and one element */
#define STEPS 20000
#define SEEN_LEVELS 24 /* levels of nesting for which `~` remembers results */

/** The remembered result for one parent: the last child that was examined, and whether a child up
 * to that one matched. */
struct css_seen {
    const struct css_element *parent, *upto;
    bool found;
};

struct css_seen *css_seen_new(struct arena *a) {
    return ARENA_ARRAY(a, struct css_seen, SEEN_LEVELS);
}

/** The result of a search. A failure also shows which other elements need not be tried (browsers do
 * the same). */
enum outcome {
    HOLDS,
    FAILS_HERE,     /* another sibling or ancestor may match */
    FAILS_SIBLINGS, /* no sibling can match; another ancestor may */
    FAILS           /* nothing can match */
};

struct search {
    int steps;
};

static bool has_class(const struct css_element *e, struct str name) {
    return str_in(name, e->classes, e->nclasses) || (name.n > 0 && str_eq(e->own_class, name));
}

/** Returns the class attribute as the page writes it, without classes beyond CSS_CLASS_TEXT bytes.
 */
static struct str class_text(const struct css_element *e, char buf[CSS_CLASS_TEXT]) {
    size_t n = 0;
    for (size_t i = 0; i <= e->nclasses; i++) {
        struct str word = i == 0 ? e->own_class : e->classes[i - 1];
        if (word.n == 0 || n + 1 + word.n > CSS_CLASS_TEXT) {
            continue;
        }
        if (n > 0) {
            buf[n++] = ' ';
        }
        memcpy(buf + n, word.p, word.n);
        n += word.n;
    }
    return (struct str){buf, n};
}

bool css_attr_text(const struct css_element *e, struct str name, char buf[CSS_CLASS_TEXT],
                   struct str *out) {
    if (str_is(name, "class")) {
        *out = class_text(e, buf);
        return out->n > 0;
    }
    if (str_is(name, "id") || str_is(name, "lang")) {
        *out = str_is(name, "id") ? e->id : e->lang;
        return out->n > 0;
    }
    return e->attr && e->attr(e, name, out);
}

static bool same(struct str a, struct str b, bool any_case) {
    return any_case ? str_ieq(a, b) : str_eq(a, b);
}

static bool has_word(struct str text, struct str word, bool any_case) {
    while (text.p && text.n > 0) {
        if (same(str_cut(&text, ' '), word, any_case)) {
            return word.n > 0;
        }
    }
    return false;
}

static bool has_attr(const struct css_element *e, const struct css_attr *attr) {
    char buf[CSS_CLASS_TEXT];
    struct str text;
    struct str want = attr->value;
    bool any = attr->any_case;
    if (!css_attr_text(e, attr->name, buf, &text)) {
        return false;
    }
    bool fits = want.n > 0 && want.n <= text.n;
    switch (attr->test) {
    case CSS_ATTR_SET:
        return true;
    case CSS_ATTR_EQUALS:
        return same(text, want, any);
    case CSS_ATTR_WORD:
        return has_word(text, want, any);
    case CSS_ATTR_DASH:
        return want.n <= text.n && same(str_slice(text, 0, want.n), want, any) &&
               (text.n == want.n || text.p[want.n] == '-');
    case CSS_ATTR_STARTS:
        return fits && same(str_slice(text, 0, want.n), want, any);
    case CSS_ATTR_ENDS:
        return fits && same(str_from(text, text.n - want.n), want, any);
    case CSS_ATTR_CONTAINS:
        return want.n > 0 && (any ? str_icontains(text, want) : str_find(text, want) != STR_NONE);
    }
    BUG("attribute test");
}

/** Whether an element is in a language: that of the element or of the nearest ancestor with a
 * language (section 10.2). */
static bool is_in_language(const struct css_element *e, struct str range) {
    while (e && e->lang.n == 0) {
        e = e->parent;
    }
    if (!e || range.n == 0) {
        return false;
    }
    struct str start = str_slice(e->lang, 0, range.n < e->lang.n ? range.n : e->lang.n);
    return str_is(range, "*") ||
           (str_ieq(start, range) && (e->lang.n == range.n || e->lang.p[range.n] == '-'));
}

static bool runs_leftwards(const struct css_element *e) {
    struct str dir = STR_EMPTY;
    while (e && !(e->attr && e->attr(e, STR("dir"), &dir))) {
        e = e->parent;
    }
    return e && str_ieq(dir, STR("rtl"));
}

/** Whether an index, counted from 1, satisfies an+b (section 14.1). */
static bool is_nth(const struct css_pseudo *p, const struct css_element *e) {
    int64_t place = p->of_type ? (p->from_end ? (int64_t)e->behind_of_type + 1 : e->of_type)
                               : (p->from_end ? (int64_t)e->behind + 1 : e->index);
    int64_t rest = place - p->b;
    return place > 0 && (p->a == 0 ? rest == 0 : rest % p->a == 0 && rest / p->a >= 0);
}

static enum outcome search_from(struct search *x, const struct css_selector *s, size_t i,
                                const struct css_element *e);

static bool is_any_of(struct search *x, const struct css_pseudo *p, const struct css_element *e) {
    for (size_t i = 0; i < p->n; i++) {
        const struct css_selector *s = &p->list[i];
        if (!s->never && s->n > 0 && search_from(x, s, s->n - 1, e) == HOLDS) {
            return true;
        }
    }
    return false;
}

static bool has_pseudo(struct search *x, const struct css_pseudo *p, const struct css_element *e) {
    switch (p->kind) {
    case CSS_IS:
        return is_any_of(x, p, e);
    case CSS_NOT:
        return !is_any_of(x, p, e);
    case CSS_NTH:
        return is_nth(p, e);
    case CSS_LANG:
        return is_in_language(e, p->text);
    case CSS_DIR_LTR:
        return !runs_leftwards(e);
    case CSS_DIR_RTL:
        return runs_leftwards(e);
    case CSS_EMPTY:
        return e->empty;
    }
    BUG("pseudo-class");
}

static bool is_compound(struct search *x, const struct css_compound *c,
                        const struct css_element *e) {
    if (--x->steps < 0 || (c->type.n > 0 && !str_eq(c->type, e->type)) ||
        (c->id.n > 0 && !str_eq(c->id, e->id)) || (c->root && e->parent) ||
        (c->first && !e->first) || (c->last && !e->last) || (c->link && !str_is(e->type, "a"))) {
        return false;
    }
    for (size_t i = 0; i < c->nclasses; i++) {
        if (!has_class(e, c->classes[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < c->nattrs; i++) {
        if (!has_attr(e, &c->attrs[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < c->npseudos; i++) {
        if (!has_pseudo(x, &c->pseudos[i], e)) {
            return false;
        }
    }
    return x->steps >= 0;
}

/** Returns what `~` remembers for the element and its siblings; NULL if nothing can be
 * remembered. */
static struct css_seen *seen_of(const struct css_compound *c, const struct css_element *e) {
    size_t depth = 0;
    for (const struct css_element *up = e->parent; up && depth < SEEN_LEVELS; up = up->parent) {
        depth++;
    }
    if (!c->seen || e->index == 0 || depth == 0 || depth >= SEEN_LEVELS) {
        return NULL;
    }
    struct css_seen *seen = &c->seen[depth];
    if (seen->parent != e->parent) {
        *seen = (struct css_seen){.parent = e->parent};
    }
    return seen->upto && seen->upto->index >= e->index ? NULL : seen;
}

/** Searches for `a ~ b`: part `i` is the compound of `b`, and `e` is its element. */
static enum outcome search_siblings(struct search *x, const struct css_selector *s, size_t i,
                                    const struct css_element *e) {
    struct css_seen *seen = seen_of(&s->parts[i], e);
    bool found = seen && seen->found;
    int steps = x->steps; /* a result that is remembered is computed once and costs no steps */
    for (const struct css_element *k = e->prev; k && !found && !(seen && k == seen->upto);
         k = k->prev) {
        enum outcome out = search_from(x, s, i - 1, k);
        if (out == FAILS && !seen) {
            return FAILS;
        }
        if (x->steps < 0) {
            return FAILS;
        }
        x->steps = seen ? steps : x->steps;
        found = out == HOLDS;
    }
    if (seen) {
        seen->upto = e->prev;
        seen->found = found;
    }
    return found ? HOLDS : FAILS_SIBLINGS;
}

/** Matches the parts [0, i] with `e` as the element of part i. */
static enum outcome search_from(struct search *x, const struct css_selector *s, size_t i,
                                const struct css_element *e) {
    if (!is_compound(x, &s->parts[i], e)) {
        return x->steps < 0 ? FAILS : FAILS_HERE;
    }
    if (i == 0) {
        return HOLDS;
    }
    switch (s->parts[i].left) {
    case CSS_DESCENDANT:
        for (e = e->parent; e; e = e->parent) {
            enum outcome out = search_from(x, s, i - 1, e);
            if (out == HOLDS || out == FAILS) {
                return out;
            }
        }
        return FAILS;
    case CSS_CHILD:
        return e->parent ? search_from(x, s, i - 1, e->parent) : FAILS;
    case CSS_NEXT:
        return e->prev ? search_from(x, s, i - 1, e->prev) : FAILS_SIBLINGS;
    case CSS_LATER:
        return search_siblings(x, s, i, e);
    }
    BUG("combinator");
}

bool css_matches(const struct css_selector *s, const struct css_element *e) {
    struct search x = {STEPS};
    return !s->never && s->n > 0 && search_from(&x, s, s->n - 1, e) == HOLDS;
}
