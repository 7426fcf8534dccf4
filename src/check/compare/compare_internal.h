/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share.
 */
#ifndef DOSSIER_COMPARE_INTERNAL_H
#define DOSSIER_COMPARE_INTERNAL_H

#include "check/compare/compare.h"
#include "core/base/vec.h"

#define COMPARE_NONE ((size_t)-1)

/** A word, a punctuation mark, or an inline that is compared as a whole. */
struct compare_token {
    uint64_t hash;
    struct doc_node *node; /* the DOC_TEXT that contains the word, or the inline itself */
    size_t begin, end;     /* the part of a DOC_TEXT, in bytes */
    bool whole;            /* the inline is compared as a whole */
    bool gap;              /* white space follows the token */
};
typedef VEC(struct compare_token) compare_tokens;

/** Appends the tokens below a node, including those in the blocks inside it. */
void compare_tokens_of(const struct doc_node *node, compare_tokens *out);
/** Returns a number for the visible content of a node. Nodes without a difference have equal
 * numbers. */
uint64_t compare_hash(const struct doc_node *node);
/** The words of a node, sorted by their numbers. */
struct compare_words {
    uint64_t *p;
    size_t n;
};
struct compare_words compare_words_of(struct arena *a, const struct doc_node *node);
/** Returns how much two nodes have in common, in per mille of their words. */
int compare_likeness(const struct compare_words *x, const struct compare_words *y);

/**
 * Finds a longest common subsequence. Element `i` of the result is the index in `y` of the element
 * with which `x[i]` is paired, or COMPARE_NONE. The indices increase. The result is in `a`. If both
 * sequences are long and very different, only elements that occur once in each are certainly
 * paired.
 */
size_t *compare_align(struct arena *a, const uint64_t *x, size_t nx, const uint64_t *y, size_t ny);

/** Marks the changes between the words of two nodes. Their children are inlines. */
void compare_inlines(struct doc *d, struct doc_node *new, const struct doc_node *old, int depth);
/** Marks the changes between the children of two nodes. */
void compare_children(struct doc *d, struct doc_node *new, const struct doc_node *old, int depth);

/** Marks all words below a node as inserted or deleted. */
void compare_mark_all(struct doc *d, struct doc_node *node, bool deleted);
/** Returns a new node for inserted or deleted inlines. */
struct doc_node *compare_mark_new(struct doc *d, bool deleted);
/** Removes identifiers and links from a copied tree. Gives the element <s> to text that the author
 * has struck out, because deletions do not have this element. */
void compare_detach(struct doc *d, struct doc_node *tree);

#endif
