/* SPDX-License-Identifier: MIT */
/*
 * Written names, and whether two names are those of the same person. They are compared by folded
 * words, initials and particles. Used by resolve and by the checks for blind review.
 */
#ifndef DOSSIER_RESOLVE_OWNER_NAMES_H
#define DOSSIER_RESOLVE_OWNER_NAMES_H

#include "cite/bib/item/item.h"

#define RESOLVE_NAME_WORDS 16

/** The words of a name, folded in two ways: without accents, and with replacements for letters
 * ("ue" for "ü"). */
struct resolve_words {
    struct str w[RESOLVE_NAME_WORDS], alt[RESOLVE_NAME_WORDS];
    size_t n;
};

/** Reads the words of a text. Full stops, commas, hyphens and asterisks separate words. With
 * `initials`, adjacent capitals are several words ("AFY"). Words after the first
 * RESOLVE_NAME_WORDS are ignored. */
struct resolve_words resolve_words_read(struct arena *a, struct str s, bool initials);

/** The name of a person as written: "Given Family", "Family, Given", or only a family name. */
struct resolve_person {
    struct resolve_words written;       /* all words in their order */
    struct resolve_words family, given; /* set if the name has a comma */
    bool has_comma;
    struct str orcid; /* set if the text is an ORCID instead of a name */
};

/** The ORCID in the annotation of a name ("orcid:0000-0002-1825-0097"), or an empty text. */
struct str resolve_orcid_of(const struct item_name *name);
/** Reads a written name once, so that it can be compared any number of times. */
void resolve_person_read(struct arena *a, struct str written, struct resolve_person *out);
/**
 * Whether a parsed name matches one of the persons. Case and accents do not matter, "ue" equals
 * "ü", "oe" equals "ø", and so on. Initials match names, even if they are joined ("AFY"). Particles
 * may be missing.
 */
bool resolve_name_is_any(struct arena *a, const struct item_name *name,
                         const struct resolve_person *persons, size_t n);

/** How similar a parsed name is to the name of a person. */
enum resolve_likeness {
    RESOLVE_LIKE_NOT,
    RESOLVE_LIKE_INITIALS, /* the given names match, some of them by initials */
    RESOLVE_LIKE_FIRST,    /* the first given name is equal in full, and the others match */
    RESOLVE_LIKE_SAME      /* all words are equal */
};
/** The similarity of a name to the name of a person. A family name alone does not match a person
 * with given names. */
enum resolve_likeness resolve_name_likeness(struct arena *a, const struct item_name *name,
                                            const struct resolve_person *person);

typedef void resolve_word_fn(void *user, struct str word, size_t place);
/** Calls `fn` for the folded last words of a name, by which the name can be found. `place` is
 * passed to `fn`. The words are in the arena. Every name that resolve_name_is_any() matches shares
 * such a word with its person. */
void resolve_name_ends(struct arena *a, const struct item_name *name, resolve_word_fn *fn,
                       void *user, size_t place);
/** Like resolve_name_ends(), for a person. */
void resolve_person_ends(const struct resolve_person *person, resolve_word_fn *fn, void *user);

#endif
