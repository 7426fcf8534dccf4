/* SPDX-License-Identifier: MIT */
/*
 * The filters that choose the works of a publication list. Each attribute that chooses works is a
 * filter. A work must pass all filters; it passes a filter when it matches one of the filter's
 * values. Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_LIST_FILTER_H
#define DOSSIER_RESOLVE_LIST_FILTER_H

#include "cite/resolve/shared.h"

/* Works without a year count as works of these years. */
#define PUB_UNDATED INT32_MIN
#define PUB_FORTHCOMING INT32_MAX

struct pub_years {
    int32_t from, to; /* the first and the last year of the range */
};

typedef VEC(struct resolve_person) pub_persons;

struct pub_filter;
/** Whether a work matches one of the values of a filter. */
typedef bool pub_filter_fn(struct resolver *r, const struct pub_filter *f, const struct item *it);

struct pub_filter {
    pub_filter_fn *fits;
    bool negated;     /* works pass if they do not match */
    struct str field; /* for a filter by field: the name of the field */
    pub_persons persons;
    VEC(struct str) words;
    VEC(struct pub_years) years;
};

/**
 * Makes the filter for an attribute: `author`, `first-author`, `type`, `keyword`, `year`, `venue`,
 * `status`, `file`, or the name of any field of the database. `not-` before the name (and
 * biblatex's `nottype`, `notkeyword`) negates it. Values are separated by `,`, `;` and `|`, names
 * by `;` and `|`; several keywords are joined by `&`. `year` also has the values `forthcoming` and
 * `undated`. Invalid values are reported at `at` and
 * ignored. Returns false when the name is neither that of a filter nor that of a field in the
 * database. Free it with pub_filter_drop().
 */
bool pub_filter_read(struct resolver *r, struct pub_filter *f, struct str name, struct str value,
                     struct span at);
void pub_filter_drop(struct pub_filter *f);

/** Whether a work passes the filter. */
bool pub_filter_accepts(struct resolver *r, const struct pub_filter *f, const struct item *it);
/** Finds, with an index of the database, the places of all works that may pass a filter. Returns
 * false if the index cannot be used, so that every work must be tested. */
bool pub_filter_places(struct resolver *r, const struct pub_filter *f, struct shared_places *out);
/** The names of the filters that are not fields, for the hint "did you mean". */
const char *const *pub_filter_names(size_t *n);

/** Reads names separated by `;` or `|`. */
void pub_persons_read(struct arena *a, pub_persons *persons, struct str value);

/** A field of a work, by its name in the database ("journal", "award") or in CSL ("event-title").
 * Empty when the work does not have it. */
struct rich pub_field(const struct item *it, struct str name);

/** Whether a field has this name, in a known format or in an entry of this database. */
bool pub_is_field(struct resolver *r, struct str name);

#define PUB_MAX_KEYWORDS 64

/** Lists the keywords of a work, trimmed, at most PUB_MAX_KEYWORDS. They are separated by commas
 * and semicolons. Returns their number. */
size_t pub_keywords(const struct item *it, struct str out[PUB_MAX_KEYWORDS]);

/** Takes the next word of a list that is separated by any of `seps`. Returns false at the end. */
bool pub_next_word(struct str *rest, const char *seps, struct str *word);

#endif
