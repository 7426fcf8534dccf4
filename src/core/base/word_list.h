/* SPDX-License-Identifier: MIT */
/*
 * Lists of words: in one text, separated by single spaces ("van von der"), and sorted tables.
 */
#ifndef DOSSIER_CORE_BASE_WORD_LIST_H
#define DOSSIER_CORE_BASE_WORD_LIST_H

#include "core/base/base.h"

/** Whether a text is one of the words of a list. str_iamong() ignores ASCII case. An empty text is
 * never in the list. */
bool str_among(struct str a, const char *words);
bool str_iamong(struct str a, const char *words);
/** Returns the length in bytes of the first word of a list with which a text begins, or 0. */
size_t str_starts_among(struct str s, const char *words);
/** Returns the value of a word in a list of pairs, "one=I two=II", or the empty slice. */
struct str str_paired(struct str word, const char *pairs);
/** Returns the index of a word in a table that is sorted by bytes, or STR_NONE. */
size_t str_find_sorted(struct str word, const struct str *sorted, size_t n);
/** Compares, for bsearch(), a word with a C string or with a struct that begins with one. */
int str_order_z(const void *word, const void *row);
/** Copies a word to `room` with its ASCII capitals as small letters. Returns the copy, or the empty
 * slice if the word has more than `size` bytes. */
struct str str_lower(struct str word, char *room, size_t size);

#endif
