/* SPDX-License-Identifier: MIT */
/*
 * Finds the end of an environment that begins at the beginning of a line. It is the \end of the
 * same name. Nested environments of that name are counted.
 */
#include "model/tex/latex/ltx.h"

/* Scans a line from byte `at` on. */
static void take(struct ltx_lines *l, struct str line, size_t at) {
    while (at < line.n && !l->done) {
        char c = line.p[at];
        size_t behind;
        if (c == '%' && !l->literal) {
            return;
        }
        if (c != '\\') {
            at++;
            continue;
        }
        struct str name = ltx_environment_name(line, at, &behind);
        if (!str_eq(name, l->name) || !name.n) {
            at += behind > at ? behind - at : l->literal ? 1 : 2;
            continue;
        }
        bool ends = line.p[at + 1] == 'e';
        l->open += !ends && !l->literal;
        l->open -= ends;
        l->done = l->open == 0;
        l->behind = behind;
        at = behind;
    }
}

bool ltx_lines_begin(struct ltx_lines *l, struct str line) {
    size_t behind;
    *l = (struct ltx_lines){.open = 1};
    if (!str_starts(line, STR("\\begin{"))) {
        return false;
    }
    l->name = ltx_environment_name(line, 0, &behind);
    const struct ltx_row *row = ltx_environment(l->name);
    l->literal = ltx_is_literal(row);
    if (l->name.n) {
        take(l, line, behind);
    }
    return l->name.n > 0;
}

void ltx_lines_next(struct ltx_lines *l, struct str line) {
    if (!l->done) {
        take(l, line, 0);
    }
}
