/* SPDX-License-Identifier: MIT */
/*
 * The math tree as one line of text, for metadata, titles, search and alternative texts: "Θ(log
 * n)", "10^32", "(a+b)/2". It has parentheses and spaces where it would otherwise mean something
 * else.
 */
#include "model/tex/math/math.h"

static void write_one(struct buf *out, const struct math *m);

static bool ends_in_space(const struct buf *out) {
    return out->n == 0 || out->p[out->n - 1] == ' ';
}

static void space(struct buf *out) {
    if (!ends_in_space(out)) {
        buf_putc(out, ' ');
    }
}

static bool is_function(const struct math *m) {
    if (m->kind == MATH_SCRIPTS) {
        m = m->kid[0];
    }
    return m->kind == MATH_TEXT && m->cls == MATH_OP;
}

/** Whether an atom is separated from its neighbours, as sums, integrals and functions are. */
static bool is_large(const struct math *m) {
    if (m->kind == MATH_SCRIPTS) {
        m = m->kid[0];
    }
    return m->cls == MATH_OP && m->kind != MATH_TEXT;
}

static bool spaced(const struct math *m) {
    return m->cls == MATH_REL || m->cls == MATH_BIN;
}

static void write_row(struct buf *out, const struct math *row) {
    const struct math *before = NULL;
    for (const struct math *m = row->first; m; m = m->next) {
        if (m->kind == MATH_SPACE) {
            /* digits in groups are one number, which ordinary spaces would split */
            bool number = out->n && is_digit(out->p[out->n - 1]) && m->next && m->next->text.n &&
                          is_digit(m->next->text.p[0]) && m->width_mu == 3;
            if (m->width_mu >= 3 && !number) {
                space(out);
            }
            continue;
        }
        bool operand = m->cls == MATH_ORD || m->cls == MATH_OP || m->cls == MATH_INNER;
        if (before && (spaced(m) || spaced(before) || before->cls == MATH_PUNCT ||
                       ((is_function(m) || is_large(m)) && before->cls != MATH_OPEN) ||
                       (is_large(before) && operand) ||
                       (is_function(before) && operand && m->kind != MATH_FENCED))) {
            space(out);
        }
        if (m->cls == MATH_PUNCT) {
            while (out->n && out->p[out->n - 1] == ' ') {
                buf_cut(out, out->n - 1);
            }
        }
        write_one(out, m);
        before = m;
    }
}

/** Writes an operand of a slash, an exponent or a root. It is in parentheses unless it is a single
 * letter, number or similar atom. */
static void write_operand(struct buf *out, const struct math *m) {
    const struct math *one = math_inside(m);
    bool single = one->kind == MATH_SYMBOL || one->kind == MATH_NUMBER || one->kind == MATH_TEXT ||
                  one->kind == MATH_FENCED || one->kind == MATH_ACCENT || one->kind == MATH_ERROR ||
                  one->kind == MATH_RADICAL;
    if (!single) {
        buf_putc(out, '(');
    }
    write_one(out, one);
    if (!single) {
        buf_putc(out, ')');
    }
}

static void write_scripts(struct buf *out, const struct math *m) {
    write_one(out, m->kid[0]);
    if (m->kid[1]) {
        buf_putc(out, '_');
        write_operand(out, m->kid[1]);
    }
    const struct math *sup = m->kid[2];
    if (!sup) {
        return;
    }
    if (m->kid[0]->kind == MATH_BOX && m->kid[0]->lines & LINE_ARROW) {
        buf_puts(out, " → "); /* \cancelto is not a power */
        write_operand(out, sup);
        return;
    }
    if (math_is_prime(sup)) {
        write_one(out, sup);
        return;
    }
    struct math rest = *sup; /* f'^2: the prime, then the exponent */
    if (sup->kind == MATH_ROW && sup->first && math_is_prime(sup->first)) {
        write_one(out, sup->first);
        rest.first = sup->first->next;
    }
    buf_putc(out, '^');
    write_operand(out, &rest);
}

static void write_fraction(struct buf *out, const struct math *m) {
    write_operand(out, m->kid[0]);
    buf_puts(out, m->no_rule ? " choose " : "/");
    write_operand(out, m->kid[1]);
}

static void write_radical(struct buf *out, const struct math *m) {
    if (m->kid[1]) {
        write_operand(out, m->kid[1]);
    }
    buf_puts(out, "√");
    write_operand(out, m->kid[0]);
}

static void write_number(struct buf *out, const struct math *row) {
    if (row->line && row->line->number.n) {
        space(out);
        buf_str(out, row->line->number);
    }
}

static void write_table(struct buf *out, const struct math *m) {
    for (const struct math *row = m->first; row; row = row->next) {
        for (const struct math *cell = row->first; cell; cell = cell->next) {
            write_row(out, cell);
            if (cell->next) {
                if (m->table != MATH_ALIGNED && m->table != MATH_DIAGRAM) {
                    buf_putc(out, ',');
                }
                space(out);
            }
        }
        write_number(out, row);
        if (row->next) {
            buf_puts(out, "; ");
        }
    }
}

static void write_one(struct buf *out, const struct math *m) {
    switch (m->kind) {
    case MATH_ROW:
        write_row(out, m);
        break;
    case MATH_SYMBOL:
    case MATH_NUMBER:
    case MATH_TEXT:
    case MATH_ERROR:
        buf_str(out, m->text);
        break;
    case MATH_SPACE:
        space(out);
        break;
    case MATH_SCRIPTS:
        write_scripts(out, m);
        break;
    case MATH_FRACTION:
        write_fraction(out, m);
        break;
    case MATH_RADICAL:
        write_radical(out, m);
        break;
    case MATH_FENCED:
        buf_str(out, m->open);
        write_one(out, m->kid[0]);
        buf_str(out, m->close);
        break;
    case MATH_ACCENT:
        write_operand(out, m->kid[0]);
        buf_str(out, m->text);
        break;
    case MATH_OVER:
    case MATH_UNDER:
        write_one(out, m->kid[0]);
        if (m->kid[1]) {
            buf_putc(out, m->kind == MATH_OVER ? '^' : '_');
            write_operand(out, m->kid[1]);
        }
        break;
    case MATH_TABLE:
        write_table(out, m);
        break;
    case MATH_PHANTOM:
        if (m->shown) {
            write_one(out, m->kid[0]);
        }
        break;
    case MATH_BOX:
        write_one(out, m->kid[0]);
        break;
    case MATH_CHOICE:
        write_one(out, math_choice(m, MATH_STYLE_TEXT));
        break;
    }
}

void math_to_plain(struct buf *out, const struct math *m) {
    struct buf line = BUF_INIT;
    write_one(&line, m);
    write_number(&line, m);
    buf_str(out, str_trim(buf_view(&line)));
    buf_drop(&line);
}
