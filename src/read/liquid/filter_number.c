/* SPDX-License-Identifier: MIT */
/* Filters for numbers. Numbers have six decimals. Two whole numbers give a whole number, as in
 * Liquid: 7 divided by 2 is 3. */
#include "read/liquid/liquid_state.h"

struct pair {
    int64_t x, y;
    bool whole; /* `x` and `y` are whole numbers */
};

static bool is_whole(struct str s) {
    return str_index(s, '.') == STR_NONE;
}

/* Returns the input and the argument as numbers. Other values count as 0 (Liquid's to_number). */
static struct pair numbers(struct liquid_call *c) {
    struct pair p = {0, 0, true};
    const struct node *y = c->n ? c->args[0] : NULL;
    (void)liquid_number(c->in, &p.x);
    (void)liquid_number(y, &p.y);
    p.whole = is_whole(liquid_text(c->q, c->in)) && is_whole(liquid_text(c->q, y));
    return p;
}

static const struct node *give(struct liquid_call *c, bool overflow, int64_t v, bool whole) {
    if (overflow) {
        liquid_report(c->q, c->name, "", "this number is too large");
        return NULL;
    }
    return liquid_of_number(c->q, v, whole);
}

static const struct node *f_plus(struct liquid_call *c) {
    struct pair p = numbers(c);
    int64_t v;
    bool overflow = __builtin_add_overflow(p.x, p.y, &v);
    return give(c, overflow, v, p.whole);
}

static const struct node *f_minus(struct liquid_call *c) {
    struct pair p = numbers(c);
    int64_t v;
    bool overflow = __builtin_sub_overflow(p.x, p.y, &v);
    return give(c, overflow, v, p.whole);
}

/* Computes x * y / z, all in millionths, in two steps. Returns true if the result is too large. */
static bool scale(int64_t x, int64_t y, int64_t z, int64_t *out) {
    int64_t whole, part;
    if (__builtin_mul_overflow(x / z, y, &whole) || __builtin_mul_overflow(x % z, y, &part)) {
        return true;
    }
    return __builtin_add_overflow(whole, part / z, out);
}

static const struct node *f_times(struct liquid_call *c) {
    struct pair p = numbers(c);
    int64_t v = 0;
    bool overflow = scale(p.x, p.y, LIQUID_ONE, &v);
    return give(c, overflow, v, p.whole);
}

static int64_t floor_of(int64_t v) {
    int64_t rest = v % LIQUID_ONE;
    return v - rest - (rest < 0 ? LIQUID_ONE : 0);
}

static const struct node *f_divided_by(struct liquid_call *c) {
    struct pair p = numbers(c);
    int64_t v = 0;
    if (p.y == 0) {
        liquid_report(c->q, c->name, "", "this divides by zero");
        return NULL;
    }
    bool overflow = scale(p.x, LIQUID_ONE, p.y, &v);
    bool below = p.whole && !overflow && (p.x < 0) != (p.y < 0) && p.x % p.y != 0;
    v = below && v % LIQUID_ONE == 0 ? v - 1 : v;
    return give(c, overflow, p.whole ? floor_of(v) : v, p.whole);
}

static const struct node *f_modulo(struct liquid_call *c) {
    struct pair p = numbers(c);
    if (p.y == 0) {
        liquid_report(c->q, c->name, "", "this divides by zero");
        return NULL;
    }
    int64_t rest = p.y == -1 ? 0 : p.x % p.y;
    rest += rest && (rest < 0) != (p.y < 0) ? p.y : 0;
    return give(c, false, rest, p.whole);
}

static const struct node *f_abs(struct liquid_call *c) {
    struct pair p = numbers(c);
    return give(c, p.x == INT64_MIN, p.x < 0 && p.x > INT64_MIN ? -p.x : p.x, p.whole);
}

static const struct node *f_ceil(struct liquid_call *c) {
    struct pair p = numbers(c);
    int64_t low = floor_of(p.x);
    return give(c, false, low == p.x ? low : low + LIQUID_ONE, true);
}

static const struct node *f_floor(struct liquid_call *c) {
    return give(c, false, floor_of(numbers(c).x), true);
}

static const struct node *f_round(struct liquid_call *c) {
    int64_t places = liquid_int(c->n ? c->args[0] : NULL, 0), unit = LIQUID_ONE;
    for (int64_t i = 0; i < places && unit > 1; i++) {
        unit /= 10;
    }
    int64_t x = numbers(c).x, half = x < 0 ? -unit / 2 : unit / 2, v;
    bool overflow = __builtin_add_overflow(x, half, &v);
    return give(c, overflow, v / unit * unit, places <= 0);
}

static const struct node *f_at_least(struct liquid_call *c) {
    struct pair p = numbers(c);
    return give(c, false, p.x > p.y ? p.x : p.y, p.whole);
}

static const struct node *f_at_most(struct liquid_call *c) {
    struct pair p = numbers(c);
    return give(c, false, p.x < p.y ? p.x : p.y, p.whole);
}

/* Returns the number at the beginning of a text, as Ruby's to_i does. */
static const struct node *f_to_integer(struct liquid_call *c) {
    int64_t v = liquid_int(c->in, 0);
    if (liquid_type_of(c->in) == LIQUID_STRING) {
        struct str s = str_trim(c->in->text);
        size_t n = str_starts(s, STR("-")) || str_starts(s, STR("+"));
        n = str_past(s, n, is_digit);
        v = str_to_i64(str_slice(s, str_starts(s, STR("+")), n), &v) ? v : 0;
    } else if (liquid_type_of(c->in) == LIQUID_BOOL) {
        v = liquid_true(c->in);
    }
    return liquid_of_int(c->q, v);
}

const struct liquid_filter_row liquid_number_filters[] = {
    {"abs", f_abs},     {"at_least", f_at_least},     {"at_most", f_at_most},
    {"ceil", f_ceil},   {"divided_by", f_divided_by}, {"floor", f_floor},
    {"minus", f_minus}, {"modulo", f_modulo},         {"plus", f_plus},
    {"round", f_round}, {"times", f_times},           {"to_integer", f_to_integer},
    {NULL, NULL},
};
