/* SPDX-License-Identifier: MIT */
/*
 * The people of a site or a document, and which of them an author is. Private to resolve, except
 * for the declarations in resolve.h.
 */
#ifndef DOSSIER_RESOLVE_PEOPLE_H
#define DOSSIER_RESOLVE_PEOPLE_H

#include "cite/resolve/resolver.h"

/** Finds the people of the document (those of the run, or those in its front matter) and the person
 * to whom its page belongs. */
void resolve_people_begin(struct resolver *r);

/** The number of people, and the person at an index. */
size_t resolve_people_count(const struct resolver *r);
const struct resolve_profile *resolve_people_at(const struct resolver *r, size_t i);

/**
 * The person with the name of an author, or NULL. A person is found by ORCID (an annotation of the
 * name), then by a name that works use for the person, then by family name and given names or
 * initials. A name that matches several people is reported once for all documents that share them,
 * and the result is NULL.
 */
const struct resolve_profile *resolve_person_of(struct resolver *r, const struct item_name *name);

/** Adds the people to every `::: {.people}` (people_list.c). */
void resolve_people_lists(struct resolver *r);
/** Fills every `::: {.coauthors}` (coauthors.c). */
void resolve_coauthor_tables(struct resolver *r);

#endif
