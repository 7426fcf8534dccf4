/* SPDX-License-Identifier: MIT */
/*
 * Everything that the files of the table setter share. set_table.c reads a table and chooses its
 * size, table_size.c chooses the widths of columns, table_box.c handles boxes, and table_rows.c
 * puts the rows into the galley. Internal to these files.
 */
#ifndef DOSSIER_LAYOUT_SET_TABLE_PARTS_H
#define DOSSIER_LAYOUT_SET_TABLE_PARTS_H

#include "print/layout/set/set_table.h"
#include "print/layout/set/setter.h"

/* maximum number of rows of a short table, which is cut only if necessary and may float */
#define TABLE_SHORT 12

/** The place of a line in a cell, counted from the top of the cell. */
struct table_line {
    sp top, y, foot; /* `y` is the baseline of the line */
};

/** A cell that is being set. */
struct table_cell {
    const struct doc_node *node;
    struct inline_builder *b;
    struct page_elem *elem;
    struct inline_line *lines;
    struct table_line *at; /* the place of each line */
    size_t nlines;
    size_t col, span;
    int rows;       /* the number of rows that the cell spans */
    int look_align; /* a value of enum inline_align that a style sheet sets, or -1 */
    sp first;       /* the distance from the top of the cell to its first baseline */
    sp height;
    /* the following members come from style sheets */
    const struct box_paint *paint; /* the background and borders of the cell; may be NULL */
    bool padded;                   /* the cell has paddings of its own */
    sp pad_top, pad_bottom;
    sp least;            /* the minimum width of the cell */
    enum look_word sink; /* vertical alignment: WORD_TOP, WORD_MIDDLE or WORD_BOTTOM */
};

struct table_row {
    const struct doc_node *node;
    struct page_elem *elem;
    size_t first, ncells; /* the range of the row's cells in table.cells */
    int64_t top;          /* the top of the row in the table, without the rules between rows */
    sp base;              /* the distance from the top of the row to its first baseline */
    sp height;
    bool head, foot;
    bool joined;                   /* a cell of an earlier row extends into this row */
    const struct box_paint *paint; /* the background and borders of the row; may be NULL */
    sp pad_top, pad_bottom;        /* the padding above and below the row's cells */
};

struct table {
    struct setter *s;
    const struct doc_node *node;
    struct frame f; /* the frame of the cells' text */
    size_t ncols;
    struct table_col *cols;
    sp *left; /* the left edge of each column, and the right edge of the last one */
    VEC(struct table_cell) cells;
    VEC(struct table_row) rows;
    sp gap; /* the space between columns */
    sp leading;
    bool cuts; /* a word wider than its column is hyphenated */
    /* `may_be_wide`: the table may span all columns of the page; `wide`: it does, as a float */
    bool may_be_wide, wide;
    sp heavy, light, thin; /* thicknesses of booktabs' rules: \heavyrulewidth and so on */
    sp above_rule, below_rule;
    sp end;                    /* the thickness of the rule at the end of the table */
    struct page_colour colour; /* the colour of the rules */
    /* the element <thead>, <tbody> or <tfoot> of the current row, for style sheets */
    struct element *part;
    struct frame over; /* the frame of the caption */
    /* the text above parts on further pages, such as "Table 3 (continued)", or empty */
    struct str continued;
    bool boxed; /* style sheets give the table backgrounds or borders */
    const struct box_paint *paint,
        *part_paint; /* the paints of the table and of the current part; may be NULL */
    /* the gap and width that a style sheet sets; 0: the content determines them */
    sp asked_gap, asked_width;
};

enum page_role set_table_part(const struct table_row *row);

/** Builds the cells at the largest text size at which no column is narrower than its longest word,
 * and computes the places of the columns. Reports what is still too wide. */
void set_table_size(struct table *t);
void set_table_drop_builders(struct table *t);

/** The next four functions read the style of the table, of a part, of a row and of a cell. All
 * functions from here to set_table_open_box() are in table_box.c. */
void set_table_own_box(struct table *t, const struct frame *f);
void set_table_part_box(struct table *t, const struct frame *f);
void set_table_row_box(struct table *t, struct table_row *row, const struct frame *f);
void set_table_cell_box(struct table *t, struct table_cell *cell, const struct frame *f);
/** How far backgrounds extend beyond the text of the first and the last column. */
sp set_table_pad(const struct table *t);
/** Adds the paddings of cells to the rows. */
void set_table_box_rows(struct table *t);
/** Draws the boxes of row `r` into its box, or only their part between two heights below the top of
 * the row. */
void set_table_draw_boxes(struct table *t, struct v_box *box, size_t r, sp from, sp to);
/** Opens the box of a table that has a paint around the following rows. */
void set_table_open_box(struct table *t);

/** Breaks the text of the cells into lines and computes the heights of the rows. */
void set_table_lines(struct table *t);
/** Puts rules and rows into the galley. */
void set_table_rows(struct table *t);

#endif
