/* SPDX-License-Identifier: MIT */
/*
 * The content of a table cell. Inlines are set as they are. Blocks, which occur in grid tables,
 * become parts of the cell's single paragraph: each paragraph on lines of its own, each item after
 * its marker.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

#define MAX_INDENT 3 /* deeper lists have no further indent, because cells are narrow */

struct cell_setter {
    struct setter *s;
    struct inline_builder *b;
    bool begun;  /* the cell already has text, so the next block begins a new line */
    int bullets; /* the nesting of bullet lists */
};

static void begin_line(struct cell_setter *cells) {
    if (cells->begun) {
        inline_newline(cells->b);
    }
    cells->begun = true;
}

static void put_code(struct cell_setter *cells, const struct doc_node *n, const struct ink *ink) {
    struct str rest = n->u.code.text;
    struct ink mono = *ink;
    mono.cls = FONT_MONO;
    mono.flags |= INLINE_VERBATIM;
    while (rest.n) {
        begin_line(cells);
        set_text(cells->s, cells->b, str_cut(&rest, '\n'), &mono);
    }
}

static void put_blocks(struct cell_setter *cells, const struct doc_node *parent,
                       const struct ink *ink);

static void put_items(struct cell_setter *cells, const struct doc_node *list,
                      const struct ink *ink) {
    for (const struct doc_node *item = list->first; item; item = item->next) {
        struct str label = set_list_label(cells->s->arena, item, cells->bullets);
        begin_line(cells);
        for (int i = 0; i < cells->bullets && i < MAX_INDENT; i++) {
            set_text(cells->s, cells->b, STR("\u00A0\u00A0\u00A0"), ink);
        }
        if (label.n) {
            set_text(cells->s, cells->b, label, ink);
            set_text(cells->s, cells->b, STR("\u00A0"), ink);
        }
        cells->begun = false; /* the first text of an item follows the marker on the same line */
        cells->bullets++;
        put_blocks(cells, item, ink);
        cells->bullets--;
        cells->begun = true;
    }
}

/** Recursion follows the nesting of the document, at most LIMIT_DOC_DEPTH. */
static void put_blocks(struct cell_setter *cells, const struct doc_node *parent,
                       const struct ink *ink) {
    for (const struct doc_node *n = parent->first; n; n = n->next) {
        if (doc_is_inline(n->kind)) {
            cells->begun = true;
            set_inline(cells->s, cells->b, n, ink);
        } else if (n->kind == DOC_CODE_BLOCK) {
            put_code(cells, n, ink);
        } else if (n->kind == DOC_LIST) {
            put_items(cells, n, ink);
        } else if (n->first && doc_is_inline(n->first->kind)) {
            bool apart = n->kind == DOC_PARA && n->prev && cells->begun;
            begin_line(cells);
            if (apart) { /* space above the line: a third of the text size */
                inline_box(cells->b, 0, sp_scale(ink->size, 12, 10), 0, NULL, NULL);
            }
            set_inlines(cells->s, cells->b, n, ink);
        } else {
            put_blocks(cells, n, ink);
        }
    }
}

void set_cell(struct setter *s, struct inline_builder *b, const struct doc_node *cell,
              const struct ink *ink) {
    struct cell_setter cells = {.s = s, .b = b};
    bool inlines = !cell->first || doc_is_inline(cell->first->kind);
    if (inlines) {
        set_generated_around(s, b, CSS_BEFORE, cell, ink);
    }
    put_blocks(&cells, cell, ink);
    if (inlines) {
        set_generated_around(s, b, CSS_AFTER, cell, ink);
    }
}
