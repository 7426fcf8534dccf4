/* SPDX-License-Identifier: MIT */
/*
 * Evaluates expressions in a tag: operands, filters, conditions (Liquid's documentation,
 * "Operators" and "Types").
 *
 * Some words of Jinja are also accepted, since authors mix the two languages: `not`, `is defined`,
 * `is none`, arguments in parentheses.
 */
#include "read/liquid/liquid_state.h"

#define MAX_RANGE 10000
#define MAX_NESTED 32   /* maximum depth of brackets in names */
#define MAX_CLAUSES 100 /* maximum number of clauses in a condition */

static void skip_space(struct liquid_cursor *c) {
    c->at = str_past(c->s, c->at, is_space);
}

bool liquid_at_end(struct liquid_cursor *c) {
    skip_space(c);
    return c->at >= c->s.n;
}

static bool is_name_char(char c) {
    return is_alnum(c) || c == '_' || c == '-';
}

bool liquid_take(struct liquid_cursor *c, const char *word) {
    struct str w = str_of(word);
    skip_space(c);
    struct str rest = str_from(c->s, c->at);
    if (!str_starts(rest, w) ||
        (is_name_char(w.p[w.n - 1]) && rest.n > w.n && is_name_char(rest.p[w.n]))) {
        return false;
    }
    c->at += w.n;
    return true;
}

struct str liquid_name(struct liquid_cursor *c) {
    skip_space(c);
    size_t from = c->at;
    if (from < c->s.n && (is_alpha(c->s.p[from]) || c->s.p[from] == '_')) {
        c->at = str_past(c->s, c->at, is_name_char);
    }
    return str_slice(c->s, from, c->at);
}

static const struct node *bad(struct liquid *q, struct liquid_cursor *c) {
    if (!c->bad) {
        c->bad = true;
        liquid_report(q, str_from(c->s, c->at), "", "this cannot be read as Liquid from here on");
    }
    return NULL;
}

/* ---- operands */

static const struct node *quoted(struct liquid *q, struct liquid_cursor *c) {
    size_t n = str_index(str_from(c->s, c->at + 1), c->s.p[c->at]);
    if (n == STR_NONE) {
        return bad(q, c);
    }
    struct str text = str_slice(c->s, c->at + 1, c->at + 1 + n);
    c->at += n + 2;
    return liquid_of_text(q, text);
}

static const struct node *number(struct liquid *q, struct liquid_cursor *c) {
    size_t from = c->at;
    c->at += c->s.p[c->at] == '-';
    while (c->at < c->s.n &&
           (is_digit(c->s.p[c->at]) ||
            (c->s.p[c->at] == '.' && c->at + 1 < c->s.n && is_digit(c->s.p[c->at + 1])))) {
        c->at++;
    }
    (void)liquid_spend(q, sizeof(struct node));
    struct node *n = node_string(q->a, str_slice(c->s, from, c->at), SPAN_NONE);
    n->kind = NODE_NUMBER;
    return n;
}

static const struct node *operand(struct liquid *q, struct liquid_cursor *c, int depth);

static const struct node *range(struct liquid *q, struct liquid_cursor *c, int depth) {
    c->at++;
    const struct node *from = operand(q, c, depth + 1);
    if (!liquid_take(c, "..")) {
        return bad(q, c);
    }
    const struct node *to = operand(q, c, depth + 1);
    if (!liquid_take(c, ")")) {
        return bad(q, c);
    }
    int64_t begin = liquid_int(from, 0), end = liquid_int(to, 0);
    struct node *list = liquid_new_list(q);
    if (end - begin >= MAX_RANGE) {
        liquid_report(q, c->s, "", "a range has more than %d numbers: the rest is left out",
                      MAX_RANGE);
        end = begin + MAX_RANGE - 1;
    }
    for (int64_t i = begin; i <= end && q->jump != LIQUID_STOP; i++) {
        liquid_append(q, list, liquid_of_int(q, i));
    }
    return list;
}

static const struct node *loop_member(struct liquid *q, const struct liquid_loop *l,
                                      struct str key) {
    const struct {
        const char *name;
        int64_t value;
    } counts[] = {{"index", l->index + 1},
                  {"index0", l->index},
                  {"rindex", l->length - l->index},
                  {"rindex0", l->length - l->index - 1},
                  {"length", l->length}};
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        if (str_is(key, counts[i].name)) {
            return liquid_of_int(q, counts[i].value);
        }
    }
    bool first = str_is(key, "first"), last = str_is(key, "last");
    return first || last ? liquid_of_bool(first ? l->index == 0 : l->index + 1 == l->length) : NULL;
}

/* Returns the value of a name, or NULL. `*loop` is set if the name is `forloop`. */
static const struct node *look_up(struct liquid *q, struct liquid_cursor *c, struct str name,
                                  const struct liquid_loop **loop) {
    for (const struct liquid_scope *s = q->scope; s; s = s->up) {
        if (str_eq(s->name, name)) {
            *loop = s->loop;
            c->foreign = c->foreign || s->value == liquid_foreign;
            return s->value;
        }
    }
    struct map_entry *set = map_find(&q->globals, name);
    if (set) {
        return set->value;
    }
    if (str_is(name, "page") || str_is(name, "site")) {
        return str_is(name, "page") ? q->opt->page : q->opt->site;
    }
    c->unknown = true;
    c->foreign = q->opt->foreign;
    return NULL;
}

/* Reads `.key` or `[value]` after a name. Returns false if neither follows. */
static bool member_key(struct liquid *q, struct liquid_cursor *c, int depth, struct str *key) {
    if (c->at < c->s.n && c->s.p[c->at] == '[') {
        c->at++;
        *key = liquid_text(q, operand(q, c, depth + 1));
        if (!liquid_take(c, "]")) {
            (void)bad(q, c);
        }
        return !c->bad;
    }
    if (c->at + 1 < c->s.n && c->s.p[c->at] == '.' && is_name_char(c->s.p[c->at + 1])) {
        size_t from = ++c->at;
        c->at = str_past(c->s, c->at, is_name_char);
        c->at += c->at < c->s.n && c->s.p[c->at] == '?';
        *key = str_slice(c->s, from, c->at);
        return true;
    }
    return false;
}

static const struct node *variable(struct liquid *q, struct liquid_cursor *c, int depth) {
    struct str name = liquid_name(c), key;
    const struct liquid_loop *loop = NULL;
    if (!name.n) {
        return bad(q, c);
    }
    const struct node *v = look_up(q, c, name, &loop);
    while (member_key(q, c, depth, &key)) {
        const struct node *member = loop ? loop_member(q, loop, key) : liquid_member(q, v, key);
        c->unknown = c->unknown || !member;
        v = member;
        loop = NULL;
    }
    return v;
}

static const struct node *operand(struct liquid *q, struct liquid_cursor *c, int depth) {
    skip_space(c);
    if (c->at >= c->s.n || c->bad || depth > MAX_NESTED) {
        return bad(q, c);
    }
    char first = c->s.p[c->at], second = c->at + 1 < c->s.n ? c->s.p[c->at + 1] : '\0';
    if (first == '"' || first == '\'') {
        return quoted(q, c);
    }
    if (is_digit(first) || (first == '-' && is_digit(second))) {
        return number(q, c);
    }
    if (first == '(') {
        return range(q, c, depth);
    }
    if (liquid_take(c, "true") || liquid_take(c, "false")) {
        return liquid_of_bool(c->s.p[c->at - 3] == 'r');
    }
    if (liquid_take(c, "nil") || liquid_take(c, "null") || liquid_take(c, "none")) {
        return NULL;
    }
    if (liquid_take(c, "empty")) {
        return liquid_empty;
    }
    return liquid_take(c, "blank") ? liquid_blank : variable(q, c, depth);
}

const struct node *liquid_operand(struct liquid *q, struct liquid_cursor *c) {
    return operand(q, c, 0);
}

/* ---- filters */

/* Reads the arguments up to the next `|`. Arguments of Jinja are in parentheses, with `=`. */
static void arguments(struct liquid *q, struct liquid_cursor *c, struct liquid_call *call) {
    bool jinja = liquid_take(c, "(");
    if ((!jinja && !liquid_take(c, ":")) || (jinja && liquid_take(c, ")"))) {
        return;
    }
    do {
        struct liquid_cursor key = *c;
        struct str name = liquid_name(&key);
        bool named = name.n && (liquid_take(&key, ":") ||
                                (!liquid_take(&key, "==") && liquid_take(&key, "=")));
        c->at = named ? key.at : c->at;
        skip_space(c);
        size_t from = c->at;
        const struct node *v = liquid_operand(q, c);
        if (call->n < LIQUID_ARGUMENTS && !c->bad) {
            call->keys[call->n] = named ? name : STR_EMPTY;
            call->sources[call->n] = str_slice(c->s, from, c->at);
            call->args[call->n++] = v;
        }
    } while (!c->bad && liquid_take(c, ","));
    if (jinja && !liquid_take(c, ")")) {
        (void)bad(q, c);
    }
}

const struct node *liquid_value(struct liquid *q, struct liquid_cursor *c) {
    const struct node *v = liquid_operand(q, c);
    while (!c->bad && liquid_take(c, "|")) {
        struct liquid_call call = {.q = q, .in = v};
        bool before = c->unknown;
        call.name = liquid_name(c);
        if (!call.name.n) {
            return bad(q, c);
        }
        c->unknown = false;
        arguments(q, c, &call);
        /* The input of `default` may be unknown. An unknown argument makes the result unknown. */
        c->unknown = (before && !str_is(call.name, "default")) || c->unknown;
        v = c->bad ? NULL : liquid_filter_run(&call);
    }
    return v;
}

/* ---- conditions */

enum compare { EQUAL, UNEQUAL, LESS, MORE, AT_MOST, AT_LEAST, CONTAINS, DEFINED, UNDEFINED, ALONE };

static enum compare operator_at(struct liquid_cursor *c) {
    static const struct {
        const char *word;
        enum compare is;
    } words[] = {
        {"==", EQUAL},    {"!=", UNEQUAL}, {"<>", UNEQUAL}, {"<=", AT_MOST},
        {">=", AT_LEAST}, {"<", LESS},     {">", MORE},     {"contains", CONTAINS},
    };
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (liquid_take(c, words[i].word)) {
            return words[i].is;
        }
    }
    if (!liquid_take(c, "is")) {
        return ALONE;
    }
    bool negated = liquid_take(c, "not");
    bool defined = liquid_take(c, "defined"), none = !defined && liquid_take(c, "none");
    return !defined && !none ? ALONE : defined != negated ? DEFINED : UNDEFINED;
}

static bool contains(struct liquid *q, const struct node *in, const struct node *what) {
    enum liquid_type type = liquid_type_of(in);
    struct str word = liquid_text(q, what);
    if (type == LIQUID_STRING) {
        (void)liquid_spend(q, in->text.n);
        return what && str_find(in->text, word) != STR_NONE;
    }
    bool found = type == LIQUID_MAP && node_index(in, word) != STR_NONE;
    for (size_t i = 0; type == LIQUID_LIST && i < in->n && !found; i++) {
        found = liquid_equal(q, in->items[i], what);
    }
    return found;
}

static bool holds(struct liquid *q, enum compare op, const struct node *x, const struct node *y) {
    bool nil = !x || !y || liquid_type_of(x) == LIQUID_NIL || liquid_type_of(y) == LIQUID_NIL;
    switch (op) {
    case EQUAL:
        return liquid_equal(q, x, y);
    case UNEQUAL:
        return !liquid_equal(q, x, y);
    case LESS:
        return !nil && liquid_compare(q, x, y) < 0;
    case MORE:
        return !nil && liquid_compare(q, x, y) > 0;
    case AT_MOST:
        return !nil && liquid_compare(q, x, y) <= 0;
    case AT_LEAST:
        return !nil && liquid_compare(q, x, y) >= 0;
    case CONTAINS:
        return contains(q, x, y);
    case DEFINED:
        return liquid_type_of(x) != LIQUID_NIL;
    case UNDEFINED:
        return liquid_type_of(x) == LIQUID_NIL;
    case ALONE:
        break;
    }
    return liquid_true(x);
}

static bool clause(struct liquid *q, struct liquid_cursor *c) {
    bool negated = false;
    while (liquid_take(c, "not")) {
        negated = !negated;
    }
    const struct node *x = liquid_value(q, c), *y = NULL;
    enum compare op = operator_at(c);
    if (op != ALONE && op != DEFINED && op != UNDEFINED) {
        y = liquid_value(q, c);
    }
    return holds(q, op, x, y) != negated;
}

bool liquid_condition(struct liquid *q, struct liquid_cursor *c) {
    bool value[MAX_CLAUSES], both[MAX_CLAUSES];
    size_t n = 0;
    bool more = true;
    while (more && !c->bad && n < MAX_CLAUSES) {
        value[n] = clause(q, c);
        both[n] = liquid_take(c, "and");
        more = both[n] || liquid_take(c, "or");
        n++;
    }
    if (!c->bad && (more || !liquid_at_end(c))) {
        (void)bad(q, c);
    }
    /* clauses are evaluated from right to left (Liquid, "Operators", order of operations) */
    bool all = n && value[n - 1];
    for (size_t i = n - (n > 0); i-- > 0;) {
        all = both[i] ? value[i] && all : value[i] || all;
    }
    return all && !c->bad;
}
