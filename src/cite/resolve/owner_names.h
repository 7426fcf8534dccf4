/* SPDX-License-Identifier: MIT */
/*
 * Names as they are written, and when two of them are one person's: by folded words, initials and
 * particles. For resolve, and for who looks for names in texts.
 */
#ifndef DOSSIER_RESOLVE_OWNER_NAMES_H
#define DOSSIER_RESOLVE_OWNER_NAMES_H

#include "cite/bib/item/item.h"

#define RESOLVE_NAME_WORDS 16

/** Words of a name, folded: without accents, and as they are written where letters are lacking
 * ("ue" for "ü"). */
struct resolve_words {
    struct str w[RESOLVE_NAME_WORDS], alt[RESOLVE_NAME_WORDS];
    size_t n;
};

/** The words of a text; full stops, commas, hyphens and asterisks part them. With `initials`
 * letters that stand together are several ("AFY"). Words beyond RESOLVE_NAME_WORDS are left out. */
struct resolve_words resolve_words_read(struct arena *a, struct str s, bool initials);
/** Whether two words are one, in some spelling of each: "Müller" is "Muller" as well as "Mueller",
 * which are two names to each other. */
bool resolve_word_is(const struct resolve_words *a, size_t i, const struct resolve_words *b,
                     size_t k);

/** A person as people write one: "Given Family", "Family, Given" or a family name alone. */
struct resolve_person {
    struct resolve_words written;       /* all words in their order */
    struct resolve_words family, given; /* set with a comma only */
    bool has_comma;
    struct str orcid; /* it is an ORCID that is written, and no name */
};

/** The ORCID among the words of a name's annotation ("orcid:0000-0002-1825-0097"), or the empty
 * text. */
struct str resolve_orcid_of(const struct item_name *name);
/** Reads a written name once, for any number of comparisons. */
void resolve_person_read(struct arena *a, struct str written, struct resolve_person *out);
/**
 * True when a parsed name is one of the persons. Case and accents do not count, "ue" is "ü", "oe"
 * "ø" and so on; initials match the names they stand for, run together too ("AFY"); particles may
 * be there or not.
 */
bool resolve_name_is_any(struct arena *a, const struct item_name *name,
                         const struct resolve_person *persons, size_t n);

/** How much a parsed name is like a person's. */
enum resolve_likeness {
    RESOLVE_LIKE_NOT,
    RESOLVE_LIKE_INITIALS, /* given names agree, initials among them */
    RESOLVE_LIKE_FIRST,    /* the first given name is the same in full, the others agree */
    RESOLVE_LIKE_SAME      /* all words are the same */
};
/** A family name alone is like that of no one who has given names. */
enum resolve_likeness resolve_name_likeness(struct arena *a, const struct item_name *name,
                                            const struct resolve_person *person);

/** The names that stand as a work's authors in lists: editors where there are no authors. */
struct item_names resolve_listed_names(const struct item *it);

typedef void resolve_word_fn(void *user, struct str word, size_t place);
/** Calls for the last words of a name, folded, by which it can be found; `place` is handed on.
 * Words are in the arena. A name that is one of resolve_name_is_any()'s persons shares one with it.
 */
void resolve_name_ends(struct arena *a, const struct item_name *name, resolve_word_fn *fn,
                       void *user, size_t place);
/** The same for a person. */
void resolve_person_ends(const struct resolve_person *person, resolve_word_fn *fn, void *user);

#endif
