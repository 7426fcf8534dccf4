/* SPDX-License-Identifier: MIT */
/* Indentation of lines, and sequences of equal characters. Tab stops are four columns apart
 * (CommonMark §2.2). */
#include "read/markdown/core/md.h"

size_t md_run(struct str s, size_t at, char c) {
    size_t n = 0;
    while (at + n < s.n && s.p[at + n] == c) {
        n++;
    }
    return n;
}

size_t md_indent(struct str line, size_t *bytes) {
    size_t columns = 0;
    size_t n = 0;
    while (n < line.n && (line.p[n] == ' ' || line.p[n] == '\t')) {
        columns += line.p[n] == '\t' ? 4 - columns % 4 : 1;
        n++;
    }
    *bytes = n;
    return columns;
}

struct md_line md_line_dedent(struct md_line line, size_t columns) {
    size_t column = 0;
    size_t n = 0;
    while (n < line.s.n && column < columns && (line.s.p[n] == ' ' || line.s.p[n] == '\t')) {
        column += line.s.p[n] == '\t' ? 4 - column % 4 : 1;
        n++;
    }
    line.s = str_from(line.s, n);
    line.src = line.src == MD_NOWHERE ? MD_NOWHERE : line.src + (uint32_t)n;
    return line;
}
