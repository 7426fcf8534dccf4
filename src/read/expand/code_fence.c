/* SPDX-License-Identifier: MIT */
#include "read/expand/code_fence.h"

enum expand_line expand_fence_line(struct expand_fence *f, struct str line) {
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
        return closes ? EXPAND_FENCE : EXPAND_CODE;
    }
    if ((c != '`' && c != '~') || run < 3 || (c == '`' && str_index(info, '`') != STR_NONE)) {
        return EXPAND_TEXT;
    }
    *f = (struct expand_fence){c, run};
    return EXPAND_FENCE;
}
