/* SPDX-License-Identifier: MIT */
/*
 * What stands in a table's cell. Inlines are set as they are; blocks, which grid tables have, go
 * below one another within the cell's one paragraph: paragraphs on lines of their own, items behind
 * their marks.
 */
#include "layout/set/setter.h"

#define MAX_INDENT 3 /* of lists within one another; a cell is narrow */

struct cell_setter {
    struct setter *s;
    struct inline_builder *b;
    bool begun;  /* the cell has text: a further block begins a line */
    int bullets; /* lists open */
};

static void begin_line(struct cell_setter *c) {
    if (c->begun) {
        inline_newline(c->b);
    }
    c->begun = true;
}

static void put_code(struct cell_setter *c, const struct doc_node *n, const struct ink *ink) {
    struct str rest = n->u.code.text;
    struct ink mono = *ink;
    mono.cls = FONT_MONO;
    mono.flags |= INLINE_VERBATIM;
    while (rest.n) {
        begin_line(c);
        set_text(c->s, c->b, str_cut(&rest, '\n'), &mono);
    }
}

static void put_blocks(struct cell_setter *c, const struct doc_node *parent, const struct ink *ink);

static void put_items(struct cell_setter *c, const struct doc_node *list, const struct ink *ink) {
    for (const struct doc_node *item = list->first; item; item = item->next) {
        struct str label = set_list_label(c->s->arena, item, c->bullets);
        begin_line(c);
        for (int i = 0; i < c->bullets && i < MAX_INDENT; i++) {
            set_text(c->s, c->b, STR("\u00A0\u00A0\u00A0"), ink);
        }
        if (label.n) {
            set_text(c->s, c->b, label, ink);
            set_text(c->s, c->b, STR("\u00A0"), ink);
        }
        c->begun = false; /* the item's first text goes behind its mark */
        c->bullets++;
        put_blocks(c, item, ink);
        c->bullets--;
        c->begun = true;
    }
}

/** Recursion follows the document's nesting, which LIMIT_DOC_DEPTH ends. */
static void put_blocks(struct cell_setter *c, const struct doc_node *parent,
                       const struct ink *ink) {
    for (const struct doc_node *n = parent->first; n; n = n->next) {
        if (doc_is_inline(n->kind)) {
            c->begun = true;
            set_inline(c->s, c->b, n, ink);
        } else if (n->kind == DOC_CODE_BLOCK) {
            put_code(c, n, ink);
        } else if (n->kind == DOC_LIST) {
            put_items(c, n, ink);
        } else if (n->first && doc_is_inline(n->first->kind)) {
            begin_line(c);
            set_inlines(c->s, c->b, n, ink);
        } else {
            put_blocks(c, n, ink);
        }
    }
}

void set_cell(struct setter *s, struct inline_builder *b, const struct doc_node *cell,
              const struct ink *ink) {
    struct cell_setter c = {.s = s, .b = b};
    put_blocks(&c, cell, ink);
}
