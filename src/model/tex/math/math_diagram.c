/* SPDX-License-Identifier: MIT */
/*
 * TeX math: commutative diagrams, \begin{CD} A @>f>> B \\ @VgVV @VVhV \\ C @>>k> D \end{CD}.
 *
 * amscd's arrows: @>above>below>, @<above<below<, @VleftVrightV, @AleftArightA, @=, @|, and @. for
 * no arrow. Objects are in the odd columns, arrows between them in the even ones; a vertical arrow
 * is in the column of its object. This file decides how arrows are built, and their minimum length.
 */
#include "model/tex/math/math_command.h"

DIAG_USE(DIAG_TEX_SYNTAX);

#define MIN_MU 77 /* \minCDarrowwidth, which is 2.5pc, at the size of scripts */
/* maximum number of characters of a label that is narrower than the shortest arrow */
#define SHORT_LABEL 6
#define LABEL_RAISE_MU 2 /* centres labels beside an arrow on the axis */
#define LABEL_APART_MU 5 /* width of the \; between labels */
#define ARROW_SIZE 2     /* vertical arrows are as high as the delimiters of \Big */

/* Returns the end of a label that begins at the current place: the offset of `mark` outside of
 * braces, or SIZE_MAX. */
static size_t label_end(const struct math_parser *p, char mark) {
    size_t depth = 0;
    for (size_t at = p->pos; at < p->end; at++) {
        char c = p->tex.p[at];
        if (c == '\\') { /* a name is one token, so \Alpha contains no A */
            at++;
            while (at + 1 < p->end && is_alpha(p->tex.p[at]) && is_alpha(p->tex.p[at + 1])) {
                at++;
            }
        } else if (c == '{') {
            depth++;
        } else if (c == '}') {
            if (depth == 0) {
                return SIZE_MAX;
            }
            depth--;
        } else if (c == mark && depth == 0) {
            return at;
        }
    }
    return SIZE_MAX;
}

/* Reads the label up to `mark` and skips the mark. If there is no mark, reports it and returns
 * false. */
static bool read_label(struct math_parser *p, char mark, size_t from, struct math **label) {
    size_t end = label_end(p, mark), outer = p->end;
    if (end == SIZE_MAX) {
        struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, from, from + 2,
                                       "an arrow `@%c` lacks a `%c`", mark, mark);
        diag_hint(p->diags, g, "arrows are written `@%clabel%clabel%c`", mark, mark, mark);
        return false;
    }
    p->end = end;
    *label = math_row(p, STOP_NONE);
    if (p->pos < end) {
        math_complain(p, DIAG_TEX_SYNTAX, p->pos, p->pos + 1, "`%c` is not allowed in a label",
                      p->tex.p[p->pos]);
    }
    p->end = outer;
    p->pos = end + 1;
    return true;
}

/* Returns a node that shows `m` but has no width. */
static struct math *lapped(struct math_parser *p, struct math *m, char side, size_t from) {
    struct math *lap = math_node(p, MATH_PHANTOM, from);
    lap->shown = lap->keep_height = true;
    lap->lap = side;
    lap->kid[0] = m;
    return lap;
}

/* Returns a label that is at least as wide as the shortest arrow. Short labels are centred. */
static struct math *widened(struct math_parser *p, struct math *label, size_t from) {
    struct buf plain = BUF_INIT;
    math_to_plain(&plain, label);
    bool is_short = plain.n <= SHORT_LABEL;
    buf_drop(&plain);
    struct math *row = math_node(p, MATH_ROW, from);
    int32_t before = is_short ? MIN_MU / 2 : LABEL_APART_MU;
    math_append(row, math_space_node(p, before, from));
    math_append(row, is_short ? lapped(p, label, 'c', from) : label);
    math_append(row, math_space_node(p, is_short ? MIN_MU - before : before, from));
    return row;
}

static struct math *arrow_across(struct math_parser *p, const char *sign, struct math *above,
                                 struct math *below, size_t from) {
    struct math *m = math_symbol(p, str_of(sign), MATH_REL, from);
    m->stretchy = true;
    if (below && below->first) {
        m = math_labelled(p, MATH_UNDER, m, widened(p, below, from), from);
    }
    above = widened(p, above ? above : math_node(p, MATH_ROW, from), from);
    return math_labelled(p, MATH_OVER, m, above, from);
}

/* Returns a label beside a vertical arrow. */
static struct math *beside(struct math_parser *p, struct math *label, char side, size_t from) {
    struct math *row = math_node(p, MATH_ROW, from);
    row->style = MATH_STYLE_SCRIPT;
    if (side == 'r') {
        math_append(row, math_space_node(p, LABEL_APART_MU, from));
    }
    math_append(row, label);
    if (side == 'l') {
        math_append(row, math_space_node(p, LABEL_APART_MU, from));
    }
    struct math *lap = lapped(p, row, side, from);
    lap->raise_mu = LABEL_RAISE_MU;
    return lap;
}

static struct math *arrow_upright(struct math_parser *p, const char *sign, struct math *left,
                                  struct math *right, size_t from) {
    struct math *row = math_node(p, MATH_ROW, from);
    struct math *arrow = math_symbol(p, str_of(sign), MATH_ORD, from);
    arrow->big = ARROW_SIZE;
    if (left && left->first) {
        math_append(row, beside(p, left, 'l', from));
    }
    math_append(row, arrow);
    if (right && right->first) {
        math_append(row, beside(p, right, 'r', from));
    }
    return row;
}

/* The arrows of amscd by the character after the @. */
static const struct arrow {
    char mark;
    bool labels, upright;
    const char *sign; /* NULL if the arrow is invisible */
} arrows[] = {
    {'>', true, false, "→"},  {')', true, false, "→"}, {'<', true, false, "←"},
    {'(', true, false, "←"},  {'V', true, true, "↓"},  {'A', true, true, "↑"},
    {'=', false, false, "="}, {'|', false, true, "‖"}, {'.', false, true, NULL},
};

static const struct arrow *find_arrow(char mark) {
    for (size_t i = 0; i < ARRAY_LEN(arrows); i++) {
        if (arrows[i].mark == mark) {
            return &arrows[i];
        }
    }
    return NULL;
}

/* Reads the arrow at the @ into the row, whose last cell `cell` has an object. Returns the cell for
 * the next object, which is added to the row. */
static struct math *read_arrow(struct math_parser *p, struct math *row, struct math *cell) {
    size_t from = p->pos;
    const struct arrow *a = from + 1 < p->end ? find_arrow(p->tex.p[from + 1]) : NULL;
    struct math *labels[2] = {NULL, NULL};
    p->pos += a ? 2 : 1;
    if (!a) {
        struct diag *g =
            math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`@` does not begin an arrow");
        diag_hint(p->diags, g, "`CD` has `@>>>`, `@<<<`, `@VVV`, `@AAA`, `@=`, `@|` and `@.`");
        return cell;
    }
    for (int i = 0; a->labels && i < 2; i++) {
        if (!read_label(p, a->mark, from, &labels[i])) {
            break;
        }
    }
    struct math *lead = math_node(p, MATH_ROW, from), *next = math_node(p, MATH_ROW, from);
    if (a->sign) {
        struct math *m = a->upright ? arrow_upright(p, a->sign, labels[0], labels[1], from)
                                    : arrow_across(p, a->sign, labels[0], labels[1], from);
        math_append(a->upright ? cell : lead, math_close(p, m));
    }
    math_append(row, lead);
    math_append(row, next);
    return next;
}

static void drop_empty_cells(struct math *row) {
    struct math *last = row->first;
    for (struct math *cell = row->first; cell; cell = cell->next) {
        last = cell->first ? cell : last;
    }
    if (last) {
        last->next = NULL;
        row->last = last;
    }
}

/* Reads the cells of one row, up to the end of the row. */
static struct math *read_row(struct math_parser *p) {
    struct math *row = math_node(p, MATH_ROW, p->pos);
    struct math *cell = math_node(p, MATH_ROW, p->pos);
    math_append(row, cell);
    for (;;) {
        struct math *object = math_row(p, STOP_CELL | STOP_AT);
        if (object->first) {
            math_append(cell, object);
        }
        if (!math_skip_space(p) || (p->tex.p[p->pos] != '@' && p->tex.p[p->pos] != '&')) {
            break;
        }
        if (p->tex.p[p->pos] == '@') {
            cell = read_arrow(p, row, cell);
        } else {
            p->pos++;
            math_append(row, cell = math_node(p, MATH_ROW, p->pos));
        }
    }
    drop_empty_cells(row);
    return math_close(p, row);
}

struct math *math_diagram_body(struct math_parser *p, size_t from) {
    struct math *table = math_node(p, MATH_TABLE, from);
    table->table = MATH_DIAGRAM;
    table->columns = STR("c");
    for (;;) {
        size_t next;
        struct math *row = read_row(p);
        bool more = math_skip_space(p) && p->tex.p[p->pos] == '\\' &&
                    !str_is(math_peek_command(p, &next), "end");
        if (more || !table->first || row->first != row->last || row->first->first) {
            math_append(table, row);
        }
        if (!more) {
            break;
        }
        math_table_row_end(p);
    }
    return math_close(p, table);
}
