/* SPDX-License-Identifier: MIT */
/*
 * TeX math: rows of atoms, and commands that apply to the part of a group before or after them.
 * This file also decides which binary operators are ordinary atoms.
 */
#include "model/tex/math/math_command.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"

DIAG_USE(DIAG_TEX_SYNTAX);

#define NO_FONT (-2) /* for a switch that does not change the alphabet */

/** Returns the class of an atom for its neighbours, or -1 for spaces and errors, which have no
 * class. */
static int outer_class(const struct math *m) {
    return m->kind == MATH_SPACE ? -1 : (int)m->cls;
}

static void become_ord(struct math *m) {
    m->cls = MATH_ORD;
    if (m->kind == MATH_SCRIPTS && m->kid[0]->cls == MATH_BIN) {
        m->kid[0]->cls = MATH_ORD;
    }
}

const struct math *math_inside(const struct math *m) {
    while (m->kind == MATH_ROW && m->first && m->first == m->last) {
        m = m->first;
    }
    return m;
}

bool math_is_prime(const struct math *m) {
    size_t at = 0;
    m = math_inside(m);
    uint32_t cp = m->kind == MATH_SYMBOL && m->text.n ? utf8_next(m->text, &at) : 0;
    return (cp >= 0x2032 && cp <= 0x2037) || cp == 0x2057;
}

bool math_is_middle(const struct math *m) {
    return m->kind == MATH_SYMBOL && m->stretchy && m->cls == MATH_INNER;
}

/** Whether a binary operator after `m` becomes an ordinary atom. In e-TeX, \middle counts as an
 * opening delimiter. */
static bool wants_operand(const struct math *m) {
    return m->cls == MATH_BIN || m->cls == MATH_OP || m->cls == MATH_REL || m->cls == MATH_OPEN ||
           m->cls == MATH_PUNCT || math_is_middle(m);
}

/** Applies TeX's rules 5 and 6: a binary operator without operands on both sides becomes an
 * ordinary atom. */
static void settle_operators(struct math *row) {
    struct math *before = NULL;
    for (struct math *m = row->first; m; m = m->next) {
        int cls = outer_class(m);
        if (cls < 0) {
            continue;
        }
        if (cls == MATH_BIN && (!before || wants_operand(before))) {
            become_ord(m);
        } else if (before && before->cls == MATH_BIN &&
                   (cls == MATH_REL || cls == MATH_CLOSE || cls == MATH_PUNCT ||
                    math_is_middle(m))) {
            become_ord(before);
        }
        before = m;
    }
    if (before && before->cls == MATH_BIN) {
        become_ord(before);
    }
}

struct math *math_fence(struct math_parser *p, struct math *body, const char *open,
                        const char *close, size_t from) {
    struct math *m = math_node(p, MATH_FENCED, from);
    m->cls = MATH_INNER;
    m->open = str_of(open);
    m->close = str_of(close);
    m->kid[0] = body;
    return m;
}

/**
 * Reads \over and similar commands, which put the part of the row before them over the rest, as in
 * {a \over b}. Returns false if the next token is not such a command.
 */
static bool infix(struct math_parser *p, struct math *row, unsigned stop, size_t from) {
    static const struct {
        const char *name, *open, *close;
        bool no_rule;
    } forms[] = {{"over", NULL, NULL, false}, {"atop", NULL, NULL, true},
                 {"choose", "(", ")", true},  {"brace", "{", "}", true},
                 {"brack", "[", "]", true},   {"above", NULL, NULL, false}};
    size_t next;
    if (p->tex.p[p->pos] != '\\') {
        return false;
    }
    struct str name = math_peek_command(p, &next);
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        if (!str_is(name, forms[i].name)) {
            continue;
        }
        struct math *above = math_node(p, MATH_ROW, from);
        above->first = row->first;
        above->last = row->last;
        settle_operators(above);
        p->pos = next;
        struct math *m = math_node(p, MATH_FRACTION, from);
        m->cls = MATH_INNER;
        m->no_rule = forms[i].no_rule;
        if (str_is(name, "above") && math_length(p, "above", next - 6, true, &m->width_mu)) {
            m->no_rule = m->width_mu == 0;
        }
        m->kid[0] = above;
        m->kid[1] = math_row(p, stop);
        math_close(p, m);
        row->first = row->last = NULL;
        math_append(row, forms[i].open ? math_fence(p, m, forms[i].open, forms[i].close, from) : m);
        return true;
    }
    return false;
}

/**
 * Reads \displaystyle, \bf and similar commands, which apply up to the next one or the end of the
 * group. Returns the row in which to continue. A row of another style is always a child of `group`,
 * because otherwise rows could be nested without limit.
 */
static struct math *row_switch(struct math_parser *p, struct math *group, struct math *row,
                               bool *taken) {
    static const struct {
        const char *name;
        int style, font, percent;
    } switches[] = {
        {"displaystyle", MATH_STYLE_DISPLAY, NO_FONT, 0},
        {"textstyle", MATH_STYLE_TEXT, NO_FONT, 0},
        {"scriptstyle", MATH_STYLE_SCRIPT, NO_FONT, 0},
        {"scriptscriptstyle", MATH_STYLE_SCRIPT_SCRIPT, NO_FONT, 0},
        {"rm", 0, MATH_UPRIGHT, 0},
        {"bf", 0, MATH_BOLD, 0},
        {"it", 0, MATH_ITALIC, 0},
        {"cal", 0, MATH_CAL, 0},
        {"sf", 0, MATH_SANS, 0},
        {"tt", 0, MATH_MONO, 0},
        {"color", 0, NO_FONT, 0},
        /* in percent of ten points: LaTeX's size10.clo */
        {"tiny", 0, NO_FONT, 50},
        {"sixptsize", 0, NO_FONT, 60},
        {"scriptsize", 0, NO_FONT, 70},
        {"footnotesize", 0, NO_FONT, 80},
        {"small", 0, NO_FONT, 90},
        {"normalsize", 0, NO_FONT, 100},
        {"large", 0, NO_FONT, 120},
        {"Large", 0, NO_FONT, 144},
        {"LARGE", 0, NO_FONT, 173},
        {"huge", 0, NO_FONT, 207},
        {"Huge", 0, NO_FONT, 249},
    };
    size_t next, from = p->pos;
    *taken = false;
    if (p->tex.p[p->pos] != '\\') {
        return row;
    }
    struct str name = math_peek_command(p, &next);
    for (size_t i = 0; i < ARRAY_LEN(switches); i++) {
        if (!str_is(name, switches[i].name)) {
            continue;
        }
        *taken = true;
        p->pos = next;
        if (switches[i].font != NO_FONT) {
            p->font = switches[i].font;
            return row;
        }
        struct math *inner = math_node(p, MATH_ROW, from);
        inner->style = switches[i].style ? (enum math_style)switches[i].style : row->style;
        inner->percent = switches[i].percent ? (uint8_t)switches[i].percent : row->percent;
        inner->coloured = row->coloured;
        inner->rgb = row->rgb;
        if (str_is(name, "color") && math_colour(p, "color", from, &inner->rgb)) {
            inner->coloured = true;
        }
        math_append(group, inner);
        return inner;
    }
    return row;
}

const struct math *math_choice(const struct math *m, enum math_style style) {
    const struct math *row = m->first;
    for (int i = MATH_STYLE_DISPLAY; i < (int)style && row->next; i++) {
        row = row->next;
    }
    return row;
}

struct math *math_row(struct math_parser *p, unsigned stop) {
    size_t from = p->pos;
    struct math *row = math_node(p, MATH_ROW, from);
    if (p->depth >= LIMIT_TEX_DEPTH) {
        math_complain(p, DIAG_TEX_SYNTAX, from, from, "more than %d levels of nesting in math",
                      LIMIT_TEX_DEPTH);
        p->pos = p->end;
        p->diags = NULL; /* open parts cannot be closed now, and one report is enough */
        math_append(row, math_error(p, from));
        return row;
    }
    p->depth++;
    int font = p->font;
    struct math *into = row;
    if (p->after_empty) { /* in amsmath, the row after & continues from an empty atom, "{} + b" */
        p->after_empty = false;
        math_append(row, math_node(p, MATH_ROW, from));
    }
    while (!math_at_stop(p, stop)) {
        bool taken;
        size_t at = p->pos;
        struct math *next = row_switch(p, row, into, &taken);
        if (taken) {
            if (next != into) {
                settle_operators(into);
            }
            into = next;
            continue;
        }
        if (infix(p, into, stop, from)) {
            continue;
        }
        struct math *m = math_atom(p, stop);
        if (!m) {
            break;
        }
        math_append(into, math_scripts(p, m, at));
    }
    settle_operators(into);
    p->font = font;
    p->depth--;
    return math_close(p, row);
}
