/* SPDX-License-Identifier: MIT */
/*
 * Capitals of English titles: CSL wants them in sentence case, a .bib in title case.
 */
#ifndef DOSSIER_BIB_ITEM_SENTENCE_H
#define DOSSIER_BIB_ITEM_SENTENCE_H

#include "cite/bib/item/item.h"

/**
 * An English title in sentence case: words begin in lower case but at the start of a sentence and
 * behind a colon; words with other capitals in them (NASA, iPhone) stay, symbols beside what is
 * raised or lowered (H2O), and nocase spans. Spans
 * that no longer say anything go.
 */
struct rich bib_sentence_case(struct arena *a, struct rich r);
/**
 * The item with its titles as CSL styles want them: those of a .bib in sentence case, what is
 * protected in them in nocase spans (CSL 1.0.2, "Text-case": styles can make capitals, but not know
 * which belong to a word). Titles of other languages and names of journals, series and proceedings
 * stay. `it` itself when nothing changes, else a copy in the arena that shares the rest.
 */
const struct item *bib_sentence_titles(struct arena *a, const struct item *it);
/** Whether a variable is a title of which the case may change. */
bool bib_is_title(enum item_var v);

/**
 * The title as it is, with nocase spans around the words that lose capitals when LaTeX's styles
 * make sentence case of it (BibTeX's change.case$, biblatex's \MakeSentenceCase*): those that
 * bib_sentence_case() would change, and NASA and iPhone too.
 */
struct rich bib_protect_case(struct arena *a, struct rich r);
/** The text without its nocase spans. */
struct rich bib_drop_nocase(struct arena *a, struct rich r);

#endif
