/* SPDX-License-Identifier: MIT */
/*
 * TeX math: commands that add or remove space. Lengths are converted to mu (1/18 em). An em is
 * taken to be ten points, because the size of the text is not known here.
 */
#include "model/tex/math/math_command.h"

DIAG_USE(DIAG_TEX_SYNTAX);

struct math *math_space_node(struct math_parser *p, int32_t mu, size_t from) {
    struct math *m = math_node(p, MATH_SPACE, from);
    m->width_mu = mu;
    return m;
}

struct math *math_line_strut(struct math_parser *p, size_t from) {
    /* 7/10 of 12 points above the base line and 3/10 below it, in text of 10 points */
    struct math *m = math_space_node(p, 0, from);
    m->height_mu = 15;
    m->raise_mu = -6;
    return m;
}

struct math *math_read_space(struct math_parser *p, const struct math_command *c, size_t from) {
    return math_space_node(p, c->a, from);
}

/** Reads a length such as 1.5em in thousandths of its unit. Returns whether there is one. */
static bool read_length(struct math_parser *p, int64_t *value, struct str *unit) {
    int64_t v, sign = 1;
    if (math_accept(p, '-')) {
        sign = -1;
    } else {
        (void)math_accept(p, '+');
    }
    (void)math_skip_space(p);
    struct str rest = str_slice(p->tex, p->pos, p->end);
    bool digits = str_take_decimal(&rest, '.', 3, &v);
    p->pos = p->end - rest.n;
    (void)math_skip_space(p);
    size_t from = p->pos;
    while (p->pos < p->end && p->pos < from + 2 && is_lower(p->tex.p[p->pos])) {
        p->pos++;
    }
    *unit = str_slice(p->tex, from, p->pos);
    *value = sign * (v > 1000000000 ? 1000000000 : v);
    return digits && unit->n == 2;
}

bool math_length(struct math_parser *p, const char *command, size_t from, bool braces,
                 int32_t *mu) {
    static const struct {
        const char *unit;
        int thousandths; /* thousandths of a mu in the unit, if an em is ten points */
    } units[] = {{"em", 18000}, {"ex", 7751},  {"mu", 1000},   {"pt", 1800},
                 {"mm", 5121},  {"cm", 51214}, {"in", 130086}, {"pc", 21600},
                 {"bp", 1807},  {"sp", 0},     {"dd", 1926},   {"cc", 23112}};
    int64_t value;
    struct str unit;
    braces = braces && math_accept(p, '{');
    bool good = read_length(p, &value, &unit);
    if (braces && !math_accept(p, '}')) {
        good = false;
        while (p->pos < p->end && p->tex.p[p->pos] != '}') {
            p->pos++;
        }
        (void)math_accept(p, '}'); /* other text is skipped, because one report is enough */
    }
    for (size_t i = 0; good && i < ARRAY_LEN(units); i++) {
        if (str_is(unit, units[i].unit)) {
            int64_t v = value * units[i].thousandths / 1000000;
            *mu = (int32_t)(v > 18000 ? 18000 : v < -18000 ? -18000 : v);
            return true;
        }
    }
    struct diag *g =
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks a length", command);
    diag_hint(p->diags, g, "write one like `1em` or `3mu`");
    return false;
}

struct math *math_read_kern(struct math_parser *p, const struct math_command *c, size_t from) {
    int32_t mu;
    (void)(c->a && math_accept(p, '*')); /* \hspace* */
    return math_length(p, c->name, from, c->a != 0, &mu) ? math_space_node(p, mu, from) : NULL;
}

struct math *math_read_rule(struct math_parser *p, const struct math_command *c, size_t from) {
    int32_t raise = 0, width, height;
    if (math_accept(p, '[')) {
        if (!math_length(p, c->name, from, false, &raise)) {
            return NULL;
        }
        if (!math_accept(p, ']')) {
            return math_lacking(p, from);
        }
    }
    if (!math_length(p, c->name, from, true, &width) ||
        !math_length(p, c->name, from, true, &height)) {
        return NULL;
    }
    struct math *m = math_space_node(p, width, from);
    m->height_mu = height + raise;
    m->raise_mu = raise;
    struct math *row = math_node(p, MATH_ROW, from); /* a row is an atom, a space is not */
    math_append(row, m);
    return row;
}

struct math *math_read_raise(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_PHANTOM, from);
    m->keep_width = m->keep_height = m->shown = true;
    if (!c->a && !math_length(p, c->name, from, true, &m->raise_mu)) {
        return NULL;
    }
    m->kid[0] = c->a ? math_argument(p, from) : math_text_argument(p, MATH_UPRIGHT, from);
    return m;
}

struct math *math_read_phantom(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_PHANTOM, from);
    m->keep_width = (c->a & 1) != 0;
    m->keep_height = (c->a & 2) != 0;
    m->shown = c->b != 0;
    if (m->shown) {
        (void)math_optional(p);
    }
    m->kid[0] = math_argument(p, from);
    return m;
}

struct math *math_read_lap(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_PHANTOM, from);
    m->keep_height = m->shown = true;
    m->lap = (char)c->a;
    m->kid[0] = c->b ? math_text_argument(p, MATH_UPRIGHT, from) : math_argument(p, from);
    return m;
}

struct math *math_read_strut(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct math *m = math_node(p, MATH_PHANTOM, from);
    m->keep_height = true;
    m->kid[0] = math_symbol(p, STR("("), MATH_OPEN, from);
    return m;
}
