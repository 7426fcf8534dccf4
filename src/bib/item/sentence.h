/* SPDX-License-Identifier: MIT */
/*
 * Capitals of English titles: CSL wants them in sentence case, a .bib in title case.
 */
#ifndef DOSSIER_BIB_ITEM_SENTENCE_H
#define DOSSIER_BIB_ITEM_SENTENCE_H

#include "rich/rich.h"

/**
 * An English title in sentence case: words begin in lower case but at the start of a sentence and
 * behind a colon; words with other capitals in them (NASA, iPhone) stay, as do nocase spans. Spans
 * that no longer say anything go.
 */
struct rich bib_sentence_case(struct arena *a, struct rich r);
/** The title as it is, with nocase spans around the words that bib_sentence_case() would change. */
struct rich bib_protect_case(struct arena *a, struct rich r);
/** The text without its nocase spans. */
struct rich bib_drop_nocase(struct arena *a, struct rich r);

#endif
