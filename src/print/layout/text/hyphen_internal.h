/* SPDX-License-Identifier: MIT */
/*
 * The trie that reading patterns grows and finding breaks walks. Nobody but hyphen*.c includes
 * this.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H

#include "print/layout/text/hyphen.h"

#include "core/base/vec.h"

#define PATTERN_FILE_LIMIT (16u * 1024u * 1024u)
#define PATTERN_LETTERS 100 /* more than any pattern has; longer ones are left out */
#define PATTERN_CLASSES 255 /* different letters in the patterns of a language; 0 is none */
#define CLASS_EDGE 1        /* the dot: beginning or end of the word */
#define CLASS_OTHER 2       /* a letter that no pattern has */

/** A node of a trie. The children of a node stand in a row, sorted by class. */
struct hyphen_node {
    uint32_t first; /* of its children; where the next node's begin its own end */
    uint32_t mark;  /* offset of its numbers in `pool` << 8 | class of the letter before it */
};

/** Patterns as a trie; the root is node 0. */
struct hyphen_trie {
    const struct hyphen_node *nodes; /* one more than there are, where the last row ends */
    const uint8_t *pool; /* per pattern: leading zeros left out, count, numbers; the first one is
                            empty */
    uint32_t nnodes, npool;
};

/** A node while patterns are added. */
struct hyphen_sprout {
    uint32_t eldest, next; /* of its children, of its siblings: sorted by class; 0: none */
    uint32_t value;        /* offset of its numbers in `pool`, 0: no pattern ends here */
    uint8_t cls;
};

/** A trie that grows. */
struct hyphen_growth {
    VEC(struct hyphen_sprout) nodes;
    VEC(uint8_t) pool;
    /* The pattern added last, and the nodes behind its letters: files are mostly sorted, so that
     * the next one begins like it. */
    uint8_t last[PATTERN_LETTERS];
    uint32_t path[PATTERN_LETTERS];
    size_t nlast;
};

struct hyphens {
    uint8_t low[0x600];   /* class of a code point; Latin, Greek, Cyrillic */
    const uint32_t *high; /* code points above, class by position */
    const uint8_t *high_class;
    size_t nhigh;
    unsigned nclasses;
    struct hyphen_trie trie[2];        /* [0]: of whole words; [1]: inside the parts of compounds */
    struct str table;                  /* the file all of this is in; empty: it is in an arena */
    bool compounds;                    /* two levels (NEXTLEVEL) */
    bool all_compete;                  /* not only the longest that end at a letter */
    int left, right;                   /* letters kept together at a word's ends */
    int compound_left, compound_right; /* and at the seams of compounds */
};

struct file_id; /* core/base/file.h */
/** Where hyphens_compile() puts the table of a source; in `a`. */
struct str hyphen_table_path(struct arena *a, struct str folder, struct str source);
/** Patterns from a table, or NULL when there is none, or none of this source. Given back by
 * hyphens_drop(). */
struct hyphens *hyphen_table_open(struct arena *a, struct str path, const struct file_id *source);
/** Class of a code point, 0 when no pattern has it. */
unsigned hyphen_class(const struct hyphens *h, uint32_t cp);
/** Begins a trie for which `bytes` of patterns are expected. */
void hyphen_growth_init(struct hyphen_growth *g, size_t bytes);
/** Adds a pattern: `n` classes and n + 1 numbers. */
void hyphen_growth_add(struct hyphen_growth *g, const uint8_t *classes, size_t n,
                       const uint8_t *numbers);
/** The finished trie, in the arena; what grew is given back. */
struct hyphen_trie hyphen_growth_keep(struct hyphen_growth *g, struct arena *a);

#endif
