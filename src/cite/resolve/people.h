/* SPDX-License-Identifier: MIT */
/*
 * The people of a site or a document, and which of them an author is. Private to resolve, except
 * for what resolve.h declares.
 */
#ifndef DOSSIER_RESOLVE_PEOPLE_H
#define DOSSIER_RESOLVE_PEOPLE_H

#include "cite/resolve/resolver.h"

/** Finds the people of the document (the run's, or those of its front matter) and the person of its
 * page. */
void resolve_people_begin(struct resolver *r);

/** The number of people, and one of them. */
size_t resolve_people_count(const struct resolver *r);
const struct resolve_profile *resolve_people_at(const struct resolver *r, size_t i);

/**
 * The person of an author's name, or NULL: by ORCID (an annotation of the name), else by a name
 * that works use for the person, else by family and given names or initials. A name that matches
 * several people is reported once for all documents that share them, and returns NULL.
 */
const struct resolve_profile *resolve_person_of(struct resolver *r, const struct item_name *name);

/** Fills every `::: {.people}` (people_list.c). */
void resolve_people_lists(struct resolver *r);

#endif
