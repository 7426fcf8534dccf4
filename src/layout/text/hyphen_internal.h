/* SPDX-License-Identifier: MIT */
/*
 * The trie that reading patterns fills and finding breaks walks. Nobody but hyphen*.c includes
 * this.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_INTERNAL_H

#include "layout/text/hyphen.h"

#define PATTERN_LETTERS 100 /* more than any pattern has; longer ones are left out */
#define PATTERN_CLASSES 255 /* different letters in the patterns of a language; 0 is none */
#define CLASS_EDGE 1        /* the dot: beginning or end of the word */
#define CLASS_OTHER 2       /* a letter that no pattern has */

/** A way from a node over a letter. */
struct hyphen_edge {
    uint32_t from; /* node << 8 | class of the letter; 0: the slot is free (nothing leads from node
                      0 by class 0) */
    uint32_t to;
};

/** Patterns as a trie whose edges stand in one hash table: a step is one look-up, whatever the
 * alphabet. */
struct hyphen_trie {
    struct hyphen_edge *edges; /* a power of two slots */
    size_t nslots, nedges;
    uint32_t *values; /* per node: offset of its numbers in `pool`, 0 (an empty one): no pattern
                         ends here */
    size_t nnodes, cap;
    uint8_t *pool; /* per pattern: leading zeros left out, count, numbers; the first one is empty */
    size_t npool, pool_cap;
    /* The pattern added last, and the nodes behind its letters: files are mostly sorted, so that
     * the next one begins like it. */
    uint8_t last[PATTERN_LETTERS];
    uint32_t path[PATTERN_LETTERS];
    size_t nlast;
};

struct hyphens {
    uint8_t low[0x600]; /* class of a code point; Latin, Greek, Cyrillic */
    uint32_t *high;     /* code points above, class by position */
    uint8_t *high_class;
    size_t nhigh;
    unsigned nclasses;
    struct hyphen_trie trie[2];        /* [0]: of whole words; [1]: inside the parts of compounds */
    bool compounds;                    /* two levels (NEXTLEVEL) */
    bool all_compete;                  /* not only the longest that end at a letter */
    int left, right;                   /* letters kept together at a word's ends */
    int compound_left, compound_right; /* and at the seams of compounds */
};

/** Class of a code point, 0 when no pattern has it. */
unsigned hyphen_class(const struct hyphens *h, uint32_t cp);
/** Node behind `node` over a letter's class, or 0. */
uint32_t hyphen_step(const struct hyphen_trie *t, uint32_t node, unsigned cls);
/** Adds a pattern: `n` classes and n + 1 numbers. */
void hyphen_trie_add(struct hyphen_trie *t, const uint8_t *classes, size_t n,
                     const uint8_t *numbers);
/** `bytes` of patterns are expected. */
void hyphen_trie_init(struct hyphen_trie *t, size_t bytes);
/** Moves the trie's memory from the heap to the arena, cut to size. */
void hyphen_trie_keep(struct hyphen_trie *t, struct arena *a);

#endif
