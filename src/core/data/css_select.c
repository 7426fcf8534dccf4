/* SPDX-License-Identifier: MIT */
/*
 * Reads selectors. This file decides which parts of Selectors 4 are supported and what is a fault.
 */
#include "core/data/css_select.h"

#include "core/base/bounds.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_CSS_SYNTAX);
DIAG_USE(DIAG_CSS_UNSUPPORTED);

#define FIELD_LIMIT 1024u /* the limit of each of the three fields of a specificity */
#define TYPE_WEIGHT 1u
#define CLASS_WEIGHT FIELD_LIMIT
#define ID_WEIGHT (FIELD_LIMIT * FIELD_LIMIT)
/* the maximum number of compounds of one selector; each is a step of the search */
#define MAX_PARTS 64
#define MAX_NESTED 8       /* the maximum nesting of functions */
#define MAX_NTH 1000000000 /* the maximum of a and b in an+b */

typedef VEC(struct css_compound) part_list;
typedef VEC(struct css_selector) selector_list;

struct reader {
    struct arena *arena;
    const struct css_token *t;
    size_t n, at;
    struct diags *d;
    struct css_selector *sel;
    const struct css_outer *outer; /* what `&` refers to, or NULL */
    int depth;                     /* the current nesting of functions */
    bool faulty;
};

/** A compound selector that is being read. */
struct compound {
    struct css_compound c;
    VEC(struct str) classes;
    VEC(struct css_attr) attrs;
    VEC(struct css_pseudo) pseudos;
};

/** Adds to the specificity. The numbers of identifiers, classes and types are three fields of one
 * number (Selectors 3, section 9). A full field stays full, so that many classes never count as an
 * identifier. */
static void weigh(struct reader *r, uint32_t weight, uint32_t times) {
    uint32_t had = r->sel->specificity / weight % FIELD_LIMIT;
    uint32_t room = FIELD_LIMIT - 1 - had;
    r->sel->specificity += weight * (times < room ? times : room);
}

static void weigh_as(struct reader *r, uint32_t specificity) {
    weigh(r, TYPE_WEIGHT, specificity % FIELD_LIMIT);
    weigh(r, CLASS_WEIGHT, specificity / CLASS_WEIGHT % FIELD_LIMIT);
    weigh(r, ID_WEIGHT, specificity / ID_WEIGHT % FIELD_LIMIT);
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

/** Reports, once, a selector that is valid but not supported in the PDF. */
static void unsupported(struct reader *r, struct span at) {
    if (!r->sel->unknown) {
        struct diag *g =
            diag_add(r->d, DIAG_CSS_UNSUPPORTED, at, "the PDF does not support the selector `%.*s`",
                     STR_ARG(span_text(at)));
        diag_hint(r->d, g,
                  "styles/README.md lists the supported ones; put rules for screens only "
                  "into `@media screen`");
    }
    r->sel->unknown = r->sel->never = true;
}

/** Whether a pseudo-class has a meaning only on a screen. It matches nothing on paper, and this is
 * not reported. */
static bool is_interactive(struct str name) {
    return str_iamong(name, "hover focus focus-visible focus-within active visited target "
                            "checked enabled disabled selection open placeholder "
                            "placeholder-shown default invalid required target-within fullscreen "
                            "backdrop");
}

static selector_list read_list(struct reader *from, const struct css_token *t, size_t n,
                               bool forgiving, bool *good);

/* ---- pseudo-classes ---- */

static void add_pseudo(struct compound *c, struct css_pseudo p) {
    vec_push(&c->pseudos, p);
}

/** Reads an integer with an optional sign; `*s` moves past it. */
static bool take_int(struct str *s, int32_t *out) {
    int64_t v = 0;
    size_t i = s->n > 0 && (s->p[0] == '-' || s->p[0] == '+');
    bool negative = i > 0 && s->p[0] == '-';
    size_t from = i;
    for (; i < s->n && is_digit(s->p[i]); i++) {
        v = v < MAX_NTH ? v * 10 + (s->p[i] - '0') : v;
    }
    v = v < MAX_NTH ? v : MAX_NTH;
    *out = (int32_t)(negative ? -v : v);
    bool some = i > from;
    *s = str_from(*s, i);
    return some;
}

/** Reads an+b, odd or even (CSS Syntax 3, section 6). */
static bool read_nth(struct str text, struct css_pseudo *out) {
    struct str s = str_trim(text);
    if (str_ieq(s, STR("odd")) || str_ieq(s, STR("even"))) {
        out->a = 2;
        out->b = str_ieq(s, STR("odd"));
        return true;
    }
    bool some = take_int(&s, &out->a);
    if (s.n == 0 || to_lower(s.p[0]) != 'n') {
        out->b = out->a;
        out->a = 0;
        return some && s.n == 0;
    }
    if (!some) { /* n and +n mean 1n, and -n means -1n */
        struct str before = str_slice(text, 0, (size_t)(s.p - text.p));
        out->a = str_ends(before, STR("-")) ? -1 : 1;
    }
    s = str_trim(str_from(s, 1));
    if (s.n == 0) {
        return true;
    }
    bool minus = s.p[0] == '-';
    if (!minus && s.p[0] != '+') {
        return false;
    }
    s = str_trim(str_from(s, 1));
    if (s.n == 0 || !is_digit(s.p[0]) || !take_int(&s, &out->b) || s.n > 0) {
        return false;
    }
    out->b = minus ? -out->b : out->b;
    return true;
}

static void add_nth(struct reader *r, struct compound *c, struct css_pseudo p) {
    p.kind = CSS_NTH;
    r->sel->asks |= p.of_type ? (p.from_end ? CSS_ASKS_BEHIND_TYPE : CSS_ASKS_TYPE)
                              : (p.from_end ? CSS_ASKS_BEHIND : 0u);
    add_pseudo(c, p);
}

/** Reads `:is(...)`, `:not(...)`, `:where(...)` or `:matches(...)` (sections 4.2 to 4.4). */
static void read_nested(struct reader *r, struct compound *c, bool negated, bool weighs,
                        const struct css_token *t, size_t n) {
    bool good = false;
    uint32_t most = 0;
    selector_list list = read_list(r, t, n, !negated, &good);
    struct css_pseudo p = {.kind = negated ? CSS_NOT : CSS_IS, .n = list.n};
    for (size_t i = 0; i < list.n; i++) {
        const struct css_selector *s = &list.p[i];
        most = s->specificity > most ? s->specificity : most;
        r->sel->asks |= s->asks;
        /* the list had an unsupported selector, which has been reported; so its negation is not
         * supported either */
        if (negated && s->unknown) {
            r->sel->unknown = r->sel->never = true;
        }
    }
    p.list = vec_keep(&list, r->arena);
    vec_drop(&list);
    if (weighs) {
        weigh_as(r, most);
    }
    if (good || !negated) {
        add_pseudo(c, p);
    }
}

/** Reads `:lang(de, "fr")`, which matches an element in any of the languages. */
static bool read_lang(struct reader *r, struct compound *c, const struct css_token *t, size_t n) {
    VEC(struct css_selector) list = VEC_INIT;
    bool good = n > 0;
    for (size_t i = 0; i < n; i++) {
        if (t[i].kind == CSS_IDENT || t[i].kind == CSS_STRING) {
            struct css_compound *one = ARENA_NEW(r->arena, struct css_compound);
            struct css_pseudo *p = ARENA_NEW(r->arena, struct css_pseudo);
            *p = (struct css_pseudo){.kind = CSS_LANG, .text = t[i].text};
            *one = (struct css_compound){.pseudos = p, .npseudos = 1};
            vec_push(&list, (struct css_selector){.parts = one, .n = 1});
        } else {
            good = good && (t[i].kind == CSS_COMMA || t[i].kind == CSS_SPACE);
        }
    }
    struct css_pseudo p = {.kind = CSS_IS, .n = list.n};
    p.list = vec_finish(&list, r->arena);
    if (good) {
        add_pseudo(c, p);
    }
    return good;
}

/** Reads a pseudo-class with parentheses; `t` are the tokens inside. Returns false if it is
 * unknown. */
static bool read_function(struct reader *r, struct compound *c, struct str name,
                          const struct css_token *t, size_t n) {
    static const struct {
        const char *name;
        bool from_end, of_type;
    } NTH[] = {{"nth-child", false, false},
               {"nth-last-child", true, false},
               {"nth-of-type", false, true},
               {"nth-last-of-type", true, true}};
    bool where = str_ieq(name, STR("where"));
    bool negated = str_ieq(name, STR("not"));
    if (where || negated || str_iamong(name, "is matches")) {
        if (r->depth >= MAX_NESTED) {
            return false;
        }
        read_nested(r, c, negated, !where, t, n);
        return true;
    }
    weigh(r, CLASS_WEIGHT, 1);
    for (size_t i = 0; i < ARRAY_LEN(NTH); i++) {
        struct css_pseudo p = {.from_end = NTH[i].from_end, .of_type = NTH[i].of_type};
        if (str_ieq(name, str_of(NTH[i].name))) {
            if (!read_nth(span_text(css_span(t, n)), &p)) {
                return false;
            }
            add_nth(r, c, p);
            return true;
        }
    }
    struct str inner = str_trim(span_text(css_span(t, n)));
    if (str_ieq(name, STR("dir")) && (str_ieq(inner, STR("ltr")) || str_ieq(inner, STR("rtl")))) {
        add_pseudo(
            c, (struct css_pseudo){.kind = str_ieq(inner, STR("rtl")) ? CSS_DIR_RTL : CSS_DIR_LTR});
        return true;
    }
    return str_ieq(name, STR("lang")) && read_lang(r, c, t, n);
}

/** Reads a pseudo-class without parentheses. Returns false if it is unknown. */
static bool read_word(struct reader *r, struct compound *c, struct str name) {
    bool only = str_ieq(name, STR("only-of-type"));
    bool first = only || str_ieq(name, STR("first-of-type"));
    bool last = only || str_ieq(name, STR("last-of-type"));
    if (first) {
        add_nth(r, c, (struct css_pseudo){.b = 1, .of_type = true});
    }
    if (last) {
        add_nth(r, c, (struct css_pseudo){.b = 1, .of_type = true, .from_end = true});
    }
    if (first || last) {
        return true;
    }
    if (str_iamong(name, "root scope")) { /* in a style sheet, `:scope` is the root */
        c->c.root = true;
    } else if (str_ieq(name, STR("first-child"))) {
        c->c.first = true;
    } else if (str_ieq(name, STR("last-child"))) {
        c->c.last = true;
    } else if (str_ieq(name, STR("only-child"))) {
        c->c.first = c->c.last = true;
    } else if (str_iamong(name, "link any-link")) {
        c->c.link = true;
    } else if (str_ieq(name, STR("empty"))) {
        r->sel->asks |= CSS_ASKS_EMPTY;
        add_pseudo(c, (struct css_pseudo){.kind = CSS_EMPTY});
    } else {
        return false;
    }
    return true;
}

/** Reads `::before` and similar pseudo-elements; four of them may be written with one colon (CSS
 * 2). Returns false if it is unknown. */
static bool read_part(struct reader *r, struct str name, bool two_colons) {
    static const struct {
        const char *name;
        enum css_part part;
        bool old;
    } PARTS[] = {{"before", CSS_BEFORE, true},
                 {"after", CSS_AFTER, true},
                 {"first-line", CSS_FIRST_LINE, true},
                 {"first-letter", CSS_FIRST_LETTER, true},
                 {"marker", CSS_MARKER, false}};
    for (size_t i = 0; i < ARRAY_LEN(PARTS); i++) {
        if (str_ieq(name, str_of(PARTS[i].name)) && (two_colons || PARTS[i].old)) {
            weigh(r, TYPE_WEIGHT, 1);
            r->sel->part = PARTS[i].part;
            /* only some pseudo-classes may follow a pseudo-element (section 3.6) */
            if (r->at < r->n) {
                struct diag *g = diag_add(r->d, DIAG_CSS_SYNTAX, r->t[r->at].span,
                                          "nothing may follow `::%s`", PARTS[i].name);
                diag_hint(r->d, g, "the whole rule is left out");
                r->faulty = true;
            }
            return true;
        }
    }
    return false;
}

/** Reads `:name` and `::name`; the first colon is the current token. */
static void read_pseudo(struct reader *r, struct compound *c) {
    const struct css_token *colon = &r->t[r->at++];
    bool element = r->at < r->n && r->t[r->at].kind == CSS_COLON;
    r->at += element;
    if (r->at >= r->n || (r->t[r->at].kind != CSS_IDENT && r->t[r->at].kind != CSS_FUNCTION)) {
        syntax(r, colon, "a name is missing after the colon");
        return;
    }
    const struct css_token *t = &r->t[r->at];
    bool function = t->kind == CSS_FUNCTION;
    size_t end = function ? css_block_end(r->t, r->n, r->at) : r->at + 1;
    struct span span = span_make(colon->span.src, colon->span.begin, r->t[end - 1].span.end);
    size_t inner = end - r->at - 1;
    inner -= function && inner > 0 && r->t[end - 1].kind == CSS_CLOSE;
    r->at = end;
    if (!function && read_part(r, t->text, element)) {
        return;
    }
    if (!function) {
        weigh(r, element ? TYPE_WEIGHT : CLASS_WEIGHT, 1);
    }
    if (!function && is_interactive(t->text)) {
        r->sel->never = true;
    } else if (element || !(function ? read_function(r, c, t->text, t + 1, inner)
                                     : read_word(r, c, t->text))) {
        unsupported(r, span);
    }
}

/* ---- attributes ---- */

/** Whether HTML compares the values of an attribute without regard to case (HTML, "Case-sensitivity
 * of selectors"). */
static bool is_caseless(struct str name) {
    return str_among(name, "align dir hreflang lang media rel scope target type valign language "
                           "shape method clear face");
}

/** Reads the condition of `[...]` from its tokens without the brackets; false when it is not
 * supported. */
static bool read_test(struct arena *a, const struct css_token *const *t, size_t n,
                      struct css_attr *out) {
    static const struct {
        const char *sign;
        enum css_attr_test test;
    } SIGNS[] = {{"~", CSS_ATTR_WORD},
                 {"|", CSS_ATTR_DASH},
                 {"^", CSS_ATTR_STARTS},
                 {"$", CSS_ATTR_ENDS},
                 {"*", CSS_ATTR_CONTAINS}};
    *out = (struct css_attr){.name = arena_lower(a, t[0]->text)};
    out->any_case = is_caseless(out->name);
    if (n == 1) {
        return true;
    }
    size_t k = 1;
    out->test = CSS_ATTR_EQUALS;
    for (size_t i = 0; i < ARRAY_LEN(SIGNS); i++) {
        if (t[1]->kind == CSS_DELIM && str_is(t[1]->text, SIGNS[i].sign)) {
            out->test = SIGNS[i].test;
            k = 2;
        }
    }
    if (n < k + 2 || t[k]->kind != CSS_DELIM || !str_is(t[k]->text, "=") ||
        (t[k + 1]->kind != CSS_IDENT && t[k + 1]->kind != CSS_STRING)) {
        return false;
    }
    out->value = t[k + 1]->text;
    if (n == k + 2) {
        return true;
    }
    bool any = t[k + 2]->kind == CSS_IDENT && str_ieq(t[k + 2]->text, STR("i"));
    bool as_is = t[k + 2]->kind == CSS_IDENT && str_ieq(t[k + 2]->text, STR("s"));
    out->any_case = any;
    return n == k + 3 && (any || as_is);
}

/** Reads `[...]` (section 6). The opening bracket is the current token. */
static void read_attribute(struct reader *r, struct compound *c) {
    enum { MOST = 5 }; /* at most a name, an operator of two tokens, a value and a flag */
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
    if (n <= MOST && read_test(r->arena, inner, n, &attr)) {
        vec_push(&c->attrs, attr);
    } else {
        unsupported(r, css_span(open, end - r->at));
    }
    weigh(r, CLASS_WEIGHT, 1);
    r->at = end;
}

/* ---- compounds ---- */

/** Adds `&`, which matches any of the outer selectors (CSS Nesting 1, section 3.1). Without outer
 * selectors it matches the root. */
static void add_outer(struct reader *r, struct compound *c) {
    uint32_t most = 0;
    if (!r->outer) {
        c->c.root = true;
        return;
    }
    for (size_t i = 0; i < r->outer->n; i++) {
        const struct css_selector *s = &r->outer->list[i];
        most = s->specificity > most ? s->specificity : most;
        r->sel->asks |= s->asks;
    }
    weigh_as(r, most);
    add_pseudo(c, (struct css_pseudo){.kind = CSS_IS, .list = r->outer->list, .n = r->outer->n});
}

static void read_id(struct reader *r, struct css_compound *c) {
    const struct css_token *t = &r->t[r->at++];
    if (c->id.n > 0 && !str_eq(c->id, t->text)) {
        r->sel->never = true; /* a compound with two different ids matches nothing */
    }
    c->id = t->text;
    weigh(r, ID_WEIGHT, 1);
}

/** Reads one simple selector. Returns false when none begins here. */
static bool read_simple(struct reader *r, struct compound *into, bool first) {
    const struct css_token *t = &r->t[r->at];
    struct css_compound *c = &into->c;
    if (first && t->kind == CSS_IDENT) {
        c->type = arena_lower(r->arena, t->text);
        weigh(r, TYPE_WEIGHT, 1);
        r->at++;
    } else if (first && is_delim(r, "*")) {
        r->at++;
    } else if (is_delim(r, "&")) {
        r->at++;
        add_outer(r, into);
    } else if (t->kind == CSS_HASH && t->whole) {
        read_id(r, c);
    } else if (is_delim(r, ".")) {
        r->at++;
        if (r->at >= r->n || r->t[r->at].kind != CSS_IDENT) {
            syntax(r, t, "a class has no name");
            return false;
        }
        vec_push(&into->classes, r->t[r->at++].text);
        weigh(r, CLASS_WEIGHT, 1);
    } else if (t->kind == CSS_COLON) {
        read_pseudo(r, into);
    } else if (t->kind == CSS_OPEN && str_is(t->text, "[")) {
        read_attribute(r, into);
    } else {
        return false;
    }
    return true;
}

static void keep_compound(struct reader *r, struct compound *c, part_list *parts) {
    c->c.classes = vec_keep(&c->classes, r->arena);
    c->c.nclasses = c->classes.n;
    c->c.attrs = vec_keep(&c->attrs, r->arena);
    c->c.nattrs = c->attrs.n;
    c->c.pseudos = vec_keep(&c->pseudos, r->arena);
    c->c.npseudos = c->pseudos.n;
    vec_drop(&c->classes);
    vec_drop(&c->attrs);
    vec_drop(&c->pseudos);
    vec_push(parts, c->c);
}

static void read_compound(struct reader *r, part_list *parts, enum css_combinator left) {
    struct compound c = {
        .c = {.left = left}, .classes = VEC_INIT, .attrs = VEC_INIT, .pseudos = VEC_INIT};
    size_t from = r->at;
    if (left == CSS_LATER) {
        c.c.seen = css_seen_new(r->arena);
    }
    while (!r->faulty && r->at < r->n && read_simple(r, &c, r->at == from)) {
    }
    if (r->at == from && !r->faulty) {
        syntax(r, &r->t[r->at < r->n ? r->at : r->n - 1], "this is not a selector");
    }
    keep_compound(r, &c, parts);
    if (parts->n > MAX_PARTS) {
        unsupported(r, r->sel->span);
    }
}

static bool take_sign(struct reader *r, enum css_combinator *out) {
    static const struct {
        const char *sign;
        enum css_combinator how;
    } SIGNS[] = {{">", CSS_CHILD}, {"+", CSS_NEXT}, {"~", CSS_LATER}};
    for (size_t i = 0; i < ARRAY_LEN(SIGNS); i++) {
        if (is_delim(r, SIGNS[i].sign)) {
            *out = SIGNS[i].how;
            r->at++;
            r->at += r->at < r->n && r->t[r->at].kind == CSS_SPACE;
            return true;
        }
    }
    return false;
}

/** Reads the combinator at the current place; false at the end of the selector. */
static bool read_combinator(struct reader *r, enum css_combinator *out) {
    bool space = r->at < r->n && r->t[r->at].kind == CSS_SPACE;
    r->at += space;
    if (r->at >= r->n) {
        return false;
    }
    *out = CSS_DESCENDANT;
    if (take_sign(r, out)) {
        if (r->at >= r->n) {
            syntax(r, &r->t[r->n - 1], "a selector is missing after this");
        }
    } else if (!space) {
        syntax(r, &r->t[r->at], "this is not a selector");
    }
    return !r->faulty;
}

/** Whether `&` occurs anywhere in the selector, also inside functions. */
static bool names_outer(const struct reader *r) {
    for (size_t i = 0; i < r->n; i++) {
        if (r->t[i].kind == CSS_DELIM && str_is(r->t[i].text, "&")) {
            return true;
        }
    }
    return false;
}

/** Reads one selector: the tokens [0, n) without white space at the ends. A nested selector
 * without `&` is relative to the outer selector (CSS Nesting 1, section 3.2). */
static bool read_selector(struct reader *r) {
    part_list parts = VEC_INIT;
    enum css_combinator left = CSS_DESCENDANT;
    r->sel->span = css_span(r->t, r->n);
    if (r->outer && r->depth == 0 && (take_sign(r, &left) || !names_outer(r))) {
        struct compound c = {.classes = VEC_INIT, .attrs = VEC_INIT, .pseudos = VEC_INIT};
        add_outer(r, &c);
        keep_compound(r, &c, &parts);
    }
    do {
        read_compound(r, &parts, left);
    } while (!r->faulty && !r->sel->unknown && read_combinator(r, &left));
    r->sel->parts = vec_finish(&parts, r->arena);
    r->sel->n = parts.n;
    return !r->faulty;
}

/** Reads selectors between commas. A forgiving list omits invalid ones (section 4.2.1). */
static selector_list read_list(struct reader *from, const struct css_token *t, size_t n,
                               bool forgiving, bool *good) {
    selector_list list = VEC_INIT;
    size_t at = 0;
    *good = true;
    while (*good && at <= n) {
        size_t to = at;
        while (to < n && t[to].kind != CSS_COMMA) {
            bool opens = t[to].kind == CSS_OPEN || t[to].kind == CSS_FUNCTION;
            to = opens ? css_block_end(t, n, to) : to + 1;
        }
        size_t end = to;
        at += at < end && t[at].kind == CSS_SPACE;
        end -= end > at && t[end - 1].kind == CSS_SPACE;
        struct css_selector sel = {0};
        struct reader r = {.arena = from->arena,
                           .t = t + at,
                           .n = end - at,
                           .d = from->d,
                           .sel = &sel,
                           .outer = from->outer,
                           .depth = from->sel ? from->depth + 1 : 0};
        if (r.n == 0) {
            (void)diag_add(from->d, DIAG_CSS_SYNTAX, css_span(t, n),
                           "a selector of this list is empty");
            *good = forgiving;
        } else if (!read_selector(&r)) {
            sel.never = sel.unknown = true;
            *good = forgiving;
        }
        /* inside a function, pseudo-elements match nothing (section 4.2) */
        if (r.depth > 0 && sel.part != CSS_ITSELF) {
            sel.never = true;
        }
        vec_push(&list, sel);
        at = to + 1;
    }
    return list;
}

size_t css_selectors_of(struct arena *a, const struct css_token *t, size_t n,
                        const struct css_outer *outer, struct css_selector **out, struct diags *d) {
    struct reader r = {.arena = a, .d = d, .outer = outer};
    bool good = false;
    selector_list list = read_list(&r, t, n, false, &good);
    *out = vec_keep(&list, a);
    size_t count = good ? list.n : 0;
    vec_drop(&list);
    return count;
}

size_t css_selectors_read(struct arena *a, const struct css_rule *rule,
                          const struct css_outer *outer, struct css_selector **out,
                          struct diags *d) {
    return css_selectors_of(a, rule->prelude, rule->nprelude, outer, out, d);
}
