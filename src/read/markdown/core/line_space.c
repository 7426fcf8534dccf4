/* SPDX-License-Identifier: MIT */
/* Indentation of lines. Tab stops are four columns apart (CommonMark §2.2). */
#include "read/markdown/core/md.h"

size_t md_indent(struct str line, size_t *bytes) {
    size_t columns = 0;
    size_t n = 0;
    while (n < line.n && is_space_or_tab(line.p[n])) {
        columns += line.p[n] == '\t' ? 4 - columns % 4 : 1;
        n++;
    }
    *bytes = n;
    return columns;
}

struct md_line md_line_part(struct md_line line, size_t from, size_t to) {
    line.s = str_slice(line.s, from, to);
    line.src = line.src == MD_NOWHERE ? MD_NOWHERE : line.src + (uint32_t)from;
    return line;
}

struct md_line md_line_dedent(struct md_line line, size_t columns) {
    size_t column = 0;
    size_t n = 0;
    while (n < line.s.n && column < columns && is_space_or_tab(line.s.p[n])) {
        column += line.s.p[n] == '\t' ? 4 - column % 4 : 1;
        n++;
    }
    return md_line_part(line, n, SIZE_MAX);
}
