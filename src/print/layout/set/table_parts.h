/* SPDX-License-Identifier: MIT */
/*
 * What the files of the table setter share: set_table.c takes a table in and chooses its size,
 * table_size.c its columns, table_rows.c puts its rows into the galley. Nobody else includes this.
 */
#ifndef DOSSIER_LAYOUT_SET_TABLE_PARTS_H
#define DOSSIER_LAYOUT_SET_TABLE_PARTS_H

#include "print/layout/set/set_table.h"
#include "print/layout/set/setter.h"

#define TABLE_SHORT 12 /* rows; such a table is best not broken, and may float */

/** Where a line of a cell stands, from the cell's top. */
struct table_line {
    sp top, y, foot; /* y: its baseline */
};

/** A cell on its way to the page. */
struct table_cell {
    const struct doc_node *node;
    struct inline_builder *b;
    struct page_elem *elem;
    struct inline_line *lines;
    struct table_line *at; /* of each */
    size_t nlines;
    size_t col, span;
    int rows;       /* rows it spans */
    int look_align; /* enum inline_align by a style sheet, or -1 */
    sp first;       /* from its top to its first baseline */
    sp height;
    /* of style sheets */
    const struct box_paint *paint; /* or NULL */
    bool padded;                   /* it has paddings of its own */
    sp pad_top, pad_bottom;
    sp least;            /* width */
    enum look_word sink; /* WORD_TOP, WORD_MIDDLE or WORD_BOTTOM */
};

struct table_row {
    const struct doc_node *node;
    struct page_elem *elem;
    size_t first, ncells; /* in table.cells */
    int64_t top;          /* of the row, without the rules between rows */
    sp base;              /* from there to the first baseline */
    sp height;
    bool head, foot;
    bool joined;                   /* a cell of a row above reaches into it */
    const struct box_paint *paint; /* of a style sheet, or NULL */
    sp pad_top, pad_bottom;        /* around its cells */
};

struct table {
    struct setter *s;
    const struct doc_node *node;
    struct frame f; /* of the cells' text */
    size_t ncols;
    struct table_col *cols;
    sp *left; /* of each column, and the right end of the last */
    VEC(struct table_cell) cells;
    VEC(struct table_row) rows;
    sp gap; /* between columns */
    sp leading;
    bool cuts;              /* words are hyphenated where they are wider than their column */
    bool may_be_wide, wide; /* over all columns: a float */
    sp heavy, light, thin;  /* booktabs: \heavyrulewidth, ... */
    sp above_rule, below_rule;
    sp end;                                     /* thickness of the rule at the end */
    struct page_colour colour;                  /* of the rules */
    struct element *part;                       /* <thead>, <tbody> or <tfoot>, for style sheets */
    bool boxed;                                 /* it has grounds or borders of style sheets */
    const struct box_paint *paint, *part_paint; /* of the table, of the part; or NULL */
    sp asked_gap, asked_width;                  /* of a style sheet; 0: of its content */
};

enum page_role set_table_part(const struct table_row *row);

/** Builds the cells at the largest size at which no column is narrower than its longest word, and
 * fixes the columns' places; reports what sticks out even so. */
void set_table_size(struct table *t);
void set_table_drop_builders(struct table *t);

/* table_box.c: boxes of style sheets */

/** Take in what sheets say of the table, of a part, a row, a cell. */
void set_table_own_box(struct table *t, const struct frame *f);
void set_table_part_box(struct table *t, const struct frame *f);
void set_table_row_box(struct table *t, struct table_row *row, const struct frame *f);
void set_table_cell_box(struct table *t, struct table_cell *cell, const struct frame *f);
/** How far grounds go beyond the text of the first and of the last column. */
sp set_table_pad(const struct table *t);
/** Puts the paddings of cells into the rows. */
void set_table_box_rows(struct table *t);
/** Draws the boxes of row `r` into its box, or of its part between two heights below its top. */
void set_table_draw_boxes(struct table *t, struct v_box *box, size_t r, sp from, sp to);
/** Opens the table's own box around the rows that come; false when it has none. */
bool set_table_open_box(struct table *t);

/** Breaks the cells' text into lines and reckons the rows' heights. */
void set_table_lines(struct table *t);
/** Puts rules and rows into the galley. */
void set_table_rows(struct table *t);

#endif
