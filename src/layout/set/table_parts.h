/* SPDX-License-Identifier: MIT */
/*
 * What the files of the table setter share: table.c takes a table in and chooses its size,
 * table_size.c its columns, table_rows.c puts its rows into the galley. Nobody else includes this.
 */
#ifndef DOSSIER_LAYOUT_SET_TABLE_PARTS_H
#define DOSSIER_LAYOUT_SET_TABLE_PARTS_H

#include "layout/set/setter.h"
#include "layout/set/table.h"

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
};

struct table_row {
    const struct doc_node *node;
    struct page_elem *elem;
    size_t first, ncells; /* in table.cells */
    int64_t top;          /* of the row, without the rules between rows */
    sp base;              /* from there to the first baseline */
    sp height;
    bool head, foot;
    bool joined; /* a cell of a row above reaches into it */
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
    sp end;                    /* thickness of the rule at the end */
    struct page_colour colour; /* of the rules */
    struct element *part;      /* <thead>, <tbody> or <tfoot>, for style sheets */
};

enum page_role set_table_part(const struct table_row *row);

/** Builds the cells at the largest size at which no column is narrower than its longest word, and
 * fixes the columns' places; reports what sticks out even so. */
void set_table_size(struct table *t);
void set_table_drop_builders(struct table *t);

/** Breaks the cells' text into lines and reckons the rows' heights. */
void set_table_lines(struct table *t);
/** Puts rules and rows into the galley. */
void set_table_rows(struct table *t);

#endif
