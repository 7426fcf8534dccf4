/* SPDX-License-Identifier: MIT */
/*
 * Levels, by which the best matches of a word are found without a look at all of them: a word may
 * be in every item.
 *
 * How good a match is depends on two numbers of a row (bm25, see store_pg_search.c): how often the
 * word is there, weighed (f), and how many words there are (n). It is 2.2 / (1 + 1.2 r) with
 *
 *     r = (0.25 + 0.75 n / mean) / f
 *
 * so the index has each word of a row a second time, with the level of r behind it: "Zriver|8G".
 * store_pg_best.c reads levels from the best on. The mean length of items changes while a library
 * grows; levels are those of the mean that `library.mean` keeps from its first rows.
 */
#include "cite/bib/store/store_pg.h"

#include <stdlib.h>
#include <string.h>

#define UNIT 20   /* bits of r behind the point */
#define LEVELS 16 /* in an octave of r */

static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

/* ---- levels */

/** The level of a row with `n` words in which one weighs `f`: grows with r, LEVELS for each time
 * that it doubles. */
static unsigned level_of(int64_t f, int64_t n, int64_t mean) {
    uint64_t r = ((uint64_t)(mean + 3 * n) << UNIT) / (uint64_t)(4 * mean * f);
    unsigned bits = 0;
    while (bits < 64 && r >> bits) {
        bits++;
    }
    unsigned part = bits > 5 ? (unsigned)(r >> (bits - 5)) & (LEVELS - 1) : 0;
    unsigned level = bits * LEVELS + part;
    return level < BIB_PG_LAST_LEVEL ? level : BIB_PG_LAST_LEVEL;
}

double bib_pg_level_least(unsigned level) {
    unsigned bits = level / LEVELS, part = level % LEVELS;
    uint64_t r = bits > 5 ? (uint64_t)(LEVELS + part) << (bits - 5) : bits ? 1u << (bits - 1) : 0;
    return (double)r / (double)(1u << UNIT);
}

void bib_pg_add_level(struct buf *b, unsigned level) {
    buf_putc(b, digits[level / 32]);
    buf_putc(b, digits[level % 32]);
}

unsigned bib_pg_level_read(struct str text) {
    unsigned level = 0;
    for (size_t i = 0; i < 2; i++) {
        const char *digit = i < text.n && text.p[i] ? strchr(digits, text.p[i]) : NULL;
        if (!digit) {
            return BIB_PG_LAST_LEVEL + 1;
        }
        level = level * 32 + (unsigned)(digit - digits);
    }
    return level;
}

/* Of more than the index has room for words. */
#define HEAVIEST (8 * (int64_t)BIB_PG_MAX_WORDS)

int64_t bib_pg_level_weight(unsigned level, int64_t n, int64_t mean) {
    int64_t from = 1, to = HEAVIEST;
    if (n < 0 || n > BIB_PG_MAX_WORDS || mean < 1 || mean > BIB_PG_MAX_WORDS) {
        return 0;
    }
    while (from < to) { /* the first with this level or a better one */
        int64_t middle = from + (to - from) / 2;
        if (level_of(middle, n, mean) <= level) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    return level_of(from, n, mean) == level && level_of(from + 1, n, mean) < level ? from : 0;
}

/* ---- writing ---- */

struct weighed {
    struct str word;
    int64_t weight;
};

static int by_word(const void *a, const void *b) {
    const struct weighed *x = a, *y = b;
    size_t n = x->word.n < y->word.n ? x->word.n : y->word.n;
    int order = memcmp(x->word.p, y->word.p, n);
    return order ? order : (x->word.n > y->word.n) - (x->word.n < y->word.n);
}

static int weight_of(char letter) {
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        if (BIB_PG_LETTERS[c] == letter) {
            return bib_pg_weights[c];
        }
    }
    return 0;
}

static void count_in(struct map *count, struct str word) {
    struct map_entry *e = map_find(count, word);
    if (e) {
        e->value = (void *)((uintptr_t)e->value + 1);
    } else {
        map_put(count, word, (void *)(uintptr_t)1);
    }
}

void bib_pg_ranks(struct buf *out, struct str words, int64_t n, int64_t mean, struct map *count) {
    VEC(struct weighed) list = VEC_INIT;
    for (struct str rest = words; rest.n;) {
        struct str word = str_cut(&rest, ' ');
        if (word.n > 1) {
            vec_push(&list, ((struct weighed){str_from(word, 1), weight_of(word.p[0])}));
        }
    }
    if (list.n) {
        qsort(list.p, list.n, sizeof *list.p, by_word);
    }
    for (size_t i = 0, k; i < list.n; i = k) {
        int64_t f = 0;
        for (k = i; k < list.n && str_eq(list.p[k].word, list.p[i].word); k++) {
            f += list.p[k].weight;
        }
        buf_puts(out, " " BIB_PG_RANK);
        buf_str(out, list.p[i].word);
        buf_putc(out, '|');
        bib_pg_add_level(out, level_of(f, n, mean));
        buf_putc(out, ' ');
        if (count) {
            count_in(count, list.p[i].word);
        }
    }
    vec_drop(&list);
}
