/* SPDX-License-Identifier: MIT */
/*
 * Checks that are off by default, because they take time or are a matter of taste. Each check
 * returns immediately if its finding is off (diag_is_on()).
 */
#ifndef DOSSIER_CHECK_LINT_OPTIONAL_H
#define DOSSIER_CHECK_LINT_OPTIONAL_H

#include "check/lint/lint.h"
#include "core/base/vec.h"

/** A word, or several separated by spaces, that a project bans. */
struct lint_banned {
    struct str text;
    struct str instead; /* the replacement, or empty */
    struct span at;     /* the place where the project bans the word */
};

/** The words of a project. The caller sets the first four members and starts with empty lists.
 * lint_words_drop() frees the lists. */
struct lint_word_lists {
    struct arena *arena;
    struct diags *d;
    /** Reads a file of words. Returns 0 or an error for file_why(). */
    int (*read)(void *user, struct str path, struct str *text);
    void *user;

    VEC(struct str) words; /* words that need no explanation and are spelled correctly */
    VEC(struct lint_banned) banned;
};

/** Adds the words of a setting, or bans them. A setting is a word, a list of words, a map of banned
 * words to their replacements, or the name of a .txt or .dic file in `dir`. */
void lint_words_add(struct lint_word_lists *s, bool bans, const struct node *n, struct str dir);
void lint_words_drop(struct lint_word_lists *s);

/** Inputs of the optional checks. All of them are borrowed. */
struct lint_options {
    const struct lint_word_lists *words;
    /* folders with the files of hunspell; the first match is used */
    const struct str *dictionaries;
    size_t ndictionaries;
    bool french; /* the program sets the spaces around French punctuation itself */
};

/** Runs all optional checks. */
void lint_optional(const struct doc *doc, const struct lint_options *opt, struct diags *d);

/* ---- the single checks ---- */

/** Reports numbered or labelled figures, tables and listings, and labelled equations, that the text
 * does not mention. */
void lint_mentions(const struct doc *doc, struct diags *d);
/** Reports ordinary spaces where a line must not be broken: between a number and its unit, or
 * between "Fig." and its number. */
void lint_ties(const struct doc *doc, const struct lint_options *opt, struct diags *d);
/** Checks the spelling, with hunspell if it is installed. */
void lint_spelling(const struct doc *doc, const struct lint_options *opt, struct diags *d);

#endif
