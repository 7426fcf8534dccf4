/* SPDX-License-Identifier: MIT */
/* Shared declarations of the files that use cmark-gfm: cmark.c (the walk over its tree),
 * block_extension.c (further blocks), cmark_text.c (places), cmark_leaf.c (leaves), and cmark_gfm.c
 * (GitHub's flavours). */
#ifndef DOSSIER_MARKDOWN_MD_CMARK_H
#define DOSSIER_MARKDOWN_MD_CMARK_H

#include "read/markdown/core/md_table.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

struct md_cmark_input {
    struct str text;
    int options;
    const char *const *extensions; /* the names of cmark-gfm's extensions */
    size_t nextensions;
    /* an extension that is called before cmark-gfm's own; may be NULL */
    cmark_syntax_extension *own;
    /* if not NULL, inlines are read only in the cells of tables; `own` stores the root of the tree
     * here */
    cmark_node *const *root;
    struct md_mask *mask; /* if not NULL, its lines are read instead of `text` */
};

/** Returns the tree of cmark-gfm, which the caller frees with cmark_node_free(). Only one thread at
 * a time can parse; other threads wait. */
cmark_node *md_cmark_parse(const struct md_cmark_input *in);

typedef VEC(cmark_node *) md_node_vec;

/** A line and the lines after it, without the prefixes of its containers. md_ahead() adds lines
 * when they are needed. */
struct md_sight {
    size_t line;
    cmark_node *parent;
    bool ends; /* the containers end after the last of `lines` */
    md_node_vec outer;
    VEC(struct md_line) lines;
};

/** The state of reading one region with cmark-gfm. */
struct md_reader {
    struct md *m;
    const struct md_region *r;
    struct md_mask mask;
    struct doc_node *top; /* the parent of new nodes */
    int depth;            /* depth of `top` */
    /* number of open containers that are left out, because they are deeper than LIMIT_DOC_DEPTH */
    int over;
    int column;             /* index of the next cell in its row */
    size_t below_underline; /* the line below a setext underline that is text; 0 if there is none */
    /* the line of the head of a table. If a paragraph precedes the table without a blank line,
     * cmark-gfm has only the place of the paragraph. */
    size_t head_line;
    size_t head_at;  /* offset of the text of the head in its line */
    size_t row_line; /* the line of the current row of a table */
    size_t cell_at;  /* offset in `row_line` after the last cell that was read */
    cmark_syntax_extension *extension;
    cmark_node *root; /* the root of cmark-gfm's tree; NULL before the extension is called */
    struct md_sight sight;
    /* for lines of open blocks: the offset of each line's content after the prefixes of its
     * containers */
    uint32_t *cut;
    bool any_text;       /* `text_line` has a value */
    size_t text_line;    /* the last line that cmark-gfm treats as text of a paragraph */
    cmark_node *comment; /* a comment of HTML that is still open at line `comment_to` */
    size_t comment_to;
    size_t searched; /* number of lines that were searched in vain for the end of a block */
};

/* cmark.c */
/** Sets the columns of a table and their alignments to those of cmark-gfm's table `n`. */
void md_take_columns(struct md *m, struct doc_node *table, cmark_node *n);
/** Reports that a row has more cells than the table has columns. */
void md_report_cells(struct md *m, struct span at);

/* cmark_text.c */
/** These functions return a place of a block: its first and its last line as indices in the region,
 * and its offset in the first line. */
size_t md_first_line(const struct md_reader *k, cmark_node *n);
size_t md_last_line(const struct md_reader *k, cmark_node *n);
size_t md_first_byte(cmark_node *n);
struct span md_block_span(const struct md_reader *k, cmark_node *n);
/** Returns cmark-gfm's copy of the text of a block, or an empty text. */
struct str md_copy(cmark_node *n);
/** Finds the head of a table and stores its place in `k`. Returns the number of lines of a
 * paragraph directly above the head. */
size_t md_find_head(struct md_reader *k, cmark_node *table);
/** Returns the text of a leaf that begins in `line`, with its places in the source. The lines of
 * `copy`, cmark-gfm's copy of the text, are searched for there. */
struct md_text md_leaf_text(const struct md_reader *k, size_t line, struct str copy);
struct md_text md_heading_text(const struct md_reader *k, cmark_node *n);
/** Returns the next cell of a row. Uses `k->row_line` and `k->cell_at`. */
struct md_text md_cell_text(struct md_reader *k, cmark_node *n);
/** Returns the offset of text that follows the last cell and its bar in `k->row_line`, or 0 if
 * there is no such text. */
size_t md_after_cells(const struct md_reader *k);
/** Returns the text of code or HTML that begins in `line`, without the masks. NUL is replaced with
 * U+FFFD. */
struct str md_literal_text(const struct md_reader *k, size_t line, struct str copy);

/* cmark_leaf.c */
/** Whether a block is the child of an item in a tight list. */
bool md_in_tight_list(cmark_node *n);
/** Appends a new node to `k->top`. */
struct doc_node *md_add(struct md_reader *k, enum doc_kind kind, struct span at);
/* These functions read a leaf and append it to `k->top`. */
void md_read_heading(struct md_reader *k, cmark_node *n);
void md_read_paragraph(struct md_reader *k, cmark_node *n);
void md_read_code(struct md_reader *k, cmark_node *n);
void md_read_html(struct md_reader *k, cmark_node *n);
/** Appends a block of raw HTML without its comments, or as text if raw_html is off. */
void md_add_html(struct md_reader *k, struct str text, struct span at);

#endif
