/* SPDX-License-Identifier: MIT */
/*
 * Look-ups of lists in one database: the works of an author's name, and which entries are the same
 * work. Computed on first use and kept with the database, for all documents that share it. Private
 * to resolve.
 */
#ifndef DOSSIER_RESOLVE_SHARED_H
#define DOSSIER_RESOLVE_SHARED_H

#include "cite/resolve/resolver.h"

/** Places of works in the database (bib_at()), in order. */
struct shared_places {
    const uint32_t *p; /* in an arena */
    size_t n;
};

/**
 * The works that may have one of the persons as listed authors: all that do by
 * resolve_name_is_any(), and some that only share the last word of a family name. New entries of
 * the database are indexed first; their errors go to `d`.
 */
struct shared_places resolve_works_of(struct resolver *r, const struct resolve_person *persons,
                                      size_t n);

/** Whether two works of the database are the same, as in `refs dedupe`: of the same kind and
 * venue. */
bool resolve_is_same_work(struct resolver *r, const struct item *a, const struct item *b);
/** The first entry of the database that is the same work, perhaps of another kind. */
size_t resolve_first_twin(struct resolver *r, const struct item *it);

/** The digest of a work of the database (bib_digest()); empty when it has none. */
struct str resolve_item_digest(struct resolver *r, const struct item *it);

#endif
