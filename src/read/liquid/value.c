/* SPDX-License-Identifier: MIT */
/* Converts values to texts, numbers and conditions, and compares them. Finds the types of plain
 * scalars of YAML. */
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "read/liquid/liquid_state.h"

const struct node liquid_empty[1] = {{.kind = NODE_STRING}};
const struct node liquid_foreign[1] = {{.kind = NODE_NULL}};
const struct node liquid_blank[1] = {{.kind = NODE_STRING}};

static bool is_number(struct str s) {
    size_t at = s.n && (s.p[0] == '-' || s.p[0] == '+'), digits = 0, points = 0;
    for (; at < s.n; at++) {
        digits += is_digit(s.p[at]);
        points += s.p[at] == '.' && digits;
        if (!is_digit(s.p[at]) && (s.p[at] != '.' || !digits)) {
            return false;
        }
    }
    return digits > 0 && digits < 16 && points < 2 && s.p[s.n - 1] != '.';
}

enum liquid_type liquid_type_of(const struct node *v) {
    if (!v || node_is_null(v)) {
        return LIQUID_NIL;
    }
    switch (v->kind) {
    case NODE_BOOL:
        return LIQUID_BOOL;
    case NODE_NUMBER:
        return LIQUID_NUMBER;
    case NODE_LIST:
        return LIQUID_LIST;
    case NODE_MAP:
        return LIQUID_MAP;
    case NODE_NULL:
    case NODE_STRING:
        break;
    }
    if (!v->plain) {
        return LIQUID_STRING;
    }
    if (str_iamong(v->text, "true yes on false no off")) {
        return LIQUID_BOOL;
    }
    return is_number(v->text) ? LIQUID_NUMBER : LIQUID_STRING;
}

bool liquid_true(const struct node *v) {
    enum liquid_type type = liquid_type_of(v);
    return type != LIQUID_NIL && (type != LIQUID_BOOL || str_iamong(v->text, "true yes on"));
}

struct str liquid_text(struct liquid *q, const struct node *v) {
    switch (liquid_type_of(v)) {
    case LIQUID_NIL:
    case LIQUID_MAP:
        return STR_EMPTY;
    case LIQUID_BOOL:
        return liquid_true(v) ? STR("true") : STR("false");
    case LIQUID_NUMBER:
    case LIQUID_STRING:
        return v->text;
    case LIQUID_LIST:
        break;
    }
    struct buf all;
    buf_init(&all, LIMIT_SOURCE);
    for (size_t i = 0; i < v->n; i++) {
        struct str part =
            liquid_type_of(v->items[i]) == LIQUID_LIST ? STR_EMPTY : liquid_text(q, v->items[i]);
        if (!liquid_spend(q, part.n)) {
            break;
        }
        buf_str(&all, part);
    }
    return buf_finish(&all, q->a);
}

static struct span here(const struct liquid *q) {
    return span_make(q->t->src, q->token->begin, q->token->end);
}

const struct node *liquid_of_text(struct liquid *q, struct str text) {
    (void)liquid_spend(q, text.n + sizeof(struct node));
    return node_string(q->a, text, here(q));
}

const struct node *liquid_of_bool(bool yes) {
    static const struct node words[] = {{.kind = NODE_BOOL, .text = STR_INIT("false")},
                                        {.kind = NODE_BOOL, .text = STR_INIT("true")}};
    return &words[yes];
}

/* ---- numbers */

bool liquid_number(const struct node *v, int64_t *out) {
    enum liquid_type type = liquid_type_of(v);
    struct str s = type == LIQUID_NUMBER || type == LIQUID_STRING ? str_trim(v->text) : STR_EMPTY;
    *out = 0;
    if (!is_number(s)) {
        return false;
    }
    bool negative = s.p[0] == '-', point = false;
    int64_t n = 0, unit = LIQUID_ONE;
    for (size_t i = 0; i < s.n && unit > 0; i++) {
        point = point || s.p[i] == '.';
        if (!is_digit(s.p[i])) {
            continue;
        }
        if (point) {
            unit /= 10;
            n += (s.p[i] - '0') * unit;
        } else if (__builtin_mul_overflow(n, 10, &n) ||
                   __builtin_add_overflow(n, (s.p[i] - '0') * LIQUID_ONE, &n)) {
            return false;
        }
    }
    *out = negative ? -n : n;
    return true;
}

const struct node *liquid_of_number(struct liquid *q, int64_t millionths, bool whole) {
    struct buf b;
    (void)liquid_spend(q, sizeof(struct node));
    buf_init(&b, 64);
    buf_fixed(&b, whole ? millionths / LIQUID_ONE * LIQUID_ONE : millionths, 6);
    if (!whole && !memchr(b.p, '.', b.n)) {
        buf_puts(&b, ".0");
    }
    struct node *n = node_string(q->a, buf_finish(&b, q->a), here(q));
    n->kind = NODE_NUMBER;
    return n;
}

const struct node *liquid_of_int(struct liquid *q, int64_t v) {
    (void)liquid_spend(q, sizeof(struct node));
    struct node *n = node_string(q->a, arena_printf(q->a, "%lld", (long long)v), here(q));
    n->kind = NODE_NUMBER;
    return n;
}

int64_t liquid_int(const struct node *v, int64_t other) {
    int64_t n;
    return liquid_number(v, &n) ? n / LIQUID_ONE : other;
}

/* ---- comparing */

static bool is_empty(const struct node *v, bool blank) {
    enum liquid_type type = liquid_type_of(v);
    switch (type) {
    case LIQUID_NIL:
        return blank;
    case LIQUID_BOOL:
        return blank && !liquid_true(v);
    case LIQUID_NUMBER:
        return false;
    case LIQUID_STRING:
        return blank ? !str_trim(v->text).n : !v->text.n;
    case LIQUID_LIST:
    case LIQUID_MAP:
        break;
    }
    return v->n == 0;
}

bool liquid_equal(struct liquid *q, const struct node *x, const struct node *y) {
    if (x == liquid_empty || x == liquid_blank || y == liquid_empty || y == liquid_blank) {
        bool left = x == liquid_empty || x == liquid_blank;
        return is_empty(left ? y : x, (left ? x : y) == liquid_blank);
    }
    enum liquid_type t = liquid_type_of(x), u = liquid_type_of(y);
    if (t != u) {
        return false;
    }
    int64_t m, n;
    if (t == LIQUID_NUMBER && liquid_number(x, &m) && liquid_number(y, &n)) {
        return m == n;
    }
    if (t == LIQUID_LIST || t == LIQUID_MAP) {
        return x == y;
    }
    (void)liquid_spend(q, 1);
    return t == LIQUID_NIL || str_eq(liquid_text(q, x), liquid_text(q, y));
}

int liquid_compare(struct liquid *q, const struct node *x, const struct node *y) {
    int64_t m, n;
    enum liquid_type t = liquid_type_of(x), u = liquid_type_of(y);
    bool number = t == LIQUID_NUMBER, other = u == LIQUID_NUMBER;
    if (number && other && liquid_number(x, &m) && liquid_number(y, &n)) {
        return m < n ? -1 : m > n;
    }
    if (t == LIQUID_NIL || u == LIQUID_NIL) { /* nil comes first, as in Jekyll's `sort` */
        return (t != LIQUID_NIL) - (u != LIQUID_NIL);
    }
    return number != other ? (number ? -1 : 1) : str_cmp(liquid_text(q, x), liquid_text(q, y));
}

/* ---- members and lists */

static const struct node *pair(struct liquid *q, const struct node *map, size_t i) {
    struct node *list = liquid_new_list(q);
    liquid_append(q, list, liquid_of_text(q, map->keys[i]));
    liquid_append(q, list, map->items[i]);
    return list;
}

const struct node *liquid_member(struct liquid *q, const struct node *v, struct str key) {
    enum liquid_type type = liquid_type_of(v);
    if (type == LIQUID_MAP) {
        (void)liquid_spend(q, v->n);
        const struct node *value = node_value(v, key);
        if (value) {
            return value;
        }
    }
    bool size = str_is(key, "size") || str_is(key, "length");
    bool first = str_is(key, "first"), last = str_is(key, "last");
    if (type == LIQUID_STRING && size) {
        (void)liquid_spend(q, v->text.n);
        return liquid_of_int(q, (int64_t)utf8_count(v->text));
    }
    if (type != LIQUID_LIST && type != LIQUID_MAP) {
        return NULL;
    }
    if (size) {
        return liquid_of_int(q, (int64_t)v->n);
    }
    int64_t i;
    if (!v->n) {
        return NULL;
    }
    if (type == LIQUID_MAP) {
        return first ? pair(q, v, 0) : NULL;
    }
    if (!str_to_i64(key, &i)) {
        return first ? v->items[0] : last ? v->items[v->n - 1] : NULL;
    }
    i = i < 0 ? i + (int64_t)v->n : i;
    return i >= 0 && i < (int64_t)v->n ? v->items[i] : NULL;
}

struct node *liquid_new_list(struct liquid *q) {
    (void)liquid_spend(q, sizeof(struct node));
    return node_new_list(q->a, here(q));
}

void liquid_append(struct liquid *q, struct node *list, const struct node *v) {
    (void)liquid_spend(q, sizeof *v / 8);
    if (!v) {
        struct node *nil = node_string(q->a, STR_EMPTY, here(q));
        nil->kind = NODE_NULL;
        v = nil;
    }
    /* the cast is safe, because the value is not changed */
    node_append(q->a, list, (struct node *)(uintptr_t)v);
}

const struct node *liquid_as_list(struct liquid *q, const struct node *v) {
    enum liquid_type type = liquid_type_of(v);
    if (type == LIQUID_LIST) {
        return v;
    }
    struct node *list = liquid_new_list(q);
    for (size_t i = 0; type == LIQUID_MAP && i < v->n; i++) {
        liquid_append(q, list, pair(q, v, i));
    }
    bool nothing = type == LIQUID_NIL || (type == LIQUID_STRING && !v->text.n);
    if (!nothing && type != LIQUID_MAP) {
        liquid_append(q, list, v);
    }
    return list;
}
