/* SPDX-License-Identifier: MIT */
/*
 * Checks that are off by default: they take time, or are a matter of taste. Each returns at once
 * when its finding is off (diag_is_on()).
 */
#ifndef DOSSIER_CHECK_LINT_OPTIONAL_H
#define DOSSIER_CHECK_LINT_OPTIONAL_H

#include "check/lint/lint.h"
#include "core/base/vec.h"

/** A word, or several separated by spaces, that a project bans. */
struct lint_banned {
    struct str text;
    struct str instead; /* the replacement, or empty */
    struct span at;     /* where it is banned */
};

/** The words of a project. Zero it except for the first part; lint_words_drop() frees it. */
struct lint_word_lists {
    struct arena *arena;
    struct diags *d;
    /** Reads a file of words; returns 0 or an error for file_why(). */
    int (*read)(void *user, struct str path, struct str *text);
    void *user;

    VEC(struct str) words; /* need no explanation and are spelled correctly */
    VEC(struct lint_banned) banned;
};

/** Adds the words of a setting: a word, a list of words, a map of banned words to their
 * replacements, or the name of a .txt or .dic file in `dir`. */
void lint_words_add(struct lint_word_lists *s, bool bans, const struct node *n, struct str dir);
void lint_words_drop(struct lint_word_lists *s);

/** Inputs of the optional checks; all borrowed. */
struct lint_options {
    const struct lint_word_lists *words;
    const struct str *dictionaries; /* folders with hunspell's files; the first match wins */
    size_t ndictionaries;
    bool french; /* the program sets the spaces around French punctuation */
};

/** Runs all of them. */
void lint_optional(const struct doc *doc, const struct lint_options *opt, struct diags *d);

/* ---- one by one ---- */

/** Abbreviations that are used without an explanation. */
void lint_abbreviations(const struct doc *doc, const struct lint_options *opt, struct diags *d);
/** Words that the project bans. */
void lint_banned_words(const struct doc *doc, const struct lint_options *opt, struct diags *d);
/** Numbered or labelled figures, tables and listings, and labelled equations, that the text does
 * not mention. */
void lint_mentions(const struct doc *doc, struct diags *d);
/** Spaces where a line must not break: between a number and its unit, "Fig." and its number. */
void lint_ties(const struct doc *doc, const struct lint_options *opt, struct diags *d);
/** Spelling, with hunspell where it is installed. */
void lint_spelling(const struct doc *doc, const struct lint_options *opt, struct diags *d);

#endif
