/* SPDX-License-Identifier: MIT */
/*
 * What the files share that see cmark-gfm: cmark.c (the way through), block_extension.c (blocks
 * that it does not have), cmark_text.c (places), cmark_leaf.c (leaves) and cmark_gfm.c (GitHub's
 * flavours).
 */
#ifndef DOSSIER_MARKDOWN_MD_CMARK_H
#define DOSSIER_MARKDOWN_MD_CMARK_H

#include "read/markdown/core/md_table.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

struct md_cmark_input {
    struct str text;
    int options;
    const char *const *extensions; /* of cmark-gfm's own */
    size_t nextensions;
    cmark_syntax_extension *own; /* asked before them; may be NULL */
    cmark_node *const *root;     /* where `own` leaves the tree's root, once it was asked: then only
                                    cells have inlines; or NULL */
    struct md_mask *mask;        /* fed line by line instead of `text`; may be NULL */
};

/** cmark-gfm's tree, to be freed with cmark_node_free(). One thread at a time is in there. */
cmark_node *md_cmark_parse(const struct md_cmark_input *in);

typedef VEC(cmark_node *) md_node_vec;

/** The lines from one on, without what its containers put before them, as far as they were asked
 * for. */
struct md_sight {
    size_t line;
    cmark_node *parent;
    bool ends; /* the containers do behind the last of `lines` */
    md_node_vec outer;
    VEC(struct md_line) lines;
};

/** One region on its way from cmark-gfm's tree to the document's. */
struct md_reader {
    struct md *m;
    const struct md_region *r;
    struct md_mask mask;
    struct doc_node *top;   /* what children go to */
    int depth;              /* of `top` */
    int over;               /* containers open beyond LIMIT_DOC_DEPTH */
    int column;             /* of the next cell */
    size_t below_underline; /* the line behind an underline that became text; 0: none */
    size_t head_line;       /* where a table's head stands: cmark-gfm has the paragraph's place */
    size_t head_at;         /* byte of the head's text in its line */
    size_t row_line;        /* where the row stands whose cells are read */
    size_t cell_at;         /* byte of its line behind the cell before */
    cmark_syntax_extension *extension;
    cmark_node *root; /* of the tree, once the extension was asked */
    struct md_sight sight;
    uint32_t *cut; /* line -> byte where it begins within its containers; of open blocks of lines */
    bool any_text; /* `text_line` is one */
    size_t text_line;    /* the last one that is text */
    cmark_node *comment; /* an HTML block that is still open in line `comment_to` */
    size_t comment_to;
    size_t vain; /* lines that were looked at for the end of tables that have none */
};

/* cmark.c */
/** Reports what stands behind the cells that a table has columns for. */
void md_report_cells(struct md *m, struct span at);

/* cmark_text.c */
/** Lines of the region (from 0) where a block begins and ends, and the byte it begins at in its
 * first line. */
size_t md_first_line(const struct md_reader *k, cmark_node *n);
size_t md_last_line(const struct md_reader *k, cmark_node *n);
size_t md_first_byte(cmark_node *n);
struct span md_block_span(const struct md_reader *k, cmark_node *n);
/** cmark-gfm's copy of a block's text; empty when there is none (it begins with zero then). */
struct str md_copy(cmark_node *n);
/** Finds a table's head, which cmark-gfm may have cut off a paragraph; returns the paragraph's
 * lines. */
size_t md_find_head(struct md_reader *k, cmark_node *table);
/** The text of a leaf that begins in `line`: cmark-gfm's copy, found again line by line. */
struct md_text md_leaf_text(const struct md_reader *k, size_t line, struct str copy);
struct md_text md_heading_text(const struct md_reader *k, cmark_node *n);
/** Cells of a row are asked for in order: `k->row_line` and `k->cell_at` are its reader's. */
struct md_text md_cell_text(struct md_reader *k, cmark_node *n);
/** Offset in the row's line of what stands behind the cells read so far and their bar; 0 when there
 * is nothing. */
size_t md_after_cells(const struct md_reader *k);
/** Literal text of code or HTML that begins in `line`, masks undone. */
struct str md_literal_text(const struct md_reader *k, size_t line, struct str copy);

/* cmark_leaf.c */
/** Whether a paragraph is an item's of a list without blank lines between. */
bool md_in_tight_list(cmark_node *n);
/** A new node at the end of `k->top`. */
struct doc_node *md_add(struct md_reader *k, enum doc_kind kind, struct span at);
/* A leaf of each kind, read and added to `k->top`. */
void md_read_heading(struct md_reader *k, cmark_node *n);
void md_read_paragraph(struct md_reader *k, cmark_node *n);
void md_read_code(struct md_reader *k, cmark_node *n);
void md_read_html(struct md_reader *k, cmark_node *n);
/** A block of raw HTML without its comments; text where raw_html is off. */
void md_add_html(struct md_reader *k, struct str text, struct span at);

#endif
