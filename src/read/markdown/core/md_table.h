/* SPDX-License-Identifier: MIT */
/* Shared declarations of the readers of tables. */
#ifndef DOSSIER_MARKDOWN_MD_TABLE_H
#define DOSSIER_MARKDOWN_MD_TABLE_H

#include "read/markdown/core/md.h"

#define MD_COLUMNS 80 /* width of a source line, for relative widths (pandoc's default) */

/* cmark_leaf.c */

/** The bytes of ": " or "Table: " before the text of a caption (MANUAL, table_captions), or 0. */
size_t md_caption_mark(struct str s);
/** Puts a caption on a table; its text begins after `mark` bytes. */
void md_add_caption(struct md *m, struct doc_node *table, struct md_text t, size_t mark);
/** Removes the paragraph before a table when it is a caption that was just read; returns the bytes
 * of its mark, or 0. */
size_t md_take_caption(struct md *m, struct doc_node *before, struct md_text *t);

/* text_table.c */

/** A table with default alignments, for lines [from, to). */
struct doc_node *md_table_new(struct md *m, const struct md_region *r, size_t from, size_t to,
                              size_t ncols);
/** Sets widths relative to the text width from those in the source. */
void md_table_widths(struct md *m, struct doc_node *table, const size_t *columns);
/** Columns [from, to) of a line: columns of a terminal (wide characters take two), or characters.
 */
struct md_line md_line_columns(struct md_line line, size_t from, size_t to, bool screen);
/** The number of columns of a text. */
size_t md_columns(struct str s, bool screen);
/** The line without white space at both ends. */
struct md_line md_line_trim(struct md_line line);

#endif
