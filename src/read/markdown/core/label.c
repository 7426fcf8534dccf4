/* SPDX-License-Identifier: MIT */
/* Registers labels, the targets of references by number. */
#include "read/markdown/core/md.h"

DIAG_USE(DIAG_EQUATION_LABEL);

struct md_target *md_label_add(struct md *m, struct doc_node *n, struct str label,
                               enum doc_word kind, struct str number) {
    struct md_target *before = map_lookup(&m->labels.targets, label);
    if (!before) {
        struct md_target *t = ARENA_NEW(m->a, struct md_target);
        *t = (struct md_target){.node = n, .kind = kind, .number = number};
        map_put(&m->labels.targets, label, t);
        vec_push(&m->labels.names, label);
        return t;
    }
    if (before->node != n) {
        struct span at = n->span;
        size_t mark = str_find(span_text(at), arena_join(m->a, 2, STR("#"), label));
        at = mark == STR_NONE ? at
                              : span_make(at.src, at.begin + mark, at.begin + mark + 1 + label.n);
        struct diag *g = diag_add(m->diags, DIAG_EQUATION_LABEL, at,
                                  "the label `%.*s` is given twice", STR_ARG(label));
        diag_relate(m->diags, g, before->node->span, "the first is here");
    }
    return before;
}
