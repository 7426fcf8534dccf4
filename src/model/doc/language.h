/* SPDX-License-Identifier: MIT */
/*
 * The words, quotation marks and months of languages, from the table language.def. To add a
 * language, or a word, edit that table.
 */
#ifndef DOSSIER_DOC_LANGUAGE_H
#define DOSSIER_DOC_LANGUAGE_H

#include "core/base/base.h"

/** The words of language.def. */
enum doc_word {
#define ENGLISH(word, text) DOC_WORD_##word,
#include "model/doc/language.def"
    DOC_WORD_COUNT
};

/**
 * Returns a word in the language of a BCP 47 tag. If the table does not have it, the English word
 * is returned, and `*foreign` is set to true (unless the tag is empty). `foreign` may be NULL.
 */
struct str doc_word(struct str lang, enum doc_word word, bool *foreign);

/** Quotation marks. The outer pair has the index 0. */
struct doc_quotes {
    struct str open[2], close[2];
};
/** Returns the quotation marks of a BCP 47 tag, or of the tag without its last parts ("de-ch-1901",
 * "de-ch", "de"). For an unknown language, returns the English ones. */
struct doc_quotes doc_quotes_of(struct str lang);

/** How a language writes dates. */
struct doc_months {
    const char *tag;
    /* the parts of a date in order: d is the day, m the month, y the year, e the word "de"; other
     * characters are kept */
    const char *form;
    const char *months[12];
};
/** Returns how the language of a BCP 47 tag writes dates, or NULL if the table does not have it. */
const struct doc_months *doc_months_of(struct str lang);

#endif
