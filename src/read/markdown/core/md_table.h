/* SPDX-License-Identifier: MIT */
/*
 * What the readers of tables share, and the reading of HTML within them.
 */
#ifndef DOSSIER_MARKDOWN_MD_TABLE_H
#define DOSSIER_MARKDOWN_MD_TABLE_H

#include "read/markdown/core/md.h"

#define MD_COLUMNS 80 /* of a source's lines: what relative widths are of (pandoc's default) */

/* cmark_leaf.c */

/** ": text" or "Table: text" (MANUAL, table_captions): the bytes before the caption's text, or 0.
 */
size_t md_caption_mark(struct str s);
/** Puts a caption on a table; its text begins behind `mark` bytes. */
void md_add_caption(struct md *m, struct doc_node *table, struct md_text t, size_t mark);
/** Takes the paragraph before a table away when it is marked as a caption and was just read;
 * returns the bytes of its mark, or 0. */
size_t md_take_caption(struct md *m, struct doc_node *before, struct md_text *t);

/* text_table.c */

/** A table with default alignments; its lines are [from, to). */
struct doc_node *md_table_new(struct md *m, const struct md_region *r, size_t from, size_t to,
                              size_t ncols);
/** Widths relative to the text from those in the source. */
void md_table_widths(struct md *m, struct doc_node *table, const size_t *columns);
/** Columns [from, to) of a line: of the screen (wide characters take two), or characters. */
struct md_line md_line_columns(struct md_line line, size_t from, size_t to, bool screen);
/** How many columns a text takes. */
size_t md_columns(struct str s, bool screen);
/** Without white space at both ends. */
struct md_line md_line_trim(struct md_line line);

#endif
