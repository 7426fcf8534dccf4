/* SPDX-License-Identifier: MIT */
/*
 * Functions for persons and for maps of JSON that the files of the module share. Private to it.
 */
#ifndef DOSSIER_WEB_GRAPH_H
#define DOSSIER_WEB_GRAPH_H

#include "write/web/web.h"

/** Sets a new key of a map to a text, unless the text is empty. */
void web_put(struct arena *a, struct node *map, const char *key, struct str value);
/** The address of an ORCID, which may have any spelling. May be empty. */
struct str web_orcid(struct arena *a, struct str orcid);
/** The author of the page whom a name of a work means, or STR_NONE. */
size_t web_person_of(const struct doc *doc, const struct item_name *name);
/** The index of the author whom the page is about, because the title is the author's name, or
 * STR_NONE. */
size_t web_subject(const struct doc *doc);

#endif
