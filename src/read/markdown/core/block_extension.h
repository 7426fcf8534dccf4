/* SPDX-License-Identifier: MIT */
/*
 * Blocks that CommonMark does not have. They are read through an extension of cmark-gfm. A new kind
 * of block needs a `struct md_block` and a row in syntax.def.
 *
 * cmark-gfm reads the lines and finds the containers. At a line where none of its own blocks
 * begins, it calls block_extension.c, which tries the rows in order. mask.c hides lines that
 * cmark-gfm would read itself. So a block is recognized in every container (items, quotes,
 * footnotes, divs, definitions) and in every region of md_blocks() (cells, the abstract).
 *
 * A block of lines, such as a table or verse, is read as a whole after all blocks are known. Its
 * end is found when it begins. The function `match` of a container decides for each line whether
 * the container continues.
 */
#ifndef DOSSIER_MARKDOWN_BLOCK_EXTENSION_H
#define DOSSIER_MARKDOWN_BLOCK_EXTENSION_H

#include "read/markdown/core/md_cmark.h"

/** A line that cmark-gfm gives to the extension. */
struct md_at {
    struct md_reader *k;
    cmark_parser *parser;
    const char *fed;    /* the line as it was fed to cmark-gfm */
    cmark_node *parent; /* the innermost container that is known to contain the line */
    size_t line;        /* the index of the line in its region */
    size_t byte;        /* offset of the first character that is not white space */
    /* number of columns of white space before the offset `byte`, within the container */
    size_t indent;
    /* the rest of the source line, from the offset `byte`; it is not blank when `open` is called */
    struct str s;
    bool fresh; /* the line does not continue a paragraph */
};

/** The state of an open block. */
struct md_open {
    const struct md_block *block;
    size_t first;  /* first line of the block */
    size_t end;    /* the line after the block; for a container, the line after its own syntax */
    size_t need;   /* number of columns of indentation that later lines of a container need */
    size_t inside; /* offset in the first line at which the content of a container begins */
    bool closed;   /* a line of the block's syntax has closed the block */
    /* a blank line is before the block; for a note: the note is within another note */
    bool loose;
    /* number of openings within the block that are beyond LIMIT_DOC_DEPTH; the same
     * number of ends is skipped */
    size_t extra;
    size_t more; /* number of lines after the first that the attributes of a div have */
    /* the attributes of a div, the text of a term, or the label of a note */
    struct md_line text;
    struct md_marker marker; /* the marker of a list item */
    struct doc_node *outer;  /* the parent of new nodes before a note began */
};

enum md_match {
    MD_ENDS,   /* the line does not belong to the block */
    MD_GOES_ON /* the line continues the container; `match` has skipped the prefix */
};

struct md_block {
    /** Whether a block begins at the line. In this case, the function has called md_open_lines(),
     * md_open_container() or md_open_node(), and cmark-gfm reads the rest of the line as content of
     * `at->parent`. */
    bool (*open)(struct md_at *at);
    /** Whether the block continues in the line. NULL for a block of lines, which ends before
     * `o->end`. */
    enum md_match (*match)(struct md_at *at, cmark_node *n, struct md_open *o);
    /** Reads the block. Returns the node for its content; NULL if it has no content or is omitted.
     * `part` has the lines of the block without the prefixes of its containers. */
    struct doc_node *(*read)(struct md_reader *k, cmark_node *n, struct md_open *o,
                             const struct md_region *part);
    /** Called after all content of the block was read. The function may be NULL. */
    void (*leave)(struct md_reader *k, struct md_open *o, struct doc_node *node);
    /** Whether the container ends at a line that is not blank. The function may be NULL. */
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

/* cmark_leaf.c */

/** If the line would be a row of a pipe table, begins a paragraph with it. Returns whether. */
bool md_end_table(struct md_at *at);

/* block_extension.c */

/** Begins a block of lines, which ends before line `end`. */
struct md_open *md_open_lines(struct md_at *at, const struct md_block *block, size_t end);
/** Begins a container at `at->byte`. Its content begins `bytes` bytes later. */
struct md_open *md_open_container(struct md_at *at, const struct md_block *block, size_t bytes);
/** Begins a block whose node has one of cmark-gfm's own types, without skipping any bytes. */
struct md_open *md_open_node(struct md_at *at, const struct md_block *block, cmark_node_type type);
/** Skips the rest of the line. */
void md_pass_line(struct md_at *at);
/** The `match` of a container whose content is only the rest of its first line. Lazy continuation
 * lines may still follow. */
enum md_match md_match_line(struct md_at *at, cmark_node *n, struct md_open *o);
/** The `match` of a container whose further lines are indented by `o->need` columns or blank. */
enum md_match md_match_indented(struct md_at *at, cmark_node *n, struct md_open *o);
/** Skips `columns` columns of white space in a function `match`. */
void md_pass_columns(struct md_at *at, size_t columns);
/** Returns the state of a block of the extension, or NULL for a block that cmark-gfm itself has
 * made. */
struct md_open *md_open_of(const struct md_reader *k, cmark_node *n);
/** Returns the nesting depth of a node, at most `limit`. */
size_t md_node_depth(cmark_node *n, size_t limit);
/** Returns line `at->line + ahead` without the prefixes of the containers of `at->parent`, or NULL
 * if they end before that line. The result is valid until the next call. */
const struct md_line *md_ahead(struct md_at *at, size_t ahead);
/** Returns the line `at->line` and the lines after it that `more` accepts. `state` is passed to
 * `more`. */
struct md_region md_look_ahead(struct md_at *at, bool (*more)(void *state, struct str line),
                               void *state);
/** Whether the line belongs to an open block within `n`: code, a comment, a block of lines, or a
 * block of kind `block`, which the line may close. */
bool md_inner_takes(struct md_at *at, cmark_node *n, const struct md_block *block);
/** Whether a line has no content after the prefixes of the containers of `n`. */
bool md_is_blank_within(struct md_reader *k, cmark_node *n, size_t line);
/** Whether a blank line precedes `n`, a child of a container. False if cmark-gfm has no place for
 * `n`, as for text above a table. */
bool md_is_apart(struct md_reader *k, cmark_node *container, cmark_node *n);
/** Returns the lines of a block without the prefixes of its containers. */
struct md_region md_open_region(struct md_reader *k, cmark_node *n, const struct md_open *o);
/** Returns the extension for one parse of `k->r`. The caller frees it. */
cmark_syntax_extension *md_extension_new(struct md_reader *k);

/* cmark_leaf.c */
/** Makes a table from its lines, and adds the caption before it. If `make` returns NULL, the lines
 * become text. */
void md_read_table(struct md_reader *k, const struct md_region *part,
                   struct doc_node *(*make)(struct md_reader *k, const struct md_region *part));

/* mask.c */
/** If a formula or a comment begins in this line of text, masks the lines on which it continues. */
void md_mask_text(struct md_at *at);

#endif
