/* SPDX-License-Identifier: MIT */
/*
 * What the lists of one database look up again and again: which works have an author of a name. It
 * is found out once, when a list first asks, and lives with the database, for all documents that
 * share it. Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_SHARED_H
#define DOSSIER_RESOLVE_SHARED_H

#include "resolve/resolver.h"

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

#endif
