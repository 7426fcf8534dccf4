/* SPDX-License-Identifier: MIT */
/* Capitals of English titles. CSL needs sentence case; a .bib has title case. */
#ifndef DOSSIER_BIB_ITEM_SENTENCE_H
#define DOSSIER_BIB_ITEM_SENTENCE_H

#include "cite/bib/item/item.h"

/**
 * Returns an English title in sentence case: words begin in lower case, except at the start of a
 * sentence and after a colon. Words with other capitals (NASA, iPhone), symbols next to raised or
 * lowered text (H2O), the text of nocase spans, and names that the item's database protects with
 * braces elsewhere keep their capitals. The nocase spans themselves are dropped.
 */
struct rich bib_sentence_case(struct arena *a, struct rich r, const struct item *it);
/**
 * The item with its titles in the form that CSL styles need. Titles from a .bib are converted to
 * sentence case, with protected text in nocase spans (CSL 1.0.2, "Text-case"). Titles in other
 * languages and names of journals, series and proceedings are kept. If nothing changes, the result
 * is `it` itself; otherwise it is a copy in the arena that shares the other fields.
 */
const struct item *bib_sentence_titles(struct arena *a, const struct item *it);
/**
 * Returns the name of a journal as the journal writes it ("Journal of Fluid Mechanics", "IEEE
 * Transactions on Signal Processing") if an export has it in capitals throughout. A name is
 * unchanged if it has only one word, has no word of five letters or more, or has small letters.
 */
struct rich bib_journal_case(struct arena *a, struct rich name);
/** Whether a variable is a title whose case may change. */
bool bib_is_title(enum item_var v);
/** Whether a title of the item is the name of a journal, a series, a conference, a legal case
 * or a law. Such a name keeps its capitals. */
bool bib_title_is_name(const struct item *it, enum item_var v);

/**
 * Returns the title with nocase spans around the words that would lose capitals when LaTeX's styles
 * convert it to sentence case (BibTeX's change.case$, biblatex's \MakeSentenceCase*). These are the
 * words that bib_sentence_case() would change, and words such as NASA and iPhone.
 */
struct rich bib_protect_case(struct arena *a, struct rich r);
/** The text without its nocase spans. */
struct rich bib_drop_nocase(struct arena *a, struct rich r);

#endif
