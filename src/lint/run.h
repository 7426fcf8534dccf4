/* SPDX-License-Identifier: MIT */
/*
 * The text of a paragraph as its author typed it, with the way back to the source. Private to lint.
 */
#ifndef DOSSIER_LINT_RUN_H
#define DOSSIER_LINT_RUN_H

#include "base/vec.h"
#include "lint/lint.h"

/** Stands for what is no text: code, a formula, an image, a citation. */
#define LINT_OBJECT '\x1a'

struct lint_piece {
    size_t at; /* in the run's text */
    struct span from;
};

/** Source text of one paragraph, heading, cell...: ends of lines are "\n". */
struct lint_run {
    struct buf text;
    VEC(struct lint_piece) pieces;
    const struct doc_node *block;
};

typedef void lint_run_fn(void *user, const struct lint_run *run, struct str text);

/** Calls for each run of a document, those of notes behind the text. */
void lint_each_run(const struct doc *doc, lint_run_fn *fn, void *user);
/** Where bytes [from, to) of a run were typed. */
struct span lint_place(const struct lint_run *run, size_t from, size_t to);

#endif
