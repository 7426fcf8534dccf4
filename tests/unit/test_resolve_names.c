/* SPDX-License-Identifier: MIT */
/*
 * Who is the owner of a page: parsed names against a name as people write it.
 */
#include "resolve/resolver.h"
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

int main(void) {
    struct arena *a = arena_new();
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
