/* SPDX-License-Identifier: MIT */
/*
 * What is known of those who must not be named, as the search goes by it. Private to blind.
 */
#ifndef DOSSIER_BLIND_WHO_H
#define DOSSIER_BLIND_WHO_H

#include "check/blind/blind.h"
#include "cite/resolve/owner_names.h"
#include "core/base/map.h"
#include "core/base/vec.h"

struct blind_person {
    struct str written;
    struct resolve_words given, family; /* the family name without particles */
    bool cjk;                           /* written without spaces: found as it stands */
    struct blind_person *next;          /* whose family name begins with the same word */
};

/** Words that stand one behind the other: an institution. */
struct blind_phrase {
    enum blind_kind kind;
    struct str exact; /* one word counts with its capitals alone; else empty */
};

/** A text that is found as it stands, but for its case. */
struct blind_literal {
    struct str text;
    bool folder; /* "/" stands before and behind it */
    enum blind_kind kind;
    struct blind_literal *next;
};

struct blind_who {
    struct arena *arena;
    VEC(struct str) names; /* in the arena: blind_names() */
    struct map families; /* first word of a family name, in both spellings -> struct blind_person */
    struct map phrases;  /* all words, a space behind each, in both spellings -> blind_phrase */
    size_t longest;      /* of the phrases, in words */
    struct map literals; /* first letters and digits, in lower case -> struct blind_literal */
    struct map joined;   /* "inesalder", "ialder" -> itself */
    struct blind_person *cjk; /* by `next` */
    bool nouns;               /* the document's language has capitals for all nouns: German */
    struct map lower; /* words of the document's own text that stand there in small letters: a
                         family name among them is an ordinary word here */
};

/** No kind of a finding: a second reading of names that were given, for resolve alone. */
#define BLIND_ALSO BLIND_KINDS

typedef void blind_part_fn(void *user, enum blind_kind kind, struct str text);
/** Calls for each of the authors who are written as one text (BLIND_NAME; BLIND_ALSO for what may
 * be one name instead of two), and for e-mail addresses, pages and affiliations between them. */
void blind_split_authors(struct arena *a, struct str written, blind_part_fn *fn, void *user);
/** Whether a text has a word that institutions have in their names. */
bool blind_is_institution(struct arena *a, struct str part);
/** Whether a folded word is one of a language, too, or as short as many are. */
bool blind_is_ordinary(struct str word);
/** Whether a word stands before family names: "van", "de la". */
bool blind_is_particle(struct str word);
/** The end of the letters and marks that begin at a byte. */
size_t blind_letters_end(struct str s, size_t at);
/** Whether one of a list of words, with spaces between them, is a folded word; "*" at the end of
 * one of the list stands for any ending. */
bool blind_is_among(struct str word, const char *list);

#endif
