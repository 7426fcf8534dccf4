/* SPDX-License-Identifier: MIT */
/*
 * Is this author the owner of the page? Decided on parsed names, never on formatted text: "G.
 * Pekhimenko", "Pekhimenko, Gennady" and "Gennady Pekhimenko" are one person, "Peter Pekhimenko" is
 * another.
 */
#include "resolve/resolver.h"

#include "base/utf8.h"
#include "unicode/unicode.h"

/** Folded words; full stops, commas, hyphens and apostrophes separate or vanish. "J.-P." gives "j",
 * "p". */
static struct resolve_words split(struct arena *a, struct str s) {
    struct resolve_words out = {.n = 0};
    struct str f = unicode_fold(a, s);
    size_t i = 0;
    while (i < f.n && out.n < RESOLVE_NAME_WORDS) {
        while (i < f.n && (is_space(f.p[i]) || str_index(STR(".,-*~"), f.p[i]) != STR_NONE)) {
            i++;
        }
        size_t from = i;
        while (i < f.n && !is_space(f.p[i]) && str_index(STR(".,-*~"), f.p[i]) == STR_NONE) {
            i++;
        }
        if (i > from) {
            out.w[out.n++] = str_slice(f, from, i);
        }
    }
    return out;
}

/** Given names agree when each of the shorter list equals or abbreviates its partner. */
static bool given_agree(const struct resolve_words *a, const struct resolve_words *b) {
    size_t n = a->n < b->n ? a->n : b->n;
    for (size_t i = 0; i < n; i++) {
        struct str x = a->w[i], y = b->w[i];
        if (x.n > y.n) {
            struct str t = x;
            x = y;
            y = t;
        }
        size_t at = 0;
        utf8_next(x, &at);
        bool initial = at == x.n;
        if (!str_eq(x, y) && !(initial && str_starts(y, x))) {
            return false;
        }
    }
    return true;
}

static bool words_equal(const struct resolve_words *a, size_t from, const struct resolve_words *b) {
    if (a->n - from != b->n) {
        return false;
    }
    for (size_t i = 0; i < b->n; i++) {
        if (!str_eq(a->w[from + i], b->w[i])) {
            return false;
        }
    }
    return true;
}

void resolve_person_read(struct arena *a, struct str written, struct resolve_person *out) {
    size_t comma = str_index(written, ',');
    *out = (struct resolve_person){.written = split(a, written), .has_comma = comma != STR_NONE};
    if (out->has_comma) {
        out->family = split(a, str_slice(written, 0, comma));
        out->given = split(a, str_from(written, comma + 1));
    }
}

/** The words of an author's name, folded once for all persons it is held against. */
struct author {
    struct resolve_words given;
    struct resolve_words bare, whole; /* the family name without and with its particles */
};

static bool family_agrees(const struct author *author, const struct resolve_words *wanted,
                          size_t from) {
    return words_equal(wanted, from, &author->bare) || words_equal(wanted, from, &author->whole);
}

/** Without a comma every split into given names and family name is tried. */
static bool is_person(const struct author *author, const struct resolve_person *person) {
    if (person->has_comma) {
        return family_agrees(author, &person->family, 0) &&
               given_agree(&author->given, &person->given);
    }
    struct resolve_words given = person->written;
    for (given.n = 0; given.n < person->written.n; given.n++) {
        if (family_agrees(author, &person->written, given.n) &&
            given_agree(&author->given, &given)) {
            return true;
        }
    }
    return false;
}

bool resolve_name_is_any(struct arena *a, const struct item_name *name,
                         const struct resolve_person *persons, size_t n) {
    if (name->others || n == 0) {
        return false;
    }
    struct resolve_words literal = split(a, name->literal);
    struct author author = {.given = split(a, name->given), .bare = split(a, name->family)};
    author.whole = split(a, arena_join(a, 5, name->dropping_particle, STR(" "),
                                       name->non_dropping_particle, STR(" "), name->family));
    for (size_t i = 0; i < n; i++) {
        const struct resolve_person *person = &persons[i];
        bool same = name->literal.n ? words_equal(&person->written, 0, &literal)
                                    : is_person(&author, person);
        if (person->written.n && same) {
            return true;
        }
    }
    return false;
}
