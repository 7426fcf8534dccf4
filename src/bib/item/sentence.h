/* SPDX-License-Identifier: MIT */
/*
 * Capitals of English titles: CSL wants them in sentence case, a .bib in title case.
 */
#ifndef DOSSIER_BIB_ITEM_SENTENCE_H
#define DOSSIER_BIB_ITEM_SENTENCE_H

#include "base/arena.h"

/**
 * An English title in sentence case: words begin in lower case but at the start of a sentence and
 * behind a colon; words with other capitals in them (NASA, iPhone) stay, as do nocase spans. Spans
 * that no longer say anything go.
 */
struct str bib_sentence_case(struct arena *a, struct str rich);
/** The title as it is, with nocase spans around the words that bib_sentence_case() would change. */
struct str bib_protect_case(struct arena *a, struct str rich);
/** The text without its nocase spans. */
struct str bib_drop_nocase(struct arena *a, struct str rich);

#endif
