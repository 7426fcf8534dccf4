/* SPDX-License-Identifier: MIT */
/*
 * Numbers as CSL defines them: texts with digits, ranges, lists ("2-4", "5, 7 & 9", "12a").
 */
#ifndef DOSSIER_CSL_NUMBER_H
#define DOSSIER_CSL_NUMBER_H

#include "cite/csl/locale.h"

/** Whether a text is numeric content (CSL 1.0.2, "is-numeric"). */
bool csl_number_is_numeric(const struct locale *l, struct str s);
/** Whether a text has several numbers: a range or a list. In a locator, letters and roman numerals
 * in capitals also count: "vii, A, D-Z". */
bool csl_number_is_plural(const struct locale *l, struct str s, bool locator);
/** How a number is shown. */
struct number_look {
    enum number_form form;
    enum gender gender;
    enum page_range range; /* the format of page ranges */
    bool locator;          /* a range may also have letters and roman numerals in capitals */
};
/** The text of a number variable, with its spaces, dashes and form. The result is in the arena, or
 * `s` itself. */
struct str csl_number_render(struct arena *a, const struct locale *l, struct str s,
                             const struct number_look *look);
/** The first number of a list or range. It makes `page-first` from `page`. */
struct str csl_number_first(const struct locale *l, struct str s);
/** The decimal digits of `n`. */
struct str csl_number_plain(struct arena *a, unsigned n);
/** The letters of year suffixes: "a", "z", "aa" for 0, 25, 26. */
struct str csl_number_letters(struct arena *a, uint64_t n);
/** Whether a text has digits only. `*out` becomes its value. */
bool csl_number_digits(struct str s, uint64_t *out);

#endif
