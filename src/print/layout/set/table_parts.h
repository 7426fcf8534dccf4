/* SPDX-License-Identifier: MIT */
/*
 * What the files of the table setter share: set_table.c reads a table and chooses its size,
 * table_size.c sizes its columns, table_box.c handles boxes, table_rows.c puts its rows into the
 * galley. Internal to them.
 */
#ifndef DOSSIER_LAYOUT_SET_TABLE_PARTS_H
#define DOSSIER_LAYOUT_SET_TABLE_PARTS_H

#include "print/layout/set/set_table.h"
#include "print/layout/set/setter.h"

#define TABLE_SHORT 12 /* rows; such a table is preferably not cut, and may float */

/** The place of a cell's line, from the cell's top. */
struct table_line {
    sp top, y, foot; /* y: its baseline */
};

/** A cell that is being set. */
struct table_cell {
    const struct doc_node *node;
    struct inline_builder *b;
    struct page_elem *elem;
    struct inline_line *lines;
    struct table_line *at; /* of each */
    size_t nlines;
    size_t col, span;
    int rows;       /* rows it spans */
    int look_align; /* enum inline_align from a style sheet, or -1 */
    sp first;       /* from its top to its first baseline */
    sp height;
    /* from style sheets */
    const struct box_paint *paint; /* may be NULL */
    bool padded;                   /* it has paddings of its own */
    sp pad_top, pad_bottom;
    sp least;            /* minimum width */
    enum look_word sink; /* WORD_TOP, WORD_MIDDLE or WORD_BOTTOM */
};

struct table_row {
    const struct doc_node *node;
    struct page_elem *elem;
    size_t first, ncells; /* range in table.cells */
    int64_t top;          /* of the row, without the rules between rows */
    sp base;              /* from there to the first baseline */
    sp height;
    bool head, foot;
    bool joined;                   /* a cell of an earlier row extends into it */
    const struct box_paint *paint; /* from a style sheet, or NULL */
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
    bool cuts;              /* words wider than their column are hyphenated */
    bool may_be_wide, wide; /* over all columns: a float */
    sp heavy, light, thin;  /* of booktabs: \heavyrulewidth, ... */
    sp above_rule, below_rule;
    sp end;                                     /* thickness of the rule at the end */
    struct page_colour colour;                  /* of the rules */
    struct element *part;                       /* <thead>, <tbody> or <tfoot>, for style sheets */
    bool boxed;                                 /* it has backgrounds or borders of style sheets */
    const struct box_paint *paint, *part_paint; /* of the table, of the part; may be NULL */
    sp asked_gap, asked_width;                  /* from a style sheet; 0: by the content */
};

enum page_role set_table_part(const struct table_row *row);

/** Builds the cells at the largest size at which no column is narrower than its longest word, and
 * fixes the columns' places; reports what is still too wide. */
void set_table_size(struct table *t);
void set_table_drop_builders(struct table *t);

/** Read the style of the table, of a part, a row, a cell. table_box.c */
void set_table_own_box(struct table *t, const struct frame *f);
void set_table_part_box(struct table *t, const struct frame *f);
void set_table_row_box(struct table *t, struct table_row *row, const struct frame *f);
void set_table_cell_box(struct table *t, struct table_cell *cell, const struct frame *f);
/** How far backgrounds extend beyond the text of the first and the last column. */
sp set_table_pad(const struct table *t);
/** Adds the paddings of cells to the rows. */
void set_table_box_rows(struct table *t);
/** Draws the boxes of row `r` into its box, or those of its part between two heights below its top.
 */
void set_table_draw_boxes(struct table *t, struct v_box *box, size_t r, sp from, sp to);
/** Opens the table's own box around the following rows; false if it has none. */
bool set_table_open_box(struct table *t);

/** Breaks the cells' text into lines and computes the rows' heights. */
void set_table_lines(struct table *t);
/** Puts rules and rows into the galley. */
void set_table_rows(struct table *t);

#endif
