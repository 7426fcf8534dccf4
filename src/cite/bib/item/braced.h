/* SPDX-License-Identifier: MIT */
/*
 * Names that the titles of a database protect with braces: "{K}alman", "{Kalman}", "{New York}". A
 * name that is protected in one title keeps its capitals in all English titles of the database.
 */
#ifndef DOSSIER_BIB_ITEM_BRACED_H
#define DOSSIER_BIB_ITEM_BRACED_H

#include "cite/bib/item/item.h"
#include "core/base/map.h"

struct item_braced_name {
    struct str form, small; /* the name as written, and in small letters */
    size_t nbraced, nsmall; /* how often the name occurs in braces, and how often in small letters
                               without them */
    struct item_braced_name *next; /* the next name that begins with the same word */
};

struct item_braced {
    struct arena *arena;
    /* maps the first word of a name, in small letters, to struct item_braced_name */
    struct map names;
    uint64_t some[16]; /* a bit for each pair of letters with which a name begins, see
                          item_braced_some() */
    bool any;
};

#define ITEM_BRACED_IN(arena) ((struct item_braced){(arena), MAP_IN(arena), {0}, false})

/** Returns the number of the bit for the two letters at `at`. Their case does not matter. */
static inline unsigned item_braced_bit(struct str s, size_t at) {
    unsigned char c = (unsigned char)s.p[at], d = at + 1 < s.n ? (unsigned char)s.p[at + 1] : 0;
    return (c & 31u) << 5 | (d & 0x80 || c & 0x80 ? 0 : d & 31u);
}
/** Whether a name may begin at a place of a text. The answer is false for most places, which then
 * need no look-up. */
static inline bool item_braced_some(const struct item_braced *b, struct str s, size_t at) {
    unsigned bit = item_braced_bit(s, at);
    return b->some[bit / 64] >> (bit % 64) & 1;
}

/** Adds an occurrence of a name in braces. The name is copied. */
void item_braced_add(struct item_braced *b, struct str form);
/** The first of the names that begin with a word, or NULL. The word is in small letters. */
struct item_braced_name *item_braced_find(const struct item_braced *b, struct str small_word);
/**
 * Returns the longest name that begins at a place of a text and keeps its capitals, because it
 * occurs in braces more often than in small letters. The text has the name as written, or entirely
 * in capitals. `word` is the word at that place. Returns an empty text if there is no such name.
 * Temporary text is put into the arena.
 */
struct str item_braced_at(const struct item_braced *b, struct arena *a, struct str text, size_t at,
                          struct str word);
/** Lists, in the arena, the names that keep their capitals: those in a title of `it`, or all names
 * if `it` is NULL. Returns their number. */
size_t item_braced_list(const struct item_braced *b, struct arena *a, const struct item *it,
                        struct str **list);
/** Finds the next word of a text, from `*at` on. `*at` becomes its end. Returns false if no word
 * follows. */
bool item_next_word(struct str s, size_t *at, size_t *begin);
/** Whether a word may end at the offset `end`: no letter or digit follows. */
bool item_ends_word(struct str s, size_t end);

#endif
