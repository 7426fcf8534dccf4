/* SPDX-License-Identifier: MIT */
/* Reads dates from text: EDTF, and dates as people write them. */
#ifndef DOSSIER_BIB_ITEM_DATES_H
#define DOSSIER_BIB_ITEM_DATES_H

#include "cite/bib/item/item.h"

/**
 * Reads an EDTF date (level 1; biblatex manual 2.3.8). Years before Christ become those of CSL:
 * 0000 is 1 BC, which is -1. Returns false, and leaves `*out` unchanged, when the text is not such
 * a date.
 */
bool bib_date_edtf(struct str text, struct item_date *out);
/** Reads a date as people write it: "May 2010", "2010/05/01", "c. 1990", "Spring 2003". Returns
 * false, and leaves `*out` unchanged, when the text is not such a date. */
bool bib_date_free(struct str text, struct item_date *out);
/** Whether a range ends before it begins. Parts that one end does not have are ignored. */
bool bib_date_is_backwards(const struct item_date *date);
/** The number of a month, 1 to 12, given by its name or abbreviation in English and the other
 * languages of months.def, or by a number. Returns 0 for other texts. */
int bib_month(struct str text);
/** Returns the number of a season, from 1 (spring) to 4. Returns 0 for other texts. */
int bib_season(struct str text);

#endif
