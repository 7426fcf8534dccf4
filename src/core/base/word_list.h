/* SPDX-License-Identifier: MIT */
/*
 * Lists of words in one text, separated by single spaces: "van von der".
 */
#ifndef DOSSIER_CORE_BASE_WORD_LIST_H
#define DOSSIER_CORE_BASE_WORD_LIST_H

#include "core/base/base.h"

/** Whether a text is one of the words of a list. str_iamong() ignores ASCII case. An empty text is
 * never in the list. */
bool str_among(struct str a, const char *words);
bool str_iamong(struct str a, const char *words);

#endif
