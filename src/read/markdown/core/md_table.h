/* SPDX-License-Identifier: MIT */
/* Shared declarations of the readers of tables. */
#ifndef DOSSIER_MARKDOWN_MD_TABLE_H
#define DOSSIER_MARKDOWN_MD_TABLE_H

#include "read/markdown/core/md.h"

/* the line length to which widths of columns in the source are relative, in characters (pandoc's
 * default) */
#define MD_COLUMNS 80

/* cmark_leaf.c */

/** Returns the number of bytes of ": " or "Table: " before the text of a caption (MANUAL,
 * table_captions), or 0. */
size_t md_caption_mark(struct str s);
/** Adds a caption to a table. The text of the caption begins after `mark` bytes. */
void md_add_caption(struct md *m, struct doc_node *table, struct md_text t, size_t mark);
/** If the paragraph before a table is a caption, removes it and sets `*t` to its text. Returns the
 * number of bytes of its mark, or 0. */
size_t md_take_caption(struct md *m, struct doc_node *before, struct md_text *t);

/* text_table.c */

/** Makes a table whose columns have the default alignment. Its place is the lines [from, to). */
struct doc_node *md_table_new(struct md *m, const struct md_region *r, size_t from, size_t to,
                              size_t ncols);
/** Sets the widths of columns to shares of the text width. `columns` are the widths in the source,
 * in characters. */
void md_table_widths(struct md *m, struct doc_node *table, const size_t *columns);
/** Returns the columns [from, to) of a line. With `screen`, a wide character takes two columns, as
 * on a terminal; otherwise each character is a column. */
struct md_line md_line_columns(struct md_line line, size_t from, size_t to, bool screen);
/** Returns the number of columns of a text. `screen` is as in md_line_columns(). */
size_t md_columns(struct str s, bool screen);
/** Returns the line without white space at both ends. */
struct md_line md_line_trim(struct md_line line);

#endif
