/* SPDX-License-Identifier: MIT */
/*
 * Languages by the names of babel, polyglossia and biblatex, as BCP 47 tags. The tag has a region
 * where CSL has a locale for it.
 */
#include "cite/bib/item/item_language.h"

#include <stdlib.h>

struct language {
    struct str name, tag;
};

/* Sorted by bytes; names are compared in lower case. */
static const struct language languages[] = {
    {STR_INIT("acadian"), STR_INIT("fr-CA")},     {STR_INIT("afrikaans"), STR_INIT("af-ZA")},
    {STR_INIT("american"), STR_INIT("en-US")},    {STR_INIT("arabic"), STR_INIT("ar")},
    {STR_INIT("armenian"), STR_INIT("hy")},       {STR_INIT("australian"), STR_INIT("en-AU")},
    {STR_INIT("austrian"), STR_INIT("de-AT")},    {STR_INIT("bahasa"), STR_INIT("id")},
    {STR_INIT("basque"), STR_INIT("eu-ES")},      {STR_INIT("belarusian"), STR_INIT("be")},
    {STR_INIT("bengali"), STR_INIT("bn")},        {STR_INIT("brazil"), STR_INIT("pt-BR")},
    {STR_INIT("brazilian"), STR_INIT("pt-BR")},   {STR_INIT("breton"), STR_INIT("br")},
    {STR_INIT("british"), STR_INIT("en-GB")},     {STR_INIT("bulgarian"), STR_INIT("bg-BG")},
    {STR_INIT("canadian"), STR_INIT("en-CA")},    {STR_INIT("canadien"), STR_INIT("fr-CA")},
    {STR_INIT("catalan"), STR_INIT("ca-AD")},     {STR_INIT("chinese"), STR_INIT("zh-CN")},
    {STR_INIT("croatian"), STR_INIT("hr-HR")},    {STR_INIT("czech"), STR_INIT("cs-CZ")},
    {STR_INIT("danish"), STR_INIT("da-DK")},      {STR_INIT("dutch"), STR_INIT("nl-NL")},
    {STR_INIT("english"), STR_INIT("en-US")},     {STR_INIT("esperanto"), STR_INIT("eo")},
    {STR_INIT("estonian"), STR_INIT("et-EE")},    {STR_INIT("farsi"), STR_INIT("fa-IR")},
    {STR_INIT("finnish"), STR_INIT("fi-FI")},     {STR_INIT("francais"), STR_INIT("fr-FR")},
    {STR_INIT("french"), STR_INIT("fr-FR")},      {STR_INIT("frenchb"), STR_INIT("fr-FR")},
    {STR_INIT("galician"), STR_INIT("gl")},       {STR_INIT("georgian"), STR_INIT("ka")},
    {STR_INIT("german"), STR_INIT("de-DE")},      {STR_INIT("greek"), STR_INIT("el-GR")},
    {STR_INIT("hebrew"), STR_INIT("he-IL")},      {STR_INIT("hindi"), STR_INIT("hi")},
    {STR_INIT("hungarian"), STR_INIT("hu-HU")},   {STR_INIT("icelandic"), STR_INIT("is-IS")},
    {STR_INIT("indonesian"), STR_INIT("id")},     {STR_INIT("irish"), STR_INIT("ga")},
    {STR_INIT("italian"), STR_INIT("it-IT")},     {STR_INIT("japanese"), STR_INIT("ja-JP")},
    {STR_INIT("kannada"), STR_INIT("kn")},        {STR_INIT("korean"), STR_INIT("ko-KR")},
    {STR_INIT("latin"), STR_INIT("la")},          {STR_INIT("latvian"), STR_INIT("lv-LV")},
    {STR_INIT("lithuanian"), STR_INIT("lt-LT")},  {STR_INIT("macedonian"), STR_INIT("mk")},
    {STR_INIT("magyar"), STR_INIT("hu-HU")},      {STR_INIT("malay"), STR_INIT("ms")},
    {STR_INIT("marathi"), STR_INIT("mr")},        {STR_INIT("mongolian"), STR_INIT("mn-MN")},
    {STR_INIT("naustrian"), STR_INIT("de-AT")},   {STR_INIT("newzealand"), STR_INIT("en-NZ")},
    {STR_INIT("ngerman"), STR_INIT("de-DE")},     {STR_INIT("norsk"), STR_INIT("nb-NO")},
    {STR_INIT("norwegian"), STR_INIT("nb-NO")},   {STR_INIT("nswissgerman"), STR_INIT("de-CH")},
    {STR_INIT("nynorsk"), STR_INIT("nn-NO")},     {STR_INIT("occitan"), STR_INIT("oc")},
    {STR_INIT("persian"), STR_INIT("fa-IR")},     {STR_INIT("piedmontese"), STR_INIT("pms")},
    {STR_INIT("polish"), STR_INIT("pl-PL")},      {STR_INIT("polutonikogreek"), STR_INIT("el-GR")},
    {STR_INIT("portuges"), STR_INIT("pt-PT")},    {STR_INIT("portuguese"), STR_INIT("pt-PT")},
    {STR_INIT("romanian"), STR_INIT("ro-RO")},    {STR_INIT("russian"), STR_INIT("ru-RU")},
    {STR_INIT("sanskrit"), STR_INIT("sa")},       {STR_INIT("scottish"), STR_INIT("gd")},
    {STR_INIT("serbian"), STR_INIT("sr-RS")},     {STR_INIT("serbianc"), STR_INIT("sr-RS")},
    {STR_INIT("slovak"), STR_INIT("sk-SK")},      {STR_INIT("slovene"), STR_INIT("sl-SI")},
    {STR_INIT("slovenian"), STR_INIT("sl-SI")},   {STR_INIT("spanish"), STR_INIT("es-ES")},
    {STR_INIT("swedish"), STR_INIT("sv-SE")},     {STR_INIT("swiss"), STR_INIT("de-CH")},
    {STR_INIT("swissgerman"), STR_INIT("de-CH")}, {STR_INIT("tamil"), STR_INIT("ta")},
    {STR_INIT("telugu"), STR_INIT("te")},         {STR_INIT("thai"), STR_INIT("th-TH")},
    {STR_INIT("turkish"), STR_INIT("tr-TR")},     {STR_INIT("ukenglish"), STR_INIT("en-GB")},
    {STR_INIT("ukrainian"), STR_INIT("uk-UA")},   {STR_INIT("urdu"), STR_INIT("ur")},
    {STR_INIT("usenglish"), STR_INIT("en-US")},   {STR_INIT("vietnamese"), STR_INIT("vi-VN")},
    {STR_INIT("welsh"), STR_INIT("cy")},
};

static int compare_language(const void *key, const void *entry) {
    return str_cmp(*(const struct str *)key, ((const struct language *)entry)->name);
}

/** Whether it is already a tag: "de", "en-GB", "zh-Hant-TW". */
static bool is_tag(struct str s) {
    size_t first = 0;
    while (first < s.n && is_alpha(s.p[first])) {
        first++;
    }
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

/** The tag of a three-letter code; empty when unknown. */
static struct str tag_of_code(struct str s) {
    /* Three-letter codes of ISO 639-2, as in libraries and PubMed, with those of ISO 639-1. */
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
        s = str_from(s, 4); /* localisation keys of biblatex: langgerman */
    }
    if (s.n == 0 || s.n > sizeof lower) {
        return STR_EMPTY;
    }
    for (size_t i = 0; i < s.n; i++) {
        lower[i] = to_lower(s.p[i]);
    }
    struct str key = {lower, s.n};
    const struct language *l =
        bsearch(&key, languages, ARRAY_LEN(languages), sizeof *languages, compare_language);
    return l ? l->tag : STR_EMPTY;
}

struct str bib_language_of_record(struct str text) {
    struct str tag = bib_language(text), rest = tag;
    bool named = tag.n && !str_eq(tag, str_trim(text));
    tag = named ? str_cut(&rest, '-') : tag; /* "English" does not name a country */
    return tag.n ? tag : text;
}

bool bib_language_is_english(struct str tag) {
    size_t n = 0;
    while (n < tag.n && is_alpha(tag.p[n])) {
        n++;
    }
    struct str primary = str_slice(tag, 0, n); /* the subtags of region and script follow */
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
