/* SPDX-License-Identifier: MIT */
/*
 * What the lists of one database look up again and again: which works have an author of a name,
 * which entries are one work. It is found out once, when a list first asks, and lives with the
 * database, for all documents that share it. Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_SHARED_H
#define DOSSIER_RESOLVE_SHARED_H

#include "cite/resolve/resolver.h"

/** Places of works in the database (bib_at()), in their order. */
struct shared_places {
    const uint32_t *p; /* in an arena */
    size_t n;
};

/**
 * The works that may have one of the persons among those who stand as authors: all that do, by the
 * rules of resolve_name_is_any(), and some whose authors only share the last word of a family name.
 * New entries of the database are looked at first; their faults go to `d`.
 */
struct shared_places resolve_works_of(struct resolver *r, const struct resolve_person *persons,
                                      size_t n);

/** Whether two works of the database are one, as `refs dedupe` knows them, that is of one kind and
 * appeared in one place. */
bool resolve_is_same_work(struct resolver *r, const struct item *a, const struct item *b);
/** The first entry of the database that is the same work as one of it, perhaps of another kind. */
size_t resolve_first_twin(struct resolver *r, const struct item *it);

/** The digest of a work of the database (bib_digest()); empty when it cannot be told. */
struct str resolve_item_digest(struct resolver *r, const struct item *it);

#endif
