/* SPDX-License-Identifier: MIT */
/*
 * The language of a processor: terms, ordinals, date formats and options. They are merged from the
 * style and the locale files in the order of CSL 1.0.2 ("Locale Fallback"). A loaded locale does
 * not change, so any number of processors on any threads may share it.
 */
#ifndef DOSSIER_CSL_LOCALE_H
#define DOSSIER_CSL_LOCALE_H

#include "cite/csl/model.h"

struct term_form {
    struct str single, multiple;
};

enum ordinal_match { ORDINAL_LAST_DIGIT, ORDINAL_LAST_TWO, ORDINAL_WHOLE };

struct ordinal {
    struct str text;
    int number; /* the number that gets this suffix; -1: all other numbers */
    enum ordinal_match match;
    enum gender gender;
};

#define MAX_ORDINALS 256

struct locale {
    struct str lang; /* the language and dialect: "en-US" */
    bool french;     /* narrow spaces are set before some punctuation marks */
    /* at [term * FORM_TERM_COUNT + form]: the index in `forms` + 1; 0 if the form is not defined */
    uint16_t *places;
    struct term_form *forms; /* all defined forms */
    size_t nforms, forms_cap;
    uint8_t *genders; /* the gender of each noun, by term */
    size_t nterms;
    struct ordinal *ordinals; /* the ordinal suffixes, at most MAX_ORDINALS */
    size_t nordinals;
    struct ordinal *long_ordinals;
    size_t nlong;
    /* the date formats, indexed by enum date_form; NULL: the format is not defined */
    struct csl_node *dates[3];
    bool punctuation_in_quote, limit_day_ordinals;
    /* Quotation marks, which the finishing stage uses. */
    struct str open_quote, close_quote, open_inner, close_inner;
    struct str page_range, and_text, and_symbol;
    /* First the term with the same name as each variable ("page", "editor"), or TERM_NONE; then the
     * terms of enum fixed_term. */
    term_id var_terms[VAR_COUNT], fixed[FIXED_COUNT];
};

/** The text of a term. If the form is not defined, the next form is used (CSL's fallback). The
 * pointer is NULL when the term is not defined. */
struct str csl_locale_term(const struct locale *l, term_id t, enum form form, bool plural);
/** The gender of a noun that is a term. */
enum gender csl_locale_gender(const struct locale *l, term_id t);
/** The suffix for an ordinal number (CSL 1.0.2, "Ordinal Suffixes"). */
struct str csl_locale_ordinal(const struct locale *l, uint64_t number, enum gender gender);
/** The word for an ordinal number from 1 to 10. Empty when it is not defined. */
struct str csl_locale_long_ordinal(const struct locale *l, uint64_t number, enum gender gender);

#endif
