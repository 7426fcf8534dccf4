/* SPDX-License-Identifier: MIT */
/*
 * "Did you mean": the candidate with the smallest edit distance including transpositions of
 * neighbours (optimal string alignment). Bytes are compared; a difference in case costs half an
 * edit.
 */
#include "core/diag/diag.h"

#include "core/base/bounds.h"

#include <string.h>

#define LONGEST 128 /* words with more bytes get no suggestion */
#define EDIT 2u     /* the cost of one edit; a difference in case costs half */

/* Returns a set of 64 bits. Each byte, in lower case, sets the bit whose number is in the lowest
 * six bits of the byte. It is cheap to compare two sets, and this gives a lower bound of the
 * distance of the words. */
static uint64_t letters(struct str s) {
    uint64_t set = 0;
    for (size_t i = 0; i < s.n; i++) {
        set |= UINT64_C(1) << ((unsigned char)to_lower(s.p[i]) & 63u);
    }
    return set;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static unsigned replace_cost(char a, char b) {
    if (a == b) {
        return 0;
    }
    return to_lower(a) == to_lower(b) ? EDIT / 2 : EDIT;
}

/* Returns the cost of turning `a` into `b`, or some value above `most` as soon as the cost must
 * exceed `most`. */
static unsigned distance(struct str a, struct str b, unsigned most) {
    unsigned rows[3][LONGEST + 1];
    unsigned *before = rows[0];
    unsigned *above = rows[1];
    unsigned *row = rows[2];
    for (unsigned j = 0; j <= b.n; j++) {
        above[j] = j * EDIT;
    }
    memcpy(before, above, sizeof rows[0]);
    for (size_t i = 1; i <= a.n; i++) {
        unsigned best = row[0] = (unsigned)i * EDIT;
        for (size_t j = 1; j <= b.n; j++) {
            unsigned cost = above[j - 1] + replace_cost(a.p[i - 1], b.p[j - 1]);
            cost = least(cost, least(above[j], row[j - 1]) + EDIT);
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1]) {
                cost = least(cost, before[j - 2] + EDIT);
            }
            row[j] = cost;
            best = least(best, cost);
        }
        /* A transposition uses the row before the previous one. That saves at most one edit
         * compared with the previous row. */
        if (best > most + EDIT) {
            return best;
        }
        unsigned *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b.n];
}

static struct str of_row(const void *row) {
    return *(const struct str *)row;
}

static struct str of_row_z(const void *row) {
    return str_of(*(const char *const *)row);
}

static struct str nearest(struct str word, const char *rows, size_t n, size_t size,
                          struct str text(const void *row)) {
    if (word.n == 0 || word.n > LONGEST) {
        return STR_EMPTY;
    }
    struct str best = STR_EMPTY;
    unsigned edits = (unsigned)(word.n / 3);
    unsigned most = edits ? edits * EDIT : (unsigned)word.n * EDIT / 2;
    uint64_t set = letters(word);
    for (size_t i = 0; i < n; i++) {
        struct str c = text(rows + i * size);
        size_t apart = c.n > word.n ? c.n - word.n : word.n - c.n;
        if (c.n == 0 || c.n > LONGEST || apart * EDIT > most) {
            continue;
        }
        uint64_t other = letters(c);
        if (bits_set(set & ~other) * EDIT > most || bits_set(other & ~set) * EDIT > most) {
            continue;
        }
        /* A word that differs only in case counts as one mistake, however many letters differ. */
        bool same = str_ieq(word, c);
        if (edits == 0 && !same) {
            continue;
        }
        unsigned d = same ? EDIT / 2 : distance(word, c, most);
        if (d <= most && (best.n == 0 || d < most)) {
            best = c;
            most = d;
        }
    }
    return best;
}

struct str diag_nearest_row(struct str word, const void *rows, size_t n, size_t size) {
    return nearest(word, rows, n, size, of_row);
}

struct str diag_nearest_z(struct str word, const void *rows, size_t n, size_t size) {
    return nearest(word, rows, n, size, of_row_z);
}

struct str diag_nearest(struct str word, const struct str *candidates, size_t n) {
    return diag_nearest_row(word, candidates, n, sizeof *candidates);
}

bool diag_hint_near(struct diags *d, struct diag *g, struct str near) {
    if (near.n) {
        diag_hint(d, g, "did you mean `%.*s`?", STR_ARG(near));
    }
    return near.n > 0;
}

bool diag_suggest(struct diags *d, struct diag *g, struct str word, const struct str *candidates,
                  size_t n) {
    return diag_hint_near(d, g, diag_nearest(word, candidates, n));
}

struct str diag_guess(struct diags *d, struct str word, const struct str *candidates, size_t n) {
    if (d->guesses >= LIMIT_GUESSES || d->suppressed) {
        return STR_EMPTY;
    }
    n = n < LIMIT_GUESSES - d->guesses ? n : LIMIT_GUESSES - d->guesses;
    d->guesses += n;
    return diag_nearest(word, candidates, n);
}

/* ---- slips */

#define LONG_WORD 11 /* words with more letters may have two slips: "bibliografy" */
/* in words with fewer letters, only a transposition is a slip: other changes make another word */
#define SHORT_WORD 5

/** Whether `a` equals `b` without one of its letters. */
static bool lacks_one(struct str a, struct str b) {
    size_t i = 0;
    while (i < a.n && a.p[i] == b.p[i]) {
        i++;
    }
    return a.n + 1 == b.n && str_eq(str_from(a, i), str_from(b, i + 1));
}

/** Whether `a` and `b`, which are of one length and not equal, differ by two transposed neighbours
 * or, with `other_letter`, by one replaced letter. */
static bool differs_once(struct str a, struct str b, bool other_letter) {
    size_t i = 0;
    while (i < a.n && a.p[i] == b.p[i]) {
        i++;
    }
    bool swapped = i + 1 < a.n && a.p[i] == b.p[i + 1] && a.p[i + 1] == b.p[i];
    if (swapped && str_eq(str_from(a, i + 2), str_from(b, i + 2))) {
        return true;
    }
    return other_letter && str_eq(str_from(a, i + 1), str_from(b, i + 1));
}

bool diag_is_slip(struct str key, struct str name) {
    bool lengthy = name.n >= SHORT_WORD;
    if (str_ieq(key, name)) {
        return true;
    }
    bool once = key.n == name.n ? differs_once(key, name, lengthy)
                                : lengthy && (lacks_one(key, name) || lacks_one(name, key));
    return once || (name.n > LONG_WORD && diag_nearest(key, &name, 1).n &&
                    distance(key, name, 2 * EDIT) <= 2 * EDIT);
}
