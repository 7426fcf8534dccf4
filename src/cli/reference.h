/* SPDX-License-Identifier: MIT */
/*
 * The reference of the manual. It is made from the tables that the program itself uses: keys,
 * commands, options, classes, attributes and diagnostics. Private to cli.
 */
#ifndef DOSSIER_CLI_REFERENCE_H
#define DOSSIER_CLI_REFERENCE_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/vec.h"

enum { CLI_PASSAGES = 6 }; /* the maximum number of passages that a search lists */

/**
 * Appends a page of the reference as a document in Markdown: `keys`, `site-keys`, `commands`,
 * `classes` or `diagnostics`. Returns false if there is no page with that name.
 */
bool cli_reference_page(struct buf *out, struct arena *a, struct str name);

/** Appends all entries with this name, as Markdown. A key of the front matter is also found by the
 * last part of its path, and an option with or without its dashes. Returns the number of
 * entries. */
size_t cli_reference_entries(struct buf *out, struct arena *a, struct str word);

/** Appends the names and sentences of keys, classes and attributes that have all of the words, at
 * most CLI_PASSAGES, as a list in Markdown. Returns their number. */
size_t cli_reference_search(struct buf *out, struct arena *a, struct str words);

/** Adds all names of entries to a list, for "did you mean". */
void cli_reference_names(str_list *out);

/* ---- handbook.c: the pages that are written by hand ---- */

/**
 * Appends the part of the manual that a word or phrase names: the page with this name or title, or
 * else the sections with this heading, or else those whose heading has all of its words. Returns
 * false if the manual has no such part.
 */
bool cli_handbook_passage(struct buf *out, struct arena *a, struct str word);

/** Appends the titles of sections whose text contains the word, at most a few, as a list in
 * Markdown. Returns their number. */
size_t cli_handbook_mentions(struct buf *out, struct arena *a, struct str word);

/** Like cli_handbook_mentions(), for sections that have all of the words, in any order. */
size_t cli_handbook_search(struct buf *out, struct arena *a, struct str words);

/** Whether a text has all words of a phrase, except small ones such as "the". A plural also finds
 * the singular. `words` is in lower case, of ASCII. */
bool cli_has_words(struct str s, struct str words);

/** Adds the names of pages to a list. Adds their titles to `titles`, unless it is NULL. */
void cli_handbook_names(str_list *names, str_list *titles);

#endif
