/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share. A writer appends lines. Cells of tables have
 * writers of their own, and the table puts their lines side by side.
 */
#ifndef DOSSIER_PLAIN_WRITER_H
#define DOSSIER_PLAIN_WRITER_H

#include "core/base/vec.h"
#include "write/plain/plain.h"

/* columns of an item's marker and of the indentation of code (pandoc, --tab-stop) */
#define PLAIN_TAB 4
#define PLAIN_ENDLESS 1000000 /* the length of a line that is not wrapped */
/* maximum width of a table's column, so that one long cell does not make all rows long */
#define PLAIN_WIDEST 1000

/** The gap between two lines. */
enum plain_gap { PLAIN_NO_GAP, PLAIN_NEW_LINE, PLAIN_BLANK_LINE };

struct plain_writer {
    struct buf *out;
    const struct doc *doc;
    const struct plain_options *opt;
    struct diags *d;
    size_t columns; /* the length of a line, with its indentation */
    size_t indent;
    struct buf lead; /* text in place of the indentation of the next line: the marker of an item */
    enum plain_gap gap; /* the gap before the next line */
    int depth;          /* the nesting of blocks */
    int tables;         /* the nesting of tables */
};

/* ---- lines: line.c */

void plain_writer_init(struct plain_writer *w, const struct plain_writer *of, struct buf *out,
                       size_t columns);
void plain_writer_drop(struct plain_writer *w);
/** Returns the number of columns of the document's lines, regardless of wrapping and nesting. */
size_t plain_columns(const struct plain_writer *w);
/** Returns the number of columns that a text takes in a fixed-width font. */
size_t plain_width(struct str s);
/** Requests a blank line before the next line. There is none after a marker or at the beginning. */
void plain_space(struct plain_writer *w);
/** Writes a line, without the white space at its end. */
void plain_line(struct plain_writer *w, struct str text);
/** Indents the following lines and a waiting marker. To undo it, subtract from `indent`. */
void plain_indent(struct plain_writer *w, size_t columns);
/** Begins an item: its first line has the marker, its other lines are indented below its text.
 * Returns the argument for plain_item_end(). */
size_t plain_item_begin(struct plain_writer *w, struct str marker, size_t columns);
void plain_item_end(struct plain_writer *w, size_t indent);

/** Text with the places where a line may or must be broken. There is no white space at these
 * places. */
struct plain_break {
    size_t at;
    bool hard;
};
struct plain_text {
    struct buf text;
    VEC(struct plain_break) breaks;
};
void plain_text_init(struct plain_text *t);
void plain_text_break(struct plain_text *t, bool hard);
/** Appends text. Its white space becomes possible breaks. */
void plain_text_put(struct plain_text *t, struct str s);
/** Writes the text as lines, each as full as possible, and drops it. */
void plain_fill(struct plain_writer *w, struct plain_text *t);

/* ---- inlines: inline.c */

/** Whether the style of a node hides it: `display: none`. */
bool plain_hides(const struct doc_node *n);
/** Appends the inlines from `first` up to, not including, `end`. */
void plain_inlines(struct plain_writer *w, struct plain_text *t, struct doc_node *first,
                   const struct doc_node *end);

/** Appends the mark of a note: "[1]", as in pandoc. If the document has a reference list, whose
 * entries may have numbers in brackets, it is a letter: "[a]" to "[z]", then "[aa]". */
void plain_note_mark(const struct plain_writer *w, struct buf *out, int number);

/* ---- blocks: block.c */

/** Writes the block `first` and the blocks after it. Inlines among them become paragraphs. */
void plain_blocks(struct plain_writer *w, struct doc_node *first);
/** Writes the node's inlines as a paragraph after `front`. */
void plain_paragraph(struct plain_writer *w, struct str front, const struct doc_node *n);

/* ---- tables: table.c, grid.c */

struct plain_cell {
    /* NULL if a cell above extends to this place, or if the cell is missing */
    struct doc_node *node;
    struct str *lines; /* the lines of the cell after layout */
    size_t nlines;
    size_t widest; /* the width of the widest line */
};

struct plain_table {
    struct doc_node *node;
    size_t ncols, nrows;
    size_t nhead;             /* 1 when the first row is a head */
    struct plain_cell *cells; /* nrows times ncols */
    size_t *widths;           /* the widths of the columns */
};

void plain_table(struct plain_writer *w, struct doc_node *n);
/** Lays out a cell in the given number of columns. */
void plain_cell_set(struct plain_writer *w, struct plain_cell *c, size_t columns);
/** Returns the width in characters of a column of a table with given widths. If the source gave the
 * width in characters, the result is that number plus `extra`; otherwise it is a share of a full
 * line. */
size_t plain_table_share(const struct plain_writer *w, const struct plain_table *t, size_t c,
                         size_t extra);
/** Writes a table with rules between all cells (pandoc MANUAL, grid_tables). */
void plain_grid(struct plain_writer *w, struct plain_table *t);

#endif
