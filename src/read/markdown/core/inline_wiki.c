/* SPDX-License-Identifier: MIT */
/* Links between pages of a wiki (MANUAL, wikilinks_title_after_pipe): `[[Page]]`, `[[Page|text]]`,
 * and with the other extension `[[text|Page]]`. */
#include "read/markdown/core/inline_pass.h"

#define MAX_LINK 1000

bool md_inl_wikilink(struct inl *x, bool image) {
    bool after = md_on(x->m, MD_WIKILINKS_AFTER), before = md_on(x->m, MD_WIKILINKS_BEFORE);
    struct str rest = str_slice(x->s, x->at + image, x->at + MAX_LINK);
    if ((!after && !before) || !str_starts(rest, STR("[["))) {
        return false;
    }
    size_t end = 2;
    while (end < rest.n && rest.p[end] != ']' && rest.p[end] != '[' && rest.p[end] != '\n') {
        end++;
    }
    if (end + 1 >= rest.n || rest.p[end] != ']' || rest.p[end + 1] != ']' ||
        !str_trim(str_slice(rest, 2, end)).n) {
        return false;
    }
    size_t begin = x->at + image + 2, close = x->at + image + end;
    size_t bar = str_index(str_slice(x->s, begin, close), '|');
    bool whole = bar == STR_NONE;
    bar = whole ? close : begin + bar;
    size_t second = whole ? begin : bar + 1, first_end = whole ? close : bar;
    struct str left = str_slice(x->s, begin, first_end), right = str_slice(x->s, second, close);
    struct doc_node *link = md_inl_node(x, image ? DOC_IMAGE : DOC_LINK, x->at, close + 2);
    link->u.link.url = str_trim(after ? left : right);
    doc_add_class(x->m->doc, link, STR("wikilink"));
    size_t from = after ? second : begin, to = after ? close : first_end;
    while (from < to && is_space(x->s.p[from])) {
        from++;
    }
    while (to > from && is_space(x->s.p[to - 1])) {
        to--;
    }
    doc_append(link, doc_text_new(x->m->doc, str_slice(x->s, from, to), md_span(x->t, from, to)));
    x->at = close + 2;
    return true;
}
