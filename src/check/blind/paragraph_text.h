/* SPDX-License-Identifier: MIT */
/*
 * The text of paragraphs as it is read, with the way back to where it was written. Private to
 * blind.
 */
#ifndef DOSSIER_BLIND_PARAGRAPH_TEXT_H
#define DOSSIER_BLIND_PARAGRAPH_TEXT_H

#include "core/base/vec.h"
#include "model/doc/doc.h"

/** Stands for what is no text of the author's: a citation, a formula, an image. */
#define BLIND_OBJECT '\x1a'

struct blind_piece {
    size_t at;                   /* in the run's text */
    const struct doc_node *node; /* whose text it is, or the object */
};

/** One paragraph, heading, cell...; line ends are "\n". */
struct blind_run {
    struct buf text;
    VEC(struct blind_piece) pieces;
};

typedef void blind_run_fn(void *user, const struct blind_run *run);

/** Calls for each run of a tree, those of its notes behind the others. Reference lists have none.
 */
void blind_each_run(const struct doc *doc, struct doc_node *root, blind_run_fn *fn, void *user);
/** The piece that a byte of a run stands in; NULL when there is none. */
const struct blind_piece *blind_piece_at(const struct blind_run *run, size_t at);
/** Where bytes [from, to) of a run were written; of several pieces what the first has of it. */
struct span blind_place(const struct blind_run *run, size_t from, size_t to);
/** Where a part of a text was written that stands for what is in a span: byte by byte where it
 * reads the same there, else as often as the part comes again; the whole span when it is not there.
 */
struct span blind_place_in(struct span at, struct str text, size_t from, size_t to);

#endif
