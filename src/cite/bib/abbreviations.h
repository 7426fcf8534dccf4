/* SPDX-License-Identifier: MIT */
/*
 * Abbreviates names of journals with a list in the form of ISSN's List of Title Word Abbreviations:
 * a table of words, their abbreviations and languages, separated by semicolons, tabs or commas. A
 * row for "academi-" applies to words that begin so, a row for "-graphy" to words that end so. The
 * abbreviation "n.a." means that the word is not abbreviated. A row may also be the whole name of a
 * journal.
 */
#ifndef DOSSIER_BIB_ABBREVIATIONS_H
#define DOSSIER_BIB_ABBREVIATIONS_H

#include "core/diag/diag.h"

/* maximum number of bytes of a list; ISSN's list has 3 MB */
#define LIMIT_ABBREVIATIONS (32u * 1024u * 1024u)

struct bib_abbreviations;

/** Reads a list into the arena. Returns NULL, after a diagnostic, if no row has two columns. */
struct bib_abbreviations *bib_abbreviations_read(struct arena *a, struct source *src,
                                                 struct diags *d);
/** Returns the short form of a journal's name by ISO 4. Articles and prepositions are left out. A
 * name of one word and words in capitals are not abbreviated. The result is in the arena, or it is
 * `name` itself. */
struct str bib_abbreviate(const struct bib_abbreviations *x, struct arena *a, struct str name);
/** Records a full name, so that bib_expand() finds it by its short form. */
void bib_abbreviations_add(struct bib_abbreviations *x, struct str name);
/** Returns the full name for a short form, from a row of the list or from bib_abbreviations_add().
 * Returns `name` itself if there is no full name or more than one. */
struct str bib_expand(const struct bib_abbreviations *x, struct arena *a, struct str name);

#endif
