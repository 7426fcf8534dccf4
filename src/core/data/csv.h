/* SPDX-License-Identifier: MIT */
/*
 * Reading and writing tables as text, as spreadsheets and services write them (RFC 4180): cells in
 * quotation marks may have separators and line ends; a byte-order mark is skipped.
 */
#ifndef DOSSIER_DATA_CSV_H
#define DOSSIER_DATA_CSV_H

#include "core/data/data_node.h"

/** The offset of the first field, after a byte-order mark. */
size_t csv_begin(struct str text);
/**
 * Reads the field at `*at`, which moves to the end of its separator. `*last` is set if the field
 * ends its row. The text is without its quotation marks and without white space around it, in the
 * arena. A field without an end reaches to the end of the text.
 */
struct str csv_field(struct arena *a, struct str text, size_t *at, char separator, bool *last);
/** The separator of a table: the tabulator, semicolon or comma that its first line has most of,
 * outside of quotation marks. Of equal numbers, the first of these. */
char csv_separator(struct str text);
/**
 * The rows of a table as a list of maps, whose keys are the cells of the first row; `separator` is
 * that of the table. Cells are trimmed. If columns have the same name, the first cell with text
 * counts. Rows without any text are left out, cells beyond the first row's, and rows beyond `most`.
 * All have their places; everything is in `a`.
 */
struct node *csv_rows(struct arena *a, struct source *src, char separator, size_t most);

/** Begins a table: a byte-order mark, by which spreadsheets recognize UTF-8. */
void csv_put_begin(struct buf *b);
/** Appends a cell, with a comma before it unless it is the first of its row. A spreadsheet would
 * compute a text that begins with `=`, `+`, `-` or `@`, so that text gets an apostrophe. */
void csv_put(struct buf *b, struct str cell, bool first);
/** Ends a row. */
void csv_put_end(struct buf *b);

#endif
