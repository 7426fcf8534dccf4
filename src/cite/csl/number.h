/* SPDX-License-Identifier: MIT */
/*
 * Numbers as CSL knows them: text with digits, ranges, lists ("2-4", "5, 7 & 9", "12a").
 */
#ifndef DOSSIER_CSL_NUMBER_H
#define DOSSIER_CSL_NUMBER_H

#include "cite/csl/locale.h"

/** Whether the text is numeric content (CSL 1.0.2, "is-numeric"). */
bool csl_number_is_numeric(const struct locale *l, struct str s);
/** Whether it names more than one: a range or a list. */
bool csl_number_is_plural(const struct locale *l, struct str s);
/** The same of a locator, in which letters and capital roman numerals count too: "vii, A, D-Z". */
bool csl_number_locator_is_plural(const struct locale *l, struct str s);
/** How a number is to be shown. */
struct number_look {
    enum number_form form;
    enum gender gender;
    enum page_range range; /* applied to pairs of numbers */
    bool locator;          /* letters and capital roman numerals make ranges too */
};
/** Text of a number variable: spaces, dashes and forms settled. In `a`, or `s` itself. */
struct str csl_number_render(struct arena *a, const struct locale *l, struct str s,
                             const struct number_look *look);
/** The first number of a list or range: page-first from page. */
struct str csl_number_first(const struct locale *l, struct str s);
/** Its digits. */
struct str csl_number_plain(struct arena *a, int64_t n);
/** "a", "z", "aa" for 0, 25, 26 (year suffixes). */
struct str csl_number_letters(struct arena *a, uint64_t n);
/** Whether the text is a whole number of digits alone; its value. */
bool csl_number_digits(struct str s, uint64_t *out);

#endif
