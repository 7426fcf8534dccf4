/* SPDX-License-Identifier: MIT */
#include "core/base/code_fence.h"

enum code_fence_kind code_fence_line(struct code_fence *f, struct str line) {
    size_t at = 0;
    while (at < line.n && (is_space_or_tab(line.p[at]) || line.p[at] == '>')) {
        at++;
    }
    char c = at < line.n ? line.p[at] : '\0';
    size_t run = str_run(line, at, c);
    struct str info = str_from(line, at + run);
    if (f->mark) {
        bool closes = c == f->mark && run >= f->length && !str_trim(info).n;
        f->mark = closes ? '\0' : f->mark;
        return closes ? CODE_FENCE_MARK : CODE_FENCE_INSIDE;
    }
    if ((c != '`' && c != '~') || run < 3 || (c == '`' && str_index(info, '`') != STR_NONE)) {
        return CODE_FENCE_OUTSIDE;
    }
    *f = (struct code_fence){c, run};
    return CODE_FENCE_MARK;
}

size_t code_fence_length(struct str text) {
    size_t longest = str_longest_run(text, '`');
    return longest < 3 ? 3 : longest + 1;
}
