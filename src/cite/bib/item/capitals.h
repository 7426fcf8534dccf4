/* SPDX-License-Identifier: MIT */
/* Words and marks that decide about capitals in English titles. */
#ifndef DOSSIER_BIB_ITEM_CAPITALS_H
#define DOSSIER_BIB_ITEM_CAPITALS_H

#include "core/base/base.h"

/**
 * Returns the form of a word that English writes only with a capital: "Norway" for "norway" and
 * "NORWAY". Empty for other words, and for names that are also ordinary words ("Reading"). The
 * words are those of hunspell's dictionary en_US at the time when dossier was built.
 */
struct str bib_capital_form(struct str word);
/** Whether a word is an abbreviation, so that a full stop after it does not end a sentence: "vs",
 * "Proc". Case does not matter. */
bool bib_is_abbreviation(struct str word);
/** Whether a word is an abbreviation that is followed by a name: "St", "Dr". Case does not
 * matter. */
bool bib_is_form_of_address(struct str word);
/** Whether a word, given in small letters, is a preposition, conjunction or article of four or more
 * letters. Titles have these words in small letters in any style. */
bool bib_is_joining_word(struct str word);
/** Whether a text looks like a small Roman number: two or more of the letters I, V and X, such as
 * "XIV". Their order is not checked. */
bool bib_is_roman(struct str word);

#endif
