/* SPDX-License-Identifier: MIT */
/* Words and marks that decide about capitals in English titles. */
#ifndef DOSSIER_BIB_ITEM_CAPITALS_H
#define DOSSIER_BIB_ITEM_CAPITALS_H

#include "core/base/base.h"

/**
 * The form of a word that English writes with a capital only: "Norway" for "norway" and "NORWAY".
 * Empty for other words, also for names that are ordinary words too ("Reading"). The words are
 * those of hunspell's dictionary en_US when dossier was built.
 */
struct str bib_capital_form(struct str word);
/** Whether a full stop behind the word belongs to an abbreviation and ends no sentence: "vs",
 * "Proc". Case does not count. */
bool bib_is_abbreviation(struct str word);
/** The same for words that a name follows: "St", "Dr". */
bool bib_is_form_of_address(struct str word);
/** Whether a word in small letters is a preposition, a conjunction or an article of four letters
 * and more, which titles have in small letters whatever their case is. */
bool bib_is_joining_word(struct str word);
/** Whether a text is a Roman number of two digits or more, up to 89: "XIV". */
bool bib_is_roman(struct str word);

#endif
