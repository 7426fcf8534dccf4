/* SPDX-License-Identifier: MIT */
/*
 * The names and texts that blind_search() looks for. Private to the module.
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
    bool cjk;                           /* written without spaces: searched for as it is */
    struct blind_person *next;          /* with the same first word of the family name */
};

/** Consecutive words: an institution. */
struct blind_phrase {
    enum blind_kind kind;
    struct str exact; /* a single word that must have the same capitals; empty if there are several
                         words */
};

/** A text to search for as it is, in any case. */
struct blind_literal {
    struct str text;
    bool folder; /* matches only between two slashes */
    enum blind_kind kind;
    struct blind_literal *next;
};

struct blind_who {
    struct arena *arena;
    VEC(struct str) names; /* for blind_names(), in the arena */
    struct map families; /* first word of a family name, in both spellings -> struct blind_person */
    struct map phrases; /* all words, each followed by a space, in both spellings -> blind_phrase */
    size_t longest;     /* number of words of the longest phrase */
    struct map literals;      /* first letters and digits, in lower case -> struct blind_literal */
    struct map joined;        /* joined names, "inesalder" or "ialder" -> the key itself */
    struct blind_person *cjk; /* linked by `next` */
    bool nouns;               /* the document's language has capitals for all nouns (German) */
    struct map lower;         /* words in lower case in the document: a family name among them is an
                                 ordinary word here */
};

/** Not a kind of finding: a second reading of names, for resolve only. */
#define BLIND_ALSO BLIND_KINDS

typedef void blind_part_fn(void *user, enum blind_kind kind, struct str text);
/** Calls `fn` for each author in a text with several (BLIND_NAME; BLIND_ALSO for two that may be
 * one), and for e-mail addresses, pages and affiliations between them. */
void blind_split_authors(struct arena *a, struct str written, blind_part_fn *fn, void *user);
/** Whether a text contains a word that is common in names of institutions. */
bool blind_is_institution(struct arena *a, struct str part);
/** Whether a folded word is also a word of a language, or too short to be distinctive. */
bool blind_is_ordinary(struct str word);
/** Whether a word precedes family names: "van", "de la". */
bool blind_is_particle(struct str word);
/** The end of the run of letters and marks that begins at a byte. */
size_t blind_letters_end(struct str s, size_t at);
/** Whether a folded word is in a list of words separated by spaces; "*" at the end of an entry
 * stands for any ending. */
bool blind_is_among(struct str word, const char *list);

#endif
