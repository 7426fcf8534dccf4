/* SPDX-License-Identifier: MIT */
/*
 * Decides whether an author is the owner of the page. It compares parsed names, not formatted text:
 * "G. Pekhimenko", "Pekhimenko, Gennady" and "Gennady Pekhimenko" are one person, "Peter
 * Pekhimenko" is another.
 */
#include "cite/resolve/resolver.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

static bool parts_words(char c) {
    return is_space(c) || c == '.' || c == ',' || c == '-' || c == '*' || c == '~';
}

/** Whether a word is joined initials, as in PubMed and Vancouver style: "AFY". */
static bool is_run_together(struct str word) {
    bool all = word.n >= 2 && word.n <= 4;
    for (size_t i = 0; all && i < word.n; i++) {
        all = is_upper(word.p[i]);
    }
    return all;
}

/** Splits a text into words at full stops, commas, hyphens and asterisks. "J.-P." gives "J" and
 * "P"; with `initials`, "AFY" gives "A", "F" and "Y". */
static size_t split_words(struct str s, bool initials, struct str out[RESOLVE_NAME_WORDS]) {
    size_t n = 0;
    for (size_t i = 0; i < s.n && n < RESOLVE_NAME_WORDS;) {
        i = str_past(s, i, parts_words);
        size_t from = i;
        while (i < s.n && !parts_words(s.p[i])) {
            i++;
        }
        struct str word = str_slice(s, from, i);
        if (initials && is_run_together(word)) {
            for (size_t k = 0; k < word.n && n < RESOLVE_NAME_WORDS; k++) {
                out[n++] = str_slice(word, k, k + 1);
            }
        } else if (word.n) {
            out[n++] = word;
        }
    }
    return n;
}

/** The spelling of letters that some keyboards lack (DIN 5007-2; Danish and Norwegian usage). */
static const struct {
    struct str letter, written;
} SPELLINGS[] = {
    {STR_INIT("ä"), STR_INIT("ae")}, {STR_INIT("ö"), STR_INIT("oe")},
    {STR_INIT("ü"), STR_INIT("ue")}, {STR_INIT("Ä"), STR_INIT("Ae")},
    {STR_INIT("Ö"), STR_INIT("Oe")}, {STR_INIT("Ü"), STR_INIT("Ue")},
    {STR_INIT("ß"), STR_INIT("ss")}, {STR_INIT("ø"), STR_INIT("oe")},
    {STR_INIT("Ø"), STR_INIT("Oe")}, {STR_INIT("æ"), STR_INIT("ae")},
    {STR_INIT("Æ"), STR_INIT("Ae")}, {STR_INIT("å"), STR_INIT("aa")},
    {STR_INIT("Å"), STR_INIT("Aa")},
};

static struct str spelled(struct arena *a, struct str s) {
    s = unicode_nfc(a, s);
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n;) {
        size_t k = 0;
        while (k < ARRAY_LEN(SPELLINGS) && !str_starts(str_from(s, i), SPELLINGS[k].letter)) {
            k++;
        }
        if (k < ARRAY_LEN(SPELLINGS)) {
            buf_str(&b, SPELLINGS[k].written);
            i += SPELLINGS[k].letter.n;
        } else {
            buf_putc(&b, s.p[i++]);
        }
    }
    return buf_finish(&b, a);
}

struct resolve_words resolve_words_read(struct arena *a, struct str s, bool initials) {
    struct resolve_words out;
    out.n = split_words(s, initials, out.w);
    for (size_t i = 0; i < out.n; i++) {
        struct str word = out.w[i];
        bool ascii = utf8_is_ascii(word);
        out.w[i] = unicode_fold(a, word);
        out.alt[i] = ascii ? out.w[i] : unicode_fold(a, spelled(a, word));
    }
    return out;
}

/** Whether two words are equal in some spelling: "Müller" equals "Muller" and "Mueller". "Muller"
 * and "Mueller" are not equal. */
static bool word_is(const struct resolve_words *a, size_t i, const struct resolve_words *b,
                    size_t k) {
    return str_eq(a->w[i], b->w[k]) || str_eq(a->alt[i], b->alt[k]) || str_eq(a->w[i], b->alt[k]) ||
           str_eq(a->alt[i], b->w[k]);
}

static bool is_initial_of(struct str x, struct str y) {
    size_t at = 0;
    utf8_next(x, &at);
    return at == x.n && str_starts(y, x);
}

/** Whether given names match. The names are compared one by one, up to the end of the shorter list.
 * Each must equal the other or be its initial. */
static bool given_agree(const struct resolve_words *a, const struct resolve_words *b) {
    size_t n = a->n < b->n ? a->n : b->n;
    for (size_t i = 0; i < n; i++) {
        if (!word_is(a, i, b, i) && !is_initial_of(a->w[i], b->w[i]) &&
            !is_initial_of(b->w[i], a->w[i])) {
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
        if (!word_is(a, from + i, b, i)) {
            return false;
        }
    }
    return true;
}

/** Whether a text has small letters. In a text without them, a word in capitals may be a whole name
 * rather than initials. */
static bool has_lower(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_lower(s.p[i]) || (uint8_t)s.p[i] >= 0x80) {
            return true;
        }
    }
    return false;
}

static bool is_orcid(struct str s) {
    return s.n == sizeof "0000-0000-0000-0000" - 1 && bib_orcid_check(s);
}

struct str resolve_orcid_of(const struct item_name *name) {
    struct str words = name->words, word;
    while (words.n) {
        word = item_orcid_digits(str_trim(str_cut(&words, ' ')));
        if (is_orcid(word)) {
            return word;
        }
    }
    return STR_EMPTY;
}

void resolve_person_read(struct arena *a, struct str written, struct resolve_person *out) {
    size_t comma = str_index(written, ',');
    bool initials = has_lower(written);
    struct str orcid = item_orcid_digits(str_trim(written));
    out->orcid = is_orcid(orcid) ? orcid : STR_EMPTY;
    out->has_comma = comma != STR_NONE;
    out->written = resolve_words_read(a, written, initials && !out->has_comma);
    if (out->has_comma) {
        out->family = resolve_words_read(a, str_slice(written, 0, comma), false);
        out->given = resolve_words_read(a, str_from(written, comma + 1), initials);
    }
}

/** The words of an author's name, folded once for all comparisons. */
struct author {
    struct arena *arena;
    const struct item_name *name;
    struct resolve_words bare, whole; /* the family name without and with its particles */
    bool has_particles;               /* otherwise `whole` is not set */
    /* the given names, which are read when a person has the family name */
    struct resolve_words given;
    bool has_given;
};

static bool family_agrees(const struct author *author, const struct resolve_words *wanted,
                          size_t from) {
    return words_equal(wanted, from, &author->bare) ||
           (author->has_particles && words_equal(wanted, from, &author->whole));
}

static const struct resolve_words *given_of(struct author *author) {
    if (!author->has_given) {
        author->given =
            resolve_words_read(author->arena, author->name->given, has_lower(author->name->family));
        author->has_given = true;
    }
    return &author->given;
}

/** Whether an author is the given person. A person's name without a comma is split into given names
 * and family name in every possible way. */
static bool is_person(struct author *author, const struct resolve_person *person) {
    if (author->name->literal.n) {
        return words_equal(&person->written, 0, &author->bare);
    }
    if (person->has_comma) {
        return family_agrees(author, &person->family, 0) &&
               given_agree(given_of(author), &person->given);
    }
    for (size_t n = 0; n < person->written.n; n++) {
        if (family_agrees(author, &person->written, n)) {
            struct resolve_words given = person->written;
            given.n = n;
            if (given_agree(given_of(author), &given)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- last words, for an index ---- */

/** Calls `fn` for the last word in both spellings, or for an empty text if there are no words. */
static void end_of(const struct resolve_words *words, resolve_word_fn *fn, void *user,
                   size_t place) {
    if (words->n == 0) {
        fn(user, STR_EMPTY, place);
        return;
    }
    struct str word = words->w[words->n - 1], alt = words->alt[words->n - 1];
    fn(user, word, place);
    if (!str_eq(word, alt)) {
        fn(user, alt, place);
    }
}

static struct resolve_words whole_family(struct arena *a, const struct item_name *name) {
    return resolve_words_read(a,
                              arena_join(a, 5, name->dropping_particle, STR(" "),
                                         name->non_dropping_particle, STR(" "), name->family),
                              false);
}

void resolve_name_ends(struct arena *a, const struct item_name *name, resolve_word_fn *fn,
                       void *user, size_t place) {
    if (name->others) {
        return;
    }
    if (name->literal.n) {
        struct resolve_words literal = resolve_words_read(a, name->literal, false);
        end_of(&literal, fn, user, place);
        return;
    }
    struct resolve_words bare = resolve_words_read(a, name->family, false);
    end_of(&bare, fn, user, place);
    /* The family name with its particles in front usually ends in the same word. The last word
     * differs only if the family name is empty or has too many words. */
    if (name->dropping_particle.n + name->non_dropping_particle.n) {
        struct resolve_words whole = whole_family(a, name);
        end_of(&whole, fn, user, place);
    }
}

void resolve_person_ends(const struct resolve_person *person, resolve_word_fn *fn, void *user) {
    if (person->written.n == 0) {
        return;
    }
    end_of(&person->written, fn, user, 0);
    if (person->has_comma) {
        end_of(&person->family, fn, user, 0);
    }
}

/* ---- one name and several persons ---- */

static void read_author(struct arena *a, const struct item_name *name, struct author *out) {
    out->arena = a;
    out->name = name;
    out->bare = resolve_words_read(a, name->literal.n ? name->literal : name->family, false);
    out->has_particles = name->dropping_particle.n + name->non_dropping_particle.n > 0;
    out->has_given = false;
    if (out->has_particles) {
        out->whole = whole_family(a, name);
    }
}

static enum resolve_likeness given_likeness(const struct resolve_words *a,
                                            const struct resolve_words *b) {
    if (a->n == 0 || b->n == 0) {
        return a->n == b->n ? RESOLVE_LIKE_SAME : RESOLVE_LIKE_NOT;
    }
    if (!given_agree(a, b)) {
        return RESOLVE_LIKE_NOT;
    }
    if (words_equal(a, 0, b)) {
        return RESOLVE_LIKE_SAME;
    }
    bool full = word_is(a, 0, b, 0) && utf8_count(a->w[0]) > 1;
    return full ? RESOLVE_LIKE_FIRST : RESOLVE_LIKE_INITIALS;
}

enum resolve_likeness resolve_name_likeness(struct arena *a, const struct item_name *name,
                                            const struct resolve_person *person) {
    if (name->others || person->written.n == 0) {
        return RESOLVE_LIKE_NOT;
    }
    struct author author;
    read_author(a, name, &author);
    if (name->literal.n) {
        return is_person(&author, person) ? RESOLVE_LIKE_SAME : RESOLVE_LIKE_NOT;
    }
    if (person->has_comma) {
        return family_agrees(&author, &person->family, 0)
                   ? given_likeness(given_of(&author), &person->given)
                   : RESOLVE_LIKE_NOT;
    }
    enum resolve_likeness best = RESOLVE_LIKE_NOT;
    struct resolve_words given = person->written;
    for (given.n = 0; given.n < person->written.n; given.n++) {
        if (family_agrees(&author, &person->written, given.n)) {
            enum resolve_likeness like = given_likeness(given_of(&author), &given);
            best = like > best ? like : best;
        }
    }
    return best;
}

bool resolve_name_is_any(struct arena *a, const struct item_name *name,
                         const struct resolve_person *persons, size_t n) {
    if (name->others || n == 0) {
        return false;
    }
    struct author author;
    read_author(a, name, &author);
    for (size_t i = 0; i < n; i++) {
        const struct resolve_person *person = &persons[i];
        if (person->orcid.n ? str_ieq(person->orcid, resolve_orcid_of(name))
                            : person->written.n && is_person(&author, person)) {
            return true;
        }
    }
    return false;
}
