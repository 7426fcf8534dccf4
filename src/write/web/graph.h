/* SPDX-License-Identifier: MIT */
/*
 * What the files of the room share about persons and maps of JSON. Private to web.
 */
#ifndef DOSSIER_WEB_GRAPH_H
#define DOSSIER_WEB_GRAPH_H

#include "write/web/web.h"

/** Sets a new key of a map to a text; nothing for the empty text. */
void web_put(struct arena *a, struct node *map, const char *key, struct str value);
/** The address of an ORCID, however it is written; empty for none. */
struct str web_orcid(struct arena *a, struct str orcid);
/** The author of the page that a name of a work belongs to, or STR_NONE. */
size_t web_person_of(const struct doc *doc, const struct item_name *name);
/** The author whom the page is about (its title is the name), or STR_NONE. */
size_t web_subject(const struct doc *doc);

#endif
