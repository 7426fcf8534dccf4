/* SPDX-License-Identifier: MIT */
/*
 * Finds mistakes that an attentive reader would mark in a document: links without a target,
 * headings that skip a level, typing mistakes. Reads the tree and its source, and changes nothing.
 * Text that resolve or a database has added is not checked.
 */
#ifndef DOSSIER_LINT_LINT_H
#define DOSSIER_LINT_LINT_H

#include "model/doc/doc.h"

/** Checks headings, links, identifiers, classes and numbers of lists. */
void lint_structure(const struct doc *doc, struct diags *d);
/** Checks words and punctuation as they were typed: repeated words, two spaces, hyphens in ranges,
 * "et al", notes to oneself, mixed straight and curly quotes, undefined reference links. */
void lint_words(const struct doc *doc, struct diags *d);

#endif
