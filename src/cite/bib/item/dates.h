/* SPDX-License-Identifier: MIT */
/*
 * Dates as texts: EDTF, and what people write. Which variable a date belongs to is the readers'
 * affair.
 */
#ifndef DOSSIER_BIB_ITEM_DATES_H
#define DOSSIER_BIB_ITEM_DATES_H

#include "cite/bib/item/item.h"

/**
 * Reads an EDTF date (level 1; biblatex manual 2.3.8). Years before Christ come out as CSL counts
 * them: 0000 is 1 BC, -1. Returns false, and touches nothing, when the text is none.
 */
bool bib_date_edtf(struct str text, struct item_date *out);
/** Reads a date as people write it: "May 2010", "2010/05/01", "c. 1990", "Spring 2003". Returns
 * false, and touches nothing, when the text is none. */
bool bib_date_free(struct str text, struct item_date *out);
/** Whether a range ends before it begins; parts that one end lacks are not compared. */
bool bib_date_is_backwards(const struct item_date *date);
/** A month by name, abbreviation or number in English (and the names of other languages biblatex
 * users write): 1..12, or 0. */
int bib_month(struct str text);
/** A season's number, 1 (spring) to 4, or 0. */
int bib_season(struct str text);

#endif
