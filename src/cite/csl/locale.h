/* SPDX-License-Identifier: MIT */
/*
 * The one language a processor speaks: terms, ordinals, date formats and options, merged from the
 * style and the locale files in the order CSL 1.0.2 ("Locale Fallback") asks for. Nothing here
 * changes once it is loaded, so a locale may serve any number of processors, on any threads.
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
    int number; /* -1: the suffix for all others */
    enum ordinal_match match;
    enum gender gender;
};

#define MAX_ORDINALS 256

struct locale {
    struct str lang;  /* "en-US" */
    bool french;      /* marks have narrow spaces before them */
    uint16_t *places; /* [term * FORM_TERM_COUNT + form]: number + 1 in `forms`; 0: undefined */
    struct term_form *forms; /* that are defined */
    size_t nforms, forms_cap;
    uint8_t *genders; /* of terms that are nouns */
    size_t nterms;
    struct ordinal *ordinals; /* MAX_ORDINALS at most, as below */
    size_t nordinals;
    struct ordinal *long_ordinals;
    size_t nlong;
    struct csl_node *dates[3]; /* by enum date_form; NULL when there is none */
    bool punctuation_in_quote, limit_day_ordinals;
    /* What the finishing stage asks for all the time. */
    struct str open_quote, close_quote, open_inner, close_inner;
    struct str page_range, and_text, and_symbol;
    /* Terms that name variables ("page", "editor"; or TERM_NONE), and those of enum fixed_term. */
    term_id var_terms[VAR_COUNT], fixed[FIXED_COUNT];
};

/** Text of a term after falling back through the forms; NULL pointer when it is undefined. */
struct str csl_locale_term(const struct locale *l, term_id t, enum form form, bool plural);
/** Gender of a noun. */
enum gender csl_locale_gender(const struct locale *l, term_id t);
/** The suffix for an ordinal number (CSL 1.0.2, "Ordinal Suffixes"). */
struct str csl_locale_ordinal(const struct locale *l, uint64_t number, enum gender gender);
/** The word for a number from 1 to 10, or the empty slice. */
struct str csl_locale_long_ordinal(const struct locale *l, uint64_t number, enum gender gender);

#endif
