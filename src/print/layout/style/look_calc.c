/* SPDX-License-Identifier: MIT */
/*
 * Sums of lengths, and choices among them: calc(), min(), max(), clamp() (CSS Values 4, section
 * 10). Numbers are computed when they are read. Lengths with relative units remain a tree of
 * limited depth.
 */
#include "print/layout/style/look_internal.h"

#define MAX_DEPTH 16
#define MAX_FACTOR ((int64_t)100000 * CSS_MICRO)

enum calc_op { CALC_VALUE, CALC_SUM, CALC_TIMES, CALC_MIN, CALC_MAX };

struct look_calc {
    enum calc_op op;
    bool number;             /* the result is a number, not a length */
    bool least_zero;         /* a negative result is replaced by 0 */
    struct look_value value; /* the value of a CALC_VALUE */
    int64_t factor;          /* the factor of a CALC_TIMES, in millionths */
    const struct look_calc *first, *next;
};

struct calc_reader {
    struct arena *arena;
    const struct css_token *t;
    size_t n, at;
    unsigned takes;
    int depth;
};

static struct look_calc *node(struct calc_reader *r, enum calc_op op) {
    struct look_calc *c = ARENA_NEW(r->arena, struct look_calc);
    c->op = op;
    return c;
}

static int64_t within(int64_t v) {
    return v > MAX_FACTOR ? MAX_FACTOR : v < -MAX_FACTOR ? -MAX_FACTOR : v;
}

/** The product of two numbers in millionths, each of which is at most MAX_FACTOR. */
static int64_t product(int64_t a, int64_t b) {
    return within(a / CSS_MICRO * b + a % CSS_MICRO * (b / CSS_MICRO) +
                  a % CSS_MICRO * (b % CSS_MICRO) / CSS_MICRO);
}

/** a / b, where b is not 0. */
static int64_t quotient(int64_t a, int64_t b) {
    bool large = a > INT64_MAX / CSS_MICRO || a < -(INT64_MAX / CSS_MICRO);
    return within(large ? a / (b / CSS_MICRO == 0 ? 1 : b / CSS_MICRO) : a * CSS_MICRO / b);
}

static bool is_delim(const struct calc_reader *r, const char *sign) {
    return r->at < r->n && r->t[r->at].kind == CSS_DELIM && str_is(r->t[r->at].text, sign);
}

static struct look_calc *read_sum(struct calc_reader *r);

/** Reads a sum, or several separated by commas, up to the closing bracket. */
static struct look_calc *read_choice(struct calc_reader *r, enum calc_op op, size_t least,
                                     size_t most) {
    struct look_calc *c = node(r, op);
    const struct look_calc **last = &c->first;
    for (size_t count = 1;; count++) {
        struct look_calc *k = read_sum(r);
        if (!k || (count > 1 && k->number != c->number)) {
            return NULL;
        }
        c->number = k->number;
        *last = k;
        last = &k->next;
        if (r->at < r->n && r->t[r->at].kind == CSS_COMMA && count < most) {
            r->at++;
            continue;
        }
        bool closed = r->at == r->n || r->t[r->at].kind == CSS_CLOSE;
        r->at += r->at < r->n;
        return closed && count >= least ? c : NULL;
    }
}

/** Reads clamp(minimum, value, maximum), which is max(minimum, min(value, maximum)). */
static struct look_calc *read_clamp(struct calc_reader *r) {
    struct look_calc *c = read_choice(r, CALC_MAX, 3, 3);
    if (!c) {
        return NULL;
    }
    struct look_calc *inner = node(r, CALC_MIN);
    struct look_calc *least = arena_copy(r->arena, c->first, sizeof *least);
    inner->first = c->first->next;
    inner->number = c->number;
    least->next = inner;
    c->first = least;
    return c;
}

static struct look_calc *read_function(struct calc_reader *r, struct str name) {
    if (str_ieq(name, STR("min"))) {
        return read_choice(r, CALC_MIN, 1, SIZE_MAX);
    }
    if (str_ieq(name, STR("max"))) {
        return read_choice(r, CALC_MAX, 1, SIZE_MAX);
    }
    if (str_ieq(name, STR("clamp"))) {
        return read_clamp(r);
    }
    return str_ieq(name, STR("calc")) ? read_choice(r, CALC_SUM, 1, 1) : NULL;
}

static struct look_calc *read_leaf(struct calc_reader *r, const struct css_token *t) {
    struct look_calc *c = node(r, CALC_VALUE);
    unsigned takes = (r->takes & (TAKES_LENGTH | TAKES_PERCENT)) | TAKES_NUMBER | TAKES_NEGATIVE;
    if (!look_number_read(t, takes, &c->value)) {
        return NULL;
    }
    c->number = t->kind == CSS_NUMBER;
    if (c->number) {
        c->value = (struct look_value){.kind = LOOK_NUMBER, .micro = within(t->micro)};
    }
    return c;
}

static struct look_calc *read_value(struct calc_reader *r) {
    if (r->at >= r->n || r->depth >= MAX_DEPTH) {
        return NULL;
    }
    const struct css_token *t = &r->t[r->at++];
    struct look_calc *c = NULL;
    r->depth++;
    if (t->kind == CSS_FUNCTION) {
        c = read_function(r, t->text);
    } else if (t->kind == CSS_OPEN && str_is(t->text, "(")) {
        c = read_choice(r, CALC_SUM, 1, 1);
    } else {
        c = read_leaf(r, t);
    }
    r->depth--;
    return c;
}

/** The value of a tree of numbers, in millionths. */
static int64_t number_of(const struct look_calc *c) {
    int64_t v = 0;
    switch (c->op) {
    case CALC_VALUE:
        return c->value.micro;
    case CALC_TIMES:
        return product(number_of(c->first), c->factor);
    case CALC_SUM:
        for (const struct look_calc *k = c->first; k; k = k->next) {
            v = within(v + number_of(k));
        }
        return v;
    case CALC_MIN:
    case CALC_MAX:
        v = number_of(c->first);
        for (const struct look_calc *k = c->first->next; k; k = k->next) {
            int64_t o = number_of(k);
            v = (c->op == CALC_MIN) == (o < v) ? o : v;
        }
        return v;
    }
    BUG("calc");
}

static struct look_calc *number_node(struct calc_reader *r, int64_t micro) {
    struct look_calc *c = node(r, CALC_VALUE);
    c->number = true;
    c->value = (struct look_value){.kind = LOOK_NUMBER, .micro = micro};
    return c;
}

static struct look_calc *times(struct calc_reader *r, struct look_calc *length, int64_t factor) {
    struct look_calc *c = node(r, CALC_TIMES);
    c->first = length;
    c->factor = factor;
    return c;
}

static struct look_calc *read_product(struct calc_reader *r) {
    struct look_calc *c = read_value(r);
    while (c && (is_delim(r, "*") || is_delim(r, "/"))) {
        bool divided = is_delim(r, "/");
        r->at++;
        struct look_calc *k = read_value(r);
        if (!k || (!k->number && (divided || !c->number))) {
            return NULL;
        }
        if (!k->number) { /* one side is a number, the other is a length */
            struct look_calc *swap = c;
            c = k;
            k = swap;
        }
        int64_t factor = number_of(k);
        if (divided && factor == 0) {
            return NULL;
        }
        if (c->number) {
            int64_t v = number_of(c);
            c = number_node(r, divided ? quotient(v, factor) : product(v, factor));
        } else {
            c = times(r, c, divided ? quotient(CSS_MICRO, factor) : factor);
        }
    }
    return c;
}

static struct look_calc *read_sum(struct calc_reader *r) {
    struct look_calc *k = read_product(r);
    if (!k || !(is_delim(r, "+") || is_delim(r, "-"))) {
        return k;
    }
    struct look_calc *c = node(r, CALC_SUM);
    const struct look_calc **last = &k->next;
    c->first = k;
    c->number = k->number;
    while (is_delim(r, "+") || is_delim(r, "-")) {
        bool minus = is_delim(r, "-");
        r->at++;
        k = read_product(r);
        if (!k || k->number != c->number) {
            return NULL;
        }
        if (minus) {
            k = k->number ? number_node(r, -number_of(k)) : times(r, k, -CSS_MICRO);
        }
        *last = k;
        last = &k->next;
    }
    return c;
}

bool look_calc_read(struct arena *a, const struct css_token *t, size_t n, unsigned takes,
                    struct look_value *out) {
    struct calc_reader r = {.arena = a, .t = t, .n = n, .takes = takes};
    struct look_calc *c = read_value(&r);
    if (!c || r.at < n) {
        return false;
    }
    if (c->number) {
        *out = (struct look_value){.kind = LOOK_NUMBER, .micro = number_of(c)};
        return (takes & TAKES_NUMBER) && (out->micro >= 0 || (takes & TAKES_NEGATIVE));
    }
    if (!(takes & (TAKES_LENGTH | TAKES_PERCENT))) {
        return false;
    }
    c->least_zero = !(takes & TAKES_NEGATIVE);
    *out = (struct look_value){.kind = LOOK_CALC, .calc = c};
    return true;
}

static sp bounded(int64_t v) {
    return v > SP_MAX / 4 ? SP_MAX / 4 : v < -SP_MAX / 4 ? -SP_MAX / 4 : (sp)v;
}

/** A length times a factor in millionths. The factor is at most 10^11; the product is computed in
 * two steps so that it fits into 64 bits. */
static sp scaled(sp length, int64_t factor) {
    int64_t whole = factor / CSS_MICRO * length;
    return bounded(whole + factor % CSS_MICRO * length / CSS_MICRO);
}

sp look_calc_length(const struct look_calc *c, const struct look_base *base) {
    sp v = 0;
    switch (c->op) {
    case CALC_VALUE:
        (void)look_length(&c->value, base, &v);
        break;
    case CALC_TIMES:
        v = scaled(look_calc_length(c->first, base), c->factor);
        break;
    case CALC_SUM:
        for (const struct look_calc *k = c->first; k; k = k->next) {
            v = bounded((int64_t)v + look_calc_length(k, base));
        }
        break;
    case CALC_MIN:
    case CALC_MAX:
        v = look_calc_length(c->first, base);
        for (const struct look_calc *k = c->first->next; k; k = k->next) {
            sp o = look_calc_length(k, base);
            v = (c->op == CALC_MIN) == (o < v) ? o : v;
        }
        break;
    }
    return c->least_zero && v < 0 ? 0 : v;
}
