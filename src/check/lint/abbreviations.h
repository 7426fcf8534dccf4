/* SPDX-License-Identifier: MIT */
/*
 * What is looked for only when somebody asks: it takes time, or a matter of taste. Each looks at
 * its row of the catalog first (diag_is_on()).
 */
#ifndef DOSSIER_LINT_ABBREVIATIONS_H
#define DOSSIER_LINT_ABBREVIATIONS_H

#include "check/lint/lint.h"

/** A word, or several with spaces between, that a project does not want to read. */
struct lint_banned {
    struct str text;
    struct str instead; /* or empty */
    struct span at;     /* where the project says so */
};

/** What the checks want to know of the project; all borrowed. */
struct lint_asked {
    const struct str *words; /* that need no explanation and are spelled as they are */
    size_t nwords;
    const struct lint_banned *banned;
    size_t nbanned;
    const struct str *dictionaries; /* folders with hunspell's files, the first wins */
    size_t ndictionaries;
    bool french; /* the program sets the spaces of French signs itself */
};

/** All that `d` has on. */
void lint_asked(const struct doc *doc, const struct lint_asked *asked, struct diags *d);

/* ---- its parts ---- */

/** Abbreviations that are used and explained nowhere. */
void lint_abbreviations(const struct doc *doc, const struct lint_asked *asked, struct diags *d);
/** Words that the project does not want. */
void lint_banned_words(const struct doc *doc, const struct lint_asked *asked, struct diags *d);
/** Figures, tables and listings that have a number or a label, and equations that have a label,
 * which the text does not mention. */
void lint_mentions(const struct doc *doc, struct diags *d);
/** Spaces at which a line must not break: between a number and its unit, "Fig." and its number. */
void lint_ties(const struct doc *doc, const struct lint_asked *asked, struct diags *d);
/** Spelling, by hunspell where it is installed. */
void lint_spelling(const struct doc *doc, const struct lint_asked *asked, struct diags *d);

#endif
