/* SPDX-License-Identifier: MIT */
/*
 * The trie that is built from patterns and searched for breaks. Internal to hyphen*.c.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H

#include "print/layout/text/hyphen.h"

#include "core/base/vec.h"

#define PATTERN_FILE_LIMIT (16u * 1024u * 1024u)
/* maximum length of a pattern; no real pattern is so long, and longer ones are skipped */
#define PATTERN_LETTERS 100
/* maximum number of different letters in the patterns of a language; class 0 is unused */
#define PATTERN_CLASSES 255
#define CLASS_EDGE 1  /* the class of a dot in a pattern: the start or end of a word */
#define CLASS_OTHER 2 /* the class of a letter that is in no pattern */

/** A node of a trie. The children of a node are consecutive, sorted by class. */
struct hyphen_node {
    /* index of the node's first child; the children end before the first child of the next node */
    uint32_t first;
    uint32_t mark; /* (offset of the node's numbers in `pool`) << 8 | class of its letter */
};

/** Patterns as a trie; the root is node 0. */
struct hyphen_trie {
    /* one further node follows, whose `first` ends the children of the last node */
    const struct hyphen_node *nodes;
    const uint8_t *pool; /* for each pattern: number of omitted leading zeros, count, numbers; the
                            first entry is empty */
    uint32_t nnodes, npool;
};

/** A node of a trie that is being built. */
struct hyphen_sprout {
    uint32_t eldest, next; /* first child and next sibling, sorted by class; 0: none */
    uint32_t value;        /* offset in `pool` of the node's numbers; 0: no pattern ends here */
    uint8_t cls;
};

/** A trie that is being built. */
struct hyphen_growth {
    VEC(struct hyphen_sprout) nodes;
    VEC(uint8_t) pool;
    /* The last pattern and the nodes of its letters. Files are mostly sorted, so the next pattern
     * begins with the same letters. */
    uint8_t last[PATTERN_LETTERS];
    uint32_t path[PATTERN_LETTERS];
    size_t nlast;
};

struct hyphens {
    uint8_t low[0x600];   /* the class of each code point below 0x600 (Latin, Greek, Cyrillic) */
    const uint32_t *high; /* higher code points, sorted by their classes */
    const uint8_t *high_class;
    size_t nhigh;
    unsigned nclasses;
    struct hyphen_trie trie[2]; /* element 0 is for whole words, element 1 for parts of compounds */
    struct str table; /* the mapped table file with all data; empty: the data are in an arena */
    bool compounds;   /* the patterns have two levels (NEXTLEVEL) */
    bool all_compete; /* all matching patterns are applied, not only the longest ones */
    /* the minimum numbers of letters before the first and after the last break of a word */
    int left, right;
    int compound_left, compound_right; /* the same minimum numbers for the parts of compounds */
};

struct file_id; /* see core/base/file.h */
/** The path of the table that hyphens_compile() writes for a source. The result is in the arena. */
struct str hyphen_table_path(struct arena *a, struct str folder, struct str source);
/** Opens a table. Returns NULL if it does not exist or belongs to another source. hyphens_drop()
 * frees it. */
struct hyphens *hyphen_table_open(struct arena *a, struct str path, const struct file_id *source);
/** The class of a code point; 0 if it is in no pattern. */
unsigned hyphen_class(const struct hyphens *h, uint32_t cp);
/** Begins a trie. `bytes` is about the size of the patterns. */
void hyphen_growth_init(struct hyphen_growth *g, size_t bytes);
/** Adds a pattern: the classes of `n` letters, and n + 1 numbers. */
void hyphen_growth_add(struct hyphen_growth *g, const uint8_t *classes, size_t n,
                       const uint8_t *numbers);
/** Makes the final trie in the arena and frees the builder. */
struct hyphen_trie hyphen_growth_keep(struct hyphen_growth *g, struct arena *a);

#endif
