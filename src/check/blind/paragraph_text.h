/* SPDX-License-Identifier: MIT */
/*
 * The text of paragraphs, with the places where it was written. Private to the module.
 */
#ifndef DOSSIER_BLIND_PARAGRAPH_TEXT_H
#define DOSSIER_BLIND_PARAGRAPH_TEXT_H

#include "core/base/vec.h"
#include "model/doc/doc.h"

/** Represents a node that has no text of the author: a citation, a formula, an image. */
#define BLIND_OBJECT '\x1a'

struct blind_piece {
    size_t at; /* offset in the run's text */
    /* the node that contains this text, or that BLIND_OBJECT represents */
    const struct doc_node *node;
};

/** The text of a paragraph, heading, cell or similar node. Line ends are "\n". */
struct blind_run {
    struct buf text;
    VEC(struct blind_piece) pieces;
};

typedef void blind_run_fn(void *user, const struct blind_run *run);

/** Calls `fn` for each run of text in a tree, then for each run in its notes. Reference lists are
 * skipped. */
void blind_each_run(const struct doc *doc, struct doc_node *root, blind_run_fn *fn, void *user);
/** Returns the piece that contains a byte of a run, or NULL. */
const struct blind_piece *blind_piece_at(const struct blind_run *run, size_t at);
/** Returns the place in the source for the bytes [from, to) of a run. If they are in several
 * pieces, the place reaches from the first piece to the last. */
struct span blind_place(const struct blind_run *run, size_t from, size_t to);
/** Returns the place in the source for a part of a text. `at` is the place of the whole text. If
 * the source contains the same bytes, the result is exact. Otherwise, if the part is the n-th
 * occurrence of its bytes in the text, the result is the n-th occurrence in the source, or all of
 * `at` if there is none. */
struct span blind_place_in(struct span at, struct str text, size_t from, size_t to);

#endif
