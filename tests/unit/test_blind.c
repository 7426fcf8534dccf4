/* SPDX-License-Identifier: MIT */
/* Names in texts: the spellings that are found, and words that only resemble names. */
#include "check/blind/blind.h"
#include "read/markdown/markdown.h"
#include "tap.h"

struct name_case {
    const char *author; /* as in YAML */
    const char *text;
    const char *found; /* what names the author, with "|" between */
};

/* A family name is set in capitals or small ones, given names are abbreviated, either comes first.
 */
static const struct name_case prose[] = {
    {"Ines Alder", "In this group Ines Alder listens.", "Ines Alder"},
    {"Ines Alder", "Alder, I.; Alder, Ines; Alder I; ALDER Ines",
     "Alder, I|Alder, Ines|Alder I|ALDER Ines"},
    {"Ines Marie Alder", "I. M. Alder, I.M. Alder, IM Alder, Ines M. Alder, Alder IM",
     "I. M. Alder|I.M. Alder|IM Alder|Ines M. Alder|Alder IM"},
    {"Ines Alder", "by Ines\nAlder and Alder’s laboratory", "Ines\nAlder|Alder"},
    {"Ines Alder", "about Alder\n\nI. Alder", "Alder|I. Alder"},
    {"Ines Alder", "Karl Alder, K. Alder, Alder, K. and Maria Alder", ""},
    {"Ines Alder", "Alders, Alderman, Alder2020, alder", ""},
    {"Ines Alder", "The Alder group, Professor Alder and Dr. Alder", "Alder|Alder|Alder"},
    {"Jörg Müller", "Jörg Müller, J. Mueller, Jorg Muller, MÜLLER, J.",
     "Jörg Müller|J. Mueller|Jorg Muller|MÜLLER, J"},
    {"Jörg Müller", "Mu\xCC\x88ller and Mül\xC2\xADler", "Mu\xCC\x88ller|Mül\xC2\xADler"},
    {"Ana Simon Offiſh", "Ana Oﬃsh", "Ana Oﬃsh"},
    {"Pieter van den Berg", "Pieter van den Berg, P. v. d. Berg, van den Berg, P.",
     "Pieter van den Berg|Berg, P"},
    {"\"van den Berg, Pieter\"", "Pieter van den Berg", "Pieter van den Berg"},
    {"Jean-Pierre Müller-Roux", "J.-P. Müller-Roux; Jean Pierre Mueller Roux; Müller; Roux",
     "J.-P. Müller-Roux|Jean Pierre Mueller Roux"},
    {"Seán O'Brien", "Sean O’Brien, S. O'Brien and O’Brien", "Sean O’Brien|S. O'Brien|O’Brien"},
    {"Prof. Ines Alder, PhD", "Ines Alder", "Ines Alder"},
    {"Tom Fields Jr.", "Tom Fields", "Tom Fields"},
    {"Plato", "as Plato said", "Plato"},
    {"山田太郎", "これは山田太郎の仕事です。", "山田太郎"},
    {"山田 太郎", "これは山田太郎の仕事です。", "山田太郎"},
    {"Иван Петров", "Работа И. Петрова и Иван Петров", "Иван Петров"},
    {"{given: Ana, family: García Márquez}", "Ana García Márquez; A. Garcia Marquez",
     "Ana García Márquez|A. Garcia Marquez"},
    /* Family names that are words. */
    {"Ann May", "In May we measured. May is long. It may rain.", ""},
    {"Ann May", "Ann May, A. May, May, A., Dr. May, May et al. and May’s group",
     "Ann May|A. May|May, A|May|May|May"},
    {"Ben Long", "Long waves are long; the Long Lake; ben long", ""},
    {"Eva Green", "Green functions, Green’s theorem, the Green New Deal", ""},
    {"Wei Li", "Li and Na are metals; Wei Li; W. Li", "Wei Li|W. Li"},
    {"Tom Reedman", "A reedman cuts reeds. Reedman is a trade.", ""},
};

/* Addresses, names of files, identifiers. */
static const struct name_case addresses[] = {
    {"Ines Alder", "img/ines-alder.png", "ines-alder"},
    {"Ines Alder", "img/alder_ines.png", "alder_ines"},
    {"Ines Alder", "https://github.com/ialder/ice", "ialder"},
    {"Ines Alder", "https://inesalder.example/", "inesalder"},
    {"Ines Alder", "fig-alder2.png", "alder"},
    {"Ines Alder", "aldershot.png", ""},
    {"Ann May", "2020-may.png", ""},
    {"Ann May", "ann-may.png", "ann-may"},
    {"Ben Long", "along.png", ""},
};

/* Bytes of files that are no text. */
static const struct name_case bytes[] = {
    {"Ines Alder", "\x01\xFFInes Alder\x02", "Ines Alder"},
    {"Ines Alder", "xxAlder\x02 Alder", ""},
};

/* What else tells who it is. */
static const struct name_case others[] = {
    {"{name: X Y, email: x@uni.example}", "Write to X@uni.example.", "X@uni.example"},
    {"{name: X Y, orcid: 0000-0002-1825-0097}", "0000-0002-1825-0097 and 0000000218250097",
     "0000-0002-1825-0097|0000000218250097"},
    {"{name: X Y, affiliation: 'Department of Physics, University of Northfield, Norway'}",
     "a Department of Physics in Norway at the University\nof Northfield",
     "University\nof Northfield"},
    {"{name: X Y, affiliation: 'Norwegian Polar Institute (NPIX), Tromsø'}",
     "NPIX, npix, Tromsø, norwegian polar institute", "NPIX|norwegian polar institute"},
    {"{name: X Y, affiliation: 'Fjord Lab, Bergen'}", "the Fjord Lab of Bergen", "Fjord Lab"},
    {"{name: X Y, affiliation: CERN}", "at CERN, concern, Cern", "CERN"},
    {"{name: X Y, url: 'https://www.xy.example/~xy/'}", "see http://xy.example/~xy",
     "xy.example/~xy"},
};

struct joined {
    struct str text;
    struct buf out;
    struct blind_hit hits[32];
    size_t n;
};

static void take(void *user, const struct blind_hit *hit) {
    struct joined *j = user;
    size_t i = j->n;
    if (j->n == 32) {
        return;
    }
    for (; i > 0 && j->hits[i - 1].from > hit->from; i--) {
        j->hits[i] = j->hits[i - 1];
    }
    j->hits[i] = *hit;
    j->n++;
}

static void test_cases(struct arena *a, const struct name_case *cases, size_t n,
                       enum blind_text kind) {
    for (size_t i = 0; i < n; i++) {
        struct diags d;
        diags_init(&d, a);
        struct str text = str_of(cases[i].text);
        struct str front = arena_printf(a, "---\nauthor: [%s]\n---\n\n%s\n", cases[i].author,
                                        kind == BLIND_PROSE ? cases[i].text : "");
        struct doc *doc = markdown_parse(a, source_new(a, STR("t.md"), front), NULL, &d);
        struct blind_who *who = blind_who_read(a, doc);
        struct joined j = {.text = text};
        blind_search(who, text, kind, take, &j);
        buf_init(&j.out, 0);
        for (size_t k = 0; k < j.n; k++) {
            buf_puts(&j.out, k ? "|" : "");
            buf_str(&j.out, str_slice(text, j.hits[k].from, j.hits[k].to));
        }
        is_str(buf_view(&j.out), cases[i].found, cases[i].text);
        buf_drop(&j.out);
        diags_drop(&d);
    }
}

static void test_mode(struct arena *a) {
    static const struct {
        const char *value;
        enum blind_mode mode;
        size_t reported;
    } cases[] = {{"true", BLIND_ON, 0},
                 {"false", BLIND_OFF, 0},
                 {"mask", BLIND_MASK, 0},
                 {"{self-citations: mask}", BLIND_MASK, 0},
                 {"{self-citations: show, names: [A B]}", BLIND_ON, 0},
                 {"{names: [A B]}", BLIND_ON, 0},
                 {"maks", BLIND_ON, 1},
                 {"{self-citations: maks}", BLIND_ON, 1}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct diags d;
        diags_init(&d, a);
        struct str text = arena_printf(a, "---\nanonymous: %s\n---\n\nx\n", cases[i].value);
        struct doc *doc = markdown_parse(a, source_new(a, STR("t.md"), text), NULL, &d);
        is_int(blind_mode_read(node_get(doc->front, "anonymous"), &d), cases[i].mode,
               cases[i].value);
        is_int(d.n, cases[i].reported, "what is none of them is reported");
        diags_drop(&d);
    }
}

int main(void) {
    struct arena *a = arena_new();
    test_cases(a, prose, ARRAY_LEN(prose), BLIND_PROSE);
    test_cases(a, addresses, ARRAY_LEN(addresses), BLIND_ADDRESS);
    test_cases(a, bytes, ARRAY_LEN(bytes), BLIND_WHOLE);
    test_cases(a, others, ARRAY_LEN(others), BLIND_PROSE);
    test_mode(a);
    arena_drop(a);
    return tap_done();
}
