/* SPDX-License-Identifier: MIT */
/*
 * Look-ups in one database for lists: the works of an author, and which entries are the same work.
 * Results are computed on first use and kept with the database, for all documents that share it.
 * Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_SHARED_H
#define DOSSIER_RESOLVE_SHARED_H

#include "cite/resolve/resolver.h"

/** Places of works in the database (bib_at()), in ascending order. */
struct shared_places {
    const uint32_t *p; /* the places, in an arena */
    size_t n;
};

/**
 * Finds the works that may have one of the persons as a listed author: all works with a name that
 * resolve_name_is_any() accepts, and some that only share the last word of a family name. New
 * entries of the database are added to the index first; their errors are reported in `d`.
 */
struct shared_places resolve_works_of(struct resolver *r, const struct resolve_person *persons,
                                      size_t n);

/** Whether two works of the database are the same, as in `refs dedupe`, and also have the same kind
 * and venue. */
bool resolve_is_same_work(struct resolver *r, const struct item *a, const struct item *b);
/** Whether another entry of the database may be the same work. */
bool resolve_has_twin(struct resolver *r, const struct item *it);
/** The place of the database's first entry for the same work. The type of that entry may differ. */
size_t resolve_first_twin(struct resolver *r, const struct item *it);

/** The digest of a work of the database (bib_digest()). Empty when it has none. */
struct str resolve_item_digest(struct resolver *r, const struct item *it);

#endif
