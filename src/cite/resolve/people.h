/* SPDX-License-Identifier: MIT */
/*
 * The people of a site, or of a document: who they are, and whose name an author's is. Private to
 * resolve but for what resolve.h has of it.
 */
#ifndef DOSSIER_RESOLVE_PEOPLE_H
#define DOSSIER_RESOLVE_PEOPLE_H

#include "cite/resolve/resolver.h"

/** Finds out who the people of the document are: the run's, or those of its front matter, and who
 * it is about. */
void resolve_people_begin(struct resolver *r);

/** How many people there are, and one of them. */
size_t resolve_people_count(const struct resolver *r);
const struct resolve_profile *resolve_people_at(const struct resolver *r, size_t i);

/**
 * The person whom an author's name means, or NULL: by ORCID (an annotation of the name), else by
 * one of the names that works have of the person, else by family and given names or initials. A
 * name that may be several people's is reported, once for all documents that share the people, and
 * is nobody's.
 */
const struct resolve_profile *resolve_person_of(struct resolver *r, const struct item_name *name);

/** Every `::: {.people}` gets the people of the document (people_list.c). */
void resolve_people_lists(struct resolver *r);

#endif
