/* SPDX-License-Identifier: MIT */
/*
 * Languages by the names that databases have for them.
 */
#ifndef DOSSIER_BIB_ITEM_ITEM_LANGUAGE_H
#define DOSSIER_BIB_ITEM_ITEM_LANGUAGE_H

#include "core/base/base.h"

/** BCP 47 tag of a language as babel or biblatex name it ("ngerman": "de-DE"), or the empty slice.
 */
struct str bib_language(struct str name);
/** A language in a record of a library or of PubMed ("ger", "German") as a tag; what is none stays.
 */
struct str bib_language_of_record(struct str text);
/** Whether what has this tag, in letters of any case, or the name "English" is in English, whose
 * titles alone have a case to change; no tag counts as English. */
bool bib_language_is_english(struct str tag);
/** The name biblatex has for a tag ("de-DE": "ngerman"), or the tag itself. */
struct str bib_language_name(struct str tag);

#endif
