/* SPDX-License-Identifier: MIT */
/*
 * Blocks that CommonMark does not have, as block extensions of cmark-gfm. A new one is a file with
 * its `struct md_block` and a row in syntax.def.
 *
 * cmark-gfm goes through the lines and knows the containers; where none of its own blocks begins it
 * asks (block_extension.c) and the rows are asked in order. What it takes before it asks is hidden
 * from it (mask.c). So a block is recognised once, and in every container: items, quotes,
 * footnotes, divs, definitions, and all regions that md_blocks() is called for (cells, the
 * abstract).
 *
 * Two shapes: lines that are read as a whole when all blocks are known (tables, verse: how many
 * there are is decided by looking ahead), and containers, whose `match` says line by line whether
 * they go on.
 */
#ifndef DOSSIER_MARKDOWN_BLOCK_EXTENSION_H
#define DOSSIER_MARKDOWN_BLOCK_EXTENSION_H

#include "read/markdown/core/md_cmark.h"

/** A line that cmark-gfm asks about. */
struct md_at {
    struct md_reader *k;
    cmark_parser *parser;
    const char *fed;    /* the line as it was fed */
    cmark_node *parent; /* the container that the line belongs to so far */
    size_t line;        /* of the region */
    size_t byte;        /* of the first character behind white space */
    size_t indent;      /* columns of white space before it, within the container */
    struct str s;       /* the source's line from there on; not blank when a block may open */
    bool fresh;         /* no paragraph would go on with the line */
};

/** An open block: what its functions remember of it. */
struct md_open {
    const struct md_block *block;
    size_t first;  /* line it begins in */
    size_t end;    /* line behind its lines; of a container: behind the last one that is its own */
    size_t need;   /* columns that a container takes off later lines; 0: none */
    size_t inside; /* byte of the first line where a container's content begins */
    bool closed;   /* by a line of its own */
    bool loose;    /* a blank line stands before it */
    size_t extra;  /* openings beyond LIMIT_DOC_DEPTH that wait for their ends */
    struct md_line text;     /* a div's attributes, a term, a note's label */
    struct md_marker marker; /* of a list */
    struct doc_node *outer;  /* where a note's definition stands */
};

enum md_match {
    MD_ENDS,   /* the line is not the block's */
    MD_GOES_ON /* it is; what the block takes off its front was passed over */
};

struct md_block {
    /** Whether a block begins at the line; then it was made by one of the functions below, and
     * `at->parent` is what the rest of the line goes to. */
    bool (*open)(struct md_at *at);
    /** NULL: a block of lines, up to `o->end`. */
    enum md_match (*match)(struct md_at *at, cmark_node *n, struct md_open *o);
    /** Reads the block. Returns the node that what it holds goes to, NULL when there is none or it
     * is left out. `part`: the block's lines without what containers put before them. */
    struct doc_node *(*read)(struct md_reader *k, cmark_node *n, struct md_open *o,
                             const struct md_region *part);
    /** When all of its content was read; may be NULL. */
    void (*leave)(struct md_reader *k, struct md_open *o, struct doc_node *node);
    /** Whether a line, which is not blank, ends the container by itself; may be NULL. */
    bool (*closes)(struct str line);
    int levels;      /* of the tree that it needs below it to keep its shape; 0: a leaf */
    bool interrupts; /* it may end a paragraph */
};

#define BLOCK(id, name, flavours, block) extern const struct md_block md_block_##block;
#define SWITCH(id, name, flavours)
#define ALWAYS(name)
#define LACKS(name)
#include "read/markdown/core/syntax.def"
#undef BLOCK
#undef SWITCH
#undef ALWAYS
#undef LACKS

/* block_extension.c */

/** Begins a block of lines that ends before line `end`. */
struct md_open *md_open_lines(struct md_at *at, const struct md_block *block, size_t end);
/** Begins a container at `at->byte`; its content begins `bytes` further on. */
struct md_open *md_open_container(struct md_at *at, const struct md_block *block, size_t bytes);
/** A node of any of cmark-gfm's types; passes over nothing. */
struct md_open *md_open_node(struct md_at *at, const struct md_block *block, cmark_node_type type);
/** Passes over the rest of the line. */
void md_pass_line(struct md_at *at);
/** Passes over `columns` columns of white space, for a `match`. */
void md_pass_columns(struct md_at *at, size_t columns);
/** What is remembered of a block of such an extension; NULL for cmark-gfm's own. */
struct md_open *md_open_of(const struct md_reader *k, cmark_node *n);
/** How deep a node is nested, but not more than `limit`. */
size_t md_node_depth(cmark_node *n, size_t limit);
/**
 * Line `at->line + ahead` without what the containers of `at->parent` take off its front; NULL when
 * they end before it. Valid until another line is asked about.
 */
const struct md_line *md_ahead(struct md_at *at, size_t ahead);
/** Lines from `at->line` on, as many as `more` takes; `state` is its own. The first is taken
 * unasked. */
struct md_region md_look_ahead(struct md_at *at, bool (*more)(void *state, struct str line),
                               void *state);
/** Whether the line, behind what the containers between `n` and the innermost open block take off
 * its front, belongs to code or to an open block of the same kind: a closing line is the innermost
 * one's. */
bool md_inner_takes(struct md_at *at, cmark_node *n, const struct md_block *block);
/** Whether a line of the region is blank within the containers of `n`. */
bool md_is_blank_within(struct md_reader *k, cmark_node *n, size_t line);
/** The lines of a block without what its containers put before them. */
struct md_region md_open_region(struct md_reader *k, cmark_node *n, const struct md_open *o);
/** The extension, for one parse of `k->r`; to be freed after it. */
cmark_syntax_extension *md_extension_new(struct md_reader *k);

/* cmark_leaf.c */
/** Makes a table of its lines, with the caption that stands before it; text when `make` gives none.
 */
void md_read_table(struct md_reader *k, const struct md_region *part,
                   struct doc_node *(*make)(struct md_reader *k, const struct md_region *part));

/* mask.c */
/** Hides the lines that a formula goes on in which opens in this line of text. */
void md_mask_formula(struct md_at *at);

#endif
