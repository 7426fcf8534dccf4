/* SPDX-License-Identifier: MIT */
/* Quotation marks by language: CLDR's delimiters, for French with narrow no-break spaces.
 * inline_emph.c decides which quotes open and close. */
#include "read/markdown/core/md.h"

#include <stdlib.h>

#define NNBSP "\u202F"

struct quotes_row {
    const char *lang; /* "de" or "de-CH", lower case */
    const char *open2, *close2, *open1, *close1;
};

/* Sorted by language. */
static const struct quotes_row rows[] = {
    {"bg", "„", "“", "‚", "‘"},        {"bs", "„", "”", "‘", "’"},
    {"ca", "«", "»", "“", "”"},        {"cs", "„", "“", "‚", "‘"},
    {"da", "”", "”", "’", "’"},        {"de", "„", "“", "‚", "‘"},
    {"de-ch", "«", "»", "‹", "›"},     {"de-li", "«", "»", "‹", "›"},
    {"el", "«", "»", "“", "”"},        {"en", "“", "”", "‘", "’"},
    {"es", "«", "»", "“", "”"},        {"es-mx", "“", "”", "‘", "’"},
    {"et", "„", "“", "‚", "‘"},        {"eu", "«", "»", "“", "”"},
    {"fi", "”", "”", "’", "’"},        {"fr", "«" NNBSP, NNBSP "»", "‹" NNBSP, NNBSP "›"},
    {"fr-ch", "«", "»", "‹", "›"},     {"he", "”", "”", "’", "’"},
    {"hr", "„", "“", "‚", "‘"},        {"hu", "„", "”", "»", "«"},
    {"is", "„", "“", "‚", "‘"},        {"it", "«", "»", "“", "”"},
    {"it-ch", "«", "»", "‹", "›"},     {"ja", "「", "」", "『", "』"},
    {"lt", "„", "“", "‚", "‘"},        {"lv", "„", "“", "‚", "‘"},
    {"mk", "„", "“", "‚", "‘"},        {"nb", "«", "»", "‘", "’"},
    {"nl", "“", "”", "‘", "’"},        {"nn", "«", "»", "‘", "’"},
    {"no", "«", "»", "‘", "’"},        {"pl", "„", "”", "«", "»"},
    {"pt", "“", "”", "‘", "’"},        {"pt-pt", "«", "»", "“", "”"},
    {"ro", "„", "”", "«", "»"},        {"ru", "«", "»", "„", "“"},
    {"sk", "„", "“", "‚", "‘"},        {"sl", "„", "“", "‚", "‘"},
    {"sq", "„", "“", "‚", "‘"},        {"sr", "„", "“", "‚", "‘"},
    {"sv", "”", "”", "’", "’"},        {"uk", "«", "»", "„", "“"},
    {"zh", "“", "”", "‘", "’"},        {"zh-hant", "「", "」", "『", "』"},
    {"zh-tw", "「", "」", "『", "』"},
};

static const struct md_quotes english = {{STR_INIT("“"), STR_INIT("‘")},
                                         {STR_INIT("”"), STR_INIT("’")}};

static int by_lang(const void *key, const void *row) {
    return str_cmp(*(const struct str *)key, str_of(((const struct quotes_row *)row)->lang));
}

void md_quotes_of(struct str lang, struct md_quotes *out) {
    *out = english;
    char low[16];
    if (lang.n >= sizeof low) {
        lang.n = sizeof low - 1;
    }
    for (size_t i = 0; i < lang.n; i++) {
        low[i] = lang.p[i] == '_' ? '-' : to_lower(lang.p[i]);
    }
    /* First the whole tag, then without its last parts: "de-ch-1901", "de-ch", "de". */
    struct str tag = {low, lang.n};
    while (tag.n) {
        const struct quotes_row *row =
            bsearch(&tag, rows, ARRAY_LEN(rows), sizeof rows[0], by_lang);
        if (row) {
            out->open[0] = str_of(row->open2);
            out->close[0] = str_of(row->close2);
            out->open[1] = str_of(row->open1);
            out->close[1] = str_of(row->close1);
            return;
        }
        while (tag.n && tag.p[tag.n - 1] != '-') {
            tag.n--;
        }
        if (tag.n) {
            tag.n--;
        }
    }
}
