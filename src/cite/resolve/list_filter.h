/* SPDX-License-Identifier: MIT */
/*
 * The filters that choose the works of a publication list, one for each attribute. A work must pass
 * all; it passes a filter when it matches any of its values. Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_LIST_FILTER_H
#define DOSSIER_RESOLVE_LIST_FILTER_H

#include "cite/resolve/shared.h"

struct pub_years {
    int32_t from, to; /* inclusive */
};

typedef VEC(struct resolve_person) pub_persons;

struct pub_filter;
/** Whether a work matches any of a filter's values. */
typedef bool pub_filter_fn(struct resolver *r, const struct pub_filter *f, const struct item *it);

struct pub_filter {
    pub_filter_fn *fits;
    bool negated;     /* works that do not match pass */
    struct str field; /* for a filter by field: its name */
    pub_persons persons;
    VEC(struct str) words;
    VEC(struct pub_years) years;
};

/**
 * Makes the filter of an attribute: `author`, `first-author`, `type`, `keyword`, `year`, `venue`,
 * `status`, `file`, or the name of any field of the database; `not-` (and biblatex's `nottype`,
 * `notkeyword`) negates it. Values are separated by `,`, `;` and `|`, names by `;` and `|`; several
 * keywords are joined by `&`. Invalid values are reported at `at` and ignored. Returns false when
 * neither the filters nor the database know the name. Drop with pub_filter_drop().
 */
bool pub_filter_read(struct resolver *r, struct pub_filter *f, struct str name, struct str value,
                     struct span at);
void pub_filter_drop(struct pub_filter *f);

/** True when the work passes the filter. */
bool pub_filter_accepts(struct resolver *r, const struct pub_filter *f, const struct item *it);
/** The places of all works that a filter may pass, from an index of the database; false when any
 * work may. */
bool pub_filter_places(struct resolver *r, const struct pub_filter *f, struct shared_places *out);
/** Names of the filters other than fields, for "did you mean". */
const char *const *pub_filter_names(size_t *n);

/** Reads names separated by `;` or `|`. */
void pub_persons_read(struct arena *a, pub_persons *persons, struct str value);

/** A field of a work by its name in the database ("journal", "award") or in CSL ("event-title");
 * empty when it has none. */
struct rich pub_field(const struct item *it, struct str name);

/** Whether a name is a field: of a known format, or of an entry of this database. */
bool pub_is_field(struct resolver *r, struct str name);

#define PUB_MAX_KEYWORDS 64

/** The keywords of a work (separated by commas and semicolons, trimmed), at most PUB_MAX_KEYWORDS.
 * Returns their number. */
size_t pub_keywords(const struct item *it, struct str out[PUB_MAX_KEYWORDS]);

/** The next word of a list separated by any of `seps`; false at the end. */
bool pub_next_word(struct str *rest, const char *seps, struct str *word);

#endif
