/* SPDX-License-Identifier: MIT */
/* Functions for persons that the files of the module share. Private to the module. */
#ifndef DOSSIER_WEB_GRAPH_H
#define DOSSIER_WEB_GRAPH_H

#include "write/web/web.h"

/** Returns the address of an ORCID in any spelling, or an empty text. */
struct str web_orcid(struct arena *a, struct str orcid);
/** Returns the index of the author of the page to whom a name in a work refers, or
 * STR_NONE. */
size_t web_person_of(const struct doc *doc, const struct item_name *name);
/** Returns the index of the author whom the page is about, because the title is the author's name,
 * or STR_NONE. */
size_t web_subject(const struct doc *doc);

#endif
