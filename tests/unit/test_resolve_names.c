/* SPDX-License-Identifier: MIT */
/* The owner of a page: parsed names against a name as people write it. */
#include "cite/resolve/resolver.h"
#include "tap.h"

struct name_case {
    const char *given, *particle, *family, *wanted;
    bool same;
};

static const struct name_case cases[] = {
    {"Ines", "", "Alder", "Ines Alder", true},
    {"Ines", "", "Alder", "Alder, Ines", true},
    {"I.", "", "Alder", "Ines Alder", true},
    {"Ines", "", "Alder", "I. Alder", true},
    {"Ines", "", "Alder", "Alder", true},
    {"Ines M.", "", "Alder", "Ines Alder", true},
    {"Ines", "", "Alder", "Ines Maria Alder", true},
    {"Ines", "", "Alder", "Ida Alder", false},
    {"Peter", "", "Alder", "Ines Alder", false},
    {"Ines", "", "Alderton", "Ines Alder", false},
    {"Inés", "", "Álder", "Ines Alder", true},
    {"INES", "", "ALDER", "ines alder", true},
    {"Jean-Paul", "", "Roux", "J.-P. Roux", true},
    {"Jean-Paul", "", "Roux", "J. Roux", true},
    {"Pieter", "van den", "Berg", "Pieter van den Berg", true},
    {"Pieter", "van den", "Berg", "van den Berg, P.", true},
    {"Pieter", "van den", "Berg", "Pieter Berg", true},
    {"Albert", "", "Villanova del Moral", "Albert Villanova del Moral", true},
    {"Albert", "", "Villanova del Moral", "Albert Moral", false},
    {"Ines", "", "Alder", "", false},
};

static bool matches(struct arena *a, const struct item_name *name, struct str written) {
    struct resolve_person person;
    resolve_person_read(a, written, &person);
    return resolve_name_is_any(a, name, &person, 1);
}

struct ends {
    struct str of_name[8];
    size_t n;
    bool shared;
};

static void take_end(void *user, struct str word, size_t place) {
    (void)place;
    struct ends *e = user;
    e->of_name[e->n++] = word;
}

static void find_end(void *user, struct str word, size_t place) {
    (void)place;
    struct ends *e = user;
    for (size_t i = 0; i < e->n; i++) {
        e->shared = e->shared || str_eq(e->of_name[i], word);
    }
}

/** Whether the index would find the name for the person. */
static bool is_found(struct arena *a, const struct item_name *name, struct str written) {
    struct resolve_person person;
    resolve_person_read(a, written, &person);
    struct ends e = {.n = 0};
    resolve_name_ends(a, name, take_end, &e, 0);
    resolve_person_ends(&person, find_end, &e);
    return e.shared;
}

/** Every name against every person, odd ones among them: who is somebody is found as such. */
static void test_index(struct arena *a) {
    static const struct item_name names[] = {
        {.given = STR_INIT("Jürgen"), .family = STR_INIT("Müller")},
        {.given = STR_INIT("J."), .family = STR_INIT("Mueller")},
        {.given = STR_INIT("AFY"), .family = STR_INIT("Poon")},
        {.given = STR_INIT("A. F. Y."), .family = STR_INIT("Poon")},
        {.given = STR_INIT("Pieter"),
         .non_dropping_particle = STR_INIT("van den"),
         .family = STR_INIT("Berg")},
        {.dropping_particle = STR_INIT("von"), .family = STR_INIT("")},
        {.given = STR_INIT("Ludwig"), .dropping_particle = STR_INIT("van")},
        {.given = STR_INIT("Ana"), .family = STR_INIT("García-Márquez")},
        {.given = STR_INIT("Ana"), .family = STR_INIT("García Márquez")},
        {.family = STR_INIT("Plato")},
        {.given = STR_INIT("Plato")},
        {.given = STR_INIT("A."), .family = STR_INIT("a b c d e f g h i j k l m n o p q r")},
        {.non_dropping_particle = STR_INIT("a b c d e f g h"),
         .family = STR_INIT("i j k l m n o p q r")},
        {.literal = STR_INIT("Müller, Söhne & Co")},
        {.literal = STR_INIT("...")},
        {.given = STR_INIT("Ødegård"), .family = STR_INIT("Sørensen")},
    };
    static const char *const persons[] = {
        "Jürgen Müller",
        "Mueller, J",
        "J Muller",
        "Art F Y Poon",
        "Poon, AFY",
        "Pieter Berg",
        "van den Berg, P.",
        ", Ludwig",
        "von",
        "van",
        "Ana Garcia Marquez",
        "Márquez",
        "Plato",
        "Plato,",
        ", Plato",
        "a b c d e f g h i j k l m n o p q r",
        "a b c d e f g h i j k l m n o p",
        "a b c d e f g h i j k l m n o p q r, A",
        "i j k l m n o p q r",
        "Müller, Söhne & Co",
        "mueller soehne & co",
        "Soerensen, O.",
        "Ødegård Sorensen",
        "...",
        ",",
    };
    size_t same = 0, missed = 0;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        for (size_t k = 0; k < ARRAY_LEN(persons); k++) {
            bool is = matches(a, &names[i], str_of(persons[k]));
            same += is;
            missed += is && !is_found(a, &names[i], str_of(persons[k]));
        }
    }
    ok(same > 25, "names of the index are persons");
    ok(missed == 0, "whoever is a person is found by the last word of the name");
    struct item_name other = {.given = STR("Ines"), .family = STR("Alder")};
    ok(!is_found(a, &other, STR("Ines Alderton")), "others are not looked at");
}

int main(void) {
    struct arena *a = arena_new();
    test_index(a);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct name_case *c = &cases[i];
        struct item_name name = {.given = str_of(c->given),
                                 .non_dropping_particle = str_of(c->particle),
                                 .family = str_of(c->family)};
        struct str what = arena_printf(a, "%s %s %s %s \"%s\"", c->given, c->particle, c->family,
                                       c->same ? "is" : "is not", c->wanted);
        ok(matches(a, &name, str_of(c->wanted)) == c->same, what.p);
    }
    struct item_name group = {.literal = STR("Working Group on Winter Sound")};
    ok(matches(a, &group, STR("working group on winter sound")), "a literal name as a whole");
    ok(!matches(a, &group, STR("Sound")), "not by a word of it");
    struct item_name others = {.others = true, .literal = STR("others")};
    ok(!matches(a, &others, STR("others")), "\"and others\" is nobody");
    arena_drop(a);
    return tap_done();
}
