/* SPDX-License-Identifier: MIT */
/*
 * Which works a publication list takes: one filter for each attribute that chooses. A work has to
 * pass them all; a filter lets one through when it fits any of its values. Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_LIST_FILTER_H
#define DOSSIER_RESOLVE_LIST_FILTER_H

#include "cite/resolve/shared.h"

struct pub_years {
    int32_t from, to; /* inclusive */
};

typedef VEC(struct resolve_person) pub_persons;

struct pub_filter;
/** Whether a work fits any of a filter's values. */
typedef bool pub_filter_fn(struct resolver *r, const struct pub_filter *f, const struct item *it);

struct pub_filter {
    pub_filter_fn *fits;
    bool negated;     /* those that do not fit pass */
    struct str field; /* of filters by a field: its name */
    pub_persons persons;
    VEC(struct str) words;
    VEC(struct pub_years) years;
};

/**
 * Makes the filter that an attribute asks for: `author`, `first-author`, `type`, `keyword`, `year`,
 * `venue`, `status`, `file`, or the name of any field of the database; `not-` in front (biblatex's
 * `nottype`, `notkeyword`, too) turns it round. Values stand between `,`, `;` and `|`, those of
 * people between `;` and `|`; a keyword may be several with `&` between them. What cannot be
 * understood is reported at `at`, and left out. False when no such thing is known, to the database
 * neither. Drop with pub_filter_drop().
 */
bool pub_filter_read(struct resolver *r, struct pub_filter *f, struct str name, struct str value,
                     struct span at);
void pub_filter_drop(struct pub_filter *f);

/** True when the work passes the filter. */
bool pub_filter_accepts(struct resolver *r, const struct pub_filter *f, const struct item *it);
/** Where the works are that a filter may let through, when an index of the database tells; false
 * when it may be any. */
bool pub_filter_places(struct resolver *r, const struct pub_filter *f, struct shared_places *out);
/** Names of the filters that are no fields, for "did you mean". */
const char *const *pub_filter_names(size_t *n);

/** Reads names that stand between `;` or `|`. */
void pub_persons_read(struct arena *a, pub_persons *persons, struct str value);

/** A field of a work by its name in the database ("journal", "award") or CSL's ("event-title"); the
 * empty text when it has none. */
struct rich pub_field(const struct item *it, struct str name);

/** Whether a name is that of a field: databases know it, or an entry of this one has it. */
bool pub_is_field(struct resolver *r, struct str name);

#define PUB_MAX_KEYWORDS 64

/** The keywords of a work (split at commas and semicolons, trimmed), at most PUB_MAX_KEYWORDS.
 * Returns how many there are. */
size_t pub_keywords(const struct item *it, struct str out[PUB_MAX_KEYWORDS]);

/** Next word of a list that is separated by any of `seps`; false at the end. */
bool pub_next_word(struct str *rest, const char *seps, struct str *word);

#endif
