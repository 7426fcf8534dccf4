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
/** Returns the value of a word in a list of pairs, "one=I two=II", or the empty slice. */
struct str str_paired(struct str word, const char *pairs);
/** Returns the index of a word in a table that is sorted by bytes, or STR_NONE. */
size_t str_find_sorted(struct str word, const struct str *sorted, size_t n);

#endif
