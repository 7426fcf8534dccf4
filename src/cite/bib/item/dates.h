/* SPDX-License-Identifier: MIT */
/* Reads dates from text: EDTF, and dates as people write them. */
#ifndef DOSSIER_BIB_ITEM_DATES_H
#define DOSSIER_BIB_ITEM_DATES_H

#include "cite/bib/item/item.h"

/**
 * Reads an EDTF date (level 1; biblatex manual 2.3.8). Years before Christ are as in CSL: 0000 is 1
 * BC, -1. Returns false, without a change, when the text is not one.
 */
bool bib_date_edtf(struct str text, struct item_date *out);
/** Reads a date as people write it: "May 2010", "2010/05/01", "c. 1990", "Spring 2003". Returns
 * false, without a change, when the text is not one. */
bool bib_date_free(struct str text, struct item_date *out);
/** Whether a range ends before it begins; parts that one end lacks are ignored. */
bool bib_date_is_backwards(const struct item_date *date);
/** The number of a month by name, abbreviation or number, in English and the other languages of
 * dates.c: 1..12, or 0. */
int bib_month(struct str text);
/** The number of a season, 1 (spring) to 4, or 0. */
int bib_season(struct str text);

#endif
