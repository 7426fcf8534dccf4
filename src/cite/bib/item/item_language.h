/* SPDX-License-Identifier: MIT */
/* Languages by the names that databases have for them. */
#ifndef DOSSIER_BIB_ITEM_ITEM_LANGUAGE_H
#define DOSSIER_BIB_ITEM_ITEM_LANGUAGE_H

#include "core/base/base.h"

/** Returns the BCP 47 tag for a language name of babel or biblatex: "de-DE" for "ngerman". Empty
 * when the name is unknown. */
struct str bib_language(struct str name);
/** The tag of a language in a record of a library or of PubMed ("ger", "German"). Unknown names are
 * returned unchanged. */
struct str bib_language_of_record(struct str text);
/** Whether a tag or name of a language means English, in upper or lower case. An empty tag also
 * means English. Only English titles have sentence case. */
bool bib_language_is_english(struct str tag);
/** The name in biblatex for a tag: "ngerman" for "de-DE". If there is none, the tag itself. */
struct str bib_language_name(struct str tag);

#endif
