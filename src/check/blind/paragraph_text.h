/* SPDX-License-Identifier: MIT */
/*
 * The text of paragraphs with the places where it was written. Private to the module.
 */
#ifndef DOSSIER_BLIND_PARAGRAPH_TEXT_H
#define DOSSIER_BLIND_PARAGRAPH_TEXT_H

#include "core/base/vec.h"
#include "model/doc/doc.h"

/** Stands in the text for a node without text of the author: a citation, a formula, an image. */
#define BLIND_OBJECT '\x1a'

struct blind_piece {
    size_t at;                   /* offset in the run's text */
    const struct doc_node *node; /* the node with this text, or the object */
};

/** The text of a paragraph, heading, cell and the like; line ends are "\n". */
struct blind_run {
    struct buf text;
    VEC(struct blind_piece) pieces;
};

typedef void blind_run_fn(void *user, const struct blind_run *run);

/** Calls `fn` for each run of a tree, then for those of its notes. Reference lists are skipped. */
void blind_each_run(const struct doc *doc, struct doc_node *root, blind_run_fn *fn, void *user);
/** The piece that contains a byte of a run, or NULL. */
const struct blind_piece *blind_piece_at(const struct blind_run *run, size_t at);
/** The source of bytes [from, to) of a run; when they are in several pieces, the part in the first
 * one. */
struct span blind_place(const struct blind_run *run, size_t from, size_t to);
/** The source of a part of a text whose whole is the text of a span: the same bytes when both are
 * equal, otherwise the matching repetition of the part, or the whole span when it is not found. */
struct span blind_place_in(struct span at, struct str text, size_t from, size_t to);

#endif
