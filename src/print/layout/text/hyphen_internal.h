/* SPDX-License-Identifier: MIT */
/*
 * The trie that is built from patterns and searched for breaks. Internal to hyphen*.c.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H

#include "print/layout/text/hyphen.h"

#include "core/base/vec.h"

#define PATTERN_FILE_LIMIT (16u * 1024u * 1024u)
#define PATTERN_LETTERS 100 /* longer than any real pattern; longer ones are skipped */
#define PATTERN_CLASSES                                                                            \
    255               /* different letters in the patterns of a language; class 0 is unused        \
                       */
#define CLASS_EDGE 1  /* the dot: start or end of a word */
#define CLASS_OTHER 2 /* a letter that is in no pattern */

/** A node of a trie. The children of a node are consecutive, sorted by class. */
struct hyphen_node {
    uint32_t first; /* index of the first child; the next node's first child ends the range */
    uint32_t mark;  /* offset of its numbers in `pool` << 8 | class of its letter */
};

/** Patterns as a trie; the root is node 0. */
struct hyphen_trie {
    const struct hyphen_node *nodes; /* followed by one more, whose `first` ends the last range */
    const uint8_t
        *pool; /* per pattern: omitted leading zeros, count, numbers; the first entry is empty */
    uint32_t nnodes, npool;
};

/** A node while patterns are added. */
struct hyphen_sprout {
    uint32_t eldest, next; /* first child, next sibling, sorted by class; 0: none */
    uint32_t value;        /* offset of its numbers in `pool`; 0: no pattern ends here */
    uint8_t cls;
};

/** A trie that is being built. */
struct hyphen_growth {
    VEC(struct hyphen_sprout) nodes;
    VEC(uint8_t) pool;
    /* The last pattern and the nodes of its letters: files are mostly sorted, so the next pattern
     * begins like it. */
    uint8_t last[PATTERN_LETTERS];
    uint32_t path[PATTERN_LETTERS];
    size_t nlast;
};

struct hyphens {
    uint8_t low[0x600];   /* class of a code point; Latin, Greek, Cyrillic */
    const uint32_t *high; /* higher code points, in the order of their classes */
    const uint8_t *high_class;
    size_t nhigh;
    unsigned nclasses;
    struct hyphen_trie trie[2];        /* [0]: for whole words; [1]: for parts of compounds */
    struct str table;                  /* the mapped file with all data; empty: in an arena */
    bool compounds;                    /* it has two levels (NEXTLEVEL) */
    bool all_compete;                  /* all matching patterns are applied, not only the longest */
    int left, right;                   /* letters kept together at the ends of a word */
    int compound_left, compound_right; /* and at the seams of compounds */
};

struct file_id; /* core/base/file.h */
/** The path of the table for a source, which hyphens_compile() writes; in `a`. */
struct str hyphen_table_path(struct arena *a, struct str folder, struct str source);
/** Opens a table; NULL if it does not exist or belongs to another source. Freed by hyphens_drop().
 */
struct hyphens *hyphen_table_open(struct arena *a, struct str path, const struct file_id *source);
/** The class of a code point; 0 if it is in no pattern. */
unsigned hyphen_class(const struct hyphens *h, uint32_t cp);
/** Begins a trie for about `bytes` bytes of patterns. */
void hyphen_growth_init(struct hyphen_growth *g, size_t bytes);
/** Adds a pattern: `n` classes and n + 1 numbers. */
void hyphen_growth_add(struct hyphen_growth *g, const uint8_t *classes, size_t n,
                       const uint8_t *numbers);
/** Makes the final trie in the arena and frees the builder. */
struct hyphen_trie hyphen_growth_keep(struct hyphen_growth *g, struct arena *a);

#endif
