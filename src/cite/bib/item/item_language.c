/* SPDX-License-Identifier: MIT */
/*
 * Languages by the names that babel, polyglossia and biblatex have for them, as BCP 47 tags. A tag
 * has a region if CSL has a locale with that region.
 */
#include "cite/bib/item/item_language.h"

#include "core/base/word_list.h"

#include <stdlib.h>

struct language {
    struct str name, tag;
};

static const struct language languages[] = {
#define LANGUAGE(name, tag) {STR_INIT(name), STR_INIT(tag)},
#include "cite/bib/item/item_languages.def"
#undef LANGUAGE
};

/** Whether a text is a tag already: "de", "en-GB", "zh-Hant-TW". */
static bool is_tag(struct str s) {
    size_t first = str_past(s, 0, is_alpha);
    if (first < 2 || first > 3 || (first < s.n && s.p[first] != '-')) {
        return false;
    }
    for (size_t i = first; i < s.n; i++) {
        if (!is_alnum(s.p[i]) && s.p[i] != '-') {
            return false;
        }
    }
    return true;
}

/** Returns the tag for a three-letter code. Empty when it is unknown. */
static struct str tag_of_code(struct str s) {
    /* The codes of ISO 639-2 (three letters), which libraries and PubMed use, each with its code of
     * ISO 639-1 (two letters). */
    static const char codes[][6] = {
        "araar", "bulbg", "catca", "cescs", "chizh", "czecs", "danda", "deude", "dutnl",
        "ellel", "engen", "estet", "finfi", "frafr", "frefr", "gerde", "greel", "hebhe",
        "hrvhr", "hunhu", "itait", "jpnja", "korko", "latla", "litlt", "nldnl", "norno",
        "perfa", "polpl", "porpt", "ronro", "rumro", "rusru", "slosk", "slvsl", "spaes",
        "srpsr", "swesv", "turtr", "ukruk", "vievi", "zhozh",
    };
    for (size_t i = 0; s.n == 3 && i < ARRAY_LEN(codes); i++) {
        if (str_ieq(s, str_slice(str_of(codes[i]), 0, 3))) {
            return str_from(str_of(codes[i]), 3);
        }
    }
    return STR_EMPTY;
}

struct str bib_language(struct str name) {
    char lower[24];
    struct str s = str_trim(name);
    if (is_tag(s)) {
        struct str tag = tag_of_code(s);
        return tag.n ? tag : s;
    }
    if (str_starts(s, STR("lang"))) {
        /* in localisation keys of biblatex, "lang" precedes the name: "langgerman" */
        s = str_from(s, 4);
    }
    struct str key = str_lower(s, lower, sizeof lower);
    const struct language *l =
        bsearch(&key, languages, ARRAY_LEN(languages), sizeof *languages, str_order);
    return l ? l->tag : STR_EMPTY;
}

struct str bib_language_of_record(struct str text) {
    struct str tag = bib_language(text), rest = tag;
    bool named = tag.n && !str_eq(tag, str_trim(text));
    /* a name such as "English" means no particular country, so the tag loses its region */
    tag = named ? str_cut(&rest, '-') : tag;
    return tag.n ? tag : text;
}

bool bib_language_is_english(struct str tag) {
    size_t n = str_past(tag, 0, is_alpha);
    /* the language without the subtags of script and region */
    struct str primary = str_slice(tag, 0, n);
    return tag.n == 0 || str_ieq(primary, STR("en")) || str_ieq(primary, STR("eng")) ||
           str_ieq(primary, STR("english"));
}

struct str bib_language_name(struct str tag) {
    static const struct language preferred[] = {
        {STR_INIT("american"), STR_INIT("en-US")},   {STR_INIT("british"), STR_INIT("en-GB")},
        {STR_INIT("french"), STR_INIT("fr-FR")},     {STR_INIT("ngerman"), STR_INIT("de-DE")},
        {STR_INIT("naustrian"), STR_INIT("de-AT")},  {STR_INIT("brazilian"), STR_INIT("pt-BR")},
        {STR_INIT("portuguese"), STR_INIT("pt-PT")}, {STR_INIT("slovene"), STR_INIT("sl-SI")},
    };
    for (size_t i = 0; i < ARRAY_LEN(preferred); i++) {
        if (str_eq(preferred[i].tag, tag)) {
            return preferred[i].name;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(languages); i++) {
        if (str_eq(languages[i].tag, tag)) {
            return languages[i].name;
        }
    }
    return tag;
}
