/* SPDX-License-Identifier: MIT */
/*
 * TeX math: the commands of mhchem and siunitx, their arguments, and the text between their parts.
 * math_chem.c and math_units.c translate the arguments to TeX. The resulting tree has the place of
 * the command.
 */
#include "model/tex/math/math_chem.h"
#include "model/tex/math/math_command.h"

DIAG_USE(DIAG_TEX_SYNTAX);

#define MAX_PARTS 50 /* the maximum number of parts of a list */

static bool argument(struct math_parser *p, const struct math_command *c, size_t from,
                     struct str *out) {
    if (!math_raw_argument(p, out)) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks an argument in braces",
                      c->name);
        return false;
    }
    return true;
}

/* Parses TeX that was made from a command. This TeX may contain formulas of the author, in which
 * such commands may occur again; `depth` counts the nesting. */
static struct math *read_made(struct math_parser *p, struct buf *b, size_t from) {
    struct math_parser in = *p;
    in.tex = buf_keep(b, p->arena);
    in.pos = 0;
    in.end = in.tex.n;
    in.at = math_span(p, from, p->pos);
    /* the text is not a copy of the source, so its parts have the place of the whole command
     */
    in.source = in.tex.n + 1;
    in.segments = NULL;
    in.nsegments = 0;
    in.font = MATH_FONT_DEFAULT;
    buf_drop(b);
    struct math *row = math_row(&in, STOP_NONE);
    p->diags = in.diags;
    p->last_line = in.last_line;
    row->span = in.at;
    return row;
}

struct math *math_read_chem(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str raw;
    struct buf b;
    if (!argument(p, c, from, &raw)) {
        return NULL;
    }
    buf_init(&b, 0);
    if (c->a) {
        math_pu_tex(&b, raw);
    } else {
        math_chem_tex(&b, raw);
    }
    return read_made(p, &b, from);
}

static void put_unit(struct buf *b, struct str unit) {
    if (unit.n) {
        buf_puts(b, math_unit_is_tight(unit) ? "" : "\\,");
        math_unit_tex(b, unit);
    }
}

/* Writes the numbers of a list that are separated by semicolons: "1;2;3" becomes "1, 2 and 3". Each
 * number gets the unit. */
static void put_list(struct buf *b, struct str list, struct str unit) {
    struct str rest = list;
    for (int i = 0; rest.p && i < MAX_PARTS; i++) {
        struct str part = str_cut(&rest, ';');
        if (i > 0) {
            buf_puts(b, rest.p ? "{,}\\ " : "\\text{ and }");
        }
        math_number_tex(b, part);
        put_unit(b, unit);
    }
}

/* Reads a command of siunitx. `c->a`: 'n' number, 'q' number and unit, 'u' unit, 'a' angle, 'r' two
 * numbers, 'l' a list. `c->b`: 1 if two numbers or a list have a unit. */
struct math *math_read_quantity(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str first = STR_EMPTY, second = STR_EMPTY, unit = STR_EMPTY;
    struct buf b;
    (void)math_optional_raw(p);
    bool good = argument(p, c, from, &first);
    if (good && c->a == 'r') {
        good = argument(p, c, from, &second);
    }
    if (good && (c->a == 'q' || c->b)) {
        (void)math_optional_raw(p); /* \SI may have text before the unit */
        good = argument(p, c, from, &unit);
    }
    if (!good) {
        return NULL;
    }
    buf_init(&b, 0);
    if (c->a == 'u') {
        math_unit_tex(&b, first);
    } else if (c->a == 'a') {
        math_angle_tex(&b, first);
    } else if (c->a == 'l') {
        put_list(&b, first, unit);
    } else {
        math_number_tex(&b, first);
        put_unit(&b, unit);
        if (c->a == 'r') {
            buf_puts(&b, "\\text{ to }");
            math_number_tex(&b, second);
            put_unit(&b, unit);
        }
    }
    return read_made(p, &b, from);
}
