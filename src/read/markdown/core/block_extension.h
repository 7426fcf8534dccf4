/* SPDX-License-Identifier: MIT */
/*
 * Blocks that CommonMark lacks, as block extensions of cmark-gfm. A new kind of block needs a file
 * with its `struct md_block`, and a row in syntax.def.
 *
 * cmark-gfm reads the lines and finds the containers. At a line where none of its own blocks
 * begins, it calls block_extension.c, which tries the rows in order. Lines that cmark-gfm would
 * read itself are masked (mask.c). So a block is recognized once, in every container: items,
 * quotes, footnotes, divs, definitions, and all regions of md_blocks() (cells, the abstract).
 *
 * There are two kinds: blocks of lines, which are read as a whole after all blocks are known, such
 * as tables and verse (looking ahead finds their end); and containers, whose `match` decides for
 * each line whether they continue.
 */
#ifndef DOSSIER_MARKDOWN_BLOCK_EXTENSION_H
#define DOSSIER_MARKDOWN_BLOCK_EXTENSION_H

#include "read/markdown/core/md_cmark.h"

/** A line that cmark-gfm gives to the extension. */
struct md_at {
    struct md_reader *k;
    cmark_parser *parser;
    const char *fed;    /* the line as it was fed to cmark-gfm */
    cmark_node *parent; /* the innermost container of the line so far */
    size_t line;        /* the index of the line in its region */
    size_t byte;        /* offset of the first character that is not white space */
    /* number of columns of white space before that character, within the container */
    size_t indent;
    /* the line of the source from that character on; not blank if a block may begin */
    struct str s;
    bool fresh; /* the line cannot continue a paragraph */
};

/** The state of an open block. */
struct md_open {
    const struct md_block *block;
    size_t first;  /* first line of the block */
    size_t end;    /* the line after the last line of the block; for a container, the line after the
                      last line of its own syntax */
    size_t need;   /* number of columns that a container removes from later lines; 0 if none */
    size_t inside; /* offset in the first line at which the content of a container begins */
    bool closed;   /* a line of the block's syntax has closed the block */
    bool loose;    /* a blank line is before the block */
    size_t extra;  /* number of further openings beyond LIMIT_DOC_DEPTH; their ends are skipped */
    /* the attributes of a div, the text of a term, or the label of a note */
    struct md_line text;
    struct md_marker marker; /* the marker of a list item */
    struct doc_node *outer;  /* the node that contains the definition of a note */
};

enum md_match {
    MD_ENDS,   /* the line does not belong to the block */
    MD_GOES_ON /* the line continues the container; `match` has skipped the prefix */
};

struct md_block {
    /** Whether a block begins at the line. If so, the function has made the block with
     * md_open_lines(), md_open_container() or md_open_node(), and the rest of the line belongs to
     * `at->parent`. */
    bool (*open)(struct md_at *at);
    /** Whether the block continues in the line. NULL for a block of lines, which ends at `o->end`.
     */
    enum md_match (*match)(struct md_at *at, cmark_node *n, struct md_open *o);
    /** Reads the block. Returns the node for its content, or NULL if the block has no content or is
     * omitted. `part` is the lines of the block without the prefixes of its containers. */
    struct doc_node *(*read)(struct md_reader *k, cmark_node *n, struct md_open *o,
                             const struct md_region *part);
    /** Called after all content of the block was read. The function may be NULL. */
    void (*leave)(struct md_reader *k, struct md_open *o, struct doc_node *node);
    /** Whether a line that is not blank ends the container. The function may be NULL. */
    bool (*closes)(struct str line);
    int levels;      /* number of levels that the block adds to the tree; 0 for a leaf */
    bool interrupts; /* the block may interrupt a paragraph */
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

/** Begins a block of lines. The block ends before line `end`. */
struct md_open *md_open_lines(struct md_at *at, const struct md_block *block, size_t end);
/** Begins a container at `at->byte`. Its content begins `bytes` bytes later. */
struct md_open *md_open_container(struct md_at *at, const struct md_block *block, size_t bytes);
/** Begins a block with a node of any type of cmark-gfm. The position in the line does not change.
 */
struct md_open *md_open_node(struct md_at *at, const struct md_block *block, cmark_node_type type);
/** Skips the rest of the line. */
void md_pass_line(struct md_at *at);
/** Implements `match` of a container that has only the rest of its first line. A text in it may
 * continue lazily. */
enum md_match md_match_line(struct md_at *at, cmark_node *n, struct md_open *o);
/** Skips `columns` columns of white space. Used by functions `match`. */
void md_pass_columns(struct md_at *at, size_t columns);
/** Returns the state of a block of the extension, or NULL for a block that cmark-gfm itself has
 * made. */
struct md_open *md_open_of(const struct md_reader *k, cmark_node *n);
/** Returns the nesting depth of a node, at most `limit`. */
size_t md_node_depth(cmark_node *n, size_t limit);
/** Returns line `at->line + ahead` without the prefixes of the containers of `at->parent`. NULL if
 * the containers end before that line. The result is valid until the next call for another line. */
const struct md_line *md_ahead(struct md_at *at, size_t ahead);
/** Returns the line `at->line` and the lines after it that `more` accepts. `state` is passed to
 * `more`. */
struct md_region md_look_ahead(struct md_at *at, bool (*more)(void *state, struct str line),
                               void *state);
/** Whether an open block within `n` takes the line: code, a comment, a block of lines, or a block
 * of the kind `block`, which the line may close. */
bool md_inner_takes(struct md_at *at, cmark_node *n, const struct md_block *block);
/** Whether a line of the region is blank within the containers of `n`. */
bool md_is_blank_within(struct md_reader *k, cmark_node *n, size_t line);
/** Whether a blank line, within the containers, is before a child of a container. False for a node
 * without a place (the rest of a paragraph before a table). */
bool md_is_apart(struct md_reader *k, cmark_node *container, cmark_node *n);
/** Returns the lines of a block without the prefixes of its containers. */
struct md_region md_open_region(struct md_reader *k, cmark_node *n, const struct md_open *o);
/** Returns the extension for one parse of `k->r`. The caller frees it. */
cmark_syntax_extension *md_extension_new(struct md_reader *k);

/* cmark_leaf.c */
/** Makes a table from its lines and from the caption before it. If `make` returns NULL, the lines
 * become text. */
void md_read_table(struct md_reader *k, const struct md_region *part,
                   struct doc_node *(*make)(struct md_reader *k, const struct md_region *part));

/* mask.c */
/** Masks the further lines of a formula or a comment that begins in this line of text. */
void md_mask_text(struct md_at *at);

#endif
