/* SPDX-License-Identifier: MIT */
/*
 * Family names that are also words: months, colours, trades, landscapes, and German nouns, which
 * always have a capital. Such a name alone does not identify an author. Another name is treated in
 * the same way if the document contains it in lower case.
 */
#include "check/blind/who.h"

#include "core/base/utf8.h"

#include <stdlib.h>

#define SHORT 2 /* The number of letters up to which all words are ordinary: "He", "An", "So". */

/** The words are folded and sorted for the binary search in blind_is_ordinary(). They are arrays
 * and not pointers, because the loader would have to relocate each pointer when the program starts.
 */
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
