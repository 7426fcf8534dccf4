/* SPDX-License-Identifier: MIT */
/* Looks up words, quotation marks and months in language.def. */
#include "model/doc/language.h"

enum language {
    LANG_en,
#define LANGUAGE(lang) LANG_##lang,
#include "model/doc/language.def"
    LANGUAGES
};

static const char *const tags[LANGUAGES] = {
    [LANG_en] = "en",
#define LANGUAGE(lang) [LANG_##lang] = #lang,
#include "model/doc/language.def"
};

static const char *const words[LANGUAGES][DOC_WORD_COUNT] = {
#define ENGLISH(word, text) [LANG_en][DOC_WORD_##word] = text,
#define WORD(lang, word, text) [LANG_##lang][DOC_WORD_##word] = text,
#include "model/doc/language.def"
};

/** The language of a tag, or LANGUAGES. */
static enum language language_of(struct str tag) {
    static const char *const others[][2] = {{"iw", "he"}, {"no", "nb"}};
    struct str primary = str_cut(&tag, '-');
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        primary = str_ieq(primary, str_of(others[i][0])) ? str_of(others[i][1]) : primary;
    }
    size_t i = 0;
    while (i < LANGUAGES && !str_ieq(primary, str_of(tags[i]))) {
        i++;
    }
    return (enum language)i;
}

struct str doc_word(struct str lang, enum doc_word word, bool *foreign) {
    enum language of = language_of(lang);
    bool known = of < LANGUAGES && words[of][word];
    if (foreign) {
        *foreign = !known && lang.n > 0;
    }
    return str_of(words[known ? of : LANG_en][word]);
}

/** Whether the tag is equal to `of`, or begins with it and a hyphen. Underscores count as
 * hyphens. */
static bool is_tag(struct str tag, const char *of) {
    size_t i = 0;
    while (i < tag.n && of[i] && (tag.p[i] == '_' ? '-' : to_lower(tag.p[i])) == to_lower(of[i])) {
        i++;
    }
    return !of[i] && (i == tag.n || tag.p[i] == '-' || tag.p[i] == '_');
}

struct doc_quotes doc_quotes_of(struct str lang) {
    static const struct {
        const char *tag;
        struct doc_quotes marks;
    } rows[] = {
#define QUOTES(tag, open2, close2, open1, close1)                                                  \
    {tag, {{STR_INIT(open2), STR_INIT(open1)}, {STR_INIT(close2), STR_INIT(close1)}}},
#include "model/doc/language.def"
    };
    size_t best = 0; /* English, the first row */
    for (size_t i = 1; i < ARRAY_LEN(rows); i++) {
        bool longer = best == 0 || strlen(rows[i].tag) > strlen(rows[best].tag);
        best = longer && is_tag(lang, rows[i].tag) ? i : best;
    }
    return rows[best].marks;
}

const struct doc_months *doc_months_of(struct str lang) {
    static const struct doc_months rows[] = {
#define MONTHS(tag, form, ...) {tag, form, {__VA_ARGS__}},
#include "model/doc/language.def"
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_is_lang(lang, rows[i].tag)) {
            return &rows[i];
        }
    }
    return NULL;
}
