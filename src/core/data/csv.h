/* SPDX-License-Identifier: MIT */
/*
 * Reading and writing tables as text, as spreadsheets and services write them (RFC 4180): cells in
 * quotation marks may contain separators and line ends; a byte-order mark is skipped.
 */
#ifndef DOSSIER_DATA_CSV_H
#define DOSSIER_DATA_CSV_H

#include "core/data/data_node.h"

/**
 * Reads the field at `*at` and moves `*at` past its separator. `*last` is set if the field ends its
 * row. The text is without its quotation marks and without white space around it, in the arena. A
 * quoted field that is never closed reaches to the end of the text.
 */
struct str csv_field(struct arena *a, struct str text, size_t *at, char separator, bool *last);
/** Returns the separator of a table: the tabulator, semicolon or comma that is most frequent in its
 * first line outside of quotation marks. If two are equally frequent, the earlier one in this list
 * is returned.
 */
char csv_separator(struct str text);
/**
 * Returns the rows of a table as a list of maps in `a`, whose keys are the cells of the first row.
 * Cells are trimmed. If columns have the same name, the first cell with text counts. Rows
 * without text, rows after the first `most`, and cells without a heading are left out. All nodes
 * have their places.
 */
struct node *csv_rows(struct arena *a, struct source *src, char separator, size_t most);

/** Begins a table: a byte-order mark, by which spreadsheets recognize UTF-8. */
void csv_put_begin(struct buf *b);
/** Appends a cell, with a comma before it unless it is the first of its row. A spreadsheet would
 * read a text as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, so
 * such a text gets an apostrophe. */
void csv_put(struct buf *b, struct str cell, bool first);
/** Ends a row. */
void csv_put_end(struct buf *b);

#endif
