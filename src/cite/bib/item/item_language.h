/* SPDX-License-Identifier: MIT */
/* Languages by their names in databases. */
#ifndef DOSSIER_BIB_ITEM_ITEM_LANGUAGE_H
#define DOSSIER_BIB_ITEM_ITEM_LANGUAGE_H

#include "core/base/base.h"

/** The BCP 47 tag of a language name of babel or biblatex ("ngerman": "de-DE"); empty when
 * unknown. */
struct str bib_language(struct str name);
/** The tag of a language in a record of a library or of PubMed ("ger", "German"); unknown names are
 * unchanged. */
struct str bib_language_of_record(struct str text);
/** Whether a tag (in any case), or the name "English", is English: only English titles have
 * sentence case. No tag counts as English. */
bool bib_language_is_english(struct str tag);
/** biblatex's name of a tag ("de-DE": "ngerman"), or the tag itself. */
struct str bib_language_name(struct str tag);

#endif
