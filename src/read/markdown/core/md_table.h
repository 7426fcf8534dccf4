/* SPDX-License-Identifier: MIT */
/* Shared declarations of the readers of tables. */
#ifndef DOSSIER_MARKDOWN_MD_TABLE_H
#define DOSSIER_MARKDOWN_MD_TABLE_H

#include "read/markdown/core/md.h"

/* width of a source line in columns, for relative widths (the default of pandoc) */
#define MD_COLUMNS 80

/* cmark_leaf.c */

/** Returns the number of bytes of ": " or "Table: " before the text of a caption (MANUAL,
 * table_captions), or 0. */
size_t md_caption_mark(struct str s);
/** Adds a caption to a table. The text of the caption begins after `mark` bytes. */
void md_add_caption(struct md *m, struct doc_node *table, struct md_text t, size_t mark);
/** If the paragraph before a table is a caption, removes the paragraph. Returns the number of bytes
 * of its mark, or 0. */
size_t md_take_caption(struct md *m, struct doc_node *before, struct md_text *t);

/* text_table.c */

/** A table with default alignments, for lines [from, to). */
struct doc_node *md_table_new(struct md *m, const struct md_region *r, size_t from, size_t to,
                              size_t ncols);
/** Sets the widths of columns relative to the text width, from the widths in the source. */
void md_table_widths(struct md *m, struct doc_node *table, const size_t *columns);
/** Returns the columns [from, to) of a line. A column is a column of a terminal, where wide
 * characters take two, or a character. */
struct md_line md_line_columns(struct md_line line, size_t from, size_t to, bool screen);
/** The number of columns of a text. */
size_t md_columns(struct str s, bool screen);
/** The line without white space at both ends. */
struct md_line md_line_trim(struct md_line line);

#endif
