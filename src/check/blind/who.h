/* SPDX-License-Identifier: MIT */
/*
 * The names and texts for which blind_search() searches. Private to the module.
 */
#ifndef DOSSIER_BLIND_WHO_H
#define DOSSIER_BLIND_WHO_H

#include "check/blind/blind.h"
#include "cite/resolve/owner_names.h"
#include "core/base/map.h"
#include "core/base/vec.h"

struct blind_person {
    struct str written;
    struct resolve_words given, family; /* `family` has no particles */
    bool cjk; /* the name is in a script without spaces; it is searched for without changes */
    struct blind_person *next; /* the next person with the same first word of the family name */
};

/** Consecutive words that are searched for, such as the name of an institution. */
struct blind_phrase {
    enum blind_kind kind;
    /* a single word whose capitals must match; empty if there are several words */
    struct str exact;
};

/** A text that is searched for without changes. Upper and lower case are equal. */
struct blind_literal {
    struct str text;
    bool folder; /* the text is found only between two slashes */
    enum blind_kind kind;
    struct blind_literal *next;
};

struct blind_who {
    struct arena *arena;
    VEC(struct str) names; /* the names that blind_names() returns, in the arena */
    /* maps the first word of a family name, in both spellings of struct resolve_words, to a struct
     * blind_person */
    struct map families;
    /* maps a phrase to a struct blind_phrase. The key is the words of the phrase, each followed by
     * a space; both spellings have a key. */
    struct map phrases;
    size_t longest; /* number of words of the longest phrase */
    /* maps the first letters and digits, in lower case, to a struct blind_literal */
    struct map literals;
    struct map joined; /* joined names, "inesalder" or "ialder"; a set */
    /* the persons with names in scripts without spaces, linked by `next` */
    struct blind_person *cjk;
    bool nouns; /* the document is in German, in which all nouns have a capital */
    /* words that the document has in lower case; a family name among them is an ordinary word in
     * this document */
    struct map lower;
};

/** A second reading of the same names, which only resolve uses. It is not a kind of finding. */
#define BLIND_ALSO BLIND_KINDS

typedef void blind_part_fn(void *user, enum blind_kind kind, struct str text);
/** Calls `fn` for each author in a text with several authors, and for e-mail addresses, pages and
 * affiliations between them. The kind of an author is BLIND_NAME, or BLIND_ALSO for two authors
 * that may be one person. */
void blind_split_authors(struct arena *a, struct str written, blind_part_fn *fn, void *user);
/** Whether a text contains a word that is common in names of institutions. */
bool blind_is_institution(struct arena *a, struct str part);
/** Whether a folded word is also a word of a language, or too short to be distinctive. */
bool blind_is_ordinary(struct str word);
/** Whether a word may be in front of family names: "van", "de la". */
bool blind_is_particle(struct str word);
/** Returns the end of the sequence of letters and marks that begins at a byte. */
size_t blind_letters_end(struct str s, size_t at);
/** Whether a folded word is in a list of words separated by spaces. A "*" at the end of an entry
 * means any ending. */
bool blind_is_among(struct str word, const char *list);

#endif
