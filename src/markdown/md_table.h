/* SPDX-License-Identifier: MIT */
/*
 * What the readers of tables share, and the reading of HTML within them.
 */
#ifndef DOSSIER_MARKDOWN_MD_TABLE_H
#define DOSSIER_MARKDOWN_MD_TABLE_H

#include "markdown/md.h"

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

/* html_table.c */

#define MD_HTML_TABLE_LINES 5000

/** How many tables are open behind lines of HTML. */
struct md_html_depth {
    size_t lines, open;
    bool done; /* all were closed */
    bool text; /* and something stands behind, in the same line */
};
bool md_html_begins_table(struct str line);
/** Reads one more line. */
void md_html_table_line(struct md_html_depth *depth, struct str line);
/** NULL when it holds what the document's tables cannot: then it stays raw HTML. */
struct doc_node *md_html_table(struct md *m, const struct md_region *r, size_t i, size_t end);
/** Value of an attribute among those of a tag; empty with a NULL pointer when it is not there. */
struct str md_html_attr(struct str attrs, const char *name);

/* html_words.c */

/** Raw tags among a cell's inlines become nodes. */
void md_html_words(struct md *m, struct doc_node *parent);
/** The name of a raw inline tag; `*closes`, and in `*attrs` what stands behind the name. */
struct str md_html_tag(const struct doc_node *n, bool *closes, struct str *attrs);

/* html_blocks.c */
/** Tags of paragraphs and lists among a cell's inlines make these of what stands between. After
 * md_html_words(). */
void md_html_blocks(struct md *m, struct doc_node *cell);

#endif
