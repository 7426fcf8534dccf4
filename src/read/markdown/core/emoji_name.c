/* SPDX-License-Identifier: MIT */
/* Reads names of emoji between colons (MANUAL, emoji). The table emoji.def has GitHub's common
 * names, sorted. A text with an unknown name is kept, and reported. */
#include "core/base/word_list.h"
#include "read/markdown/core/inline_pass.h"

#include <stdlib.h>

DIAG_USE(DIAG_UNKNOWN_EMOJI);

#define MAX_NAME 40

static const struct emoji {
    const char *name, *text;
} table[] = {
#define EMOJI(name, text) {name, text},
#include "read/markdown/core/emoji.def"
#undef EMOJI
};

static struct str find(struct str name) {
    const struct emoji *e = bsearch(&name, table, ARRAY_LEN(table), sizeof table[0], str_order_z);
    return e ? str_of(e->text) : STR_EMPTY;
}

bool md_inl_emoji(struct inl *x) {
    struct str s = str_slice(x->s, x->at + 1, x->at + 2 + MAX_NAME);
    size_t n = str_past_name(s, 0, "_+-");
    struct str name = str_slice(s, 0, n);
    /* a colon within a word or a time, such as 10:30:15, does not begin a name */
    bool within = x->at > 0 && is_alnum(x->s.p[x->at - 1]);
    if (!n || n >= s.n || s.p[n] != ':' || within) {
        return false;
    }
    struct str text = find(name);
    size_t end = x->at + n + 2;
    if (!text.n) {
        if (is_lower(name.p[0])) {
            diag_add(x->m->diags, DIAG_UNKNOWN_EMOJI, md_span(x->t, x->at, end),
                     "no emoji called `%.*s` is known", STR_ARG(name));
        }
        return false;
    }
    struct doc_node *span = md_inl_node(x, DOC_SPAN, x->at, end);
    doc_add_class(x->m->doc, span, STR("emoji"));
    doc_set_pair(x->m->doc, span, STR("data-emoji"), name);
    doc_add_text(x->m->doc, span, text, span->span);
    x->at = end;
    return true;
}
