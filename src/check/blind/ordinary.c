/* SPDX-License-Identifier: MIT */
/*
 * Family names that are also words: months, colours, trades, landscapes, and German nouns, which
 * have a capital anyway. One of them alone does not identify an author. Other words are treated
 * alike when the document has them in lower case.
 */
#include "check/blind/who.h"

#include "core/base/utf8.h"

#include <stdlib.h>

#define SHORT 2 /* "He", "An", "So": words of so few letters are ordinary */

/* Folded and sorted for the binary search in blind_is_ordinary(). Arrays rather than pointers,
 * which the loader would have to relocate at each start. */
static const char WORDS[][16] = {
#define WORD(name) name,
#include "check/blind/ordinary.def"
#undef WORD
};

static int compare(const void *key, const void *word) {
    return str_cmp(*(const struct str *)key, str_of(word));
}

bool blind_is_ordinary(struct str word) {
    return utf8_count(word) <= SHORT ||
           bsearch(&word, WORDS, ARRAY_LEN(WORDS), sizeof WORDS[0], compare) != NULL;
}
