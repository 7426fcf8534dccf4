/* SPDX-License-Identifier: MIT */
/*
 * Blocks that CommonMark lacks, as block extensions of cmark-gfm. A new one needs a file with its
 * `struct md_block`, and a row in syntax.def.
 *
 * cmark-gfm reads the lines and knows the containers. Where none of its own blocks begins it calls
 * block_extension.c, which tries the rows in order. Lines that cmark-gfm would claim before are
 * masked (mask.c). So a block is recognized once, in every container: items, quotes, footnotes,
 * divs, definitions, and all regions of md_blocks() (cells, the abstract).
 *
 * There are two kinds: blocks of lines, which are read as a whole when all blocks are known
 * (tables, verse: looking ahead finds their end), and containers, whose `match` decides line by
 * line whether they continue.
 */
#ifndef DOSSIER_MARKDOWN_BLOCK_EXTENSION_H
#define DOSSIER_MARKDOWN_BLOCK_EXTENSION_H

#include "read/markdown/core/md_cmark.h"

/** A line that cmark-gfm shows to the extension. */
struct md_at {
    struct md_reader *k;
    cmark_parser *parser;
    const char *fed;    /* the line as fed to cmark-gfm */
    cmark_node *parent; /* the innermost container of the line so far */
    size_t line;        /* its index in the region */
    size_t byte;        /* offset of the first character that is not white space */
    size_t indent;      /* columns of white space before it, within the container */
    struct str s;       /* the source's line from there on; not blank when a block may open */
    bool fresh;         /* the line cannot continue a paragraph */
};

/** The state of an open block. */
struct md_open {
    const struct md_block *block;
    size_t first;  /* its first line */
    size_t end;    /* the line after its last one; of a container: after the last line of its own
                      syntax */
    size_t need;   /* columns that a container removes from later lines; 0: none */
    size_t inside; /* offset in the first line where a container's content begins */
    bool closed;   /* by a line of its own syntax */
    bool loose;    /* a blank line precedes it */
    size_t extra;  /* further openings beyond LIMIT_DOC_DEPTH, whose ends are skipped */
    struct md_line text;     /* attributes of a div, a term, or the label of a note */
    struct md_marker marker; /* of a list */
    struct doc_node *outer;  /* the node in which a note's definition is */
};

enum md_match {
    MD_ENDS,   /* the line is not the block's */
    MD_GOES_ON /* it is; `match` has skipped the block's prefix */
};

struct md_block {
    /** Whether a block begins at the line. Then it was made by a function below, and the rest of
     * the line goes to `at->parent`. */
    bool (*open)(struct md_at *at);
    /** NULL: a block of lines, up to `o->end`. */
    enum md_match (*match)(struct md_at *at, cmark_node *n, struct md_open *o);
    /** Reads the block. Returns the node for its content, or NULL when it has none or is left out.
     * `part`: the block's lines without the prefixes of its containers. */
    struct doc_node *(*read)(struct md_reader *k, cmark_node *n, struct md_open *o,
                             const struct md_region *part);
    /** Called when all of its content was read; may be NULL. */
    void (*leave)(struct md_reader *k, struct md_open *o, struct doc_node *node);
    /** Whether a line, which is not blank, ends the container; may be NULL. */
    bool (*closes)(struct str line);
    int levels;      /* levels of the tree below it that it needs to keep its shape; 0: a leaf */
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
/** Begins a container at `at->byte`; its content begins `bytes` later. */
struct md_open *md_open_container(struct md_at *at, const struct md_block *block, size_t bytes);
/** A node of any type of cmark-gfm; the position stays. */
struct md_open *md_open_node(struct md_at *at, const struct md_block *block, cmark_node_type type);
/** Skips the rest of the line. */
void md_pass_line(struct md_at *at);
/** Skips `columns` columns of white space, for a `match`. */
void md_pass_columns(struct md_at *at, size_t columns);
/** The state of a block of the extension; NULL for cmark-gfm's own blocks. */
struct md_open *md_open_of(const struct md_reader *k, cmark_node *n);
/** The nesting depth of a node, at most `limit`. */
size_t md_node_depth(cmark_node *n, size_t limit);
/** Line `at->line + ahead` without the prefixes of the containers of `at->parent`; NULL when they
 * end before it. Valid until the next call for another line. */
const struct md_line *md_ahead(struct md_at *at, size_t ahead);
/** The line `at->line` and those after it that `more` accepts; `state` is passed to it. */
struct md_region md_look_ahead(struct md_at *at, bool (*more)(void *state, struct str line),
                               void *state);
/** Whether the line, without the prefixes of the containers between `n` and the innermost open
 * block, belongs to code or to an open block of the same kind: a closing line belongs to the
 * innermost one. */
bool md_inner_takes(struct md_at *at, cmark_node *n, const struct md_block *block);
/** Whether a line of the region is blank within the containers of `n`. */
bool md_is_blank_within(struct md_reader *k, cmark_node *n, size_t line);
/** The lines of a block without the prefixes of its containers. */
struct md_region md_open_region(struct md_reader *k, cmark_node *n, const struct md_open *o);
/** The extension for one parse of `k->r`; the caller frees it. */
cmark_syntax_extension *md_extension_new(struct md_reader *k);

/* cmark_leaf.c */
/** Makes a table of its lines, with the caption before it; text when `make` returns NULL. */
void md_read_table(struct md_reader *k, const struct md_region *part,
                   struct doc_node *(*make)(struct md_reader *k, const struct md_region *part));

/* mask.c */
/** Masks the further lines of a formula that opens in this line of text. */
void md_mask_formula(struct md_at *at);

#endif
