/* SPDX-License-Identifier: MIT */
/*
 * What an attentive reader would mark in a document: links that lead nowhere, headings that skip a
 * level, slips of the keyboard. Looks at the tree and at the source behind it; changes nothing, and
 * says nothing of what resolve or a database put there.
 */
#ifndef DOSSIER_LINT_LINT_H
#define DOSSIER_LINT_LINT_H

#include "model/doc/doc.h"

/** Headings, links, identifiers, classes, numbers of lists. */
void lint_structure(const struct doc *doc, struct diags *d);
/** Words and signs as they were typed: repeated words, two spaces, hyphens in ranges, "et al", what
 * was left to be done, straight quotes beside curly ones, links without a definition. */
void lint_words(const struct doc *doc, struct diags *d);

#endif
