/* SPDX-License-Identifier: MIT */
/*
 * Between the files of plain. A writer appends lines; cells of tables are written by writers of
 * their own, whose lines the table then puts side by side.
 */
#ifndef DOSSIER_PLAIN_WRITER_H
#define DOSSIER_PLAIN_WRITER_H

#include "core/base/vec.h"
#include "write/plain/plain.h"

#define PLAIN_TAB 4           /* columns of an item's marker and of code (pandoc, --tab-stop) */
#define PLAIN_ENDLESS 1000000 /* columns of a line that is not wrapped */
#define PLAIN_WIDEST 1000     /* column of a table, lest one long cell makes all rows long */
#define PLAIN_MEASURED 3      /* tables in tables whose cells are laid out twice, to measure them */

/** What comes between one line and the next. */
enum plain_gap { PLAIN_NO_GAP, PLAIN_NEW_LINE, PLAIN_BLANK_LINE };

struct plain_writer {
    struct buf *out;
    const struct doc *doc;
    const struct plain_options *opt;
    struct diags *d;
    size_t columns; /* of a line, indentation and all */
    size_t indent;
    struct buf lead;    /* what the next line has in place of its indentation: markers of items */
    enum plain_gap gap; /* before the next line */
    int depth;          /* of blocks in blocks */
    int tables;         /* of tables in tables */
};

/* ---- lines: line.c */

void plain_writer_init(struct plain_writer *w, const struct plain_writer *of, struct buf *out,
                       size_t columns);
void plain_writer_drop(struct plain_writer *w);
/** Columns of a line of the document, wherever this one stands and whether lines are wrapped. */
size_t plain_columns(const struct plain_writer *w);
/** Columns that a text takes on a screen of fixed width. */
size_t plain_width(struct str s);
/** The next line stands apart: not from a marker, and not from the beginning. */
void plain_space(struct plain_writer *w);
/** One line, without white space at its end. */
void plain_line(struct plain_writer *w, struct str text);
/** Indents what follows, the line of a marker that waits too; undone by subtracting from `indent`.
 */
void plain_indent(struct plain_writer *w, size_t columns);
/** Begins an item: its first line has the marker, the others are indented below its text. Returns
 * the indentation that plain_item_end() sets again. */
size_t plain_item_begin(struct plain_writer *w, struct str marker, size_t columns);
void plain_item_end(struct plain_writer *w, size_t indent);

/** Text with the places at which a line may or must end. No white space stands at these. */
struct plain_break {
    size_t at;
    bool hard;
};
struct plain_text {
    struct buf text;
    VEC(struct plain_break) breaks;
};
void plain_text_init(struct plain_text *t);
void plain_text_drop(struct plain_text *t);
void plain_text_break(struct plain_text *t, bool hard);
/** Appends text; white space in it becomes breaks. */
void plain_text_put(struct plain_text *t, struct str s);
/** The text as lines: as much on each as there is room for. */
void plain_fill(struct plain_writer *w, const struct plain_text *t);

/* ---- inlines: inline.c */

/** Appends the inlines from `first` up to, not including, `end`. */
void plain_inlines(struct plain_writer *w, struct plain_text *t, struct doc_node *first,
                   const struct doc_node *end);

/* ---- blocks: block.c */

/** Writes `first` and what follows it; runs of inlines are paragraphs. */
void plain_blocks(struct plain_writer *w, struct doc_node *first);
/** The node's inlines as a paragraph, `front` before them. */
void plain_paragraph(struct plain_writer *w, struct str front, const struct doc_node *n);

/* ---- tables: table.c, grid.c */

struct plain_cell {
    struct doc_node *node; /* NULL where a cell spans on, or is missing */
    struct str *lines;     /* as it is shown */
    size_t nlines;
    size_t widest; /* line */
};

struct plain_table {
    struct doc_node *node;
    size_t ncols, nrows;
    size_t nhead;             /* 1 when the first row is a head */
    struct plain_cell *cells; /* nrows times ncols */
    size_t *widths;           /* of columns */
};

void plain_table(struct plain_writer *w, struct doc_node *n);
/** Lays a cell out in so many columns. */
void plain_cell_set(struct plain_writer *w, struct plain_cell *c, size_t columns);
/** Columns of a table's column that has a width: those it had in the source, where such widths are
 * counted, and `extra` ones, or its share of a line that is full. */
size_t plain_table_share(const struct plain_writer *w, const struct plain_table *t, size_t c,
                         size_t extra);
/** The table with rules between all cells (pandoc MANUAL, grid_tables). */
void plain_grid(struct plain_writer *w, struct plain_table *t);

#endif
