/* SPDX-License-Identifier: MIT */
/*
 * TeX math: commands that consist of several atoms, or that depend on the following atom: modulo,
 * \implies, dots, limits with arrows, scripts on the left (amsmath, mathtools).
 */
#include "model/tex/math/math_command.h"

DIAG_USE(DIAG_TEX_SYNTAX);

/* Words and their spaces. */

static struct math *word(struct math_parser *p, const char *text, enum math_class cls,
                         size_t from) {
    struct math *m = math_node(p, MATH_TEXT, from);
    m->text = str_of(text);
    m->name = true;
    m->cls = cls;
    return m;
}

struct math *math_labelled(struct math_parser *p, enum math_kind kind, struct math *relation,
                           struct math *label, size_t from) {
    struct math *m = math_node(p, kind, from);
    m->cls = MATH_REL;
    m->kid[0] = relation;
    m->kid[1] = label;
    return m;
}

struct math *math_read_bmod(struct math_parser *p, const struct math_command *c, size_t from) {
    return word(p, c->text, MATH_BIN, from);
}

/** Returns the space before \pmod in amsmath: a quad in displays, `mu` in text. */
static struct math *modulo_space(struct math_parser *p, int32_t mu, size_t from) {
    struct math *m = math_node(p, MATH_CHOICE, from);
    for (int i = 0; i < 4; i++) {
        struct math *row = math_node(p, MATH_ROW, from);
        math_append(row, math_space_node(p, i == 0 ? 18 : mu, from));
        math_append(m, row);
    }
    return m;
}

struct math *math_read_pmod(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *arg = math_argument(p, from);
    struct math *row = math_node(p, MATH_ROW, from);
    math_append(row, modulo_space(p, c->a == 2 ? 12 : 8, from));
    if (c->a != 2) {
        math_append(row, math_symbol(p, STR("("), MATH_OPEN, from));
    }
    if (c->a != 1) {
        math_append(row, word(p, "mod", MATH_ORD, from));
        math_append(row, math_space_node(p, 6, from));
    }
    math_append(row, arg);
    if (c->a != 2) {
        math_append(row, math_symbol(p, STR(")"), MATH_CLOSE, from));
    }
    return row;
}

struct math *math_read_wide_arrow(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    struct math *m = math_symbol(p, str_of(c->text), MATH_REL, from);
    m->width_mu = c->a;
    return m;
}

struct math *math_read_dots(struct math_parser *p, const struct math_command *c, size_t from) {
    enum math_class next = math_peek_class(p);
    bool raised = next == MATH_BIN || next == MATH_REL || next == MATH_OP;
    return math_symbol(p, raised ? STR("⋯") : str_of(c->text), MATH_INNER, from);
}

/* Large operators. */

struct math *math_read_dots_integral(struct math_parser *p, const struct math_command *c,
                                     size_t from) {
    struct math *row = math_node(p, MATH_ROW, from);
    (void)c;
    row->cls = MATH_OP; /* an operator without limits, as integrals are in amsmath */
    math_append(row, math_symbol(p, STR("∫"), MATH_OP, from));
    math_append(row, math_symbol(p, STR("⋯"), MATH_ORD, from));
    math_append(row, math_symbol(p, STR("∫"), MATH_OP, from));
    return row;
}

struct math *math_read_limit(struct math_parser *p, const struct math_command *c, size_t from) {
    /* the limit is in a row of its own, because the row has another class and place of scripts */
    struct math *row = math_node(p, MATH_ROW, from);
    struct math *m = math_node(p, (enum math_kind)c->a, from);
    m->text = str_of(c->text);
    m->stretchy = true;
    m->kid[0] = word(p, "lim", MATH_ORD, from);
    row->cls = MATH_OP;
    row->limits = true;
    math_append(row, m);
    return row;
}

/** Reads scripts in braces without a base; reports and returns NULL for anything else. */
static struct math *lone_scripts(struct math_parser *p, const char *command, size_t from) {
    if (!math_accept(p, '{')) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks scripts in braces", command);
        return NULL;
    }
    size_t at = p->pos;
    struct math *m = math_scripts(p, math_node(p, MATH_ROW, at), at);
    if (!math_accept(p, '}')) {
        math_complain(p, DIAG_TEX_SYNTAX, at, p->pos + (p->pos < p->end),
                      "`\\%s` takes only scripts: `{_a^b}`", command);
        struct str unread;
        p->pos = at - 1;
        (void)math_raw_argument(p, &unread);
        return NULL;
    }
    return m;
}

/** Whether a node is a single symbol or word, possibly in braces. */
static bool is_single(const struct math *m) {
    m = math_inside(m);
    return m->kind == MATH_SYMBOL || m->kind == MATH_TEXT;
}

struct math *math_read_sideset(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *left = lone_scripts(p, c->name, from);
    struct math *right = left ? lone_scripts(p, c->name, from) : NULL;
    if (!right) {
        return NULL;
    }
    struct math *op = math_argument(p, from);
    struct math *row = math_node(p, MATH_ROW, from);
    row->cls = MATH_OP;
    row->limits = true;
    /* the scripts at the sides stay there; scripts that follow the row are above and below it */
    op->limits = false;
    /* The left scripts need the height of the operator, so it is in the tree twice. This is done
     * for single symbols only, because each level of nested operators would double the tree. */
    if (left->kind == MATH_SCRIPTS && is_single(op)) {
        left->kid[0] = math_node(p, MATH_PHANTOM, from);
        left->kid[0]->keep_height = true;
        left->kid[0]->kid[0] = op;
    }
    left->cls = MATH_OPEN;
    math_append(row, left);
    if (right->kind == MATH_SCRIPTS) {
        right->kid[0] = op;
        right->cls = MATH_OP;
        math_append(row, right);
    } else {
        math_append(row, op);
    }
    return row;
}

struct math *math_read_prescript(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct math *scripts = math_node(p, MATH_SCRIPTS, from);
    scripts->cls = MATH_OPEN; /* no space between the scripts and their base */
    scripts->kid[0] = math_node(p, MATH_ROW, from);
    scripts->kid[2] = math_argument(p, from);
    scripts->kid[1] = math_argument(p, from);
    struct math *row = math_node(p, MATH_ROW, from);
    math_append(row, scripts);
    math_append(row, math_argument(p, from));
    return row;
}

/* Derivatives (package physics: \dv, \pdv, \fdv). */

/** Returns "d" or another symbol, raised to `power` and followed by the function `of`. Both may be
 * NULL. */
static struct math *differential(struct math_parser *p, struct str sign, struct math *power,
                                 struct math *of, size_t from) {
    struct math *row = math_node(p, MATH_ROW, from), *d = math_symbol(p, sign, MATH_ORD, from);
    d->variant = str_is(sign, "d") ? MATH_UPRIGHT : MATH_ITALIC;
    if (power) {
        struct math *scripts = math_node(p, MATH_SCRIPTS, from);
        scripts->kid[0] = d;
        scripts->kid[2] = power;
        d = scripts;
    }
    math_append(row, d);
    if (of) {
        math_append(row, of);
    }
    return row;
}

static bool has_argument(struct math_parser *p) {
    return math_skip_space(p) && p->tex.p[p->pos] == '{';
}

/**
 * Reads a derivative. `c->text`: the symbol. \dv[n]{f}{x} is the n-th derivative of f, \dv{x} the
 * operator, and \pdv{f}{x}{y} the mixed derivative. `c->a`: 1 if there is no fraction, as in
 * \dd{x}.
 */
struct math *math_read_derivative(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    struct str sign = str_of(c->text);
    (void)math_accept(p, '*');
    struct math *order = math_optional(p), *bottom_power = order, *mixed = NULL;
    if (c->a == 1) {
        return differential(p, sign, order, has_argument(p) ? math_argument(p, from) : NULL, from);
    }
    struct math *top = math_argument(p, from);
    struct math *below = has_argument(p) ? math_argument(p, from) : NULL;
    if (!below) {
        below = top;
        top = NULL;
    } else if (!str_is(sign, "d") && has_argument(p)) {
        mixed = differential(p, sign, NULL, math_argument(p, from), from);
        order = math_node(p, MATH_NUMBER, from);
        order->text = STR("2");
        bottom_power = NULL;
    }
    if (bottom_power) { /* a node has only one parent, so a copy is needed */
        struct math *scripts = math_node(p, MATH_SCRIPTS, from),
                    *copy = math_node(p, MATH_ROW, from);
        *copy = *bottom_power;
        scripts->kid[0] = below;
        scripts->kid[2] = copy;
        below = scripts;
    }
    struct math *m = math_node(p, MATH_FRACTION, from);
    m->kid[0] = differential(p, sign, order, top, from);
    m->kid[1] = differential(p, sign, NULL, below, from);
    if (mixed) {
        math_append(m->kid[1], mixed);
    }
    return m;
}
